/** The server, as `start.ts` runs it: the one place where the parts meet the machine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { holdAlone, open } from '../db/open.ts'
import { wallClock } from './clock.ts'
import { readConfig, type Config } from './config.ts'
import { demo } from './demo.ts'
import { makeLog } from './log.ts'
import { newsroom, type Newsroom } from './newsroom.ts'
import { setupLink } from './routes/entry.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2))
  const throwAway = config.demo ? mkdtempSync(join(tmpdir(), 'copydesk-demo-')) : null
  if (throwAway) config.dataDir = throwAway
  const letGo = holdAlone(config.dataDir)
  const db = await open(config.dataDir)
  const log = makeLog(config.demo ? 'warn' : 'info')
  const room = await newsroom({ db, config, clock: wallClock, log })
  const stop = async () => {
    say('Stopping: saving what is open …')
    server.close()
    await room.close()
    await db.destroy()
    letGo()
    if (throwAway) rmSync(throwAway, { recursive: true, force: true })
    process.exit(0)
  }
  const server = listen(room, config, async (port) => {
    say(`\nCopydesk is at ${config.publicUrl ?? `http://localhost:${port}`}/desk`)
    for (const line of config.demo ? await demo(room.desk, port) : await setupLines(room, port)) say(line)
    say('')
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(error.code === 'EADDRINUSE' ? new Error(`Port ${config.port} is taken. Stop what listens there, or set PORT.`) : error)
  })
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

function listen({ app, wss }: Newsroom, config: Config, ready: (port: number) => Promise<void>) {
  return serve({ fetch: app.fetch, port: config.port, hostname: config.host, websocket: { server: wss } }, (info) => {
    ready(info.port).catch(fail)
  })
}

async function setupLines({ desk }: Newsroom, port: number): Promise<string[]> {
  const path = await setupLink(desk)
  return path === null
    ? []
    : ['\nSet up your newsroom with this link (it works once):', `${desk.config.publicUrl ?? `http://localhost:${port}`}${path}`]
}

function fail(error: unknown): void {
  process.stderr.write(`Copydesk could not start: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

start().catch(fail)
