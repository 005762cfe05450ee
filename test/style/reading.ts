/** Has the checks read a story that a test writes down, and tells what they say as one can read it. */
import type { Node } from 'prosemirror-model'
import { makeChecker } from '../../shared/style/checker.ts'
import type { Finding } from '../../shared/style/finding.ts'
import type { HouseRule } from '../../shared/style/house.ts'
import { blocksOf, fieldBlocks, type StyledStory } from '../../shared/style/passages.ts'
import { body } from '../editor/words.ts'

type More = {
  headline?: string
  dek?: string
  byline?: string
  lang?: string
  speakers?: string[]
  rules?: HouseRule[]
  off?: string[]
}

export function styled(doc: Node, { headline = '', dek = '', byline = '', lang = 'en', speakers = [] }: More = {}): StyledStory {
  return { blocks: [...fieldBlocks({ headline, dek, byline }), ...blocksOf(doc, (_node, index) => index)], lang, speakers }
}

export function check(blocks: Node | Node[], more: More = {}): Finding[] {
  const doc = Array.isArray(blocks) ? body(...blocks) : blocks
  return makeChecker(more.rules ?? [], more.off ?? [])(styled(doc, more))
}

/** What one check found, as `words` or, where it proposes something, `words → better`. */
export function found(name: string, blocks: Node | Node[], more: More = {}): string[] {
  return check(blocks, more)
    .filter((one) => one.check === name)
    .flatMap(({ places }) => places.map(({ words, change }) => (change === null ? words : `${words} → ${change}`)))
}

export const rule = (given: Partial<HouseRule>): HouseRule => ({
  id: 'r1',
  kind: 'words',
  find: '',
  matchCase: false,
  message: 'The house says it otherwise.',
  replacement: '',
  scope: 'all',
  severity: 'wrong',
  lang: '',
  good: [],
  bad: [],
  ...given,
})
