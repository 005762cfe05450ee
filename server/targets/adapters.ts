/** The adapter of a target, whatever kind of place it is. */
import type { TargetsTable } from '../../db/schema.ts'
import type { Desk } from '../context.ts'
import type { Adapter } from './target.ts'

/** Once for each delivery: what a target is told to be may have changed since the last. */
export async function adapterFor(_desk: Desk, target: TargetsTable): Promise<Adapter> {
  const says = `Deliveries to ${target.kind} are not built yet.`
  return {
    deliver: () => Promise.resolve({ outcome: 'no', says }),
    compare: () => Promise.resolve(says),
    test: () => Promise.resolve({ ok: false, says }),
  }
}
