/**
 * A newsroom for browser scenes: the real server in a process of its own, one real browser, and colleagues
 * with windows of their own, each on a cable that can be cut. What a page complains of fails the test.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, connect, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { open, type Db } from '../../db/open.ts'
import { buildWhenStale } from '../../server/build.ts'
import { newId } from '../../server/secrets.ts'
import { personCommand } from '../../server/person-command.ts'
import type { Level, Role } from '../../shared/can.ts'
import { MESSAGE_NOTICE, MESSAGE_SAVED, MESSAGE_STALLED } from '../../shared/protocol.ts'
import { bodyOf, fieldOf, type Field } from '../../shared/story.ts'
import { ServerProcess } from '../server-process.ts'
import { openBrowser } from './chromium.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
export const PASSWORD = 'correct horse battery'
const PATIENCE = { timeout: 20_000, interval: 40 }

/** What is expected while a cable is cut or nobody is signed in; everything else is a fault. */
const USUAL = [
  /WebSocket connection to .* failed/,
  /net::ERR_(CONNECTION|INTERNET|NETWORK|EMPTY_RESPONSE|SOCKET|ABORTED)/,
  /status of 401 .*\/api\/session/,
]

/** Waits until it is so. */
export const soon = <T>(read: () => T | Promise<T>, what?: string) =>
  expect.poll(read, { ...PATIENCE, ...(what === undefined ? {} : { message: what }) })

export type Copy = Record<Field, string> & { body: string[] }
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
    await buildWhenStale(() => {})
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

/** Somebody at a window. */
export class Colleague {
  readonly complaints: string[] = []

