/** The house style in real browsers: the walk through what was found, by keys, and a rule from its making to its finding. */
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { bodyOf } from '../../shared/story.ts'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

const marked = (window: Colleague) => window.page.locator('story-editor .issue').allInnerTexts()
const told = (window: Colleague) => window.page.locator('issue-card [role=status]').textContent()
const selected = (window: Colleague) => window.page.evaluate(() => String(getSelection()))

test('F8 walks through all that was found, in the order of the text; each is changed or let stand by keys, for everybody', async () => {
  const story = await desk.story(['The the boats of Holm.', { q: 'And [TK]?' }, { a: 'It was the the ferry, in ‘22.' }], {
    headline: 'A a boat',
  })
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'checker')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  const all = ['The the', '[TK]', 'the the', '‘22']
  await soon(() => marked(ana)).toEqual(all)
  await soon(() => marked(ben)).toEqual(all)

  await ana.clicksInto(1)
  await ana.presses('Home', 'F8')
  await soon(() => told(ana)).toContain('A word twice: “The the”')
  expect(await selected(ana)).toBe('The the')
  await ana.presses('Control+.')
  await ana.seesBody('The boats of Holm.', 'And [TK]?', 'It was the the ferry, in ‘22.')
  await ana.presses('Control+z')
  await ana.seesBody('The the boats of Holm.', 'And [TK]?', 'It was the the ferry, in ‘22.')
  await soon(() => marked(ana)).toEqual(all)

  await ana.clicksInto(2, 0)
  await ana.presses('F8')
  await soon(() => told(ana)).toContain('Still to come: TK')
  await ana.presses('Control+Shift+.')
  const rest = ['The the', 'the the', '‘22']
  await soon(() => marked(ana)).toEqual(rest)
  await soon(() => marked(ben)).toEqual(rest)

  // Spoken words are not changed by a key: there is a button that says what it means.
  await ana.presses('F8')
  await soon(() => told(ana)).toContain('check the tape')
  await ana.presses('Control+.')
  expect((await ana.reads()).body[2]).toBe('It was the the ferry, in ‘22.')
  await ana.page.getByRole('button', { name: 'Change, the tape says so' }).click()
  await ana.seesBody('The the boats of Holm.', 'And [TK]?', 'It was the ferry, in ‘22.')

  // Only a mark: that is no spoken word.
  await soon(() => marked(ana)).toEqual(['The the', '‘22'])
  await ana.presses('F8')
  await soon(() => told(ana)).toContain('Only marks change')
  await ana.presses('Control+.')
  await ana.seesBody('The the boats of Holm.', 'And [TK]?', 'It was the ferry, in ’22.')

  await soon(() => marked(ana)).toEqual(['The the'])
  await ana.presses('F8')
  await soon(() => told(ana)).toContain('“A a”')
  expect(
    await ana.field('headline').evaluate((area: HTMLTextAreaElement) => [document.activeElement === area, area.selectionEnd]),
  ).toEqual([true, 3])
  await ana.presses('Escape')
  await soon(() => ana.page.locator('.issue-card').count()).toBe(0)
  expect((await desk.allAgree(story, ana)).body[2]).toBe('It was the ferry, in ’22.')
  // Who only reads walks through them too, and is offered nothing to change.
  await desk.lets('Ben', story, 'read')
  await ben.page.locator('save-state').getByText('Reading').first().waitFor()
  await ben.presses('F8')
  await ben.page.locator('.issue-card').waitFor()
  expect(await ben.page.getByRole('button', { name: /^(Change|Let it stand)/ }).count()).toBe(0)
})

