/** Following a colleague’s caret by their mark in the bar. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()
const LINES = Array.from({ length: 60 }, (_, i) => `Paragraph ${i + 1}, of an interview that is long enough to scroll in.`)

const mark = ({ page }: Colleague, name: string) => page.getByRole('button', { name: new RegExp(`^Follow ${name}`) })
const scrolled = ({ page }: Colleague): Promise<number> => page.evaluate(() => Math.round(scrollY))

/** Where in the window the colleague's caret is, from its top to its foot: 0 to 1. Null: it is nowhere. */
const caretIn = ({ page }: Colleague): Promise<number | null> =>
  page.evaluate(() => {
    const box = document.querySelector('story-editor .caret')?.getBoundingClientRect()
    return box === undefined ? null : box.top / innerHeight
  })
const sees = async (window: Colleague): Promise<boolean> => {
  const at = await caretIn(window)
  return at !== null && at > 0.1 && at < 0.95
}

test('a press on Ben’s mark keeps his caret in sight wherever he writes, until Ana does something herself', async () => {
  const story = await desk.story(LINES)
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ben.clicksInto(1)
  await ben.presses('Control+End')
  await soon(() => ana.carets()).toMatchObject([{ name: 'Ben' }])
  expect(await sees(ana)).toBe(false)

  await mark(ana, 'Ben').click()
  await ana.page.getByText('Following Ben').waitFor()
  await soon(() => sees(ana)).toBe(true)
  await ben.presses('Control+Home')
  await ben.types('Here. ')
  await soon(() => sees(ana)).toBe(true)
  expect(await ana.axeFinds()).toEqual([])
  // He goes into a field above: it is that what she sees.
  await ben.clicksField('headline')
  await soon(() =>
    ana.page.locator('shared-field[data-name=headline]').evaluate((it) => it.getBoundingClientRect().top > 0),
  ).toBe(true)
  await ben.clicksInto(1)
  await ben.presses('Control+End')
  await soon(() => sees(ana)).toBe(true)

  // Her own wheel ends it: he goes up, and she stays.
  await ana.page.mouse.move(400, 500)
  await ana.page.mouse.wheel(0, 40)
  await soon(() => ana.page.getByText('Following Ben').count()).toBe(0)
  await soon(() => mark(ana, 'Ben').getAttribute('aria-pressed')).toBe('false')
  const before = await scrolled(ana)
  await ben.presses('Control+Home')
  await soon(async () => (await ana.carets())[0]?.after).toBe('')
  expect(await scrolled(ana)).toBe(before)
})

test('by the keyboard: on, Esc, on again; and it ends when Ben leaves, which is said', async () => {
  const story = await desk.story(LINES)
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ben.clicksInto(1)
  await ben.presses('Control+End')
  await mark(ana, 'Ben').focus()
  await ana.presses('Enter')
  await soon(() => mark(ana, 'Ben').getAttribute('aria-pressed')).toBe('true')
  await soon(() => sees(ana)).toBe(true)
  await ana.presses('Escape')
  await soon(() => ana.page.getByText('Following Ben').count()).toBe(0)
  // By its words, where one looks for a command.
  await ana.presses('F1')
  await ana.types('follow')
  await ana.presses('Enter')
  await ana.page.getByText('Following Ben').waitFor()
  // What is typed into the story ends it, and is typed.
  await ana.clicksInto(1)
  await ana.types(' Mine.')
  await soon(() => ana.page.getByText('Following Ben').count()).toBe(0)
  await ben.sees('to scroll in. Mine.')
  await mark(ana, 'Ben').click()
  await ben.page.close()
  await ana.page.getByText('Ben has left the story.').waitFor()
  await soon(() => ana.page.getByText('Following Ben').count()).toBe(0)
})

test('a colleague’s caret stays where it is while letters before and behind it come and go', async () => {
  const story = await desk.story(['One two three.'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ben.clicksInto(1, 7)
  await soon(() => ana.carets()).toMatchObject([{ name: 'Ben', after: 'One two' }])
  await ana.clicksInto(1, 7)
  await ana.presses('Delete')
  await soon(() => ana.carets()).toMatchObject([{ name: 'Ben', after: 'One two' }])
  await ana.types('!')
  await ana.sees('One two!three.')
  await soon(() => ana.carets()).toMatchObject([{ name: 'Ben' }])
  for (let i = 0; i < 4; i++) await ana.presses('Backspace')
  await soon(() => ana.carets()).toMatchObject([{ name: 'Ben', after: 'One ' }])
  await ben.types('x')
  await ana.sees('One xthree.')
  await soon(() => ana.carets()).toMatchObject([{ name: 'Ben', after: 'One x' }])
})
