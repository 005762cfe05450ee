/** One socket in a room: who it is, what it may do, and how far it has come. */
import type { Person } from '../../shared/api.ts'
import { may, type OnStory } from '../../shared/can.ts'
import { colorOf } from '../../shared/hues.ts'

/** The network end of a session. */
export type Wire = {
  /** Bytes that are already WebSocket frames. */
  write(frames: Uint8Array): void
  close(code: number, reason: string): void
  /** Asks the other end whether it is still there. */
  ping(): void
  /** Stop and go on reading from it. */
  pause(): void
  resume(): void
  /** Bytes written and not yet taken by the network. */
  readonly buffered: number
}

const MESSAGES_A_SECOND = 400
const MESSAGES_AT_ONCE = 6000
const BYTES_A_SECOND = 1024 * 1024
const BYTES_AT_ONCE = 24 * 1024 * 1024

export class Session {
  /** What colleagues are told about it. */
  readonly card: { id: string; name: string; hue: number; color: string; role: string }
  readonly cardJson: string
  /** The Yjs client id its presence state is under; fixed by its first one. */
  client: number | null = null
  presenceClock = -1
  /** Presence entries under ids that nobody here has. */
  invented = 0

  /** Sync updates (step 2 or update) received on this connection. */
  received = 0
  /** How many of the first of them are on disk, and how many it was told. */
  saved = 0
  told = 0
  /** An update did not fit what came before: nothing after it counts as saved until it has synced again. */
  gapped = false
  /** Asked to sync again, and how often in a row that did not help. */
  asked = false
  gaps = 0

  /** It has the story, and from here on gets what changes. */
  synced = false
  closed = false
  lastHeard: number
  lastWritten: number
  private messages = MESSAGES_AT_ONCE
  private bytes = BYTES_AT_ONCE

  constructor(
    readonly wire: Wire,
    readonly person: Person,
    /** The sign-in it came with. */
    readonly signIn: string,
    public rights: OnStory,
    now: number,
  ) {
    this.card = { id: person.id, name: person.name, hue: person.hue, color: colorOf(person.hue), role: person.role }
    this.cardJson = JSON.stringify(this.card)
    this.lastHeard = now
    this.lastWritten = now
  }

  get mayWrite(): boolean {
    return may(this.rights, 'write it')
  }

  /** False: it sends more than any person or honest script. */
  heard(bytes: number, now: number): boolean {
    const seconds = Math.max(0, now - this.lastHeard) / 1000
    this.lastHeard = now
    this.messages = Math.min(MESSAGES_AT_ONCE, this.messages + seconds * MESSAGES_A_SECOND) - 1
    this.bytes = Math.min(BYTES_AT_ONCE, this.bytes + seconds * BYTES_A_SECOND) - bytes
    return this.messages >= 0 && this.bytes >= 0
  }

  /** What it sent was more work than its bytes say. */
  costs(bytes: number): void {
    this.bytes -= bytes
  }

  /** What it asks for counts as what it sends: a small question may have an answer of megabytes. */
  answer(now: number, ...frames: Uint8Array[]): void {
    for (const frame of frames) this.costs(frame.length)
    this.write(now, ...frames)
  }

  write(now: number, ...frames: Uint8Array[]): void {
    if (this.closed || frames.length === 0) return
    this.lastWritten = now
    this.wire.write(frames.length === 1 ? frames[0]! : Buffer.concat(frames))
  }
}
