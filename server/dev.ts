/** `npm run dev`: the server, started anew when its files change, and the pages with hot reload. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const server = spawn(
  process.execPath,
  ['--import', 'tsx', '--watch', '--watch-preserve-output', 'server/main.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: 'inherit',
  },
)
const pages = await createServer({ configFile: `${root}vite.config.ts` })
await pages.listen()
process.stdout.write(`\nPages with hot reload: ${pages.resolvedUrls?.local[0] ?? ''}\n`)

const stop = () => {
  server.kill('SIGTERM')
  void pages.close().finally(() => process.exit(0))
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', (code) => process.exit(code ?? 0))
