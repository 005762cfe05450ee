/** The thread in which two long texts are compared. */
import { parentPort, workerData } from 'node:worker_threads'
import { workedOut, type CompareTask } from './compare.ts'

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(workedOut((workerData as { task: CompareTask }).task))
