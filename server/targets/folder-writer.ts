/**
 * Writes files into a folder for a static host: each whole or not at all, those that did not change left alone, those that
 * are not ours never touched. A list in the folder says which are ours; it is written before they are.
 */
import { createHash } from 'node:crypto'
import { lstat, mkdir, open, readFile, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isBelow } from './config.ts'
import { no } from './way.ts'

/** One line a file: the SHA-256 of what was written, `-` while it is, and its name. The last line of a name counts. */
export const LIST = '.copydesk-files'

export class FolderWriter {
  private readonly before: ReadonlyMap<string, string>
  private readonly now = new Map<string, string>()
  private readonly folders = new Set<string>()
  written = 0

  private constructor(
    private readonly root: string,
    private readonly list: FileHandle,
    /** The list as it was found; what somebody else has done to it is another. */
    readonly found: string,
    known: string,
  ) {
    this.before = new Map(
      known
        .split('\n')
        .map((line) => /^([0-9a-f]{64}|-) (.+)$/.exec(line))
        .flatMap((match) => (match === null ? [] : [[match[2]!, match[1]!] as const])),
    )
  }

  /** @param allowed the folders of the operator, which links on the disk do not lead out of. @throws Undelivered */
  static async open(folder: string, allowed: readonly string[]): Promise<FolderWriter> {
    const root = await roomIn(folder, allowed)
    const known = await readIfThere(join(root, LIST))
    const list = await open(join(root, LIST), 'a')
    return new FolderWriter(root, list, await stateOf(join(root, LIST)), known?.toString('utf8') ?? '')
  }

  /** Whether this is a file of ours that was written to its end. */
  has(file: string): boolean {
    return (this.before.get(file) ?? '-') !== '-'
  }

  async put(file: string, bytes: Uint8Array): Promise<void> {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const path = join(this.root, file)
    await this.mustBeInside(path)
    const there = await kindOf(path)
    const isOurs = this.before.has(file) || this.now.has(file)
    if (there !== null && (!isOurs || there !== 'file'))
      throw no(`The folder has a file of its own called ${file}. It was left alone. Give the target an empty folder.`)
    const isSame = there !== null && this.before.get(file) === hash && Buffer.from(await readFile(path)).equals(bytes)
    if (!isSame) {
      await this.list.appendFile(`- ${file}\n`)
      await this.list.datasync()
      await writeWhole(path, bytes)
      this.written += 1
    }
    this.now.set(file, hash)
  }

  /**
   * What the site has no more goes, and the list says what there is.
   * @param isOfIt the files this was about, those that are gone too: all others stay as they are
   * @returns what `found` will be, if nobody else has been there
   */
  async finish(isOfIt: (file: string) => boolean = () => true): Promise<string> {
    const lines: string[] = []
    for (const [file, hash] of this.before) {
      if (this.now.has(file)) continue
      const path = join(this.root, file)
      if (!isOfIt(file)) lines.push(`${hash} ${file}\n`)
      else if (await this.isInside(path)) await rm(path, { force: true })
    }
    for (const [file, hash] of this.now) lines.push(`${hash} ${file}\n`)
    await writeWhole(join(this.root, LIST), Buffer.from(lines.join('')))
    return stateOf(join(this.root, LIST))
  }

  async close(): Promise<void> {
    await this.list.close()
    // What else was renamed there survives a power cut once its folder has been written down.
    for (const folder of this.folders) await onDisk(folder)
  }

  /** Makes the folder of a file, and looks where that really is. */
  private async mustBeInside(path: string): Promise<void> {
    const folder = dirname(path)
    if (this.folders.has(folder)) return
    if (!isBelow(path, this.root)) throw no('A file of the site would lie outside of the folder. Nothing was written.')
    // Looked at before anything is made: a link half way would have it made outside.
    if (!isBelow(await realpath(await deepestThere(folder)), this.root))
      throw no('A link in the folder leads out of it. Nothing is written through it.')
    await mkdir(folder, { recursive: true })
    this.folders.add(folder)
  }

  private async isInside(path: string): Promise<boolean> {
    try {
      return isBelow(await realpath(dirname(path)), this.root)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }
}

/** @returns where the folder really is. @throws Undelivered when that is nowhere the operator allows */
export async function roomIn(folder: string, allowed: readonly string[]): Promise<string> {
  const within = allowed.find((one) => isBelow(folder, one))
  if (within === undefined) throw no('The folder is in none of those that whoever runs Copydesk allows (SITE_FOLDERS).')
  // The operator’s own folder is not made here: one that is not mounted would fill the disk beneath.
  const ground = await realpath(within).catch(() => null)
  if (ground === null) throw no(`${within} is not there on the server.`)
  // Looked at before anything is made: a link half way would have it made outside.
  const deepest = await deepestThere(folder)
  if (!isBelow(await realpath(deepest), ground)) throw no('A link on the way to the folder leads out of where it may be.')
  await mkdir(folder, { recursive: true })
  return realpath(folder)
}

async function deepestThere(folder: string): Promise<string> {
  let at = folder
  while ((await kindOf(at)) === null && dirname(at) !== at) at = dirname(at)
  return at
}

/** Null: nothing is there. */
async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | null> {
  try {
    const stat = await lstat(path)
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

async function stateOf(path: string): Promise<string> {
  const { ino, size, mtimeMs } = await stat(path)
  return `${ino} ${size} ${mtimeMs}`
}

export async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

/** Always under this name: what a server that was killed has left of one goes with the next. */
const FRESH = '.copydesk-new'

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const fresh = join(dirname(path), FRESH)
  await rm(fresh, { force: true })
  const handle = await open(fresh, 'wx', 0o644)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(fresh, path)
}

async function onDisk(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
