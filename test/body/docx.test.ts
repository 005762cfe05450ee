/** The Word file: what is in it is what Word's own rules ask for, and says what each paragraph is. */
import { strFromU8, unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { describe, expect, test } from 'vitest'
import type { FileThread } from '../../server/docx/comments.ts'
import { DocxWriter } from '../../server/docx/docx-writer.ts'
import { asUri } from '../../server/docx/runs.ts'
import { toDocx, type Picture } from '../../server/docx/write.ts'
import { schema } from '../../shared/schema.ts'
import { SETTINGS, type LabelStyle, type StoryText } from '../../shared/story.ts'
import { TurnedClock } from '../clock.ts'
import { madeUpStory, SPEAKERS } from './stories.ts'

/** An element of a part, with the words right under it. */
type Element = { name: string; attributes: Record<string, string>; text: string; inside: string[] }

function elements(xml: string): Element[] {
  const out: Element[] = []
  const open: Element[] = []
  // Throws where the part is not well-formed.
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const one = { name, attributes: attributes as Record<string, string>, text: '', inside: open.map((at) => at.name) }
    open.push(one)
    out.push(one)
  })
  parser.on('text', (text) => {
    if (open.length > 0) open.at(-1)!.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return out
}

async function word(story: StoryText, pictures: ReadonlyMap<string, Picture> = new Map(), threads: FileThread[] = []) {
  const files = unzipSync(await toDocx(story, { outlet: 'The Holm Courier', pictures, threads }))
  const part = (name: string): Element[] => elements(strFromU8(files[name]!))
  return { files, part, body: part('word/document.xml') }
}

const all = (part: Element[], name: string, attribute: string): string[] =>
  part.filter((one) => one.name === name).map((one) => one.attributes[attribute] ?? '')

/** Style and words of every paragraph. */
function paragraphs(body: Element[]): string[] {
  const out: { style: string; text: string }[] = []
  for (const { name, attributes, text } of body) {
    const last = out.at(-1)
    if (name === 'w:p') out.push({ style: 'Normal', text: '' })
    else if (last === undefined) continue
    else if (name === 'w:pStyle') last.style = attributes['w:val']!
    else if (name === 'w:t') last.text += text
    else if (name === 'w:tab') last.text += '\t'
    else if (name === 'w:br') last.text += '\n'
  }
  return out.map(({ style, text }) => `${style}: ${text}`)
}

const p = (text: string, attrs: Record<string, unknown> = {}) => schema.node('paragraph', attrs, [schema.text(text)])
const story = (blocks: ReturnType<typeof p>[], labelStyle: LabelStyle = 'bold', lang = ''): StoryText => ({
  headline: 'The Sea',
  dek: 'And who reads it',
  byline: 'Mara Lind',
  speakers: SPEAKERS,
  settings: { ...SETTINGS, labelStyle, lang },
  body: schema.node('doc', null, blocks),
})

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)

test('is whole, whatever the story: well-formed parts, and every style, list, link and picture it names is there', async () => {
  for (let seed = 1; seed <= 4; seed += 1) {
    const made = madeUpStory(seed)
    const { files, part, body } = await word(made, new Map([['asset-3', { bytes: PNG, type: 'png', width: 1, height: 1 }]]))
    for (const [name, bytes] of Object.entries(files)) if (/\.(xml|rels)$/.test(name)) elements(strFromU8(bytes))
    const styles = all(part('word/styles.xml'), 'w:style', 'w:styleId')
    const lists = all(part('word/numbering.xml'), 'w:num', 'w:numId')
    const relations = all(part('word/_rels/document.xml.rels'), 'Relationship', 'Id')
    const named = [...all(body, 'w:pStyle', 'w:val'), ...all(body, 'w:rStyle', 'w:val')]
    expect(styles, `seed ${seed}`).toEqual(expect.arrayContaining([...new Set(named)]))
    expect(new Set(styles).size, `seed ${seed}`).toBe(styles.length)
    expect(lists, `seed ${seed}`).toEqual(expect.arrayContaining([...new Set(all(body, 'w:numId', 'w:val'))]))
    expect(relations, `seed ${seed}`).toEqual(
      expect.arrayContaining([...all(body, 'w:hyperlink', 'r:id'), ...all(body, 'a:blip', 'r:embed')]),
    )
    const marks = all(body, 'w:bookmarkStart', 'w:name')
    expect(new Set(marks).size, `seed ${seed}`).toBe(marks.length)
    // Word cuts longer names off, and then two may be one.
    for (const mark of marks) expect(mark.length).toBeLessThanOrEqual(40)
  }
})

