/**
 * The suggestions of a story, found in the text on the screen: drawn in the copy, and as items of the margin. The
 * text is the story's own, where what is suggested has not been done; or one's own fork, where one's own is done.
 */
import type { Node } from 'prosemirror-model'
import type { TemplateResult } from 'lit'
import type { PersonHere } from '../../shared/api.ts'
import type { Hunk, NewPlace } from '../../shared/review.ts'
import { bodyOf, fieldOf, type Field } from '../../shared/story.ts'
import type { PlainHunk, Range, Spot } from '../../shared/suggest/compare.ts'
import type { Copy, MarginItem, MarginSpot, Suggested } from '../editor/margin.ts'
import type { Shown, ShownSource } from '../editor/suggestion-marks.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { fromStory } from './from-story.ts'
import { inStory } from './in-story.ts'
import { OwnChanges } from './own-changes.ts'
import { absolute, Carry, Places } from './places.ts'
import type { StorySuggestions } from './story-suggestions.ts'
import type { Suggestion } from './suggestion.ts'

type Place = Pick<Shown, 'from' | 'to' | 'block'>
type Card = (one: Suggestion, isCurrent: boolean) => TemplateResult

export const keyOf = ({ name }: Suggestion): string => `suggestion:${name}`

export class InCopy extends EventTarget implements ShownSource, Suggested {
  private readonly own: OwnChanges | null
  private known: { doc: Node; turn: number; placed: readonly Placed[] } | null = null
  private turn = 0

  /** @param text what the editor shows: the story, or this person's fork of it */
  constructor(
    private readonly suggestions: StorySuggestions,
    private readonly text: LiveStory,
    private readonly me: PersonHere,
    private readonly card: Card,
  ) {
    super()
    this.own = text === suggestions.live ? null : new OwnChanges(suggestions.live, text)
    this.own?.addEventListener('change', this.changed)
    suggestions.addEventListener('change', this.told)
  }

  stop(): void {
    this.own?.stop()
    this.own?.removeEventListener('change', this.changed)
    this.suggestions.removeEventListener('change', this.told)
  }

  /** One's own as they are in the fork at this moment. */
  ownHunks(doc: Node): readonly PlainHunk[] {
    return this.own?.hunks(doc) ?? []
  }

  /** What was chosen in this text, as a place of the story. */
  inStory(place: NewPlace, doc: Node): NewPlace {
    if (this.own === null) return place
    return inStory(place, { ydoc: this.text.ydoc, doc }, { ydoc: this.suggestions.live.ydoc, doc: this.own.from.body })
  }

  /** Places of the story as they are in this text. */
  fromStory(copy: Copy): Copy {
    if (this.own === null) return copy
    const { ydoc } = this.suggestions.live
    return { ...copy, ...fromStory({ ydoc, doc: this.own.from.body }, { ydoc: this.text.ydoc, doc: copy.doc }, copy) }
  }

  isOpen(suggestion: string): boolean | null {
    const { suggestions, isKnown } = this.suggestions
    return isKnown ? suggestions.some(({ names }) => names.has(suggestion)) : null
  }

  shownIn(doc: Node): readonly Shown[] {
    return this.placed(doc).flatMap(({ key, place, hunk, done }) =>
      place === null || hunk.field !== null ? [] : [{ key, hunk, done, ...place }],
    )
  }

  items(copy: Copy): MarginItem[] {
    const { me } = this
    const spotsOf = new Map<string, MarginSpot[]>()
    for (const { key, spot } of this.placed(copy.doc)) if (spot !== null) spotsOf.set(key, [...(spotsOf.get(key) ?? []), spot])
    return this.suggestions.suggestions.map((one): MarginItem => {
      const key = keyOf(one)
      const spots = spotsOf.get(key) ?? []
      return {
        key,
        kind: 'suggestion',
        spots: spots.length > 0 ? spots : [{ field: null, from: 0, to: 0 }],
        look: '',
        get says() {
          return saysOf(one, me)
        },
        card: (isCurrent) => this.card(one, isCurrent),
      }
    })
  }

