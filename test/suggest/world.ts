/**
 * A story and the forks of it, by chance, without wires: editors change the story, suggesters their forks, suggestions
 * are accepted and rejected, all in any order. Every word stands once, so what is lost, torn or doubled is counted.
 */
import type { StoryText } from '../../shared/story.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { port, type Clash } from '../../shared/suggest/port.ts'
import type { Random } from '../random.ts'
import { Hand, wordsIn } from './chance.ts'
import { said } from './text.ts'

type Fork = {
  hand: Hand
  /** The story when it was last brought up to date; its truth; what its author has on the screen, and had at the last look. */
  base: StoryText
  view: StoryText
  screen: StoryText
  seen: StoryText
  clashes: Clash[]
  keepBoth: boolean
  /** Words that came into the story where it takes words out: its author never had them. */
  unseen: Set<string>
}

export type Faults = {
  torn: string[]
  doubled: string[]
  lost: string[]
  untrue: string[]
  /** Hunks that would take out words their author never saw, and are not said to be stale. */
  unsaid: string[]
}

export class World {
  readonly faults: Faults = { torn: [], doubled: [], lost: [], untrue: [], unsaid: [] }
  readonly hands: Hand[] = []
  readonly forks: Fork[]
  story: StoryText
  /** Words that somebody took out of the story, or suggested to take out where that was accepted. */
  private readonly gone = new Set<string>()
  /** Words that must be in the story: put in by an editor, or accepted. */
  private readonly in = new Set<string>()
  accepted = 0

  constructor(
    readonly random: Random,
    forks: number,
    keepBoth = false,
  ) {
    const first = this.hand('s')
    this.story = first.story()
    for (const word of first.written) this.in.add(word)
    this.forks = Array.from({ length: forks }, (_, i) => ({
      hand: this.hand(`f${i}`),
      base: this.story,
      view: this.story,
      screen: this.story,
      seen: this.story,
      clashes: [],
      unseen: new Set(),
      keepBoth: keepBoth && i === forks - 1,
    }))
    this.editor = this.hand('e')
  }

  private readonly editor: Hand

  private hand(name: string): Hand {
    const hand = new Hand(name, this.random)
    this.hands.push(hand)
    return hand
  }

  step(): void {
    const { random } = this
    const dice = random.below(100)
    const fork = random.pick(this.forks)
    if (dice < 30) this.edit()
    else if (dice < 62) fork.screen = fork.hand.change(fork.screen)
    else if (dice < 72) this.look(fork)
    else if (dice < 80) this.flush(fork)
    else if (dice < 87) this.follow(fork)
    else if (dice < 95) this.accept(fork)
    else this.reject(fork)
  }

  private edit(): void {
    const before = wordsIn(this.story)
    this.story = this.editor.change(this.story)
    this.note(before)
  }

  private note(before: readonly string[]): void {
    const after = new Set(wordsIn(this.story))
    for (const word of before) if (!after.has(word)) this.in.delete(word)
    for (const word of after) this.in.add(word)
  }

  /** The server looks at what its author has done. */
  private look(fork: Fork): void {
    if (fork.screen === fork.seen) return
    if (fork.view === fork.seen) fork.view = fork.screen
    else {
      const ported = port(fork.seen, fork.view, fork.screen, fork.keepBoth)
      fork.view = ported.text
      fork.clashes.push(...ported.clashes)
    }
    fork.seen = fork.screen
    this.count('fork', fork.view)
  }

  /** Its author's screen becomes what the server holds for true. */
  private flush(fork: Fork): void {
    this.look(fork)
    fork.screen = fork.view
    fork.seen = fork.view
  }

  private follow(fork: Fork): void {
    this.look(fork)
    const before = new Set(wordsIn(fork.base))
    const ported = port(fork.base, this.story, fork.view, fork.keepBoth)
    for (const word of wordsIn(this.story)) if (!before.has(word)) fork.unseen.add(word)
    for (const word of wordsIn(ported.text)) fork.unseen.delete(word)
    fork.view = ported.text
    fork.base = this.story
    fork.clashes.push(...ported.clashes)
    this.check(fork)
  }

  private accept(fork: Fork): void {
    this.follow(fork)
    const review = compare(this.story, fork.view, fork.clashes)
    const ids = this.some(review.hunks.map(({ id }) => id))
    if (ids.length === 0) return
    const before = wordsIn(this.story)
    const told = said(fork.view, false)
    this.story = review.taking(ids)
    this.accepted += ids.length
    fork.base = this.story
    this.note(before)
    // The rest of the suggestions is what it was: the fork is not touched.
    const rest = compare(this.story, fork.view)
    if (!same(said(rest.taking(rest.hunks.map(({ id }) => id)), false), told)) this.faults.untrue.push('the rest is another fork')
    for (const id of ids)
      if (rest.hunks.some((hunk) => hunk.id === id)) this.faults.untrue.push(`${id} was accepted and is still there`)
    this.check(fork)
  }

  private reject(fork: Fork): void {
    this.follow(fork)
    const review = compare(this.story, fork.view, fork.clashes)
    const ids = this.some(review.hunks.map(({ id }) => id))
    fork.view = review.without(ids)
    const rest = compare(this.story, fork.view)
    // But for how a blank looks: of two blanks side by side, it is as well the other one.
    for (const id of ids)
      if (rest.hunks.some((hunk) => hunk.id === id && (hunk.kind !== 'looks' || hunk.was.trim() !== '')))
        this.faults.untrue.push(`${id} was rejected and is still there`)
    this.check(fork)
  }

  private some(ids: readonly string[]): string[] {
    if (this.random.chance(20)) return [...ids]
    return ids.filter(() => this.random.chance(30))
  }

  private count(name: string, text: StoryText): void {
    const words = wordsIn(text)
    const known = new Set(this.hands.flatMap(({ written }) => written))
    for (const word of words)
      if (!known.has(word) && !/^(Cora|Stein|A|headline)$/.test(word)) this.faults.torn.push(`${name}: ${word}`)
    const seen = new Set<string>()
    for (const word of words) {
      if (seen.has(word)) this.faults.doubled.push(`${name}: ${word}`)
      seen.add(word)
    }
  }

  private check(fork: Fork): void {
    this.count('story', this.story)
    this.count('fork', fork.view)
    const words = new Set(wordsIn(this.story))
    for (const word of this.in) if (!words.has(word)) this.faults.lost.push(`story: ${word}`)
    const review = compare(this.story, fork.view, fork.clashes)
    for (const { was, stale, says } of review.hunks)
      for (const word of was.match(/\w+/g) ?? []) if (!stale && fork.unseen.has(word)) this.faults.unsaid.push(`${word}: ${says}`)
    const all = review.hunks.map(({ id }) => id)
    if (!same(said(review.taking([])), said(this.story))) this.faults.untrue.push('none is not the story')
    if (!same(said(review.taking(all), false), said(fork.view, false))) this.faults.untrue.push('all is not the fork')
    if (!same(said(review.without(all)), said(this.story))) this.faults.untrue.push('all rejected is not the story')
  }

  /** Nothing is left open: all is looked at, and what its authors wrote and nobody took out or rejected is in their forks. */
  end(): Faults {
    for (const fork of this.forks) {
      this.flush(fork)
      this.follow(fork)
    }
    return this.faults
  }
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
