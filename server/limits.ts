/**
 * Limits on guessing passwords. They count failures, never people: an office of thirty behind one
 * address signs in as it likes, and nobody can lock out somebody at another address.
 */
import { Refusal } from '../shared/refusal.ts'
import type { Clock } from './clock.ts'

const WINDOW_MS = 15 * 60_000
/** Wrong passwords for one e-mail from one address. */
const FAILURES_OF_PERSON = 10
/** Wrong passwords from one address, whoever they claim to be. */
const FAILURES_OF_ADDRESS = 100
const MAX_KEYS = 10_000

/** Failures by key in a sliding window, in bounded memory. */
export class FailureCount {
  private readonly times = new Map<string, number[]>()

  constructor(
    private readonly clock: Clock,
    private readonly most: number,
    private readonly maxKeys = MAX_KEYS,
  ) {}

  get size(): number {
    return this.times.size
  }

  /** Milliseconds until one more try is allowed; 0 for now. */
  wait(key: string): number {
    const times = this.recent(key)
    return times.length < this.most ? 0 : times[0]! + WINDOW_MS - this.clock.now()
  }

  add(key: string): void {
    const times = this.recent(key)
    times.push(this.clock.now())
    // The map keeps the order of the last failure, so the first keys are the stalest.
    this.times.delete(key)
    this.times.set(key, times.slice(-this.most))
    for (const stale of this.times.keys()) {
      if (this.times.size <= this.maxKeys) break
      this.times.delete(stale)
    }
  }

  forget(key: string): void {
    this.times.delete(key)
  }

  private recent(key: string): number[] {
    const from = this.clock.now() - WINDOW_MS
    const times = (this.times.get(key) ?? []).filter((at) => at > from)
    if (times.length === 0) this.times.delete(key)
    return times
  }
}

export class SignInLimit {
  private readonly ofPerson: FailureCount
  private readonly ofAddress: FailureCount

  constructor(clock: Clock) {
    this.ofPerson = new FailureCount(clock, FAILURES_OF_PERSON)
    this.ofAddress = new FailureCount(clock, FAILURES_OF_ADDRESS)
  }

  /** @throws Refusal `too-many-tries` */
  check(address: string, email: string): void {
    const wait = Math.max(this.ofPerson.wait(`${address} ${email}`), this.ofAddress.wait(address))
    if (wait <= 0) return
    const minutes = Math.ceil(wait / 60_000)
    throw new Refusal(
      'too-many-tries',
      429,
      `Too many wrong passwords from here. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    )
  }

  failed(address: string, email: string): void {
    this.ofPerson.add(`${address} ${email}`)
    this.ofAddress.add(address)
  }

  succeeded(address: string, email: string): void {
    this.ofPerson.forget(`${address} ${email}`)
  }
}

/**
 * Slow work (passwords, files) in single file by address or person: a few at once, each in turn, and a bounded
 * number waiting, so that a flood from one place takes neither the processor nor another's turn.
 */
export class SlowWork {
  private running = 0
  private total = 0
  private readonly waiting = new Map<string, (() => void)[]>()

  constructor(
    private readonly atOnce = 2,
    private readonly waitingOfAddress = 64,
    private readonly waitingInAll = 512,
    private readonly sentence = 'Too many people are signing in at this moment. Try again in a few seconds.',
  ) {}

  /** @throws Refusal `too-busy` when too many wait already */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.atOnce) this.running++
    else await this.turn(address)
    try {
      return await work()
    } finally {
      this.next()
    }
  }

  private turn(address: string): Promise<void> {
    const line = this.waiting.get(address) ?? []
    if (line.length >= this.waitingOfAddress || this.total >= this.waitingInAll) throw new Refusal('too-busy', 503, this.sentence)
    this.total++
    return new Promise((go) => {
      line.push(go)
      this.waiting.set(address, line)
    })
  }

  /** Hands the place of finished work to the address that has waited longest for a turn. */
  private next(): void {
    const [address, line] = this.waiting.entries().next().value ?? []
    const go = line?.shift()
    if (address === undefined || line === undefined || go === undefined) {
      this.running--
      return
    }
    this.total--
    this.waiting.delete(address)
    if (line.length > 0) this.waiting.set(address, line)
    go()
  }
}

/**
 * One name for an address, however it is written. An IPv6 household counts as one: it holds 2^64
 * addresses. Taken from the socket, never from a header: X-Forwarded-For is anybody's word.
 */
export function addressOf(remote: string | undefined): string {
  const address = remote?.split('%')[0]?.toLowerCase() ?? 'unknown'
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
