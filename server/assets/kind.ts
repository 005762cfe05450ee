/** What a file is by its first bytes. Its name and its Content-Type are anybody's word and are not asked. */
import { Refusal } from '../../shared/refusal.ts'

/** How many of the first bytes it takes to say. */
export const HEAD_BYTES = 512

const TAKEN = 'Copydesk takes JPEG, PNG, WebP, AVIF and GIF.'

/** @throws Refusal `wrong-type` that says what it is instead of a picture we take */
export function mustBePicture(head: Uint8Array): void {
  const no = (sentence: string) => new Refusal('wrong-type', 415, `${sentence} Nothing was added.`)
  if (head.length === 0) throw no('This file is empty.')
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const latin = bytes.toString('latin1')
  if (latin.startsWith('\xff\xd8\xff') || latin.startsWith('\x89PNG\r\n\x1a\n') || /^GIF8[79]a/.test(latin)) return
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return
  const brands = brandsOf(bytes)
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return
  if (brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)))
    throw no('This picture is in the HEIC format of a phone, which most browsers cannot show. Save it as JPEG and add that.')
  // Text that begins with a tag, whatever stands before it: SVG and HTML can carry programs.
  // oxlint-disable-next-line no-control-regex -- a byte order mark, blanks, UTF-16's empty halves
  if (/^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(latin))
    throw no(`This is a page or a drawing in SVG, and those can carry programs. ${TAKEN}`)
  if (latin.startsWith('%PDF')) throw no(`This is a PDF, not a picture. ${TAKEN}`)
  throw no(`This file is no picture that can be read here. ${TAKEN}`)
}

/** The brands of a file of the family to which AVIF and HEIC belong. */
function brandsOf(bytes: Buffer): string[] {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return []
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands: string[] = []
  // The second word is a version.
  for (let at = 8; at + 4 <= end; at += 4) if (at !== 12) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}
