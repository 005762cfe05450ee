import { describe, expect, test } from 'vitest'
import type { Imported, Preview, Story } from '../../shared/api.ts'
import { bodyOf, fieldOf, readStory, speakersOf } from '../../shared/story.ts'
import { docx, para, picture as shows, PNG, run } from '../import/word.ts'
import { newStory, scene, type Asks, type Scene } from './scene.ts'

const INTERVIEW = `The keeper of the last light

By Nora Vance

The lamp at Gull Point went dark in March. Its keeper stayed.

NORA: Why did you stay?

TOM: Somebody has to sweep the stairs.

NORA: All of them?

TOM: Two hundred and four.
`

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const send = (asks: Asks, story: Story, file: string | Uint8Array<ArrayBuffer>, type = 'text/plain', into = '') =>
  asks<Imported>('POST', `/api/stories/${story.id}/import${into}`, { body: file, headers: { 'content-type': type } })

/** The paragraphs as they are on disk. */
async function paragraphs(room: Scene, story: Story): Promise<string[]> {
  return room.desk.rooms.read(story.id, (ydoc) => {
    const texts: string[] = []
    readStory(ydoc).body.forEach((block) => texts.push(block.textContent))
    return texts
  })
}

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

describe('importing a text', () => {
  test('fills an empty story by one edit, with its speakers', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const done = await send(ana.asks, story, INTERVIEW)
    expect(done.status).toBe(200)
    expect(done.body.turns).toBeGreaterThanOrEqual(4)
    const words = (await paragraphs(room, story)).join('\n')
    for (const said of [
      'The lamp at Gull Point went dark in March. Its keeper stayed.',
      'Why did you stay?',
      'Two hundred and four.',
    ])
      expect(words).toContain(said)
    const names = await room.desk.rooms.read(story.id, (ydoc) =>
      [...speakersOf(ydoc).values()].map(({ name }) => name.toLowerCase()),
    )
    expect(names.sort()).toEqual(['nora', 'tom'].map((name) => expect.stringContaining(name)))
    expect(done.body.story.words).toBeGreaterThan(20)
    const log = await room.db
      .selectFrom('updates')
      .select(['seq', 'person_id'])
      .where('story_id', '=', story.id)
      .orderBy('seq')
      .execute()
    expect(log).toEqual([
      { seq: 1, person_id: ana.person.id },
      { seq: 2, person_id: ana.person.id },
    ])
  })

  test('fills headline and slug only where they are empty', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const file = '<title>The last light</title><h1>The last light</h1><p>The lamp went dark.</p>'
    const bare = await send(ana.asks, await newStory(ana.asks), file, 'text/html')
    expect(bare.body.story).toMatchObject({ headline: 'The last light', slug: 'the-last-light' })
    const named = await send(ana.asks, await newStory(ana.asks, { headline: 'Mine', slug: 'LIGHT' }), file, 'text/html')
    expect(named.body.story).toMatchObject({ headline: 'Mine', slug: 'LIGHT' })
  })

  test('is refused where there are words, unless it is to add to them', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    await send(ana.asks, story, INTERVIEW)
    const before = await paragraphs(room, story)
    const speakers = () => room.desk.rooms.read(story.id, (ydoc) => Object.keys(speakersOf(ydoc).toJSON()).sort())
    const first = await speakers()

    const refused = await send(ana.asks, story, INTERVIEW)
    expect([refused.status, refused.problem]).toEqual([409, 'story-not-empty'])
    expect(await paragraphs(room, story)).toEqual(before)

    const added = await send(ana.asks, story, INTERVIEW, 'text/plain', '?into=append')
    expect(added.status).toBe(200)
    const after = await paragraphs(room, story)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length).toBeGreaterThan(before.length + 3)
    // The same two people go on speaking.
    expect(await speakers()).toEqual(first)
    expect((await send(ana.asks, story, 'x', 'text/plain', '?into=over')).problem).toBe('invalid-field')
  })

  test('[P4] keeps what a colleague is typing in the empty paragraph', async () => {
    const room = await scene()
    const Y = await import('yjs')
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const bens = new Y.Doc()
    const state = () => room.desk.rooms.read(story.id, (ydoc) => Y.encodeStateAsUpdate(ydoc))
    Y.applyUpdate(bens, await state())
    const paragraph = bodyOf(bens).get(0) as InstanceType<typeof Y.XmlElement>
    paragraph.insert(0, [new Y.XmlText('Ben was here. ')])
    fieldOf(bens, 'dek').insert(0, 'A dek by Ben')
    await send(ana.asks, story, INTERVIEW)
    Y.applyUpdate(bens, await state())
    expect(readStory(bens).body.textContent).toContain('Ben was here.')
    expect(readStory(bens).body.textContent).toContain('Two hundred and four.')
  })

  test('reads the bytes in the encoding they are in', async () => {
    const room = await scene()
    const { asks } = await room.person('Ana', 'writer')
    const text = 'Größe, “quotes” and naïve café'
    const files: [Uint8Array<ArrayBuffer>, string][] = [
      [new TextEncoder().encode(text), 'text/plain'],
      [new TextEncoder().encode(`\ufeff${text}`), 'text/plain; charset=windows-1252'],
      [utf16(text), 'text/plain'],
      [utf16(text).subarray(2), 'text/plain; charset="UTF-16LE"'],
      [
        new Uint8Array(Buffer.from('Gr\xf6\xdfe, \x93quotes\x94 and na\xefve caf\xe9', 'latin1')),
        'text/plain;charset=Windows-1252',
      ],
      [
        new Uint8Array(
          Buffer.from('<meta charset="windows-1252"><p>Gr\xf6\xdfe, \x93quotes\x94 and na\xefve caf\xe9</p>', 'latin1'),
        ),
        'text/html',
      ],
    ]
    for (const [file, type] of files) {
      const story = await newStory(asks)
      expect((await send(asks, story, file, type)).status, type).toBe(200)
      expect((await paragraphs(room, story)).join(''), type).toBe(text)
    }
  })

  test('that is no text, or no type we read, changes nothing', async () => {
    const room = await scene()
    const { asks } = await room.person('Ana', 'writer')
    const story = await newStory(asks)
    const latin = new Uint8Array(Buffer.from('Gr\xf6\xdfe', 'latin1'))
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x00, 0x00])
    for (const [file, type, problem] of [
      [latin, 'text/plain', 'not-readable'],
      [latin, 'text/plain; charset=klingon', 'not-readable'],
      [new TextEncoder().encode('a\0b'), 'text/plain', 'not-readable'],
      [picture, 'text/markdown', 'not-readable'],
      [latin, 'application/pdf', 'wrong-type'],
      [latin, 'application/zip', 'wrong-type'],
      [new TextEncoder().encode('{"a":1}'), 'application/json', 'not-readable'],
      [picture, DOCX, 'not-readable'],
      [new Uint8Array(), 'text/plain', 'not-readable'],
      [latin, '', 'wrong-type'],
      [new Uint8Array(32 * 1024 * 1024 + 1), 'text/plain', 'too-large'],
    ] as const)
      expect((await send(asks, story, file, type)).problem, `${type} ${problem}`).toBe(problem)
    expect(await paragraphs(room, story)).toEqual([''])
    expect(await room.db.selectFrom('updates').select('seq').execute()).toHaveLength(1)
  })

  // Starting a thread takes its time on a busy machine.
  test('that is very long is read beside the server, which goes on answering', async () => {
    const room = await scene()
    const { asks } = await room.person('Ana', 'writer')
    const story = await newStory(asks)
    const markup = `<p><span class="a" id="b" data-c="d">${'word '.repeat(10)}</span></p><!-- ${'x'.repeat(400)} -->`
    const answers: string[] = []
    const long = send(asks, story, markup.repeat(300), 'text/html').then((done) => answers.push(`import ${done.status}`))
    // Sent once the file is in, while it is being read.
    await new Promise((soon) => setImmediate(soon))
    answers.push(`health ${(await room.stranger('GET', '/api/health')).status}`)
    await long
    expect(answers).toEqual(['health 200', 'import 200'])
    expect(await paragraphs(room, story)).toHaveLength(300)
  }, 30_000)

  test('longer than a story may be is refused whole', async () => {
    const room = await scene()
    const { asks } = await room.person('Ana', 'writer')
    const story = await newStory(asks)
    expect((await send(asks, story, 'word '.repeat(500_000))).problem).toBe('too-large')
    expect(await paragraphs(room, story)).toEqual([''])
  })

  test('is for those who may write the story', async () => {
    const room = await scene()
    const [ana, cleo] = [await room.person('Ana', 'writer'), await room.person('Cleo', 'checker')]
    const story = await newStory(ana.asks)
    expect((await send(cleo.asks, story, INTERVIEW)).problem).toBe('not-allowed')
    expect((await send(room.stranger, story, INTERVIEW)).problem).toBe('signed-out')
    expect((await send(ana.asks, { ...story, id: 'nosuchstory1' }, INTERVIEW)).problem).toBe('no-story')
  })
})

