/**
 * The threads of a story in this window: fetched when the story is in step with the server, kept fresh by what its
 * room tells, and with them what this person has written that is still on its way.
 */
import type { Person, PersonHere } from '../../shared/api.ts'
import { may, type OnStory } from '../../shared/can.ts'
import type { ChangeThread, Place, StoryNotice, Thread } from '../../shared/review.ts'
import { sentence } from '../api.ts'
import * as peopleApi from '../api/people.ts'
import * as threadsApi from '../api/threads.ts'
import type { Copy, MarginItem, MarginSource, MarginSpot, StoryMargin } from '../editor/margin.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { itemOf, itemOfDraft } from './cards.ts'
import { FILTERS, fits, type Filter } from './filter.ts'
import type { Draft } from './kept-words.ts'
import { OwnWords } from './own-words.ts'

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
  /** What this person writes in the margin. */
  readonly own: OwnWords
  private people: Map<string, PersonHere>
  private askedPeople = false
  private gone = new Set<string>()
  private closed = false

  constructor(
    readonly live: LiveStory,
    readonly margin: StoryMargin,
  ) {
    super()
    this.me = live.person
    this.own = new OwnWords(live.storyId, this.me, {
      changed: () => this.changed(),
      taken: (thread) => this.take(thread),
      show: (id) => (this.margin.current = id === null ? null : `thread:${id}`),
      say: (sentence) => this.dispatchEvent(new CustomEvent('trouble', { detail: sentence })),
    })
    this.people = new Map([[this.me.id, this.me]])
    margin.threads = this
    live.addEventListener('notice', this.noticed)
    live.addEventListener('synced', this.synced)
    if (live.loaded) this.synced()
  }

  close(): void {
    this.closed = true
    this.own.close()
    this.live.removeEventListener('notice', this.noticed)
    this.live.removeEventListener('synced', this.synced)
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

  /** Open threads that a person has not looked at. */
  get unread(): number {
    return [...(this.threads?.values() ?? [])].filter((thread) => thread.unread && thread.resolved === null).length
  }

  /** How many each filter would show. */
  counts(): Record<Filter, number> {
    const all = this.all().filter(({ place }) => place.of !== 'suggestion' || this.isDecided(place.suggestion))
    const counted = FILTERS.map((filter) => [filter, all.filter((thread) => fits(thread, filter, this.me.id)).length] as const)
    return Object.fromEntries(counted) as Record<Filter, number>
  }

  /** Every thread, those on their way as well. */
  all(): Thread[] {
    const threads = [...(this.threads?.values() ?? [])].map((thread) => this.own.withOwn(thread))
    return [...threads, ...this.own.newThreads((id) => this.threads?.has(id) === true)]
  }

  /** The discussion of a suggestion, oldest first. */
  onSuggestion(names: ReadonlySet<string>): Thread[] {
    return this.all().filter(({ place }) => place.of === 'suggestion' && names.has(place.suggestion))
  }

  /** What was said about it has no card of its suggestion any more. */
  private isDecided(suggestion: string): boolean {
    return this.margin.suggestions?.isOpen(suggestion) === false
  }

  items(copy: Copy): MarginItem[] {
    const items: MarginItem[] = []
    const detached: Thread[] = []
    for (const thread of this.all()) {
      const { place } = thread
      if (place.of === 'suggestion' && !this.isDecided(place.suggestion)) continue
      const isCurrent = this.margin.current === `thread:${thread.id}`
      if (!isCurrent && !fits(thread, this.filter, this.me.id)) continue
      const spots = spotsOf(thread, place, copy)
      if (spots.length > 0) items.push(itemOf(this, thread, spots))
      else detached.push(thread)
    }
    for (const draft of this.own.drafts) {
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
      for (const { id, name, hue } of await peopleApi.listPeople()) this.people.set(id, { id, name, hue })
      this.changed()
    } catch {
      // Not for them, or no network: the names met so far are offered.
    }
  }

  // From the server

  private readonly synced = (): void => {
    void this.read()
    this.own.send()
  }

  private async read(): Promise<void> {
    this.gone.clear()
    try {
      const threads = await threadsApi.listThreads(this.live.storyId)
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
      this.trouble = sentence(error)
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
    void threadsApi.readThread(this.live.storyId, id).catch(() => {
      // It is unread again with the next list, and read with the next look.
    })
  }

  // Deciding

  async change(id: string, change: ChangeThread): Promise<void> {
    this.take(await threadsApi.changeThread(this.live.storyId, id, change))
  }

  async remove(thread: string, comment: string): Promise<void> {
    await threadsApi.removeComment(this.live.storyId, thread, comment)
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
  if (place.of === 'block' || place.of === 'quote') return some(copy.block(place.block))
  if (place.of !== 'words') return []
  const marked = copy.marked(id)
  if (marked.length > 0) return marked
  if (place.from === null || place.to === null) return []
  const field = place.field ?? null
  // What only some may see has no mark that would tell where its words went.
  if (kind === 'legal') return copy.followed({ from: place.from, to: place.to, field, quote })
  return some(copy.between(place.from, place.to, field))
}

const some = (spot: MarginSpot | null): MarginSpot[] => (spot === null ? [] : [spot])

/** A list that was fetched may be older than what was told meanwhile. */
const newer = (before: Thread | undefined, now: Thread): Thread => (before !== undefined && before.at > now.at ? before : now)
