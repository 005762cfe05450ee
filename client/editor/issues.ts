/**
 * Where the findings of the style checks stand in the story as it is now, and the walk through them. A finding
 * was made in an earlier story: in words that have been typed in since, what lies before and after the change
 * is carried over, and what lies in it waits for the next answer.
 */
import type { Node } from 'prosemirror-model'
import type { Finding, Place } from '../../shared/style/finding.ts'
import { FIELD_NUMBERS, FIELDS_CHECKED } from '../../shared/style/passages.ts'
import type { Field } from '../../shared/story.ts'
import type { StoryStyle } from './story-style.ts'

type Stretch = { from: number; to: number }
/** A place of a finding, in the body or in a field above it. */
export type Spot = Stretch & {
  field: Field | null
  place: Place
  /** Of words beside a picture or in a card: which letters of that attribute. `from` and `to` are the block's then. */
  letters: Stretch | null
}
/** A finding with the places that are still there, at least one. */
export type Issue = { finding: Finding; spots: Spot[] }

/** What the checks have found, and in which story. */
export type Found = Pick<StoryStyle, 'findings' | 'checked' | 'hidden' | 'isStet' | 'numberOf' | 'fieldChecked' | 'fieldNow'>

/** Where a stretch is now; null: it was typed in. */
type Moved = (from: number, to: number) => Stretch | null
/** A checked block as it was, and as it is now. */
type Went = { move: Moved; was: Node; now: Node; pos: number }

/** What is found and shown now, in the order of the text. Those that somebody lets stand are left out. */
export function issuesIn(body: Node, style: Found): Issue[] {
  const blocks = blocksNow(body, style)
  const fields = new Map(FIELDS_CHECKED.map((field) => [FIELD_NUMBERS[field], field]))
  const spotOf = (place: Place): Spot | null => {
    const { block, attribute, from, to } = place
    const field = fields.get(block)
    if (field !== undefined) {
      const at = throughText(style.fieldChecked(field), style.fieldNow(field))(from, to)
      return at === null ? null : { field, ...at, place, letters: null }
    }
    const went = blocks.get(block)
    if (went === undefined) return null
    if (attribute === null) {
      const at = went.move(from, to)
      return at === null || at.from >= at.to ? null : { field: null, ...at, place, letters: null }
    }
    const { was, now, pos } = went
    const letters = throughText(wordsOf(was, attribute), wordsOf(now, attribute))(from, to)
    return letters === null ? null : { field: null, from: pos, to: pos + now.nodeSize, place, letters }
  }
  return style.findings.flatMap((finding): Issue[] => {
    if (style.hidden.has(finding.severity) || style.isStet(finding.key)) return []
    const spots = finding.places.map(spotOf).filter((spot) => spot !== null)
    return spots.length === 0 ? [] : [{ finding, spots }]
  })
}

/** What a picture or a card says in one of its attributes. */
export function wordsOf({ attrs }: Node, attribute: string): string {
  const words: unknown = attrs[attribute]
  return typeof words === 'string' ? words : ''
}

const by =
  (shift: number): Moved =>
  (from, to) => ({ from: from + shift, to: to + shift })

/** Through one change somewhere in a text. */
function throughText(was: string, now: string): Moved {
  if (was === now) return by(0)
  const { from: head, to: tail, text } = smallestChange(was, now)
  return moved(head, tail, text.length - (tail - head), 0)
}

/** @param shift how much longer it became between `head` and `tail` */
const moved =
  (head: number, tail: number, shift: number, pos: number): Moved =>
  (from, to) => {
    if (to <= head) return by(pos)(from, to)
    return from >= tail ? by(pos + shift)(from, to) : null
  }

/** For the number of each checked block, where it is now. */
function blocksNow(body: Node, style: Found): Map<number, Went> {
  const out = new Map<number, Went>()
  const changed: { node: Node; pos: number }[] = []
  body.forEach((node, pos) => {
    const number = style.numberOf(node)
    if (number === undefined) changed.push({ node, pos })
    else out.set(number, { move: by(pos), was: node, now: node, pos })
  })
  if (changed.length === 0 || style.checked === null) return out
  const before = new Map<unknown, Node>()
  style.checked.forEach((node) => before.set(node.attrs.id, node))
  for (const { node, pos } of changed) {
    const old = before.get(node.attrs.id)
    const number = old === undefined ? undefined : style.numberOf(old)
    if (old === undefined || number === undefined || old.type !== node.type || out.has(number)) continue
    out.set(number, { move: throughBlock(old, node, pos), was: old, now: node, pos })
  }
  return out
}

function throughBlock(was: Node, now: Node, pos: number): Moved {
  const start = was.content.findDiffStart(now.content)
  if (start === null) return by(pos)
  const end = was.content.findDiffEnd(now.content)!
  // Letters twice in a row can be taken for changed from both ends.
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  return moved(start + 1, end.a + overlap + 1, end.b - end.a, pos)
}

export const keyOf = (issue: Issue): string => issue.finding.key

/** The least that must be exchanged to make one text of another: colleagues may be typing beside it. */
export function smallestChange(old: string, next: string): { from: number; to: number; text: string } {
  const shorter = Math.min(old.length, next.length)
  let head = 0
  while (head < shorter && old[head] === next[head]) head++
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail++
  // Never half of an emoji.
  if (/[\ud800-\udbff]/.test(old.charAt(head - 1))) head--
  if (/[\udc00-\udfff]/.test(old.charAt(old.length - tail))) tail--
  return { from: head, to: old.length - tail, text: next.slice(head, next.length - tail) }
}
