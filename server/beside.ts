/** Long work in a thread of its own, so that nobody's typing waits for it. */
import { Worker, type Transferable } from 'node:worker_threads'
import type { Clock } from './clock.ts'
import { isBuilt, partOf, type Part } from './code.ts'

/** As it was written, a thread knows no TypeScript, however the server itself was started, until it is told. */
const START = `
  const { workerData } = require('node:worker_threads')
  import(workerData.tsx).then(({ register }) => {
    register()
    return import(workerData.file)
  })
`

type Work = {
  /** What does it: it finds its task in `workerData.task` and posts one message. */
  part: Part
  task: unknown
  /** Handed over rather than copied. */
  transfer?: Transferable[]
  longestMs: number
}

/** @returns null: it took too long or too much memory */
export async function beside<T>(clock: Clock, { part, task, transfer = [], longestMs }: Work): Promise<T | null> {
  const worker = new Worker(isBuilt ? partOf(part) : START, {
    eval: !isBuilt,
    workerData: { task, ...(isBuilt ? {} : { tsx: import.meta.resolve('tsx/esm/api'), file: partOf(part).href }) },
    transferList: transfer,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  })
  const cancel = clock.after(longestMs, () => void worker.terminate())
  try {
    return await new Promise<T | null>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(error),
      )
      worker.once('exit', () => resolve(null))
    })
  } finally {
    cancel()
    await worker.terminate()
  }
}
