/** Makes a body of what was read: recognised, with its speakers, as the schema has it. */
import { Fragment, type Mark, type Node } from 'prosemirror-model'
import { oneOf, ROLES_OF_TEXT, schema, type TextRole } from '../schema.ts'
import { Refusal } from '../refusal.ts'
import type { Settings, Speaker } from '../story.ts'
import { HARD, SOFT, type Draught, type Picture, type Piece, type FileComment, type Remark } from './draft.ts'
import { type Look } from '../look.ts'
import { recognise } from './recognise.ts'
import type { Block, Recognised, Told } from './told.ts'

export type Reading = {
  body: Node
  speakers: Record<string, Speaker>
  headline: string | null
  dek: string | null
  byline: string | null
  /** Only of our own export, and only what is not as in a new story. */
  settings: Partial<Settings>
  /** Paragraphs read as questions and answers, and those it asks about. */
  turns: number
  unsure: number
  /** What could not be kept, each in a few words for a person. */
  lost: string[]
  /** What came inside the file; the images of the body name them in `source`. */
  pictures: Picture[]
  /** Comments and tracked changes: listed. */
  remarks: Remark[]
  /** Those of the comments that may become threads. */
  comments: FileComment[]
  /** The headlines of all the stories in the file, when there is more than one. */
  choices: string[]
}

/** About fifty long interviews. */
const MAX_BLOCKS = 20_000

export function reading(draught: Draught, ids: () => string, recognised?: Recognised): Reading {
  const size = draught.drafts.length
  if (size > MAX_BLOCKS) {
    throw new Refusal(
      'too-long',
      413,
      `This file has ${size} paragraphs; a story may have ${MAX_BLOCKS}. Divide it. Nothing was changed.`,
    )
  }
  const { blocks, speakers } = recognised ?? recognise(draught)
  const keys = new Map<string, string>()
  const named: Record<string, Speaker> = {}
  for (const [key, speaker] of speakers) {
    const id = ids()
    keys.set(key, id)
    named[id] = speaker
  }
  const keyOf = (speaker: string | null): string | null => (speaker === null ? null : (keys.get(speaker) ?? null))
  let turns = 0
  let unsure = 0
  const sources = new Map<number, string>()
  for (const block of blocks) if (block.kind === 'paragraph' && block.source !== null) sources.set(block.source, ids())
  const paragraph = (block: Told): Node => {
    if (block.role !== 'body') turns += 1
    if (block.guess) unsure += 1
    return schema.node(
      'paragraph',
      {
        id: (block.source === null ? undefined : sources.get(block.source)) ?? ids(),
        role: block.role,
        speaker: keyOf(block.speaker),
        turnStart: block.turnStart,
        roleState: block.guess ? 'guess' : 'sure',
      },
      inline(block.pieces),
    )
  }
  for (const block of blocks)
    if (block.kind === 'list' && block.ordered && block.start !== 1)
      draught.lost.add('The first number of a list: it counts from 1 now', 'The first numbers of # lists: they count from 1 now')
  const quote = ({ pieces, speaker, from }: Quote): Node =>
    schema.node(
      'pullQuote',
      { id: ids(), speaker: keyOf(speaker), sourceBlock: from === null ? null : (sources.get(from) ?? null) },
      inline(pieces),
    )
  const nodes = blocks.map((block): Node => {
    if (block.kind === 'paragraph') return paragraph(block)
    return block.kind === 'pullQuote' ? quote(block) : other(block, ids, paragraph)
  })
  if (nodes.length === 0) nodes.push(schema.node('paragraph', { id: ids() }))
  const { headline, dek, byline, settings } = draught.front
  return {
    body: schema.node('doc', null, nodes),
    speakers: named,
    headline,
    dek,
    byline,
    settings,
    turns,
    unsure,
    lost: draught.lost.list(),
    pictures: draught.pictures,
    remarks: draught.remarks,
    comments: draught.comments,
    choices: draught.choices,
  }
}

type Quote = Extract<Block, { kind: 'pullQuote' }>

