/** Talks as zines, bands, school papers and other tongues have them: whatever sets off who speaks, the reading sees it, too. */
import { expect, test } from 'vitest'
import { readHtml, readMarkdown, readText, type Reading } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { paragraphsOf } from './truth.ts'

const text = (source: string): Reading => readText(source, counter())
const md = (source: string): Reading => readMarkdown(source, counter())
const html = (source: string): Reading => readHtml(source, counter())

/** One line a paragraph: role, who speaks, the words. */
const script = (reading: Reading): string[] =>
  paragraphsOf(reading).map((one) => `${one.role}${one.guess ? '?' : ''} ${one.speaker ?? '-'}: ${one.text}`)
const roles = (reading: Reading): string =>
  paragraphsOf(reading)
    .map(({ role, guess }) => role + (guess ? '?' : ''))
    .join(' ')

const SAID = ['Where do you live?', 'In a boat.', 'Is it cold there?', 'I have a stove.', 'And a cat?', 'The cat has me.']
const BOTH = SAID.map((words, i) => `${i % 2 === 0 ? 'Q' : 'A'} -: ${words}`)

test('the name of whoever speaks as a heading above each turn, as transcripts have it', () => {
  const source = SAID.map((words, i) => `### ${i % 2 === 0 ? 'Ada Brill' : 'Nora Vey'}\n\n${words}`).join('\n\n')
  expect(script(md(source))).toEqual(SAID.map((words, i) => (i % 2 === 0 ? `Q Ada Brill: ${words}` : `A Nora Vey: ${words}`)))
  // The same headings under each of several things are headings.
  const tests = ['Barge', 'Dinghy', 'Raft'].map(
    (boat) => `## ${boat}\n\n### Setup\n\nIt took me a day.\n\n### Result\n\nIt sank.`,
  )
  expect(md(tests.join('\n\n')).turns).toBe(0)
})

test('a name in italics before each turn, without a colon', () => {
  const source = SAID.map((words, i) => `<p><em>${i % 2 === 0 ? 'Ik' : 'Nora'}</em>&nbsp; ${words}</p>`).join('')
  expect(script(html(source))).toEqual(SAID.map((words, i) => (i % 2 === 0 ? `Q Ik: ${words}` : `A Nora: ${words}`)))
  // Titles in italics begin a paragraph now and then.
  const titles = SAID.map((words, i) => (i > 3 ? words : `*${i % 2 === 0 ? 'Tides' : 'Locks'}* came later. ${words}`))
  expect(Object.keys(md(titles.join('\n\n')).speakers)).toEqual([])
})

test('the list of questions in headings, and what is asked besides in bold', () => {
  const source = `**So.**

## Q1: Where do you live?

In a boat.

**In a boat!**

In a boat, yes.

**That sounds cold.**

I have a stove.

## Q2: Who else lives there?

A cat.

**Does it like the water?**

It has never said so.

**And you, do you?**

I do.`
  expect(roles(md(source))).toBe('Q Q A Q A Q A Q A Q A Q A')
})

test('two who chat: bold turns, few of which ask', () => {
  const asides = ['You have gone to fairs as well.', 'We will find out!', 'That was a good one.', 'So it did rain.', 'No, go on.']
  const turns = ['Where do you live?', ...asides, 'And the cat?', ...asides, 'Anything else?']
  const source = turns.map((words, i) => `<p><b>${words}</b><br><br>I said so to number ${i}.</p>`).join('')
  expect(roles(html(source))).toBe(turns.map(() => 'Q A').join(' '))
})

test('a whole talk in one paragraph, line by line', () => {
  const source = SAID.map((words, i) => (i % 2 === 0 ? `***${words}***` : words)).join('\n')
  expect(script(md(source))).toEqual(BOTH)
})

test('bold that one question forgot to close ends with it, not with the page', () => {
  const source = SAID.map((words, i) =>
    i % 2 === 0 ? `<p><strong>${words}${i === 2 ? '' : '</strong>'}</p>` : `<p><em>${words}</em></p>`,
  )
  expect(script(html(source.join('\n')))).toEqual(BOTH)
})

