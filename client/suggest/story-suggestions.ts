/**
 * What everybody suggests in a story: read anew with each connection, kept fresh by what the story's sessions are
 * told, and decided about. Knows nothing of the screen.
 */
import type { PersonHere } from '../../shared/api.ts'
import type { Hunk, StoryNotice } from '../../shared/review.ts'
import { may } from '../../shared/can.ts'
import { decideSuggestions, readSuggestions } from '../api/suggestions.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { suggestionsOf, type Suggestion } from './suggestion.ts'

export type Draft = { by: PersonHere; passage: readonly string[] | null }
export type Outcome = { done: number; gone: number; act: string | null }

export class StorySuggestions extends EventTarget {
  /** Raised with every change. */
  turn = 0
  drafts: readonly Draft[] = []
  /** The list has been read. */
  isKnown = false
  private readonly byPerson = new Map<string, readonly Hunk[]>()
  private all: readonly Suggestion[] = []
  private wasConnected = false
  /** Hunks about which a decision has been sent, and not answered. */
  private readonly onTheirWay = new Set<string>()
  /** What was told while the list was on its way is newer than it. */
  private told: StoryNotice[] | null = null

  constructor(readonly live: LiveStory) {
    super()
    live.addEventListener('change', this.looked)
    live.addEventListener('notice', this.noticed)
    this.looked()
  }

  stop(): void {
    this.live.removeEventListener('change', this.looked)
    this.live.removeEventListener('notice', this.noticed)
  }

  get suggestions(): readonly Suggestion[] {
    return this.all
  }

  /**
   * @returns null: it is being decided already, as it was pressed twice
   * @throws Refusal, NoAnswer
   */
  async decide(decision: 'accept' | 'reject', which: readonly Suggestion[]): Promise<Outcome | null> {
    const suggestions = which.filter((one) => !one.hunks.every(({ id }) => this.onTheirWay.has(id)))
    if (suggestions.length === 0) return null
    const hunks = suggestions.flatMap((one) => one.hunks.map(({ id }) => id))
    for (const id of hunks) this.onTheirWay.add(id)
    try {
      const { done, gone, act } = await decideSuggestions(this.live.storyId, { decision, hunks })
      const are = new Set(done)
      return {
        done: suggestions.filter((one) => one.hunks.some(({ id }) => are.has(id))).length,
        gone: gone.length === 0 ? 0 : suggestions.filter((one) => !one.hunks.some(({ id }) => are.has(id))).length,
        act,
      }
    } finally {
      for (const id of hunks) this.onTheirWay.delete(id)
    }
  }

  /** @throws Refusal, NoAnswer */
  async takeBack(act: string): Promise<void> {
    await decideSuggestions(this.live.storyId, { decision: 'undo', act })
  }

  private readonly looked = (): void => {
    const connected = this.live.connected && this.live.loaded && may(this.live.rights, 'see suggestions')
    if (connected && !this.wasConnected) void this.read()
    else if (!may(this.live.rights, 'see suggestions') && this.all.length + this.drafts.length > 0) this.forget()
    this.wasConnected = connected
  }

  /** The right to see them has ended. */
  private forget(): void {
    this.told = null
    this.isKnown = false
    this.byPerson.clear()
    this.drafts = []
    this.changed()
  }

  private async read(): Promise<void> {
    const told: StoryNotice[] = []
    this.told = told
    try {
      const { hunks, drafts } = await readSuggestions(this.live.storyId)
      if (this.told !== told) return
      this.byPerson.clear()
      for (const hunk of hunks) this.byPerson.set(hunk.by.id, [...(this.byPerson.get(hunk.by.id) ?? []), hunk])
      this.drafts = drafts
      this.told = null
      this.isKnown = true
      for (const notice of told) this.take(notice)
      this.changed()
    } catch (error) {
      // Asked again with the next connection; until then notices still come.
      if (this.told === told) this.told = null
      this.dispatchEvent(new CustomEvent('trouble', { detail: error }))
    }
  }

  private readonly noticed = (event: Event): void => {
    const { detail } = event as CustomEvent<StoryNotice>
    if (!('suggestions' in detail) && !('draft' in detail)) return
    this.told?.push(detail)
    this.take(detail)
    this.changed()
  }

  private take(notice: StoryNotice): void {
    if ('suggestions' in notice) {
      const { by, hunks } = notice.suggestions
      if (hunks.length === 0) this.byPerson.delete(by.id)
      else this.byPerson.set(by.id, hunks)
    } else if ('draft' in notice) {
      const { by, passage, open } = notice.draft
      this.drafts = [...this.drafts.filter((one) => one.by.id !== by.id), ...(open ? [{ by, passage }] : [])]
    }
  }

  private changed(): void {
    this.turn += 1
    this.all = [...this.byPerson.values()].flatMap((hunks) => suggestionsOf(hunks))
    this.dispatchEvent(new Event('change'))
  }
}
