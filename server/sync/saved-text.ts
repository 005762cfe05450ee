/**
 * The Y.Doc of a room: the story as it is on disk, never further. It is brought up to what is on disk off the road of
 * a keystroke, in batches, and kept as a checkpoint every few hundred updates.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import type { Db } from '../../db/open.ts'
import { keepCheckpoint, type SavedStory } from '../../db/updates.ts'
import { SYNC_STEP_2 } from '../../shared/protocol.ts'
import { SCHEMA } from '../../shared/schema.ts'
import { wordsOf } from '../../shared/count-words.ts'
import { fieldOf, nameParts } from '../../shared/story.ts'
import type { Clock } from '../clock.ts'
import { syncFrame } from './frames.ts'

/** A story whose saved copy cannot be read. It is never replaced by an empty one. */
export class Damaged extends Error {}

/** Updates between two checkpoints of a story. */
const CHECKPOINT_EVERY = 500
/** On closing, a shorter tail is worth a checkpoint too: the next opening is quicker. */
const CHECKPOINT_ON_CLOSE = 60

export class SavedText {
  readonly ydoc = new Y.Doc()
  /** Update numbers: on disk, in the Y.Doc, in the checkpoint. */
  seq = 0
  appliedSeq = 0
  private checkpointSeq = 0
  /** About how long the story is, in bytes. */
  bytes = 0
  private toApply: Uint8Array[] = []
  private whole: { seq: number; frame: Buffer } | null = null

  constructor(
    private readonly storyId: string,
    private readonly db: Db,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {
    // Named types, so that what the log brings lands in them.
    nameParts(this.ydoc)
    // Yjs deletes formatting that it finds superfluous, in the name of whoever hears of it. The server has no
    // name to edit in: such a deletion would be in its Y.Doc and not on disk. Browsers do it, and say so.
    this.ydoc.on('afterTransaction', (transaction) => {
      transaction._needFormattingCleanup = false
    })
  }

  /** @throws Damaged when its saved copy cannot be read whole, or is of a newer Copydesk */
  load(saved: SavedStory): void {
    if (saved.schema > SCHEMA) throw new Damaged('It was written with a newer Copydesk. Update this one.')
    if (!saved.checkpoint && saved.updates.length === 0) throw new Damaged('Its first update is missing.')
    this.seq = this.checkpointSeq = saved.checkpoint?.seq ?? 0
    this.ydoc.transact(() => {
      if (saved.checkpoint) this.apply(`checkpoint ${saved.checkpoint.seq}`, () => gunzipSync(saved.checkpoint!.state))
      for (const { seq, bytes } of saved.updates) {
        if (seq !== this.seq + 1) throw new Damaged(`Update ${this.seq + 1} is missing.`)
        this.apply(`update ${seq}`, () => bytes)
        this.seq = seq
      }
    })
    if (this.isIncomplete()) throw new Damaged('Some of its updates build on words that are missing.')
    this.appliedSeq = this.seq
  }

  private apply(what: string, bytes: () => Uint8Array): void {
    try {
      const update = bytes()
      this.bytes += update.length
      Y.applyUpdate(this.ydoc, update)
    } catch (error) {
      throw new Damaged(`Its ${what} is damaged.`, { cause: error })
    }
  }

  private isIncomplete(): boolean {
    return this.ydoc.store.pendingStructs !== null || this.ydoc.store.pendingDs !== null
  }

  /** The next update is on disk. */
  add(seq: number, update: Uint8Array): void {
    this.seq = seq
    this.bytes += update.length
    this.toApply.push(update)
  }

  /** Updates that are on disk and not in the Y.Doc yet. */
  get behind(): number {
    return this.toApply.length
  }

  /**
   * Brings the Y.Doc up to what is on disk.
   * @throws when it cannot: then it can no longer be trusted; the disk can
   */
  catchUp(): void {
    const updates = this.toApply
    if (updates.length === 0) return
    this.toApply = []
    this.ydoc.transact(() => {
      for (const update of updates) Y.applyUpdate(this.ydoc, update)
    })
    this.appliedSeq = this.seq
    if (this.isIncomplete())
      this.log.error({ storyId: this.storyId, seq: this.appliedSeq }, 'accepted updates do not fit together')
    if (this.appliedSeq - this.checkpointSeq >= CHECKPOINT_EVERY) void this.checkpoint()
  }

  private async checkpoint(): Promise<void> {
    const seq = this.appliedSeq
    this.checkpointSeq = seq
    const state = Y.encodeStateAsUpdate(this.ydoc)
    this.bytes = state.length
    try {
      await keepCheckpoint(this.db, this.storyId, seq, gzipSync(state, { level: 1 }), this.clock.now())
    } catch (error) {
      // The log has everything; the next checkpoint will do.
      this.log.warn({ storyId: this.storyId, err: error }, 'a checkpoint could not be kept')
    }
  }

  /** A sync step 2: what whoever has this state vector lacks. The whole story is made once, however many join. */
  frameSince(vector: Uint8Array): Buffer {
    if (vector.length !== 1 || vector[0] !== 0) return syncFrame(SYNC_STEP_2, Y.encodeStateAsUpdate(this.ydoc, vector))
    if (this.whole?.seq !== this.appliedSeq)
      this.whole = { seq: this.appliedSeq, frame: syncFrame(SYNC_STEP_2, Y.encodeStateAsUpdate(this.ydoc)) }
    return this.whole.frame
  }

  /** A copy to edit, with updates that are still to be saved, under a Yjs client of the server's; null: a new one. */
  copy(unsaved: readonly Uint8Array[], client: number | null): Y.Doc {
    const copy = new Y.Doc()
    nameParts(copy)
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(this.ydoc))
    for (const update of unsaved) Y.applyUpdate(copy, update)
    // Only now: Yjs takes another id when it hears of its own.
    copy.clientID = client ?? copy.clientID
    return copy
  }

  /** What the desk lists of it. */
  facts(): { id: string; headline: string; dek: string; byline: string; words: number; schema: number } {
    const field = (name: 'headline' | 'dek' | 'byline') => fieldOf(this.ydoc, name).toString()
    return {
      id: this.storyId,
      headline: field('headline'),
      dek: field('dek'),
      byline: field('byline'),
      words: wordsOf(this.ydoc),
      schema: SCHEMA,
    }
  }

  /** Lets go of the Y.Doc. */
  close(): void {
    this.ydoc.destroy()
  }

  /** A checkpoint, if it is worth one, for the next opening. */
  async keepForNextTime(): Promise<void> {
    if (this.appliedSeq - this.checkpointSeq >= CHECKPOINT_ON_CLOSE) await this.checkpoint()
  }
}