  constructor(
    private readonly desk: Desk,
    readonly name: string,
    readonly context: BrowserContext,
    readonly cable: Cable,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.complaints.push(`threw ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`)
    })
  }

  /** A second tab of the same browser. */
  async anotherTab(): Promise<Colleague> {
    const tab = new Colleague(this.desk, this.name, this.context, this.cable, await this.context.newPage())
    this.desk.remember(tab)
    return tab
  }

  async goesTo(path: string): Promise<void> {
    await this.page.goto(path)
  }

  async opens(storyId: string): Promise<void> {
    await this.page.goto(`/desk/story/${storyId}`)
    await this.isIn()
  }

  /** The story is open before their eyes, with all that stands beside it. */
  async isIn(): Promise<void> {
    await this.seesWords()
    await this.page.waitForFunction(() => {
      const editor = document.querySelector('story-editor')
      // A body with a part that the page does not know is shown, but not bound: nothing joins it.
      const isJoined = editor !== null && (editor.pictures !== null || editor.querySelector('[role=alert]') !== null)
      return isJoined && customElements.get('share-dialog') !== undefined
    })
  }

  /** The words of the story are before their eyes; what stands beside them may still be on its way. */
  async seesWords(): Promise<void> {
    await this.page.locator('story-editor .copy .ProseMirror').waitFor()
  }

  async reloads(): Promise<void> {
    await this.page.reload()
    await this.isIn()
  }

  // Writing

  async types(text: string, delay = 0): Promise<void> {
    await this.page.keyboard.type(text, { delay })
  }

  async presses(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** A click into a paragraph, counted from 1, before the letter at `offset`, at its start or its end. */
  async clicksInto(paragraph: number, offset: number | 'end' = 'end'): Promise<void> {
    let place = await this.placeOf(paragraph, offset)
    for (let clicks = 0; clicks < 20; clicks++) {
      await this.page.mouse.click(place.x, place.y)
      // A colleague's edit may have moved the words between the look and the click: then it hit others.
      const now = await this.placeOf(paragraph, offset)
      if (now.x === place.x && now.y === place.y) return
      place = now
      await this.noDoubleClick()
    }
    throw new Error(`paragraph ${paragraph} does not stand still in ${this.name}'s window`)
  }

  /** A second click beside the first within half a second would choose the word there. */
  private async noDoubleClick(): Promise<void> {
    const clicked = await this.page.evaluate(() => performance.now())
    await this.page.waitForFunction((then) => performance.now() > then + 500, clicked)
  }

  /** Where in the window a letter of the body stands, brought into sight. */
  private placeOf(paragraph: number, offset: number | 'end'): Promise<{ x: number; y: number }> {
    const block = this.page.locator('story-editor .copy .ProseMirror > *').nth(paragraph - 1)
    return block.evaluate((element, at) => {
      // No "if needed": that waits for two frames, and a colleague's edit may replace the element meanwhile.
      element.scrollIntoView({ block: 'nearest' })
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let left = at === 'end' ? element.textContent.length : at
      const range = document.createRange()
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
        const length = text.textContent!.length
        if (left > length) {
          left -= length
          continue
        }
        // The edge of a letter, not a collapsed place: that has no box at the end of a line.
        range.setStart(text, Math.max(0, left - 1))
        range.setEnd(text, left === 0 ? Math.min(1, length) : left)
        const boxes = [...range.getClientRects()]
        const box = left === 0 ? boxes[0]! : boxes.at(-1)!
        return { x: left === 0 ? box.left : box.right, y: (box.top + box.bottom) / 2 }
      }
      const box = element.getBoundingClientRect()
      return { x: box.left + 2, y: (box.top + box.bottom) / 2 }
    }, offset)
  }

  /** Clicks into a field beside the body, at its end or before the letter at `offset`. */
  async clicksField(name: Field, offset?: number): Promise<void> {
    const field = this.field(name)
    await field.click()
    await field.evaluate((area: HTMLTextAreaElement, at) => {
      area.setSelectionRange(at ?? area.value.length, at ?? area.value.length)
    }, offset)
  }

  field(name: Field) {
    return this.page.locator(`shared-field[data-name=${name}] textarea`)
  }

  /** Selects everything from one place of the body to another, as [paragraph from 1, letter]. */
  async selects(from: [number, number], to: [number, number]): Promise<void> {
    await this.clicksInto(from[0], from[1])
    await this.page.keyboard.down('Shift')
    await this.clicksInto(to[0], to[1])
    await this.page.keyboard.up('Shift')
  }

  /** Pastes what another program left on the clipboard. */
  async pastes(kinds: Record<string, string>, into = 'story-editor .ProseMirror'): Promise<void> {
    await this.page.locator(into).evaluate((target, given) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, kinds)
  }

  /** Time passes in this window, at once. The window was given a clock when its colleague signed in. */
  async waits(ms: number): Promise<void> {
    await this.page.clock.fastForward(ms)
  }

  // Seeing

  async reads(): Promise<Copy> {
    return this.page.evaluate(() => {
      const [headline = '', dek = '', byline = ''] = [...document.querySelectorAll('shared-field textarea')].map(
        (area) => (area as HTMLTextAreaElement).value,
      )
      const blocks = [...document.querySelectorAll('story-editor .copy .ProseMirror > :not(.caret)')]
      return { headline, dek, byline, body: blocks.map((block) => block.textContent.replaceAll('\u2060', '')) }
    })
  }

  /** Sees exactly these paragraphs. */
  async seesBody(...paragraphs: string[]): Promise<void> {
    await soon(async () => (await this.reads()).body, `the body in ${this.name}'s window`).toEqual(paragraphs)
  }

  /** Sees these words somewhere in the story. */
  async sees(words: string): Promise<void> {
    await soon(
      async () =>
        Object.values(await this.reads())
          .flat()
          .join('\n'),
      `the story in ${this.name}'s window`,
    ).toContain(words)
  }

  async seesField(name: Field, text: string): Promise<void> {
    await soon(() => this.field(name).inputValue(), `the ${name} in ${this.name}'s window`).toBe(text)
  }

  /** What the page says about saving, in whole words. */
  async savedState(): Promise<string> {
    return (await this.page.locator('.save-state .long').textContent()) ?? ''
  }

  async says(state: string | RegExp): Promise<void> {
    const expectation = soon(() => this.savedState(), `the saved state in ${this.name}'s window`)
    await (typeof state === 'string' ? expectation.toBe(state) : expectation.toMatch(state))
  }

  /** Every word of this window is on the server's disk, and the page says so. */
  async isSaved(): Promise<void> {
    await soon(
      () =>
        this.page.evaluate(() => {
          const { saved } = document.querySelector('save-state') as HTMLElement & { saved: { kind: string; unsaved: number } }
          return `${saved.kind} ${saved.unsaved}`
        }),
      `the saved state in ${this.name}'s window`,
    ).toBe('saved 0')
    await soon(() => this.savedState()).toMatch(/^(All changes saved|Reading, live)$/)
  }

  /** The names of who is in the story, as read out. */
  async whoIsHere(): Promise<string[]> {
    return this.page
      .locator('who-is-here .avatar')
      .evaluateAll((marks) => marks.map((mark) => (mark.getAttribute('aria-label') ?? '').replace(/ \(.*$/, '')))
  }

  /** Colleagues' carets in the body: whose, in which colour, and what stands before them in their paragraph. */
  async carets(): Promise<{ name: string; hue: string; color: string; after: string }[]> {
    return this.page.locator('story-editor .caret').evaluateAll((carets) =>
      carets.map((caret) => {
        const range = document.createRange()
        range.selectNodeContents(caret.closest('.ProseMirror > *')!)
        range.setEndBefore(caret)
        return {
          name: (caret as HTMLElement).dataset.name ?? '',
          hue: /hue-\d+/.exec(caret.className)?.[0] ?? '',
          color: getComputedStyle(caret).getPropertyValue('--c').trim(),
          after: range.toString().replaceAll('\u2060', ''),
        }
      }),
    )
  }

  /** Day or night falls: what the page looks like then is there with its next frames. */
  async inColours(colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme })
    await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }

  /** What axe finds wrong with the page as it is now. */
  async axeFinds(): Promise<string[]> {
    await this.page.evaluate(AXE)
    return this.page.evaluate(async () => {
      type Found = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
      const { axe } = globalThis as unknown as { axe: { run(): Promise<Found> } }
      const { violations } = await axe.run()
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      )
    })
  }

  /** Whether anything can be typed in the body. */
  async mayType(): Promise<boolean> {
    return this.page.locator('story-editor .ProseMirror').evaluate((body) => (body as HTMLElement).isContentEditable)
  }

  // The cable

  async goesOffline(): Promise<void> {
    await this.context.setOffline(true)
    this.cable.cut()
    await soon(() =>
      this.page.evaluate(() => (document.querySelector('save-state') as HTMLElement & { saved: { kind: string } }).saved.kind),
    ).toMatch(/^(offline|not-saved)$/)
  }

  async comesBack(): Promise<void> {
    this.cable.mend()
    await this.context.setOffline(false)
  }
}

