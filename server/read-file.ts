/** Reads a file as an interview: short ones at once, long ones beside the server, so that nobody's typing waits for them. */
import { Worker } from 'node:worker_threads'
import { readHtml, readMarkdown, readText, type Reading } from '../shared/import/read.ts'
import { MAX_STORY_BYTES } from '../shared/protocol.ts'
import { Refusal } from '../shared/refusal.ts'
import { schema } from '../shared/schema.ts'
import type { Clock } from './clock.ts'
import { SlowWork } from './limits.ts'
import { newId } from './secrets.ts'

export const READERS = { 'text/plain': readText, 'text/markdown': readMarkdown, 'text/html': readHtml }
export type FileType = keyof typeof READERS

/** What is read at once takes a few hundredths of a second. */
const SHORT = 128 * 1024
/** Letters of the whole body: kept as Yjs they take about twice as much, and edits come on top. */
const MOST_LETTERS = MAX_STORY_BYTES / 4
const LONGEST_READING_MS = 30_000

/** A thread knows no TypeScript, however the server itself was started, until it is told. */
const START = `
  const { workerData } = require('node:worker_threads')
  import(workerData.tsx).then(({ register }) => {
    register()
    return import(workerData.file)
  })
`

/** A reading as it comes back from beside; null: too long for a story. */
export type Told = (Omit<Reading, 'body'> & { body: unknown }) | null

export class FileReader {
  private readonly beside = new SlowWork(
    1,
    2,
    8,
    'Many files are being read at this moment. Nothing was changed. Try again in a few seconds.',
  )

  constructor(private readonly clock: Clock) {}

  /**
   * @param personId a person's long files wait for one another, not for everybody's
   * @throws Refusal `too-large`, `too-busy`
   */
  async read(type: FileType, text: string, personId: string): Promise<Reading> {
    // Of markup only the reader can say how many letters it holds.
    if (type !== 'text/html' && text.length > MOST_LETTERS) throw tooLong()
    const told =
      text.length <= SHORT ? READERS[type](text, newId) : await this.beside.run(personId, () => this.readBeside(type, text))
    if (told === null) throw tooLong()
    return told
  }

  private async readBeside(type: FileType, text: string): Promise<Reading | null> {
    const worker = new Worker(START, {
      eval: true,
      workerData: {
        tsx: import.meta.resolve('tsx/esm/api'),
        file: new URL('./read-worker.ts', import.meta.url).href,
        type,
        text,
      },
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    })
    const cancel = this.clock.after(LONGEST_READING_MS, () => void worker.terminate())
    try {
      const told = await new Promise<Told>((resolve, reject) => {
        worker.once('message', resolve)
        // Out of memory or out of time: the file was too much.
        worker.once('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(error),
        )
        worker.once('exit', () => resolve(null))
      })
      return told && { ...told, body: schema.nodeFromJSON(told.body) }
    } finally {
      cancel()
      await worker.terminate()
    }
  }
}

const tooLong = () =>
  new Refusal('too-large', 413, 'This text is longer than one story may be. Nothing was changed; import it in parts.')

/** Null: too long for a story. */
export function readAndTell(type: FileType, text: string): Told {
  const reading = READERS[type](text, newId)
  return reading.body.textContent.length > MOST_LETTERS ? null : { ...reading, body: reading.body.toJSON() as unknown }
}
