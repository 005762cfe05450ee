/**
 * A story as the exports see it: plain parts in order, comments stripped, speakers looked up, turns and
 * the sources of quotes found. Whatever a hand-written client left in the body (unknown nodes, wrong
 * values, nesting without end) comes out as plain text here and nowhere breaks an export.
 */
import type { Node } from 'prosemirror-model'
import { safeHref } from '../links.ts'
import { LINK_KINDS, NOTICE_KINDS, oneOf, ROLES_OF_TEXT, type LinkKind, type NoticeKind, type TextRole } from '../schema.ts'
import { UNSAID_STYLE, type LabelStyle, type Settings, type Speaker, type StoryText } from '../story.ts'
import { settingsIn, speakersIn } from './cast.ts'
import { isBlank, NO_THREADS, oneLine, spansOf, words, type Asked, type Span } from './spans.ts'

export type ParagraphPart = {
  kind: 'paragraph'
  role: TextRole
  guess: boolean
  speaker: Speaker | null
  /** The first paragraph of a turn carries the label. */
  turn: boolean
  /** The same speaker had the turn before: only the label says that another begins. */
  again: boolean
  /** The first turn of this speaker in the story. */
  first: boolean
  spans: Span[]
  /** Its number, when a pull quote is taken from it. */
  source: number | null
}
export type QuotePart = { kind: 'pullQuote'; spans: Span[]; speaker: Speaker | null; from: number | null }
export type ListPart = { kind: 'list'; ordered: boolean; items: { level: number; spans: Span[] }[] }
export type NoticePart = { kind: 'notice'; notice: NoticeKind; paragraphs: Span[][] }
export type ImagePart = {
  kind: 'image'
  /** Null: not uploaded yet, and `source` says where it was seen. */
  asset: string | null
  source: string
  alt: string
  decorative: boolean
  caption: string
  credit: string
  licence: string
}
export type EmbedPart = { kind: 'embed'; url: string | null; title: string; provider: string; fallback: string }
export type CardPart = { kind: 'card'; url: string | null; title: string; use: LinkKind; affiliate: boolean }
export type Part =
  | ParagraphPart
  | { kind: 'heading'; level: 2 | 3; spans: Span[] }
  | QuotePart
  | ListPart
  | NoticePart
  | { kind: 'divider' }
  | { kind: 'paywall' }
  | ImagePart
  | EmbedPart
  | CardPart

export type Layout = {
  headline: string
  dek: string
  byline: string
  /** Every speaker of the story; files name them by their place in it, from 1. */
  cast: Speaker[]
  settings: Settings
  /** How it says who speaks, also when the story itself does not say it. */
  labelStyle: LabelStyle
  parts: Part[]
  /** The parts that are whole blocks of the body, by the blocks' ids. */
  blocks: ReadonlyMap<string, Part>
}

/** @param asked threads of which it is to be said where their words are */
export function layOut(story: StoryText, asked = NO_THREADS): Layout {
  const speakers = speakersIn(story.speakers)
  const settings = settingsIn(story.settings)
  return {
    headline: oneLine(story.headline),
    dek: oneLine(story.dek),
    byline: oneLine(story.byline),
    cast: [...speakers.values()],
    settings,
    labelStyle: settings.labelStyle || UNSAID_STYLE,
    ...partsOf(story.body, speakers, asked),
  }
}

/** The children of a container that should be of one kind; nested containers are opened. */
function childrenOf(node: Node, leaf: string): Node[] {
  return unfolded(node, (at) => at.type.name === leaf || at.childCount === 0 || at.child(0).isInline)
}

const CONTAINERS = new Set(['list', 'notice', 'listItem'])

/** The blocks of the body in order; a container where none belongs gives its blocks. */
function blocksOf(body: Node): Node[] {
  return unfolded(body, (at) => CONTAINERS.has(at.type.name) || at.childCount === 0 || at.isText || !at.child(0).isBlock)
}

function unfolded(node: Node, isWhole: (at: Node) => boolean): Node[] {
  const out: Node[] = []
  const waiting = node.children.toReversed()
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (isWhole(at)) out.push(at)
    else for (let i = at.childCount - 1; i >= 0; i -= 1) waiting.push(at.child(i))
  }
  return out
}

function partsOf(body: Node, speakers: ReadonlyMap<string, Speaker>, asked: Asked): Pick<Layout, 'parts' | 'blocks'> {
  const parts: Part[] = []
  const blocks = new Map<string, Part>()
  const turns = new Turns(speakers)
  const byId = new Map<string, ParagraphPart>()
  const quotes = new Map<QuotePart, string>()
  for (const block of blocksOf(body)) {
    const part = partOf(block, speakers, asked)
    if (part === null) continue
    const id = words(block.attrs.id)
    if (id !== '' && !blocks.has(id)) blocks.set(id, part)
    if (part.kind === 'paragraph') {
      turns.take(part, block)
      if (id !== '' && !byId.has(id)) byId.set(id, part)
    } else turns.pass(part)
    if (part.kind === 'pullQuote') quotes.set(part, words(block.attrs.sourceBlock))
    parts.push(part)
  }
  let sources = 0
  for (const [quote, id] of quotes) {
    const source = byId.get(id)
    if (source !== undefined) quote.from = source.source ??= sources += 1
  }
  return { parts, blocks }
}

