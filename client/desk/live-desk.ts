/**
 * The desk's list, live: fetched once, then kept by what the server pushes over `/live`. Comes back by
 * itself when the wire breaks, and says while it is broken.
 */
import type { DeskMessage, Story } from '../../shared/api.ts'
import { CLOSE } from '../../shared/protocol.ts'
import { listStories } from '../api.ts'

const FIRST_WAIT = 500
const LONGEST_WAIT = 20_000
/** A list older than this when the window is looked at again is fetched anew: a sleeping laptop hears nothing. */
const STALE = 60_000

/**
 * Dispatches `change`; `people` when somebody joined, left, or has another name or role; `rights` when a
 * whole list comes anew, which is how the server says that one may see more or less; and `signed-out`.
 */
export class LiveDesk extends EventTarget {
  private byId: Map<string, Story> | null = null
  private socket: WebSocket | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private tries = 0
  private wanted = false
  private hiddenSince = 0
  /** Connected now, or not yet long enough without a connection to worry anybody. */
  live = true

  /** Null until the first answer. */
  get stories(): Story[] | null {
    return this.byId === null ? null : [...this.byId.values()]
  }

  /** @throws what the server answered, when the list cannot be had */
  async open(): Promise<void> {
    if (!this.wanted) {
      this.wanted = true
      addEventListener('online', this.again)
      document.addEventListener('visibilitychange', this.looked)
      this.connect()
    }
    if (this.byId === null) await this.fetch()
  }

  close(): void {
    this.wanted = false
    removeEventListener('online', this.again)
    document.removeEventListener('visibilitychange', this.looked)
    clearTimeout(this.timer)
    this.drop()
  }

  /** Somebody else may sign in next: nothing of this list is for them. */
  forget(): void {
    this.close()
    this.byId = null
  }

  /** A story this window has just made or changed: shown at once, not when the push comes. */
  put(story: Story): void {
    this.byId?.set(story.id, story)
    this.changed()
  }

  remove(id: string): void {
    this.byId?.delete(id)
    this.changed()
  }

  private async fetch(): Promise<void> {
    const before = this.byId
    const stories = await listStories()
    // The socket may have been faster; what it said is newer.
    if (this.byId === before && this.wanted) this.take({ stories })
  }

  private connect(): void {
    this.drop()
    const address = new URL('/live', location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(address)
    this.socket = socket
    socket.addEventListener('open', () => {
      this.tries = 0
      this.setLive(true)
    })
    socket.addEventListener('message', (event) => this.take(JSON.parse(String(event.data)) as DeskMessage))
    socket.addEventListener('close', (event) => {
      if (socket !== this.socket) return
      this.socket = null
      if (event.code === CLOSE.signedOut) {
        this.dispatchEvent(new Event('signed-out'))
        return
      }
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++)
      // One lost try is a server that restarts; two are worth telling.
      if (this.tries > 1) this.setLive(false)
      // Spread out, so that a whole office does not come back in the same moment.
      this.timer = setTimeout(() => this.connect(), wait * (0.5 + Math.random()))
    })
  }

  private drop(): void {
    const socket = this.socket
    this.socket = null
    socket?.close()
  }

  private again = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) return
    clearTimeout(this.timer)
    this.tries = 0
    this.connect()
  }

  private looked = (): void => {
    if (document.visibilityState === 'hidden') {
      this.hiddenSince = Date.now()
      return
    }
    // A socket may be dead without knowing: ask for a new one, which brings the whole list.
    if (Date.now() - this.hiddenSince > STALE) this.connect()
  }

  private take(message: DeskMessage): void {
    if ('people' in message) {
      this.dispatchEvent(new Event('people'))
      return
    }
    if ('stories' in message) {
      if (this.byId !== null) this.dispatchEvent(new Event('rights'))
      this.byId = new Map(message.stories.map((story) => [story.id, story]))
    } else if ('gone' in message) this.byId?.delete(message.gone)
    else this.byId?.set(message.story.id, message.story)
    this.changed()
  }

  private setLive(live: boolean): void {
    this.live = live
    this.changed()
  }

  private changed(): void {
    this.dispatchEvent(new Event('change'))
  }
}
