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

export function sayHere({ name, me, field, clients }: Here): string {
  const place = field === null ? undefined : PLACES[field]
  const windows = clients.length > 1 ? `${clients.length} windows` : undefined
  const more = [me ? 'you' : undefined, place, windows].filter((part) => part !== undefined)
  return more.length === 0 ? name : `${name} (${more.join(', ')})`
}
