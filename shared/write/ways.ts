/**
 * The steps that letters took (moves.ts), found by the letter they begin or end at. A story has thousands, and each letter is
 * asked for: a page that looked through all of them would stand still.
 */

/** One letter, or one block, by its Yjs id. */
export type Id = { client: number; clock: number }
/** `seen`: how far its maker knew each writer of the texts it took letters from. */
export type Step = { from: Id; to: Id; length: number; entry: Id; seen: ReadonlyMap<number, number> }

export const covers = (start: Id, length: number, id: Id): boolean =>
  id.client === start.client && id.clock >= start.clock && id.clock < start.clock + length
export const along = (start: Id, by: number): Id => ({ client: start.client, clock: start.clock + by })
const behind = (a: Step, b: Step): number => a.entry.client - b.entry.client || a.entry.clock - b.entry.clock

/** Letters side by side that are looked up together. */
const TOGETHER = 32
const keyOf = ({ client, clock }: Id): number => client + Math.floor(clock / TOGETHER) * 2 ** 32

/** Steps by the end of theirs that is asked for; of several at one letter the one that holds is the first. */
export class Ways {
  private readonly near = new Map<number, Step[]>()

  constructor(private readonly end: 'from' | 'to') {}

  add(step: Step): void {
    this.each(step, (list) => {
      list.push(step)
      if (behind(list.at(-2) ?? step, step) > 0) list.sort(behind)
    })
  }

  remove(step: Step): void {
    this.each(step, (list) => list.splice(list.indexOf(step), 1))
  }

  first(id: Id): Step | undefined {
    return this.near.get(keyOf(id))?.find(this.isAt(id))
  }

  all(id: Id): Step[] {
    return this.near.get(keyOf(id))?.filter(this.isAt(id)) ?? []
  }

  private isAt(id: Id): (step: Step) => boolean {
    return (step) => covers(step[this.end], step.length, id)
  }

  private each(step: Step, act: (list: Step[]) => void): void {
    const { [this.end]: start, length } = step
    for (let by = 0; by < length; by += TOGETHER - ((start.clock + by) % TOGETHER)) {
      const key = keyOf(along(start, by))
      const list = this.near.get(key) ?? []
      this.near.set(key, list)
      act(list)
    }
  }
}