/** Turns are a run of paragraphs of one role and speaker; pictures, quotes, lists and cards between them stay inside. */
class Turns {
  private readonly met = new Set<Speaker>()
  private last: { role: TextRole; speaker: Speaker | null } | null = null

  constructor(private readonly speakers: ReadonlyMap<string, Speaker>) {}

  take(part: ParagraphPart, block: Node): void {
    const { role } = part
    part.speaker = role === 'body' ? null : (this.speakers.get(words(block.attrs.speaker)) ?? null)
    const { speaker } = part
    const goesOn = this.last !== null && this.last.role === role && this.last.speaker === speaker
    part.again = role !== 'body' && goesOn && block.attrs.turnStart === true
    part.turn = role !== 'body' && (!goesOn || part.again)
    part.first = part.turn && speaker !== null && !this.met.has(speaker)
    if (speaker !== null) this.met.add(speaker)
    this.last = role === 'body' ? null : { role, speaker }
  }

  pass(part: Part): void {
    if (part.kind === 'heading' || part.kind === 'notice' || part.kind === 'divider' || part.kind === 'paywall') this.last = null
  }
}

/** Null: nothing in it that anybody would see. */
function partOf(block: Node, speakers: ReadonlyMap<string, Speaker>, asked: Asked): Part | null {
  const { attrs } = block
  switch (block.type.name) {
    case 'list': {
      const items = itemsOf(block, asked)
      return items.length === 0 ? null : { kind: 'list', ordered: attrs.ordered === true, items }
    }
    case 'notice': {
      const paragraphs = childrenOf(block, 'paragraph')
        .map((paragraph) => spansOf(paragraph, asked))
        .filter((spans) => !isBlank(spans))
      return paragraphs.length === 0 ? null : { kind: 'notice', notice: oneOf(NOTICE_KINDS, attrs.kind), paragraphs }
    }
    case 'divider':
    case 'paywall':
      return { kind: block.type.name }
    case 'image':
      return {
        kind: 'image',
        asset: /^[\w-]{1,100}$/.test(words(attrs.asset)) ? words(attrs.asset) : null,
        source: oneLine(attrs.source),
        alt: oneLine(attrs.alt),
        decorative: attrs.decorative === true,
        caption: oneLine(attrs.caption),
        credit: oneLine(attrs.credit),
        licence: oneLine(attrs.licence),
      }
    case 'embed': {
      const url = safeHref(attrs.url)
      const [title, fallback] = [oneLine(attrs.title), oneLine(attrs.fallbackText)]
      if (url === null && title === '' && fallback === '') return null
      return { kind: 'embed', url, title, provider: oneLine(attrs.provider), fallback }
    }
    case 'linkCard': {
      const url = safeHref(attrs.url)
      const title = oneLine(attrs.title)
      if (url === null && title === '') return null
      return { kind: 'card', url, title, use: oneOf(LINK_KINDS, attrs.kind), affiliate: attrs.affiliate === true }
    }
    default: {
      const spans = spansOf(block, asked)
      return isBlank(spans) ? null : textPart(block, spans, speakers)
    }
  }
}

function textPart(block: Node, spans: Span[], speakers: ReadonlyMap<string, Speaker>): Part {
  const { attrs } = block
  if (block.type.name === 'heading') return { kind: 'heading', level: attrs.level === 3 ? 3 : 2, spans }
  if (block.type.name === 'pullQuote')
    return { kind: 'pullQuote', spans, speaker: speakers.get(words(attrs.speaker)) ?? null, from: null }
  const role = block.type.name === 'paragraph' ? oneOf(ROLES_OF_TEXT, attrs.role) : 'body'
  const guess = attrs.roleState === 'guess'
  return { kind: 'paragraph', role, guess, speaker: null, turn: false, again: false, first: false, spans, source: null }
}

function itemsOf(list: Node, asked: Asked): ListPart['items'] {
  let below = -1
  const items: ListPart['items'] = []
  for (const child of childrenOf(list, 'listItem')) {
    const spans = spansOf(child, asked)
    if (isBlank(spans)) continue
    const wanted = Number.isInteger(child.attrs.level) ? (child.attrs.level as number) : 0
    // An item cannot hang deeper than one below the last.
    below = Math.min(Math.max(wanted, 0), below + 1)
    items.push({ level: below, spans })
  }
  return items
}
