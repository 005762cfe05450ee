/**
 * A network in a test: messages wait on the line until the test delivers them, lines are cut without a
 * word to either side. At the desk's end sits a writer who speaks y-websocket as its provider does.
 */
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness'
import { readSyncMessage, writeSyncStep1, writeUpdate } from 'y-protocols/sync'
import * as Y from 'yjs'
import {
  CLOSE,
  MESSAGE_AUTH,
  MESSAGE_AWARENESS,
  MESSAGE_NOTICE,
  MESSAGE_SAVED,
  MESSAGE_STALLED,
  MESSAGE_SYNC,
  SYNC_STEP_1,
  SYNC_STEP_2,
  SYNC_UPDATE,
} from '../shared/protocol.ts'
import type { StoryNotice } from '../shared/review.ts'
import { bodyOf, nameParts } from '../shared/story.ts'
import type { Room } from '../server/sync/room.ts'
import { Session, type Wire } from '../server/sync/session.ts'
import type { SignedInPerson, TestNewsroom } from './newsroom.ts'

/** Payloads of the WebSocket frames in a write. */
export function payloadsIn(bytes: Uint8Array): Uint8Array[] {
  const view = Buffer.from(bytes)
  const payloads: Uint8Array[] = []
  for (let at = 0; at < view.length;) {
    const short = view[at + 1]! & 127
    const head = short < 126 ? 2 : short === 126 ? 4 : 10
    const length = short < 126 ? short : short === 126 ? view.readUInt16BE(at + 2) : Number(view.readBigUInt64BE(at + 2))
    payloads.push(new Uint8Array(view.subarray(at + head, at + head + length)))
    at += head + length
  }
  return payloads
}

export const syncMessage = (step: number, bytes: Uint8Array): Uint8Array => {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, MESSAGE_SYNC)
  encoding.writeVarUint(encoder, step)
  encoding.writeVarUint8Array(encoder, bytes)
  return encoding.toUint8Array(encoder)
}

export const presenceMessage = (entries: [client: number, clock: number, state: unknown][]): Uint8Array => {
  const update = encoding.createEncoder()
  encoding.writeVarUint(update, entries.length)
  for (const [client, clock, state] of entries) {
    encoding.writeVarUint(update, client)
    encoding.writeVarUint(update, clock)
    encoding.writeVarString(update, JSON.stringify(state))
  }
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, MESSAGE_AWARENESS)
  encoding.writeVarUint8Array(encoder, encoding.toUint8Array(update))
  return encoding.toUint8Array(encoder)
}

/** One connection between a writer and the server. */
export class Line implements Wire {
  readonly up: Uint8Array[] = []
  readonly down: Uint8Array[] = []
  session: Session | null = null
  room: Room | null = null
  closed: { code: number; reason: string } | null = null
  cut = false
  buffered = 0
  paused = false
  writes = 0

  /** @param onWrite sees every payload at the moment the server lets go of it */
  constructor(private readonly onWrite: (payload: Uint8Array) => void) {}

  write(frames: Uint8Array): void {
    this.writes += 1
    for (const payload of payloadsIn(frames)) {
      this.onWrite(payload)
      this.down.push(payload)
    }
  }
  close(code: number, reason: string): void {
    this.closed = { code, reason }
  }
  ping(): void {}
  pause(): void {
    this.paused = true
  }
  resume(): void {
    this.paused = false
  }
}

export class Writer {
  ydoc = new Y.Doc()
  awareness: Awareness
  line: Line | null = null
  synced = false
  /** Of this connection: what was sent and what the server says is on disk. */
  sent: Uint8Array[] = []
  saved = 0
  stalled = false
  readOnly = false
  /** What it was told beside the text, on all its connections. */
  readonly notices: StoryNotice[] = []
  /** Told of every update and step 2 before it is taken in. */
  hears: ((update: Uint8Array, whole: boolean) => void) | null = null
  /** Updates that were shown to this writer before they were on disk. */
  readonly shownTooEarly: string[] = []