test('headline, dek, headings, questions, notices and the rest are styles one can pick in Word', async () => {
  const { body, part } = await word(
    story([
      schema.node('notice', { kind: 'reader-note' }, [p('Free for all.')]),
      p('The lede.'),
      p('Why?', { role: 'question', speaker: 's1' }),
      p('Because.\tSo.', { role: 'answer', speaker: 's2' }),
      schema.node('heading', { level: 2 }, [schema.text('Later')]),
      schema.node('pullQuote', null, [schema.text('Because.')]),
      schema.node('list', { ordered: true }, [schema.node('listItem', null, [schema.text('one')])]),
      schema.node('divider'),
      schema.node('paywall'),
      schema.node('image', { alt: 'A pier', caption: 'The pier', credit: 'Ana Ruiz', licence: 'CC BY' }),
      schema.node('embed', { url: 'https://v.example/', title: 'Tide', provider: 'Video', fallbackText: 'It rises.' }),
      schema.node('linkCard', { url: 'https://b.example/', title: 'Her book', kind: 'book' }),
    ]),
  )
  expect(paragraphs(body)).toEqual([
    'Title: The Sea',
    'Subtitle: And who reads it',
    'Byline: Mara Lind',
    'ReadersNote: Free for all.',
    'Normal: The lede.',
    'Question1: Why?',
    'Answer2: Because.\tSo.',
    'Heading2: Later',
    'PullQuote: Because.',
    'ListNumber: one',
    'Divider: * * *',
    'Paywall: Members only below',
    'Picture: [Picture: A pier]',
    'Caption: The pier Ana Ruiz CC BY',
    'Embed: Tide (Video)\nIt rises.',
    'BookCard: Her book',
  ])
  const styles = part('word/styles.xml')
  // In the name of a style a comma would begin another name.
  expect(all(styles, 'w:name', 'w:val')).toEqual(
    expect.arrayContaining(['Question 1 – Mara Lind', 'Answer 2 – Jonas O’Keefe-Vål', 'Reader’s Note']),
  )
})

test('a question is bold by its style, or has a label: never both', async () => {
  const talk = [p('Why?', { role: 'question', speaker: 's1' }), p('Because.', { role: 'answer', speaker: 's2' })]
  const boldOf = (styles: Element[]) => {
    const at = styles.findIndex((one) => one.attributes['w:styleId'] === 'Question1')
    const next = styles.findIndex((one, i) => i > at && one.name === 'w:style')
    return styles.slice(at, next).find((one) => one.name === 'w:b')
  }
  const bold = await word(story(talk, 'bold'))
  expect(paragraphs(bold.body).slice(3)).toEqual(['Question1: Why?', 'Answer2: Because.'])
  expect(boldOf(bold.part('word/styles.xml'))?.attributes['w:val'] ?? 'true').toBe('true')

  const labelled = await word(story(talk, 'outlet'))
  expect(paragraphs(labelled.body).slice(3)).toEqual([
    'Question1: The Holm Courier: Why?',
    'Answer2: Jonas O’Keefe-Vål: Because.',
  ])
  expect(boldOf(labelled.part('word/styles.xml'))?.attributes['w:val']).toBe('false')
})

describe('pictures', () => {
  const image = (attrs: Record<string, unknown>) => schema.node('image', { asset: 'pier', ...attrs })
  const pier = (width: number, height: number) => new Map<string, Picture>([['pier', { bytes: PNG, type: 'png', width, height }]])

  test('are in the file, with their alt text, no wider than the copy', async () => {
    const { files, body } = await word(story([image({ alt: 'A "pier" & <boats>' })]), pier(1920, 1080))
    expect(
      Object.entries(files)
        .filter(([name]) => name.startsWith('word/media/'))
        .map(([, bytes]) => bytes),
    ).toEqual([PNG])
    expect(all(body, 'wp:docPr', 'descr')).toEqual(['A "pier" & <boats>'])
    const [width, height] = [all(body, 'wp:extent', 'cx'), all(body, 'wp:extent', 'cy')].map((of) => Number(of[0]) / 9525)
    expect([width, height]).toEqual([580, 326])
  })

  test('that say nothing are marked as decorative, as Word has it', async () => {
    const { body } = await word(story([image({ decorative: true })]), pier(10, 10))
    expect(all(body, 'adec:decorative', 'val')).toEqual(['1'])
  })

  test('of which only an address is known are a note that leads there; nothing is fetched', async () => {
    const missing = schema.node('image', { source: 'https://elsewhere.example/a b.jpg', alt: 'A boat' })
    const { files, body, part } = await word(story([missing]))
    expect(paragraphs(body)).toContain('Picture: [Picture: A boat]')
    expect(all(part('word/_rels/document.xml.rels'), 'Relationship', 'Target')).toContain('https://elsewhere.example/a%20b.jpg')
    expect(Object.keys(files).filter((name) => name.startsWith('word/media/'))).toEqual([])
  })
})

