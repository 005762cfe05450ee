/** The thread in which a long file is read. */
import { parentPort, workerData } from 'node:worker_threads'
import { readAndTell, type FileType } from './read-file.ts'

const { type, text } = workerData as { type: FileType; text: string }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(readAndTell(type, text))
