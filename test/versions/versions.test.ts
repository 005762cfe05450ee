import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { gzipSync } from 'node:zlib'
import { addVersion } from '../../db/versions.ts'
import type { Imported, Story } from '../../shared/api.ts'
import type { Compared, Restored, Version } from '../../shared/shapes/versions.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf, fieldOf, seedStory, SETTINGS, type StoryText } from '../../shared/story.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { comparedHtml } from '../../shared/versions/show.ts'
import { wallClock } from '../../server/clock.ts'
import { comparedTexts, type TwoTexts } from '../../server/versions/compare.ts'
import { keepVersion, putVersion, takeVersion } from '../../server/versions/keep.ts'
import { newStory, scene, type Asks, type Scene } from '../routes/scene.ts'

const versions = async (asks: Asks, story: Story) =>
  (await asks<{ versions: Version[] }>('GET', `/api/stories/${story.id}/versions`)).body.versions
const wordsOf = async (asks: Asks, story: Story, id: string) =>
  (await asks('GET', `/api/stories/${story.id}/versions/${id}?as=text`)).text
const compared = async (asks: Asks, story: Story, path: string) =>
  (await asks<Compared>('GET', `/api/stories/${story.id}/versions/${path}`)).body

/** What the first paragraph says from now on. */
const says = (
  { desk }: Scene,
  story: Story,
  words: string,
  by: { person: { id: string; name: string; hue: number } } | null = null,
) =>
  desk.rooms.edit(story.id, by?.person ?? null, (ydoc) => {
    const paragraph = bodyOf(ydoc).get(0) as Y.XmlElement
    paragraph.delete(0, paragraph.length)
    paragraph.insert(0, [new Y.XmlText(words)])
  })

describe('versions are kept', () => {
  test('by hand, under a name, and listed from the newest on', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks, { headline: 'One' })
    expect(await versions(ana.asks, story)).toEqual([])
    const kept = await ana.asks<Version>('POST', `/api/stories/${story.id}/versions`, { json: { name: '  Before the cut ' } })
    expect([kept.status, kept.body.name]).toEqual([201, 'Before the cut'])
    await says(room, story, 'Two words.')
    room.clock.pass(1000)
    await ana.asks('POST', `/api/stories/${story.id}/versions`, { json: { name: 'After it' } })
    const list = await versions(ana.asks, story)
    expect(list.map(({ name, reason, words, headline, by }) => [name, reason, words, headline, by?.name])).toEqual([
      ['After it', 'named', 2, 'One', 'Ana'],
      ['Before the cut', 'named', 0, 'One', 'Ana'],
    ])
    const path = `/api/stories/${story.id}/versions/${list[1]!.id}`
    expect((await ana.asks<Version>('PATCH', path, { json: { name: 'The first' } })).body.name).toBe('The first')
    expect((await ana.asks('PATCH', path, { json: { name: ' ' } })).problem).toBe('invalid-field')
    expect((await ana.asks('PATCH', `${path}x`, { json: { name: 'x' } })).problem).toBe('no-version')
  })

  test('one that says what the last one said is listed, and its state is not kept twice', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const kept = { storyId: story.id, reason: 'stage', by: ana.person.id } as const
    const one = await keepVersion(room.desk, { ...kept, says: 'filed' })
    const two = await keepVersion(room.desk, { ...kept, says: 'editing' })
    const rows = await room.db.selectFrom('versions').select(['id', 'state', 'same_as']).orderBy('says', 'desc').execute()
    expect(rows.map(({ id, state, same_as }) => [id, state !== null, same_as])).toEqual([
      [one, true, null],
      [two, false, one],
    ])
    expect((await versions(ana.asks, story)).map(({ says: what }) => what)).toEqual(['editing', 'filed'])
    expect((await ana.asks('GET', `/api/stories/${story.id}/versions/${two}`)).status).toBe(200)
  })

  test('with what the caller writes beside it, or not at all', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const taken = await takeVersion(room.desk, story.id)
    const failing = room.db.transaction().execute(async (trx) => {
      await putVersion(room.desk, trx, taken, { storyId: story.id, reason: 'gate', says: 'copy passed', by: ana.person.id })
      throw new Error('no gate')
    })
    await expect(failing).rejects.toThrow('no gate')
    expect(await versions(ana.asks, story)).toEqual([])
  })

  test('HIS-01 a text that was imported is the first version, and is there again after all was deleted', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const sends = (words: string, into = '') =>
      ana.asks<Imported>('POST', `/api/stories/${story.id}/import${into}`, {
        body: words,
        headers: { 'content-type': 'text/plain' },
      })
    await sends('The lamp went dark.\n\nNora stayed.')
    const [first] = await versions(ana.asks, story)
    expect(first).toMatchObject({ reason: 'import', says: 'as it came in', words: 6 })
    await room.desk.rooms.edit(story.id, null, (ydoc) => {
      bodyOf(ydoc).delete(0, bodyOf(ydoc).length)
      bodyOf(ydoc).insert(0, [new Y.XmlElement('paragraph')])
    })
    room.clock.pass(60_000)
    expect(await wordsOf(ana.asks, story, first!.id)).toContain('The lamp went dark.')
    expect((await ana.asks<Restored>('POST', `/api/stories/${story.id}/versions/${first!.id}/restore`)).status).toBe(200)
    expect((await ana.asks('GET', `/api/stories/${story.id}/body?as=text`)).text).toContain('Nora stayed.')
    // What a story said before a file was added to it is kept, too.
    await sends('More came.', '?into=append')
    expect((await versions(ana.asks, story)).map(({ says: what, words }) => [what, words]).slice(0, 2)).toEqual([
      ['with the file that was added', 8],
      ['before a file was added', 6],
    ])
  })

  test('HIS-06 a character of four bytes breaks none of them', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const kept = { storyId: story.id, reason: 'named', says: 'kept', by: null } as const
    const ids: string[] = []
    for (const words of ['🚧', 'No more.', '👩‍👩‍👧 and 🚧🚧', 'é 𠮷']) {
      await says(room, story, words)
      ids.push(await keepVersion(room.desk, kept))
    }
    expect(await Promise.all(ids.map((id) => wordsOf(ana.asks, story, id)))).toEqual(
      ['🚧', 'No more.', '👩‍👩‍👧 and 🚧🚧', 'é 𠮷'].map((words) => expect.stringContaining(words)),
    )
    const { html } = await compared(ana.asks, story, `${ids[0]}/compare?with=${ids[2]}`)
    expect(html).toContain('👩‍👩‍👧')
  })
})

