/** With the keyboard alone, and for a screen reader: into a story, through its tools, and out again. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

const focused = (window: Colleague) =>
  window.page.evaluate(() => {
    const at = document.activeElement
    return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? ''
  })

/** Presses Tab, or Shift+Tab, until the focus is there. */
async function tabsTo(window: Colleague, name: string | RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let i = 0; i < 40; i++) {
    await window.presses(key)
    const at = await focused(window)
    if (typeof name === 'string' ? at === name : name.test(at)) return
    passed.push(at)
  }
  throw new Error(`${key} does not lead to ${name}; it passed ${passed.join(' | ')}`)
}

test('[A11-01] [A11-06] from the desk into a story, typing, and out to Share, without a mouse; the focus comes back from each dialog', async () => {
  const story = await desk.story([{ q: 'Who?' }, { a: 'Me' }], { headline: 'By keys alone' })
  const ana = await desk.signIn('Ana', 'editor')
  await ana.goesTo('/desk')
  await ana.page.getByText('By keys alone').waitFor()
  await ana.presses('j', 'Enter')
  await ana.isIn()
  await tabsTo(ana, 'Headline')
  await ana.presses('End')
  await ana.types('!')
  // Enter leads from field to field and into the copy.
  await ana.presses('Enter')
  expect(await focused(ana)).toBe('Dek')
  await ana.types('A dek')
  await ana.presses('Enter')
  expect(await focused(ana)).toBe('Byline')
  await ana.presses('Enter')
  expect(await focused(ana)).toBe('Body of the story')
  await ana.presses('Control+End')
  await ana.types('.')
  await ana.seesBody('Who?', 'Me.')

  // The keys of the interview: Enter in an answer, on an empty one, and after a question.
  await ana.presses('Enter', 'Enter')
  await ana.types('Really?')
  await ana.presses('Enter')
  await ana.types('Yes')
  const roles = () =>
    ana.page
      .locator('story-editor .ProseMirror > p')
      .evaluateAll((all) => all.map((p) => `${p.getAttribute('data-role')}: ${p.textContent}`))
  await soon(roles).toEqual(['question: Who?', 'answer: Me.', 'question: Really?', 'answer: Yes'])
  await ana.presses('F2')
  await soon(roles).toEqual(['question: Who?', 'answer: Me.', 'question: Really?', 'question: Yes'])
  await ana.presses('F2')

  // Help, and back to the copy.
  await ana.presses('Control+/')
  await ana.page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await ana.presses('Escape')
  await soon(() => focused(ana)).toBe('Body of the story')
  await ana.types('!')
  await ana.seesBody('Who?', 'Me.', 'Really?', 'Yes!')

  // No trap: out backwards to Share, into its dialog and back to the button.
  await tabsTo(ana, 'Share', 'Shift+Tab')
  await ana.presses('Enter')
  await ana.page.getByRole('dialog', { name: 'Share this story' }).waitFor()
  await ana.presses('Escape')
  await soon(() => focused(ana)).toBe('Share')
  // And forwards through the copy too.
  await tabsTo(ana, 'Body of the story')
  await ana.presses('Tab')
  expect(await focused(ana)).not.toBe('Body of the story')
  expect((await desk.allAgree(story, ana)).headline).toBe('By keys alone!')
})

test('[A11-05] the tool bar is one stop; arrows move in it, the focus is seen, and buttons say whether they are on', async () => {
  const story = await desk.story([{ q: 'Who?' }, { a: 'Me' }])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(2)
  const pressed = (name: string) =>
    ana.page.getByRole('toolbar').getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
  await soon(() => pressed('Answer')).toBe('true')
  expect(await pressed('Question')).toBe('false')
  await tabsTo(ana, /^Question$/, 'Shift+Tab')
  const outline = await ana.page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement!)
    return { drawn: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none' }
  })
  expect(outline.drawn).toBe(true)
  await ana.presses('ArrowRight', 'ArrowRight')
  expect(await focused(ana)).toBe('Paragraph')
  await ana.presses('Enter')
  await soon(() => pressed('Paragraph')).toBe('true')
  await soon(() => focused(ana)).toBe('Body of the story')
})