  private placed(doc: Node): readonly Placed[] {
    if (this.known?.doc !== doc || this.known.turn !== this.turn)
      this.known = { doc, turn: this.turn, placed: this.own === null ? this.notDone(doc) : this.inFork(doc, this.own) }
    return this.known.placed
  }

  private notDone(doc: Node): Placed[] {
    const { ydoc } = this.suggestions.live
    const places = new Places(ydoc, bodyOf(ydoc), doc)
    return this.all().flatMap(([key, hunk]) => this.spotted(key, hunk, placesOf(hunk, places)))
  }

  private inFork(doc: Node, own: OwnChanges): Placed[] {
    const mine = own.hunks(doc)
    const names = new Map(this.all().flatMap(([key, { id, by }]) => (by.id === this.me.id ? [[plainId(id), key]] : [])))
    const blocks = blocksIn(doc)
    const done = mine.flatMap((hunk): Placed[] => {
      const one = { key: names.get(hunk.id) ?? `own:${hunk.id}`, hunk: { ...hunk, by: this.me }, done: true }
      const { field, at } = hunk.view.from
      if (field !== null) return [{ ...one, place: null, spot: { field, from: at, to: hunk.view.to.at } }]
      return inView(hunk, blocks).map((place) => ({ ...one, place, spot: { field: null, from: place.from, to: place.to } }))
    })
    const story = own.from.body
    const { ydoc } = this.suggestions.live
    // Between a colleague's edit and the fork's following it, the others' are where they will be a moment later.
    if (story.childCount !== bodyOf(ydoc).length) return done
    const places = new Places(ydoc, bodyOf(ydoc), story)
    const carry = new Carry(story, doc)
    const others = this.all().flatMap(([key, hunk]): Placed[] => {
      if (hunk.by.id === this.me.id) return []
      const there = placesOf(hunk, places).flatMap((place) => carried(place, carry, doc) ?? [])
      return this.spotted(key, hunk, there)
    })
    return [...done, ...others]
  }

  private spotted(key: string, hunk: Hunk, places: readonly Place[]): Placed[] {
    const one = { key, hunk, done: false }
    if (hunk.field !== null) return [{ ...one, place: null, spot: inField(this.suggestions.live, hunk, hunk.field) }]
    return places.map((place) => ({ ...one, place, spot: { field: null, from: place.from, to: place.to } }))
  }

  private all(): (readonly [string, Hunk])[] {
    return this.suggestions.suggestions.flatMap((one) => one.hunks.map((hunk) => [keyOf(one), hunk] as const))
  }

  private readonly told = (): void => {
    this.own?.catchUp()
    this.changed()
  }

  private readonly changed = (): void => {
    this.turn += 1
    this.dispatchEvent(new Event('change'))
  }
}

type Placed = Pick<Shown, 'key' | 'done'> & {
  hunk: Shown['hunk'] & Pick<Hunk, 'field'>
  place: Place | null
  spot: MarginSpot | null
}

/** What a hunk is called in its own fork. */
const plainId = (id: string): string => id.slice(id.indexOf('.') + 1)

const saysOf = ({ by, hunks, quote, stale }: Suggestion, me: PersonHere): string =>
  [
    `Suggestion by ${by.id === me.id ? 'you' : by.name}: ${hunks.map(({ says }) => says).join('; ')}`,
    ...(quote ? ['It changes words that somebody said'] : []),
    ...(stale ? ['The text has changed since'] : []),
  ].join('. ')

function inField({ ydoc }: LiveStory, hunk: Hunk, field: Field): MarginSpot {
  const [from, to] = [absolute(ydoc, hunk.from)?.index ?? 0, absolute(ydoc, hunk.to)?.index ?? fieldOf(ydoc, field).length]
  return { field, from, to: Math.max(from, to) }
}

const comes = ({ slice }: Pick<Hunk, 'slice'>): boolean => slice !== null && slice !== undefined

const isInText = ({ kind }: Pick<Hunk, 'kind'>): boolean =>
  kind === 'words' || kind === 'looks' || kind === 'split' || kind === 'join'

