/**
 * Stories full of people who type: every key is a letter sent as a Yjs update of its own, with the caret
 * after it if asked, and every letter is counted when it arrives at each colleague, once and in order.
 */
import { performance } from 'node:perf_hooks'
import * as Y from 'yjs'
import { dialectFor, type Place } from './dialects.ts'
import { Member, presence } from './member.ts'
import { readRanges } from './ranges.ts'
import { letters, linesOf, paragraph, pasted, seeded } from './words.ts'

const FIRST_CLIENT = 1_500_000_000
const ROOM_CLIENTS = 256
const BUCKETS_A_MS = 20
const LONGEST_MS = 20_000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

class Typist {
  readonly expected: Int32Array
  clock = 0
  due = 0
  /** When each letter was sent; 0 for those that are not measured. */
  sentAt: number[] = []
  firstClock = 0
  private text = 0
  private lastLetter = 0
  private presenceClock = 1
  private typed = ''
  private readonly words: string

  constructor(
    readonly member: Member,
    readonly client: number,
    readonly index: number,
    readonly room: Room,
    count: number,
    private readonly random: () => number,
  ) {
    this.expected = new Int32Array(count)
    this.words = letters(5000, random)
  }

  /** Makes a paragraph of its own at the end of the story, as somebody who has it open. */
  settleIn(received: Uint8Array[]): void {
    const ydoc = new Y.Doc()
    for (const update of received) Y.applyUpdate(ydoc, update)
    ydoc.clientID = this.client
    const before = Y.encodeStateVector(ydoc)
    const block = paragraph('>', this.random)
    ydoc.getXmlFragment('body').push([block])
    const text = block.get(0) as Y.XmlText
    this.typed = '>'
    this.text = Y.createRelativePositionFromTypeIndex(text, text.length).type!.clock
    this.lastLetter = Y.createRelativePositionFromTypeIndex(text, 0).item!.clock
    this.clock = this.firstClock = Y.getState(ydoc.store, this.client)
    this.member.write(Y.encodeStateAsUpdate(ydoc, before))
    ydoc.destroy()
  }

  type(now: number, withCaret: boolean): void {
    const letter = this.words.charCodeAt(this.typed.length % this.words.length)
    this.typed += String.fromCharCode(letter)
    const { clock } = this
    this.sentAt[clock - this.firstClock] = now
    this.clock = clock + 1
    this.member.write(oneLetter(this.client, clock, this.lastLetter, letter))
    this.lastLetter = clock
    if (withCaret) this.showCaret()
  }

  showCaret(): void {
    this.member.say(presence(this.client, ++this.presenceClock, { text: this.text, letter: this.lastLetter }))
  }

  get line(): string {
    return this.typed
  }
}

/** A Yjs update (v1) of one letter after the writer's own last one. */
function oneLetter(client: number, clock: number, after: number, letter: number): Uint8Array {
  const bytes = new Uint8Array(32)
  let at = 0
  const put = (n: number) => {
    let rest = n
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[at++] = 128 | (rest % 128)
    bytes[at++] = rest
  }
  bytes[at++] = 1
  bytes[at++] = 1
  put(client)
  put(clock)
  bytes[at++] = 0x84
  put(client)
  put(after)
  bytes[at++] = 1
  bytes[at++] = letter
  bytes[at++] = 0
  return bytes.subarray(0, at)
}

type Room = { place: Place; base: number; typists: Typist[] }

export type Typing = {
  edits: number
  /** Letters that reached a colleague, of those measured, and all that should have. */
  delivered: number
  expected: number
  p50: number
  p99: number
  worst: number
}

export class Crowd {
  readonly rooms: Room[] = []
  readonly faults: string[] = []
  private readonly typists: Typist[] = []
  private readonly waits = new Uint32Array(LONGEST_MS * BUCKETS_A_MS + 1)
  private arrived = 0
  private due = 0
  private measuredArrived = 0
  private measuredDue = 0
  private measuredEdits = 0
  private worst = 0
  private readonly random = seeded(42)

  constructor(
    private readonly port: number,
    private readonly places: Place[],
    private readonly people: number,
  ) {}

  /** Everybody joins, the first of each story pastes some text, and each starts a paragraph. */
  async gather(startSize: number): Promise<void> {
    let sinceRest = 0
    for (const [at, place] of this.places.entries()) {
      const base = FIRST_CLIENT + at * ROOM_CLIENTS
      const room: Room = { place, base, typists: [] }
      this.rooms.push(room)
      for (let index = 0; index < this.people; index++) {
        const client = base + index
        const member = new Member(this.port, dialectFor(place, index), (why) => this.faults.push(`${client} was dropped: ${why}`))
        const received: Uint8Array[] = []
        member.onUpdate = (update) => received.push(update.slice())
        await member.join(presence(client, 1, null))
        if (index === 0 && startSize > 0) {
          const text = pasted(startSize, base + this.people).runs[0]!.updates[0]!
          member.write(text)
          received.push(text)
        }
        const typist = new Typist(member, client, index, room, this.people, this.random)
        typist.settleIn(received)
        room.typists.push(typist)
        this.typists.push(typist)
        member.onUpdate = this.counterOf(typist)
        if (++sinceRest % 50 === 0) await sleep(20)
      }
    }
    await sleep(1500)
    for (const { typists } of this.rooms)
      for (const one of typists) for (const other of typists) one.expected[other.index] = other.clock
  }

