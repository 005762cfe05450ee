/**
 * A story as the checks read it: blocks of passages, plain data that can be sent to a worker. Everything
 * is derived from the body; a block that has not changed is the same object again.
 */
import type { Node } from 'prosemirror-model'
import { NOTICE_KINDS, ROLES_OF_TEXT, oneOf, type NoticeKind, type TextRole } from '../schema.ts'
import type { Field } from '../story.ts'

/** Words beside the text: of a picture, a player or post, a link card. */
export type BesideKind = 'caption' | 'credit' | 'licence' | 'alt' | 'title' | 'fallback'
export type PassageKind = Field | 'text' | 'heading' | 'pullQuote' | 'item' | 'card' | 'paywall' | BesideKind

/** By the block's type: which of its attributes hold words that readers are given, as these follow each other there. */
const BESIDE: Readonly<Record<string, readonly (readonly [attribute: string, kind: BesideKind])[]>> = {
  image: [
    ['caption', 'caption'],
    ['credit', 'credit'],
    ['licence', 'licence'],
    ['alt', 'alt'],
  ],
  embed: [
    ['title', 'title'],
    ['fallbackText', 'fallback'],
  ],
  linkCard: [['title', 'title']],
}

const ATTRIBUTES = Object.values(BESIDE).flatMap((all) => all.map(([attribute]) => attribute))
/** Longer than an attribute may be. */
const BEYOND = 10_000
/** Orders the words of one block: where its content, and each of its attributes, begins. */
export const beginsAt = (attribute: string | null): number =>
  attribute === null ? 0 : (ATTRIBUTES.indexOf(attribute) + 1) * BEYOND

export type Passage = {
  kind: PassageKind
  role: TextRole
  /** Recognition only guessed the role. */
  guess: boolean
  /** The notice it stands in. */
  notice: NoticeKind | null
  speaker: string | null
  turnStart: boolean
  /** One letter for each place of the block: a line break is `\n`. */
  text: string
  /** Where the first letter stands, counted from the block's beginning. */
  at: number
  /** The attribute of the block that is this text, and not its content. */
  attribute: string | null
  /** Stretches in another language than the story's. */
  foreign: [from: number, to: number][]
  /** Links that earn a commission. */
  affiliate: [from: number, to: number][]
}

/** `id`: the block's own in the story; of a field its name. */
export type Block = { number: number; id: string; passages: Passage[] }

export type StyledStory = {
  /** The fields first, then the body in order. A block that has not changed is the same object. */
  blocks: readonly Block[]
  /** The story's own setting; empty: to be guessed. */
  lang: string
  /** Whole names of who speaks in it. */
  speakers: readonly string[]
}

/** The fields above the body are blocks, too. */
export const FIELD_NUMBERS: Readonly<Record<Field, number>> = { headline: -1, dek: -2, byline: -3 }
export const FIELDS_CHECKED = Object.keys(FIELD_NUMBERS) as Field[]

export const fieldBlock = (field: Field, text: string): Block => ({
  number: FIELD_NUMBERS[field],
  id: field,
  passages: [bare(field, text.replaceAll(/[\r\n]/g, ' '))],
})
export const fieldBlocks = (fields: Readonly<Record<Field, string>>): Block[] =>
  FIELDS_CHECKED.map((field) => fieldBlock(field, fields[field]))

function bare(kind: PassageKind, text: string, at = 0): Passage {
  return {
    kind,
    role: 'body',
    guess: false,
    notice: null,
    speaker: null,
    turnStart: false,
    text,
    at,
    attribute: null,
    foreign: [],
    affiliate: [],
  }
}

const KINDS: Record<string, PassageKind> = { heading: 'heading', pullQuote: 'pullQuote', listItem: 'item' }

/** The passages of one block of the body. */
export function passagesOf(block: Node): Passage[] {
  if (block.type.name === 'paywall') return [bare('paywall', '')]
  if (block.type.name === 'linkCard')
    return [{ ...bare('card', ''), affiliate: block.attrs.affiliate === true ? [[0, 1]] : [] }, ...besideIn(block)]
  if (block.isAtom) return besideIn(block)
  if (block.isTextblock) return [textOf(block, 1, null)]
  const out: Passage[] = []
  const notice = block.type.name === 'notice' ? oneOf(NOTICE_KINDS, block.attrs.kind) : null
  block.descendants((node, pos) => {
    if (node.isTextblock) out.push(textOf(node, pos + 2, notice))
    return !node.isTextblock
  })
  return out
}

/** What is written beside a decorative picture for who cannot see it, nobody is given. */
const besideIn = ({ type, attrs }: Node): Passage[] =>
  (BESIDE[type.name] ?? []).flatMap(([attribute, kind]): Passage[] => {
    const text: unknown = attrs[attribute]
    if (typeof text !== 'string' || text.trim() === '' || (kind === 'alt' && attrs.decorative === true)) return []
    return [{ ...bare(kind, text), attribute }]
  })

function textOf(node: Node, at: number, notice: NoticeKind | null): Passage {
  const passage: Passage = { ...bare(KINDS[node.type.name] ?? 'text', '', at), notice }
  if (node.type.name === 'paragraph') {
    passage.role = oneOf(ROLES_OF_TEXT, node.attrs.role)
    passage.guess = node.attrs.roleState === 'guess'
    passage.turnStart = node.attrs.turnStart === true
  }
  passage.speaker = typeof node.attrs.speaker === 'string' ? node.attrs.speaker : null
  let text = ''
  node.forEach((child) => {
    const from = text.length
    text += child.isText ? child.text! : child.type.name === 'hardBreak' ? '\n' : '\ufffc'
    for (const { type, attrs } of child.marks) {
      if (type.name === 'lang' && typeof attrs.lang === 'string' && attrs.lang !== '') join(passage.foreign, from, text.length)
      if (type.name === 'link' && attrs.affiliate === true) join(passage.affiliate, from, text.length)
    }
  })
  passage.text = text
  return passage
}

/** A stretch that begins where the last ended goes on with it. */
function join(stretches: [number, number][], from: number, to: number): void {
  const last = stretches.at(-1)
  if (last !== undefined && last[1] === from) last[1] = to
  else stretches.push([from, to])
}

/** The blocks of a whole story. @param number gives each block of the body its number */
export function blocksOf(body: Node, number: (block: Node, index: number) => number): Block[] {
  const out: Block[] = []
  body.forEach((node, _pos, index) => {
    out.push({
      number: number(node, index),
      id: typeof node.attrs.id === 'string' ? node.attrs.id : String(index),
      passages: passagesOf(node),
    })
  })
  return out
}
