/** Two windows at the same paragraphs, each before it hears of the other. */
import { expect, test } from 'vitest'
import { aDesk, type Colleague } from './desk.ts'

const desk = aDesk()

/** Both do something while neither line carries anything; then both hear. */
async function atOnce(ana: Colleague, ben: Colleague, act: () => Promise<void>): Promise<void> {
  for (const { cable } of [ana, ben]) cable.hold()
  await act()
  for (const { cable } of [ana, ben]) cable.flow()
}

test('[P4] Ana splits the answer that Ben is writing: his word stays whole, and his caret with it', async () => {
  const story = await desk.story([{ q: 'When did you leave?' }, { a: 'We left at dawn. The harb' }])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await ana.opens(story)
  await ben.opens(story)
  await ana.clicksInto(2, 16)
  await ben.clicksInto(2, 'end')
  await ben.types('ou')
  await ana.seesBody('When did you leave?', 'We left at dawn. The harbou')
  await atOnce(ana, ben, async () => {
    await ana.presses('Enter')
    await ben.types('r')
  })
  await ana.seesBody('When did you leave?', 'We left at dawn.', ' The harbour')
  await ben.seesBody('When did you leave?', 'We left at dawn.', ' The harbour')
  await ben.types(' was still.')
  const { body } = await desk.allAgree(story, ana, ben)
  expect(body).toEqual(['When did you leave?', 'We left at dawn.', ' The harbour was still.'])
})

test('[P4] Ana joins two paragraphs while Ben writes in the second', async () => {
  const story = await desk.story(['We left at dawn.', ' The harb'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await ana.opens(story)
  await ben.opens(story)
  await ana.clicksInto(2, 0)
  await ben.clicksInto(2, 'end')
  await atOnce(ana, ben, async () => {
    await ana.presses('Backspace')
    await ben.types('our')
  })
  await ana.seesBody('We left at dawn. The harbour')
  await ben.seesBody('We left at dawn. The harbour')
  await ben.types(' was still.')
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['We left at dawn. The harbour was still.'])
})

test('[P4] both split at the same place, and both move the same block: everything is there once', async () => {
  const story = await desk.story(['One. Two.', 'Three.', 'Four.'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await ana.opens(story)
  await ben.opens(story)
  await ana.clicksInto(1, 4)
  await ben.clicksInto(1, 4)
  await atOnce(ana, ben, async () => {
    await ana.presses('Enter')
    await ben.presses('Enter')
  })
  await ana.seesBody('One.', ' Two.', 'Three.', 'Four.')
  await desk.allAgree(story, ana, ben)
  await ana.clicksInto(4, 2)
  await ben.clicksInto(4, 2)
  await atOnce(ana, ben, async () => {
    await ana.presses('Alt+ArrowUp')
    await ben.presses('Alt+ArrowUp')
  })
  const { body } = await desk.allAgree(story, ana, ben)
  expect(body.toSorted()).toEqual([' Two.', 'Four.', 'One.', 'Three.'])
})
