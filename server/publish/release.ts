/**
 * The moment an edition goes out: from then on it is what readers have. One transaction, whatever else happens; and at
 * that moment, whatever was decided before, nothing goes out that is held, spiked, deleted or under embargo, that somebody has
 * taken their word back on, or that is said to need fixing.
 */
import { endWaiting, stopsOf, type EditionRow, type Stops } from '../../db/editions.ts'
import type { Db } from '../../db/open.ts'
import { dropDeliveries, setDeliveries, siteIsOut } from '../../db/outbox.ts'
import { publishingSettings } from '../../db/publishing.ts'
import { putOnSite } from '../../db/site.ts'
import { takenBackOn } from '../../db/standing.ts'
import { openFixes } from '../../db/threads.ts'
import { heldBack, unsaid } from '../../shared/publish/checks.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { Desk } from '../context.ts'
import type { Told } from '../inbox/notify.ts'
import { tellAlarms } from './late.ts'
import { WITHDRAWN } from './send.ts'
import { moveStage } from './standing.ts'

/** What stands in the way at this moment, in a sentence; null: nothing. */
function stopped(story: Stops, now: number): string | null {
  if (story.deleted_at !== null) return 'It was deleted.'
  const hold = story.hold_reason === null ? null : { reason: story.hold_reason }
  const embargo = story.embargo_until === null ? null : { until: story.embargo_until, zone: story.embargo_zone ?? 'UTC' }
  return heldBack({ stage: story.stage, hold, embargo, at: now })[0]?.says ?? null
}

/** A story is withdrawn whatever stands in the way of its going out. */
export async function whatStops(db: Db, storyId: string, kind: EditionKind, now: number): Promise<string | null> {
  return kind === 'kill' ? null : stopped(await stopsOf(db, storyId), now)
}

/** What was said of it since it was approved; null: nothing that stands in the way. */
async function whatWasSaid(
  db: Db,
  { story_id: storyId, hash, kind }: Pick<EditionRow, 'story_id' | 'hash' | 'kind'>,
): Promise<string | null> {
  if (kind === 'kill') return null
  const { gates } = await publishingSettings(db)
  const takenBack = (await takenBackOn(db, storyId, hash)).filter((one) => gates.includes(one))
  return unsaid({ takenBack, mustFix: await openFixes(db, storyId) })[0]?.says ?? null
}

type Going = Pick<EditionRow, 'id' | 'story_id' | 'number' | 'kind' | 'person_id'>

/** In the transaction in which the edition is out: the site has it, the story is live, the other targets are next. */
export async function goOut(desk: Desk, trx: Db, { id, story_id: storyId, number, kind, person_id }: Going): Promise<Told> {
  if (kind === 'kill') await dropDeliveries(trx, storyId, number, WITHDRAWN)
  if (await siteIsOut(trx, id, desk.clock.now())) await putOnSite(trx, id)
  const { stage } = await stopsOf(trx, storyId)
  if (stage === 'live') return []
  return moveStage(desk, trx, { storyId, from: stage, to: 'live', by: person_id, reason: `Edition ${number} was published.` })
}

/** At its time. @returns whom to tell after the commit */
export async function release(desk: Desk, edition: EditionRow): Promise<Told> {
  const now = desk.clock.now()
  return desk.db.transaction().execute(async (trx) => {
    const why = (await whatStops(trx, edition.story_id, edition.kind, now)) ?? (await whatWasSaid(trx, edition))
    if (why === null) {
      const isOurs = await endWaiting(trx, edition.id, { state: 'out', at: now, person_id: null, says: null })
      return isOurs ? goOut(desk, trx, edition) : []
    }
    if (!(await endWaiting(trx, edition.id, { state: 'stopped', at: now, person_id: null, says: why }))) return []
    await setDeliveries(trx, edition.id, ['waiting'], { state: 'given up', says: why })
    return tellAlarms(desk, trx, edition.story_id)
  })
}
