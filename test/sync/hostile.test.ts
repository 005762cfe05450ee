import * as encoding from 'lib0/encoding'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { CLOSE, SYNC_UPDATE, SYNC_STEP_2 } from '../../shared/protocol.ts'
import { bodyOf, fieldOf, movesOf, readStory, settingsOf, speakersOf, stetOf } from '../../shared/story.ts'
import type { TestNewsroom } from '../newsroom.ts'
import { Random } from '../random.ts'
import { Writer, deliverAll, presenceMessage, storyOnDisk, syncMessage } from '../wire.ts'
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

/** Mallory's hand-made client sends what it likes. */
async function mallorySends(...messages: Uint8Array[]): Promise<void> {
  for (const message of messages) mallory.line!.up.push(message)
  await deliverAll(desk, [mallory, ana])
}

/** An edit on a copy of the story, as the update that makes it. */
function forged(change: (copy: Y.Doc) => void, clientId = 666): Uint8Array {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(mallory.ydoc))
  copy.clientID = clientId
  const before = Y.encodeStateVector(copy)
  copy.transact(() => change(copy))
  return Y.encodeStateAsUpdate(copy, before)
}
const update = (bytes: Uint8Array) => syncMessage(SYNC_UPDATE, bytes)

/** Nothing of it reached the disk or a colleague, who goes on working. */
async function nothingChanged(): Promise<void> {
  expect(desk.disk.prepare('select count(*) as n from updates where story_id = ?').get(storyId)).toEqual({ n: 1 })
  ana.types('Still here. ', 1)
  await deliverAll(desk, [ana])
  expect(ana.line!.closed).toBeNull()
  expect(readStory(storyOnDisk(desk, storyId)).body.textContent).toContain('Still here.')
}

describe('a session without the right to write', () => {
  test('[P3] AUT-01 a reader gets every word and changes nothing, whatever it sends', async () => {
    const reader = new Writer(desk, await desk.person('Reader', 'checker'), storyId)
    await reader.connect()
    await deliverAll(desk, [reader, ana])
    expect(reader.readOnly).toBe(true)
    reader.types('pwned ')
    await deliverAll(desk, [reader, ana])
    expect(ana.paragraphs[0]).toBe('The harbour was quiet 🐈.')
    expect(desk.disk.prepare('select count(*) as n from updates').get()).toEqual({ n: 1 })
    ana.types('Live: ', 0, 0)
    await deliverAll(desk, [reader, ana])
    expect(reader.paragraphs[0]).toContain('Live: ')
  })

  test('[P3] a writer who becomes a checker while typing is read-only from that moment', async () => {
    await desk.db.updateTable('people').set({ role: 'checker' }).where('id', '=', mallory.person.id).execute()
    await desk.rooms.rightsChanged()
    mallory.types('too late ')
    await deliverAll(desk, [ana, mallory])
    expect(mallory.readOnly).toBe(true)
    await nothingChanged()
  })

  test('[P3] whoever is removed, signed out or loses the story is out at once', async () => {
    await desk.db.deleteFrom('sign_ins').where('person_id', '=', mallory.person.id).execute()
    await desk.rooms.rightsChanged()
    expect(mallory.line!.closed?.code).toBe(CLOSE.signedOut)
    await desk.db.updateTable('stories').set({ deleted_at: 1 }).where('id', '=', storyId).execute()
    await desk.rooms.rightsChanged()
    expect(ana.line!.closed?.code).toBe(CLOSE.noStory)
  })
})

