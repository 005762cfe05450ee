/** Who is in the story, in words and in order. Pure. */
import type { Here } from '../sync/live-story.ts'

const PLACES: Record<string, string> = {
  headline: 'in the headline',
  dek: 'in the dek',
  byline: 'in the byline',
  body: 'in the body',
}

export function orderHere(here: readonly Here[]): Here[] {
  return here.toSorted((a, b) => Number(a.me) - Number(b.me) || a.name.localeCompare(b.name))
}

/** For the foot of the page, where there is room for two names. */
export function sayAll(here: readonly Here[]): string {
  const others = here.filter(({ me }) => !me).map(({ name }) => name)
  if (others.length === 0) return 'Only you here'
  if (others.length > 2) return `${here.length} people here`
  return `${new Intl.ListFormat('en-GB').format(['You', ...others])} here`
}

export function sayHere({ name, me, field, clients }: Here): string {
  const place = field === null ? undefined : PLACES[field]
  const windows = clients.length > 1 ? `${clients.length} windows` : undefined
  const more = [me ? 'you' : undefined, place, windows].filter((part) => part !== undefined)
  return more.length === 0 ? name : `${name} (${more.join(', ')})`
}
