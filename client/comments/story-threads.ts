/**
 * The threads of a story in this window: fetched when the story is in step with the server, kept fresh by what its
 * room tells, and what this person writes in them, which is kept in the browser until the server has it.
 */
import type { Person, PersonHere } from '../../shared/api.ts'
import { may, type OnStory } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { ChangeThread, NewPlace, Place, StoryNotice, Thread, ThreadKind } from '../../shared/review.ts'
import * as api from '../api.ts'
import { freshId } from '../editor/block-ids.ts'
import type { Chosen } from '../editor/comment-spots.ts'
import type { Copy, MarginItem, MarginSource, MarginSpot, StoryMargin } from '../editor/margin.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { itemOf, itemOfDraft } from './cards.ts'
import { FILTERS, fits, type Filter } from './filter.ts'
import { keep, readKept, type Draft, type Kept, type Sending } from './kept-words.ts'

/** How long a comment waits before it is sent again; longer each time. */
const AGAIN = [2_000, 5_000, 15_000, 30_000]

export type Said = { thread: Thread; by: PersonHere; text: string }

export class StoryThreads extends EventTarget implements MarginSource {
  /** Null: not fetched yet. */
  threads: Map<string, Thread> | null = null
  filter: Filter = 'open'
  /** Why they could not be fetched. */
  trouble = ''
  /** Threads of which the words are gone, as the copy was when it was last looked at. */
  detached: readonly Thread[] = []
  readonly me: Person
  private kept: Kept
  private people: Map<string, PersonHere>
  private askedPeople = false
  private gone = new Set<string>()
  private failures = 0
  private isSending = false
  private again: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(
    readonly live: LiveStory,
    readonly margin: StoryMargin,
  ) {
    super()
    this.me = live.person
    this.kept = readKept(live.storyId, this.me.id)
    this.people = new Map([[this.me.id, this.me]])
    margin.threads = this
    live.addEventListener('notice', this.noticed)
    live.addEventListener('synced', this.synced)
    addEventListener('online', this.send)
    if (live.loaded) this.synced()
  }

  close(): void {
    this.closed = true
    clearTimeout(this.again)
    this.live.removeEventListener('notice', this.noticed)
    this.live.removeEventListener('synced', this.synced)
    removeEventListener('online', this.send)
    if (this.margin.threads === this) this.margin.threads = null
  }

  // What there is

  get rights(): OnStory {
    return this.live.rights
  }

  get mayComment(): boolean {
    return may(this.rights, 'comment')
  }

  /** Resolves, assigns and moves it. */
  mayChange(thread: Thread): boolean {
    const isTheirs = thread.comments[0]?.by.id === this.me.id || thread.assignedTo?.id === this.me.id
    return this.mayComment && (isTheirs || may(this.rights, 'resolve any thread'))
  }

  get drafts(): readonly Draft[] {
    return this.kept.drafts
  }

  /** Open threads that a person has not looked at. */
  get unread(): number {
    return [...(this.threads?.values() ?? [])].filter((thread) => thread.unread && thread.resolved === null).length
  }

  /** How many each filter would show. */
  counts(): Record<Filter, number> {
    const all = this.all().filter(({ place }) => place.of !== 'suggestion')
    const counted = FILTERS.map((filter) => [filter, all.filter((thread) => fits(thread, filter, this.me.id)).length] as const)
    return Object.fromEntries(counted) as Record<Filter, number>
  }

  isOnItsWay(id: string): boolean {
    return this.kept.sending.some((one) =>
      one.what === 'thread' ? one.draft.id === id || one.draft.commentId === id : one.id === id,
    )
  }

