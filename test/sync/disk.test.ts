import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { CLOSE } from '../../shared/protocol.ts'
import { Refusal } from '../../shared/refusal.ts'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import type { TestNewsroom } from '../newsroom.ts'
import { Writer, deliverAll, plainText, storyOnDisk } from '../wire.ts'
import { together } from './together.ts'

let desk: TestNewsroom
let storyId: string
let ana: Writer
let ben: Writer

beforeEach(async () => {
  const met = await together(['The harbour was quiet.'], ['Ana'], ['Ben'])
  ;({ desk, storyId } = met)
  ;[ana, ben] = met.writers
})
afterEach(() => desk.close())

const sayOnDisk = () => bodyOf(storyOnDisk(desk, storyId)).toArray().map(plainText)

describe('saving', () => {
  test('[P1] a key goes to disk, then to the colleague, and the author is told it is saved', async () => {
    ana.types(' Then it was not.')
    expect(ana.saved).toBe(1)
    await deliverAll(desk, [ana, ben])
    expect(ben.paragraphs).toEqual(['The harbour was quiet. Then it was not.'])
    expect(sayOnDisk()).toEqual(['The harbour was quiet. Then it was not.'])
    expect(ana.saved).toBe(2)
  })

  test('[P1] nothing is shown, and nothing is called saved, while the write is still under way', () => {
    const before = { ben: ben.line!.down.length, saved: ana.saved }
    ana.types(' Rain.')
    while (ana.deliverUp());
    expect(ben.line!.down.length).toBe(before.ben)
    while (ana.deliverDown());
    expect(ana.saved).toBe(before.saved)
  })

  test.each([
    ['is full', (on: boolean) => sql`pragma max_page_count = ${sql.lit(on ? 1 : 1_000_000)}`.execute(desk.db)],
    ['turns read-only', (on: boolean) => sql`pragma query_only = ${sql.lit(on ? 1 : 0)}`.execute(desk.db)],
  ])(
    '[P1] PER-04 the disk %s mid-typing: everyone sees "not saved", nobody sees the words, and it recovers by itself',
    async (_, fail) => {
      const late = new Writer(desk, await desk.person('Late'), storyId)
      await fail(true)
      // Enough to need a new page.
      ana.types(' and on'.repeat(2000))
      while (ana.deliverUp());
      ben.types('Meanwhile: ', 0, 0)
      while (ben.deliverUp());
      await turnUntil(() => ana.line!.down.length > 0 && ben.line!.down.length > 0)
      while (ana.deliverDown());
      while (ben.deliverDown());
      expect([ana.stalled, ben.stalled]).toEqual([true, true])
      expect(ben.paragraphs).toEqual(['Meanwhile: The harbour was quiet.'])
      expect(ana.saved).toBe(1)

      await late.connect()
      while (late.deliverUp());
      while (late.deliverDown());
      expect(late.stalled).toBe(true)
      expect(late.paragraphs).toEqual(['The harbour was quiet.'])
      await expect(desk.rooms.edit(storyId, null, (ydoc) => fieldOf(ydoc, 'headline').insert(0, 'X'))).rejects.toThrow(Refusal)

      await fail(false)
      desk.clock.pass(10_000)
      await deliverAll(desk, [ana, ben, late])
      expect([ana.stalled, ben.stalled, late.stalled]).toEqual([false, false, false])
      expect(ben.paragraphs).toEqual(ana.paragraphs)
      expect(sayOnDisk()).toEqual(ana.paragraphs)
      expect(ana.saved).toBe(2)
      expect(fieldOf(storyOnDisk(desk, storyId), 'headline').toString()).toBe('')
      expect([...ana.shownTooEarly, ...ben.shownTooEarly, ...late.shownTooEarly]).toEqual([])
    },
  )

  test('[P10] another hand has written into one story’s log: that story is loaded anew, no word is lost, the others go on', async () => {
    const other = await desk.story(['Another story.'])
    const cy = new Writer(desk, await desk.person('Cy'), other)
    await cy.connect()
    await deliverAll(desk, [cy])
    const { bytes } = desk.disk.prepare('select bytes from updates where story_id = ?').get(storyId) as { bytes: Uint8Array }
    desk.byAnotherHand(`insert into updates values ('${storyId}', 2, 0, null, x'${Buffer.from(bytes).toString('hex')}')`)
    ana.types(' Mine.')
    cy.types(' Mine too.')
    await deliverAll(desk, [ana, ben, cy])
    expect([ana.line!.closed?.code, ben.line!.closed?.code]).toEqual([CLOSE.notLoaded, CLOSE.notLoaded])
    expect(cy.line!.closed).toBeNull()
    expect(cy.saved).toBe(cy.sent.length)
    for (const writer of [ana, ben]) writer.drop()
    for (const writer of [ana, ben]) await writer.connect()
    await deliverAll(desk, [ana, ben])
    expect(ben.paragraphs).toEqual(['The harbour was quiet. Mine.'])
    expect(sayOnDisk()).toEqual(ben.paragraphs)
  })

  test('PER-02 whoever comes back at once finds what was just typed', async () => {
    ana.types(' fresh')
    while (ana.deliverUp());
    ana.drop()
    ben.drop()
    const again = new Writer(desk, ana.person, storyId)
    await again.connect()
    await deliverAll(desk, [again])
    expect(again.paragraphs).toEqual(['The harbour was quiet. fresh'])
  })

  test('a room lets go when the last has left, and the next finds everything', async () => {
    ana.types(' More.')
    await deliverAll(desk, [ana, ben])
    ana.drop()
    ben.drop()
    desk.clock.pass(3000)
    await turnUntil(() => desk.rooms.size === 0)
    const next = new Writer(desk, ana.person, storyId)
    await next.connect()
    await deliverAll(desk, [next])
    expect(next.paragraphs).toEqual(['The harbour was quiet. More.'])
  })

  test('PER-07 opening a story and leaving it writes nothing into it', async () => {
    const log = () => desk.disk.prepare('select count(*) as n from updates').get()
    const before = log()
    for (let i = 0; i < 5; i++) {
      const reader = new Writer(desk, ana.person, storyId)
      await reader.connect()
      await deliverAll(desk, [reader])
      reader.drop()
    }
    expect(log()).toEqual(before)
  })

  test('a long story is kept as a checkpoint and a short tail, and reads the same', async () => {
    for (let i = 0; i < 620; i++) ana.types(`${i} `)
    await deliverAll(desk, [ana, ben])
    await turnUntil(() => desk.disk.prepare('select 1 from checkpoints').get() !== undefined)
    const shown = ben.paragraphs
    ana.drop()
    ben.drop()
    await desk.restart()
    const next = new Writer(desk, ana.person, storyId)
    await next.connect()
    await deliverAll(desk, [next])
    expect(next.paragraphs).toEqual(shown)
  })
})

