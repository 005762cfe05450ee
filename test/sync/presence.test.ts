import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CLOSE } from '../../shared/protocol.ts'
import type { TestNewsroom } from '../newsroom.ts'
import { Writer, deliverAll, presenceMessage } from '../wire.ts'
import { together } from './together.ts'

let desk: TestNewsroom
let storyId: string
let ana: Writer
let ben: Writer

beforeEach(async () => {
  const met = await together(['The harbour was quiet.'], ['Ana', 'editor', 11], ['Ben', 'checker', 22])
  ;({ desk, storyId } = met)
  ;[ana, ben] = met.writers
})
afterEach(() => desk.close())

const seenBy = (writer: Writer) =>
  [...writer.awareness.getStates()]
    .filter(([client]) => client !== writer.ydoc.clientID)
    .map(([, state]) => (state.user as { name: string }).name)

describe('who is here', () => {
  test('each sees the other, by the name the newsroom knows', () => {
    expect(seenBy(ana)).toEqual(['Ben'])
    expect(seenBy(ben)).toEqual(['Ana'])
  })

  test('[P3] AWA-09 a reader who claims to be the editor-in-chief is still Ben', async () => {
    ben.awareness.setLocalState({ user: { id: 'p-ana', name: 'Editor in Chief', role: 'owner' } })
    await deliverAll(desk, [ana, ben])
    const state = ana.awareness.getStates().get(22)
    expect(state?.user).toMatchObject({ id: 'p-ben', name: 'Ben', role: 'checker' })
  })

  test('[P3] AWA-08 nobody can log a colleague out by a null state under their id', async () => {
    ben.line!.up.push(presenceMessage([[11, 9_999_999, null]]))
    await deliverAll(desk, [ana, ben])
    const third = new Writer(desk, await desk.person('Cy'), storyId)
    await third.connect()
    await deliverAll(desk, [ana, ben, third])
    expect(seenBy(third).toSorted()).toEqual(['Ana', 'Ben'])
    expect(ben.line!.closed).toBeNull()
  })

  test('a stock client that echoes its colleagues’ states is not punished for it', async () => {
    for (let i = 0; i < 200; i++) {
      ana.awareness.setLocalStateField('cursor', i)
      await deliverAll(desk, [ana, ben])
    }
    expect(ben.line!.closed).toBeNull()
    expect(ben.awareness.getStates().get(11)?.cursor).toBe(199)
  })

  test('AWA-01 after a cut line the person is back, with caret, though the colleagues remember a later clock', async () => {
    ana.awareness.setLocalStateField('cursor', 3)
    await deliverAll(desk, [ana, ben])
    ana.drop()
    await deliverAll(desk, [ben])
    expect(seenBy(ben)).toEqual([])
    await ana.connect()
    ana.awareness.setLocalStateField('cursor', 4)
    await deliverAll(desk, [ana, ben])
    expect(seenBy(ben)).toEqual(['Ana'])
    expect(ben.awareness.getStates().get(11)?.cursor).toBe(4)
  })

  test('AWA-01 also after a restart of the server', async () => {
    for (let i = 0; i < 50; i++) ana.awareness.setLocalStateField('cursor', i)
    await deliverAll(desk, [ana, ben])
    await desk.restart()
    ana.drop(false)
    ben.drop(false)
    desk.clock.pass(1000)
    await ben.connect()
    await ana.connect()
    await deliverAll(desk, [ana, ben])
    expect(seenBy(ben)).toEqual(['Ana'])
  })

  test('AWA-03 five reloads leave one Ana, and a tab that died silently is gone within two minutes', async () => {
    for (let i = 0; i < 5; i++) {
      ana.drop()
      ana = new Writer(desk, ana.person, storyId, 100 + i)
      await ana.connect()
      await deliverAll(desk, [ana, ben])
    }
    expect(seenBy(ben)).toEqual(['Ana'])
    ana.drop(false)
    for (let minute = 0; minute < 12; minute++) {
      desk.clock.pass(10_000)
      ben.awareness.setLocalStateField('beat', minute)
      await deliverAll(desk, [ben])
    }
    expect(seenBy(ben)).toEqual([])
    expect(desk.rooms.here(storyId).map(({ name }) => name)).toEqual(['Ben'])
  })

  test('[DOS-13] whoever is still being sent a long story is not taken for dead while a sign of life comes', async () => {
    ana.line!.buffered = 5 * 1024 * 1024
    for (let seconds = 0; seconds < 180; seconds += 15) {
      desk.clock.pass(15_000)
      ana.awareness.setLocalState({ ...ana.awareness.getLocalState() })
      while (ana.deliverUp());
    }
    expect(ana.line!.closed).toBeNull()
    expect(ben.line!.closed?.code).toBe(CLOSE.goingAway)
  })

  test('a line that comes back before the old one is found dead keeps its place', async () => {
    const { line: dead } = ana
    ana.drop(false)
    await ana.connect()
    await deliverAll(desk, [ana, ben])
    desk.rooms.leave(dead!.room!, dead!.session!)
    await deliverAll(desk, [ana, ben])
    expect(seenBy(ben)).toEqual(['Ana'])
  })

  test('two tabs of one person are one person', async () => {
    const second = new Writer(desk, ana.person, storyId)
    await second.connect()
    await deliverAll(desk, [ana, ben, second])
    expect(desk.rooms.here(storyId).map(({ name }) => name)).toEqual(['Ana', 'Ben'])
  })

  test('carets of a crowd are sent as the latest state only', async () => {
    const before = ben.line!.writes
    for (let i = 0; i < 100; i++) {
      ana.awareness.setLocalStateField('cursor', i)
      while (ana.deliverUp());
    }
    desk.clock.pass(300)
    await deliverAll(desk, [ana, ben])
    expect(ben.line!.writes - before).toBeLessThan(5)
    expect(ben.awareness.getStates().get(11)?.cursor).toBe(99)
  })
})
