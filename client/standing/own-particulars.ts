/**
 * What this person types of a story's particulars: each saved by itself when it is left. What a colleague changed
 * meanwhile comes in where nothing was typed; where both changed the same one, both are shown, and somebody decides.
 */
import type { Standing } from '../../shared/shapes/standing.ts'
import { Refusal } from '../../shared/refusal.ts'
import { isSignedOut, sentence } from '../api.ts'
import type { LiveStanding } from './live-standing.ts'

type Particulars = Standing['particulars']
export type Name = keyof Particulars
export type Value<N extends Name = Name> = Particulars[N]
/** `clash`: a colleague has changed it, too, and differently. */
export type State = 'same' | 'typed' | 'saving' | 'saved' | 'wrong' | 'clash'
/** Where they are kept. */
type Kept = Pick<LiveStanding, 'now' | 'read' | 'changeParticulars' | 'addEventListener' | 'removeEventListener'>
type Own = { value: Value; base: Value; state: State; says: string }

/** Colleagues who save other particulars at the same time make one try again. */
const TRIES = 4

const same = (one: Value, other: Value): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Dispatches `change`, and `signed-out`. */
export class OwnParticulars extends EventTarget {
  private readonly own = new Map<Name, Own>()

  constructor(private readonly standing: Kept) {
    super()
    standing.addEventListener('change', this.stands)
  }

  close(): void {
    this.standing.removeEventListener('change', this.stands)
    void this.saveAll()
  }

  /** As it stands in the field. */
  value<N extends Name>(name: N): Value<N> | undefined {
    return (this.own.get(name)?.value ?? this.standing.now?.particulars[name]) as Value<N> | undefined
  }

  state(name: Name): State {
    return this.own.get(name)?.state ?? 'same'
  }

  /** What is wrong with it. */
  says(name: Name): string {
    return this.own.get(name)?.says ?? ''
  }

  /** What the server has. */
  theirs<N extends Name>(name: N): Value<N> | undefined {
    return this.standing.now?.particulars[name]
  }

  type<N extends Name>(name: N, value: Value<N>): void {
    const known = this.theirs(name)
    if (known === undefined) return
    const before = this.own.get(name)
    const base = before?.base ?? known
    // On its way, it is looked at again when the answer is there.
    const state = before?.state === 'clash' || before?.state === 'saving' ? before.state : 'typed'
    if (same(value, known) && state !== 'saving') this.own.delete(name)
    else this.own.set(name, { value, base, state, says: before?.says ?? '' })
    this.changed()
  }

  /** Saves it as it is in the field now. */
  async save(name: Name): Promise<void> {
    const own = this.own.get(name)
    if (own === undefined || own.state === 'saving' || own.state === 'clash' || own.state === 'saved') return
    this.put(name, { ...own, state: 'saving', says: '' })
    try {
      for (let tries = 1; ; tries++) {
        const { now } = this.standing
        if (now === null) return this.put(name, { ...own, state: 'typed' })
        if (!same(now.particulars[name], own.base)) return this.clashes(name, own)
        try {
          await this.standing.changeParticulars({ version: now.version, [name]: own.value })
          return this.saved(name, own.value)
        } catch (error) {
          const isOther = error instanceof Refusal && error.type === 'changed-meanwhile'
          if (!isOther || tries === TRIES) throw error
          await this.standing.read()
        }
      }
    } catch (error) {
      if (isSignedOut(error)) this.dispatchEvent(new Event('signed-out'))
      this.put(name, { ...(this.own.get(name) ?? own), state: 'wrong', says: sentence(error) })
    }
  }

  async saveAll(): Promise<void> {
    await Promise.all([...this.own.keys()].map((name) => this.save(name)))
  }

  /** Of a clash: what is in the field here goes over what a colleague wrote. */
  async keepMine(name: Name): Promise<void> {
    const own = this.own.get(name)
    const base = this.theirs(name)
    if (own === undefined || base === undefined) return
    this.put(name, { ...own, base, state: 'typed', says: '' })
    await this.save(name)
  }

  takeTheirs(name: Name): void {
    this.own.delete(name)
    this.changed()
  }

  private saved(name: Name, value: Value): void {
    const own = this.own.get(name)
    // Typed on while it was on its way: that is the next to be saved.
    if (own !== undefined && !same(own.value, value)) {
      this.put(name, { ...own, base: value, state: 'typed', says: '' })
      return void this.save(name)
    }
    this.put(name, { value: this.theirs(name) ?? value, base: this.theirs(name) ?? value, state: 'saved', says: '' })
  }

  private clashes(name: Name, own: Own): void {
    const theirs = this.theirs(name)!
    if (same(theirs, own.value)) this.takeTheirs(name)
    else this.put(name, { ...own, state: 'clash', says: '' })
  }

  private put(name: Name, own: Own): void {
    this.own.set(name, own)
    this.changed()
  }

  /** A colleague has changed something, or this page has. */
  private readonly stands = (): void => {
    for (const [name, own] of this.own) {
      const theirs = this.theirs(name)
      if (theirs === undefined || own.state === 'saving' || same(theirs, own.base)) continue
      if (own.state === 'saved' || same(theirs, own.value)) this.own.delete(name)
      else this.own.set(name, { ...own, state: 'clash', says: '' })
    }
    this.changed()
  }

  private changed(): void {
    this.dispatchEvent(new Event('change'))
  }
}
