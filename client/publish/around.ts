/** Where else a story may go, and where the newsroom is: without them it can still go to the site. */
import { Refusal } from '../../shared/refusal.ts'
import type { PublishingSettings } from '../../shared/shapes/settings.ts'
import type { Target } from '../../shared/shapes/targets.ts'
import { readPublishing } from '../api/standing.ts'
import { readTargets } from '../api/targets.ts'

/** `wrong`: why some of it could not be had. */
export type Around = { targets: readonly Target[]; settings: PublishingSettings | null; wrong: readonly unknown[] }

export async function readAround(): Promise<Around> {
  const [targets, settings] = await Promise.allSettled([readTargets(), readPublishing()])
  return {
    targets: targets.status === 'fulfilled' ? targets.value : [],
    settings: settings.status === 'fulfilled' ? settings.value : null,
    wrong: [targets, settings].flatMap((asked) =>
      asked.status === 'rejected' && !isNotAllowed(asked.reason) ? [asked.reason as unknown] : [],
    ),
  }
}

const isNotAllowed = (error: unknown): boolean => error instanceof Refusal && error.status === 403
