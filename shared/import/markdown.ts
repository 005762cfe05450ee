/**
 * Reads Markdown: markdown-it makes it HTML and the HTML reader does the rest, so that HTML inside
 * Markdown is judged as HTML is. Front matter fills headline, dek and byline where it says so.
 */
import MarkdownIt from 'markdown-it'
import { clean, cut, Lost, noFront, SOFT, textOf, type Draught, type Front, type Paragraph } from './draft.ts'
import { draftMarkup } from './html.ts'
import { readCast, readOwnSettings } from './own.ts'
import type { Speaker } from '../story.ts'
import { speakerCalled } from '../body/labels.ts'

const markdown = new MarkdownIt('default', { html: true, linkify: false, typographer: false, breaks: false })
// A paragraph that somebody indented is prose.
markdown.disable('code')
// The reader of the HTML decides which links are safe, and keeps the words of the others.
markdown.validateLink = () => true
markdown.normalizeLink = (url) => url
markdown.normalizeLinkText = (text) => text
markdown.renderer.rules.softbreak = () => SOFT
markdown.renderer.rules.hardbreak = () => '<br>'

/** The parser keeps the words of a hundred levels; a list takes two. */
const NEST = 15
const INDENT = 60
const PREFIX = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t])))+`)
const MARKER = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/g

/** A line nested deeper than anybody reads is flattened: the parser would drop its words. */
function shallow(line: string, lost: Lost): string {
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
  if (indent > INDENT) return shallow(line.slice(indent - INDENT), lost)
  const prefix = line.length < NEST ? undefined : PREFIX.exec(line)?.[0]
  const markers = prefix?.match(MARKER)
  if (prefix === undefined || markers === null || markers === undefined || markers.length <= NEST) return line
  lost.add('The depth of a deeply nested line', 'The depth of # deeply nested lines')
  return markers.slice(0, NEST).join('') + line.slice(prefix.length)
}

const SIGNS = /[*_[\]`~!<]/g
const MANY_SIGNS = 3000

/** More signs of formatting than any paragraph has would keep the parser busy for minutes: they are words then. */
function withinReason(block: string, lost: Lost): string {
  if (block.length < MANY_SIGNS || (block.match(SIGNS)?.length ?? 0) < MANY_SIGNS) return block
  lost.add('The formatting of a paragraph that is all signs', 'The formatting of # paragraphs that are all signs')
  return block.replace(SIGNS, '\\$&')
}

