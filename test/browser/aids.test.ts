/** What helps while one writes: find and replace, smart typing, the outline, counts, and only the copy. */
import { expect, test } from 'vitest'
import type { XmlElement } from 'yjs'
import { bodyOf, speakersOf } from '../../shared/story.ts'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

const focused = (window: Colleague) =>
  window.page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''
  })
const finds = (window: Colleague) => window.page.getByRole('search', { name: 'Find and replace' })

test('a name is replaced everywhere but in what somebody said, while a colleague types; one undo takes it back', async () => {
  const story = await desk.story(['Anna met Anna.', { q: 'Who is Anna?' }, { a: 'Anna is me.' }], { headline: 'Anna, at last' })
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1, 0)
  await ana.presses('Control+h')
  await ana.types('anna')
  const panel = finds(ana)
  await soon(() => panel.getByRole('status').textContent()).toBe('2 of 5')
  await panel.getByLabel('Replace with').fill('Hanna')
  await panel.getByRole('button', { name: 'Replace all (4)' }).waitFor()

  // Ben writes before, in and behind what was found, in Ana's story and on her screen.
  await ben.clicksInto(1)
  await ben.types(' And Anna again.')
  await panel.getByRole('button', { name: 'Replace all (5)' }).waitFor()
  // One that is to stay.
  await panel.getByRole('button', { name: /^Skip “Who is Anna/ }).click()
  await panel.getByRole('button', { name: 'Replace all (4)' }).click()
  const after = ['Hanna met Hanna. And Hanna again.', 'Who is Anna?', 'Anna is me.']
  await ben.seesBody(...after)
  await ben.seesField('headline', 'Hanna, at last')
  await ben.types(' So there.')
  await ana.seesBody(after[0] + ' So there.', ...after.slice(1))

  await ana.page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  const copy = await desk.allAgree(story, ana, ben)
  expect(copy.body).toEqual(['Anna met Anna. And Anna again. So there.', 'Who is Anna?', 'Anna is me.'])
  expect(copy.headline).toBe('Anna, at last')
})

test('by keys alone: Enter goes on, Esc gives the copy back with the place selected, Ctrl+G goes on from there', async () => {
  const story = await desk.story(['A rope.', { a: 'My rope.' }, 'The rope.'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1, 0)
  await ana.presses('Control+h')
  await ana.types('rope')
  const panel = finds(ana)
  await ana.presses('Enter')
  await soon(() => panel.getByRole('status').textContent()).toBe('2 of 3')
  expect(await focused(ana)).toBe('Find')
  await ana.presses('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab')
  expect(await focused(ana)).toBe('Replace with')
  await ana.types('line')
  // The answer is passed by; what comes after it is replaced.
  await ana.presses('Enter', 'Enter')
  await ana.seesBody('A rope.', 'My rope.', 'The line.')
  await ana.presses('Escape')
  await soon(() => panel.count()).toBe(0)
  expect(await focused(ana)).toBe('Body of the story')
  await ana.types('string')
  await ana.seesBody('A string.', 'My rope.', 'The line.')
  await ana.presses('Control+z', 'Control+z')
  await ana.seesBody('A rope.', 'My rope.', 'The rope.')
  // Nothing is looked for any more: the key asks what.
  await ana.presses('Control+g')
  await soon(() => focused(ana)).toBe('Find')
  await ana.presses('Escape')
})

test('each thing that smart typing does is taken back by one undo, which leaves what was typed', async () => {
  const story = await desk.story([''])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1)
  await ana.types("\"It's '22--so...")
  await ana.seesBody('“It’s ’22—so…')
  await ana.presses('Control+z')
  await ana.seesBody('“It’s ’22—so...')
  await ana.presses('Control+z', 'Control+z')
  await ana.seesBody('“It’s ’22--')
  await ana.types('x')
  await ana.seesBody('“It’s ’22--x')
  // In the headline too.
  await ana.clicksField('headline')
  await ana.types('"Rope"--')
  await ana.seesField('headline', '“Rope”—')
  await ana.presses('Control+z')
  await ana.seesField('headline', '“Rope”--')
  await desk.allAgree(story, ana)
})

