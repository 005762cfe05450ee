/** Small picture files, made here: each of a few colours, so that one can see what became of it. */
import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export type Kind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

const plain = (width: number, height: number, background: string | { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width, height, channels: typeof background === 'string' ? 3 : 4, background } })

/** Left half red, right half blue. */
export function picture(width = 60, height = 40) {
  const half = Math.floor(width / 2)
  const right = { create: { width: width - half, height, channels: 3 as const, background: '#0000ff' } }
  return plain(width, height, '#ff0000').composite([{ input: right, left: half, top: 0 }])
}

export const file = async (kind: Kind, width?: number, height?: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await picture(width, height).toFormat(kind, { quality: 90 }).toBuffer())

/** Taken with the camera on its side, at a place that is nobody's business. */
export async function fromACamera(): Promise<Uint8Array<ArrayBuffer>> {
  const exif = {
    IFD0: { Make: 'Camera of Ana', Copyright: 'secret remark' },
    IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
  }
  return new Uint8Array(await picture(60, 40).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer())
}

export const seeThrough = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await plain(50, 50, { r: 0, g: 128, b: 0, alpha: 0.5 }).png().toBuffer())

/** Two pictures, one after the other. */
export async function animation(): Promise<Uint8Array<ArrayBuffer>> {
  const frames = Buffer.alloc(20 * 40 * 3, randomBytes(64))
  const raw = { width: 20, height: 40, channels: 3 as const, pageHeight: 20 }
  return new Uint8Array(
    await sharp(frames, { raw })
      .gif({ delay: [100, 100] })
      .toBuffer(),
  )
}

/** Thirty kilobytes that would be a quarter of a thousand million pixels. */
export function bomb(side = 16_000): Uint8Array<ArrayBuffer> {
  const part = (name: string, data: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(data.length)
    head.write(name, 4, 'latin1')
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(Buffer.concat([head.subarray(4), data])))
    return Buffer.concat([head, data, sum])
  }
  const shape = Buffer.alloc(13)
  shape.writeUInt32BE(side)
  shape.writeUInt32BE(side, 4)
  // One bit a pixel, grey.
  shape.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 1 })
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      part('IHDR', shape),
      part('IDAT', pixels),
      part('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** Noise: as large a file as its pixels can make. */
export async function noise(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer(),
  )
}
