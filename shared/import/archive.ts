/**
 * Reads the zip archives that Word files are. The directory at the end says what is in it, as every
 * other program takes it; a part is inflated piece by piece, so that one that claims a kilobyte and holds
 * a gigabyte is refused after its first surplus piece.
 */
import { Inflate } from 'fflate'
import { Refusal } from '../refusal.ts'

type Entry = { name: string; size: number; packed: number; method: number; encrypted: boolean; crc: number; offset: number }

const END = 0x06054b50
const DIRECTORY = 0x02014b50
const LOCAL = 0x04034b50
const MAX_ENTRIES = 10_000
/** All that is taken out of one file. */
const MAX_INFLATED = 128 * 1024 * 1024
const PIECE = 16 * 1024

export const damaged = (what = 'This file') =>
  new Refusal('not-readable', 422, `${what} is damaged and cannot be read. Nothing was changed.`)
export const tooBig = () =>
  new Refusal('too-large', 413, 'What is packed in this file is larger than any story. Nothing was changed.')

export class Archive {
  private readonly entries = new Map<string, Entry>()
  private readonly view: DataView
  private inflated = 0

  /** @throws Refusal `not-readable` */
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    try {
      this.readDirectory()
    } catch (error) {
      // Numbers that point out of the file.
      if (error instanceof RangeError) throw damaged()
      throw error
    }
  }

  /** Bytes of text in it, unpacked; what holds more than it says is refused when it is read. */
  get textSize(): number {
    return [...this.entries.values()].filter(({ name }) => /\.(xml|rels)$/i.test(name)).reduce((sum, { size }) => sum + size, 0)
  }

  has(name: string): boolean {
    return this.entries.has(name)
  }

  private readDirectory(): void {
    const { view } = this
    // The end may be followed by a comment of at most 64 kB.
    let end = view.byteLength - 22
    while (end >= 0 && view.getUint32(end, true) !== END) end -= 1
    if (end < 0) throw damaged()
    const count = view.getUint16(end + 10, true)
    if (count > MAX_ENTRIES) throw tooBig()
    let at = view.getUint32(end + 16, true)
    for (let n = 0; n < count; n += 1) {
      if (view.getUint32(at, true) !== DIRECTORY) throw damaged()
      const flags = view.getUint16(at + 8, true)
      const [nameLength, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
        number,
        number,
        number,
      ]
      const name = nameOf(this.bytes.subarray(at + 46, at + 46 + nameLength), (flags & 0x800) !== 0)
      const entry: Entry = {
        name,
        method: view.getUint16(at + 10, true),
        crc: view.getUint32(at + 16, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        offset: view.getUint32(at + 42, true),
        encrypted: (flags & 1) !== 0,
      }
      if (!name.endsWith('/') && !this.entries.has(name)) this.entries.set(name, entry)
      at += 46 + nameLength + extra + comment
    }
  }

  /**
   * @param most bytes, inflated
   * @returns null when there is no such part
   * @throws Refusal `not-readable`, `too-large`
   */
  read(name: string, most: number): Uint8Array<ArrayBuffer> | null {
    const entry = this.entries.get(name)
    if (entry === undefined) return null
    if (entry.encrypted)
      throw new Refusal(
        'not-readable',
        422,
        'This file is protected with a password. Save it without one and try again. Nothing was changed.',
      )
    if (entry.size > most || this.inflated + entry.size > MAX_INFLATED) throw tooBig()
    const packed = this.packed(entry)
    const bytes = entry.method === 0 ? packed.slice() : entry.method === 8 ? inflate(packed, entry.size) : null
    if (bytes === null || bytes.length !== entry.size || crcOf(bytes) !== entry.crc) throw damaged()
    this.inflated += bytes.length
    return bytes
  }

  private packed({ offset, packed }: Entry): Uint8Array {
    const { view, bytes } = this
    if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) throw damaged()
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    if (start + packed > bytes.length) throw damaged()
    return bytes.subarray(start, start + packed)
  }
}

function inflate(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size)
  let length = 0
  const stream = new Inflate((piece) => {
    if (length + piece.length > size) throw tooBig()
    out.set(piece, length)
    length += piece.length
  })
  try {
    for (let at = 0; at < packed.length; at += PIECE) stream.push(packed.subarray(at, at + PIECE), at + PIECE >= packed.length)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw damaged()
  }
  if (length !== size) throw damaged()
  return out
}

/** Names are UTF-8 whether the archive says so or not; what is not, is the DOS alphabet, close enough to tell files apart. */
function nameOf(bytes: Uint8Array, utf8: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: !utf8 }).decode(bytes)
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