  constructor(
    readonly desk: TestNewsroom,
    readonly person: SignedInPerson,
    readonly storyId: string,
    clientId?: number,
  ) {
    if (clientId !== undefined) this.ydoc.clientID = clientId
    nameParts(this.ydoc)
    this.awareness = new Awareness(this.ydoc)
    clearInterval(this.awareness._checkInterval as never)
    this.awareness.setLocalState({ user: { name: person.name } })
    this.ydoc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === this) return
      const encoder = encoding.createEncoder()
      encoding.writeVarUint(encoder, MESSAGE_SYNC)
      writeUpdate(encoder, update)
      this.send(encoding.toUint8Array(encoder))
    })
    // As y-websocket does: what it hears of others it says again.
    this.awareness.on('update', ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>) => {
      this.send(this.presence([...added, ...updated, ...removed]))
    })
  }

  private presence(clients: number[]): Uint8Array {
    const encoder = encoding.createEncoder()
    encoding.writeVarUint(encoder, MESSAGE_AWARENESS)
    encoding.writeVarUint8Array(encoder, encodeAwarenessUpdate(this.awareness, clients))
    return encoding.toUint8Array(encoder)
  }

  send(message: Uint8Array): void {
    if (!this.line || this.line.cut) return
    if (message[0] === MESSAGE_SYNC && message[1] !== SYNC_STEP_1) this.sent.push(message)
    this.line.up.push(message)
  }

  async connect(): Promise<void> {
    const line = new Line((payload) => this.checkOnDisk(payload))
    this.line = line
    this.synced = false
    this.stalled = false
    this.sent = []
    this.saved = 0
    const { desk, person } = this
    const rights = await desk.rooms.mayEnter(this.storyId, person)
    if (!rights) return line.close(CLOSE.noStory, 'There is no such story.')
    const session = new Session(line, person, person.signIn, rights, desk.clock.now())
    line.session = session
    line.room = await desk.rooms.enter(this.storyId, session)
    const encoder = encoding.createEncoder()
    encoding.writeVarUint(encoder, MESSAGE_SYNC)
    writeSyncStep1(encoder, this.ydoc)
    this.send(encoding.toUint8Array(encoder))
    this.send(this.presence([this.ydoc.clientID]))
  }

  /** The line goes dead; the server is told, or finds out later. */
  drop(tellServer = true): void {
    const { line } = this
    if (!line) return
    line.cut = true
    if (tellServer && line.room && line.session) this.desk.rooms.leave(line.room, line.session)
    this.line = null
    this.synced = false
    const others = [...this.awareness.getStates().keys()].filter((client) => client !== this.ydoc.clientID)
    removeAwarenessStates(this.awareness, others, this)
  }

  /** The next message of this line reaches the server. */
  deliverUp(): boolean {
    const { line } = this
    const message = line && !line.paused ? line.up.shift() : undefined
    if (!line || !message) return false
    line.room?.receive(line.session!, message)
    return true
  }

  /** The next message of this line reaches the writer. */
  deliverDown(): boolean {
    const message = this.line?.down.shift()
    if (!message) return false
    this.hear(message)
    return true
  }

  private hear(message: Uint8Array): void {
    const decoder = decoding.createDecoder(message)
    const type = decoding.readVarUint(decoder)
    if (type === MESSAGE_SYNC) {
      const ahead = decoding.clone(decoder)
      const kind = decoding.readVarUint(ahead)
      if (kind !== SYNC_STEP_1) this.hears?.(decoding.readVarUint8Array(ahead), kind === SYNC_STEP_2)
      const encoder = encoding.createEncoder()
      encoding.writeVarUint(encoder, MESSAGE_SYNC)
      const step = readSyncMessage(decoder, encoder, this.ydoc, this)
      if (step === SYNC_STEP_2) this.synced = true
      if (encoding.length(encoder) > 1) this.send(encoding.toUint8Array(encoder))
    } else if (type === MESSAGE_AWARENESS) applyAwarenessUpdate(this.awareness, decoding.readVarUint8Array(decoder), this)
    else if (type === MESSAGE_SAVED) this.saved = decoding.readVarUint(decoder)
    else if (type === MESSAGE_STALLED) this.stalled = decoding.readVarUint(decoder) === 1
    else if (type === MESSAGE_AUTH) this.readOnly = true
    else if (type === MESSAGE_NOTICE) this.notices.push(JSON.parse(decoding.readVarString(decoder)) as StoryNotice)
  }

  /** [P1] At the moment the server lets an update or a saved count go, the disk must have it. */
  private checkOnDisk(payload: Uint8Array): void {
    const { disk } = this.desk
    if (payload[0] === MESSAGE_SYNC && payload[1] === SYNC_UPDATE) {
      const decoder = decoding.createDecoder(payload.subarray(2))
      const bytes = Buffer.from(decoding.readVarUint8Array(decoder))
      const row = disk.prepare('select 1 from updates where story_id = ? and bytes = ?').get(this.storyId, bytes)
      if (!row) this.shownTooEarly.push(`an update of ${bytes.length} bytes`)
    }
    if (payload[0] === MESSAGE_SYNC && payload[1] === SYNC_STEP_2) {
      const decoder = decoding.createDecoder(payload.subarray(2))
      const shown = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(decoding.readVarUint8Array(decoder)))
      const saved = stateOnDisk(this.desk, this.storyId)
      for (const [client, clock] of shown)
        if (clock > (saved.get(client) ?? 0)) this.shownTooEarly.push(`client ${client} up to ${clock}`)
    }
  }

  get paragraphs(): string[] {
    return bodyOf(this.ydoc).toArray().map(plainText)
  }

  /** The text of a paragraph, made if it has none yet. */
  textOf(paragraph: number): Y.XmlText {
    const element = bodyOf(this.ydoc).get(paragraph) as Y.XmlElement
    const first = element.get(0)
    if (first instanceof Y.XmlText) return first
    const text = new Y.XmlText()
    element.insert(0, [text])
    return text
  }

  types(text: string, paragraph = 0, at = Infinity): void {
    this.ydoc.transact(() => {
      const target = this.textOf(paragraph)
      target.insert(Math.min(at, target.length), text)
    })
  }
}

