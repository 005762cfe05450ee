/**
 * A story's body as the exports see it: plain parts in order, comments stripped, speakers looked up,
 * turns found. Whatever a hand-written client left in the body (unknown nodes, wrong values, nesting
 * without end) comes out as plain text here and nowhere breaks an export.
 */
import type { Mark, Node } from 'prosemirror-model'
import { safeHref } from '../links.ts'
import { NOTICE_KINDS, oneOf, ROLES_OF_TEXT, type NoticeKind, type TextRole } from '../schema.ts'
import type { Speaker, StoryText } from '../story.ts'

export type Look = {
  href: string | null
  affiliate: boolean
  strong: boolean
  em: boolean
  strike: boolean
  bracketed: boolean
  workTitle: boolean
  lang: string | null
}
/** `\n` alone is a break. */
export type Span = { text: string; look: Look }

export type ParagraphPart = {
  kind: 'paragraph'
  role: TextRole
  guess: boolean
  speaker: Speaker | null
  /** The first paragraph of a turn carries the label. */
  turn: boolean
  /** The first turn of this speaker in the story. */
  first: boolean
  spans: Span[]
}
export type Part =
  | ParagraphPart
  | { kind: 'heading'; level: 2 | 3; spans: Span[] }
  | { kind: 'pullQuote'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: { level: number; spans: Span[] }[] }
  | { kind: 'notice'; notice: NoticeKind; paragraphs: Span[][] }
  | { kind: 'divider' }
  | { kind: 'paywall' }
  | { kind: 'image'; alt: string; caption: string; credit: string }
  | { kind: 'card'; url: string | null; title: string; affiliate: boolean }

export const PLAIN: Look = {
  href: null,
  affiliate: false,
  strong: false,
  em: false,
  strike: false,
  bracketed: false,
  workTitle: false,
  lang: null,
}

export const words = (value: unknown): string => (typeof value === 'string' ? visible(value) : '')

/** Without what no file of text may hold. */
const visible = (text: string): string => text.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(UNWANTED, '')
const UNWANTED =
  // oxlint-disable-next-line no-control-regex -- these are what it takes out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const isBlank = (spans: readonly Span[]): boolean => spans.every((span) => /^[\s\u200b]*$/.test(span.text))

function lookOf(marks: readonly Mark[]): Look {
  const look = { ...PLAIN }
  for (const { type, attrs } of marks) {
    if (
      type.name === 'strong' ||
      type.name === 'em' ||
      type.name === 'strike' ||
      type.name === 'bracketed' ||
      type.name === 'workTitle'
    )
      look[type.name] = true
    else if (type.name === 'lang') look.lang = /^[A-Za-z0-9-]{1,35}$/.test(words(attrs.lang)) ? words(attrs.lang) : null
    else if (type.name === 'link') {
      look.href = safeHref(attrs.href)
      look.affiliate = look.href !== null && attrs.affiliate === true
    }
  }
  return look
}

const sameLook = (a: Look, b: Look): boolean => (Object.keys(a) as (keyof Look)[]).every((key) => a[key] === b[key])

/** All words under a node, however deep, as spans. */
function spansOf(node: Node): Span[] {
  const out: Span[] = []
  const push = (text: string, look: Look) => {
    const last = out.at(-1)
    if (last !== undefined && last.text !== '\n' && text !== '\n' && sameLook(last.look, look)) last.text += text
    else out.push({ text, look })
  }
  const waiting: Node[] = [node]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.isText) {
      const look = lookOf(at.marks)
      for (const [i, line] of visible(at.text ?? '')
        .split('\n')
        .entries()) {
        if (i > 0) push('\n', PLAIN)
        if (line !== '') push(line, look)
      }
    } else if (at.type.name === 'hardBreak') push('\n', PLAIN)
    else for (let i = at.childCount - 1; i >= 0; i -= 1) waiting.push(at.child(i))
  }
  return out
}

/** The children of a container that should be of one kind; nested containers are opened. */
function childrenOf(node: Node, leaf: string): Node[] {
  const out: Node[] = []
  const waiting: Node[] = []
  for (let i = node.childCount - 1; i >= 0; i -= 1) waiting.push(node.child(i))
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.type.name === leaf || at.childCount === 0 || at.child(0).isInline) out.push(at)
    else for (let i = at.childCount - 1; i >= 0; i -= 1) waiting.push(at.child(i))
  }
  return out
}

const CONTAINERS = new Set(['list', 'notice', 'listItem'])

/** The blocks of the body in order; a container where none belongs gives its blocks. */
function blocksOf(body: Node): Node[] {
  const out: Node[] = []
  const waiting: Node[] = []
  for (let i = body.childCount - 1; i >= 0; i -= 1) waiting.push(body.child(i))
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const opens = !CONTAINERS.has(at.type.name) && at.childCount > 0 && !at.isText && at.child(0).isBlock
    if (opens) for (let i = at.childCount - 1; i >= 0; i -= 1) waiting.push(at.child(i))
    else out.push(at)
  }
  return out
}

