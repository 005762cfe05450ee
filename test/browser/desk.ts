/**
 * A newsroom for browser scenes: the real server in a process of its own, one real browser, and colleagues
 * with windows of their own, each on a cable that can be cut. What a page complains of fails the test.
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import * as Y from 'yjs'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { open, type Db } from '../../db/open.ts'
import { newId } from '../../server/secrets.ts'
import { personCommand } from '../../server/person-command.ts'
import type { Level, Role } from '../../shared/can.ts'
import { bodyOf, type Field } from '../../shared/story.ts'
import { ServerProcess } from '../server-process.ts'
import { Cable } from './cable.ts'
import { openBrowser } from './chromium.ts'
import { Colleague, soon, type Copy } from './colleague.ts'
import { Script } from './script.ts'

export { soon, type Colleague, type Copy } from './colleague.ts'

export const PASSWORD = 'correct horse battery'

/** What is expected while a cable is cut or nobody is signed in; everything else is a fault. */
const USUAL = [
  /WebSocket connection to .* failed/,
  /net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY_RESPONSE|SOCKET|ABORTED)/,
  /status of 401 .*\/api\/session/,
]

/** A paragraph of a new story: plain words, or with its part in the interview. */
export type Line = string | { q: string } | { a: string }
/** `clock`: the window's time can be turned forward. */
type Options = BrowserContextOptions & { clock?: boolean }
type Signed = { email: string; role: Role; cookie: string }

export class Desk {
  server!: ServerProcess
  browser!: Browser
  /** Signs in by itself for what a test needs done and does not look at. */
  private owner = ''
  private people = new Map<string, Signed>()
  private windows: Colleague[] = []
  private scripts: Script[] = []
  private forgiven: RegExp[] = []

  /** @param empty leaves the set-up link to the test */
  async open(empty: boolean): Promise<void> {
    ;[this.browser] = await Promise.all([openBrowser(), this.newsroom(empty)])
  }

  /** Another newsroom, of which nobody knows anything yet, in place of the one there was. */
  async newsroom(empty: boolean): Promise<void> {
    await this.server?.close()
    this.people.clear()
    this.server = await ServerProcess.start()
    if (!empty) this.owner = await this.server.setUp()
  }

  async close(): Promise<void> {
    await this.browser?.close()
    await this.server?.close()
  }

  /** Says of a complaint that this test expects it. */
  forgive(...complaints: RegExp[]): void {
    this.forgiven.push(...complaints)
  }

  async endOfTest(): Promise<void> {
    const windows = this.windows.splice(0)
    const usual = [...USUAL, ...this.forgiven.splice(0)]
    for (const script of this.scripts.splice(0)) script.close()
    await Promise.all(windows.map((window) => window.context.close()))
    await Promise.all(windows.map((window) => window.cable.close()))
    const faults = windows.flatMap(({ name, complaints }) => complaints.map((complaint) => `${name}: ${complaint}`))
    expect(faults.filter((fault) => !usual.some((known) => known.test(fault)))).toEqual([])
  }

  /** Reads or changes the database beside the server, as an operator would. */
  async database<T>(act: (db: Db) => Promise<T>): Promise<T> {
    const db = await open(this.server.folder)
    try {
      return await act(db)
    } finally {
      await db.destroy()
    }
  }

  async person(words: string[]): Promise<void> {
    await this.database((db) => personCommand(words, db, async () => PASSWORD, Date.now()))
  }