  private counterOf(reader: Typist): (update: Uint8Array) => void {
    const { room, expected } = reader
    let now = 0
    const count = (client: number, clock: number, length: number) => {
      const index = client - room.base
      if (index < 0 || index >= expected.length || index === reader.index) return
      const had = expected[index]!
      const end = clock + length
      if (had === 0 || end <= had) return
      if (clock > had) this.faults.push(`${reader.client} missed letters of ${client}`)
      const writer = room.typists[index]!
      for (let at = had; at < end; at++) {
        this.arrived += 1
        const sentAt = writer.sentAt[at - writer.firstClock]!
        if (sentAt === 0) continue
        this.measuredArrived += 1
        const waited = now - sentAt
        if (waited > this.worst) this.worst = waited
        this.waits[Math.min(this.waits.length - 1, Math.round(waited * BUCKETS_A_MS))]! += 1
      }
      expected[index] = end
    }
    return (update) => {
      now = performance.now()
      readRanges(update, count)
    }
  }

  /** @param told everybody's ear for what is told beside the text */
  onNotice(told: (json: string) => void): void {
    for (const { member } of this.typists) member.onNotice = told
  }

  /** Types for some seconds; each person at about `rate` keys a second, not in step with the others. */
  type(seconds: number, rate: number, withCarets: boolean, measured: boolean): Promise<void> {
    const gap = 1000 / rate
    const start = performance.now()
    for (const one of this.typists) one.due = start + this.random() * gap
    return new Promise((resolve) => {
      const tick = () => {
        const now = performance.now()
        if (now - start >= seconds * 1000) return resolve()
        for (const one of this.typists) {
          while (one.due <= now) {
            const others = one.room.typists.length - 1
            one.type(measured ? performance.now() : 0, withCarets)
            this.due += others
            if (measured) {
              this.measuredDue += others
              this.measuredEdits += 1
            }
            one.due += gap * (0.7 + 0.6 * this.random())
          }
        }
        setTimeout(tick, 1)
      }
      tick()
    })
  }

  /** Until every letter has arrived everywhere; false if that takes too long. */
  async allArrived(withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs
    while (this.arrived < this.due && this.faults.length === 0 && performance.now() < until) await sleep(10)
    return this.arrived >= this.due
  }

  /** What was measured since the last time it was asked. */
  take(): Typing {
    const total = this.waits.reduce((sum, n) => sum + n, 0)
    const quantile = (q: number) => {
      let left = total * q
      for (let i = 0; i < this.waits.length; i++) if ((left -= this.waits[i]!) <= 0) return i / BUCKETS_A_MS
      return LONGEST_MS
    }
    const result = {
      edits: this.measuredEdits,
      delivered: this.measuredArrived,
      expected: this.measuredDue,
      p50: total === 0 ? Number.NaN : quantile(0.5),
      p99: total === 0 ? Number.NaN : quantile(0.99),
      worst: this.worst,
    }
    this.waits.fill(0)
    this.worst = this.measuredArrived = this.measuredDue = this.measuredEdits = 0
    return result
  }

  /** Somebody who comes later finds every letter of everybody. */
  async check(sample: number): Promise<void> {
    const some = this.rooms.filter((_, at) => at % Math.max(1, Math.floor(this.rooms.length / sample)) === 0)
    for (const room of some) {
      const ydoc = new Y.Doc()
      const reader = new Member(this.port, dialectFor(room.place, 0), (why) => this.faults.push(`the reader was dropped: ${why}`))
      reader.onUpdate = (update) => Y.applyUpdate(ydoc, update)
      await reader.join(null)
      await sleep(50)
      const lines = new Set(linesOf(ydoc))
      for (const { client, line } of room.typists)
        if (!lines.has(line)) this.faults.push(`what ${client} typed is not in the story`)
      await reader.line.close()
      ydoc.destroy()
    }
  }

  /** Copydesk only: it says how many of each member's updates are on disk. */
  checkSaved(): void {
    for (const { member, client } of this.typists)
      if (member.saved !== member.sent) this.faults.push(`${client} sent ${member.sent} and was told ${member.saved} are saved`)
  }

  get presenceFrames(): number {
    return this.typists.reduce((sum, { member }) => sum + member.presenceFrames, 0)
  }

  get wire(): { frames: number; bytes: number } {
    return this.typists.reduce(
      (sum, { member: { line } }) => ({ frames: sum.frames + line.frames, bytes: sum.bytes + line.bytes }),
      { frames: 0, bytes: 0 },
    )
  }

  async leave(): Promise<void> {
    await Promise.all(this.typists.map(({ member }) => member.line.close()))
  }
}
