/** The text in the bytes of a file, in the encoding they are in. */
import { Refusal } from '../shared/refusal.ts'

/**
 * A byte order mark knows best, then what was declared, then what a web page says of itself.
 * @param declared by the sender; '' for nothing
 * @throws Refusal `not-readable`
 */
export function decode(bytes: Uint8Array, declared: string, type: string): string {
  const encoding = markOf(bytes) ?? (declared || (type === 'text/html' && ownWord(bytes)) || 'utf-8')
  let text: string
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    text = decoder.encoding === 'windows-1252' ? windows1252(bytes) : decoder.decode(bytes)
  } catch {
    throw new Refusal(
      'not-readable',
      422,
      `This file is not text in ${encoding.toUpperCase()}. Save it as UTF-8 and try again. Nothing was changed.`,
    )
  }
  if (text.includes('\0')) throw new Refusal('not-readable', 422, 'This file is not a text. Nothing was changed.')
  return text
}

/** Node's own decoder reads the curly quotes and dashes of Windows as control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function windows1252(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return latin.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS.charAt(sign.charCodeAt(0) - 0x80))
}

function markOf(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return null
}

/** A page that is UTF-8 is read as that, whatever it says: one that says UTF-16 in letters of one byte is not, and others are unheard of. */
function ownWord(bytes: Uint8Array): string | null {
  const said = metaOf(bytes)
  if (said === null || (!/^utf-?16/i.test(said) && isKnown(said))) return said
  return 'utf-8'
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== ''
  } catch {
    // A name that no browser knows either.
    return false
  }
}

function metaOf(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? null
}
