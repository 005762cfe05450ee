/** Threads whose words two people changed who had not heard of each other. */
import { expect, test } from 'vitest'
import { clipboard, deleted, moved } from './hands.ts'
import { anchors, review, type Colleague } from './review.ts'

const HARBOUR = 'I tied her up and walked off.'

/** What she did comes to the server, and to nobody else. */
async function sends({ desk, writer }: Colleague): Promise<void> {
  while (writer.deliverUp());
  await desk.rooms.queue.settled()
}

test('[P5] a remark on the end of one paragraph and the beginning of the next, which has moved without it, is on what is left', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet that night.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'checker'])
  const [place, quote] = [ben.letters(0, 4, 6, 1), 'harbour was quiet that night.\nI tied']
  ana.page.does(deleted, [1, 0], [1, 7])
  ana.page.does(moved(1), [1, 0])
  await sends(ana)
  await ben.comments(place, { quote })
  await meet()
  expect(await anchors(ben)).toEqual(['harbour was quiet that night.'])
})

test('[P5] a remark of which the beginning was moved and taken out goes by its other end; one of which nothing is left is detached', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'checker'])
  const [first, second] = [ben.letters(0, 16, 11, 1), ben.letters(0, 4, 15)]
  ana.page.does(deleted, [0, 0], [0, 22])
  ana.page.does(moved(1), [0, 0])
  ana.page.does(moved(1), [1, 0])
  await sends(ana)
  await ben.comments(first, { quote: 'quiet.\nI tied her' })
  await ben.comments(second, { quote: 'harbour was' })
  await meet()
  expect(await anchors(ben)).toEqual(['I tied her', 'detached: harbour was'])
})

test('[P5] put elsewhere, a thread does not come back with the words it stood on before, when those it is on are taken out', async () => {
  const story = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'editor'])
  const {
    desk,
    people: [ana, ben],
    meet,
  } = story
  const thread = await ben.comments(ben.words('tied her up', 1))
  await meet()
  await ben.asks('PATCH', `/threads/${thread.id}`, { place: ben.words('quiet', 0) })
  // She has not heard of it.
  const { cuts, pastes } = clipboard()
  ana.page.does(cuts, [1, 0], [1, HARBOUR.length])
  ana.page.does(pastes, [2, 0])
  ana.page.does(deleted, [0, 16], [0, 21])
  for (let round = 0; round < 3; round++) {
    await meet()
    desk.clock.pass(11_000)
    for (let i = 0; i < 20; i++) await new Promise(setImmediate)
  }
  expect(ben.page.lines).toEqual(['The harbour was .', '', `${HARBOUR}That was it.`])
  expect(await anchors(ben)).toEqual(['detached: quiet'])
})
