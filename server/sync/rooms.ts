/** The live stories: opened once however many come in, shared, and closed when the last has left. */
import type { Logger } from 'pino'
import type * as Y from 'yjs'
import type { Db } from '../../db/open.ts'
import { signInOf } from '../../db/people.ts'
import { rightsOnFork } from '../../db/forks.ts'
import { rightsOn } from '../../db/stories.ts'
import { noteFacts, noteTrouble, type Also } from '../../db/updates.ts'
import type { Person, PersonHere } from '../../shared/api.ts'
import { may, type OnStory } from '../../shared/can.ts'
import { CLOSE } from '../../shared/protocol.ts'
import { Refusal } from '../../shared/refusal.ts'
import { isFork, type StoryNotice } from '../../shared/review.ts'
import type { Clock } from '../clock.ts'
import type { DeskFeed } from '../desk-feed.ts'
import { isByLink } from '../person.ts'
import { withContent } from '../publish/noted.ts'
import { followWords } from '../review/follow.ts'
import type { Forks } from '../review/forks.ts'
import { fallBackToLog } from './damage.ts'
import { Room } from './room.ts'
import { SaveQueue } from './save-queue.ts'
import { Damaged } from './saved-text.ts'
import type { Session } from './session.ts'

/** A room outlives its last session a little: reloading a page must not load the story anew. */
const GRACE_MS = 2000
/** The desk's rows follow the text this soon, and while somebody goes on typing this often. */
const FACTS_MS = 1500
const FACTS_AGAIN_MS = 10_000
/** How long a stop waits for a disk that takes nothing. What is not saved by then is still in its writer's browser. */
const CLOSE_WAIT_MS = 10_000
const LOOK_MS = 10_000
/** A damaged story is not read again for every knock at the door. */
const DAMAGE_REMEMBERED_MS = 30_000

export class Rooms {
  readonly queue: SaveQueue
  private readonly rooms = new Map<string, Room>()
  private readonly opening = new Map<string, Promise<Room | null>>()
  private readonly damaged = new Map<string, { error: Damaged; until: number }>()
  /** Rooms whose rows are out of date, and when to look at them. */
  private readonly edited = new Map<Room, number>()
  private cancelFacts: (() => void) | null = null
  private cancelLook: (() => void) | null = null
  private closing = false
  /** Rises with every change of anybody's rights. */
  rights = 0

