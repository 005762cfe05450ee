/** The darkroom's process: one picture after another, until the server goes or has no more for it. */
import { develop, type Job } from './develop.ts'

process.on('message', (job: Job) => {
  void develop(job).then((told) => process.send?.(told))
})
process.on('disconnect', () => process.exit(0))
