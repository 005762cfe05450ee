/**
 * The forks of all stories. A fork's Y.Doc never hears the story's updates, and the story never hears a fork's. All
 * that happens to the forks of one story happens one after the other.
 */
import { gzipSync } from 'node:zlib'
import { addFork, closeFork, forkOf, type ForkKind, type Standing } from '../../db/forks.ts'
import type { Db } from '../../db/open.ts'
import type { Person } from '../../shared/api.ts'
import { may } from '../../shared/can.ts'
import { forkId, type Fork as ForkShown } from '../../shared/review.ts'
import { readStory, seedStory, type StoryText } from '../../shared/story.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../secrets.ts'
import type { Rooms } from '../sync/rooms.ts'

export class Forks {
  private readonly turns = new Map<string, Promise<void>>()

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly rooms: Rooms,
  ) {}

  async close(): Promise<void> {
    await this.settled()
  }

  /** Resolves when nothing is being done for any fork. */
  async settled(): Promise<void> {
    while (this.turns.size > 0) await Promise.all(this.turns.values())
  }

  /** Opens a person's fork of this kind, or gives the one they have. */
  async open(storyId: string, person: Person, kind: ForkKind, passage: string[] | null): Promise<ForkShown> {
    return this.inTurn(storyId, async () => {
      const mine = await this.mine(storyId, person, kind)
      if (mine) return mine
      const id = forkId(newId())
      const story = await this.rooms.read(storyId, readStory)
      const seed = seedStory(story, newId())
      const now = this.clock.now()
      await addFork(this.db, { id, storyId, personId: person.id, kind, passage, now, seed, standing: standingOn(story) })
      if (kind === 'private') this.tellDraft(storyId, person, passage, true)
      return { id, storyId, kind, passage }
    })
  }

  async mine(storyId: string, person: Person, kind: ForkKind): Promise<ForkShown | null> {
    const row = await forkOf(this.db, storyId, person.id, kind)
    return row && { id: row.id, storyId, kind, passage: row.passage }
  }

  /** Gives up a person's own fork with all its changes. */
  async giveUp(storyId: string, person: Person, kind: ForkKind): Promise<void> {
    await this.inTurn(storyId, async () => {
      const row = await forkOf(this.db, storyId, person.id, kind)
      if (!row) return
      await closeFork(this.db, row.id, this.clock.now())
      if (kind === 'private') this.tellDraft(storyId, person, row.passage, false)
    })
    await this.rooms.rightsChanged()
  }

  private tellDraft(storyId: string, { id, name, hue }: Person, passage: string[] | null, isOpen: boolean): void {
    const notice = { draft: { by: { id, name, hue }, passage, open: isOpen } }
    this.rooms.tell(storyId, ({ rights }) => (may(rights, 'see suggestions') ? notice : null))
  }

  private inTurn<T>(storyId: string, act: () => Promise<T>): Promise<T> {
    const mine = after(this.turns.get(storyId), act)
    const turn = this.ends(storyId, mine)
    this.turns.set(storyId, turn.done)
    return mine
  }

  private ends(storyId: string, mine: Promise<unknown>): { done: Promise<void> } {
    const turn = { done: Promise.resolve() }
    turn.done = (async () => {
      try {
        await mine
      } catch {
        // It is told to whoever asked for it; the next one has its turn.
      }
      if (this.turns.get(storyId) === turn.done) this.turns.delete(storyId)
    })()
    return turn
  }
}

async function after<T>(before: Promise<void> | undefined, act: () => Promise<T>): Promise<T> {
  await before
  return act()
}

function standingOn({ headline, dek, byline, speakers, body }: StoryText): Standing {
  const bytes = gzipSync(JSON.stringify({ headline, dek, byline, speakers, body: body.toJSON() as unknown }), { level: 1 })
  return { base: bytes, view: bytes, seen: bytes, known: '[]' }
}
