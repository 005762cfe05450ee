/** How what readers would get now differs from what was looked at, and by whom. */
import type { EditionPreview } from '../../shared/shapes/editions.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { movedBetween, type Row } from './lines.ts'

export type Moved = { rows: readonly Row[]; by: readonly string[] }
type Around = Pick<LiveStory, 'person' | 'here'>

/** @param before null: nothing was looked at yet */
export const movedTo = (now: EditionPreview, before: EditionPreview | null, around: Around): Moved => ({
  rows: before === null ? [] : movedBetween(before.page, now.page),
  by: whoMoved(now, before, around),
})

/** As the server knows it; else who is in the story. */
export function whoMoved(now: EditionPreview, before: EditionPreview | null, { person, here }: Around): string[] {
  const known = new Set(before?.changes.map(({ says, now: words }) => `${says} ${words}`))
  const by = now.changes.filter(({ says, now: words }) => !known.has(`${says} ${words}`)).flatMap((change) => change.by)
  const others = by.filter(({ id }) => id !== person.id)
  const people = others.length > 0 ? others : here.filter(({ me }) => !me)
  return [...new Set(people.map(({ name }) => name))]
}
