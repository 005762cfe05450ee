/** Who is in the story, for the foot of the page, where there is room for two names. Pure. */
import type { Here } from '../sync/live-story.ts'

export function sayAll(here: readonly Here[]): string {
  const others = here.filter(({ me }) => !me).map(({ name }) => name)
  if (others.length === 0) return 'Only you here'
  if (others.length > 2) return `${here.length} people here`
  return `${new Intl.ListFormat('en-GB').format(['You', ...others])} here`
}