describe('a story that cannot be loaded', () => {
  test.each([
    ['a truncated update', `update updates set bytes = substr(bytes, 1, length(bytes) - 3) where seq = 2`],
    ['a flipped byte', `update updates set bytes = x'ff' || substr(bytes, 2) where seq = 2`],
    ['a missing update', `delete from updates where seq = 2`],
    ['no updates at all', `delete from updates`],
  ])(
    'PER-10 MIG-07 %s: the story is refused and named on the desk, never shown empty; others are untouched',
    async (_, query) => {
      ana.types(' One.')
      await deliverAll(desk, [ana, ben])
      ana.types(' Two.')
      await deliverAll(desk, [ana, ben])
      ana.drop()
      ben.drop()
      await desk.restart()
      desk.byAnotherHand(query)
      const next = new Writer(desk, ana.person, storyId)
      await expect(next.connect()).rejects.toThrow()
      expect(desk.disk.prepare('select trouble from stories where id = ?').get(storyId)).toEqual({
        trouble: expect.stringMatching(/damaged|missing/),
      })
      await expect(desk.rooms.read(storyId, () => 1)).rejects.toThrow(Refusal)

      const other = await desk.story(['Untouched.'])
      const reader = new Writer(desk, ben.person, other)
      await reader.connect()
      await deliverAll(desk, [reader])
      expect(reader.paragraphs).toEqual(['Untouched.'])
    },
  )

  test('[P9] a story written by a newer Copydesk is not opened by this one', async () => {
    const next = await desk.story(['From the future.'])
    desk.byAnotherHand(`update stories set schema = 999 where id = '${next}'`)
    await expect(new Writer(desk, ana.person, next).connect()).rejects.toThrow(/newer/)
  })
})

describe('coming back', () => {
  test('SYN-01 the server is killed and started again while the tab stays open: nothing is doubled', async () => {
    ana.types(' Kept.')
    await deliverAll(desk, [ana, ben])
    await desk.crash()
    ana.drop(false)
    ben.drop(false)
    await ana.connect()
    await ben.connect()
    await deliverAll(desk, [ana, ben])
    expect(ana.paragraphs).toEqual(['The harbour was quiet. Kept.'])
    expect(ben.paragraphs).toEqual(ana.paragraphs)
    expect(desk.disk.prepare('select count(*) as n from updates where story_id = ?').get(storyId)).toEqual({ n: 2 })
  })

  test('SYN-05 away and back on the same copy: what is typed afterwards reaches the colleague', async () => {
    ana.drop()
    await ana.connect()
    ana.types(' after')
    await deliverAll(desk, [ana, ben])
    expect(ben.paragraphs).toEqual(['The harbour was quiet. after'])
  })

  test('[P2] [P4] SYN-18 a laptop wakes after hours: the colleague’s work stays, and so does what was typed on it', async () => {
    ana.drop(false)
    ben.ydoc.transact(() => {
      ben.textOf(0).delete(0, 3)
      ben.textOf(0).insert(0, 'Their')
    })
    const added = new Y.XmlElement('paragraph')
    added.insert(0, [new Y.XmlText('A third thing.')])
    bodyOf(ben.ydoc).push([added])
    await deliverAll(desk, [ben])
    desk.clock.pass(5 * 3600_000)
    ana.types('.')
    ben.drop()
    await ben.connect()
    await ana.connect()
    await deliverAll(desk, [ana, ben])
    expect(ana.paragraphs).toEqual(['Their harbour was quiet..', 'A third thing.'])
    expect(ben.paragraphs).toEqual(ana.paragraphs)
  })

  test('SYN-21 one frame is swallowed on the way: the server asks again, and the colleague sees everything', async () => {
    ana.types(' a')
    ana.line!.up.pop()
    for (const letter of 'bcdefghijklmnopqrstu') ana.types(letter)
    await deliverAll(desk, [ana, ben])
    expect(ben.paragraphs).toEqual(['The harbour was quiet. abcdefghijklmnopqrstu'])
    expect(ana.line!.closed).toBeNull()
    expect(ana.saved).toBeGreaterThanOrEqual(ana.sent.length - 1)
  })
})

/** Real turns of the event loop until the disk or a task of its own has come round. */
async function turnUntil(done: () => boolean): Promise<void> {
  for (let i = 0; i < 10_000 && !done(); i++) {
    await new Promise((resolve) => setImmediate(resolve))
    desk.clock.pass(1)
  }
  expect(done()).toBe(true)
}
