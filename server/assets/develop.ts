/**
 * Makes of an uploaded picture what is kept of it. Runs in the darkroom's process only: the decoders are
 * large programs that read strangers' bytes. What comes out is made of pixels alone, so no place, no camera's
 * number and nothing that was hidden in or behind the picture is in it.
 */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { MAX_PICTURE_PIXELS, TALLEST, WIDEST, widthsFor } from '../../shared/pictures.ts'

/** @param from the uploaded file @param to the folder that takes what is made of it */
export type Job = { from: string; to: string }
export type Developed = {
  width: number
  height: number
  /** What the picture is also kept as, for Word and for mail; PNG if one can see through it. */
  type: 'image/jpeg' | 'image/png'
  /** Of all files together. */
  bytes: number
  /** It moved; only its first picture is kept. */
  moved: boolean
}
export type Told =
  | { done: Developed }
  | { failed: 'damaged'; reason: string }
  | { failed: 'too many pixels'; width: number; height: number }
  | { failed: 'not on disk'; reason: string }
  /** Said by the darkroom of a process that ended. */
  | { failed: 'gave up' }

sharp.cache(false)
sharp.concurrency(1)
// The five we take, however a file may pretend to be another.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((kind) => `VipsForeignLoad${kind}File`),
})

class DiskError extends Error {}

export async function develop({ from, to }: Job): Promise<Told> {
  try {
    const head = await sharp(from, { limitInputPixels: false }).metadata()
    const { width = 0, height = 0 } = head
    if (width * height > MAX_PICTURE_PIXELS) return { failed: 'too many pixels', width, height }
    return { done: { ...(await make(from, to)), moved: (head.pages ?? 1) > 1 && head.format !== 'heif' } }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return error instanceof DiskError ? { failed: 'not on disk', reason } : { failed: 'damaged', reason }
  }
}

async function make(from: string, to: string): Promise<Omit<Developed, 'moved'>> {
  // Decoded once. A picture that breaks off is refused: half a picture would be kept for good.
  const { data, info } = await sharp(from, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: WIDEST, height: TALLEST, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const picture = () => sharp(data, { raw: { width, height, channels } })
  const seeThrough = channels === 4 && !(await picture().stats()).isOpaque
  let bytes = 0
  for (const one of widthsFor(width))
    bytes += await keep(join(to, `${one}.webp`), await picture().resize({ width: one }).webp({ quality: 80 }).toBuffer())
  const plain = seeThrough
    ? picture().png({ compressionLevel: 9 })
    : picture().removeAlpha().jpeg({ quality: 84, progressive: true })
  bytes += await keep(join(to, seeThrough ? 'picture.png' : 'picture.jpg'), await plain.toBuffer())
  return { width, height, type: seeThrough ? 'image/png' : 'image/jpeg', bytes }
}

/** On disk when it resolves. */
async function keep(path: string, bytes: Buffer): Promise<number> {
  try {
    const file = await open(path, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    throw new DiskError(error instanceof Error ? error.message : String(error), { cause: error })
  }
  return bytes.length
}