/** The way from one browser to the server: can be cut, and closed with a reason as the server would. */
export class Cable {
  /** Our ends of the sockets, and whether a story or the desk is live on them. */
  private readonly sockets = new Map<Socket, { isLive: boolean }>()
  private isCut = false
  /** Told when the cable flows again. */
  private held: (() => void)[] | null = null
  private holdsOnlyStories = false

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async lay(to: number): Promise<Cable> {
    const server = createServer({ pauseOnConnect: true })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const cable = new Cable(server, (server.address() as { port: number }).port)
    server.on('connection', (near) => cable.join(near, to))
    return cable
  }

  private join(near: Socket, to: number): void {
    if (this.isCut) {
      near.destroy()
      return
    }
    const far = connect(to, '127.0.0.1')
    const facts = { isLive: false, greeted: false }
    this.sockets.set(near, facts)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        this.sockets.delete(near)
      })
      one.on('data', (bytes) => {
        if (one === near && /^GET \/(sync|live)/.test(bytes.toString('latin1', 0, 10))) facts.isLive = true
        const pass = () => {
          if (!other.destroyed) other.write(bytes)
        }
        const isStory = one === far && facts.isLive && facts.greeted
        if (one === far && facts.isLive) facts.greeted = true
        if (this.held === null || (this.holdsOnlyStories && !isStory)) pass()
        else this.held.push(pass)
      })
    }
    near.resume()
  }

  /** What is sent either way stays on the way, as on a line that has stopped without ending. */
  hold(): void {
    this.held ??= []
  }

  /** A live connection is made and greeted, and what follows is long on its way; all else flows. */
  holdStories(): void {
    this.holdsOnlyStories = true
    this.hold()
  }

  flow(): void {
    const held = this.held ?? []
    this.held = null
    this.holdsOnlyStories = false
    for (const pass of held) pass()
  }

  /** The live connections are ended with this code, in the server's name. */
  closeWith(code: number): void {
    const frame = Buffer.from([0x88, 2, code >> 8, code & 255])
    for (const [socket, { isLive }] of this.sockets) if (isLive) socket.end(frame)
  }

  /** Nothing gets through, as without a network. */
  cut(): void {
    this.isCut = true
    this.held = null
    for (const socket of this.sockets.keys()) socket.destroy()
  }

  mend(): void {
    this.isCut = false
    this.flow()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }
}

/** A program at the same story: y-websocket's own client, with a sign-in and nothing else of ours. */
export class Script {
  readonly ydoc = new Y.Doc()
  private readonly provider: WebsocketProvider

  constructor(origin: string, storyId: string, cookie: string) {
    class SignedSocket extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie } })
      }
    }
    this.provider = new WebsocketProvider(`${origin.replace('http', 'ws')}/sync`, storyId, this.ydoc, {
      WebSocketPolyfill: SignedSocket as unknown as typeof globalThis.WebSocket,
      disableBc: true,
    })
    // The stock client prints a complaint for each message it does not know.
    for (const ours of [MESSAGE_SAVED, MESSAGE_STALLED, MESSAGE_NOTICE]) this.provider.messageHandlers[ours] = () => {}
  }

  synced(): Promise<void> {
    return new Promise((resolve) => {
      if (this.provider.synced) resolve()
      else this.provider.once('sync', () => resolve())
    })
  }

  /** The words of a paragraph, counted from 1. */
  paragraph(number: number): Y.XmlText {
    return (bodyOf(this.ydoc).get(number - 1) as Y.XmlElement).get(0) as Y.XmlText
  }

  field(name: Field): Y.Text {
    return fieldOf(this.ydoc, name)
  }

  close(): void {
    this.provider.destroy()
    this.ydoc.destroy()
  }
}
