/**
 * The forks of all stories: opened, ported when the story goes on, shown as suggestions (decide.ts decides them). A fork's
 * Y.Doc never hears the story's updates, and the story never hears a fork's: what goes from one to the other is an ordinary
 * edit of a room, made of what the words are. All that happens to the forks of one story happens one after the other.
 */
import type { Logger } from 'pino'
import type * as Y from 'yjs'
import {
  addFork,
  closeFork,
  closeInto,
  forkOf,
  forksOf,
  keepStanding,
  makeSuggesting,
  openForks,
  standingOf,
  type ForkKind,
  type ForkRow,
} from '../../db/forks.ts'
import type { Db } from '../../db/open.ts'
import type { Person, PersonHere } from '../../shared/api.ts'
import { may } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import { forkId, isFork, type Fork as ForkShown, type Hunk, type Suggestions } from '../../shared/review.ts'
import { readStory, seedStory } from '../../shared/story.ts'
import { elementsOf } from '../../shared/suggest/places.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../secrets.ts'
import type { Rooms } from '../sync/rooms.ts'
import { Fork, standingOn, type Stand } from './fork.ts'
import { shown } from './hunks.ts'
import { readFork } from './read-fork.ts'
import { Turns } from './turns.ts'

/** A fork follows the story, and the others its author, this soon; and where that costs much, not so often. */
const LOOK_MS = 300
const LOOK_MOST_MS = 5000
const LOOK_FOR_COST = 8
/** Somebody is in a fork and not all they typed is here yet: looked at again. */
const WAIT_MS = 500
/** What a fork stands on is on disk this soon. It could be worked out again from the texts. */
const KEEP_MS = 3000
/** A fork that says nothing and in which nobody was for so long is made anew when it is opened: its log is long by then. */
const WORN_MS = 30 * 24 * 60 * 60_000

