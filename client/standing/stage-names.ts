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
export const stageNow = ({ stage, live }: Pick<Standing, 'stage' | 'live'>): string =>
  stage === 'live' && live?.killed === true ? 'Withdrawn' : STAGE_NAMES[stage]
