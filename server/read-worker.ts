/** The thread in which a long file is read. */
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../shared/refusal.ts'
import { readGiven, type Given, type Told } from './read-file.ts'

function tell(given: Given): Told {
  try {
    const reading = readGiven(given)
    return { reading: { ...reading, body: reading.body.toJSON() as unknown } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: { type: error.type, status: error.status, message: error.message } }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(tell((workerData as { task: Given }).task))