describe('versions are compared', () => {
  test('HIS-03 from the earlier to the later, whichever is named first', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const kept = { storyId: story.id, reason: 'named', says: 'kept', by: null } as const
    await says(room, story, 'a')
    const one = await keepVersion(room.desk, kept)
    await says(room, story, 'a b')
    const two = await keepVersion(room.desk, kept)
    for (const path of [
      `${one}/compare?with=${two}`,
      `${two}/compare?with=${one}`,
      `${one}/compare`,
      `${one}/compare?with=now`,
    ]) {
      const { changes, html } = await compared(ana.asks, story, path)
      expect(changes.map(({ kind, now }) => [kind, now])).toEqual([['added', ' b']])
      expect(html).toBe('<p>a<ins> b</ins></p>')
    }
    expect((await compared(ana.asks, story, `${two}/compare?with=now`)).changes).toEqual([])
    expect((await ana.asks('GET', `/api/stories/${story.id}/versions/${one}/compare?with=none`)).problem).toBe('no-version')
  })

  test('with whose words they are', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'editor')
    const ben = await room.person('Ben', 'writer')
    const story = await newStory(ana.asks)
    await says(room, story, 'One. ')
    const id = await keepVersion(room.desk, { storyId: story.id, reason: 'named', says: 'kept', by: null })
    const clients = { ana: 71, ben: 72 }
    for (const [who, words] of [
      ['ana', 'Two. '],
      ['ben', 'Three. '],
    ] as const) {
      await room.db
        .insertInto('writers')
        .values({ story_id: story.id, client: clients[who], person_id: who === 'ana' ? ana.person.id : ben.person.id })
        .execute()
      await room.desk.rooms.edit(story.id, null, (ydoc) => {
        ydoc.clientID = clients[who]
        const text = (bodyOf(ydoc).get(0) as Y.XmlElement).get(0) as Y.XmlText
        text.insert(text.length, words)
        if (who === 'ben') (bodyOf(ydoc).get(0) as Y.XmlElement).setAttribute('role', 'question')
        fieldOf(ydoc, 'headline').insert(0, `${who} `)
      })
    }
    const { changes } = await compared(ana.asks, story, `${id}/compare`)
    expect(changes.map(({ kind, by }) => [kind, by.map(({ name }) => name).toSorted()])).toEqual([
      ['field', ['Ana', 'Ben']],
      ['flipped', ['Ben']],
      ['added', ['Ana', 'Ben']],
    ])
  })

  test('with who took words out, changed their looks, or had them put in by the server', async () => {
    const room = await scene()
    const [ana, ben, cem] = [
      await room.person('Ana', 'editor'),
      await room.person('Ben', 'writer'),
      await room.person('Cem', 'editor'),
    ]
    const story = await newStory(ana.asks)
    const edits = (who: typeof ana, change: (body: Y.XmlFragment, text: (paragraph: number) => Y.XmlText) => void) =>
      room.desk.rooms.edit(story.id, who.person, (ydoc) => {
        const body = bodyOf(ydoc)
        change(body, (paragraph) => (body.get(paragraph) as Y.XmlElement).get(0) as Y.XmlText)
      })
    const paragraph = (id: string, words: string): Y.XmlElement => {
      const element = new Y.XmlElement('paragraph')
      element.setAttribute('id', id)
      element.insert(0, [new Y.XmlText(words)])
      return element
    }
    await edits(ana, (body) => {
      body.delete(0, body.length)
      body.insert(0, [
        paragraph('p1', 'One two three.'),
        paragraph('p2', 'Four.'),
        paragraph('p3', 'Five.'),
        paragraph('p4', 'Six.'),
      ])
    })
    const id = await keepVersion(room.desk, { storyId: story.id, reason: 'named', says: 'kept', by: null })
    await edits(ben, (_body, text) => text(0).delete(4, 4))
    await edits(cem, (_body, text) => text(1).format(0, 4, { strong: {} }))
    await edits(ana, (body) => body.delete(2, 1))
    await edits(ben, (_body, text) => text(2).insert(0, 'Then '))
    const later = await keepVersion(room.desk, { storyId: story.id, reason: 'named', says: 'kept', by: null })
    await edits(ana, (_body, text) => text(1).format(0, 4, { strong: null }))
    const byWhom = async (path: string) =>
      (await compared(ana.asks, story, path)).changes.map(({ kind, was, by }) => [kind, was.trim(), by.map(({ name }) => name)])
    expect(await byWhom(`${id}/compare?with=${later}`)).toEqual([
      ['removed', 'two', ['Ben']],
      ['formatted', 'Four', ['Cem']],
      ['removed', 'Five.', ['Ana']],
      ['added', '', ['Ben']],
    ])
    expect(await byWhom(`${later}/compare`)).toEqual([['formatted', 'Four', ['Ana']]])
  })

  test('XSS nothing typed is ever HTML, in what was, is, and is to be', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const evil = '"><img src=x onerror=alert(1)>'
    const body = (words: string, alt: string) =>
      schema.node('doc', null, [
        schema.node('paragraph', { id: 'a', role: 'question', speaker: 's' }, [
          schema.text(words, [schema.mark('link', { href: 'javascript:alert(1)' })]),
        ]),
        schema.node('image', { id: 'b', asset: 'abcdefghijkl-16x9', alt, caption: alt, credit: alt }),
        schema.node('embed', { id: 'c', url: 'javascript:alert(1)', title: alt, fallbackText: alt }),
        schema.node('pullQuote', { id: 'd', speaker: 's' }, [schema.text(words)]),
      ])
    const story = await newStory(ana.asks)
    const speakers = { s: { name: evil, initials: 'E', kind: 'subject' as const } }
    const states = [body(evil, 'x'), body(`${evil} ${evil}`, evil)].map((one) =>
      stateOf(seedStory({ headline: evil, dek: evil, byline: evil, speakers, body: one }, 'p')),
    )
    for (const [i, state] of states.entries()) await addVersion(room.db, row(story.id, `v${i}`, i + 1, state))
    const { html } = await compared(ana.asks, story, 'v0/compare?with=v1')
    expect(html).toContain('onerror')
    expect(html).not.toMatch(/<img src=x|<a href="javascript|<script/)
    expect(html.replaceAll(/<[^>]*>/g, '')).not.toMatch(/<|"/)
    expect((await ana.asks('GET', `/api/stories/${story.id}/versions/v1?as=html`)).text).not.toMatch(
      /<img src=x|href="javascript/,
    )
  })

  test('every block with what became of it: new, gone, moved, another kind, other words beside a picture', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const p = (id: string, words: string, attrs = {}) => schema.node('paragraph', { id, ...attrs }, [schema.text(words)])
    const list = (...items: string[]) =>
      schema.node(
        'list',
        { id: 'l' },
        items.map((words) => schema.node('listItem', { id: words }, [schema.text(words)])),
      )
    const one = [
      p('a', 'First.'),
      p('b', 'Second.'),
      p('c', 'Third.'),
      list('x', 'y'),
      schema.node('image', { id: 'i', caption: 'Old' }),
    ]
    const two = [
      p('c', 'Third.'),
      p('a', 'First.', { role: 'question' }),
      p('n', 'New.'),
      list('x', 'z'),
      schema.node('image', { id: 'i', caption: 'New' }),
    ]
    for (const [i, blocks] of [one, two].entries())
      await addVersion(
        room.db,
        row(story.id, `v${i}`, i + 1, stateOf(seedStory({ body: schema.node('doc', null, blocks) }, 'p'))),
      )
    const { html } = await compared(ana.asks, story, 'v0/compare?with=v1')
    expect(html.split('\n')).toEqual([
      '<p class="moved"><span class="what">Moved here</span> Third.</p>',
      '<p class="question"><span class="what">Was a paragraph</span> <span class="who"><ins>Q</ins></span> First.</p>',
      '<p class="removed"><del>Second.</del></p>',
      '<p class="added"><ins>New.</ins></p>',
      '<ul>',
      '<li>x</li>',
      '<li class="removed"><del>y</del></li>',
      '<li class="added"><ins>z</ins></li>',
      '</ul>',
      '<figure class="image"><span class="line"><b>Caption</b> <del>Old</del> <ins>New</ins></span></figure>',
    ])
  })
})

