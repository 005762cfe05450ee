/** Editions as the desk sees them: each with where it went, and what went wrong. */
import { editionsOf, type EditionRow } from '../../db/editions.ts'
import type { Db } from '../../db/open.ts'
import { deliveriesOf, type DeliveryRow } from '../../db/outbox.ts'
import { alarmsOf, type Alarm, type Watched } from '../../shared/publish/alarms.ts'
import { SITE } from '../../shared/publish/workflow.ts'
import type { Delivery, Edition } from '../../shared/shapes/editions.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import type { Remote } from '../targets/target.ts'
import { noteOf } from './make-page.ts'

const SITE_NAME = 'the site'
const GONE = 'a target that was removed'

export const nameOf = ({ target_id, target_name }: Pick<DeliveryRow, 'target_id' | 'target_name'>): string =>
  target_id === SITE ? SITE_NAME : (target_name ?? GONE)

/** The newest first. */
export async function editionsFor(desk: Desk, storyId: string): Promise<Edition[]> {
  const [editions, deliveries] = await Promise.all([editionsOf(desk.db, storyId), deliveriesOf(desk.db, [storyId])])
  return editions.toReversed().map((edition) => editionFor(desk, edition, deliveries))
}

function editionFor(desk: Desk, edition: EditionRow, deliveries: readonly DeliveryRow[]): Edition {
  const { number, kind, without_note, headline, hash, page_hash, at, zone, by, made_at, version_id } = edition
  return {
    number,
    kind,
    note: noteOf(edition),
    withoutNote: without_note,
    headline,
    hash,
    pageHash: page_hash,
    at,
    zone,
    by,
    madeAt: made_at,
    version: version_id,
    deliveries: deliveries.filter(({ edition_id }) => edition_id === edition.id).map((one) => deliveryFor(desk, one)),
  }
}

function deliveryFor(desk: Desk, row: DeliveryRow): Delivery {
  const { state, tries } = row
  const remote = remoteOf(row)
  const isOpen = state === 'waiting' || state === 'trouble'
  return {
    target: row.target_id,
    name: nameOf(row),
    kind: row.target_id === SITE ? 'site' : (row.target_kind ?? 'webhook'),
    state,
    due: row.due_at,
    outAt: row.out_at,
    url: row.target_id === SITE && remote?.url ? `${siteUrl(desk.config)}${remote.url}` : (remote?.url ?? null),
    tries,
    nextTry: isOpen ? Math.max(row.next_at, row.due_at) : null,
    says: row.says,
    theirs: row.theirs,
    drift: row.drift,
  }
}

export const remoteOf = ({ remote }: Pick<DeliveryRow, 'remote'>): Remote | null =>
  remote === null ? null : (JSON.parse(remote) as Remote)

/** What went wrong with the deliveries of each story, and is not over. @param storyIds null: of all stories */
export async function storyAlarms(db: Db, storyIds: readonly string[] | null, now: number): Promise<Map<string, Alarm[]>> {
  const byStory = new Map<string, Watched[]>()
  const byEdition = new Map<string, DeliveryRow[]>()
  for (const row of await deliveriesOf(db, storyIds)) {
    const known = byEdition.get(row.edition_id)
    if (known) known.push(row)
    else byEdition.set(row.edition_id, [row])
  }
  for (const deliveries of byEdition.values()) {
    const [{ story_id: storyId, number, release_state, release_says, edition_at, edition_zone, edition_by }] = deliveries as [
      DeliveryRow,
    ]
    const watched: Watched = {
      number,
      state: release_state,
      endedSays: release_says,
      at: edition_at,
      zone: edition_zone,
      by: edition_by,
      deliveries: deliveries.map((row) => ({
        target: row.target_id,
        name: nameOf(row),
        state: row.state,
        due: row.due_at,
        says: row.says,
      })),
    }
    byStory.set(storyId, [...(byStory.get(storyId) ?? []), watched])
  }
  return new Map([...byStory].map(([storyId, editions]) => [storyId, alarmsOf(editions, now)]))
}