test('the list has all of them, leaves out a kind one does not want to see, and brings back what was let stand', async () => {
  const story = await desk.story(['The the boats cost 30%.', { q: 'And [TK]?' }])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await soon(() => marked(ana)).toEqual(['The the', '30%', '[TK]'])
  await ana.clicksInto(1)
  await ana.presses('Control+Alt+k')
  const lines = ana.page.locator('.issue-line')
  await soon(() => lines.count()).toBe(3)
  await soon(() => ana.page.evaluate(() => document.activeElement?.className)).toBe('issue-line')
  await ana.presses('ArrowDown', 'ArrowDown', 'Enter')
  await soon(() => told(ana)).toContain('Still to come: TK')
  expect(await ana.axeFinds()).toEqual([])
  await ana.presses('Control+Shift+.')
  await soon(() => lines.count()).toBe(2)
  await ana.page.getByRole('button', { name: /^Check/ }).click()
  await soon(() => marked(ana)).toEqual(['The the'])
  await ana.page.getByText('Let stand: 1').click()
  await ana.page.getByRole('button', { name: 'Show again' }).click()
  await soon(() => marked(ana)).toEqual(['The the', '[TK]'])
  await ana.page.getByRole('button', { name: /^Check/ }).click()
  // In a headline that is longer than all that is written below it.
  await ana.opens(await desk.story([], { headline: 'Nothing is written yet of the the boats' }))
  await ana.clicksInto(0)
  // Until it has been looked through.
  await soon(async () => {
    await ana.presses('F8')
    return told(ana)
  }).toContain('A word twice: “the the”')
})

test('a rule is made, tried on what was written, switched on, and finds its words in a story', async () => {
  const story = await desk.story(['Our advisor came.', { a: 'My advisor.' }], { headline: 'The last advisor' })
  const ana = await desk.signIn('Ana', 'editor', { colorScheme: 'dark' })
  await ana.goesTo('/desk/style')
  await ana.page.getByRole('heading', { name: 'House style' }).waitFor()
  expect(await ana.axeFinds()).toEqual([])
  await ana.presses('n')
  await ana.page.getByLabel('Find', { exact: true }).fill('advisor')
  await ana.page.getByLabel('Write instead').fill('adviser')
  await ana.page.getByLabel('What the editor is told').fill('The house spells it adviser.')
  await ana.page.getByLabel('Must be found').fill('An advisor')
  await ana.page.getByText('An adviser').waitFor()
  await ana.page.getByLabel('Must be left alone').fill('The advisor')
  await ana.page.getByText('is found at “advisor”').waitFor()
  expect(await ana.axeFinds()).toEqual([])
  await ana.page.getByLabel('Must be left alone').fill('')
  await ana.page.getByRole('button', { name: 'Add the rule' }).click()

  await ana.page.getByRole('switch', { name: /^Rule on: The house spells/ }).click()
  const trial = ana.page.getByRole('dialog', { name: 'Tried on all stories' })
  await trial.getByText('2 times').waitFor()
  expect(await trial.locator('mark').allInnerTexts()).toEqual(['advisor', 'advisor'])
  expect(await ana.axeFinds()).toEqual([])
  await trial.getByRole('button', { name: 'Switch on' }).click()
  await soon(() => ana.page.getByRole('switch', { name: /^Rule on/ }).isChecked()).toBe(true)
  await ana.page.getByRole('switch', { name: 'Numbers: on' }).click()
  await ana.page.getByText('16 on').waitFor()

  await ana.opens(story)
  await soon(() => marked(ana)).toEqual(['advisor'])
  await ana.clicksInto(1, 0)
  await ana.presses('F8', 'Control+.')
  await ana.seesBody('Our adviser came.', 'My advisor.')
})

/** A story whose words beside the text are odd: byline, caption, credit, link card and what stands in place of a player. */
async function odd(): Promise<string> {
  const story = await desk.story(['The boats of Holm.', 'They lie still.'], { headline: 'Boats', byline: 'By by Ana Berg' })
  const script = await desk.script(story)
  const block = (name: string, attrs: Record<string, string>): Y.XmlElement => {
    const one = new Y.XmlElement(name)
    for (const [attribute, value] of Object.entries(attrs)) one.setAttribute(attribute, value)
    return one
  }
  const caption = 'The the boats of Holm'
  bodyOf(script.ydoc).insert(1, [
    block('image', { id: 'picture00001', alt: 'A boat', caption, credit: 'Ana  Berg' }),
    block('linkCard', { id: 'card00000001', url: 'https://a.example', title: 'The boat boat book' }),
    block('embed', { id: 'player000001', url: 'https://a.example', title: 'A song', fallbackText: 'And and a song' }),
  ])
  return story
}
const caption = (window: Colleague) => window.page.locator('story-editor figcaption').innerText()
const beside = (window: Colleague) => window.page.locator('story-editor .issue-beside').count()
/** Which words the browser underlines beside pictures and in cards. */
const underlined = (window: Colleague) =>
  window.page.evaluate(() => [...(CSS.highlights.get('issue-wrong') ?? [])].map((range) => String(range)))