const atomWords = ({ type, attrs }: Node): string => {
  const words = String(attrs.caption || attrs.alt || attrs.title || attrs.url || '')
  const name = ATOMS[type.name] ?? ''
  return words === '' ? name : `${name}: ${words}`
}
const ATOMS: Record<string, string> = {
  image: 'Picture',
  embed: 'Player',
  linkCard: 'Link',
  divider: '* * *',
  paywall: 'Paywall',
}

const OPENING = 8
const LINE = 240

/** The beginning of a reading for a person to judge it by: from a little before its first question. */
export function openingOf({
  body,
  speakers,
}: Reading): { role: TextRole | null; unsure: boolean; speaker: string | null; text: string }[] {
  const blocks: Node[] = []
  body.forEach((node) => blocks.push(node))
  const asked = blocks.findIndex((node) => node.attrs.role === 'question' || node.attrs.role === 'answer')
  const from = Math.max(asked - 2, 0)
  return blocks.slice(from, from + OPENING).map((node) => {
    const text = node.isAtom ? atomWords(node) : node.textBetween(0, node.content.size, ' ', ' ')
    return {
      role: node.type.name === 'paragraph' ? oneOf(ROLES_OF_TEXT, node.attrs.role) : null,
      unsure: node.attrs.roleState === 'guess',
      speaker: speakers[String(node.attrs.speaker)]?.name ?? null,
      text: [...text].length > LINE ? `${[...text].slice(0, LINE).join('')}…` : text,
    }
  })
}

function other(block: Exclude<Block, Told | Quote>, ids: () => string, paragraph: (told: Told) => Node): Node {
  const id = ids()
  switch (block.kind) {
    case 'heading':
      return schema.node('heading', { id, level: block.level > 2 ? 3 : 2 }, inline(block.pieces))
    case 'list':
      return schema.node(
        'list',
        { id, ordered: block.ordered },
        block.items.map((item) => schema.node('listItem', { id: ids(), level: item.level }, inline(item.pieces))),
      )
    case 'notice':
      return schema.node('notice', { id, kind: block.notice }, block.paragraphs.map(paragraph))
    case 'image': {
      const { kind: _kind, ...attrs } = block
      return schema.node('image', { id, ...attrs })
    }
    case 'embed': {
      const { kind: _kind, ...attrs } = block
      return schema.node('embed', { id, ...attrs })
    }
    case 'linkCard':
      return schema.node('linkCard', { id, url: block.url, title: block.title, kind: block.card, affiliate: block.affiliate })
    case 'divider':
    case 'paywall':
      return schema.node(block.kind, { id })
  }
}

function inline(pieces: readonly Piece[]): Fragment {
  const nodes: Node[] = []
  for (const piece of pieces) {
    const marks = marksOf(piece.look)
    for (const [i, part] of piece.text.replaceAll(SOFT, ' ').split(HARD).entries()) {
      if (i > 0) nodes.push(schema.node('hardBreak'))
      if (part !== '') nodes.push(schema.text(part, marks))
    }
  }
  return Fragment.fromArray(joined(nodes))
}

/** Neighbours with the same marks are one text. */
function joined(nodes: Node[]): Node[] {
  const out: Node[] = []
  for (const node of nodes) {
    const last = out.at(-1)
    if (last?.isText === true && node.isText && last.sameMarkup(node)) {
      out[out.length - 1] = schema.text(`${last.text ?? ''}${node.text ?? ''}`, node.marks)
    } else out.push(node)
  }
  return out
}

function marksOf(look: Look): readonly Mark[] {
  const marks: Mark[] = []
  const { link, em, strong, strike, bracketed, workTitle, lang } = schema.marks
  if (look.href !== null) marks.push(link.create({ href: look.href, affiliate: look.affiliate }))
  if (look.em) marks.push(em.create())
  if (look.strong) marks.push(strong.create())
  if (look.strike) marks.push(strike.create())
  if (look.bracketed) marks.push(bracketed.create())
  if (look.workTitle) marks.push(workTitle.create())
  if (look.lang !== null) marks.push(lang.create({ lang: look.lang }))
  return marks
}
