/** An edition packed for one target: what goes there, what is there, and whether an earlier try may have reached it. */
import { editionsOf, wholeEdition } from '../../db/editions.ts'
import { deliveriesTo, type DeliveryRow } from '../../db/outbox.ts'
import { datesOf } from '../../shared/publish/dates.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import type { Parcel, Remote } from '../targets/target.ts'
import { remoteOf } from './editions.ts'
import { notesOf } from './make-page.ts'

export async function parcelOf(desk: Desk, row: DeliveryRow): Promise<Parcel> {
  const { db, config } = desk
  const { story_id: storyId, number } = row
  const { content } = await wholeEdition(db, row.edition_id)
  const upTo = (await editionsOf(db, storyId)).filter((one) => one.state === 'out' && one.number <= number)
  const { publishedAt, changedAt } = datesOf(upTo)
  const { before, isOpen } = whatItHas((await deliveriesTo(db, storyId, row.target_id)).filter((one) => one.number < number))
  return {
    id: row.id,
    storyId,
    kind: row.edition_kind,
    number,
    content,
    notes: notesOf(upTo),
    url: `${siteUrl(config)}/${content.path ?? ''}`,
    publishedAt,
    changedAt,
    before: remoteOf(row) ?? before,
    newsletter: row.newsletter === null ? null : (JSON.parse(row.newsletter) as Parcel['newsletter']),
    isRetry: row.tries > 0 || isOpen,
    overwrite: row.overwrite === 1,
  }
}

/** `isOpen`: since it was last seen there, something was sent of which nobody knows whether it came. */
function whatItHas(earlier: readonly DeliveryRow[]): { before: Remote | null; isOpen: boolean } {
  const last = earlier.findLastIndex(({ state }) => state === 'out')
  const since = earlier.slice(last + 1)
  return { before: last < 0 ? null : remoteOf(earlier[last]!), isOpen: since.some(({ tries }) => tries > 0) }
}
