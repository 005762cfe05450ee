import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepOwnPresence } from '../../client/sync/own-presence.ts'
import { CLOSE } from '../../shared/protocol.ts'
import type { TestNewsroom } from '../newsroom.ts'
import { Random } from '../random.ts'
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
      ana.awareness.setLocalStateField('at', i)
      await deliverAll(desk, [ana, ben])
    }
    expect(ben.line!.closed).toBeNull()
    expect(ben.awareness.getStates().get(11)?.at).toBe(199)
  })

  test.each<[string, unknown]>([
    ['a number', 5],
    ['nowhere', { anchor: {}, head: {} }],
    ['half of one', { anchor: { tname: 'body' } }],
    [
      'before the first letter of anybody',
      { anchor: { item: { client: 7, clock: -1 } }, head: { item: { client: 7, clock: -1 } } },
    ],
    ['in something that is no part', { anchor: { type: 'x' }, head: { type: 'x' } }],
  ])(
    '[P10] a caret that is %s is not passed on, not even a reader’s: it would stop every colleague’s page',
    async (_, cursor) => {
      const place = { type: null, tname: 'body', item: null, assoc: 0 }
      for (const said of [{ anchor: place, head: place }, cursor]) {
        ben.awareness.setLocalState({ field: 'body', cursor: said })
        await deliverAll(desk, [ana, ben])
        expect(ana.awareness.getStates().get(22)).toMatchObject({ field: 'body', cursor: said === cursor ? null : said })
      }
      expect(ben.line!.closed).toBeNull()
    },
  )

  test('who sits still is said again as long as their line is alive, also when their window never says it', async () => {
    ana.awareness.setLocalStateField('at', 3)
    await deliverAll(desk, [ana, ben])
    const heard = () => ben.awareness.meta.get(11)!.clock
    const first = heard()
    // What she says again herself is nothing new.
    ana.awareness.setLocalState(ana.awareness.getLocalState())
    await deliverAll(desk, [ana, ben])
    expect(heard()).toBe(first)
    for (let i = 0; i < 2; i++) {
      desk.clock.pass(10_000)
      await deliverAll(desk, [ben])
    }
    expect(heard()).toBeGreaterThan(first)
    expect(seenBy(ben)).toEqual(['Ana'])
  })

  test('AWA-01 after a cut line the person is back, with caret, though the colleagues remember a later clock', async () => {
    ana.awareness.setLocalStateField('at', 3)
    await deliverAll(desk, [ana, ben])
    ana.drop()
    await deliverAll(desk, [ben])
    expect(seenBy(ben)).toEqual([])
    await ana.connect()
    ana.awareness.setLocalStateField('at', 4)
    await deliverAll(desk, [ana, ben])
    expect(seenBy(ben)).toEqual(['Ana'])
    expect(ben.awareness.getStates().get(11)?.at).toBe(4)
  })

  test('AWA-01 a window whose line died unnoticed says itself where its caret is, whatever the server remembers', async () => {
    keepOwnPresence(ana.awareness)
    for (let i = 0; i < 3; i++) ana.awareness.setLocalStateField('at', i)
    await deliverAll(desk, [ana, ben])
    ana.drop(false)
    ana.awareness.setLocalStateField('at', 77)
    await ana.connect()
    await deliverAll(desk, [ana, ben])
    expect(ana.awareness.getLocalState()?.at).toBe(77)
    expect(ben.awareness.getStates().get(11)?.at).toBe(77)
  })

  test('AWA-01 also after a restart of the server', async () => {
    for (let i = 0; i < 50; i++) ana.awareness.setLocalStateField('at', i)
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

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'AWA-03 two tabs of one person that come, move, repeat each other and go, all at once (%i): each caret is where its tab is, and no tab speaks for the other',
    async (seed) => {
      const random = new Random(seed)
      const tabs = [ana, new Writer(desk, ana.person, storyId, 12)]
      for (const tab of tabs) keepOwnPresence(tab.awareness)
      const carets = new Map<Writer, number>()
      for (let step = 0; step < 60; step++) {
        const tab = random.pick(tabs)
        const dice = random.below(100)
        if (dice < 45) {
          carets.set(tab, step)
          tab.awareness.setLocalState({ user: { name: 'Ana' }, at: step })
        } else if (dice < 60) for (const one of [...tabs, ben]) one.deliverUp()
        else if (dice < 75) for (const one of [...tabs, ben]) one.deliverDown()
        else if (dice < 85) tab.drop(random.chance(60))
        else if (tab.line === null) await tab.connect()
        else desk.clock.pass(random.below(300))
      }
      if (random.chance(50) && tabs[0]!.line === null) await tabs[0]!.connect()
      await deliverAll(desk, [...tabs, ben])
      // Lines that went dead without a word are found out.
      for (let beat = 0; beat < 12; beat++) {
        desk.clock.pass(10_000)
        for (const one of [...tabs, ben]) if (one.line !== null) one.awareness.setLocalState(one.awareness.getLocalState())
        await deliverAll(desk, [...tabs, ben])
      }
      const there = tabs.filter((tab) => tab.line !== null)
      const seen = [...ben.awareness.getStates()].filter(([client]) => client !== ben.ydoc.clientID)
      expect(new Map(seen.map(([client, { at, user }]) => [client, [at, (user as { id: string }).id]]))).toEqual(
        new Map(there.map((tab) => [tab.ydoc.clientID, [carets.get(tab), 'p-ana']])),
      )
      expect(
        desk.rooms
          .here(storyId)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(there.length > 0 ? ['Ana', 'Ben'] : ['Ben'])
      for (const tab of there) expect(tab.line!.closed).toBeNull()
    },
  )

  test('carets of a crowd are sent as the latest state only', async () => {
    const before = ben.line!.writes
    for (let i = 0; i < 100; i++) {
      ana.awareness.setLocalStateField('at', i)
      while (ana.deliverUp());
    }
    desk.clock.pass(300)
    await deliverAll(desk, [ana, ben])
    expect(ben.line!.writes - before).toBeLessThan(5)
    expect(ben.awareness.getStates().get(11)?.at).toBe(99)
  })
})