describe('forged updates', () => {
  test('[P3] under a colleague’s client id: refused, and the colleague’s typing is not dropped for it', async () => {
    ana.types('Mine. ', 1)
    await deliverAll(desk, [ana, mallory])
    await mallorySends(update(forged((copy) => fieldOf(copy, 'headline').insert(0, 'Fake'), 77)))
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
    ana.types('Mine too. ', 1)
    await deliverAll(desk, [ana])
    expect(readStory(storyOnDisk(desk, storyId)).body.textContent).toContain('Mine too.')
  })

  test('[P3] under the id of a colleague who has not typed yet: refused too', async () => {
    await mallorySends(update(forged((copy) => fieldOf(copy, 'headline').insert(0, 'Fake'), 77)))
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
    await nothingChanged()
  })

  test('[P3] client ids stay their owners’ across a restart of the server', async () => {
    await desk.restart()
    ana.drop(false)
    mallory.drop(false)
    await mallory.connect()
    await mallorySends(update(forged((copy) => fieldOf(copy, 'headline').insert(0, 'Fake'), 77)))
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
  })

  const p = (name: string) => new Y.XmlElement(name)
  test.each<[string, (copy: Y.Doc) => void]>([
    ['an unknown node (SYN-15)', (copy) => bodyOf(copy).insert(1, [p('future_embed')])],
    ['a node in a place where none can be', (copy) => (bodyOf(copy).get(0) as Y.XmlElement).insert(0, [p('paragraph')])],
    ['an attribute of a wrong value', (copy) => (bodyOf(copy).get(0) as Y.XmlElement).setAttribute('role', 'boss')],
    ['an attribute nobody knows (XSS-07)', (copy) => (bodyOf(copy).get(0) as Y.XmlElement).setAttribute('__proto__', 'x')],
    ['an attribute that is an object', (copy) => (bodyOf(copy).get(0) as Y.XmlElement).setAttribute('id', { a: 1 } as never)],
    ['formatting nobody knows', (copy) => textOf(copy).format(0, 3, { future: {} })],
    [
      'formatting with an attribute nobody knows (COM-02)',
      (copy) => textOf(copy).format(0, 3, { comment: { id: 'x', evil: 1 } }),
    ],
    ['an embed in text', (copy) => textOf(copy).insertEmbed(0, { x: 1 })],
    ['text straight into the body', (copy) => bodyOf(copy).insert(0, [new Y.XmlText('loose')])],
    ['formatting in the headline', (copy) => fieldOf(copy, 'headline').insert(0, 'Big', { strong: {} })],
    ['a part no story has', (copy) => copy.getMap('admin').set('isAdmin', true)],
    ['a sub-document', (copy) => copy.getMap('speakers').set('x', new Y.Doc() as never)],
    ["a move that says what became of another's letters", (copy) => movesOf(copy).push([[0, 1, 0, 7777, 0, 1]])],
    [
      'a move of letters that are not there, which each page would look for',
      (copy) => movesOf(copy).push([[0, 77, 0, 666, 0, 2 ** 40]]),
    ],
    ['a move that is none', (copy) => movesOf(copy).push([['w'] as never])],
    ['a setting that no story has', (copy) => settingsOf(copy).set('theme', 'pink')],
    ['something let stand that is no matter', (copy) => stetOf(copy).set('k'.repeat(201), true)],
    ['a speaker that is no speaker', (copy) => speakersOf(copy).set('x', 'not a speaker' as never)],
    [
      'a speaker that is a name only by what it stands on (XSS-07), and none for who opens the story later',
      (copy) => speakersOf(copy).set('x', JSON.parse('{"__proto__":{"name":"Ann","initials":"A","kind":"other"}}') as never),
    ],
  ])('[P10] %s is refused with a reason; nobody else notices', async (_, change) => {
    await mallorySends(update(forged(change)))
    expect(mallory.line!.closed).toEqual({ code: CLOSE.badMessage, reason: expect.stringMatching(/\w+ .*\./) })
    await nothingChanged()
  })
  const textOf = (copy: Y.Doc) => (bodyOf(copy).get(0) as Y.XmlElement).get(0) as Y.XmlText

  test('[P10] PRB-03 DOS-10 20,000 nodes one in another: refused before they are applied', async () => {
    const copy = new Y.Doc()
    copy.clientID = 666
    let inner: Y.XmlElement = bodyOf(copy) as unknown as Y.XmlElement
    copy.transact(() => {
      for (let i = 0; i < 20_000; i++) {
        const next = p('pullQuote')
        inner.insert(0, [next])
        inner = next
      }
    })
    await mallorySends(update(Y.encodeStateAsUpdate(copy)))
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
    await nothingChanged()
  })

  test('[P10] UNI-02 PRB-05 an insertion into the middle of an emoji is refused: the emoji stays whole', async () => {
    const at = 'The harbour was quiet '.length + 1
    await mallorySends(update(forged((copy) => textOf(copy).insert(at, 'X'))))
    expect(mallory.line!.closed?.reason).toMatch(/character in half/)
    await nothingChanged()
    expect(ana.paragraphs[0]).toBe('The harbour was quiet 🐈.')
  })

  test('[P10] half an emoji is not deleted either', async () => {
    await mallorySends(update(forged((copy) => textOf(copy).delete('The harbour was quiet '.length, 1))))
    expect(mallory.line!.closed?.reason).toMatch(/character in half/)
    await nothingChanged()
  })

  test('SYN-13 two good edits that do not fit together: the words stay, both sides agree', async () => {
    const bold = forged((copy) => textOf(copy).format(0, 3, { strong: {} }))
    await mallorySends(update(bold))
    ana.ydoc.transact(() => {
      const heading = p('heading')
      heading.insert(0, [new Y.XmlText('The harbour was quiet 🐈.')])
      bodyOf(ana.ydoc).delete(0, 1)
      bodyOf(ana.ydoc).insert(0, [heading])
    })
    await deliverAll(desk, [ana, mallory])
    expect(readStory(mallory.ydoc).body.eq(readStory(ana.ydoc).body)).toBe(true)
    expect(ana.paragraphs[0]).toBe('The harbour was quiet 🐈.')
  })
})

