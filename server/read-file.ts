/** Reads a file as an interview: short ones at once, long ones beside the server, so that nobody's typing waits for them. */
import { Archive } from '../shared/import/archive.ts'
import { readDocx, readHtml, readJson, readMarkdown, readText, readWxr, type Reading } from '../shared/import/read.ts'
import type { FileType } from '../shared/file-types.ts'
import { MAX_STORY_BYTES } from '../shared/protocol.ts'
import { Refusal } from '../shared/refusal.ts'
import { schema } from '../shared/schema.ts'
import { beside } from './beside.ts'
import type { Clock } from './clock.ts'
import { decode } from './decode.ts'
import { SlowWork } from './limits.ts'
import { newId } from './secrets.ts'

/** A file as it came. `pick`: which of the stories in it, counted from 0. */
export type Given = { type: FileType; bytes: Uint8Array<ArrayBuffer>; charset: string; pick: number }

/** What is read at once takes a few hundredths of a second. */
const SHORT = 128 * 1024
/** Letters of the whole body: kept as Yjs they take about twice as much, and edits come on top. */
const MOST_LETTERS = MAX_STORY_BYTES / 4
const LONGEST_READING_MS = 30_000

/** A reading as it comes back from beside, or why there is none. */
export type Told =
  | { reading: Omit<Reading, 'body'> & { body: unknown } }
  | { refusal: Pick<Refusal, 'type' | 'status' | 'message'> }

export class FileReader {
  private readonly line = new SlowWork(
    1,
    2,
    8,
    'Many files are being read at this moment. Nothing was changed. Try again in a few seconds.',
  )

  constructor(private readonly clock: Clock) {}

  /**
   * @param personId a person's long files wait for one another, not for everybody's
   * @throws Refusal `not-readable`, `too-large`, `too-busy`
   */
  async read(given: Given, personId: string): Promise<Reading> {
    return lengthOf(given) <= SHORT ? readGiven(given) : this.line.run(personId, () => this.readBeside(given))
  }

  private async readBeside(task: Given): Promise<Reading> {
    const told = await beside<Told>(this.clock, { part: 'read-worker', task, longestMs: LONGEST_READING_MS })
    // Out of memory or out of time: the file was too much.
    if (told === null) throw tooLong()
    if ('refusal' in told) throw new Refusal(told.refusal.type, told.refusal.status, told.refusal.message)
    return { ...told.reading, body: schema.nodeFromJSON(told.reading.body) }
  }
}

/** How much there is to read, in bytes; of a packed file, unpacked, with the scaffolding that every Word file has. */
function lengthOf({ type, bytes }: Given): number {
  const packed = type.endsWith('wordprocessingml.document') && bytes[0] === 0x50 && bytes[1] === 0x4b
  return packed ? new Archive(bytes).textSize / 4 : bytes.length
}

const tooLong = () =>
  new Refusal('too-large', 413, 'This text is longer than one story may be. Nothing was changed; import it in parts.')

/** @throws Refusal */
export function readGiven({ type, bytes, charset, pick }: Given): Reading {
  if (bytes.length === 0) throw new Refusal('not-readable', 422, 'This file is empty. Nothing was changed.')
  const text = () => decode(bytes, charset, type)
  const reading = ((): Reading => {
    switch (type) {
      case 'text/plain':
        return readText(text(), newId)
      case 'text/markdown':
        return readMarkdown(text(), newId)
      case 'text/html':
        return readHtml(text(), newId)
      case 'application/json':
        return readJson(text(), newId, pick)
      case 'application/xml':
        return readWxr(text(), newId, pick)
      case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
        return readDocx(bytes, newId)
    }
  })()
  if (reading.body.textContent.length > MOST_LETTERS) throw tooLong()
  return reading
}