/** Site generators' tags and anchors are not words, and a footnote is not the definition of a link. */
function without(line: string, lost: Lost): string {
  if (line.length > 2000) return line
  if (!/^\s*(?:\{%.*%\}|\{\{[<%].*[>%]\}\})\s*$/.test(line))
    return line.replace(/^\[\^/, '\\[^').replace(/^(#{1,6} .*?)[ \t]*\{#[\w-]+\}[ \t]*$/, '$1')
  lost.add('A template tag', '# template tags')
  return ''
}

export function markdownHtml(text: string, own: boolean, lost: Lost): string {
  const lines = text.split('\n').map((line) => shallow(own ? line : without(line, lost), lost))
  // Blocks with the blank lines after them.
  const blocks = lines
    .join('\n')
    .split(/(?<=\n[ \t]*\n)/)
    .map((block) => withinReason(block, lost))
  return markdown.render(blocks.join(''))
}

export function draftMarkdown(source: string): Draught {
  const lost = new Lost()
  const text = clean(source, lost)
  const { front, own, rest } = readFront(text, lost)
  const draught = draftMarkup(markdownHtml(rest, own, lost), own ? 'own-markdown' : 'markdown', lost)
  if (own) for (const draft of draught.drafts) if (draft.kind === 'paragraph') takeLabel(draft, front.speakers)
  const first = draught.front
  return {
    ...draught,
    front: {
      ...front,
      headline: front.headline ?? first.headline,
      dek: front.dek ?? first.dek,
      byline: front.byline ?? first.byline,
    },
  }
}

/** `**Ana Ruiz:** What …` as our own export writes it. */
function takeLabel(paragraph: Paragraph, speakers: readonly Speaker[]): void {
  const { said } = paragraph
  if (said === null || said.unlabelled || said.card !== null) return
  const plain = paragraph.pieces.findIndex((piece) => !piece.look.strong)
  const strong = textOf(paragraph.pieces.slice(0, plain < 0 ? undefined : plain))
  const head = /^([^\n]+):$/.exec(strong)?.[1]
  if (head === undefined) return
  const speaker = speakerCalled(head, speakers)
  const nobody = head === 'Q' || head === 'A'
  if (speaker === null && !nobody && said.speaker === null) return
  said.speaker ??= speaker === null ? 0 : speakers.indexOf(speaker) + 1
  const who = speakers[said.speaker - 1]
  said.role ??= (who === undefined ? head !== 'A' : who.kind === 'interviewer') ? 'question' : 'answer'
  // One blank parts the label from the words.
  paragraph.pieces = cut(paragraph.pieces, strong.length + 1)
}

// --- front matter ---

const HEADLINE = ['headline', 'title']
const DEK = ['dek', 'standfirst', 'subtitle', 'subhead', 'deck', 'summary', 'description', 'excerpt']
const BYLINE = ['byline', 'author', 'authors', 'by']
const PEOPLE = [
  'speakers',
  'speaker',
  'interviewee',
  'interviewees',
  'guest',
  'guests',
  'participants',
  'people',
  'hosts',
  'host',
]

function readFront(text: string, lost: Lost): { front: Front; own: boolean; rest: string } {
  const front = noFront()
  const open = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  if (open === null) return { front, own: false, rest: text }
  const fence = open[1] ?? '---'
  const lines = text.slice(open[0].length).split('\n')
  const end = lines.findIndex((line) => line.trimEnd() === fence || (fence === '---' && line.trimEnd() === '...'))
  const values = end < 0 || lines[0]?.trim() === '' ? null : readValues(lines.slice(0, end))
  if (values === null) return { front, own: false, rest: text }
  const taken = new Set<string>()
  const take = (keys: string[]): string[] => {
    for (const key of keys) {
      const value = values.get(key)
      if (value === undefined || value.length === 0) continue
      taken.add(key)
      return value
    }
    return []
  }
  front.headline = take(HEADLINE)[0] ?? null
  front.dek = take(DEK)[0] ?? null
  const authors = take(BYLINE)
  front.authors = authors
  front.byline = authors.length === 0 ? null : authors.join(authors.length === 2 ? ' and ' : ', ')
  const own = values.has('copydesk')
  if (own) {
    front.speakers = readCast(values.get('speakers')?.[0] ?? null)
    front.settings = readOwnSettings(values.get('settings')?.[0] ?? null, values.get('lang')?.[0] ?? null)
    for (const key of ['copydesk', 'speakers', 'settings', 'lang']) taken.add(key)
  }
  for (const key of PEOPLE) front.people.push(...(own ? [] : (values.get(key) ?? [])))
  const left = [...values.keys()].filter((key) => !taken.has(key))
  if (left.length > 0) lost.add(`Front matter: ${left.join(', ')}`)
  return { front, own, rest: lines.slice(end + 1).join('\n') }
}

/** The part of YAML (and TOML) that front matter uses: a value or a list of values to a key. */
function readValues(lines: string[]): Map<string, string[]> | null {
  const values = new Map<string, string[]>()
  let key: string | null = null
  let folded = false
  for (const line of lines) {
    const pair = /^([\p{L}_][\p{L}\p{N}_ .-]{0,60}?)[ \t]{0,20}[:=](?:[ \t]+(.*)|[ \t]*)$/u.exec(line)
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line)
    const more = key === null ? undefined : values.get(key)
    if (pair !== null) {
      key = (pair[1] ?? '').toLowerCase()
      const value = (pair[2] ?? '').trim()
      folded = /^[|>][-+]?\d*$/.test(value)
      values.set(key, folded || value === '' ? [] : readScalars(value))
    } else if (item !== null && more !== undefined && !folded) more.push(readScalar((item[1] ?? '').trim()))
    else if (more !== undefined && /^[ \t]+\S/.test(line)) {
      const last = more.pop()
      // A quoted value that was cut at the line's end loses its quotes only when it is whole.
      more.push(last === undefined ? line.trim() : readScalar(`${last} ${line.trim()}`))
    } else if (line.trim() !== '' && !line.trimStart().startsWith('#')) return null
  }
  return values
}

function readScalars(value: string): string[] {
  if (!/^\[.*\]$/.test(value) || value.startsWith('[{')) return [readScalar(value)]
  return [...value.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^,]+)/g)]
    .map((match) => readScalar(match[0].trim()))
    .filter((one) => one !== '')
}

function readScalar(value: string): string {
  if (/^".*"$/s.test(value)) {
    try {
      return String(JSON.parse(value))
    } catch {
      // YAML allows escapes that JSON does not: the words matter, not the escapes.
      return value.slice(1, -1)
    }
  }
  if (/^'.*'$/s.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  // JSON, as our own export has it, has no comments.
  return /^(\[\{|\{)/.test(value) ? value : value.replace(/[ \t]+#.*$/, '')
}
