/**
 * One fork, as far as the server thinks about it: the story it was last ported to (`base`), what it is to be (`view`)
 * and what its Y.Doc was when last looked at (`seen`). Its changes are those from `base` to `view`. Nothing here
 * waits: `Forks` reads and edits the texts, and keeps and shows what comes of it.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import type * as Y from 'yjs'
import type { ForkRow, Standing } from '../../db/forks.ts'
import { readStory, type StoryText } from '../../shared/story.ts'
import { blocksOf, idFrom } from '../../shared/suggest/blocks.ts'
import { compare, type PlainHunk, type Review } from '../../shared/suggest/compare.ts'
import { suggestionsOf } from '../../shared/suggest/follow.ts'
import { packStory, unpackStory } from '../../shared/suggest/pack.ts'
import { port, sameRow, type Clash } from '../../shared/suggest/port.ts'
import { writeAgain, type Gone } from '../../shared/write/again.ts'
import { ranTogether, setApart } from '../../shared/write/apart.ts'

/** A change that it has, which suggestion that is, and since when. */
export type Known = Pick<PlainHunk, 'id' | 'kind' | 'field' | 'block' | 'was' | 'now' | 'view'> & {
  suggestion: string
  at: number
}
/**
 * `clashes`: where the story has changed under its changes. `gone`: what was taken out of its Y.Doc to follow; `takenBack`:
 * out of the story, as an accept was taken back.
 */
type Noted = { hunks: Known[]; clashes: Clash[]; gone: Gone[]; takenBack: Gone[] }
export type Stand = { base?: StoryText; view?: StoryText; seen?: StoryText; noted?: Noted }

const NOTHING: Noted = { hunks: [], clashes: [], gone: [], takenBack: [] }
/** Enough of its words to know a change again. */
const ENOUGH = 2000

export const sameText = (a: StoryText, b: StoryText): boolean => a === b || sameRow(blocksOf(a), blocksOf(b))

/** So many changes are known as they were shown. */
const MOST_SHOWN = 5000

export class Fork {
  /** What of it the disk does not have. */
  private readonly changed = new Set<keyof Stand>()
  /** When it was last put on disk. */
  keptAt = 0
  /** What each change is that was shown: when what stands beside it becomes another, so does its id. */
  private readonly shownAs = new Map<string, { suggestion: string; does: string }>()

  private constructor(
    public row: ForkRow,
    private base: StoryText,
    private viewText: StoryText,
    private seen: StoryText,
    private noted: Noted,
  ) {}

  static of(row: ForkRow, { base, view, seen, known }: Standing): Fork {
    const story = textIn(base)
    // What is equal is the same, which is soon seen.
    const viewText = same(view, base) ? story : textIn(view)
    const seenText = same(seen, view) ? viewText : same(seen, base) ? story : textIn(seen)
    return new Fork(row, story, viewText, seenText, { ...NOTHING, ...(JSON.parse(known) as Partial<Noted>) })
  }

  get id(): string {
    return this.row.id
  }

  get view(): StoryText {
    return this.viewText
  }

  get known(): readonly Known[] {
    return this.noted.hunks
  }

  get takenBack(): readonly Gone[] {
    return this.noted.takenBack
  }

  /** It says nothing that the story does not say. */
  get isBare(): boolean {
    return sameText(this.base, this.viewText)
  }

  /** Its Y.Doc is not yet what it is to be. */
  get isBehind(): boolean {
    return !sameText(this.viewText, this.seen)
  }

  get isUnkept(): boolean {
    return this.changed.size > 0
  }

  /** Its author has edited it. */
  sees(now: StoryText): void {
    if (!sameText(now, this.seen)) this.stands({ view: this.viewOver(now), seen: now })
  }

  /** What it is to be, should its Y.Doc be this. */
  viewOver(now: StoryText): StoryText {
    if (sameText(now, this.seen)) return this.viewText
    // Of what its author does here and now nothing is lost to what is on its way.
    return this.isBehind ? port(this.seen, this.viewText, now, true).text : now
  }

  /** What it is to be, should the story be this. */
  on(story: StoryText): { view: StoryText; clashes: Clash[] } {
    const { clashes } = this.noted
    if (sameText(story, this.base)) return { view: this.viewText, clashes }
    if (this.isBare) return { view: story, clashes }
    const ported = port(this.base, story, this.viewText, this.row.kind === 'private')
    return { view: ported.text, clashes: [...clashes, ...ported.clashes] }
  }

  /** Somebody else's text with its changes in it, too; nothing of either is lost. */
  changesOver(other: StoryText): StoryText {
    return port(this.base, this.viewText, other, true).text
  }

  /** The story has gone on to this, or is put so. */
  standsOn(story: StoryText): void {
    const { view, clashes } = this.on(story)
    if (story !== this.base) this.stands({ base: story, view, noted: { ...this.noted, clashes } })
  }

  /** Its changes, against the story it stands on. */
  review(): Review {
    return compare(this.base, this.viewText, this.noted.clashes)
  }