/** A story as a newcomer would load it from disk. */
export function storyOnDisk(desk: TestNewsroom, storyId: string): Y.Doc {
  const ydoc = new Y.Doc()
  const rows = desk.disk.prepare('select bytes from updates where story_id = ? order by seq').all(storyId) as {
    bytes: Uint8Array
  }[]
  ydoc.transact(() => {
    for (const { bytes } of rows) Y.applyUpdate(ydoc, bytes)
  })
  bodyOf(ydoc)
  return ydoc
}

const stateOnDisk = (desk: TestNewsroom, storyId: string) => Y.decodeStateVector(Y.encodeStateVector(storyOnDisk(desk, storyId)))

export function plainText(type: unknown): string {
  if (type instanceof Y.XmlText)
    return type
      .toDelta()
      .map((part: { insert: unknown }) => (typeof part.insert === 'string' ? part.insert : ''))
      .join('')
  return type instanceof Y.XmlElement ? type.toArray().map(plainText).join('') : ''
}

/** More answers to answers than any meeting takes. */
const MOST_ROUNDS = 500

/** Everything on every line arrives, and everything the server accepted is saved and shown. */
export async function deliverAll(desk: TestNewsroom, writers: readonly Writer[]): Promise<void> {
  let rounds = 0
  for (let quiet = 0; quiet < 2;) {
    rounds += 1
    if (rounds > MOST_ROUNDS) throw new Error('They answer each other for ever.')
    let moved = false
    for (const writer of writers) while (writer.deliverUp()) moved = true
    await desk.rooms.queue.settled()
    desk.clock.pass(300)
    for (const writer of writers) while (writer.deliverDown()) moved = true
    quiet = moved ? 0 : quiet + 1
  }
}
