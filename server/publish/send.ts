/** One delivery: whose turn it is, the sending, and what became of it. */
import {
  claimDelivery,
  dropDeliveries,
  lastWithdrawal,
  setDelivery,
  unfinishedDeliveries,
  type DeliveryRow,
} from '../../db/outbox.ts'
import type { OutboxTable } from '../../db/schema.ts'
import { switchOffTarget, targetRow } from '../../db/targets.ts'
import { nextTry } from '../../shared/publish/backoff.ts'
import type { Desk } from '../context.ts'
import { adapterFor } from '../targets/adapters.ts'
import type { Sent } from '../targets/target.ts'
import { COMPARE_AFTER_MS } from './compare.ts'
import { inTime } from './in-time.ts'
import { tellAlarms } from './late.ts'
import { parcelOf } from './parcel.ts'

export const WITHDRAWN = 'The story was withdrawn before it went there.'

/**
 * Whether nothing of an earlier edition has to go there first. An earlier one that could not be delivered, or that waits
 * for a decision, is not sent any more: this one has all that it had. But mail that was promised is not dropped for it.
 */
export async function itsTurn({ db }: Pick<Desk, 'db'>, row: DeliveryRow): Promise<boolean> {
  const withdrawn = await lastWithdrawal(db, row.story_id)
  // What was being sent when the story was withdrawn, and was to be sent again after a crash, is dropped only now.
  if (withdrawn > 0) await dropDeliveries(db, row.story_id, withdrawn, WITHDRAWN)
  if (row.number < withdrawn) return false
  const earlier = (await unfinishedDeliveries(db, row.story_id, row.target_id)).filter(({ number }) => number < row.number)
  const mustWait = ({ state, newsletter }: DeliveryRow) =>
    state === 'waiting' || state === 'sending' || (state === 'trouble' && newsletter !== null)
  if (earlier.some(mustWait)) return false
  const says = `Edition ${row.number} went there in its place.`
  for (const { id } of earlier) await setDelivery(db, id, ['trouble', 'clash'], { state: 'cancelled', says, theirs: null })
  return true
}

export async function sendOne(desk: Desk, row: DeliveryRow, chance: number): Promise<void> {
  const { db, clock } = desk
  const target = await targetRow(db, row.target_id)
  if (target === null || target.is_on === 0) {
    const says = target === null ? 'The target was removed.' : `The target is switched off. ${target.trouble ?? ''}`.trim()
    return settle(desk, row, ['waiting', 'trouble'], { state: 'given up', says })
  }
  if (!(await claimDelivery(db, row.id, clock.now()))) return
  let sent: Sent
  try {
    const parcel = await parcelOf(desk, row)
    const adapter = await adapterFor(desk, target)
    sent = (await inTime(desk, adapter.deliver(parcel))) ?? { outcome: 'again', says: 'The target did not answer.' }
  } catch (error) {
    desk.log.error({ err: error, delivery: row.id }, 'a delivery failed in a way that was not foreseen')
    sent = { outcome: 'again', says: 'It failed in a way that was not foreseen; the server’s log has the details.' }
  }
  if (sent.outcome === 'no' && sent.off) await switchOffTarget(db, target.id, sent.says)
  await settle(desk, row, ['sending'], outcome(sent, { ...row, tries: row.tries + 1 }, clock.now(), chance))
}

/** What a try comes to on disk. */
export function outcome(
  sent: Sent,
  { tries, due_at: due }: Pick<OutboxTable, 'tries' | 'due_at'>,
  now: number,
  chance: number,
): Partial<OutboxTable> {
  if (sent.outcome === 'out') {
    const done = { state: 'out', out_at: now, remote: JSON.stringify(sent.remote), says: sent.says ?? null } as const
    return { ...done, theirs: null, drift: null, overwrite: 0, compare_at: now + COMPARE_AFTER_MS }
  }
  if (sent.outcome === 'clash')
    return { state: 'clash', says: sent.says, theirs: sent.theirs, remote: JSON.stringify(sent.remote), overwrite: 0 }
  if (sent.outcome === 'no') return { state: 'given up', says: sent.says }
  const next = nextTry(tries, due, now, chance)
  if (next === null) return { state: 'given up', says: `${sent.says} It was tried ${tries} times.` }
  return { state: 'trouble', says: sent.says, next_at: Math.max(next, now + (sent.afterMs ?? 0)) }
}

/** On disk, with whatever the desk has to be told of it. */
async function settle(
  desk: Desk,
  row: DeliveryRow,
  from: readonly OutboxTable['state'][],
  set: Partial<OutboxTable>,
): Promise<void> {
  const told = await desk.db.transaction().execute(async (trx) => {
    const isDone = await setDelivery(trx, row.id, from, set)
    return isDone && (set.state === 'given up' || set.state === 'clash') ? tellAlarms(desk, trx, row.story_id) : []
  })
  desk.inbox.tell(told)
}