  /** Somebody of the newsroom at a window of their own; made first if there is nobody of that name. */
  async signIn(name: string, role: Role = 'writer', { clock = false, ...options }: Options = {}): Promise<Colleague> {
    const signed = await this.known(name, role)
    const window = await this.stranger(name, options)
    if (clock) await window.page.clock.install()
    const [key, value] = signed.cookie.split('=') as [string, string]
    await window.context.addCookies([{ name: key, value, domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Lax' }])
    return window
  }

  /** A browser of which the server knows nothing. */
  async stranger(name: string, options: BrowserContextOptions = {}): Promise<Colleague> {
    const cable = await Cable.lay(this.server.port)
    const context = await this.browser.newContext({
      baseURL: `http://127.0.0.1:${cable.port}`,
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    })
    const window = new Colleague(this, name, context, cable, await context.newPage())
    this.windows.push(window)
    return window
  }

  remember(window: Colleague): void {
    this.windows.push(window)
  }

  async known(name: string, role: Role): Promise<Signed> {
    const before = this.people.get(name)
    if (before !== undefined) return before
    const email = `${name.toLowerCase()}@desk.example`
    await this.person(['add', '--email', email, '--name', name, '--role', role, '--password', PASSWORD])
    const answer = await this.asks('POST', '/api/session', { email, password: PASSWORD }, '')
    const signed = { email, role, cookie: answer.headers.get('set-cookie')!.split(';')[0]! }
    this.people.set(name, signed)
    return signed
  }

  /** In this one story somebody may go so far and no further. */
  async lets(name: string, storyId: string, level: Level): Promise<void> {
    const { email } = this.people.get(name)!
    const { id } = await this.database((db) =>
      db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    )
    await this.asks('PATCH', `/api/stories/${storyId}/people/${id}`, { level })
  }

  async asks(method: string, path: string, json?: unknown, cookie = this.owner): Promise<Response> {
    const answer = await fetch(`${this.server.origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  /** A new story, on disk. @returns its id */
  async story(lines: Line[] = [], fields: Partial<Record<Field, string>> = {}): Promise<string> {
    const { id } = (await (await this.asks('POST', '/api/stories', fields)).json()) as { id: string }
    if (lines.length === 0) return id
    const script = await this.script(id)
    script.ydoc.transact(() => {
      const body = bodyOf(script.ydoc)
      body.delete(0, body.length)
      body.insert(0, lines.map(paragraphOf))
    })
    await soon(() => this.reads(id).then(({ body }) => body)).toEqual(lines.map(wordsOf))
    script.close()
    return id
  }

  /** The story as the server has it on its disk. */
  async reads(storyId: string): Promise<Copy> {
    const { headline, dek, byline, body } = (await (
      await this.asks('GET', `/api/stories/${storyId}/body?as=json`)
    ).json()) as Copy & {
      body: { content?: Json[] }
    }
    return { headline, dek, byline, body: (body.content ?? []).map(textOf) }
  }

  /** A script that writes in a story with the stock y-websocket provider, under the owner's sign-in or somebody's. */
  async script(storyId: string, name?: string): Promise<Script> {
    const script = new Script(this.server.origin, storyId, name === undefined ? this.owner : this.people.get(name)!.cookie)
    this.scripts.push(script)
    await script.synced()
    return script
  }

  /** How many updates the story's log holds. */
  async updates(storyId: string): Promise<number> {
    return this.database(async (db) => {
      const rows = await db.selectFrom('updates').select('seq').where('story_id', '=', storyId).execute()
      return rows.length
    })
  }

  /** All these windows, and the disk, hold the same story; it is the answer. */
  async allAgree(storyId: string, ...windows: Colleague[]): Promise<Copy> {
    for (const window of windows) await window.isSaved()
    let copies: Copy[] = []
    await soon(async () => {
      copies = await Promise.all([...windows.map((window) => window.reads()), this.reads(storyId)])
      return new Set(copies.map((copy) => JSON.stringify(copy))).size
    }, 'every window and the disk hold the same story').toBe(1)
    return copies[0]!
  }
}

type Json = { text?: string; content?: Json[] }
const textOf = (node: Json): string => node.text ?? (node.content ?? []).map(textOf).join('')

const wordsOf = (line: Line): string => (typeof line === 'string' ? line : 'q' in line ? line.q : line.a)

function paragraphOf(line: Line): Y.XmlElement {
  const paragraph = new Y.XmlElement('paragraph')
  const role = typeof line === 'string' ? 'body' : 'q' in line ? 'question' : 'answer'
  paragraph.setAttribute('id', newId())
  paragraph.setAttribute('role', role)
  paragraph.insert(0, [new Y.XmlText(wordsOf(line))])
  return paragraph
}

/**
 * Registers a desk for the tests of a file. What is tried a second time begins in a newsroom of its own, in which nothing of
 * the first is left.
 * @param chapters each test goes on where the one before it ended: a second try does, too
 */
export function aDesk({ empty = false, chapters = false } = {}): Desk {
  const desk = new Desk()
  beforeAll(() => desk.open(empty))
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) > 0 && !chapters) await desk.newsroom(empty)
  })
  afterEach(() => desk.endOfTest())
  afterAll(() => desk.close())
  return desk
}
