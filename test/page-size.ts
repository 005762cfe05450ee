/**
 * What the story page loads before it shows a story: every script that its entry and its page import, packed as it is
 * sent. `npx tsx test/page-size.ts` builds the pages and prints each script, and what the largest modules come to.
 */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FIRST = /\/client\/(main|story\/story-page)\.ts$/

export type Script = {
  name: string
  gz: number
  /** The page that is sent for a story names it. */ asked: boolean
  modules: { name: string; gz: number }[]
}

/** As `server/pages.ts` packs what it sends. */
const packed = (text: string): number => gzipSync(text, { level: 9 }).length
const nameOf = (id: string): string => id.replace(ROOT, '').replace(/^.*node_modules\//, '')

/** Builds into memory and follows what is imported at once; what is imported later is not counted. */
export async function scriptsBeforeStory(): Promise<Script[]> {
  const built = await build({
    root: `${ROOT}client`,
    configFile: `${ROOT}vite.config.ts`,
    logLevel: 'error',
    build: { write: false },
  })
  const { output } = built as Rolldown.RolldownOutput
  const shell = output.find(({ fileName }) => fileName === 'story.html')
  const chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])))
  const reached = new Set<string>()
  const reach = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const next of chunks.get(file)?.imports ?? []) reach(next)
  }
  for (const { fileName, moduleIds } of chunks.values()) if (moduleIds.some((id) => FIRST.test(id))) reach(fileName)
  return [...reached].map((file) => {
    const chunk = chunks.get(file)!
    const gz = packed(chunk.code)
    const parts = Object.entries(chunk.modules).map(([id, { code }]) => ({ name: nameOf(id), gz: packed(code ?? '') }))
    // Packed together they are smaller than each alone: each has its share of the script.
    const share = gz / parts.reduce((sum, part) => sum + part.gz, 0)
    const asked = shell?.type === 'asset' && String(shell.source).includes(file)
    return { name: file, gz, asked, modules: parts.map((part) => ({ ...part, gz: part.gz * share })) }
  })
}

export const total = (list: readonly { gz: number }[]): number => list.reduce((sum, { gz }) => sum + gz, 0)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const scripts = await scriptsBeforeStory()
  const line = (bytes: number, name: string): string => `${(bytes / 1000).toFixed(1).padStart(7)} ${name}\n`
  const modules = scripts.flatMap((script) => script.modules).toSorted((a, b) => b.gz - a.gz)
  const own = total(modules.filter(({ name }) => /^(client|shared)\//.test(name)))
  process.stdout.write(
    [
      ...scripts.map(({ gz, name }) => line(gz, name)),
      line(total(scripts), 'kB packed before a story shows: of that'),
      line(own, 'kB our own'),
      line(total(scripts) - own, 'kB libraries'),
      '\n',
      ...modules.filter(({ gz }) => gz >= 100).map(({ gz, name }) => line(gz, name)),
    ].join(''),
  )
}