describe('bytes that are no update', () => {
  const hex = (text: string) => Uint8Array.from(text.trim().split(/\s+/), (byte) => Number.parseInt(byte, 16))

  test.each([
    ['DOS-02 seven garbage bytes', '00 02 07 81 AA DB 6A 07 9D A1'],
    ['DOS-03 a struct count of 4 billion', '00 02 06 01 FF FF FF FF 0F'],
    ['DOS-03 a client count of 4 billion', '00 02 05 FF FF FF FF 0F'],
    ['PRB-08 a deletion count of 4 billion', '00 02 06 00 FF FF FF FF 0F'],
    ['PRB-08 an array of 4 billion', '00 02 0F 01 01 05 00 08 01 01 61 FF FF FF FF 0F 00'],
    ['PRB-08 an unknown kind of content', '00 02 0A 01 01 05 00 07 01 01 61 63 00'],
    ['PRB-08 a number without an end', '00 02 0A FF FF FF FF FF FF FF FF FF 01'],
    ['PRB-08 nothing at all', '00 02 00'],
    ['a length of 2^31', '00 02 0A 01 01 9A 05 00 00 FF FF FF FF 07 00'],
    ['an empty message', ''],
    ['an unknown message', '63 01'],
    ['an unknown sync step', '00 09 00'],
    ['a state vector that is none', '00 00 03 FF FF FF'],
  ])('[P10] %s: the sender is closed, the others go on', async (_, bytes) => {
    await mallorySends(bytes === '' ? new Uint8Array() : hex(bytes))
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
    await nothingChanged()
  })

  test('[P10] PRB-07 deletions of what does not exist are not kept, and the later letters stay', async () => {
    await mallorySends(update(hex('00 01 4D 01 00 FF FF FF FF 07')))
    await nothingChanged()
  })

  test('[P10] 400 random frames never reach anybody', async () => {
    const random = new Random(4400)
    for (let i = 0; i < 400; i++) {
      const bytes = Uint8Array.from({ length: 1 + random.below(64) }, () => random.below(256))
      if (random.chance(60)) bytes[0] = random.below(2)
      if (mallory.line?.closed) {
        mallory.drop()
        await mallory.connect()
      }
      mallory.line!.up.push(bytes)
      mallory.deliverUp()
    }
    await nothingChanged()
  })

  test('[P10] updates with gaps that are never filled end in one closed session', async () => {
    const gap = Y.encodeStateAsUpdate(
      (() => {
        const copy = new Y.Doc()
        copy.clientID = 666
        copy.getText('headline').insert(0, 'abc')
        return copy
      })(),
      Y.encodeStateVector(
        (() => {
          const copy = new Y.Doc()
          copy.clientID = 666
          copy.getText('headline').insert(0, 'a')
          return copy
        })(),
      ),
    )
    for (let i = 0; i < 10; i++) await mallorySends(syncMessage(SYNC_STEP_2, gap))
    expect(mallory.line!.closed?.code).toBe(CLOSE.badMessage)
    await nothingChanged()
  })
})

