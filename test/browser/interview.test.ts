/** Everything an editor does to an interview, by keyboard, with a colleague in the same story. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

/** The blocks of the body as they are: what each is, and its words. */
const blocks = (window: Colleague): Promise<string[]> =>
  window.page
    .locator('story-editor .copy .ProseMirror > :not(.caret)')
    .evaluateAll((all) =>
      all.map(
        (block) =>
          `${block.getAttribute('data-role') ?? (block.className.split(' ')[0] || block.localName)}: ${block.textContent}`,
      ),
    )
const labels = (window: Colleague): Promise<(string | null)[]> =>
  window.page.locator('story-editor [data-label]').evaluateAll((all) => all.map((block) => block.getAttribute('data-label')))
const focused = (window: Colleague) => window.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')

test('[A11-06] a speaker is made and chosen in place by keys; the colleague sees the name in the margin', async () => {
  const story = await desk.story([{ q: 'Who?' }, { a: 'Me.' }, { a: 'And my boat.' }, { q: 'Why?' }], { byline: 'By Tove Lind' })
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ana.presses('Control+Alt+s')
  await ana.page.getByRole('menuitemcheckbox', { name: 'Tove Lind, from the byline, asks' }).waitFor()
  await ana.presses('Enter')
  await soon(() => focused(ana)).toBe('Body of the story')
  await ana.presses('ArrowDown', 'Control+Alt+s', 'End', 'Enter')
  await ana.page.getByRole('dialog', { name: 'Speakers and labels' }).waitFor()
  await ana.types('Ingrid Vass')
  await ana.page.getByLabel('Who speaks is shown as').selectOption('full-then-initials')
  expect(await ana.axeFinds()).toEqual([])
  await ana.page.getByRole('button', { name: 'Done' }).press('Enter')
  await soon(() => focused(ana)).toBe('Body of the story')
  // The whole turn is hers, and the byline's author asked the first question only: the last has no name yet.
  for (const window of [ana, ben]) await soon(() => labels(window)).toEqual(['Tove Lind', 'Ingrid Vass', 'Q'])
  // The label itself is a way in, too.
  const last = (await ana.page.locator('story-editor p[data-label]').last().boundingBox())!
  await ana.page.mouse.click(last.x - 20, last.y + 12)
  await ana.page.getByRole('menuitemcheckbox', { name: 'Tove Lind, asks' }).click()
  for (const window of [ana, ben]) await soon(() => labels(window)).toEqual(['Tove Lind', 'Ingrid Vass', 'TL'])
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['Who?', 'Me.', 'And my boat.', 'Why?'])
})

test('[A11-06] blocks are put in, moved, made of each other and taken out by keys, while a colleague types in them', async () => {
  const story = await desk.story(['One.', 'Two.', 'Three.'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ben.clicksInto(2)
  await soon(() => ana.carets()).toMatchObject([{ name: 'Ben', after: 'Two.' }])
  // Down past the paragraph Ben is in, and up again: he goes on typing in it, and Ana in hers.
  await ana.presses('Alt+ArrowDown')
  await ben.types(' Ben.')
  await ana.types(' Ana.')
  for (const window of [ana, ben]) await window.seesBody('Two. Ben.', 'One. Ana.', 'Three.')
  await ana.presses('Control+z')
  await ana.presses('Control+z')
  for (const window of [ana, ben]) await window.seesBody('One.', 'Two. Ben.', 'Three.')

  await ana.clicksInto(3)
  await ana.presses('Control+Shift+8', 'End', 'Enter')
  await ana.types('rope')
  await ana.presses('Control+]', 'Alt+ArrowUp')
  await soon(() => blocks(ben)).toEqual(['body: One.', 'body: Two. Ben.', 'ul: ropeThree.'])
  await ana.presses('Alt+ArrowDown', 'Control+Shift+Enter')
  await soon(() => blocks(ben)).toEqual(['body: One.', 'body: Two. Ben.', 'ul: Three.rope', 'hr: '])
  // A key pressed on a divider makes a line below it.
  await ana.types('Done')
  await ana.presses('Control+Shift+p')
  await ana.types('paywall')
  await ana.presses('Enter')
  await ana.presses('ArrowUp', 'ArrowUp', 'Control+Alt+Backspace')
  await soon(() => blocks(ben)).toEqual([
    'body: One.',
    'body: Two. Ben.',
    'ul: Three.rope',
    'body: Done',
    'paywall: Members only below',
  ])
  expect(await ana.axeFinds()).toEqual([])
  await ana.isSaved()
  await soon(() => ben.reads()).toEqual(await ana.reads())
})

test('a pull quote says when its source has changed, and is brought up to date; a pasted link becomes a card', async () => {
  const story = await desk.story([{ q: 'And then?' }, { a: 'There was no signal.' }, 'After.', ''])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.selects([2, 6], [2, 19])
  await ana.presses('Control+Alt+p')
  await soon(() => ben.page.locator('story-editor blockquote').textContent()).toBe('was no signal')
  expect(await ana.page.locator('.quote-note').count()).toBe(0)
  await ben.clicksInto(2, 12)
  await ben.types(' radio')
  await ana.sees('There was no radio signal.')
  await ana.page.getByText('Not what the source says now.').waitFor()
  await ana.presses('Control+Alt+u')
  await soon(() => ben.page.locator('story-editor blockquote').textContent()).toBe('was no radio signal')
  await soon(() => ana.page.locator('.quote-note').count()).toBe(0)

  await ana.presses('Control+End')
  await ana.pastes({ 'text/plain': 'https://www.youtube.com/embed/abcdefghijk' })
  await ana.page.getByRole('button', { name: 'Make it a card' }).click()
  await ana.page.getByRole('dialog', { name: 'Player or post' }).getByLabel('Title').fill('The strike, filmed')
  expect(await ana.axeFinds()).toEqual([])
  await ana.presses('Enter')
  const card = ben.page.locator('story-editor .embed')
  await soon(() => card.locator('span').allTextContents()).toEqual([
    'YouTube',
    'The strike, filmed',
    'https://www.youtube.com/watch?v=abcdefghijk',
  ])
  // It is chosen, its key opens the form again, and what is no address stays in the form.
  await ana.presses('Control+Alt+e')
  const address = ana.page.getByRole('dialog', { name: 'Change the player or post' }).getByLabel('Address')
  await address.fill('javascript:alert(1)')
  await ana.presses('Enter')
  await ana.page.getByText('That is no address one can open.').waitFor()
  await address.fill('example.org/clip')
  await ana.presses('Enter')
  await soon(() => card.locator('.address').textContent()).toBe('https://example.org/clip')
})
