/**
 * Writes stories as Word files, the words and the pictures that are there: short ones at once, others one
 * after the other and beside the server, so that nobody's typing waits for them.
 */
import { layOut } from '../../shared/body/parts.ts'
import { shapeOf } from '../../shared/pictures.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { StoryText } from '../../shared/story.ts'
import { beside } from '../beside.ts'
import type { Clock } from '../clock.ts'
import { SlowWork } from '../limits.ts'
import type { FileThread } from './comments.ts'
import type { Task } from './worker.ts'
import { toDocx, type Picture } from './write.ts'

/** Letters: about 3,000 words, which take a few hundredths of a second. */
const SHORT = 20_000
const LONGEST_MS = 60_000
/** Beyond it pictures are named, not drawn: a file that large is no use to anybody's mail. */
const MOST_PICTURE_BYTES = 64 * 1024 * 1024

/** A picture's file as every program reads it; null where this person may not see it, or it is gone. */
export type ReadPicture = (asset: string) => Promise<{ bytes: Uint8Array; type: string } | null>

export class DocxWriter {
  private readonly line = new SlowWork(
    1,
    2,
    16,
    'Many Word files are being written at this moment. Try again in a few seconds; the words are safe.',
  )

  constructor(private readonly clock: Clock) {}

  /**
   * @param threads those that this person may see
   * @param personId a person's files wait for one another, not for everybody's
   * @throws Refusal `too-busy`, `too-large`
   */
  async write(
    { story, threads }: { story: StoryText; threads: readonly FileThread[] },
    outlet: string,
    read: ReadPicture,
    personId: string,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const assets = assetsIn(story)
    const letters = story.body.content.size + lettersIn(threads)
    if (assets.size === 0 && letters <= SHORT) return toDocx(story, { outlet, pictures: new Map(), threads })
    return this.line.run(personId, async () => {
      const pictures = await picturesOf(assets, read)
      const task: Task = { story: { ...story, body: story.body.toJSON() as unknown }, around: { outlet, pictures, threads } }
      const bytes = await beside<Uint8Array<ArrayBuffer>>(this.clock, {
        part: 'docx/worker',
        task,
        longestMs: LONGEST_MS,
      })
      if (bytes === null)
        throw new Refusal('too-large', 413, 'This story is too large for a Word file. Take it as HTML; the words are safe.')
      return bytes
    })
  }
}

const lettersIn = (threads: readonly FileThread[]): number =>
  threads.reduce((sum, { comments }) => sum + comments.reduce((of, { text }) => of + text.length, 0), 0)

function assetsIn(story: StoryText): Set<string> {
  const { parts } = layOut(story)
  return new Set(parts.map((part) => (part.kind === 'image' ? part.asset : null)).filter((asset) => asset !== null))
}

async function picturesOf(assets: ReadonlySet<string>, read: ReadPicture): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>()
  let left = MOST_PICTURE_BYTES
  for (const asset of assets) {
    const shape = shapeOf(asset)
    const file = shape === null ? null : await read(asset)
    if (shape === null || file === null || file.bytes.byteLength > left) continue
    left -= file.bytes.byteLength
    pictures.set(asset, { bytes: file.bytes, type: file.type === 'image/png' ? 'png' : 'jpg', ...shape })
  }
  return pictures
}