/** Speakers that are whole; a story's map may hold anything. */
export function speakersIn(speakers: unknown): Map<string, Speaker> {
  const out = new Map<string, Speaker>()
  if (typeof speakers !== 'object' || speakers === null) return out
  for (const [id, one] of Object.entries(speakers) as [string, unknown][]) {
    if (typeof one !== 'object' || one === null) continue
    const { name, initials, kind } = one as Record<string, unknown>
    const called = oneLine(words(name)) || oneLine(words(initials))
    if (called === '') continue
    out.set(id, {
      name: called,
      initials: oneLine(words(initials)),
      kind: oneOf(['other', 'interviewer', 'subject'] as const, kind),
    })
  }
  return out
}

/** For fields that are a single line. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

export function partsOf(story: StoryText): Part[] {
  const speakers = speakersIn(story.speakers)
  const met = new Set<Speaker>()
  const parts: Part[] = []
  let last: { role: TextRole; speaker: Speaker | null } | null = null
  for (const block of blocksOf(story.body)) {
    const { attrs } = block
    switch (block.type.name) {
      case 'heading': {
        const spans = spansOf(block)
        if (isBlank(spans)) break
        last = null
        parts.push({ kind: 'heading', level: attrs.level === 3 ? 3 : 2, spans })
        break
      }
      case 'pullQuote': {
        const spans = spansOf(block)
        if (!isBlank(spans)) parts.push({ kind: 'pullQuote', spans })
        break
      }
      case 'list': {
        let below = -1
        const items: { level: number; spans: Span[] }[] = []
        for (const child of childrenOf(block, 'listItem')) {
          const spans = spansOf(child)
          if (isBlank(spans)) continue
          const asked = Number.isInteger(child.attrs.level) ? (child.attrs.level as number) : 0
          // An item cannot hang deeper than one below the last.
          below = Math.min(Math.max(asked, 0), below + 1)
          items.push({ level: below, spans })
        }
        if (items.length > 0) parts.push({ kind: 'list', ordered: attrs.ordered === true, items })
        break
      }
      case 'notice': {
        const paragraphs = childrenOf(block, 'paragraph')
          .map(spansOf)
          .filter((spans) => !isBlank(spans))
        last = null
        if (paragraphs.length > 0) parts.push({ kind: 'notice', notice: oneOf(NOTICE_KINDS, attrs.kind), paragraphs })
        break
      }
      case 'divider':
      case 'paywall':
        last = null
        parts.push({ kind: block.type.name })
        break
      case 'image':
        parts.push({
          kind: 'image',
          alt: oneLine(words(attrs.alt)),
          caption: oneLine(words(attrs.caption)),
          credit: oneLine(words(attrs.credit)),
        })
        break
      case 'embed':
      case 'linkCard': {
        const url = safeHref(attrs.url)
        const title = oneLine(words(attrs.title) || words(attrs.fallbackText)) || (url ?? '')
        if (title !== '') parts.push({ kind: 'card', url, title, affiliate: attrs.affiliate === true })
        break
      }
      default: {
        const spans = spansOf(block)
        if (isBlank(spans)) break
        const role = block.type.name === 'paragraph' ? oneOf(ROLES_OF_TEXT, attrs.role) : 'body'
        const speaker = role === 'body' ? null : (speakers.get(words(attrs.speaker)) ?? null)
        const turn: boolean =
          role !== 'body' && (last === null || last.role !== role || last.speaker !== speaker || attrs.turnStart === true)
        const first = turn && speaker !== null && !met.has(speaker)
        if (speaker !== null) met.add(speaker)
        last = role === 'body' ? null : { role, speaker }
        parts.push({ kind: 'paragraph', role, guess: attrs.roleState === 'guess', speaker, turn, first, spans })
      }
    }
  }
  return parts
}

/** Initials that name one speaker only, and are nobody's name. */
export function shortLabels(story: StoryText): ReadonlyMap<string, string> {
  const speakers = [...speakersIn(story.speakers).values()]
  const out = new Map<string, string>()
  for (const { name, initials } of speakers) {
    const same = speakers.filter((one) => one.initials === initials || one.name === initials)
    if (initials !== '' && initials !== 'Q' && initials !== 'A' && !initials.includes(':') && same.length === 1)
      out.set(name, initials)
  }
  return out
}

/** Who speaks, as the head of a turn says it: the full name first, then initials; Q and A for nobody. */
export function labelOf(part: ParagraphPart, short: ReadonlyMap<string, string>): string | null {
  if (!part.turn) return null
  if (part.speaker === null) return part.role === 'question' ? 'Q' : 'A'
  return part.first ? part.speaker.name : (short.get(part.speaker.name) ?? part.speaker.name)
}

export const plain = (spans: readonly Span[]): string => spans.map((span) => span.text).join('')