export class Forks {
  /** Open forks by story, so that a keystroke in a story without any costs nothing. */
  private readonly ofStory = new Map<string, Set<string>>()
  private readonly storyOf = new Map<string, string>()
  /** Those somebody works with. */
  private readonly awake = new Map<string, Fork>()
  /** What others were shown of each, as it went out. */
  private readonly out = new Map<string, { json: string; hunks: Hunk[] }>()
  private readonly edited = new Set<string>()
  private readonly planned = new Map<string, () => void>()
  private readonly turns = new Turns()
  private cost = 0
  private closed = false

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly rooms: Rooms,
  ) {}

  async begin(): Promise<void> {
    for (const { id, storyId } of await openForks(this.db)) {
      this.add(id, storyId)
      // It may have been typed in after it was last looked at.
      this.edited.add(id)
    }
  }

  /** Everything that forks stand on is on disk. */
  async close(): Promise<void> {
    this.closed = true
    for (const cancel of this.planned.values()) cancel()
    this.planned.clear()
    await this.settled()
    for (const fork of this.awake.values()) await this.keep(fork)
  }

  /** Resolves when nothing is being done for any fork. */
  settled(): Promise<void> {
    return this.turns.settled()
  }

  /** A story or a fork was edited, or somebody came into it. Called for every edit that is on disk. */
  textChanged(id: string): void {
    const storyId = isFork(id) ? this.storyOf.get(id) : id
    if (storyId === undefined || !this.ofStory.has(storyId)) return
    if (isFork(id)) this.edited.add(id)
    this.plan(storyId, Math.min(LOOK_MOST_MS, Math.max(LOOK_MS, this.cost * LOOK_FOR_COST)))
  }

  // What a person does with their own

  async mine(storyId: string, { id }: Person, kind: ForkKind): Promise<ForkShown | null> {
    const row = await forkOf(this.db, storyId, id, kind)
    return row && shownFork(row)
  }

  /** Opens a person's fork of this kind, or gives the one they have. */
  open(storyId: string, person: Person, kind: ForkKind, passage: string[] | null): Promise<ForkShown> {
    return this.inTurn(storyId, async () => {
      const mine = await forkOf(this.db, storyId, person.id, kind)
      if (mine && !(await this.isWorn(mine))) return shownFork(mine)
      if (mine) await this.shut(mine)
      const id = forkId(newId())
      const story = await this.rooms.read(storyId, readStory)
      const seed = seedStory(story, newId())
      const now = this.clock.now()
      await addFork(this.db, { id, storyId, personId: person.id, kind, passage, now, seed, standing: standingOn(story) })
      this.add(id, storyId)
      if (kind === 'private') this.tellDraft(storyId, person, passage, true)
      return { id, storyId, kind, passage }
    })
  }

  private async isWorn({ id, storyId, editedAt }: ForkRow): Promise<boolean> {
    if (this.clock.now() - editedAt < WORN_MS || this.rooms.isOpen(id)) return false
    await this.lookAt(storyId)
    return this.awake.get(id)?.isBare ?? false
  }

  /** Gives up a person's own fork with all its changes. The story is not touched. */
  async giveUp(storyId: string, person: Person, kind: ForkKind): Promise<void> {
    await this.inTurn(storyId, async () => {
      const row = await forkOf(this.db, storyId, person.id, kind)
      if (!row) return
      await this.shut(row)
      if (kind === 'private') this.tellDraft(storyId, person, row.passage, false)
      else this.tellHunks(storyId, person, [])
    })
    await this.rooms.rightsChanged()
  }

  /**
   * What a person has written privately is from now on seen by all, as suggestions.
   * @returns the fork that it is in now
   * @throws Refusal `no-draft`
   */
  async bringIn(storyId: string, person: Person): Promise<ForkShown> {
    const fork = await this.inTurn(storyId, async () => {
      const row = await forkOf(this.db, storyId, person.id, 'private')
      if (!row) throw new Refusal('no-draft', 404, 'You have no private draft of this story.')
      const forks = await this.lookAt(storyId)
      const draft = forks.find(({ id }) => id === row.id)!
      const own = forks.find((one) => one.row.by.id === person.id && one.row.kind === 'suggesting')
      if (own) {
        const stand = { view: draft.changesOver(own.view) }
        await closeInto(this.db, row.id, this.clock.now(), own.id, own.standing(stand))
        this.forget(row)
        this.nowStands(own, stand)
      } else {
        await makeSuggesting(this.db, row.id)
        draft.row = { ...draft.row, kind: 'suggesting', passage: null }
      }
      this.tellDraft(storyId, person, row.passage, false)
      await this.lookAt(storyId)
      return shownFork((own ?? draft).row)
    })
    await this.rooms.rightsChanged()
    return fork
  }

  // What others see

  suggestions(storyId: string): Promise<Suggestions> {
    return this.inTurn(storyId, async () => {
      const hunks: Hunk[] = []
      const drafts: Suggestions['drafts'] = []
      for (const { id, row } of await this.lookAt(storyId))
        if (row.kind === 'private') drafts.push({ by: row.by, passage: row.passage })
        else hunks.push(...(this.out.get(id)?.hunks ?? []))
      return { hunks, drafts }
    })
  }

  // Following the story and its author

  private plan(storyId: string, ms: number): void {
    if (this.closed || this.planned.has(storyId)) return
    const cancel = this.clock.after(ms, () => {
      this.planned.delete(storyId)
      void this.follow(storyId)
    })
    this.planned.set(storyId, cancel)
  }

  private async follow(storyId: string): Promise<void> {
    try {
      await this.inTurn(storyId, async () => {
        const begun = this.clock.now()
        await this.lookAt(storyId)
        this.cost += (this.clock.now() - begun - this.cost) / 4
      })
    } catch (error) {
      // Nothing is lost: all of it can be worked out from the texts when the next one asks.
      this.log.warn({ storyId, err: error }, 'forks could not follow their story just now')
    }
  }

  /**
   * Brings every fork up to date with the story and with its author, shows what comes of it, and keeps it.
   * @throws Refusal `not-saved`: what is still to be saved may be just what was done for them
   */
  async lookAt(storyId: string): Promise<Fork[]> {
    if (this.rooms.queue.stalled) throw new Refusal('not-saved', 503, 'The server cannot save just now. Try again in a moment.')
    const forks: Fork[] = []
    for (const row of await forksOf(this.db, storyId)) {
      const fork = await this.wake(row)
      if (this.edited.delete(row.id)) await this.see(fork)
      forks.push(fork)
    }
    if (forks.length === 0) return []
    const lists = await this.rooms.read(storyId, (ydoc) => {
      const story = readStory(ydoc)
      const elements = elementsOf(ydoc)
      return forks.map((fork) => {
        fork.standsOn(story)
        return this.hunksOf(fork, ydoc, elements)
      })
    })
    for (const [i, fork] of forks.entries()) {
      if (fork.isUnkept && this.clock.now() - fork.keptAt >= KEEP_MS) await this.keep(fork)
      this.show(fork, lists[i]!)
      if (fork.isBehind) await this.write(fork)
      if (!this.rooms.isOpen(storyId) && !this.rooms.isOpen(fork.id)) await this.sleep(fork)
    }
    return forks
  }

  private async see(fork: Fork): Promise<void> {
    try {
      fork.sees(await readFork(this.rooms, fork.id))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Damaged: that concerns its author, who is told. What it was is still suggested.
      this.log.warn({ fork: fork.id, err: error }, 'a fork could not be read')
    }
  }

  private hunksOf(fork: Fork, ydoc: Y.Doc, elements: ReturnType<typeof elementsOf>): Hunk[] {
    if (fork.row.kind === 'private') return []
    const review = fork.review()
    fork.knows(review, this.clock.now())
    return shown(review.hunks, fork.known, fork.row, ydoc, elements)
  }

  private show({ id, row }: Fork, hunks: Hunk[]): void {
    const json = JSON.stringify(hunks)
    const before = this.out.get(id)?.json ?? '[]'
    this.out.set(id, { json, hunks })
    if (json !== before) this.tellHunks(row.storyId, row.by, hunks)
  }

  /** Writes what came of it into the fork. Never while its author is away: it would meet words that are not here yet. */
  private async write(fork: Fork): Promise<void> {
    if (!this.rooms.isTogether(fork.id)) {
      if (this.rooms.isOpen(fork.id)) this.plan(fork.row.storyId, WAIT_MS)
      return
    }
    let stand: Stand = {}
    await this.rooms.edit(
      fork.id,
      null,
      (ydoc) => {
        stand = fork.writeInto(ydoc)
      },
      // Both or neither: else what was written would count as its author's, or what was not as taken out by them.
      (trx) => keepStanding(trx, fork.id, fork.standing(stand)),
    )
    this.nowStands(fork, stand)
  }

  private async wake(row: ForkRow): Promise<Fork> {
    const known = this.awake.get(row.id)
    if (known) {
      known.row = row
      return known
    }
    const fork = Fork.of(row, (await standingOf(this.db, row.id))!)
    this.awake.set(row.id, fork)
    return fork
  }

  private async sleep(fork: Fork): Promise<void> {
    await this.keep(fork)
    this.awake.delete(fork.id)
  }

  private async keep(fork: Fork): Promise<void> {
    if (!fork.isUnkept) return
    await keepStanding(this.db, fork.id, fork.standing())
    fork.isKept(this.clock.now())
  }

  /** As it is on disk already. */
  nowStands(fork: Fork, stand: Stand): void {
    fork.stands(stand)
    fork.isKept(this.clock.now())
  }

  inTurn<T>(storyId: string, act: () => Promise<T>): Promise<T> {
    return this.turns.inTurn(storyId, async () => {
      try {
        return await act()
      } catch (error) {
        // It may be half done: what the disk says holds.
        for (const id of this.ofStory.get(storyId) ?? []) {
          this.awake.delete(id)
          this.edited.add(id)
        }
        throw error
      }
    })
  }

  // Who has which

  private add(id: string, storyId: string): void {
    this.storyOf.set(id, storyId)
    const all = this.ofStory.get(storyId)
    if (all) all.add(id)
    else this.ofStory.set(storyId, new Set([id]))
  }

  private async shut(row: ForkRow): Promise<void> {
    await closeFork(this.db, row.id, this.clock.now())
    this.forget(row)
  }

  private forget({ id, storyId }: ForkRow): void {
    this.awake.delete(id)
    this.out.delete(id)
    this.edited.delete(id)
    this.storyOf.delete(id)
    const all = this.ofStory.get(storyId)
    all?.delete(id)
    if (all?.size === 0) this.ofStory.delete(storyId)
  }

  private tellHunks(storyId: string, by: PersonHere, hunks: Hunk[]): void {
    const notice = { suggestions: { by: here(by), hunks } }
    this.rooms.tell(storyId, ({ rights }) => (may(rights, 'see suggestions') ? notice : null))
  }

  private tellDraft(storyId: string, by: PersonHere, passage: string[] | null, isOpen: boolean): void {
    const notice = { draft: { by: here(by), passage, open: isOpen } }
    this.rooms.tell(storyId, ({ rights }) => (may(rights, 'see suggestions') ? notice : null))
  }
}

const here = ({ id, name, hue }: PersonHere): PersonHere => ({ id, name, hue })
const shownFork = ({ id, storyId, kind, passage }: ForkRow): ForkShown => ({ id, storyId, kind, passage })
