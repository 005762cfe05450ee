/** What somebody decides about one delivery: to try it again, whose text stays at a clash, to look at what is there now. */
import { deliveriesTo, setDelivery, type DeliveryRow } from '../../db/outbox.ts'
import type { OutboxTable } from '../../db/schema.ts'
import { SITE } from '../../shared/publish/workflow.ts'
import type { DecideDelivery } from '../../shared/shapes/editions.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import { compareOne } from './compare.ts'
import { standingChanged } from './standing.ts'

type Deed = DecideDelivery['deed']
type Decision = { from: OutboxTable['state'][]; set: (now: number, row: DeliveryRow) => Partial<OutboxTable> }

const DECISIONS: Record<Exclude<Deed, 'compare'>, Decision> = {
  'try again': {
    from: ['trouble', 'given up'],
    // Its tries begin anew; that there were some is not forgotten: it may be there.
    set: (now, { tries }) => ({
      state: 'trouble',
      next_at: now,
      tries: Math.min(tries, 1),
      says: 'Somebody has it tried again.',
    }),
  },
  'overwrite theirs': {
    from: ['clash'],
    set: (now) => ({
      state: 'trouble',
      next_at: now,
      overwrite: 1,
      theirs: null,
      says: 'Ours goes over what was changed there.',
    }),
  },
  'keep theirs': {
    from: ['clash'],
    set: () => ({ state: 'cancelled', theirs: null, says: 'What was changed there was kept.' }),
  },
}

/** @throws Refusal `no-edition` */
export async function decide(desk: Desk, storyId: string, number: number, targetId: string, deed: Deed): Promise<void> {
  const { db, clock } = desk
  const all = await deliveriesTo(db, storyId, targetId)
  const row = all.find((one) => one.number === number)
  const isNewest = row !== undefined && row === all.findLast(({ release_state }) => release_state === 'out')
  if (!isNewest) throw none('There is no such delivery, or a later edition has taken its place.')
  if (deed === 'compare') await compare(desk, row)
  else {
    const { from, set } = DECISIONS[deed]
    if (!(await setDelivery(db, row.id, from, set(clock.now(), row))))
      throw none(`This is nothing to ${deed === 'try again' ? 'try again' : 'decide'}: it is “${row.state}”.`)
  }
  standingChanged(desk, storyId)
  desk.deliveries.poke()
}

/** What the site has is the edition itself. */
async function compare(desk: Desk, row: DeliveryRow): Promise<void> {
  if (row.target_id === SITE) return
  if (row.state !== 'out') throw none('Nothing is out there to compare with.')
  const failed = await compareOne(desk, row)
  if (failed !== null) throw new Refusal('too-busy', 503, failed)
}

const none = (sentence: string) => new Refusal('no-edition', 404, sentence)
