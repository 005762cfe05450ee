/** Which stories the desk shows, in which order and under which heading. Pure. */
import type { Story } from '../../shared/api.ts'
import { STAGE_NAMES } from '../standing/stage-names.ts'

type Stage = Story['stage']

/** What waits for an editor comes first, what is out or dropped last. */
export const STAGES: readonly Stage[] = ['editing', 'filed', 'writing', 'ready', 'live', 'spiked']
/** Letters that carry their accent inside, which taking accents off does not change. */
const PLAIN: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i' }

/** Text as it is looked for: without case, accents and typographer's quotes. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđðþæœßı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[’‘]/g, "'")
    .replace(/[“”«»]/g, '"')
    .replace(/[‐-―]/g, '-')
}

/** Every word looked for is somewhere in what one knows a story by. */
function finds(query: string, story: Story): boolean {
  const people = [story.editedBy, story.standing?.holder, ...story.here].map((person) => person?.name ?? '')
  const text = fold([story.headline, story.slug, story.dek, story.byline, STAGE_NAMES[story.stage], ...people].join('\n'))
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The latest edited first. */
export const byEdit = (stories: readonly Story[]): string[] =>
  stories.toSorted((a, b) => b.editedAt - a.editedAt || (a.id < b.id ? -1 : 1)).map((story) => story.id)

/** The order one has before one's eyes, kept while colleagues type: only what is new comes on top. */
export function keepOrder(order: readonly string[], stories: readonly Story[]): string[] {
  const known = new Set(order)
  const there = new Set(stories.map((story) => story.id))
  return [...byEdit(stories.filter((story) => !known.has(story.id))), ...order.filter((id) => there.has(id))]
}

export type Section = { stage: Stage; stories: Story[] }

/** @param fits what else is asked of them */
export function sections(
  stories: readonly Story[],
  order: readonly string[],
  query: string,
  fits: (story: Story) => boolean = () => true,
): Section[] {
  const place = new Map(order.map((id, index) => [id, index]))
  const found = stories
    .filter((story) => fits(story) && finds(query, story))
    .sort((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1))
  return STAGES.map((stage) => ({ stage, stories: found.filter((story) => story.stage === stage) })).filter(
    (section) => section.stories.length > 0,
  )
}

export const nameOf = (story: Pick<Story, 'headline' | 'slug'>): string => story.headline.trim() || story.slug || 'Untitled'
