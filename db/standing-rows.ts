/** What the desk's list shows of where its stories stand: for all of them at once, never one by one. */
import type { PersonHere, StandingRow } from '../shared/api.ts'
import { GATES, type Gate } from '../shared/publish/workflow.ts'
import { liveEditions, waitingEditions } from './editions.ts'
import type { Db } from './open.ts'
import { publishingSettings } from './publishing.ts'

/** But for what went wrong with its deliveries, which may come of nothing but time. */
export type KnownRow = Omit<StandingRow, 'alarm'>

/** A story's own columns. */
type Row = {
  id: string
  holder_id: string | null
  holder_name: string | null
  holder_hue: number | null
  due_at: number | null
  hold_reason: string | null
  content_hash: string | null
}

/** @param all whether they are so many that it is quicker to read of every story */
export async function standingRows(db: Db, rows: readonly Row[], all: boolean): Promise<Map<string, KnownRow>> {
  const only = all ? null : rows.map(({ id }) => id)
  const { gates: wanted } = await publishingSettings(db)
  const passed = await passedGates(db, only)
  const out = await liveEditions(db, only)
  const waiting = await waitingEditions(db, only)
  return new Map(
    rows.map((row) => {
      const { holder_id: id, holder_name: name, holder_hue: hue, content_hash: hash } = row
      const holder: PersonHere | null = id === null || name === null || hue === null ? null : { id, name, hue }
      const gates = passed.get(row.id) ?? new Map<Gate, string>()
      const live = out.get(row.id)
      const isOut = live !== undefined && !live.killed
      return [
        row.id,
        {
          holder,
          due: row.due_at,
          hold: row.hold_reason,
          gates: GATES.filter((gate) => wanted.includes(gate) || gates.has(gate)).map((gate) => ({
            gate,
            state: !gates.has(gate) ? 'wanted' : hash === null || gates.get(gate) === hash ? 'passed' : 'stale',
          })),
          liveAt: isOut ? live.changedAt : null,
          behind: isOut && hash !== null && live.hash !== hash,
          waitingFor: waiting.get(row.id)?.at ?? null,
        },
      ]
    }),
  )
}

/** Of each story, on which content each gate was passed last. */
async function passedGates(db: Db, only: readonly string[] | null): Promise<Map<string, Map<Gate, string>>> {
  let select = db.selectFrom('gates').select(['story_id', 'gate', 'hash']).where('taken_back_at', 'is', null)
  if (only !== null) select = select.where('story_id', 'in', only)
  const all = new Map<string, Map<Gate, string>>()
  for (const { story_id, gate, hash } of await select.orderBy('nr').execute())
    all.set(story_id, (all.get(story_id) ?? new Map<Gate, string>()).set(gate, hash))
  return all
}
