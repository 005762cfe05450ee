/** How the stages of a story are called on the screens. */
import type { Stage } from '../../shared/story.ts'

export const STAGE_NAMES: Record<Stage, string> = {
  writing: 'Writing',
  filed: 'Filed',
  editing: 'Editing',
  ready: 'Ready',
  live: 'Live',
  spiked: 'Spiked',
}