  /** What its changes are now: each is a suggestion that was there before, or a new one. */
  knows({ hunks: found, clashes }: Review, now: number): void {
    const names = suggestionsOf(this.known, found)
    const since = new Map(this.known.map(({ suggestion, at }) => [suggestion, at]))
    const hunks = found.map(({ id, kind, field, block, was, now: put, view }): Known => {
      const suggestion = names.get(id)!
      const at = since.get(suggestion) ?? now
      return { id, kind, field, block, was: was.slice(0, ENOUGH), now: put.slice(0, ENOUGH), view, suggestion, at }
    })
    for (const hunk of found) this.shows(hunk, names.get(hunk.id)!)
    const noted = { ...this.noted, hunks, clashes }
    if (JSON.stringify(noted) === JSON.stringify(this.noted)) return
    // Discussions are kept under these, so they must be the same after a crash.
    if (hunks.some(({ suggestion }) => !since.has(suggestion))) this.keptAt = 0
    this.stands({ noted })
  }

  private shows(hunk: PlainHunk, suggestion: string): void {
    const does = this.shownAs.get(hunk.id)?.does ?? doneBy(hunk)
    this.shownAs.set(hunk.id, { suggestion, does })
    for (const id of this.shownAs.keys()) {
      if (this.shownAs.size <= MOST_SHOWN) break
      this.shownAs.delete(id)
    }
  }

  /**
   * Which changes somebody means who has seen them: they have decided about what one does, not about what stands beside it.
   * @param names the suggestion that each is
   * @returns what they have called it, by what it is called now
   */
  meant(hunks: readonly PlainHunk[], names: ReadonlyMap<string, string>, ids: ReadonlySet<string>): Map<string, string> {
    const meant = new Map<string, string>()
    for (const id of ids) {
      const seen = this.shownAs.get(id)
      const now = names.has(id)
        ? id
        : seen && hunks.find((hunk) => names.get(hunk.id) === seen.suggestion && doneBy(hunk) === seen.does)?.id
      if (now !== undefined) meant.set(now, id)
    }
    return meant
  }

  /** Changes that it had, and has again, keep their names. */
  knowing(again: readonly Known[], takenBack: Gone[] = this.noted.takenBack): Noted {
    const known = new Set(this.known.map(({ id }) => id))
    return { ...this.noted, takenBack, hunks: [...this.known, ...again.filter(({ id }) => !known.has(id))] }
  }

  /** Some of it is in the story. @param clashes where that had changed under it */
  accepted(clashes: Clash[]): Noted {
    return { ...this.noted, clashes, takenBack: [] }
  }

  /** Makes its Y.Doc what it is to be. @returns what it stands on then */
  writeInto(ydoc: Y.Doc): Stand {
    setApart(ranTogether(ydoc))
    const view = this.viewOver(readStory(ydoc))
    const gone = writeAgain(ydoc, view, this.noted.gone)
    return { view, seen: readStory(ydoc), noted: { ...this.noted, gone } }
  }

  stands(stand: Stand): void {
    if (stand.base) this.base = stand.base
    if (stand.view) this.viewText = stand.view
    if (stand.seen) this.seen = stand.seen
    if (stand.noted) this.noted = stand.noted
    for (const name of Object.keys(stand) as (keyof Stand)[]) this.changed.add(name)
  }

  /**
   * What the disk is to have, all at once, because it belongs together.
   * @param next what it is to stand on from then on
   */
  standing(next: Stand = {}): Partial<Standing> {
    const { base = this.base, view = this.viewText, seen = this.seen, noted = this.noted } = next
    const changed = new Set([...this.changed, ...Object.keys(next)])
    return {
      ...(changed.has('base') ? { base: bytesOf(base) } : {}),
      ...(changed.has('view') ? { view: bytesOf(view) } : {}),
      ...(changed.has('seen') ? { seen: bytesOf(seen) } : {}),
      ...(changed.has('noted') ? { known: JSON.stringify(noted) } : {}),
    }
  }

  /** The disk has it all. */
  isKept(now: number): void {
    this.changed.clear()
    this.keptAt = now
  }
}

export function standingOn(story: StoryText): Standing {
  const bytes = bytesOf(story)
  return { base: bytes, view: bytes, seen: bytes, known: JSON.stringify(NOTHING) }
}

/**
 * What a change does. Which of two blanks comes with a word depends on what stands beside it; of a split and a join the
 * sentence says only what stands there.
 */
const doneBy = ({ kind, field, was, now, slice, says }: PlainHunk): string => {
  const sentence = kind === 'split' || kind === 'join' ? '' : says
  return idFrom(JSON.stringify([kind, field, was.trim(), now.trim(), JSON.stringify(slice).replaceAll(' ', ''), sentence]))
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0

const bytesOf = (text: StoryText): Uint8Array => gzipSync(packStory(text), { level: 1 })
const textIn = (bytes: Uint8Array): StoryText => unpackStory(gunzipSync(bytes).toString())