test('F8 leads to a byline, a caption, a card and a player; each is changed by a key, taken back as one step, and kept beside what a colleague writes', async () => {
  const story = await odd()
  const [ana, dan] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Dan', 'writer', { colorScheme: 'dark' })]
  await Promise.all([ana.opens(story), dan.opens(story)])
  await soon(() => beside(ana)).toBe(3)
  await soon(() => underlined(ana)).toEqual(['The the', '  ', 'boat boat'])
  const above = () => ana.page.locator('[data-name=byline] .field-marks .issue').allInnerTexts()
  await soon(above).toEqual(['By by'])

  await ana.clicksField('headline')
  await ana.presses('F8')
  await soon(() => told(ana)).toContain('In the byline. A word twice: “By by”')
  await ana.presses('Control+.')
  await dan.seesField('byline', 'By Ana Berg')
  await soon(above).toEqual([])
  await ana.presses('Control+z')
  await dan.seesField('byline', 'By by Ana Berg')
  await soon(above).toEqual(['By by'])

  await ana.presses('F8', 'F8')
  await soon(() => told(ana)).toContain('In the caption of a picture. A word twice: “The the”')
  await ana.presses('Control+.')
  await soon(() => caption(dan)).toMatch(/^The boats/)
  await ana.presses('Control+z')
  await soon(() => caption(dan)).toMatch(/^The the/)
  await soon(() => underlined(ana)).toContain('The the')

  // Dan has the picture's words open, and writes in them while Ana has them changed.
  await dan.page.getByRole('button', { name: /Edit$/ }).first().click()
  const words = dan.page.getByRole('dialog', { name: 'Picture' })
  await words.getByLabel('Caption').fill('The the boats of Holm, in spring')
  await ana.presses('F8')
  await soon(() => told(ana)).toContain('In the caption of a picture. A word twice: “The the”')
  await ana.presses('Control+.')
  await soon(() => words.getByLabel('Caption').inputValue()).toBe('The boats of Holm, in spring')
  await dan.presses('Escape')
  await soon(() => caption(ana)).toContain('The boats of Holm, in spring')

  // Enter leads to the very words, in the form that has them.
  await ana.presses('F8')
  await soon(() => told(ana)).toContain('In the credit of a picture. Two blanks')
  await ana.presses('Enter')
  const form = ana.page.getByRole('dialog', { name: 'Picture' })
  await soon(() =>
    form.getByLabel('Credit').evaluate((line: HTMLInputElement) => [line.selectionStart, line.selectionEnd]),
  ).toEqual([3, 5])
  await ana.presses('Escape')

  await ana.presses('F8')
  await soon(() => told(ana)).toContain('In the title of a card. A word twice: “boat boat”')
  expect(await ana.axeFinds()).toEqual([])
  await ana.presses('Control+.')
  await dan.page.getByText('The boat book').waitFor()
  await ana.presses('F8')
  await soon(() => told(ana)).toContain('In what stands in place of a player or post. A word twice: “And and”')
  await ana.presses('Control+Shift+.')
  await soon(() => beside(ana)).toBe(1)

  // Who only reads is led there too, sees the words, and is offered nothing to change.
  await desk.lets('Dan', story, 'read')
  await dan.page.locator('save-state').getByText('Reading').first().waitFor()
  await dan.clicksField('dek')
  await dan.presses('F8', 'F8')
  await soon(() => told(dan)).toContain('In the credit of a picture')
  expect(await dan.page.getByRole('button', { name: /^(Change|Let it stand)/ }).count()).toBe(0)
  await dan.page.getByRole('button', { name: /^Show/ }).last().waitFor()
  expect(await dan.axeFinds()).toEqual([])
})

test('while one suggests, what is changed beside the text becomes a suggestion', async () => {
  const story = await odd()
  const [ana, cleo] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Cleo', 'checker')]
  await Promise.all([ana.opens(story), cleo.opens(story)])
  await soon(() => beside(cleo)).toBe(3)
  await cleo.page.locator('.mode-switch.is-suggesting').waitFor()
  await cleo.clicksInto(1)
  await cleo.presses('F8')
  await soon(() => told(cleo)).toContain('In the caption of a picture')
  await cleo.presses('Control+.')
  await soon(() => caption(cleo)).toMatch(/^The boats/)
  await ana.page.locator('suggestion-card article').waitFor()
  expect(await caption(ana)).toMatch(/^The the boats/)
})