/** A Word file with two turns, a picture, a damaged one, a comment and a deletion. */
const WORD = docx(
  para('NORA: Why did you stay?') +
    para(
      `${run('TOM: Somebody has to ')}<w:commentRangeStart w:id="0"/>${run('sweep')}<w:commentRangeEnd w:id="0"/>${run(' the stairs.')}<w:del w:author="Ana Ruiz" w:date="2026-03-01T10:00:00Z"><w:r><w:delText> I think.</w:delText></w:r></w:del>`,
    ) +
    para(shows('p1', 'The stairs')) +
    para(shows('p2', 'The lamp')) +
    para('NORA: All of them?') +
    para('TOM: Two hundred and four.'),
  {
    comments: `<w:comment w:id="0" w:author="Bo Ek" w:date="2026-03-02T10:00:00Z">${para('Check the tape')}</w:comment>`,
    relations: [
      ['p1', 'image', 'media/a.png'],
      ['p2', 'image', 'media/b.png'],
    ],
    files: { 'word/media/a.png': PNG, 'word/media/b.png': new TextEncoder().encode('no picture') },
  },
)

describe('a Word file', () => {
  test('is shown before anything is imported: what is in it, and what will be lost', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks, { headline: 'Mine' })
    const preview = (body: string | Uint8Array<ArrayBuffer>, type: string, search = '', asks = ana.asks) =>
      asks<Preview>('POST', `/api/imports/preview${search}`, { body, headers: { 'content-type': type } })
    const shown = await preview(WORD, DOCX)
    expect(shown.status).toBe(200)
    expect(shown.body).toMatchObject({ headline: null, turns: 4, unsure: 0, pictures: 2, lost: [], choices: [] })
    expect(shown.body.speakers.map(({ name }) => name)).toEqual(['NORA', 'TOM'])
    expect(shown.body.remarks.map(({ kind, who, words, on }) => [kind, who, words, on])).toEqual([
      ['comment', 'Bo Ek', 'Check the tape', 'sweep'],
      ['deleted', 'Ana Ruiz', 'I think.', ''],
    ])
    expect(shown.body.opening[0]).toEqual({ role: 'question', unsure: false, speaker: 'NORA', text: 'Why did you stay?' })
    // For a story that has a headline of its own, that is told too. Nothing has changed in it.
    const file = '<title>Theirs</title><h1>Theirs</h1><p>Text.</p>'
    expect((await preview(file, 'text/html', `?story=${story.id}`)).body.lost).toEqual([
      'The file’s headline, because the story has one: Theirs',
    ])
    expect(await paragraphs(room, story)).toEqual([''])
    const cleo = await room.person('Cleo', 'checker')
    expect((await preview(WORD, DOCX, '', cleo.asks)).problem).toBe('not-allowed')
    expect((await preview(WORD, DOCX, '?story=nosuchstory1')).problem).toBe('no-story')
  }, 30_000)

  test('comes in with its pictures on disk; one that is damaged keeps its place, and the words do not suffer', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const done = await send(ana.asks, story, WORD, DOCX)
    expect(done.status).toBe(200)
    // The comment is a thread now (test/review/word-file).
    expect(done.body.remarks.map(({ kind }) => kind)).toEqual(['deleted'])
    expect(done.body.lost).toEqual([expect.stringMatching(/^The picture “The lamp”, whose place is kept: /)])
    const images = await room.desk.rooms.read(story.id, (ydoc) => {
      const found: Record<string, unknown>[] = []
      readStory(ydoc).body.forEach((node) => node.type.name === 'image' && found.push(node.attrs))
      return found
    })
    expect(images).toMatchObject([
      { asset: expect.stringMatching(/-1x1$/) as string, source: '', alt: 'The stairs' },
      { asset: null, source: 'picture:2', alt: 'The lamp' },
    ])
    expect((await ana.asks('GET', `/api/assets/${String(images[0]?.asset)}/picture.png`)).status).toBe(200)
    // Refused before a second copy of its pictures is made.
    expect((await send(ana.asks, story, WORD, DOCX)).problem).toBe('story-not-empty')
  }, 30_000)

  test('[DOS-05] that unpacks to more than any story is refused, and the server goes on', async () => {
    const room = await scene()
    const { asks } = await room.person('Ana', 'writer')
    const story = await newStory(asks)
    // Its directory admits to ten bytes.
    const bomb = docx('', { document: `<w:document>${' '.repeat(400_000)}</w:document>` })
    const name = new TextEncoder().encode('word/document.xml')
    const at = bomb.findLastIndex((_byte, i) => name.every((letter, n) => bomb[i + n] === letter))
    new DataView(bomb.buffer, bomb.byteOffset).setUint32(at - 46 + 24, 10, true)
    expect((await send(asks, story, bomb, DOCX)).problem).toBe('too-large')
    expect(await paragraphs(room, story)).toEqual([''])
  }, 30_000)
})

test('one of several posts in an export is picked by its number', async () => {
  const room = await scene()
  const { asks } = await room.person('Ana', 'writer')
  const file = JSON.stringify({
    posts: [
      { title: 'One', html: '<p>First.</p>' },
      { title: 'Two', html: '<p>Second.</p>' },
    ],
  })
  const story = await newStory(asks)
  expect((await send(asks, story, file, 'application/json', '?pick=2')).problem).toBe('invalid-field')
  const done = await send(asks, story, file, 'application/json', '?pick=1')
  expect([done.body.story.headline, await paragraphs(room, story)]).toEqual(['Two', ['Second.']])
})
