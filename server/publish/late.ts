/** Raises the alarm: in the story, on the desk, and in the inbox of whoever published. Nothing that is due fails silently. */
import { lateStories } from '../../db/outbox.ts'
import type { Db } from '../../db/open.ts'
import { LATE_MS } from '../../shared/publish/alarms.ts'
import type { Desk } from '../context.ts'
import { notify, type Told } from '../inbox/notify.ts'
import { storyAlarms } from './editions.ts'
import { standingChanged } from './standing.ts'

/** In the caller's transaction; who was told of an alarm before is not told again. @returns for `desk.inbox.tell` */
export async function tellAlarms(desk: Pick<Desk, 'clock'>, trx: Db, storyId: string): Promise<Told> {
  const alarms = (await storyAlarms(trx, [storyId], desk.clock.now())).get(storyId) ?? []
  return notify(
    desk,
    trx,
    alarms.map(({ key, number, target, says, by }) => ({
      kind: 'delivery',
      key: `delivery:${storyId}:${number}:${target ?? ''}:${key}`,
      storyId,
      by: null,
      to: [by],
      words: says,
    })),
  )
}

/** What is still being tried, but should have been out a while ago. */
export async function raiseAlarms(desk: Desk): Promise<void> {
  const { db, clock, inbox } = desk
  for (const storyId of await lateStories(db, clock.now() - LATE_MS)) {
    const told = await db.transaction().execute((trx) => tellAlarms(desk, trx, storyId))
    if (told.length === 0) continue
    inbox.tell(told)
    standingChanged(desk, storyId)
  }
}
