/**
 * The desk's list, pushed to every open desk over the websocket /live: the whole list first, then what
 * changed, gathered for a moment so that a busy room costs one query and not one a keystroke. Every window of a
 * person, also one without a list, is told of their inbox over /live/inbox.
 */
import { upgradeWebSocket } from '@hono/node-server'
import { Hono } from 'hono'
import { WebSocket } from 'ws'
import type { DeskMessage, Person, Story } from '../shared/api.ts'
import { can } from '../shared/can.ts'
import type { InboxMessage } from '../shared/inbox.ts'
import { CLOSE, HEARTBEAT_MS } from '../shared/protocol.ts'
import { signInsOf } from '../db/people.ts'
import { storiesById, storiesFor, type StoryRow } from '../db/stories.ts'
import type { Desk } from './context.ts'
import { signedIn, type SignedIn } from './person.ts'
import { storyAlarms } from './publish/editions.ts'
import type { Env } from './routes/edge.ts'
import { mustBeOurPage } from './routes/guard.ts'
import type { Rooms } from './sync/rooms.ts'

const GATHER_MS = 150
const TRY_AGAIN_MS = 1000
const SOCKETS_OF_PERSON = 30
/** Not yet taken by the network: one that reads so slowly is dropped, and comes back for a fresh list. */
const SLOW_BYTES = 2 * 1024 * 1024
/** A desk has nothing to say; a few stray words between two heartbeats are ignored. */
const WORDS_OF_DESK = 20
const WORD_BYTES = 1024

/** Stories of which it is quicker to read all there is. */
const MANY = 100

/** One open desk, or a window that hears of its person's inbox alone. */
type OpenDesk = {
  ws: WebSocket
  hears: 'stories' | 'inbox'
  person: Person
  signIn: string
  /** The stories a guest was shown: they are told of no other, not even that it went. Null: sees all. */
  shown: Set<string> | null
  /** False while its list is on the way; what changes meanwhile is told again after it. */
  listed: boolean
  alive: boolean
  words: number
}

export class DeskFeed {
  private readonly desks = new Set<OpenDesk>()
  private changed = new Set<string>()
  private relist = false
  private cancelFlush: (() => void) | null = null
  private cancelBeat: (() => void) | null = null
  private flushing = false
  private closed = false

  /** Who is in which story; given once the rooms, which tell this feed what changed, are made. */
  rooms: Pick<Rooms, 'here'> | null = null

  constructor(private readonly desk: Pick<Desk, 'db' | 'clock' | 'log'>) {}

  /** A story was edited, made, deleted, or somebody came or went. */
  storyChanged(id: string): void {
    if (this.desks.size === 0) return
    this.changed.add(id)
    this.plan(GATHER_MS)
  }

  /** Somebody joined, was renamed or removed, or has another role. */
  peopleChanged(): void {
    if (this.desks.size === 0) return
    this.relist = true
    this.plan(GATHER_MS)
  }

  /** Looks at every open desk's sign-in again: closes those that ended, lists anew for whom it means more or less. */
  async rightsChanged(): Promise<void> {
    const roles = new Map([...this.desks].map((one) => [one, one.person.role]))
    await this.lookAgain()
    // A guest may be shown more or fewer stories than before.
    for (const [one, role] of roles) if (one.shown !== null || one.person.role !== role) await this.list(one)
  }

  /** Who has a window open that hears of their inbox. */
  readers(): Set<string> {
    return new Set([...this.desks].filter((one) => one.hears === 'inbox').map((one) => one.person.id))
  }

  tellInbox(personId: string, message: InboxMessage): void {
    const text = JSON.stringify(message)
    for (const one of this.desks) if (one.hears === 'inbox' && one.person.id === personId) this.send(one, text)
  }

  /** A person's browser opened the desk. */
  open(ws: WebSocket, who: SignedIn | null, hears: OpenDesk['hears']): void {
    // Without a listener an oversized frame would end the process.
    ws.on('error', (error) => this.desk.log.debug({ err: error }, 'a desk socket broke'))
    if (this.closed) return ws.close(CLOSE.goingAway, 'The server is going down.')
    if (who === null) return ws.close(CLOSE.signedOut, 'You are not signed in.')
    let theirs = 0
    for (const one of this.desks) if (one.person.id === who.person.id && one.hears === hears) theirs++
    if (theirs >= SOCKETS_OF_PERSON) return ws.close(CLOSE.tooMany, 'Too many open windows.')

    const { person, signIn } = who
    const one: OpenDesk = { ws, hears, person, signIn, shown: null, listed: false, alive: true, words: 0 }
    this.desks.add(one)
    ws.on('close', () => this.desks.delete(one))
    ws.on('pong', () => (one.alive = true))
    const heard = (data: Buffer) => {
      one.words += 1 + data.length / WORD_BYTES
      if (one.words > WORDS_OF_DESK) this.shut(one, CLOSE.tooMany, 'Too many messages.')
    }
    ws.on('message', (data: Buffer) => heard(data))
    ws.on('ping', (data: Buffer) => {
      heard(data)
      ws.pong(data)
    })
    this.cancelBeat ??= this.desk.clock.after(HEARTBEAT_MS, () => this.beat())
    void this.welcome(one)
  }

  /** Rows of the desk, with who is in each story now, and whether something is wrong with what was to go out. */
  async shown(rows: readonly StoryRow[]): Promise<Story[]> {
    const only = rows.length > MANY ? null : rows.map(({ id }) => id)
    const alarms = await storyAlarms(this.desk.db, only, this.desk.clock.now())
    return rows.map((row) => ({
      ...row,
      standing: row.standing && { ...row.standing, alarm: (alarms.get(row.id) ?? []).length > 0 },
      here: this.rooms?.here(row.id) ?? [],
    }))
  }

