/** Where an edition goes: where it was asked to, and wherever readers would else keep what is withdrawn or corrected. */
import type { Db } from '../../db/open.ts'
import { deliveriesOf, isUnfinished } from '../../db/outbox.ts'
import { targets as allTargets } from '../../db/targets.ts'
import { SITE } from '../../shared/publish/workflow.ts'
import type { Publish } from '../../shared/shapes/editions.ts'
import { Refusal } from '../../shared/refusal.ts'

/** The newsletter as JSON. */
type Where = { target: string; newsletter: string | null }

/**
 * In the transaction that writes it down: what is on its way meanwhile is known to a withdrawal.
 * @throws Refusal `no-target`, `invalid-field`
 */
export async function targetsFor(trx: Db, storyId: string, { kind, targets, newsletter, at }: Publish): Promise<Where[]> {
  const known = await allTargets(trx)
  const asked = new Set(targets)
  for (const id of asked) {
    const target = known.find((one) => one.id === id)
    if (id === SITE) continue
    if (target === undefined) throw new Refusal('no-target', 404, `There is no target ${id}.`)
    if (target.is_on === 0) throw new Refusal('no-target', 404, `${target.name} is switched off.`)
  }
  const before = (await deliveriesOf(trx, [storyId])).filter(({ release_state }) => release_state === 'out')
  for (const { target_id: id, tries, state } of before) {
    // What has not gone there yet may have by the time of a later withdrawal.
    const isOrWillBe = tries > 0 || (at !== null && isUnfinished(state))
    const mayHaveIt = isOrWillBe && (id === SITE || known.some((one) => one.id === id))
    if (mayHaveIt && (id === SITE || kind === 'kill')) asked.add(id)
  }
  if (asked.size === 0) throw new Refusal('invalid-field', 422, 'targets: say where it is to go.')
  if (newsletter !== null) {
    if (!asked.has(newsletter.target))
      throw new Refusal('invalid-field', 422, 'newsletter: the edition does not go to this target.')
    if (known.find(({ id }) => id === newsletter.target)?.kind !== 'ghost')
      throw new Refusal('invalid-field', 422, 'newsletter: only a Ghost target sends mail.')
    if (kind === 'kill') throw new Refusal('invalid-field', 422, 'newsletter: what is withdrawn is not mailed.')
    if (before.some((one) => one.newsletter !== null && one.tries > 0))
      throw new Refusal('invalid-field', 422, 'newsletter: it was mailed already. Mail cannot be recalled, and goes out once.')
  }
  return [...asked].map((target) => ({
    target,
    newsletter: newsletter?.target === target ? JSON.stringify({ slug: newsletter.slug, segment: newsletter.segment }) : null,
  }))
}
