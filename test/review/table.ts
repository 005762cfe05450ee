/** A story under review: who edits it, who suggests, and what each of them sees once everything has arrived. */
import type { Decided, Fork, Hunk, Suggestions } from '../../shared/review.ts'
import type { Role } from '../../shared/can.ts'
import { Page } from '../editor/page.ts'
import { TestNewsroom, type SignedInPerson } from '../newsroom.ts'
import { Writer, deliverAll } from '../wire.ts'
import { ask } from './asks.ts'

export const ABOVE_ALL = 2 ** 32 - 1
export const BELOW_ALL = 3

/** Somebody with a story or a fork open, editing it with the editor's own commands. */
export class Seat {
  readonly page: Page

  constructor(
    readonly writer: Writer,
    readonly person: SignedInPerson,
  ) {
    this.page = new Page(writer.ydoc)
    writer.hears = (update, whole) => this.page.keep.hears(update, whole)
  }

  get lines(): string[] {
    return this.page.lines
  }
}

export class Table {
  readonly seats: Seat[] = []
  private clients = 1000

  private constructor(
    readonly desk: TestNewsroom,
    readonly storyId: string,
    private readonly server: number,
  ) {
    desk.serverWrites(storyId, server)
  }

  /** @param server the Yjs client under which the server writes: above everybody else's, or below */
  static async lay(paragraphs: readonly string[], server = ABOVE_ALL): Promise<Table> {
    const desk = await TestNewsroom.open()
    return new Table(desk, await desk.story(paragraphs), server)
  }

  /** Ana edits the story; Carl, a checker, suggests. */
  static async ofTwo(paragraphs: readonly string[]): Promise<{ table: Table; ana: Seat; carl: Seat }> {
    const table = await Table.lay(paragraphs)
    return { table, ana: await table.sits('Ana', 'editor'), carl: await table.sits('Carl', 'checker', 'fork') }
  }

  /** Opens the story, or with `fork` or `draft` their own copy of it. */
  async sits(name: string, role: Role, at: 'story' | 'fork' | 'draft' = 'story', as?: SignedInPerson): Promise<Seat> {
    const person = as ?? (await this.desk.person(name, role))
    const id = at === 'story' ? this.storyId : (await this.opens(person, at)).id
    if (id !== this.storyId) this.desk.serverWrites(id, this.server)
    const seat = new Seat(new Writer(this.desk, person, id, (this.clients += 1)), person)
    await seat.writer.connect()
    this.seats.push(seat)
    await this.settled()
    return seat
  }

  async opens(person: SignedInPerson, kind: 'fork' | 'draft'): Promise<Fork> {
    return (await ask<Fork>(this.desk, person, 'POST', this.path(kind), kind === 'draft' ? { passage: null } : undefined)).body
  }

  path(what: string): string {
    return `/api/stories/${this.storyId}/${what}`
  }

  async suggestions(to: SignedInPerson): Promise<Suggestions> {
    return (await ask<Suggestions>(this.desk, to, 'GET', this.path('suggestions'))).body
  }

  async hunks(to: SignedInPerson): Promise<Hunk[]> {
    return (await this.suggestions(to)).hunks
  }

  async decides(person: SignedInPerson, decision: 'accept' | 'reject', hunks: readonly { id: string }[]): Promise<Decided> {
    const json = { decision, hunks: hunks.map(({ id }) => id) }
    const answer = await ask<Decided>(this.desk, person, 'POST', this.path('suggestions'), json)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer))
    return answer.body
  }

  async undoes(person: SignedInPerson, act: string | null) {
    return ask<Decided>(this.desk, person, 'POST', this.path('suggestions'), { decision: 'undo', act })
  }

  /** Everything has arrived, and the forks have followed. */
  async settled(): Promise<void> {
    const { desk } = this
    const writers = this.seats.map(({ writer }) => writer)
    for (let round = 0; round < 3; round++) {
      // As y-websocket does now and then; who says nothing for long is closed.
      for (const { awareness } of writers) awareness.setLocalState(awareness.getLocalState())
      await deliverAll(desk, writers)
      desk.clock.pass(600)
      await desk.room.desk.forks.settled()
    }
    await deliverAll(desk, writers)
  }

  async close(): Promise<void> {
    await this.desk.close()
  }
}
