/** A folder for a static host: it always has the whole of what the built-in site has, and changes with every edition. */
import { join } from 'node:path'
import { siteRowOf } from '../../db/site.ts'
import type { TargetConfig } from '../../shared/shapes/targets.ts'
import type { Desk } from '../context.ts'
import { FolderWriter, LIST, readIfThere, roomIn } from './folder-writer.ts'
import type { LiveSite } from '../site/live-site.ts'
import { addressOf, fileOf, pageOnSite, partOf, siteFiles, type SiteFile } from './site-crawl.ts'
import type { Adapter, Parcel, Sent } from './target.ts'
import { again, delivering, testing } from './way.ts'

/** At which moment of the site each folder was written, and its list then: only what changed since is written again. */
const written = new WeakMap<LiveSite, Map<string, { moment: number; list: string }>>()

/** Two editions at once would write over each other. */
const busy = new Map<string, Promise<unknown>>()

export function folderAdapter(desk: Desk, { folder = '' }: TargetConfig): Adapter {
  const { siteFolders } = desk.config
  return {
    deliver: (parcel) => delivering(() => inTurn(folder, () => deliver(desk, folder, parcel))),
    async compare({ storyId }) {
      const row = await siteRowOf(desk.db, storyId)
      const file = row === null ? null : fileOf(`/${row.path}`, true)
      if (row === null || file === null) return null
      const there = await readIfThere(join(folder, file))
      if (there === null) return 'The page is not in the folder any more.'
      return there.equals(await pageOnSite(desk, row.path)) ? null : 'Somebody has changed the page in the folder.'
    },
    test: () =>
      testing(async () => {
        const root = await onThisDisk(() => roomIn(folder, siteFolders))
        const known = (await onThisDisk(() => readIfThere(join(root, LIST)))) === null ? 'It has nothing of ours yet.' : 'It has the site already.' // prettier-ignore
        await onThisDisk(async () => (await FolderWriter.open(folder, siteFolders)).close())
        return `The folder can be written to. ${known}`
      }),
  }
}

async function inTurn<T>(folder: string, run: () => Promise<T>): Promise<T> {
  const before = busy.get(folder) ?? Promise.resolve()
  // Whatever became of the one before was told where it was asked for.
  const mine = before.then(run, run)
  busy.set(folder, mine)
  try {
    return await mine
  } finally {
    if (busy.get(folder) === mine) busy.delete(folder)
  }
}

async function deliver(desk: Desk, folder: string, { storyId }: Parcel): Promise<Sent> {
  const row = await siteRowOf(desk.db, storyId)
  if (row === null) throw again('The folder has what the public site has, and there the story is not yet.')
  const written = await onThisDisk(() => writeSite(desk, folder, storyId))
  const says = written === 1 ? 'One file was new or changed.' : `${written} files were new or changed.`
  return { outcome: 'out', remote: { id: row.path, url: null, seen: null, hash: null }, says }
}

/** @returns how many files were new or changed */
async function writeSite(desk: Desk, folder: string, storyId: string): Promise<number> {
  const { site } = desk
  const folders = written.get(site) ?? new Map<string, { moment: number; list: string }>()
  written.set(site, folders)
  const { moment } = site
  const writer = await FolderWriter.open(folder, desk.config.siteFolders)
  try {
    const last = folders.get(folder)
    // Until it is whole again nobody knows what is in it.
    folders.delete(folder)
    const changed = last?.list === writer.found ? site.changedSince(last.moment) : null
    const part = changed === null ? null : await partOf(desk, [...new Set([...changed, storyId])])
    const lists: SiteFile[] = []
    for await (const one of siteFiles(desk, part, (file) => writer.has(file))) {
      if (one.isList) lists.push(one)
      else await writer.put(one.file, one.bytes)
    }
    // What leads to a page comes after it.
    for (const { file, bytes } of lists) await writer.put(file, bytes)
    const list = await writer.finish((file) => part === null || part.has(addressOf(file)))
    folders.set(folder, { moment, list })
  } finally {
    await writer.close()
  }
  return writer.written
}

/** What the disk says no to is worth another try, and is said in words. */
async function onThisDisk<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (syscall === undefined) throw error
    throw again(`The folder cannot be written to (${code ?? 'unknown'}).`)
  }
}