/** Where a hunk is in the story's own text: what it takes out, and where that which it puts in would stand. */
function placesOf(hunk: Hunk, places: Places): Place[] {
  const { doc } = places
  const block = places.block(hunk.block)
  const [from, to] = [places.at(hunk.from), places.at(hunk.to)]
  const whole = block === null ? null : { from: block.pos, to: block.pos + block.node.nodeSize }
  if (isInText(hunk)) {
    if (from !== null && to !== null) return [{ from: Math.min(from, to), to: Math.max(from, to), block: null }]
    return whole === null ? [] : [{ ...whole, block: 'changed' }]
  }
  if (hunk.kind !== 'block') return whole === null ? [] : [{ ...whole, to: endOf(doc, to, whole.to), block: 'changed' }]
  const takes = hunk.was !== '' || !comes(hunk)
  const end = whole === null ? 0 : takes ? endOf(doc, to, whole.to) : whole.to
  return [
    ...(takes && whole !== null ? [{ ...whole, to: end, block: 'out' as const }] : []),
    ...(comes(hunk) ? [{ from: outside(doc, end), to: outside(doc, end), block: 'in' as const }] : []),
  ]
}

const endOf = (doc: Node, to: number | null, least: number): number =>
  to === null ? least : Math.max(least, afterBlock(doc, to))

/** Behind the block that a place is in. */
function afterBlock(doc: Node, pos: number): number {
  const $pos = doc.resolve(pos)
  return $pos.depth === 0 ? pos : $pos.after($pos.depth)
}

/** A new block is drawn between whole blocks, never inside of a list or a notice that ends there. */
function outside(doc: Node, pos: number): number {
  const $pos = doc.resolve(Math.min(pos, doc.content.size))
  return $pos.depth > 0 && $pos.parentOffset === $pos.parent.content.size ? $pos.after(1) : pos
}

function carried(place: Place, carry: Carry, doc: Node): Place | null {
  const empty = place.from === place.to
  const from = carry.at(place.from, empty ? -1 : 1)
  if (from === null) return null
  if (place.block === 'out' || place.block === 'changed') {
    const node = doc.nodeAt(from)
    return node === null ? null : { ...place, from, to: from + node.nodeSize }
  }
  const to = empty ? from : carry.at(place.to, -1)
  return to === null || to < from ? null : { ...place, from, to }
}

type Blocks = ReadonlyMap<string, { pos: number; node: Node }>

function blocksIn(doc: Node): Blocks {
  const blocks = new Map<string, { pos: number; node: Node }>()
  doc.descendants((node, pos) => {
    const { id } = node.attrs
    if (typeof id === 'string' && id !== '' && !blocks.has(id)) blocks.set(id, { pos, node })
    return !node.isTextblock
  })
  return blocks
}

/** Where a change of one's own is in one's fork: what it has put in, and where that which it took out would stand. */
function inView(hunk: PlainHunk, blocks: Blocks): Place[] {
  const { view, kind } = hunk
  if (isInText(hunk)) {
    const ends = within(view, blocks)
    return ends === null ? [] : [{ ...ends, block: null }]
  }
  const first = view.from.block === null ? null : (blocks.get(view.from.block) ?? null)
  const last = view.to.block === null ? first : (blocks.get(view.to.block) ?? first)
  if (kind === 'block' && !comes(hunk)) {
    const at = first === null ? 0 : first.pos + first.node.nodeSize
    return [{ from: at, to: at, block: 'out' }]
  }
  if (first === null || last === null) return []
  const whole = { from: first.pos, to: last.pos + last.node.nodeSize }
  if (kind !== 'block' || !comes(hunk)) return [{ ...whole, block: 'changed' }]
  return [...(hunk.was === '' ? [] : [{ from: whole.from, to: whole.from, block: 'out' as const }]), { ...whole, block: 'in' }]
}

function within({ from, to }: Range, blocks: Blocks): { from: number; to: number } | null {
  const at = (spot: Spot): number | null => {
    const block = spot.block === null ? undefined : blocks.get(spot.block)
    return block === undefined ? null : block.pos + 1 + Math.min(spot.at, block.node.content.size)
  }
  const [start, end] = [at(from), at(to)]
  return start === null || end === null || end < start ? null : { from: start, to: end }
}
