/** Builds the pages and the server when they are older than what they are made of. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { PAGES, PARTS, ROOT, SERVER, builtName } from './code.ts'

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isStale(built: string, madeOf: readonly string[]): boolean {
  const age = existsSync(built) ? statSync(built).mtimeMs : 0
  return madeOf.some((path) => newest(join(ROOT, path)) > age)
}

/** @param say told before a build, which takes some seconds */
export async function buildWhenStale(say: (line: string) => void): Promise<void> {
  if (isStale(join(PAGES, 'index.html'), ['client', 'shared', 'vite.config.ts', 'package-lock.json'])) {
    say('Building the pages …')
    const { build } = await import('vite')
    await build({ root: join(ROOT, 'client'), configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' })
  }
  if (isStale(join(SERVER, 'main.js'), ['server', 'shared', 'db', 'package-lock.json'])) {
    say('Building the server …')
    await buildServer()
  }
}

/** In few files, with the libraries that are many; what is no JavaScript, or looks for files of its own, stays where it is. */
async function buildServer(): Promise<void> {
  const { build } = await import('vite')
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    ssr: {
      noExternal: true,
      external: ['@node-rs/argon2', 'better-sqlite3', 'docx', 'nodemailer', 'pino', 'satori', 'sharp', 'ws'],
    },
    build: {
      ssr: true,
      outDir: SERVER,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: Object.fromEntries(['main', ...PARTS].map((part) => [builtName(part), join(ROOT, 'server', `${part}.ts`)])),
        // All beside each other: each finds the others by its own address.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
