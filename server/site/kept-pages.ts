/** Answers kept in memory, packed once, up to a bound: what was not asked for longest goes first. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Packing = 'br' | 'gzip'

export type Kept = {
  status: number
  /** As they are sent, but for what depends on the packing. */
  headers: Record<string, string>
  bytes: Uint8Array<ArrayBuffer>
  etag: string
  /** In whole seconds, as HTTP says it; null: it is not said. */
  modified: number | null
  /** The story it shows; null: more than one, or none. */
  storyId: string | null
  /** Not to be used any longer from then on. */
  until: number | null
  isWorthPacking: boolean
  packed: Map<Packing, { bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> }>
}

const FROM = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const SMALL = 1024
/** Packing what is large as tightly as a page would take seconds. */
const LARGE = 300_000

export function keptOf(given: {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
  modified: number | null
  storyId: string | null
  until: number | null
}): Kept {
  const { status, headers, body, modified, storyId, until } = given
  const bytes = typeof body === 'string' ? new Uint8Array(Buffer.from(body)) : body
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const whole: Record<string, string> = { ...headers, etag: `"${etag}"`, vary: 'accept-encoding' }
  if (modified !== null) whole['last-modified'] = new Date(modified).toUTCString()
  return {
    status,
    headers: whole,
    bytes,
    etag,
    modified: modified === null ? null : Math.floor(modified / 1000),
    storyId,
    until,
    isWorthPacking: bytes.length > SMALL && /^(text\/|application\/|image\/svg)/.test(headers['content-type'] ?? ''),
    packed: new Map(),
  }
}

const asked = new Map<string, Packing | null>()

/** What the reader's program takes, the tightest first; a weight of 0 says no. */
export function packingFor(accepted: string | undefined): Packing | null {
  if (accepted === undefined || accepted === '') return null
  let packing = asked.get(accepted)
  if (packing === undefined) {
    const takes = (name: string): boolean =>
      new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[\\d.]+\\s*)?(,|$)`).test(accepted)
    packing = takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
    if (asked.size < 200 && accepted.length < 200) asked.set(accepted, packing)
  }
  return packing
}

async function pack(kept: Kept, packing: Packing): Promise<void> {
  const isLarge = kept.bytes.length > LARGE
  const bytes =
    packing === 'br'
      ? await FROM.br(kept.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isLarge ? 5 : 9 } })
      : await FROM.gzip(kept.bytes, { level: isLarge ? 6 : 9 })
  const headers = { ...kept.headers, etag: `"${kept.etag}-${packing}"`, 'content-encoding': packing }
  kept.packed.set(packing, { bytes: new Uint8Array(bytes), headers })
}

export type Asked = { encoding: string | undefined; match: string | undefined; since: string | undefined }

/** Null: it has first to be packed for this reader. */
export function answerAtOnce(kept: Kept, { encoding, match, since }: Asked): Response | null {
  const packing = kept.isWorthPacking ? packingFor(encoding) : null
  const form = packing === null ? kept : kept.packed.get(packing)
  if (form === undefined) return null
  if (kept.status === 200 && isSame(kept, form.headers.etag!, match, since)) {
    const { 'content-type': _type, 'content-encoding': _encoding, ...headers } = form.headers
    return new Response(null, { status: 304, headers })
  }
  return new Response(form.bytes, { status: kept.status, headers: form.headers })
}

export async function answerWith(kept: Kept, request: Asked): Promise<Response> {
  const packing = kept.isWorthPacking ? packingFor(request.encoding) : null
  if (packing !== null && !kept.packed.has(packing)) await pack(kept, packing)
  return answerAtOnce(kept, request)!
}

/** If-None-Match goes before If-Modified-Since (RFC 9110). */
function isSame(kept: Kept, etag: string, match: string | undefined, since: string | undefined): boolean {
  if (match !== undefined) return match === '*' || match.split(/,\s*/).some((one) => one.replace(/^W\//, '').trim() === etag)
  return since !== undefined && kept.modified !== null && Date.parse(since) / 1000 >= kept.modified
}

export class KeptPages {
  private readonly pages = new Map<string, Kept>()
  private bytes = 0

  constructor(private readonly most: number) {}

  get(path: string): Kept | undefined {
    const kept = this.pages.get(path)
    if (kept === undefined) return undefined
    // The last asked for is the last of the map.
    this.pages.delete(path)
    this.pages.set(path, kept)
    return kept
  }

  put(path: string, kept: Kept): void {
    this.drop(path)
    this.pages.set(path, kept)
    this.bytes += weightOf(kept)
    for (const [oldest] of this.pages) {
      if (this.bytes <= this.most) break
      this.drop(oldest)
    }
  }

  drop(path: string): void {
    const kept = this.pages.get(path)
    if (kept === undefined) return
    this.bytes -= weightOf(kept)
    this.pages.delete(path)
  }

  /** What shows this story, alone or among others; null: everything. */
  dropStory(storyId: string | null): void {
    for (const [path, kept] of this.pages)
      if (storyId === null || kept.storyId === null || kept.storyId === storyId) this.drop(path)
  }

  get weight(): number {
    return this.bytes
  }

  get size(): number {
    return this.pages.size
  }
}

/** With both packings, which are smaller together than the page. */
const weightOf = ({ bytes }: Kept): number => bytes.length * 2 + 1000
