/**
 * The pictures of stories on disk: each in a folder of its own, `assets/<id>` in the data folder, never changed.
 *
 * Written whole or not at all: made in `assets/new`, then named in the database, then moved to its place. What
 * a killed server leaves in `new` is moved or swept away when it starts again.
 */
import { createHash } from 'node:crypto'
import { access, copyFile, link, mkdir, open, readdir, readFile, rename, rm, statfs, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { addAsset, assetsAddedBy, assetsOfDeleted, isAsset, removeAsset, sameAsset } from '../../db/assets.ts'
import { isConflict, type Db } from '../../db/open.ts'
import type { AssetsTable } from '../../db/schema.ts'
import { assetId, MAX_PICTURE_BYTES, shapeOf, widthsFor, type Shape } from '../../shared/pictures.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { newId } from '../secrets.ts'
import { Darkroom } from './darkroom.ts'
import { HEAD_BYTES, mustBePicture } from './kind.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** A deleted story can be brought back whole for this long; after it, without its pictures. */
export const KEPT_AFTER_DELETION_MS = 30 * DAY_MS
const MOST_AN_HOUR = 300
/** On their way at once: each holds a file on the disk. */
const AT_ONCE = 6
const AT_ONCE_IN_ALL = 32
/** Pictures leave this much of the disk to the words. */
const KEEP_FREE_BYTES = 256 * 1024 * 1024

/** @param lost what of the file is not in it, in words */
export type Kept = { asset: string; width: number; height: number; lost: string[] }
type Parts = { db: Db; config: Pick<Config, 'dataDir'>; clock: Clock; log: Logger }

export class Pictures {
  private readonly folder: string
  private readonly fresh: string
  readonly darkroom: Darkroom
  private readonly onTheWay = new Map<string, number>()
  private cancelTidy: (() => void) | null = null

  constructor(
    private readonly parts: Parts,
    private readonly keepFree = KEEP_FREE_BYTES,
  ) {
    this.folder = join(parts.config.dataDir, 'assets')
    this.fresh = join(this.folder, 'new')
    this.darkroom = new Darkroom(parts.clock, parts.log)
  }

  /** Clears up after an earlier run, and from now on once a day. */
  async begin(): Promise<void> {
    await mkdir(this.fresh, { recursive: true })
    for (const name of await readdir(this.fresh)) {
      const from = join(this.fresh, name)
      if (await isAsset(this.parts.db, name)) await rename(from, join(this.folder, name))
      else await rm(from, { recursive: true, force: true })
    }
    await this.tidy()
  }

  close(): void {
    this.cancelTidy?.()
    this.darkroom.close()
  }

  /**
   * Stores a picture for a story; on disk when it resolves. The same file a second time is the same asset, so
   * an upload whose answer was lost may simply be sent again.
   * @param file its bytes as they were uploaded, of any name and type: the content decides
   * @throws Refusal `wrong-type`, `not-readable`, `too-large`, `too-many-files`, `too-busy`, `not-saved`
   */
  async keep(storyId: string, personId: string, file: Uint8Array | ReadableStream<Uint8Array>): Promise<Kept> {
    return this.takeIn(personId, async (work) => {
      const upload = join(work, 'upload')
      const sha256 = await receive(file, upload)
      const known = await sameAsset(this.parts.db, storyId, sha256)
      if (known && (await this.isThere(known.id))) return keptAs(known.id)
      const { moved, type, bytes, ...shape } = await this.darkroom.develop({ from: upload, to: work }, personId)
      await rm(upload)
      const id = known
        ? await this.putBack(work, known.id)
        : await this.place(work, shape, { story_id: storyId, sha256, type, bytes, created_by: personId })
      return keptAs(id, moved ? ['The movement: only the first picture of the animation is kept.'] : [])
    })
  }

  /**
   * The same picture for another story, whose readers may not be the first one's.
   * @throws Refusal what `keep` throws
   */
  async copy(asset: AssetsTable, storyId: string, personId: string): Promise<Kept> {
    const { sha256, type, bytes } = asset
    const known = asset.story_id === storyId ? asset : await sameAsset(this.parts.db, storyId, sha256)
    if (known) return keptAs(known.id)
    return this.takeIn(personId, async (work) => {
      const from = join(this.folder, asset.id)
      // Never changed, so two assets may be one file.
      for (const name of await readdir(from))
        await link(join(from, name), join(work, name)).catch(() => copyFile(join(from, name), join(work, name)))
      const shape = shapeOf(asset.id)!
      return keptAs(await this.place(work, shape, { story_id: storyId, sha256, type, bytes, created_by: personId }))
    })
  }

  /**
   * One of a picture's files. Only names that it has lead to the disk.
   * @param name `1280.webp`, or `picture` for programs that know no WebP, with or without its `.jpg` or `.png`
   * @throws Refusal `no-asset`
   */
  async read(asset: AssetsTable, name: string): Promise<{ bytes: Buffer<ArrayBuffer>; type: string }> {
    const widths = widthsFor(shapeOf(asset.id)?.width ?? 0)
    const plain = name === plainName(asset) || name === 'picture'
    if (!plain && !widths.some((width) => name === `${width}.webp`)) throw noAsset()
    try {
      return {
        bytes: await readFile(join(this.folder, asset.id, plain ? plainName(asset) : name)),
        type: plain ? asset.type : 'image/webp',
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      this.parts.log.error({ asset: asset.id, name }, 'a picture’s file is missing')
      throw noAsset()
    }
  }

  /** Whether the disk has it: a folder that was put back from a backup may lack what the database names. */
  async isThere(id: string): Promise<boolean> {
    try {
      await access(join(this.folder, id))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return false
    }
  }

  /** The form that every program reads: for Word, mail and other newsrooms. */
  async plain(asset: AssetsTable): Promise<{ bytes: Buffer<ArrayBuffer>; type: string }> {
    return this.read(asset, plainName(asset))
  }

  private async tidy(): Promise<void> {
    const { db, clock, log } = this.parts
    this.cancelTidy = clock.after(DAY_MS, () => void this.tidy())
    try {
      // The folder first: should we be killed in between, the row still says what is to go.
      for (const id of await assetsOfDeleted(db, clock.now() - KEPT_AFTER_DELETION_MS)) {
        await rm(join(this.folder, id), { recursive: true, force: true })
        await removeAsset(db, id)
      }
    } catch (error) {
      log.warn({ err: error }, 'pictures of deleted stories could not be cleared away; tried again tomorrow')
    }
  }

  /** @returns lets the next one in */
  private enters(personId: string): () => void {
    const mine = this.onTheWay.get(personId) ?? 0
    const all = [...this.onTheWay.values()].reduce((sum, one) => sum + one, 0)
    if (mine >= AT_ONCE || all >= AT_ONCE_IN_ALL)
      throw new Refusal('too-busy', 503, 'Many pictures are on their way already. Nothing was added. Try again in a few seconds.')
    this.onTheWay.set(personId, mine + 1)
    return () => {
      const left = (this.onTheWay.get(personId) ?? 1) - 1
      if (left > 0) this.onTheWay.set(personId, left)
      else this.onTheWay.delete(personId)
    }
  }

  /** Room for one more on its way, a folder to work in, and nothing left of it if it fails. */
  private async takeIn(personId: string, make: (work: string) => Promise<Kept>): Promise<Kept> {
    const { db, clock } = this.parts
    if ((await assetsAddedBy(db, personId, clock.now() - HOUR_MS)) >= MOST_AN_HOUR)
      throw new Refusal(
        'too-many-files',
        429,
        `You added ${MOST_AN_HOUR} pictures within an hour. Nothing was added. Try again later.`,
      )
    const arrived = this.enters(personId)
    const work = join(this.fresh, newId())
    try {
      await mkdir(work, { recursive: true })
      await this.mustHaveRoom()
      return await make(work)
    } catch (error) {
      throw this.asRefusal(error)
    } finally {
      arrived()
      await this.sweep(work)
    }
  }

  /** What stays because the disk is broken is swept away when the server starts again. */
  private async sweep(work: string): Promise<void> {
    try {
      await rm(work, { recursive: true, force: true })
    } catch (error) {
      this.parts.log.warn({ err: error }, 'what was left of an upload could not be cleared away')
    }
  }

  /** The work becomes an asset: named in the database first, so that nothing is ever in a place nobody knows of. */
  private async place(work: string, shape: Shape, given: Omit<AssetsTable, 'id' | 'created_at'>): Promise<string> {
    const { db, clock } = this.parts
    const id = assetId(newId() + newId().slice(0, 6), shape)
    const named = join(this.fresh, id)
    await onDisk(work)
    await rename(work, named)
    try {
      await addAsset(db, { id, ...given, created_at: clock.now() })
    } catch (error) {
      await this.sweep(named)
      const other = isConflict(error) ? await sameAsset(db, given.story_id, given.sha256) : null
      if (other) return other.id
      throw error
    }
    await rename(named, join(this.folder, id))
    await onDisk(this.folder)
    return id
  }

  /** What the disk had lost of an asset, made of the same file once more. */
  private async putBack(work: string, id: string): Promise<string> {
    await onDisk(work)
    await rename(work, join(this.folder, id))
    await onDisk(this.folder)
    return id
  }

  private async mustHaveRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder)
    if (bavail * bsize < this.keepFree)
      throw new Refusal(
        'not-saved',
        503,
        'The server’s disk is nearly full, and what is left is kept for words. The picture was not added. Tell whoever runs Copydesk.',
      )
  }

  /** What the disk says no to is a refusal; anything else stays what it is. */
  private asRefusal(error: unknown): unknown {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException | null)?.syscall === undefined) return error
    this.parts.log.error({ err: error }, 'a picture could not be stored')
    return new Refusal('not-saved', 503, 'The server could not put the picture on its disk. Nothing was added.')
  }
}