test('[LNK-01] [LNK-02] a link leads where it led, in letters Word takes; a script is no link', async () => {
  expect(asUri('https://en.example.org/wiki/The_Lute_Player_(Caravaggio)?a=1,2;b=3#top')).toBe(
    'https://en.example.org/wiki/The_Lute_Player_(Caravaggio)?a=1,2;b=3#top',
  )
  expect(asUri('https://example.org/a b?q=<x>"y"&z=50%')).toBe('https://example.org/a%20b?q=%3Cx%3E%22y%22&z=50%25')
  const { body, part } = await word(
    story([
      schema.node('paragraph', null, [
        schema.text('bad', [schema.marks.link.create({ href: 'java\tscript:alert(1)' })]),
        schema.text('good', [schema.marks.link.create({ href: 'https://example.org/' })]),
      ]),
      schema.node('linkCard', { url: 'data:text/html,x', title: 'card' }),
    ]),
  )
  expect(paragraphs(body).slice(3)).toEqual(['Normal: badgood', 'LinkCard: card'])
  const targets = part('word/_rels/document.xml.rels').filter((one) => one.attributes.TargetMode === 'External')
  expect(targets.map((one) => one.attributes.Target)).toEqual(['https://example.org/'])
})

test('[UNI-05] emoji are whole, and what no XML may hold is left out', async () => {
  const href = 'https://a.example/\u0001x\uffff'
  const odd = [
    schema.node('paragraph', null, [schema.text('odd', [schema.marks.link.create({ href })])]),
    schema.node('embed', { url: href, title: 'A film' }),
  ]
  const { body, part } = await word(story([...odd, p('👍 \ud83d \u0000\u0007 \ufffe 👩‍👩‍👧‍👧 cafe\u0301')]))
  expect(all(part('word/_rels/document.xml.rels'), 'Relationship', 'Target')).toContain('https://a.example/x')
  expect(paragraphs(body).at(-1)).toBe('Normal: 👍    👩‍👩‍👧‍👧 cafe\u0301')
})

test('Arabic and Hebrew paragraphs begin at the right, also in a story in English', async () => {
  const { body } = await word(story([p('שלום, עולם'), p('peace'), p('سلام')], 'bold', 'en-GB'))
  expect(body.filter((one) => one.name === 'w:bidi')).toHaveLength(2)
  expect(body.filter((one) => one.name === 'w:rtl')).toHaveLength(2)
})

test('a story with pictures is written beside the server: the same file, those pictures that this person may see', async () => {
  const asset = 'abcdefghijkl-20x10'
  const pictures = [asset, 'zzzzzzzzzzzz-20x10'].map((one) => schema.node('image', { asset: one, alt: one.slice(0, 3) }))
  const writer = new DocxWriter(new TurnedClock())
  const made = await writer.write(
    { story: story(pictures), threads: [] },
    'The Holm Courier',
    async (one) => (one === asset ? { bytes: PNG, type: 'image/png' } : null),
    'ana',
  )
  const files = unzipSync(made)
  const body = elements(strFromU8(files['word/document.xml']!))
  expect(all(body, 'wp:docPr', 'descr')).toEqual(['abc'])
  expect(paragraphs(body)).toContain('Picture: [Picture: zzz]')
  expect(Object.keys(files).filter((name) => name.startsWith('word/media/'))).toHaveLength(1)
})

test('[P8] a comment is nowhere in it', async () => {
  const { comment } = schema.marks
  const { files } = await word(
    story([schema.node('paragraph', null, [schema.text('words', [comment.create({ id: 'secret-thread' })])])]),
  )
  for (const bytes of Object.values(files)) expect(strFromU8(bytes)).not.toContain('secret-thread')
})

test('threads are comments as Word has them: on one range, replies below, initials, a paragraph a line, never on nothing', async () => {
  const { comment } = schema.marks
  const body = schema.node('paragraph', null, [schema.text('Some '), schema.text('words', [comment.create({ id: 'a' })])])
  const comments = [
    { who: 'Kim <Berg>', at: 0, text: 'One\nשתיים \u0007' },
    { who: 'Jo', at: 1000, text: 'Two' },
  ]
  const threads = ['a', 'gone'].map((id) => ({
    id,
    kind: 'remark' as const,
    place: { of: 'detached' } as const,
    quote: 'more words',
    comments,
  }))
  const { part, body: made } = await word(story([body]), new Map(), threads)
  const written = part('word/comments.xml')
  expect(all(written, 'w:comment', 'w:id')).toEqual(['0', '1', '2', '3'])
  expect(all(written, 'w:comment', 'w:author')).toEqual(['Kim <Berg>', 'Jo', 'Kim <Berg>', 'Jo'])
  expect(all(written, 'w:comment', 'w:initials').slice(0, 2)).toEqual(['KB', 'J'])
  expect(all(written, 'w:comment', 'w:date').slice(0, 2)).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z'])
  expect(written.filter(({ name }) => name === 'w:t').map(({ text }) => text)).toEqual([
    'One',
    'שתיים ',
    'Two',
    'On “more words”: One',
    'שתיים ',
    'Two',
  ])
  expect(all(part('word/commentsExtended.xml'), 'w15:commentEx', 'w15:paraIdParent').filter(Boolean)).toHaveLength(2)
  for (const name of ['w:commentRangeStart', 'w:commentRangeEnd', 'w:commentReference'])
    expect(all(made, name, 'w:id').toSorted()).toEqual(['0', '1', '2', '3'])
  const nothing = { ...story([schema.node('paragraph')]), headline: '', dek: '', byline: '' }
  expect((await word(nothing, new Map(), threads)).files['word/comments.xml']).toBeUndefined()
})