  /** Whoever is told that a text has changed; given once they are made. */
  forks: Pick<Forks, 'textChanged'> | null = null

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly feed: DeskFeed,
  ) {
    this.queue = new SaveQueue(db, clock, log)
  }

  /**
   * Brings a session into its story.
   * @param rights what `rights` was before it was looked at who this is
   * @throws Damaged when the story cannot be loaded whole
   * @returns null when there is no such story
   */
  async enter(storyId: string, session: Session, rights = this.rights): Promise<Room | null> {
    const room = await this.hold(storyId)
    if (!room) return null
    room.holds -= 1
    if (session.closed) {
      this.closeWhenIdle(room)
      return room
    }
    room.join(session)
    this.keepLooking()
    this.tellDesk(storyId)
    if (isFork(storyId)) this.forks?.textChanged(storyId)
    if (rights !== this.rights) await this.lookAgain(room, session)
    return room
  }

  leave(room: Room, session: Session): void {
    room.leave(session)
    this.tellDesk(room.storyId)
    this.closeWhenIdle(room)
  }

  /**
   * Looks at the story as it is saved; the Y.Doc is not to be changed or kept. `seq`: its last update.
   * @throws Refusal `no-story`, `story-damaged`
   */
  async read<T>(storyId: string, look: (ydoc: Y.Doc, seq: number) => T): Promise<T> {
    return this.within(storyId, (room) => room.read(look))
  }

  /**
   * Changes a story as an ordinary edit of its room; resolves when it is on disk, and `also` with it. `seq`: the last
   * update before it.
   * @throws Refusal `no-story`, `story-damaged`, `not-saved`, `does-not-fit`, `too-large`
   */
  async edit(
    storyId: string,
    person: PersonHere | null,
    change: (ydoc: Y.Doc, seq: number) => void,
    also: Also | null = null,
  ): Promise<void> {
    await this.within(storyId, (room) => room.edit(person?.id ?? null, change, also))
    if (!isFork(storyId)) await this.noteFacts()
  }

  /** Whether its author is in a fork, and all they have typed is here (`Room.isTogether`). */
  isTogether(storyId: string): boolean {
    return this.rooms.get(storyId)?.isTogether ?? false
  }

  /** Whether anybody has it open. */
  isOpen(storyId: string): boolean {
    return (this.rooms.get(storyId)?.sessions.size ?? 0) > 0
  }

  /** Who is in a story now, once each. */
  here(storyId: string): PersonHere[] {
    return this.rooms.get(storyId)?.here() ?? []
  }

  /** Open stories. */
  get size(): number {
    return this.rooms.size
  }

  /** Looks at every open session again: its sign-in, its role, its story. Call after any of these changed. */
  async rightsChanged(): Promise<void> {
    // Whoever is on the way in was looked at before this, and is looked at again at the door of the room.
    this.rights += 1
    for (const room of this.rooms.values()) for (const session of room.sessions) await this.lookAgain(room, session)
  }

  private async lookAgain(room: Room, session: Session): Promise<void> {
    const signIn = await signInOf(this.db, session.signIn, this.clock.now())
    const rights = signIn && (await this.mayEnter(room.storyId, signIn.person))
    if (!signIn && isByLink(session.person)) room.drop(session, CLOSE.linkEnded, 'The link you came by has ended.')
    else if (!signIn) room.drop(session, CLOSE.signedOut, 'Your sign-in has ended.')
    else if (!rights) room.drop(session, CLOSE.noStory, 'You may no longer open this story.')
    else room.setRights(session, rights)
    if (session.closed) this.leave(room, session)
  }

  /** What this person may do in the room of a story; null: there is no such room for them. */
  async mayEnter(storyId: string, person: Person): Promise<OnStory | null> {
    const rights = await (isFork(storyId) ? rightsOnFork : rightsOn)(this.db, person, storyId)
    return may(rights, 'read it') ? rights : null
  }

  /** Tells who is in a story now what has changed beside its text. */
  tell(storyId: string, what: (session: Session) => StoryNotice | null): void {
    this.rooms.get(storyId)?.tell(what)
  }

  /** Stories, not forks, that are open for anybody. */
  openStories(): string[] {
    return [...this.rooms.keys()].filter((id) => !isFork(id))
  }

  /** Ends every session in a way that brings clients back, and lets go when all is on disk. */
  async close(): Promise<void> {
    this.closing = true
    this.cancelLook?.()
    this.cancelFacts?.()
    for (const room of this.rooms.values())
      for (const session of room.sessions) room.drop(session, CLOSE.goingAway, 'The server is restarting.')
    const cancel = this.clock.after(CLOSE_WAIT_MS, () => this.queue.giveUp())
    await this.queue.settled()
    cancel()
    await this.noteFacts()
    await Promise.all([...this.rooms.values()].map((room) => room.close()))
    this.rooms.clear()
  }

  private async within<T>(storyId: string, act: (room: Room) => T | Promise<T>): Promise<T> {
    let room: Room | null
    try {
      room = await this.hold(storyId)
    } catch (error) {
      if (error instanceof Damaged)
        throw new Refusal('story-damaged', 503, `The saved copy of this story is damaged: ${error.message} Nothing was changed.`)
      throw error
    }
    if (!room) throw new Refusal('no-story', 404, 'There is no such story.')
    try {
      return await act(room)
    } finally {
      room.holds -= 1
      this.closeWhenIdle(room)
    }
  }

  /** The open room, loaded if need be; it stays open until its hold is let go. */
  private async hold(storyId: string): Promise<Room | null> {
    const open = this.rooms.get(storyId)
    if (open && !open.isBroken) {
      open.holds += 1
      return open
    }
    if (open) {
      this.rooms.delete(storyId)
      // Its last updates must be in the log before the log is read again.
      await this.queue.settled()
    }
    const loading = this.opening.get(storyId) ?? this.load(storyId)
    const room = await loading
    if (room) room.holds += 1
    return room
  }

  private load(storyId: string): Promise<Room | null> {
    const loading = this.loadOnce(storyId).finally(() => this.opening.delete(storyId))
    this.opening.set(storyId, loading)
    return loading
  }

  private async loadOnce(storyId: string): Promise<Room | null> {
    const known = this.damaged.get(storyId)
    if (known && known.until > this.clock.now()) throw known.error
    if (this.closing) throw new Error('the newsroom is closing')
    try {
      const room = await Room.open(storyId, this.db, this.queue, this.clock, this.log, (one) => this.noteSoon(one))
      if (known) await this.trouble(storyId, null)
      if (room) {
        this.rooms.set(storyId, room)
        this.clock.after(GRACE_MS, () => this.closeWhenIdle(room))
      }
      return room
    } catch (error) {
      if (error instanceof Damaged && (await fallBackToLog(this.db, storyId, this.clock.now()))) {
        this.log.warn({ storyId, err: error }, 'a damaged checkpoint was set aside: the story is read from its log')
        return this.loadOnce(storyId)
      }
      this.log.error({ storyId, err: error }, 'a story could not be loaded')
      if (error instanceof Damaged) await this.trouble(storyId, error)
      throw error
    }
  }

  private async trouble(storyId: string, error: Damaged | null): Promise<void> {
    if (error) this.damaged.set(storyId, { error, until: this.clock.now() + DAMAGE_REMEMBERED_MS })
    else this.damaged.delete(storyId)
    await noteTrouble(this.db, storyId, error?.message ?? null)
    this.tellDesk(storyId)
  }

  private closeWhenIdle(room: Room): void {
    if (!room.idle || this.closing) return
    this.clock.after(GRACE_MS, () => void this.closeIfIdle(room))
  }

  private async closeIfIdle(room: Room): Promise<void> {
    if (!room.idle || this.closing || this.rooms.get(room.storyId) !== room) return
    await this.noteFacts(this.clock.now() + FACTS_AGAIN_MS)
    if (!room.idle || this.rooms.get(room.storyId) !== room) return
    this.rooms.delete(room.storyId)
    await room.close()
  }

  private noteSoon(room: Room): void {
    this.forks?.textChanged(room.storyId)
    if (this.edited.has(room)) return
    const now = this.clock.now()
    this.edited.set(room, Math.max(now + FACTS_MS, room.factsTakenAt + FACTS_AGAIN_MS))
    this.cancelFacts ??= this.clock.after(FACTS_MS, () => void this.noteFacts(this.clock.now()))
  }

  /** @param due only rooms whose time has come; all of them when it is left out */
  private async noteFacts(due = Infinity): Promise<void> {
    this.cancelFacts?.()
    this.cancelFacts = null
    const rooms = [...this.edited].filter(([, at]) => at <= due).map(([room]) => room)
    for (const room of rooms) this.edited.delete(room)
    if (this.edited.size > 0) this.cancelFacts = this.clock.after(FACTS_MS, () => void this.noteFacts(this.clock.now()))
    const facts = rooms.flatMap((room) => room.takeFacts() ?? [])
    if (facts.length === 0) return
    let turned: string[]
    try {
      const whole = await withContent(this.db, rooms, facts)
      await noteFacts(this.db, whole.facts)
      turned = whole.turned
    } catch (error) {
      // The text itself is in the log; the desk's row follows with the next edit or the next try.
      this.log.warn({ err: error }, 'the desk’s rows could not be brought up to date')
      for (const room of rooms) room.factsAreStale()
      return
    }
    for (const { id } of facts) this.tellDesk(id)
    for (const id of turned) this.tell(id, ({ rights }) => (may(rights, 'see its standing') ? { standing: true } : null))
    for (const { id } of facts) if (!isFork(id)) await this.followWords(id)
  }

  /** Of a fork no desk is told, not even that it is there. */
  private tellDesk(storyId: string): void {
    if (!isFork(storyId)) this.feed.storyChanged(storyId)
  }

  /** The text is on disk, and does not wait for its threads. */
  private async followWords(storyId: string): Promise<void> {
    try {
      await followWords({ db: this.db, rooms: this, clock: this.clock }, storyId)
    } catch (error) {
      this.log.warn({ storyId, err: error }, 'threads could not follow their words')
    }
  }

  private keepLooking(): void {
    this.cancelLook ??= this.clock.after(LOOK_MS, () => {
      this.cancelLook = null
      const now = this.clock.now()
      for (const room of this.rooms.values()) {
        const before = room.sessions.size
        room.look(now)
        if (room.sessions.size < before) this.tellDesk(room.storyId)
        this.closeWhenIdle(room)
      }
      if (this.rooms.size > 0) this.keepLooking()
    })
  }
}
