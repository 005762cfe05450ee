/** How the stages of a story are called on the screens. */
import type { Standing } from '../../shared/shapes/standing.ts'
import type { Stage } from '../../shared/story.ts'

export const STAGE_NAMES: Record<Stage, string> = {
  writing: 'Writing',
  filed: 'Filed',
  editing: 'Editing',
  ready: 'Ready',
  live: 'Live',
  spiked: 'Spiked',
}

/** What was taken from readers is live no more, though it stands where live stories do. */
export const stageNow = (now: Pick<Standing, 'stage' | 'live'>): string =>
  isWithdrawn(now) ? 'Withdrawn' : STAGE_NAMES[now.stage]

const isWithdrawn = ({ stage, live }: Pick<Standing, 'stage' | 'live'>): boolean => stage === 'live' && live?.killed === true

/** What brought it there; null: nobody has moved it yet. */
export function broughtThere(
  now: Pick<Standing, 'stage' | 'live' | 'moved'>,
): { who: string; at: number | null; reason: string } | null {
  const { live, moved } = now
  if (live !== null && isWithdrawn(now)) return { who: `with edition ${live.edition}`, at: null, reason: '' }
  return moved && { who: moved.by.name, at: moved.at, reason: moved.reason }
}