test('the walk through unsure paragraphs goes by keys: F8 to the next, F2 flips', async () => {
  const story = await desk.story(['Before.', 'Could it be a question?', 'Then this could answer it.'])
  const script = await desk.script(story)
  const { bodyOf } = await import('../../shared/story.ts')
  for (const [index, role] of [
    [1, 'question'],
    [2, 'question'],
  ] as const) {
    const paragraph = bodyOf(script.ydoc).get(index) as import('yjs').XmlElement
    paragraph.setAttribute('role', role)
    paragraph.setAttribute('roleState', 'guess')
  }
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  const strip = ana.page.getByRole('region', { name: 'Unsure paragraphs' })
  await soon(() => strip.locator('p').textContent()).toMatch(/2\s+unsure/)
  await ana.clicksInto(1)
  await ana.presses('F8', 'F8', 'F2')
  await soon(() => strip.locator('p').textContent()).toMatch(/1\s+unsure/)
  await soon(() => ana.page.locator('story-editor [data-role=answer]').allTextContents()).toEqual(['Then this could answer it.'])
})

for (const scheme of ['light', 'dark'] as const) {
  test(`[A11-03] axe finds nothing wrong on the story page and in its dialogs, ${scheme}`, async () => {
    const story = await desk.story([{ q: 'Who?' }, { a: 'Me, <b>really</b>.' }, 'A closing line.'], {
      headline: 'Axe',
      dek: 'A dek',
    })
    const [ana, ben] = [
      await desk.signIn('Ana', 'editor', { colorScheme: scheme }),
      await desk.signIn('Ben', 'writer', { colorScheme: scheme }),
    ]
    await Promise.all([ana.opens(story), ben.opens(story)])
    await ben.clicksInto(2)
    await soon(() => ana.carets()).toMatchObject([{ name: 'Ben' }])
    await ana.clicksInto(1)
    expect(await ana.axeFinds()).toEqual([])
    await ana.presses('Control+/')
    await ana.page.getByRole('dialog', { name: 'Keys' }).waitFor()
    expect(await ana.axeFinds()).toEqual([])
    await ana.presses('Escape')
    await ana.selects([1, 0], [1, 3])
    await ana.presses('Control+k')
    await ana.page.getByRole('dialog', { name: 'Link' }).waitFor()
    expect(await ana.axeFinds()).toEqual([])
    await ana.presses('Escape')
    await ana.page.getByRole('button', { name: 'Share', exact: true }).click()
    expect(await ana.axeFinds()).toEqual([])
    // With words selected it offers to have them read back.
    await ana.page.getByRole('tab', { name: 'Invite' }).click()
    await ana.page.getByRole('button', { name: 'Make a link' }).click()
    await ana.page.locator('#share-link').waitFor()
    expect(await ana.axeFinds()).toEqual([])
    await ana.presses('Escape')
    await ana.goesOffline()
    await ana.clicksInto(1)
    await ana.types('!')
    await ana.says(/^Not saved/)
    expect(await ana.axeFinds()).toEqual([])
    // A reader's page, and one of a story that is gone.
    const cleo = await desk.signIn('Cleo', 'checker', { colorScheme: scheme })
    await desk.lets('Cleo', story, 'read')
    desk.forgive(/status of 404/)
    for (const [window, path] of [
      [cleo, story],
      [cleo, 'nosuchstory1'],
    ] as const) {
      await window.goesTo(`/desk/story/${path}`)
      await window.page.locator('story-editor .ProseMirror, .story-trouble').first().waitFor()
      expect(await window.axeFinds()).toEqual([])
    }
  })
}
