/**
 * Find and replace, as pure functions: what is looked for, where it stands in the body, and the smallest
 * edits that replace it. What somebody said is found too, but replaced only when that is asked for.
 */
import { Mark, type Node } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import type { Field } from '../../shared/story.ts'
import { byWords } from './own-caret.ts'
import { INSIDE_A_TURN } from './turns.ts'

/** What a person has asked for in the panel. */
export type Search = {
  text: string
  replacement: string
  /** Case and quotation marks exactly as written; otherwise straight and curly ones are the same. */
  exact: boolean
  wholeWord: boolean
  /** `text` is a regular expression, and `$1` in the replacement what its first group found. */
  regexp: boolean
  /** Also replace what somebody said. */
  answers: boolean
}

export const NOTHING: Search = { text: '', replacement: '', exact: false, wholeWord: false, regexp: false, answers: false }

/** A place in a text, in UTF-16 units, and what it would become. */
export type Match = { from: number; to: number; becomes: string }

/** Looks through one text after another. */
export type Finder = { in: (text: string) => Match[] }

/** The same letters, written otherwise. */
const ALIKE: [RegExp, string][] = [
  [/['‘’‚‛]/g, "['‘’‚‛]"],
  [/["“”„‟]/g, '["“”„‟]'],
  [/[ \u00a0\u202f]/g, '[ \\u00a0\\u202f]'],
]
/** Half of what is drawn as one sign is never a match. */
const WHOLE_SIGN = '(?![\\p{M}\\p{EMod}\\u200d])'
const WORD = '[\\p{L}\\p{N}\\p{M}_]'

/** @returns null when nothing is looked for, a sentence when the pattern cannot be used */
export function finderFor(search: Search): Finder | string | null {
  const { text, exact, regexp, wholeWord } = search
  if (text === '') return null
  if (regexp && couldTakeForEver(text)) {
    return 'This pattern repeats something that itself repeats or has alternatives, which could take for ever.'
  }
  const source = regexp ? `(?:${text})` : plain(text, exact)
  const bounds = wholeWord ? [`(?<!${WORD})`, `(?!${WORD})`] : ['', '']
  let pattern: RegExp
  try {
    if (regexp) RegExp(text, 'u')
    pattern = new RegExp(`${bounds[0]}${source}${bounds[1]}`, exact ? 'gu' : 'giu')
  } catch (error) {
    return `This is no regular expression: ${(error as Error).message.replace(/^.*: /, '').toLowerCase()}.`
  }
  return {
    in(text) {
      const found: Match[] = []
      for (const match of text.matchAll(pattern)) {
        const [here] = match
        if (here !== '') found.push({ from: match.index, to: match.index + here.length, becomes: becomes(search, match) })
      }
      return found
    },
  }
}

function plain(text: string, exact: boolean): string {
  const ways = new Set([text.normalize('NFC'), text.normalize('NFD'), text])
  const sources = [...ways].map((way) => {
    const source = way.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    return exact ? source : ALIKE.reduce((all, [mark, alike]) => all.replace(mark, alike), source)
  })
  return `(?:${sources.join('|')})${WHOLE_SIGN}`
}

/** A repeated group that holds a repetition or alternatives: the kind of pattern that can hang a page. */
export function couldTakeForEver(source: string): boolean {
  const groups: boolean[] = []
  let risky = false
  for (let i = 0; i < source.length; i++) {
    const sign = source[i]!
    if (sign === '\\') i++
    else if (sign === '[') while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1
    else if (sign === '(') groups.push(false)
    else if (sign === ')') {
      const inner = groups.pop() ?? false
      const repeats = /^([*+]|\{\d+(,\d*)?\})/.test(source.slice(i + 1))
      risky ||= inner && repeats
      if (groups.length > 0) groups[groups.length - 1] ||= inner || repeats
    } else if (groups.length > 0 && (/[*+|]/.test(sign) || /^\{\d+,/.test(source.slice(i)))) groups[groups.length - 1] = true
  }
  return risky
}

function becomes({ replacement, regexp, exact }: Search, match: RegExpExecArray): string {
  if (regexp) {
    return replacement.replace(/\$(?:(\$)|(&)|(\d{1,2})|<(\w+)>)/g, (all, dollar, whole, number, name) => {
      if (dollar !== undefined) return '$'
      if (whole !== undefined) return match[0]
      if (number !== undefined) return Number(number) < match.length ? (match[Number(number)] ?? '') : all
      return match.groups === undefined ? all : (match.groups[name] ?? '')
    })
  }
  return exact || replacement !== replacement.toLowerCase() ? replacement : withCapitalsOf(match[0], replacement)
}

/** `colour` to `color` makes `Color` of `Colour`, and `COLOR` of `COLOUR`. */
function withCapitalsOf(found: string, replacement: string): string {
  const isUpper = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()
  const [first = ''] = found
  const [start = ''] = replacement
  if ([...found].filter((sign) => /\p{L}/u.test(sign)).length > 1 && isUpper(found)) return replacement.toUpperCase()
  return isUpper(first) ? start.toUpperCase() + replacement.slice(start.length) : replacement
}

/** What kind of copy a hit stands in. */
export type Where = 'question' | 'answer' | 'unsure' | 'heading' | 'pull quote' | 'note' | 'copy' | 'caption' | 'card'

/** A match in the body, at ProseMirror positions. */
export type Hit = Match & {
  where: Where
  /** Somebody said it: replaced only when `answers` is asked for. */
  said: boolean
  /** The block it stands in, and where in that block's text, or in the text of one of its attributes. */
  block: Node
  offset: number
  attribute: string | null
}

/** What was found and what stands around it, for the list. */
export type Context = { before: string; text: string; after: string }

/** Words of a block that are no copy: those of a picture or a card. Found, and replaced as a whole. */
const WORDS_OF: Readonly<Record<string, { where: Where; attributes: readonly string[] }>> = {
  image: { where: 'caption', attributes: ['caption', 'alt', 'credit'] },
  embed: { where: 'card', attributes: ['title', 'fallbackText'] },
  linkCard: { where: 'card', attributes: ['title'] },
}

const CONTEXT = 40
const texts = new WeakMap<Node, string>()

/** A block's text, one character for each position in it. */
function textOf(block: Node): string {
  let text = texts.get(block)
  if (text === undefined) texts.set(block, (text = block.textBetween(0, block.content.size, undefined, '\n')))
  return text
}

/** Remembers what it found in a paragraph for as long as the paragraph is the same. */
export function hitFinder(finder: Finder): (body: Node) => Hit[] {
  const known = new WeakMap<Node, Match[]>()
  return (body) => {
    const hits: Hit[] = []
    let inAnswer = false
    body.forEach((top, start) => {
      const where = whereIs(top)
      const inTurn = INSIDE_A_TURN.has(top.type.name)
      if (!inTurn) inAnswer = where === 'answer'
      const said = inAnswer || where === 'pull quote' || where === 'unsure'
      const look = (block: Node, pos: number): boolean => {
        if (!block.isTextblock) return true
        let matches = known.get(block)
        if (matches === undefined) known.set(block, (matches = finder.in(textOf(block))))
        const place = inTurn && inAnswer && where === 'copy' ? 'answer' : where
        for (const { from, to, becomes } of matches) {
          hits.push({ from: pos + 1 + from, to: pos + 1 + to, becomes, where: place, said, block, offset: from, attribute: null })
        }
        return false
      }
      if (top.isAtom) hits.push(...inAttributes(finder, top, start))
      else if (look(top, start)) top.descendants((node, pos) => look(node, start + 1 + pos))
    })
    return hits
  }
}

/** One hit an attribute: what it becomes has all that was found in it replaced. */
function inAttributes(finder: Finder, block: Node, pos: number): Hit[] {
  const { where, attributes } = WORDS_OF[block.type.name] ?? { where: 'copy', attributes: [] }
  return attributes.flatMap((attribute) => {
    const text = String(block.attrs[attribute] ?? '')
    const matches = finder.in(text)
    if (matches.length === 0) return []
    const becomes = matches
      .toReversed()
      .reduce((all, { from, to, becomes }) => all.slice(0, from) + becomes + all.slice(to), text)
    return [{ from: pos, to: pos + block.nodeSize, becomes, where, said: false, block, offset: matches[0]!.from, attribute }]
  })
}

export function contextOf({ block, offset, from, to, attribute }: Hit): Context {
  if (attribute === null) return around(textOf(block), offset, offset + to - from)
  return { before: '', text: String(block.attrs[attribute]), after: '' }
}

/** Begins with a whole word. */
function around(text: string, from: number, to: number): Context {
  const before = text.slice(Math.max(0, from - CONTEXT), from)
  return {
    before: from <= CONTEXT ? before : `…${before.replace(/^\S*\s/, '')}`,
    text: text.slice(from, to),
    after: text.slice(to, to + CONTEXT),
  }
}

function whereIs({ type, attrs }: Node): Where {
  if (type.name === 'heading') return 'heading'
  if (type.name === 'pullQuote') return 'pull quote'
  if (type.name === 'notice') return 'note'
  if (type.name !== 'paragraph') return 'copy'
  if (attrs.roleState === 'guess') return 'unsure'
  return attrs.role === 'question' || attrs.role === 'answer' ? attrs.role : 'copy'
}

/**
 * Replaces hits, from the last to the first, each by the smallest change: what stays the same keeps its marks,
 * and what a colleague types beside it its place.
 * @param hits in the order of the text
 */
export function replaceHits(tr: Transaction, hits: readonly Hit[]): Transaction {
  for (const hit of hits.toReversed()) {
    const { from, to, becomes, attribute } = hit
    if (attribute !== null) {
      tr.setNodeAttribute(from, attribute, becomes)
      continue
    }
    const { text } = contextOf(hit)
    const most = Math.min(text.length, becomes.length)
    let head = 0
    while (head < most && text[head] === becomes[head]) head++
    let tail = 0
    while (tail < most - head && text.at(-1 - tail) === becomes.at(-1 - tail)) tail++
    // Never between the halves of an emoji.
    if (isLow(text[head]) || isLow(becomes[head])) head = Math.max(0, head - 1)
    if (tail > 0 && (isLow(text.at(-tail)) || isLow(becomes.at(-tail)))) tail--
    const [start, end] = [from + head, to - tail]
    const insert = becomes.slice(head, becomes.length - tail)
    if (insert === '' && start < end) tr.delete(start, end)
    else if (insert !== '')
      tr.replaceWith(start, end, tr.doc.type.schema.text(insert, marksAt(tr.doc, Math.min(Math.max(start - 1, from), to - 1))))
  }
  return tr
}

const isLow = (unit: string | undefined): boolean => unit !== undefined && unit >= '\udc00' && unit <= '\udfff'

/** The marks of the character at a place: a linked word stays linked to its last letter. */
function marksAt(doc: Node, pos: number): readonly Mark[] {
  const $pos = doc.resolve(pos)
  return $pos.parent.maybeChild($pos.index())?.marks ?? Mark.none
}

/**
 * Where places of a body have gone after a change, whoever made it: a colleague's edit replaces the whole
 * document, and no mapping leads through that.
 * @returns for a position, the one it has become, or null when it was in what changed
 */
export function follower(was: Node, now: Node): (pos: number) => number | null {
  let blocks: Map<unknown, { node: Node; pos: number }> | null = null
  const byId = (id: unknown): { node: Node; pos: number } | undefined => {
    if (blocks === null) {
      blocks = new Map()
      now.forEach((node, pos) => void blocks!.set(node.attrs.id, { node, pos }))
    }
    return id === null || id === undefined ? undefined : blocks.get(id)
  }
  return (pos) => {
    const $pos = was.resolve(pos)
    if ($pos.depth > 0) {
      const start = $pos.before(1)
      const block = byId($pos.node(1).attrs.id)
      if (block !== undefined && block.node.type === $pos.node(1).type) {
        const offset = through($pos.node(1), block.node, pos - start - 1)
        if (offset !== null) return block.pos + 1 + offset
      }
    }
    return byWords(was, pos, now)
  }
}

/** Through one change somewhere in a block. */
function through(was: Node, now: Node, pos: number): number | null {
  const start = was.content.findDiffStart(now.content)
  const end = was.content.findDiffEnd(now.content)
  if (start === null || end === null || pos < start) return pos
  const overlap = Math.max(0, start - Math.min(end.a, end.b))
  if (pos >= end.a + overlap) return pos + end.b - end.a
  return pos === start ? pos : null
}

/** A match in a field beside the body. */
export type FieldHit = Match &
  Context & {
    field: Field
    /** Which one of the field it is, however the text around it changes. */
    key: string
  }

export const hitsInField = (finder: Finder, field: Field, text: string): FieldHit[] =>
  finder.in(text).map((match, n) => ({ ...match, ...around(text, match.from, match.to), field, key: `${field} ${n}` }))