describe('limits', () => {
  test('[P10] DOS-07 a story has a greatest length; the refused writer is told and the story stays savable', async () => {
    // One long word: what costs here is its length, not the counting of words.
    const mega = 'm'.repeat(1_800_000)
    for (let i = 0; i < 12 && !mallory.line!.closed; i++) {
      mallory.types(mega)
      await deliverAll(desk, [mallory])
    }
    expect(mallory.line!.closed?.code).toBe(CLOSE.tooLarge)
    ana.types('Still saved.', 1)
    await deliverAll(desk, [ana])
    expect(ana.saved).toBe(ana.sent.length)
  })

  test('[P10] a flood of messages closes its sender', async () => {
    const still = presenceMessage([])
    for (let i = 0; i < 7000; i++) mallory.line!.up.push(still)
    while (mallory.deliverUp());
    expect(mallory.line!.closed?.code).toBe(CLOSE.tooMany)
    await nothingChanged()
  })

  test('[P10] DOS-07 one who may only read, and sends whole stories of changes, is closed by the third; a few keys cost nothing', async () => {
    const reader = new Writer(desk, await desk.person('Reader', 'checker'), storyId, 999)
    await reader.connect()
    await deliverAll(desk, [reader, ana])
    for (let i = 0; i < 500; i++) reader.types('x')
    await deliverAll(desk, [reader, ana])
    expect(reader.line!.closed).toBeNull()
    reader.types('m'.repeat(800_000))
    for (let i = 0; i < 3; i++) reader.line!.up.push(reader.line!.up.at(-1)!)
    await deliverAll(desk, [reader, ana])
    expect(reader.line!.closed?.code).toBe(CLOSE.tooMany)
    await nothingChanged()
  })

  test('[P10] DOS-05 invented presence states: the sender is closed, nobody sees one of them', async () => {
    for (let i = 0; i < 100 && !mallory.line!.closed; i++)
      await mallorySends(
        presenceMessage(
          Array.from({ length: 1000 }, (_, n) => [50_000 + i * 1000 + n, 1, n % 2 ? null : { user: { name: 'Nobody' } }]),
        ),
      )
    expect(mallory.line!.closed?.code).toBe(CLOSE.tooMany)
    expect([...ana.awareness.getStates().keys()]).toEqual([77])
  })

  test('[P10] DOS-05 a presence state of a megabyte closes its sender', async () => {
    await mallorySends(presenceMessage([[666, 9, { user: { name: 'x'.repeat(1_000_000) } }]]))
    expect(mallory.line!.closed?.code).toBe(CLOSE.tooMany)
    await nothingChanged()
  })

  test('[P10] presence that is not JSON closes its sender', async () => {
    const inner = encoding.createEncoder()
    encoding.writeVarUint(inner, 1)
    encoding.writeVarUint(inner, 666)
    encoding.writeVarUint(inner, 99)
    encoding.writeVarString(inner, '{"a":')
    const outer = encoding.createEncoder()
    encoding.writeVarUint(outer, 1)
    encoding.writeVarUint8Array(outer, encoding.toUint8Array(inner))
    await mallorySends(encoding.toUint8Array(outer))
    expect(mallory.line!.closed?.code).toBe(CLOSE.tooMany)
  })
})