test('a question each from several people, in bold with their names; the one who answers needs none', () => {
  const names = ['Ada Brill', 'Olga Lund', 'Ada Brill', 'Olga Lund']
  const asked = ['Where do you live?', 'Is it cold there?', 'And a cat?', 'Tell us about the stove.']
  const source = names.map((name, i) => `**${name}: ${asked[i] ?? ''}**\n\nSo to say, in a boat.\n\nIt is number ${i}.`)
  expect(script(md(source.join('\n\n')))).toEqual(
    names.flatMap((name, i) => [`Q ${name}: ${asked[i] ?? ''}`, 'A -: So to say, in a boat.', `A -: It is number ${i}.`]),
  )
})

test('French questions as headings, with the blank that does not break after the signs; one of them a level too high', () => {
  const source =
    '###\u00a0Où habites-tu ?\nSur un bateau.\n\n## Et le reste ?\n\nUn chat.\n\n###\u00a0Il fait froid ?\nJ’ai un poêle.'
  expect(roles(md(source))).toBe('Q A Q A Q A')
})

test('where to read and to buy, in other tongues, and what only a writer says to readers', () => {
  const talk = '**Dove abiti?**\n\nSu una barca.\n\n**E il gatto?**\n\nIl gatto ha me.\n\n'
  for (const call of ['Leggi tutto: La barca', 'Lisez le livre de Nora Vey', 'Przeczytaj więcej o barkach'])
    expect(roles(md(`${talk}Non dorme mai.\n\n${call}`))).toBe('Q A Q A A B')
  expect(roles(md(`${talk}**Grazie.**\n\nIf you liked this interview you can buy me a coffee.`))).toBe('Q A Q A Q B')
  // Who answers says such words, too, but of themselves.
  expect(roles(text('Q: Where?\n\nA: Here.\n\nQ: Was noch?\n\nA: Folgt mir, ich zeige es Ihnen.'))).toBe('Q A Q A')
})

test('the words alone, in other tongues: you, I and what asks are known by their own words', () => {
  const talks = [
    // Dutch
    [
      'Woont u al lang op deze boot?',
      'Ja, ik woon hier al twintig jaar, en ik wil niet meer weg.',
      'Hoe is dat in de winter?',
      'Koud. Maar ik heb een kachel en een kat, dat scheelt.',
      'Vindt u het niet eenzaam?',
      'Nee, mijn buren komen elke dag, en dan drinken we koffie.',
    ],
    // Polish
    [
      'Od kiedy mieszka pan na barce?',
      'Mieszkam tu od dwudziestu lat i nie chcę już wracać do miasta.',
      'Czy zimą nie jest panu zimno?',
      'Nie, mam piec, który jest mały, ale mi wystarcza.',
      'Co mówią na to pana sąsiedzi?',
      'Moi sąsiedzi mówią, że jestem szalony, i ja się z nimi zgadzam.',
    ],
    // Hebrew
    [
      'כמה זמן אתה גר על הסירה?',
      'אני גר כאן עשרים שנה, ואני לא רוצה לחזור לעיר.',
      'האם לא קר לך בחורף?',
      'לא, יש לי תנור קטן וזה מספיק לי.',
      'מה אומרים על זה השכנים שלך?',
      'הם אומרים שאני משוגע, וגם אני חושב כך.',
    ],
  ]
  for (const talk of talks) {
    const told = paragraphsOf(text(talk.join('\n\n')))
    expect(told.filter(({ role, guess }, i) => !guess && role !== 'QA'.charAt(i % 2))).toEqual([])
    expect(told.filter(({ guess }) => guess).length).toBeLessThanOrEqual(1)
  }
})

test('who is introduced between answers, a question put as a statement, and last words to nobody are asked about', () => {
  const talk = SAID.concat(
    'How long have you lived there?',
    'I have lived there for a winter, and I know each of its planks by its noise.',
  )
  const told = (...more: string[]) => paragraphsOf(text([...talk, ...more].join('\n\n'))).at(-1)
  expect(told('Olga Lund is a boatwright. In addition to barges she restores weather vanes.')?.guess).toBe(true)
  const put = paragraphsOf(text([...talk.slice(0, 4), 'I heard that the harbour will close.', ...talk.slice(4)].join('\n\n')))
  expect(put[4]?.guess === true || put[4]?.role === 'Q').toBe(true)
  expect(told('Looking forward to seeing you on the quay!')?.guess).toBe(true)
})