test('[UNI-08] nothing is changed under an input method; a quotation mark from a dead key is one, once it is there', async () => {
  const story = await desk.story([''])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  const cdp = await ana.context.newCDPSession(ana.page)
  const composes = (text: string) =>
    cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  for (const text of ['"', '"に', '"日本"']) await composes(text)
  await cdp.send('Input.insertText', { text: '"日本"' })
  await ben.seesBody('"日本"')
  await ana.types(' ')
  await composes("'")
  await cdp.send('Input.insertText', { text: "'" })
  await ben.seesBody('"日本" ‘')
  await ana.types("so'")
  await ana.presses('Control+z')
  await ben.seesBody('"日本" ‘so\'')
  await desk.allAgree(story, ana, ben)
})

test('a story in German is typed and checked as German; who wants no smart typing turns it off', async () => {
  const story = await desk.story([''])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ana.presses('Control+Shift+p')
  await ana.types('language')
  await ana.presses('Enter')
  await ana.page.getByLabel('The copy is in').selectOption('de')
  await ana.page.getByRole('button', { name: 'Set' }).click()
  for (const part of ['.ProseMirror', 'shared-field[data-name=headline]'])
    await soon(() => ben.page.locator(part).getAttribute('lang')).toBe('de')
  await ben.clicksInto(1)
  await ben.types('"So" ')
  await ana.seesBody('„So“ ')
  await ben.presses('Control+Shift+p')
  await ben.types('smart')
  await ben.presses('Enter')
  await soon(() => ben.page.locator('.toast').last().textContent()).toContain('Smart typing is off')
  await ben.clicksInto(1)
  await ben.types('"Nein"')
  await ana.seesBody('„So“ "Nein"')
  // Remembered by Ben's browser, and only his.
  await ben.reloads()
  await ben.page.locator('story-editor .ProseMirror').focus()
  await ben.presses('Control+End')
  await ben.types('"')
  await ana.seesBody('„So“ "Nein""')
  await ana.clicksInto(1)
  await ana.types('"')
  await ana.seesBody('„So“ "Nein""“')
})

test('the outline knows where the caret is, follows a colleague’s edits and leads there by keys', async () => {
  const story = await desk.story(['The lede.', { q: 'Who?' }, { a: 'Me.' }, { q: 'When?' }, { a: 'Now.' }])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(4)
  await ana.presses('Control+Alt+o')
  const outline = ana.page.getByRole('region', { name: 'Outline' })
  const rows = () => outline.locator('.part-text').allTextContents()
  await soon(async () => (await rows()).map((text) => text.trim())).toEqual(['The lede.', 'Who?', 'Me.', 'When?', 'Now.'])
  await soon(() => outline.locator('[aria-current=location]').textContent()).toContain('When?')
  await ben.clicksInto(2)
  await ben.types(' Exactly.')
  await soon(async () => (await rows())[1]?.trim()).toBe('Who? Exactly.')
  await ana.presses('ArrowUp', 'ArrowUp', 'Enter')
  await soon(() => focused(ana)).toBe('Body of the story')
  await ana.types('Well: ')
  await ana.seesBody('The lede.', 'Well: Who? Exactly.', 'Me.', 'When?', 'Now.')
  await ana.presses('Escape')
  await soon(() => outline.count()).toBe(0)
  await desk.allAgree(story, ana, ben)
})

test('words are counted for the story and what is selected; a target is everybody’s', async () => {
  const story = await desk.story(['One two three.', { q: 'Four five?' }, { a: 'Six.' }])
  const [ana, cleo] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Cleo', 'checker')]
  await desk.lets('Cleo', story, 'comment')
  await Promise.all([ana.opens(story), cleo.opens(story)])
  const foot = (window: Colleague) => async () =>
    (await window.page.locator('story-counts > :not(.counts-pop)').allTextContents()).map((text) =>
      text.replace(/\s+/g, ' ').trim(),
    )
  await soon(foot(ana)).toEqual(['6 words', '1 question · 1 answer', '1 min'])
  await ana.selects([1, 4], [2, 4])
  await soon(foot(ana)).toEqual(['6 words', '3 selected', '1 question · 1 answer', '1 min'])
  await ana.presses('Control+Shift+c')
  await soon(() => ana.page.getByRole('dialog', { name: 'Word count' }).locator('dl').innerText()).toMatch(
    /Questions\s+2 words, 67 %\s+Answers\s+1 word, 33 %\s+Selected\s+3 words/,
  )
  await ana.types('10')
  await ana.presses('Enter')
  await soon(() => focused(ana)).toBe('Body of the story')
  await soon(foot(cleo)).toEqual(['6 of 10 words', '1 question · 1 answer', '1 min'])
  await cleo.page.locator('.counts-open').click()
  await soon(() => cleo.page.getByRole('dialog', { name: 'Word count' }).innerText()).toContain('4 to go')
  expect((await desk.allAgree(story, ana, cleo)).body).toEqual(['One two three.', 'Four five?', 'Six.'])
})

