/** What readers have and what the desk has, told apart: and no road leads a story out that its checks keep back. */
import { expect, test } from 'vitest'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { Checks } from '../../shared/shapes/checks.ts'
import type { Edition, EditionPreview } from '../../shared/shapes/editions.ts'
import { aDesk, type Somebody } from './desk.ts'

async function aPublishingDesk() {
  const desk = await aDesk()
  const { at, passes, ana, room, standing } = desk
  const asksOf = async ({ asks }: Somebody, given: Record<string, unknown> = {}) => {
    const {
      kind = 'first',
      note = null,
      at: when = null,
      ...more
    } = given as { kind?: EditionKind; note?: unknown; at?: unknown }
    const seen = await asks<EditionPreview>('POST', `${at}/preview`, { json: { kind, note, at: when } })
    return asks<Edition & Partial<Checks>>('POST', `${at}/publish`, {
      json: { stamp: seen.body.stamp ?? 'guess-guess-guess', kind, note, at: when, targets: ['site'], ...more },
    })
  }
  return {
    ...desk,
    publishes: asksOf,
    isClear: async () => {
      await passes(ana, 'edit')
      await passes(ana, 'copy')
    },
    page: async () => (await room.app.request(`/${(await standing(ana)).particulars.path}`)).text(),
  }
}

test('PER-09 what was changed since publication is shown as not published, in the story and on the desk, and readers see nothing of it', async () => {
  const { publishes, isClear, page, standing, row, ana, ben, at, room } = await aPublishingDesk()
  await isClear()
  expect((await publishes(ana)).status).toBe(201)
  const before = await page()
  expect(before).toContain('She mends nets')
  expect(await standing(ben)).toMatchObject({ stage: 'live', live: { edition: 1, behind: false, killed: false } })
  expect((await row(ana)).standing).toMatchObject({ behind: false, liveAt: room.clock.now() })
  await ben.asks('PATCH', at, { json: { headline: 'TEST' } })
  expect(await standing(ana)).toMatchObject({ stage: 'live', live: { edition: 1, behind: true } })
  room.clock.pass(12_000)
  await expect.poll(async () => (await row(ana)).standing!.behind).toBe(true)
  expect(await page()).toBe(before)
  await ben.asks('PATCH', at, { json: { headline: 'The mender’s gap' } })
  expect((await standing(ana)).live!.behind).toBe(false)
})

test('PER-14 AUT-05 who only writes the story changes it on, and never what is out; nor does an old page', async () => {
  const { publishes, isClear, page, says, standing, ana, ben, sue, at } = await aPublishingDesk()
  const old = await standing(ana)
  await isClear()
  await publishes(ana)
  const before = await page()
  expect(await says(ana, { ...old.particulars, version: old.version })).toMatchObject({ problem: 'changed-meanwhile' })
  await ben.asks('PATCH', at, { json: { byline: 'By Ben and Sue', headline: '' } })
  for (const who of [ben, sue]) {
    const refused = await publishes(who, { kind: 'update' })
    expect(refused.problem, refused.text).toBe('not-allowed')
  }
  expect(await page()).toBe(before)
})

test('[P6] first edition, update, correction, schedule: each is refused with every reason, and none goes out', async () => {
  const { publishes, isClear, page, sets, checks, writes, ana, room } = await aPublishingDesk()
  await isClear()
  await publishes(ana)
  const before = await page()
  await writes('It is TK metres long.')
  await sets(ana, { hold: { reason: 'Wait' }, embargo: { until: room.clock.now() + 8 * 24 * 3_600_000, zone: 'UTC' } })
  const note = { label: 'correction', wrong: 'The length.', right: 'It is long.', atTop: false }
  const wanted = (await checks(ana)).checks.filter(({ blocks }) => blocks).map(({ name }) => name)
  expect(new Set(wanted)).toEqual(new Set(['placeholder', 'hold', 'embargo', 'gate']))
  for (const given of [
    { kind: 'update', withoutNote: 'It is a small thing' },
    { kind: 'correction', note },
    { kind: 'update', withoutNote: 'x', at: { local: '2026-06-05T10:00', zone: 'UTC' } },
  ]) {
    const refused = await publishes(ana, given)
    expect(refused, JSON.stringify(given)).toMatchObject({ status: 422, problem: 'blocked' })
    expect(refused.body.checks!.map(({ name }) => name)).toEqual(wanted)
  }
  expect(await page()).toBe(before)
  // To take it from readers nothing has to be in order.
  expect((await publishes(ana, { kind: 'kill' })).status).toBe(201)
  expect(await page()).not.toContain('She mends nets')
})

test('one that is scheduled and then held, or put under embargo, stays in, and the desk says so', async () => {
  for (const what of ['hold', 'embargo'] as const) {
    const { publishes, isClear, sets, standing, row, ana, room } = await aPublishingDesk()
    await isClear()
    expect((await publishes(ana, { at: { local: '2026-06-01T15:00', zone: 'UTC' } })).status).toBe(201)
    const due = Date.UTC(2026, 5, 1, 15)
    expect(await standing(ana)).toMatchObject({ live: null, waiting: { edition: 1, at: due, zone: 'UTC', behind: false } })
    expect((await row(ana)).standing!.waitingFor).toBe(due)
    await sets(ana, what === 'hold' ? { hold: { reason: 'Wait' } } : { embargo: { until: due + 3_600_000, zone: 'UTC' } })
    room.clock.pass(due - room.clock.now())
    const waits = async () => {
      room.clock.pass(21_000)
      return (await standing(ana)).waiting
    }
    await expect.poll(waits).toBeNull()
    expect(await standing(ana)).toMatchObject({ live: null, stage: 'writing' })
    expect((await standing(ana)).alarms).toHaveLength(1)
    expect((await row(ana)).standing!.alarm).toBe(true)
  }
})