  close(): void {
    this.closed = true
    this.cancelFlush?.()
    this.cancelBeat?.()
    for (const one of this.desks) this.shut(one, CLOSE.goingAway, 'The server is going down.')
  }

  private plan(ms: number): void {
    if (this.closed || this.flushing) return
    this.cancelFlush ??= this.desk.clock.after(ms, () => void this.flush())
  }

  private async flush(): Promise<void> {
    this.cancelFlush = null
    this.flushing = true
    const ids = this.changed
    const relist = this.relist
    this.changed = new Set()
    this.relist = false
    let wait = GATHER_MS
    try {
      if (relist) await this.relistAll()
      if (ids.size > 0) await this.tell([...ids])
    } catch (error) {
      // Nothing is lost: it is told when the database answers again.
      this.desk.log.warn({ err: error }, 'the desks could not be told what changed')
      for (const id of ids) this.changed.add(id)
      this.relist ||= relist
      wait = TRY_AGAIN_MS
    }
    this.flushing = false
    if (this.changed.size > 0 || this.relist) this.plan(wait)
  }

  private async relistAll(): Promise<void> {
    for (const one of this.desks) {
      if (one.hears !== 'stories') continue
      if (can(one.person.role, 'read every story')) this.send(one, JSON.stringify({ people: true } satisfies DeskMessage))
      await this.list(one)
    }
  }

  private async tell(ids: string[]): Promise<void> {
    const { stories, sharedWith } = await storiesById(this.desk.db, ids)
    const text = (story: Story) => JSON.stringify({ story } satisfies DeskMessage)
    const shown = await this.shown(stories)
    const texts = new Map(shown.map((story) => [story.id, text(story)]))
    const forGuests = new Map(shown.map((story) => [story.id, text({ ...story, standing: null })]))
    for (const one of this.desks) {
      if (one.hears !== 'stories') continue
      if (!one.listed) {
        for (const id of ids) this.changed.add(id)
        continue
      }
      for (const id of ids) {
        const text = (one.person.role === 'guest' ? forGuests : texts).get(id)
        const theirs = one.shown === null || sharedWith.get(id)?.has(one.person.id)
        if (text !== undefined && theirs) {
          one.shown?.add(id)
          this.send(one, text)
        } else if (one.shown === null || one.shown.delete(id)) this.send(one, JSON.stringify({ gone: id } satisfies DeskMessage))
      }
    }
  }

  /** The sign-in may have ended while the socket was being opened. */
  private async welcome(one: OpenDesk): Promise<void> {
    try {
      await this.lookAgain()
      await this.list(one)
    } catch (error) {
      this.desk.log.warn({ err: error }, 'a desk could not be opened')
      this.shut(one, CLOSE.notLoaded, 'The list could not be read just now.')
    }
  }

  /** Whose sign-in has ended is shut out; the others are who they are now. */
  private async lookAgain(): Promise<void> {
    const all = [...this.desks]
    if (all.length === 0) return
    const holding = await signInsOf(this.desk.db, [...new Set(all.map((one) => one.signIn))], this.desk.clock.now())
    for (const one of all) {
      const person = holding.get(one.signIn)
      if (person) one.person = person
      else this.shut(one, CLOSE.signedOut, 'Your sign-in has ended.')
    }
  }

  private async list(one: OpenDesk): Promise<void> {
    if (!this.desks.has(one) || one.hears !== 'stories') return
    one.listed = false
    const rows = await storiesFor(this.desk.db, one.person)
    const stories = await this.shown(rows)
    one.shown = can(one.person.role, 'read every story') ? null : new Set(rows.map((row) => row.id))
    one.listed = true
    this.send(one, JSON.stringify({ stories } satisfies DeskMessage))
  }

  private send(one: OpenDesk, text: string): void {
    if (one.ws.readyState !== WebSocket.OPEN) return
    if (one.ws.bufferedAmount > SLOW_BYTES) {
      this.desks.delete(one)
      one.ws.terminate()
      return
    }
    one.ws.send(text)
  }

  private shut(one: OpenDesk, code: number, reason: string): void {
    this.desks.delete(one)
    one.ws.close(code, reason)
  }

  /** Finds dead sockets, and sign-ins that came to their end by themselves. */
  private beat(): void {
    this.cancelBeat = null
    for (const one of this.desks) {
      if (!one.alive) {
        this.desks.delete(one)
        one.ws.terminate()
        continue
      }
      one.alive = false
      one.words = 0
      one.ws.ping()
      // A page does not hear a ping.
      this.send(one, '')
    }
    if (this.closed || this.desks.size === 0) return
    this.cancelBeat = this.desk.clock.after(HEARTBEAT_MS, () => this.beat())
    this.lookAgain().catch((error: unknown) => this.desk.log.warn({ err: error }, 'the desks could not be looked at'))
  }
}

export function feedRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  for (const [path, hears] of [
    ['/live', 'stories'],
    ['/live/inbox', 'inbox'],
  ] as const)
    app.get(
      path,
      async (c, next) => {
        mustBeOurPage(desk, c)
        await next()
      },
      upgradeWebSocket(async (c) => {
        const who = await signedIn(desk, c.req.header('cookie'))
        return {
          onOpen(_event, socket) {
            if (socket.raw instanceof WebSocket) desk.feed.open(socket.raw, who, hears)
            if (who !== null && hears === 'inbox') desk.inbox.changed(who.person.id)
          },
        }
      }),
    )
  return app
}
