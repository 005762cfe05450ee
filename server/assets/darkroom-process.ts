/** The darkroom's process: one picture after another, until the server goes or has no more for it. */
import { develop, type Job } from './develop.ts'
import type { CardJob } from './card.ts'

process.on('message', (job: Job | CardJob) => {
  void ('card' in job ? draw(job) : develop(job)).then((told) => process.send?.(told))
})

async function draw(job: CardJob): Promise<{ drawn: true } | { failed: 'not drawn'; reason: string }> {
  try {
    // Only when there is a card to draw: pictures need not wait for what sets type.
    const { drawCard } = await import('./card.ts')
    await drawCard(job)
    return { drawn: true }
  } catch (error) {
    return { failed: 'not drawn', reason: error instanceof Error ? error.message : String(error) }
  }
}

process.on('disconnect', () => process.exit(0))
