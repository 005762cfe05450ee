/**
 * Reads Markdown: markdown-it makes it HTML and the HTML reader does the rest, so that HTML inside
 * Markdown is judged as HTML is.
 */
import MarkdownIt from 'markdown-it'
import { clean, cut, Lost, SOFT, textOf, type Draught, type Paragraph } from './draft.ts'
import { readFront } from './front-matter.ts'
import { draftMarkup } from './html.ts'
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

/** `**Ana:**What`: to the eye a label in bold, to the parser asterisks. */
const GLUED = /^(\s*\*\*[^*\n]{1,60}[:：]\*\*)(?=[^\s*])/

/** A blank that does not break, typed where French has one, is none to the parser. */
const HASHES = /^(#{1,6})[\u00a0\u202f\u2000-\u200a\u3000] */

/** Site generators' tags and anchors are not words, and a footnote is not the definition of a link. */
function without(line: string, lost: Lost): string {
  if (line.length > 2000) return line
  if (!/^\s*(?:\{%.*%\}|\{\{[<%].*[>%]\}\})\s*$/.test(line))
    return line
      .replace(GLUED, '$1 ')
      .replace(/^\[\^/, '\\[^')
      .replace(HASHES, '$1 ')
      .replace(/^(#{1,6} .*?)[ \t]*\{#[\w-]+\}[ \t]*$/, '$1')
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
