/** The inbox of whoever is signed in here: one a window, whatever page is open; kept by what is pushed over `/live/inbox`. */
import type { InboxItem, InboxMessage } from '../../shared/inbox.ts'
import { markAllRead, markItem, readInbox } from '../api/inbox.ts'
import { LiveLine } from '../ui/live-line.ts'

/** Dispatches `change`, and `news` (the item) when something has just happened. */
class LiveInbox extends EventTarget {
  unread = 0
  /** The newest first; null until they are asked for. */
  items: InboxItem[] | null = null
  more = false
  private readonly line = new LiveLine('/live/inbox', {
    told: (text) => this.take(JSON.parse(text) as InboxMessage),
    // The page that is open finds out by itself.
    signedOut: () => this.forget(),
  })

  /** Until somebody signs out here. */
  open(): void {
    addEventListener('signed-out', this.forget)
    this.line.open()
  }

  /** Somebody else may sign in next. */
  private readonly forget = (): void => {
    this.line.close()
    this.unread = 0
    this.items = null
    this.changed()
  }

  /** @throws what the server answered */
  async look(): Promise<void> {
    const { items, unread, more } = await readInbox()
    if (!this.line.isWanted) return
    Object.assign(this, { items, unread, more })
    this.changed()
  }

  async lookFurther(): Promise<void> {
    const last = this.items?.at(-1)
    if (last === undefined) return this.look()
    const { items, unread, more } = await readInbox(last.id)
    const known = new Set(this.items?.map(({ id }) => id))
    Object.assign(this, { items: [...(this.items ?? []), ...items.filter(({ id }) => !known.has(id))], unread, more })
    this.changed()
  }

  /** Shown at once; taken back when the server does not take it. */
  async mark(item: InboxItem, read: boolean): Promise<void> {
    if (item.read === read) return
    this.put({ ...item, read })
    try {
      this.put(await markItem(item.id, read))
    } catch (error) {
      this.put(item)
      throw error
    }
  }

  async markAll(): Promise<void> {
    const newest = this.items?.[0]
    if (newest === undefined) return
    const { unread } = await markAllRead(newest.at)
    this.items = (this.items ?? []).map((item) => (item.at <= newest.at ? { ...item, read: true } : item))
    this.unread = unread
    this.changed()
  }

  private put(item: InboxItem): void {
    const before = this.items?.find(({ id }) => id === item.id)
    if (before !== undefined && before.read !== item.read) this.unread = Math.max(0, this.unread + (item.read ? -1 : 1))
    this.items = this.items?.map((one) => (one.id === item.id ? item : one)) ?? null
    this.changed()
  }

  private take({ unread, item }: InboxMessage): void {
    this.unread = unread
    // Also when the line stands again: what happened meanwhile was told to nobody.
    if (item === null) {
      if (this.items !== null) void this.look().catch(() => {})
    } else {
      if (this.items !== null) this.items = [item, ...this.items.filter(({ id }) => id !== item.id)]
      this.dispatchEvent(new CustomEvent<InboxItem>('news', { detail: item }))
    }
    this.changed()
  }

  private changed(): void {
    this.dispatchEvent(new Event('change'))
  }
}

export const inbox = new LiveInbox()
export type { LiveInbox }
