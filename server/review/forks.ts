/**
 * The forks of all stories: opened, ported when the story goes on, shown as suggestions, decided. A fork's Y.Doc never
 * hears the story's updates, and the story never hears a fork's: what goes from one to the other is an ordinary edit
 * of a room, made of what the words are. All that happens to the forks of one story happens one after the other.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Logger } from 'pino'
import type * as Y from 'yjs'
import {
  addDecision,
  addFork,
  closeFork,
  closeInto,
  decisionOf,
  forgetUndo,
  forkOf,
  forksOf,
  keepStanding,
  makeSuggesting,
  noteUndone,
  openForks,
  standingOf,
  type ForkKind,
  type ForkRow,
} from '../../db/forks.ts'
import { takeFromInboxes } from '../../db/inbox.ts'
import { putThreadElsewhere, threadsNamed, threadsOnSuggestions, threadsOnWords } from '../../db/threads.ts'
import type { Db } from '../../db/open.ts'
import type { Person, PersonHere } from '../../shared/api.ts'
import { may } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import { forkId, isFork, type Decided, type Fork as ForkShown, type Hunk, type Suggestions } from '../../shared/review.ts'
import { readStory, seedStory } from '../../shared/story.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { port } from '../../shared/suggest/port.ts'
import { packStory, unpackStory } from '../../shared/suggest/pack.ts'
import { elementsOf } from '../../shared/suggest/places.ts'
import { writeStory } from '../../shared/write/write-story.ts'
import type { Clock } from '../clock.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { notify, type InboxEvent } from '../inbox/notify.ts'
import { newId } from '../secrets.ts'
import type { Rooms } from '../sync/rooms.ts'
import { knownOf, suggestionsIn, together, type Act, type Entry, type Undo } from './act.ts'
import { carry, type Carried } from './carried.ts'
import { Fork, standingOn, type Stand } from './fork.ts'
import { nameIn, ownNames, shown } from './hunks.ts'
import { onSuggestions, putBack, watched, type Back } from './put-back.ts'
import { seen } from './see.ts'
import { tellThread } from './tell.ts'
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
/** So long an act can be taken back. */
const UNDO_MS = 7 * 24 * 60 * 60_000

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
    private readonly inbox: Inbox,
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

  // What others see, and decide

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

  /** Accepts suggestions: one ordinary edit of the story, in the name of who accepts. What has changed meanwhile is left. */
  accept(storyId: string, person: Person, ids: readonly string[]): Promise<Decided> {
    return this.inTurn(storyId, async () => {
      const forks = await this.lookAt(storyId)
      const act = this.act(storyId, person, 'accept')
      const threads = await threadsOnSuggestions(this.db, storyId)
      const onWords = await threadsOnWords(this.db, storyId)
      let carried: Carried[] = []
      await this.rooms.edit(
        storyId,
        person,
        (ydoc) => {
          const story = readStory(ydoc)
          let now = story
          for (const fork of forks) {
            const own = fork.row.kind === 'suggesting' ? ownNames(fork.id, ids) : new Set<string>()
            if (own.size === 0) continue
            const { view, clashes } = fork.on(now)
            const review = compare(now, view, clashes)
            const hunks = together(review.hunks, own)
            if (hunks.length === 0) continue
            now = review.taking(hunks.map(({ id }) => id))
            act.taken.push({ fork, hunks, stand: { base: now, view, noted: fork.withClashes(clashes) } })
          }
          if (act.taken.length === 0) return
          const lost = watched(ydoc, onWords)
          writeStory(ydoc, now)
          act.undo.story = { before: packStory(story), after: packStory(now) }
          const accepted = suggestionsIn(act.taken)
          carried = threads.flatMap((thread) => {
            const hunk = accepted.get(thread.suggestion ?? '')
            return hunk === undefined ? [] : [carry(ydoc, thread, hunk)]
          })
          act.undo.threads = { words: lost(), suggestions: onSuggestions(carried) }
        },
        async (trx) => {
          await this.keepAct(trx, act)
          for (const { thread, place } of carried) await putThreadElsewhere(trx, thread.id, { ...place, changed_at: act.at })
        },
      )
      for (const { thread } of carried) await tellThread({ db: this.db, rooms: this.rooms }, storyId, thread.id, null)
      return this.decided(act, ids)
    })
  }

  /**
   * Rejects suggestions: they go out of their fork, and the story is not touched.
   * @param own whether only what this person has suggested may go
   */
  reject(storyId: string, person: Person, ids: readonly string[], own: boolean): Promise<Decided> {
    return this.inTurn(storyId, async () => {
      const act = this.act(storyId, person, 'reject')
      for (const fork of await this.lookAt(storyId)) {
        if (fork.row.kind === 'private' || (own && fork.row.by.id !== person.id)) continue
        const review = fork.review()
        const hunks = together(review.hunks, ownNames(fork.id, ids))
        if (hunks.length === 0) continue
        const view = review.without(hunks.map(({ id }) => id))
        act.undo.forks[fork.id] = { before: packStory(fork.view), after: packStory(view) }
        act.taken.push({ fork, hunks, stand: { view } })
      }
      await this.db.transaction().execute((trx) => this.keepAct(trx, act))
      return this.decided(act, ids)
    })
  }

  private act(storyId: string, person: Person, decision: Act['decision']): Act {
    return { id: newId(), storyId, person, decision, at: this.clock.now(), taken: [], undo: { story: null, forks: {} }, told: [] }
  }

  /** In the transaction that the act is: it is kept, and whose suggestions they were is told. */
  private async keepAct(trx: Db, act: Act): Promise<void> {
    const { id, storyId, person, decision, at, taken } = act
    if (taken.length === 0) return
    const undo: Undo = { ...act.undo, known: knownOf(taken) }
    const entries = taken.flatMap(({ fork, hunks }) =>
      hunks.map((hunk): Entry => ({ id: nameIn(fork.id, hunk.id), fork: fork.id, by: fork.row.by.id, says: hunk.says })),
    )
    const row = { id, story_id: storyId, person_id: person.id, decision, at, hunks: JSON.stringify(entries), undone_at: null }
    const standings = new Map(taken.map(({ fork, stand }) => [fork.id, fork.standing(stand)]))
    await addDecision(trx, { ...row, undo: gzipSync(JSON.stringify(undo), { level: 1 }) }, standings)
    const events = taken.map(({ fork, hunks }): InboxEvent => {
      const { says, was } = hunks[0]!
      const kind = decision === 'accept' ? 'accepted' : 'rejected'
      return { key: id, storyId, by: person.id, to: [fork.row.by.id], kind, changes: hunks.length, words: says, quote: was }
    })
    act.told = await notify({ clock: this.clock }, trx, events)
  }

  private async decided({ id, storyId, at, taken, told }: Act, ids: readonly string[]): Promise<Decided> {
    const done = taken.flatMap(({ fork, hunks }) => hunks.map((hunk) => nameIn(fork.id, hunk.id)))
    const gone = ids.filter((one) => !done.includes(one))
    if (done.length === 0) return { done, gone, act: null }
    for (const { fork, stand } of taken) this.nowStands(fork, stand)
    this.inbox.tell(told)
    await forgetUndo(this.db, at - UNDO_MS)
    await this.lookAt(storyId)
    return { done, gone, act: id }
  }

  /**
   * Takes back what was decided in one act, as far as nobody has gone on from it: what was accepted is a suggestion
   * again, and what was rejected, too.
   * @param decides whether this person may change the story
   * @throws Refusal `nothing-to-undo`
   */
  undo(storyId: string, person: Person, act: string, decides: boolean): Promise<Decided> {
    return this.inTurn(storyId, async () => {
      const decision = await decisionOf(this.db, storyId, act)
      const theirs = decision?.person_id === person.id && (decides || decision.decision === 'reject')
      if (!theirs || decision.undo === null || decision.undone_at !== null)
        throw new Refusal('nothing-to-undo', 409, 'This can no longer be taken back. Nothing was changed.')
      const undo = JSON.parse(gunzipSync(decision.undo).toString()) as Undo
      const entries = JSON.parse(decision.hunks) as Entry[]
      const forks = await this.lookAt(storyId)
      const at = this.clock.now()
      const stands = new Map<Fork, Stand>()
      const noted = (fork: Fork) => fork.knowing(undo.known?.[fork.id] ?? [])
      const toPutBack = undo.threads ?? { words: [], suggestions: [] }
      const threads = await threadsNamed(
        this.db,
        storyId,
        [...toPutBack.words, ...toPutBack.suggestions].map(({ id }) => id),
      )
      let back: Back[] = []
      const keep = async (trx: Db): Promise<void> => {
        await noteUndone(trx, act, at, new Map([...stands].map(([fork, stand]) => [fork.id, fork.standing(stand)])))
        await takeFromInboxes(trx, act)
        for (const { id, change } of back) await putThreadElsewhere(trx, id, { ...change, changed_at: at })
      }
      if (undo.story) {
        const [before, after] = [unpackStory(undo.story.before), unpackStory(undo.story.after)]
        const change = (ydoc: Y.Doc): void => {
          const now = readStory(ydoc)
          const text = port(after, before, now).text
          // What goes out of the story stays in the fork it came from: there it is a suggestion again.
          for (const fork of forks)
            if (entries.some((one) => one.fork === fork.id))
              stands.set(fork, { base: text, view: fork.on(now).view, noted: noted(fork) })
          writeStory(ydoc, text)
          back = putBack(ydoc, toPutBack, threads, new Set([...stands.keys()].map(({ id }) => id)))
        }
        await this.rooms.edit(storyId, person, change, keep)
      } else {
        for (const fork of forks) {
          const change = undo.forks[fork.id]
          if (change)
            stands.set(fork, {
              view: port(unpackStory(change.after), unpackStory(change.before), fork.view, true).text,
              noted: noted(fork),
            })
        }
        await this.db.transaction().execute(keep)
      }
      for (const [fork, stand] of stands) this.nowStands(fork, stand)
      for (const author of new Set(entries.map(({ by }) => by))) this.inbox.changed(author)
      await this.lookAt(storyId)
      for (const { id } of back) await tellThread({ db: this.db, rooms: this.rooms }, storyId, id, null)
      return { done: entries.map(({ id }) => id), gone: [], act: null }
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
  private async lookAt(storyId: string): Promise<Fork[]> {
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
      fork.sees(await seen(this.rooms, fork.id))
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
  private nowStands(fork: Fork, stand: Stand): void {
    fork.stands(stand)
    fork.isKept(this.clock.now())
  }

  private inTurn<T>(storyId: string, act: () => Promise<T>): Promise<T> {
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
