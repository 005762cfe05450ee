import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CLOSE, SYNC_STEP_1, SYNC_UPDATE } from '../../shared/protocol.ts'
import { wordsOf } from '../../shared/count-words.ts'
import { readStory } from '../../shared/story.ts'
import type { TestNewsroom } from '../newsroom.ts'
import { Writer, deliverAll, storyOnDisk, syncMessage } from '../wire.ts'
import { forge, type Block, type Content, type Struct } from './forge.ts'
import { together } from './together.ts'

let desk: TestNewsroom
let storyId: string
let ana: Writer
let mallory: Writer

beforeEach(async () => {
  const met = await together(['The harbour was quiet 🐈.', 'Second.'], ['Ana', 'editor', 77], ['Mallory', 'writer', 666])
  ;({ desk, storyId } = met)
  ;[ana, mallory] = met.writers
})
afterEach(() => desk.close())

const M = 666
const letters = (text: string): Content => ({ kind: 'string', text })
const paragraph: Content = { kind: 'element', name: 'paragraph' }
const inHeadline = (text: string): Struct => ({ parent: 'headline', content: letters(text) })
const block = (...structs: Struct[]): Block => blockOf(structs)
const blockOf = (structs: Struct[]): Block => ({ client: M, clock: 0, structs })
const after = (clock: number, content: Content, client = M): Struct => ({ origin: { client, clock }, content })

async function mallorySends(...updates: Uint8Array[]): Promise<void> {
  for (const update of updates) mallory.line!.up.push(syncMessage(SYNC_UPDATE, update))
  await deliverAll(desk, [mallory, ana])
}

/** Nobody else notices: the story is what it was, can be typed in, and opens again. */
async function allIsWell(added = ''): Promise<void> {
  ana.types('Still here. ', 1)
  await deliverAll(desk, [ana])
  expect(ana.line!.closed).toBeNull()
  expect(ana.saved).toBe(ana.sent.length)
  await desk.restart()
  const { body } = await desk.rooms.read(storyId, readStory)
  expect(body.textContent).toBe(`The harbour was quiet 🐈.${added}Second.Still here. `)
}

describe('updates that no Yjs writes', () => {
  test.each<[string, Uint8Array[]]>([
    ['a struct that stands on a later one of its writer', [forge([block(after(1, letters('a')), inHeadline('b'))])]],
    [
      'a ring through the order of two writers',
      [
        forge([
          { client: M + 1, clock: 0, structs: [after(1, letters('a')), inHeadline('b')] },
          block(after(1, letters('c'), M + 1), inHeadline('d')),
        ]),
      ],
    ],
    ['one writer in two blocks', [forge([block(inHeadline('a')), { client: M, clock: 1, structs: [inHeadline('b')] }])]],
    [
      'formatting that y-prosemirror would not find',
      [
        forge([
          block(
            { parent: 'body', content: paragraph },
            { parent: { client: M, clock: 0 }, content: { kind: 'type', ref: 6 } },
            { parent: { client: M, clock: 1 }, content: { kind: 'format', key: 'strong--x', value: {} } },
          ),
        ]),
      ],
    ],
    [
      'a speaker whose name is a number',
      [
        forge([
          block({ parent: 'speakers', sub: 's', content: { kind: 'any', values: [{ name: 7, initials: 'A', kind: 'other' }] } }),
        ]),
      ],
    ],
    [
      'letters after what follows them',
      [
        forge([
          block(inHeadline('abc'), { origin: { client: M, clock: 1 }, right: { client: M, clock: 1 }, content: letters('x') }),
        ]),
      ],
    ],
    [
      'something between a letter of the headline and one of the dek',
      [
        forge([
          block(
            inHeadline('a'),
            { parent: 'dek', content: letters('b') },
            { origin: { client: M, clock: 0 }, right: { client: M, clock: 1 }, content: letters('x') },
          ),
        ]),
      ],
    ],
    [
      '65 writers who are one',
      [forge(Array.from({ length: 65 }, (_, i) => ({ client: 1000 + i, clock: 0, structs: [inHeadline('a')] })))],
    ],
  ])('[P10] %s: refused, and the story opens again', async (_, updates) => {
    await mallorySends(...updates)
    expect(mallory.line!.closed).toEqual({ code: CLOSE.badMessage, reason: expect.stringMatching(/\w+ .*\./) })
    await allIsWell()
  })

  test('[P10] an old struct that stands on what never comes is refused', async () => {
    mallory.ydoc.clientID = M
    await mallorySends(forge([block(inHeadline('a'))], [{ client: M, clock: 0, length: 1 }]))
    await mallorySends(forge([block(after(9, letters('a')), inHeadline('b'))]))
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
    await allIsWell()
  })

  test('[P10] an old struct that names a part no story has is refused: the part is not made', async () => {
    await mallorySends(forge([block(inHeadline('a'))], [{ client: M, clock: 0, length: 1 }]))
    await mallorySends(forge([block({ parent: 'admin', content: letters('a') }, inHeadline('b'))]))
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
    await allIsWell()
  })

  test('[P10] what the story has the beginning of is asked for again, alone, and put nowhere', async () => {
    await mallorySends(forge([block(inHeadline('a'))], [{ client: M, clock: 0, length: 1 }]))
    await mallorySends(forge([block({ parent: 'body', content: letters('ab') })]))
    expect(mallory.line!.closed).toBeNull()
    await allIsWell()
  })
})