test('on paper there is the copy, who speaks in it, and nothing to press', async () => {
  const story = await desk.story([{ q: 'Who?' }, { a: 'Me.' }], { headline: 'On paper' })
  const script = await desk.script(story)
  for (const [index, id, name] of [
    [0, 'q', 'Cora Stein'],
    [1, 'a', 'Mika Lund'],
  ] as const) {
    speakersOf(script.ydoc).set(id, { name, initials: '', kind: index === 0 ? 'interviewer' : 'subject' })
    ;(bodyOf(script.ydoc).get(index) as XmlElement).setAttribute('speaker', id)
  }
  const cleo = await desk.signIn('Cleo', 'checker', { colorScheme: 'dark' })
  await desk.lets('Cleo', story, 'read')
  await cleo.opens(story)
  await cleo.presses('Control+h')
  await cleo.types('me')
  await soon(() => finds(cleo).getByRole('status').textContent()).toBe('1 of 1')
  // Who only reads can look for words, and replace none.
  expect(await cleo.page.getByLabel('Replace with').count()).toBe(0)
  await cleo.page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await cleo.page.emulateMedia({ media: 'print' })
  expect(await cleo.page.locator('.print-cast li').allTextContents()).toEqual(['Q  Cora Stein', 'A  Mika Lund'])
  for (const part of ['.story-bar', '.story-bands', '.find-panel', '.story-foot'])
    expect(await cleo.page.locator(part).isVisible()).toBe(false)
  const look = await cleo.page.locator('.paper').evaluate((paper) => getComputedStyle(paper).backgroundColor)
  expect(look).toBe('rgb(255, 255, 255)')
})

test('only the copy: everything else goes, but not the word that it is not saved', async () => {
  const story = await desk.story(['Quiet.'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1)
  await ana.presses('Control+Alt+f')
  for (const part of ['.story-tools', '.story-foot', '.story-bar .back', '.save-state'])
    await soon(() => ana.page.locator(part).isVisible()).toBe(false)
  await ana.types(' Very.')
  await ana.goesOffline()
  await ana.types(' Yes.')
  await soon(() => ana.page.locator('.save-state').isVisible()).toBe(true)
  await soon(() => ana.page.locator('.save-state').innerText()).toMatch(/Not saved: \d/)
  await ana.comesBack()
  await soon(() => ana.page.locator('.save-state').isVisible()).toBe(false)
  await ana.presses('Escape')
  await soon(() => ana.page.locator('.story-tools').isVisible()).toBe(true)
  await ana.seesBody('Quiet. Very. Yes.')
})

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with the panels, ${scheme}`, async () => {
    const story = await desk.story(['A rope.', { q: 'A rope?' }, { a: 'My rope.' }], { headline: 'Rope' })
    const ana = await desk.signIn('Ana', 'editor', { colorScheme: scheme })
    await ana.opens(story)
    await ana.clicksInto(1)
    await ana.presses('Control+h')
    await ana.types('rope')
    await finds(ana).getByLabel('Replace with').fill('line')
    await finds(ana).getByRole('button', { name: 'Replace all (3)' }).waitFor()
    expect(await ana.axeFinds()).toEqual([])
    await ana.presses('Escape', 'Control+Alt+o')
    await ana.page.getByRole('region', { name: 'Outline' }).waitFor()
    expect(await ana.axeFinds()).toEqual([])
    await ana.presses('Escape', 'Control+Shift+c')
    await ana.types('5')
    await ana.presses('Enter', 'Control+Shift+c')
    await ana.page.getByRole('progressbar', { name: 'Words written of the target' }).waitFor()
    expect(await ana.axeFinds()).toEqual([])
    await ana.presses('Escape', 'Control+Alt+f')
    await ana.page.getByRole('button', { name: 'Show the tools' }).waitFor()
    expect(await ana.axeFinds()).toEqual([])
  })
}