describe('old versions', () => {
  test('[P9] one that was kept before attributes came to be opens with their defaults', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    const ydoc = new Y.Doc()
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText('Long ago.')])
    bodyOf(ydoc).insert(0, [paragraph])
    await addVersion(room.db, row(story.id, 'old', 1, gzipSync(Y.encodeStateAsUpdateV2(ydoc))))
    expect(await wordsOf(ana.asks, story, 'old')).toContain('Long ago.')
    room.clock.pass(60_000)
    expect((await ana.asks('POST', `/api/stories/${story.id}/versions/old/restore`)).status).toBe(200)
    expect((await ana.asks('GET', `/api/stories/${story.id}/body?as=text`)).text).toContain('Long ago.')
  })

  test('a damaged one is refused, and the story and the others are as they were', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const story = await newStory(ana.asks)
    await says(room, story, 'Words.')
    const good = await keepVersion(room.desk, { storyId: story.id, reason: 'named', says: 'kept', by: null })
    await addVersion(room.db, row(story.id, 'bad', 9, gzipSync(new Uint8Array([9, 9, 9, 9, 9]))))
    for (const [method, path] of [
      ['GET', 'bad'],
      ['GET', 'bad/compare'],
      ['POST', 'bad/restore'],
    ] as const)
      expect((await ana.asks(method, `/api/stories/${story.id}/versions/${path}`)).problem).toBe('story-damaged')
    expect(await wordsOf(ana.asks, story, good)).toContain('Words.')
    expect((await ana.asks('GET', `/api/stories/${story.id}/body?as=text`)).text).toContain('Words.')
  })

  test('[P3] who may only read the story looks at them, and keeps and restores none', async () => {
    const room = await scene()
    const ana = await room.person('Ana', 'writer')
    const sue = await room.person('Sue', 'checker')
    const story = await newStory(ana.asks)
    const id = await keepVersion(room.desk, { storyId: story.id, reason: 'named', says: 'kept', by: null })
    expect((await sue.asks('GET', `/api/stories/${story.id}/versions`)).status).toBe(200)
    expect((await sue.asks('POST', `/api/stories/${story.id}/versions/${id}/restore`)).problem).toBe('not-allowed')
    expect((await sue.asks('POST', `/api/stories/${story.id}/versions`, { json: { name: 'x' } })).problem).toBe('not-allowed')
  })
})

