/** The thread in which a Word file is written. */
import { parentPort, workerData } from 'node:worker_threads'
import { schema } from '../../shared/schema.ts'
import type { StoryText } from '../../shared/story.ts'
import { toDocx, type Around } from './write.ts'

/** A story as it may be handed from thread to thread. */
export type Task = { story: Omit<StoryText, 'body'> & { body: unknown }; around: Around }

const { story, around } = (workerData as { task: Task }).task
const bytes = await toDocx({ ...story, body: schema.nodeFromJSON(story.body) }, around)
parentPort?.postMessage(bytes, [bytes.buffer])