  /** A thread as it will be when all that waits is sent. */
  private withSending(thread: Thread): Thread {
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

  /** Every thread, those on their way as well. */
  all(): Thread[] {
    const threads = [...(this.threads?.values() ?? [])].map((thread) => this.withSending(thread))
    for (const one of this.kept.sending) {
      if (one.what === 'thread' && this.threads?.has(one.draft.id) !== true) threads.push(threadOf(one.draft, this.me, one.at))
    }
    return threads
  }

  /** The discussion of a suggestion, oldest first. */
  onSuggestion(suggestion: string): Thread[] {
    return this.all().filter(({ place }) => place.of === 'suggestion' && place.suggestion === suggestion)
  }

  items(copy: Copy): MarginItem[] {
    const items: MarginItem[] = []
    const detached: Thread[] = []
    for (const thread of this.all()) {
      const { place } = thread
      if (place.of === 'suggestion') continue
      const isCurrent = this.margin.current === `thread:${thread.id}`
      if (!isCurrent && !fits(thread, this.filter, this.me.id)) continue
      const spots = spotsOf(thread, place, copy)
      if (spots.length > 0) items.push(itemOf(this, thread, spots))
      else detached.push(thread)
    }
    for (const draft of this.kept.drafts) {
      if (draft.place.of === 'suggestion') continue
      const found = spotsOf(draft, draft.place, copy)
      items.push(itemOfDraft(this, draft, found.length > 0 ? found : [TOP]))
    }
    this.detached = detached
    return items
  }

  // Names

  nameOf(id: string): string | null {
    const name = this.people.get(id)?.name ?? null
    if (name === null) void this.askPeople()
    return name
  }

  /** Whom one may mention: this person last. */
  everybody(): PersonHere[] {
    void this.askPeople()
    return [...this.people.values()].sort(
      (a, b) => Number(a.id === this.me.id) - Number(b.id === this.me.id) || a.name.localeCompare(b.name),
    )
  }

  private async askPeople(): Promise<void> {
    if (this.askedPeople) return
    this.askedPeople = true
    // Guests are told only who is here and who has said something.
    for (const { id, name, hue } of this.live.here) this.people.set(id, { id, name, hue })
    try {
      for (const { id, name, hue } of await api.listPeople()) this.people.set(id, { id, name, hue })
      this.changed()
    } catch {
      // Not for them, or no network: the names met so far are offered.
    }
  }

  // From the server

  private readonly synced = (): void => {
    void this.read()
    this.send()
  }

  private async read(): Promise<void> {
    this.gone.clear()
    try {
      const threads = await api.listThreads(this.live.storyId)
      if (this.closed) return
      const before = this.threads ?? new Map<string, Thread>()
      this.threads = new Map(
        threads
          .filter(({ id }) => !this.gone.has(id))
          .map((thread) => [thread.id, newer(before.get(thread.id), thread)] as const),
      )
      this.trouble = ''
      for (const thread of threads) this.meet(thread)
    } catch (error) {
      this.trouble = api.sentence(error)
    }
    this.changed()
  }

  private readonly noticed = (event: Event): void => {
    const { detail } = event as CustomEvent<StoryNotice>
    if ('threadGone' in detail) {
      this.gone.add(detail.threadGone)
      this.threads?.delete(detail.threadGone)
      if (this.margin.current === `thread:${detail.threadGone}`) this.margin.current = null
      this.changed()
    } else if ('thread' in detail) this.take(detail.thread)
    // Other rights, other threads to be seen.
    else if ('rights' in detail && this.threads !== null) void this.read()
  }

  private take(thread: Thread): void {
    const before = this.threads?.get(thread.id)
    const known = newer(before, thread)
    this.threads?.set(thread.id, known)
    this.gone.delete(thread.id)
    this.meet(thread)
    const last = known.comments.at(-1)
    const isNew = last !== undefined && !before?.comments.some(({ id }) => id === last.id)
    if (isNew && last.by.id !== this.me.id && this.threads !== null)
      this.dispatchEvent(new CustomEvent<Said>('said', { detail: { thread: known, by: last.by, text: last.text } }))
    if (this.margin.current === `thread:${thread.id}`) this.markRead(thread.id)
    this.changed()
  }

  private meet({ comments, assignedTo }: Thread): void {
    for (const { by } of comments) this.people.set(by.id, by)
    if (assignedTo !== null) this.people.set(assignedTo.id, assignedTo)
  }

  private changed(): void {
    if (this.closed) return
    this.margin.changed()
    this.dispatchEvent(new Event('change'))
  }

  // Looking

  show(filter: Filter): void {
    this.filter = filter
    this.changed()
  }

  look(id: string): void {
    this.margin.show(`thread:${id}`)
    this.markRead(id)
  }

  /** Its words have been before this person's eyes. */
  markRead(id: string): void {
    const thread = this.threads?.get(id)
    if (thread?.unread !== true || document.hidden) return
    this.threads!.set(id, { ...thread, unread: false })
    this.changed()
    void api.readThread(this.live.storyId, id).catch(() => {
      // It is unread again with the next list, and read with the next look.
    })
  }

  // Writing

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
    this.margin.current = `thread:${draft.id}`
    this.store()
    this.changed()
    return draft
  }

