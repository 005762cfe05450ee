/** A newsroom on a temporary disk, and people who ask it things over HTTP. Time stands still until it is turned. */
import { rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { addPerson } from '../../db/people.ts'
import type { Db } from '../../db/open.ts'
import type { Person, Story } from '../../shared/api.ts'
import type { Role } from '../../shared/can.ts'
import type { Config } from '../../server/config.ts'
import { makeLog } from '../../server/log.ts'
import { newsroom, type Newsroom } from '../../server/newsroom.ts'
import { startSignIn } from '../../server/person.ts'
import { hashPassword, newId } from '../../server/secrets.ts'
import { TurnedClock } from '../clock.ts'
import { newFolder, openQuickly } from '../new-folder.ts'
import { QUICK } from '../newsroom.ts'
import { mustBeDescribed } from './described.ts'

export const PASSWORD = 'correct horse battery'
let hash: Promise<string> | undefined

/** `body` is the JSON of the answer; `problem` the name of its problem, if it is one. */
export type Answer<T> = { status: number; headers: Headers; body: T; text: string; problem: string | null }
type Ask = { json?: unknown; body?: BodyInit; headers?: Record<string, string>; address?: string }
export type Asks = <T = Record<string, unknown>>(method: string, path: string, ask?: Ask) => Promise<Answer<T>>

export type Scene = Newsroom & {
  clock: TurnedClock
  db: Db
  dataDir: string
  /** Somebody without a cookie. */
  stranger: Asks
  /** Somebody in the newsroom, signed in; their password is PASSWORD, their e-mail `<name>@example.org`. */
  person(name: string, role: Role): Promise<{ asks: Asks; person: Person; cookie: string }>
  /** The same asker with a cookie that an answer has set. */
  with(cookie: string): Asks
}

export async function scene(config: Partial<Config> = {}): Promise<Scene> {
  const dataDir = await newFolder()
  const db = await openQuickly(dataDir)
  const clock = new TurnedClock()
  const whole: Config = {
    port: 4400,
    host: 'localhost',
    dataDir,
    publicUrl: null,
    mail: null,
    siteFolders: [],
    key: null,
    demo: false,
    ...config,
  }
  const room = await newsroom({ db, config: whole, clock, log: makeLog('silent') }, QUICK)
  onTestFinished(async () => {
    await room.close()
    await db.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const asker =
    (cookie?: string): Asks =>
    async (method, path, { json, body, headers = {}, address } = {}) => {
      const sent = json === undefined ? body : JSON.stringify(json)
      const response = await room.app.request(
        path,
        {
          method,
          headers: {
            ...(json === undefined ? {} : { 'content-type': 'application/json' }),
            ...(cookie === undefined ? {} : { cookie }),
            ...headers,
          },
          ...(sent === undefined ? {} : { body: sent }),
        },
        { incoming: { socket: { remoteAddress: address ?? '192.0.2.1' } } },
      )
      const answer = await read<never>(response)
      const { status, problem } = answer
      const type = response.headers.get('content-type') ?? ''
      await mustBeDescribed(room.app, method, path, { status, problem, type, body: answer.body })
      return answer
    }

  return {
    ...room,
    clock,
    db,
    dataDir,
    stranger: asker(),
    with: (cookie) => asker(cookie),
    async person(name, role) {
      hash ??= hashPassword(PASSWORD, QUICK)
      const person = await addPerson(db, {
        id: newId(),
        email: `${name.toLowerCase()}@example.org`,
        name,
        role,
        passwordHash: await hash,
        now: clock.now(),
      })
      if (person === null) throw new Error(`${name} is there already`)
      const cookie = cookieOf(await startSignIn(room.desk, person.id))
      return { asks: asker(cookie), person, cookie }
    },
  }
}

async function read<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text()
  const json = /json/.test(response.headers.get('content-type') ?? '')
  const body = (json ? JSON.parse(text) : {}) as T & { type?: string }
  const isProblem = response.headers.get('content-type') === 'application/problem+json'
  return {
    status: response.status,
    headers: response.headers,
    body,
    text,
    problem: isProblem ? (body.type?.replace('/problems/', '') ?? null) : null,
  }
}

/** What a browser would send back of a Set-Cookie header. */
export function cookieOf(setCookie: string | null): string {
  return setCookie?.split(';')[0] ?? ''
}

export async function newStory(asks: Asks, fields: Record<string, string> = {}): Promise<Story> {
  const made = await asks<Story>('POST', '/api/stories', { json: fields })
  if (made.status !== 201) throw new Error(made.text)
  return made.body
}

export const secretOf = (path: string | undefined): string => path?.split('#')[1] ?? ''
