/** Asks a target what it holds now, and writes down where that differs from what was sent. */
import { deliveriesTo, setDelivery, type DeliveryRow } from '../../db/outbox.ts'
import { targetRow } from '../../db/targets.ts'
import type { Desk } from '../context.ts'
import { adapterFor } from '../targets/adapters.ts'
import { remoteOf } from './editions.ts'
import { inTime } from './in-time.ts'
import { parcelOf } from './parcel.ts'

/** So long after a delivery it is done by itself: what a target does to a text afterwards has happened by then. */
export const COMPARE_AFTER_MS = 5 * 60_000
const COMPARE_AGAIN_MS = 30 * 60_000
/** Of a target that cannot be asked it is not asked for ever. */
const COMPARE_UNTIL_MS = 6 * 60 * 60_000

/** @returns null when it is done, else why it could not be */
export async function compareOne(desk: Desk, row: DeliveryRow): Promise<string | null> {
  const { db, clock } = desk
  const remote = remoteOf(row)
  const target = await targetRow(db, row.target_id)
  const later = (await deliveriesTo(db, row.story_id, row.target_id)).some(
    (one) => one.number > row.number && one.state === 'out',
  )
  if (remote === null || target === null || target.is_on === 0 || later) {
    await setDelivery(db, row.id, ['out'], { compare_at: null })
    return target?.is_on === 1 ? null : 'The target is switched off or removed.'
  }
  const found = await held(desk, row, remote, target)
  if (found !== undefined) {
    await setDelivery(db, row.id, ['out'], { drift: found, compare_at: null })
    return null
  }
  const isOver = clock.now() - (row.out_at ?? 0) > COMPARE_UNTIL_MS
  await setDelivery(db, row.id, ['out'], { compare_at: isOver ? null : clock.now() + COMPARE_AGAIN_MS })
  return 'The target could not be asked.'
}

/** Undefined: it could not be asked. */
async function held(
  desk: Desk,
  row: DeliveryRow,
  remote: NonNullable<ReturnType<typeof remoteOf>>,
  target: NonNullable<Awaited<ReturnType<typeof targetRow>>>,
): Promise<string | null | undefined> {
  try {
    const adapter = await adapterFor(desk, target)
    return await inTime(desk, adapter.compare(await parcelOf(desk, row), remote))
  } catch (error) {
    desk.log.warn({ err: error, delivery: row.id }, 'a target could not be asked what it holds')
    return undefined
  }
}
