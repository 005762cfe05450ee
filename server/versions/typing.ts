/**
 * What colleagues are typing at this very moment: the run of words each of them has not paused in. Whoever restores a
 * version has decided about what they saw, not about a sentence that is half written under their eyes.
 */
import * as Y from 'yjs'
import type { UpdatesTable } from '../../db/schema.ts'
import { textsOfBody } from '../../shared/review/anchors.ts'
import { FIELDS, fieldOf, nameParts } from '../../shared/story.ts'
import { lettersOf } from '../../shared/write/moved.ts'
import { Moves, type Id } from '../../shared/write/moves.ts'

/** So long without a key, and they have stopped. */
const PAUSE_MS = 5000
const LONGEST_MS = 2 * 60_000

type Row = Pick<UpdatesTable, 'at' | 'person_id' | 'bytes'>

/** Letters by their Yjs ids. */
export class Typing {
  /** From where to where, by client. */
  private readonly runs = new Map<number, [from: number, to: number][]>()

  /**
   * @param log the end of the story's log, the newest first
   * @param known how far the log goes, by client: what is typed after it is typed now
   * @param own the Yjs clients of whoever restores
   */
  constructor(
    log: readonly Row[],
    now: number,
    private readonly by: string,
    private readonly known: ReadonlyMap<number, number>,
    private readonly own: ReadonlySet<number>,
  ) {
    const since = new Map<string, number>()
    for (const { at, person_id, bytes } of log) {
      if (now - at > LONGEST_MS) break
      if (person_id === null || person_id === this.by) continue
      const next = since.get(person_id) ?? now
      // Once they have paused, what they typed before that is as good as any other.
      since.set(person_id, next - at > PAUSE_MS ? Infinity : at)
      if (next - at > PAUSE_MS) continue
      for (const { id, length } of Y.decodeUpdate(bytes).structs) this.add(id, length)
    }
  }

  private add({ client, clock }: Id, length: number): void {
    const runs = this.runs.get(client)
    if (runs) runs.push([clock, clock + length])
    else this.runs.set(client, [[clock, clock + length]])
  }

  private has({ client, clock }: Id): boolean {
    if (this.own.has(client)) return false
    if (clock >= (this.known.get(client) ?? 0)) return true
    return this.runs.get(client)?.some(([from, to]) => clock >= from && clock < to) ?? false
  }

  /** The story without it, as a Y.Doc of the caller's. Null: nobody is typing. */
  without(ydoc: Y.Doc): Y.Doc | null {
    const moves = new Moves(ydoc)
    const places = texts(ydoc).map((text) => this.placesIn(text, moves))
    if (places.every((one) => one.length === 0)) return null
    const copy = new Y.Doc()
    nameParts(copy)
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(ydoc))
    copy.transact(() => {
      for (const [i, text] of texts(copy).entries()) for (const at of places[i]!.toReversed()) text.delete(at, 1)
    })
    return copy
  }

  private placesIn(text: Y.Text, moves: Moves): number[] {
    const places: number[] = []
    let at = 0
    for (const { id, gone } of lettersOf(text as Y.XmlText, null)) {
      if (gone !== null) continue
      if (this.has(moves.firstOf(id))) places.push(at)
      at += 1
    }
    return places
  }
}

const texts = (ydoc: Y.Doc): Y.Text[] => [...FIELDS.map((field) => fieldOf(ydoc, field)), ...textsOfBody(ydoc)]