export const noAsset = () => new Refusal('no-asset', 404, 'There is no such picture, or its story is not shared with you.')

const plainName = ({ type }: AssetsTable): string => (type === 'image/png' ? 'picture.png' : 'picture.jpg')

const keptAs = (asset: string, lost: string[] = []): Kept => ({ asset, ...shapeOf(asset)!, lost })

/** Writes the file down as it comes, no further than allowed. @returns its SHA-256 */
export async function receive(file: Uint8Array | ReadableStream<Uint8Array>, to: string): Promise<string> {
  const hash = createHash('sha256')
  const out = await open(to, 'wx')
  try {
    let length = 0
    let head: Uint8Array = new Uint8Array()
    let looked = false
    for await (const chunk of file instanceof Uint8Array ? [file] : file) {
      length += chunk.byteLength
      if (length > MAX_PICTURE_BYTES) throw tooLarge()
      if (!looked) {
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
        looked = head.length === HEAD_BYTES
        if (looked) mustBePicture(head)
      }
      hash.update(chunk)
      await writeAll(out, chunk)
    }
    if (!looked) mustBePicture(head)
  } finally {
    await out.close()
  }
  return hash.digest('hex')
}

export const tooLarge = () =>
  new Refusal(
    'too-large',
    413,
    `This picture is too large: at most ${MAX_PICTURE_BYTES / 1024 / 1024} MB are taken. Nothing was added.`,
  )

async function writeAll(out: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) at += (await out.write(chunk, at)).bytesWritten
}

/** What a folder holds survives a power cut only when the folder itself has been written down. */
export async function onDisk(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
