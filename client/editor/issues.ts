/**
 * Where the findings of the style checks stand in the body as it is now, and the walk through them. A finding
 * was made in an earlier body: in a block that has been typed in since, what lies before and after the change
 * is carried over, and what lies in it waits for the next answer.
 */
import type { Node } from 'prosemirror-model'
import type { Finding, Place } from '../../shared/style/finding.ts'
import { DEK, HEADLINE } from '../../shared/style/passages.ts'
import type { StoryStyle } from './story-style.ts'

export type IssueField = 'headline' | 'dek'
/** A place of a finding, in the body or in a field above it. */
export type Spot = { field: IssueField | null; from: number; to: number; place: Place }
/** A finding with the places that are still there, at least one. */
export type Issue = { finding: Finding; spots: Spot[] }

/** What the checks have found, and in which body. */
export type Found = Pick<StoryStyle, 'findings' | 'checked' | 'hidden' | 'isStet' | 'numberOf'>

/** Where a stretch of a block is now; null: it was typed in. */
type Moved = (from: number, to: number) => { from: number; to: number } | null

/** What is found and shown now, in the order of the text. Those that somebody lets stand are left out. */
export function issuesIn(body: Node, style: Found): Issue[] {
  const blocks = placesOfBlocks(body, style)
  return style.findings.flatMap((finding): Issue[] => {
    if (style.hidden.has(finding.severity) || style.isStet(finding.key)) return []
    const spots = finding.places.flatMap((place): Spot[] => {
      if (place.block === HEADLINE) return [{ field: 'headline', from: place.from, to: place.to, place }]
      if (place.block === DEK) return [{ field: 'dek', from: place.from, to: place.to, place }]
      const moved = blocks.get(place.block)?.(place.from, place.to) ?? null
      return moved === null || moved.from >= moved.to ? [] : [{ field: null, ...moved, place }]
    })
    return spots.length === 0 ? [] : [{ finding, spots }]
  })
}

const by =
  (shift: number): Moved =>
  (from, to) => ({ from: from + shift, to: to + shift })

/** For the number of each checked block, where its places are now. */
function placesOfBlocks(body: Node, style: Found): Map<number, Moved> {
  const out = new Map<number, Moved>()
  const changed: { node: Node; pos: number }[] = []
  body.forEach((node, pos) => {
    const number = style.numberOf(node)
    if (number === undefined) changed.push({ node, pos })
    else out.set(number, by(pos))
  })
  if (changed.length === 0 || style.checked === null) return out
  const before = new Map<unknown, Node>()
  style.checked.forEach((node) => before.set(node.attrs.id, node))
  for (const { node, pos } of changed) {
    const old = before.get(node.attrs.id)
    const number = old === undefined ? undefined : style.numberOf(old)
    if (old === undefined || number === undefined || old.type !== node.type || out.has(number)) continue
    const start = old.content.findDiffStart(node.content)
    if (start === null) {
      out.set(number, by(pos))
      continue
    }
    const end = old.content.findDiffEnd(node.content)!
    // Letters twice in a row can be taken for changed from both ends.
    const overlap = Math.max(0, start - Math.min(end.a, end.b))
    const [headEnd, tailStart, shift] = [start + 1, end.a + overlap + 1, end.b - end.a]
    out.set(number, (from, to) => {
      if (to <= headEnd) return by(pos)(from, to)
      return from >= tailStart ? by(pos + shift)(from, to) : null
    })
  }
  return out
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
