/**
 * What this person writes in the margin: kept in the browser at every key, sent when it is posted, and sent again,
 * under the same ids, until the server has it. A refusal gives the words back to where they were written.
 */
import type { Person } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { NewPlace, Place, Thread, ThreadKind } from '../../shared/review.ts'
import { isSignedOut } from '../api.ts'
import * as api from '../api/threads.ts'
import { freshId } from '../editor/fresh-id.ts'
import type { Chosen } from '../editor/comment-spots.ts'
import { KeptWords, type Draft, type Sending } from './kept-words.ts'

/** How long a comment waits before it is sent again; longer each time. */
const AGAIN = [2_000, 5_000, 15_000, 30_000]

type Page = {
  changed: () => void
  /** A thread as the server has it now. */
  taken: (thread: Thread) => void
  /** Which one is looked at. */
  show: (thread: string | null) => void
  say: (sentence: string) => void
}

export class OwnWords {
  private readonly kept: KeptWords
  private failures = 0
  private toldOfNoStore = false
  private isSending = false
  private closed = false
  private again: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly storyId: string,
    private readonly me: Person,
    private readonly page: Page,
  ) {
    this.kept = new KeptWords(storyId, me.id)
    // Of a comment in which nothing was written nothing is kept.
    this.kept.drafts = this.kept.drafts.filter(({ text }) => text.trim() !== '')
    addEventListener('online', this.send)
  }

  close(): void {
    this.closed = true
    clearTimeout(this.again)
    removeEventListener('online', this.send)
  }

  get drafts(): readonly Draft[] {
    return this.kept.drafts
  }

  isOnItsWay(id: string): boolean {
    return this.kept.sending.some((one) =>
      one.what === 'thread' ? one.draft.id === id || one.draft.commentId === id : one.id === id,
    )
  }

  /** A thread as it will be when all that waits is sent. */
  withOwn(thread: Thread): Thread {
    let out = thread
    for (const one of this.kept.sending) {
      if (one.what === 'thread' || one.thread !== thread.id) continue
      const { id, text, at } = one
      const isThere = out.comments.some((comment) => comment.id === id)
      const comments = isThere
        ? out.comments.map((comment) => (comment.id === id ? { ...comment, text } : comment))
        : [...out.comments, { id, by: this.me, text, at, editedAt: null, removedAt: null }]
      out = { ...out, comments }
    }
    return out
  }

  /** Those that the server may not have yet. */
  newThreads(isThere: (id: string) => boolean): Thread[] {
    return this.kept.sending.flatMap((one) =>
      one.what === 'thread' && !isThere(one.draft.id) ? [threadOf(one.draft, this.me, one.at)] : [],
    )
  }

  /** Begins a comment on what is chosen; one that was begun there is gone on with. */
  begin({ place, quote }: Chosen): Draft {
    const same = this.kept.drafts.find((draft) => JSON.stringify(draft.place) === JSON.stringify(place))
    const draft = same ?? {
      id: freshId(),
      commentId: freshId(),
      kind: 'remark' as ThreadKind,
      place,
      quote,
      text: '',
      assignTo: null,
    }
    // Of a comment in which nothing was written nothing is kept.
    this.kept.drafts = [...this.kept.drafts.filter((one) => one !== same && one.text.trim() !== ''), draft]
    this.page.show(draft.id)
    this.store()
    this.page.changed()
    return draft
  }

  draft(id: string, change: Partial<Pick<Draft, 'text' | 'kind' | 'assignTo'>>): void {
    this.kept.drafts = this.kept.drafts.map((draft) => (draft.id === id ? { ...draft, ...change } : draft))
    this.store()
    this.page.changed()
  }

  /** @returns the draft, to be given back */
  discard(id: string): Draft | null {
    const draft = this.kept.drafts.find((one) => one.id === id) ?? null
    this.kept.drafts = this.kept.drafts.filter((one) => one.id !== id)
    this.page.show(null)
    this.store()
    this.page.changed()
    return draft
  }

  giveBack(draft: Draft): void {
    this.kept.drafts = [...this.kept.drafts, draft]
    this.page.show(draft.id)
    this.store()
    this.page.changed()
  }

  /** Half-written words under a name: a reply by its thread, a change by its comment. */
  half(slot: string): string {
    return this.kept.texts[slot] ?? ''
  }

  keepHalf(slot: string, text: string): void {
    if (text === '') delete this.kept.texts[slot]
    else this.kept.texts[slot] = text
    this.store()
  }

  post(id: string): void {
    const draft = this.kept.drafts.find((one) => one.id === id)
    if (draft === undefined || draft.text.trim() === '') return
    const { trouble: _told, ...clean } = draft
    this.kept.drafts = this.kept.drafts.filter((one) => one.id !== id)
    // Said is said: the eye goes back to the copy.
    this.page.show(null)
    this.queue({ what: 'thread', draft: { ...clean, text: clean.text.trim() }, at: Date.now() })
  }

  reply(thread: string, text: string): void {
    this.keepHalf(`reply:${thread}`, '')
    this.queue({ what: 'reply', thread, id: freshId(), text: text.trim(), at: Date.now() })
  }

  edit(thread: string, comment: string, text: string): void {
    this.keepHalf(`edit:${comment}`, '')
    this.queue({ what: 'edit', thread, id: comment, text: text.trim(), at: Date.now() })
  }

  private store(): void {
    if (this.kept.store() || this.toldOfNoStore) return
    this.toldOfNoStore = true
    this.page.say('This browser keeps nothing: what you write is lost if the page closes before it is sent.')
  }

  private queue(one: Sending): void {
    this.kept.sending = [...this.kept.sending, one]
    this.store()
    this.page.changed()
    this.send()
  }

  /** Sends what waits, in its order; without a network it goes on waiting. */
  readonly send = (): void => {
    clearTimeout(this.again)
    if (!this.isSending) void this.sendAll()
  }

  private async sendAll(): Promise<void> {
    this.isSending = true
    try {
      for (let one = this.kept.sending[0]; one !== undefined && !this.closed; one = this.kept.sending[0]) {
        const thread = await this.sendOne(one).catch((error: unknown) => this.refused(one!, error))
        this.failures = 0
        this.kept.sending = this.kept.sending.filter((other) => other !== one)
        this.store()
        if (thread === null) this.page.changed()
        else this.page.taken(thread)
      }
    } catch {
      const wait = AGAIN[Math.min(this.failures++, AGAIN.length - 1)]!
      if (!this.closed) this.again = setTimeout(this.send, wait)
      this.page.changed()
    } finally {
      this.isSending = false
    }
  }

  private sendOne(one: Sending): Promise<Thread> {
    const { storyId } = this
    if (one.what === 'reply') return api.addComment(storyId, one.thread, { id: one.id, text: one.text })
    if (one.what === 'edit') return api.changeComment(storyId, one.thread, one.id, one.text)
    const { id, commentId, kind, place, quote, text, assignTo } = one.draft
    return api.addThread(storyId, { id, commentId, kind, place, quote, text, assignTo })
  }

  /** The server said no: the words come back to where they were written. Anything else is for another time. */
  private refused(one: Sending, error: unknown): null {
    if (!(error instanceof Refusal) || isSignedOut(error)) throw error
    if (one.what === 'thread') this.kept.drafts = [...this.kept.drafts, { ...one.draft, trouble: error.message }]
    else this.kept.texts[`${one.what}:${one.what === 'reply' ? one.thread : one.id}`] = one.text
    this.page.say(error.message)
    return null
  }
}

const shownAt = (place: NewPlace): Place => {
  if (place.of === 'quote') return { of: 'block', block: place.block }
  return place.of === 'words' ? { ...place, field: place.field ?? null } : place
}

const threadOf = ({ id, commentId, kind, place, quote, text }: Draft, by: Person, at: number): Thread => ({
  id,
  kind,
  place: shownAt(place),
  quote,
  comments: [{ id: commentId, by, text, at, editedAt: null, removedAt: null }],
  assignedTo: null,
  resolved: null,
  unread: false,
  at,
})
