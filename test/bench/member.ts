/** Somebody in a story, as the bench needs them: what a provider does on the wire, without the document behind it. */
import * as encoding from 'lib0/encoding'
import type { Dialect } from './dialects.ts'
import { Line } from './line.ts'
import { readRanges } from './ranges.ts'

const SYNC = 0
const AWARENESS = 1
const STEP_1 = 0
const STEP_2 = 1
const UPDATE = 2
/** Copydesk's "the first n of yours are on disk", and what it tells of beside the text. */
const SAVED = 100
const NOTICE = 102

const ASK_FOR_ALL = Uint8Array.of(SYNC, STEP_1, 1, 0)
const HAVE_NOTHING = Uint8Array.of(SYNC, STEP_2, 2, 0, 0)

export class Member {
  readonly line: Line
  /** The update is only there during the call. */
  onUpdate: (update: Uint8Array) => void = () => {}
  onNotice: (json: string) => void = () => {}
  presenceFrames = 0
  saved = 0
  sent = 0
  private readonly skip: number
  private synced: () => void = () => {}

  constructor(
    private readonly port: number,
    private readonly dialect: Dialect,
    closed: (why: string) => void,
  ) {
    this.skip = dialect.prefix.length
    this.line = new Line(port, dialect.path, dialect.headers)
    this.line.onMessage = (message) => this.receive(message)
    this.line.onClosed = closed
  }

  /** Resolves at the server's first answer to "send me all". */
  async join(presence: Uint8Array | null): Promise<void> {
    const first = new Promise<void>((resolve) => {
      this.synced = resolve
    })
    await this.line.open()
    for (const message of this.dialect.hello) this.line.send(message)
    this.say(ASK_FOR_ALL)
    if (presence) this.say(presence)
    await first
  }

  write(update: Uint8Array): void {
    this.sent += 1
    this.say(updateMessage(update))
  }

  say(message: Uint8Array): void {
    if (this.skip === 0) return this.line.send(message)
    const whole = new Uint8Array(this.skip + message.length)
    whole.set(this.dialect.prefix)
    whole.set(message, this.skip)
    this.line.send(whole)
  }

  private receive(message: Uint8Array): void {
    let at = this.skip
    const type = message[at++]!
    if (type === AWARENESS) this.presenceFrames += 1
    else if (type === SAVED) this.saved = uint(message, at)
    else if (type === NOTICE) this.onNotice(words(message, at))
    if (type !== SYNC) return
    const step = message[at++]!
    if (step === STEP_1) {
      this.sent += 1
      return this.say(HAVE_NOTHING)
    }
    while (message[at++]! >= 128);
    // Not a Buffer, whose slice() would be a view of what the next read overwrites.
    this.onUpdate(new Uint8Array(message.buffer, message.byteOffset + at, message.length - at))
    if (step === STEP_2) this.synced()
  }
}

function words(bytes: Uint8Array, from: number): string {
  let at = from
  while (bytes[at++]! >= 128);
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, bytes.length - at).toString()
}

function uint(bytes: Uint8Array, from: number): number {
  let number = 0
  let times = 1
  for (let at = from; ; at++) {
    number += (bytes[at]! & 127) * times
    if (bytes[at]! < 128) return number
    times *= 128
  }
}

function updateMessage(update: Uint8Array): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, SYNC)
    encoding.writeVarUint(encoder, UPDATE)
    encoding.writeVarUint8Array(encoder, update)
  })
}

/** What a caret sends: y-prosemirror's cursor as relative positions, and who it is. */
export function presence(client: number, clock: number, cursor: { text: number; letter: number } | null): Uint8Array {
  const place = cursor && { type: { client, clock: cursor.text }, tname: null, item: { client, clock: cursor.letter }, assoc: 0 }
  const user = { id: `p${client}`, name: `Typist ${client % 1000}`, hue: client % 12, color: '#7a5cff' }
  const state = JSON.stringify({ user, cursor: place && { anchor: place, head: place } })
  const entry = encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, 1)
    encoding.writeVarUint(encoder, client)
    encoding.writeVarUint(encoder, clock)
    encoding.writeVarString(encoder, state)
  })
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, AWARENESS)
    encoding.writeVarUint8Array(encoder, entry)
  })
}

/** How far a client has got towards holding a whole story. */
export class Reach {
  private readonly have = new Map<number, number>()

  add(update: Uint8Array): void {
    readRanges(update, (client, clock, length) => {
      const had = this.have.get(client) ?? 0
      if (clock <= had && clock + length > had) this.have.set(client, clock + length)
    })
  }

  holds(reach: readonly (readonly [client: number, clock: number])[]): boolean {
    return reach.every(([client, clock]) => (this.have.get(client) ?? 0) >= clock)
  }
}