const stateOf = (update: Uint8Array): Uint8Array => gzipSync(Y.convertUpdateFormatV1ToV2(update))
const row = (storyId: string, id: string, seq: number, state: Uint8Array) => ({
  id,
  story_id: storyId,
  seq,
  state,
  reason: 'named' as const,
  says: 'kept',
  name: null,
  person_id: null,
  at: seq,
  headline: '',
  words: 0,
})

test('two long texts are compared beside the server: everybody else has their turn meanwhile, and it comes to the same', async () => {
  const talk = (words: (i: number) => string): StoryText => ({
    headline: 'The quay',
    dek: '',
    byline: '',
    speakers: {},
    settings: { ...SETTINGS },
    body: schema.node(
      'doc',
      null,
      Array.from({ length: 1500 }, (_, i) => schema.node('paragraph', { id: `b${i}` }, [schema.text(words(i))])),
    ),
  })
  const [one, two] = [talk((i) => `Boat ${i} came in.`), talk((i) => `Boat ${i} ${i % 2 === 0 ? 'went out' : 'came in'}.`)]
  let turns = 0
  let found: TwoTexts | null = null
  const comparing = comparedTexts(wallClock, one, two, true).then((told) => (found = told))
  const others = setInterval(() => (turns += 1), 1)
  await comparing
  clearInterval(others)
  expect(turns).toBeGreaterThan(20)
  expect(found).toEqual({ hunks: compare(one, two).hunks, html: comparedHtml(one, two) })
}, 120_000)
