/** How each server is started, told of stories and stopped: fresh, alone on its core, as its own instructions say. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Place } from './dialects.ts'

export type Kind = Place['server']
export const KINDS: Kind[] = ['copydesk', 'hocuspocus', 'y-websocket-server']

/** With all that they need, apart from the product's own. */
export const PEERS = join(import.meta.dirname, 'peers')
export const SERVER_CORE = '0'
export const LOAD_CORE = '1'
/** Copydesk allows one person 60 open stories: the load signs in as several. */
const PEOPLE = 25
const PASSWORD = 'a long bench password'

export type Running = { kind: Kind; port: number; pid: number; stop(): Promise<void> }

type Options = { gc?: boolean; profileTo?: string; copydesk: string }

export async function start(kind: Kind, dataDir: string, { gc, profileTo, copydesk }: Options): Promise<Running> {
  const port = await freePort()
  mkdirSync(dataDir, { recursive: true })
  const flags = [
    ...(gc ? ['--expose-gc', '--import', join(PEERS, 'gc.mjs')] : []),
    ...(profileTo ? ['--cpu-prof', '--cpu-prof-dir', profileTo] : []),
  ]
  const script: Record<Kind, string[]> = {
    copydesk: ['--import', 'tsx', 'server/main.ts'],
    hocuspocus: [join(PEERS, 'hocuspocus.mjs')],
    'y-websocket-server': [join(PEERS, 'node_modules/@y/websocket-server/src/server.js')],
  }
  const out = openSync(join(dataDir, 'server.log'), 'a')
  // The profiler looks on from a thread of its own: on the same core it would only see the pauses.
  const child = spawn(
    'taskset',
    ['-c', profileTo ? `${SERVER_CORE},${LOAD_CORE}` : SERVER_CORE, process.execPath, ...flags, ...script[kind]],
    {
      cwd: kind === 'copydesk' ? copydesk : PEERS,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        // Where @y/websocket-server keeps its LevelDB.
        ...(kind === 'y-websocket-server' ? { YPERSISTENCE: join(dataDir, 'leveldb') } : {}),
      },
      stdio: ['ignore', out, out],
    },
  )
  closeSync(out)
  await listening(child, port, join(dataDir, 'server.log'))
  return {
    kind,
    port,
    pid: child.pid!,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const slow = setTimeout(() => child.kill('SIGKILL'), 20_000)
      await gone
      clearTimeout(slow)
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function listening(child: ChildProcess, port: number, log: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    if (child.exitCode !== null) throw new Error(`The server did not start; see ${log}`)
    const socket = connect(port, '127.0.0.1')
    const there = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (there) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server did not listen within a minute; see ${log}`)
}

/** A newsroom with people in it and nothing else; only Copydesk has such a thing. */
export function hirePeople(copydesk: string, dataDir: string): void {
  for (let i = 0; i < PEOPLE; i++) {
    const words = [
      'add',
      '--email',
      emailOf(i),
      '--name',
      `Typist ${i}`,
      '--role',
      i === 0 ? 'owner' : 'editor',
      '--password',
      PASSWORD,
    ]
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'server/person-command.ts', ...words], {
      cwd: copydesk,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The bench's people could not be added: ${stderr}`)
  }
}

const emailOf = (i: number) => `typist${i}@bench.test`

export async function signIn({ port }: Running): Promise<string[]> {
  const cookies: string[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const answer = await post(port, '/api/session', { email: emailOf(i), password: PASSWORD }, null)
    cookies.push(answer.headers.getSetCookie()[0]!.split(';')[0]!)
  }
  return cookies
}

/** Stories to type in. The peers make theirs when somebody first asks for a name. */
export async function newStories(server: Running, cookies: string[], count: number): Promise<Place[]> {
  const places: Place[] = []
  for (let i = 0; i < count; i++) {
    let story = `story-${i}`
    if (server.kind === 'copydesk') {
      const answer = await post(server.port, '/api/stories', { slug: `bench ${i}` }, cookies[i % cookies.length]!)
      story = ((await answer.json()) as { id: string }).id
    }
    places.push({ server: server.kind, story, cookies: server.kind === 'copydesk' ? turned(cookies, i * 3) : [] })
  }
  return places
}

/** Stories start with different people, so that nobody is in too many. */
const turned = (cookies: string[], by: number) => cookies.map((_, at) => cookies[(at + by) % cookies.length]!)

async function post(port: number, path: string, body: object, cookie: string | null): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** A folder as it was, so that every round starts from the same disk. */
export function fresh(dataDir: string, from: string | null): string {
  rmSync(dataDir, { recursive: true, force: true })
  if (from !== null && existsSync(from)) cpSync(from, dataDir, { recursive: true })
  else mkdirSync(dataDir, { recursive: true })
  return dataDir
}