  draft(id: string, change: Partial<Pick<Draft, 'text' | 'kind' | 'assignTo'>>): void {
    this.kept.drafts = this.kept.drafts.map((draft) => (draft.id === id ? { ...draft, ...change } : draft))
    this.store()
    this.changed()
  }

  /** @returns the draft, to be given back */
  discard(id: string): Draft | null {
    const draft = this.kept.drafts.find((one) => one.id === id) ?? null
    this.kept.drafts = this.kept.drafts.filter((one) => one.id !== id)
    if (this.margin.current === `thread:${id}`) this.margin.current = null
    this.store()
    this.changed()
    return draft
  }

  giveBack(draft: Draft): void {
    this.kept.drafts = [...this.kept.drafts, draft]
    this.margin.current = `thread:${draft.id}`
    this.store()
    this.changed()
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

  async change(id: string, change: ChangeThread): Promise<void> {
    this.take(await api.changeThread(this.live.storyId, id, change))
  }

  async remove(thread: string, comment: string): Promise<void> {
    await api.removeComment(this.live.storyId, thread, comment)
  }

  private store(): void {
    if (keep(this.live.storyId, this.me.id, this.kept)) return
    this.dispatchEvent(
      new CustomEvent('trouble', {
        detail: 'This browser keeps nothing: what you write is lost if the page closes before it is sent.',
      }),
    )
  }

  private queue(one: Sending): void {
    this.kept.sending = [...this.kept.sending, one]
    this.store()
    this.changed()
    this.send()
  }

  /** Sends what waits, in its order; without a network it goes on waiting. */
  private readonly send = (): void => {
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
        if (thread === null) this.changed()
        else this.take(thread)
      }
    } catch {
      const wait = AGAIN[Math.min(this.failures++, AGAIN.length - 1)]!
      if (!this.closed) this.again = setTimeout(this.send, wait)
      this.changed()
    } finally {
      this.isSending = false
    }
  }

  private sendOne(one: Sending): Promise<Thread> {
    const { storyId } = this.live
    if (one.what === 'reply') return api.addComment(storyId, one.thread, { id: one.id, text: one.text })
    if (one.what === 'edit') return api.changeComment(storyId, one.thread, one.id, one.text)
    const { id, commentId, kind, place, quote, text, assignTo } = one.draft
    return api.addThread(storyId, { id, commentId, kind, place, quote, text, assignTo })
  }

  /** The server said no: the words come back to where they were written. Anything else is for another time. */
  private refused(one: Sending, error: unknown): null {
    if (!(error instanceof Refusal) || api.isSignedOut(error)) throw error
    if (one.what === 'thread') this.kept.drafts = [...this.kept.drafts, { ...one.draft, trouble: error.message }]
    else this.kept.texts[`${one.what}:${one.what === 'reply' ? one.thread : one.id}`] = one.text
    this.dispatchEvent(new CustomEvent('trouble', { detail: error.message }))
    return null
  }
}

/** Above everything: for what has no words any more, and what is about the story as a whole. */
const TOP: MarginSpot = { field: 'headline', from: 0, to: 0 }

function spotsOf(
  { id, quote, kind }: Pick<Thread, 'id' | 'quote' | 'kind'>,
  place: Place | Draft['place'],
  copy: Copy,
): MarginSpot[] {
  if (place.of === 'story') return [TOP]
  if (place.of === 'field') return [{ field: place.field, from: 0, to: Infinity }]
  if (place.of === 'block') return some(copy.block(place.block))
  if (place.of !== 'words') return []
  const marked = copy.marked(id)
  if (marked.length > 0) return marked
  if (place.from === null || place.to === null) return []
  const found = copy.between(place.from, place.to, place.field ?? null)
  // What only some may see has no mark that would tell where its words went.
  return some(found ?? (kind === 'legal' && place.field == null ? copy.words(quote) : null))
}

const some = (spot: MarginSpot | null): MarginSpot[] => (spot === null ? [] : [spot])

/** A list that was fetched may be older than what was told meanwhile. */
const newer = (before: Thread | undefined, now: Thread): Thread => (before !== undefined && before.at > now.at ? before : now)

const shownAt = (place: NewPlace): Place => {
  if (place.of === 'quote') return { of: 'block', block: place.block }
  return place.of === 'words' ? { ...place, field: place.field ?? null } : place
}

const threadOf = ({ id, commentId, kind, place, quote, text }: Draft, by: PersonHere, at: number): Thread => ({
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
