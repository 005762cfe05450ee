import { describe, expect, test } from 'vitest'
import type { Imported, Story } from '../../shared/api.ts'
import { bodyOf, fieldOf, readStory, speakersOf } from '../../shared/story.ts'
import { newStory, scene, type Asks, type Scene } from './scene.ts'

const INTERVIEW = `The keeper of the last light

By Nora Vance

The lamp at Gull Point went dark in March. Its keeper stayed.

NORA: Why did you stay?

TOM: Somebody has to sweep the stairs.

NORA: All of them?

TOM: Two hundred and four.
`

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
      [latin, 'application/json', 'wrong-type'],
      [latin, '', 'wrong-type'],
      [new Uint8Array(8 * 1024 * 1024 + 1), 'text/plain', 'too-large'],
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