describe('updates that cost minutes', () => {
  const many = 20_000

  test.each<[string, Uint8Array]>([
    [
      'all in one place, each before another letter',
      forge([
        block(
          inHeadline('y'.repeat(many)),
          ...Array.from({ length: many - 1 }, (_, i) => ({ right: { client: M, clock: many - 1 - i }, content: letters('x') })),
        ),
      ]),
    ],
    [
      'one attribute set again and again, never knowing of itself',
      forge([
        block(
          { parent: 'body', content: paragraph },
          ...Array.from({ length: many }, () => ({
            parent: { client: M, clock: 0 },
            sub: 'id',
            content: { kind: 'any', values: ['x'] } as Content,
          })),
        ),
      ]),
    ],
    [
      'more structs than a person makes in a year',
      forge([blockOf(Array.from({ length: 200_000 }, () => ({ content: { kind: 'gc', length: 1 } as const })))]),
    ],
  ])('[P10] %s: refused before anything is applied', async (_, bomb) => {
    await mallorySends(bomb)
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
    await allIsWell()
  })

  test('[P10] hours of typing at one place, letter by letter and backwards, are taken in', async () => {
    await mallorySends(
      forge([
        block(
          ...Array.from({ length: many }, (_, i) =>
            i === 0 ? inHeadline('x') : { right: { client: M, clock: i - 1 }, content: letters('x') },
          ),
        ),
      ]),
    )
    expect(mallory.line!.closed).toBeNull()
    expect(ana.ydoc.getText('headline').length).toBe(many)
  })

  test('[P10] a line of 300,000 dashes is a line like others, for whoever counts its words', async () => {
    mallory.types('—'.repeat(300_000))
    await deliverAll(desk, [mallory, ana])
    expect(await desk.rooms.read(storyId, wordsOf)).toBe(5)
    await allIsWell('—'.repeat(300_000))
  })

  test('[P10] the same deletion sent a hundred times is kept once', async () => {
    ana.types('Out with it. ', 1, 0)
    await deliverAll(desk, [ana, mallory])
    const gone = forge([], [{ client: 77, clock: 0, length: 4 }])
    await mallorySends(gone)
    const kept = () => desk.disk.prepare('select count(*) as n from updates where story_id = ?').get(storyId)
    const before = kept()
    await mallorySends(...Array.from({ length: 100 }, () => gone))
    expect(kept()).toEqual(before)
  })
})

describe('one that asks and does not listen', () => {
  test('[P10] is closed when its network has taken nothing of what it asked for', async () => {
    mallory.line!.buffered = 40 * 1024 * 1024
    mallory.line!.up.push(syncMessage(SYNC_STEP_1, Uint8Array.of(0)))
    await deliverAll(desk, [mallory])
    expect(mallory.line!.closed?.code).toBe(CLOSE.goingAway)
  })

  test('[P10] is closed when it asks for the whole story over and over', async () => {
    ana.types('A long answer. '.repeat(50_000), 1)
    await deliverAll(desk, [ana, mallory])
    for (let i = 0; i < 60 && !mallory.line!.closed; i++) {
      mallory.line!.up.push(syncMessage(SYNC_STEP_1, Uint8Array.of(0)))
      while (mallory.deliverUp());
    }
    expect(mallory.line!.closed?.code).toBe(CLOSE.tooMany)
    expect(readStory(storyOnDisk(desk, storyId)).body.textContent).toContain('A long answer.')
  })
})

describe('rights that change at the door', () => {
  test('[P3] whoever is removed while the story is being opened for them does not stay in it', async () => {
    const eve = new Writer(desk, await desk.person('Eve', 'writer'), storyId, 5)
    await desk.restart()
    // The story is loaded from disk for her, and meanwhile she is removed.
    const coming = eve.connect()
    await desk.db.deleteFrom('sign_ins').where('person_id', '=', eve.person.id).execute()
    await desk.rooms.rightsChanged()
    await coming
    await deliverAll(desk, [eve])
    expect(eve.line!.closed?.code).toBe(CLOSE.signedOut)
  })
})
