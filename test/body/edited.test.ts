/** Our own files after somebody worked on them elsewhere, and text, which can say least. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Node } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { toDocx } from '../../server/docx/write.ts'
import { NOWHERE } from '../../shared/body/html.ts'
import { toText } from '../../shared/body/text.ts'
import { readDocx, readText } from '../../shared/import/read.ts'
import { sample } from '../../shared/sample.ts'
import { schema } from '../../shared/schema.ts'
import { SETTINGS, type LabelStyle, type StoryText } from '../../shared/story.ts'
import { counter, SPEAKERS } from './stories.ts'

const p = (text: string, attrs: Record<string, unknown> = {}): Node => schema.node('paragraph', attrs, [schema.text(text)])
const story = (blocks: Node[]): StoryText => ({
  headline: 'The Sea',
  dek: '',
  byline: '',
  speakers: SPEAKERS,
  settings: { ...SETTINGS, labelStyle: 'full-then-initials' },
  body: schema.node('doc', null, blocks),
})

/** The file after somebody changed it, with every name of a style given another id, as some programs do. */
async function edited(made: StoryText, change: (xml: string) => string): Promise<Uint8Array> {
  const files = unzipSync(await toDocx(made, { outlet: '', pictures: new Map() }))
  const rename = (xml: string) => xml.replace(/(w:(?:styleId|pStyle w:val|rStyle w:val)=")(?=[A-Z])/g, '$1X')
  for (const name of ['word/document.xml', 'word/styles.xml']) files[name] = strToU8(rename(strFromU8(files[name]!)))
  files['word/document.xml'] = strToU8(change(strFromU8(files['word/document.xml']!)))
  return zipSync(files)
}

const paragraph = (style: string, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

/** Each block as its kind or role, who speaks, and its words. */
const lines = ({ body, speakers }: Pick<StoryText, 'body' | 'speakers'>): string[] =>
  body.children.map(({ type, attrs, textContent }) => {
    const name = type.name === 'paragraph' ? String(attrs.role) : type.name
    const speaker = speakers[String(attrs.speaker)]
    return `${name}${speaker === undefined ? '' : ` ${speaker.initials}`}: ${textContent}`
  })

test('what was typed into our file in Word is in the story, in its place and its part of the talk', async () => {
  const made = story([
    p('The lede.'),
    p('Why?', { role: 'question', speaker: 's1' }),
    p('Because.', { role: 'answer', speaker: 's2' }),
    schema.node('notice', { kind: 'disclosure' }, [p('We were paid.')]),
  ])
  const bytes = await edited(made, (xml) =>
    xml
      .replace('Because.', 'Because of the tide.')
      // Enter, and on in the same style; then a line with no style, and a heading of Word's own.
      .replace(/(Because of the tide\.<\/w:t><\/w:r><\/w:p>)/, `$1${paragraph('XAnswer2', 'And the moon.')}<w:p/>`)
      .replace('</w:body>', `<w:p><w:r><w:t>Added at the end.</w:t></w:r></w:p>${paragraph('XHeading3', 'And more')}</w:body>`),
  )
  const back = readDocx(bytes, counter())
  expect(back.headline).toBe('The Sea')
  expect(lines(back)).toEqual([
    'body: The lede.',
    'question ML: Why?',
    'answer JOV: Because of the tide.',
    'answer JOV: And the moon.',
    'notice: We were paid.',
    'body: Added at the end.',
    'heading: And more',
  ])
  expect(back.settings.labelStyle).toBe('full-then-initials')
  // The label at the head of a turn is no word of it, and who was asked about nothing is asked about nothing.
  expect(back.unsure).toBe(0)
})

test('a change that Word has tracked in our file is listed, as in any other', async () => {
  const bytes = await edited(story([p('Why?', { role: 'question', speaker: 's1' })]), (xml) =>
    xml.replace(
      '</w:body>',
      `<w:p><w:pPr><w:pStyle w:val="XAnswer2"/></w:pPr><w:r><w:t>Because</w:t></w:r><w:ins w:author="Ana" w:date="2026-01-02T03:04:05Z"><w:r><w:t xml:space="preserve"> I said so</w:t></w:r></w:ins></w:p></w:body>`,
    ),
  )
  const back = readDocx(bytes, counter())
  expect(lines(back).at(-1)).toBe('answer JOV: Because I said so')
  expect(back.remarks).toMatchObject([{ kind: 'inserted', who: 'Ana', words: 'I said so' }])
})

test('properties that somebody broke lose the speakers’ kinds, never a word', async () => {
  const files = unzipSync(
    await toDocx(story([p('Because.', { role: 'answer', speaker: 's2' })]), { outlet: '', pictures: new Map() }),
  )
  const custom = strFromU8(files['docProps/custom.xml']!)
  files['docProps/custom.xml'] = strToU8(custom.replace(/\{&quot;name&quot;/g, '{name'))
  const back = readDocx(zipSync(files), counter())
  expect(lines(back)).toEqual(['answer : Because.'])
  expect(Object.values(back.speakers).map(({ name }) => name)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 3'])
})

test('a labelled interview as plain text comes back with its questions, answers and speakers, and nothing unsure', () => {
  const whole = sample(counter())
  // A text has no headings: in the middle of an answer one would read as words of it.
  const made = {
    ...whole,
    body: schema.node(
      'doc',
      null,
      whole.body.children.filter(({ type }) => type.name !== 'heading'),
    ),
  }
  for (const labelStyle of ['bold', 'full-then-initials', 'full-then-surname', 'full'] satisfies LabelStyle[]) {
    const settings = { ...SETTINGS, labelStyle }
    const text = toText({ ...made, headline: '', dek: '', byline: '', settings }, NOWHERE)
    const back = readText(text, counter())
    const talk = (of: Pick<StoryText, 'body' | 'speakers'>) => lines(of).filter((line) => /^(question|answer)/.test(line))
    expect(talk(back), labelStyle).toEqual(talk(made))
    expect(back.unsure, labelStyle).toBe(0)
  }
})
