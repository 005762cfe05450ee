/** Builds the pages when they are older than what they are made of. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const DIST = join(ROOT, 'dist')
const MADE_OF = ['client', 'shared', 'vite.config.ts', 'package-lock.json']

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** @param say told before a build, which takes some seconds */
export async function buildWhenStale(say: (line: string) => void): Promise<void> {
  const built = join(DIST, 'index.html')
  const age = existsSync(built) ? statSync(built).mtimeMs : 0
  if (MADE_OF.every((path) => newest(join(ROOT, path)) <= age)) return
  say('Building the pages …')
  const { build } = await import('vite')
  await build({ root: join(ROOT, 'client'), configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' })
}
