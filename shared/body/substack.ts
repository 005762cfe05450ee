/**
 * A story's body as one pastes it into Substack: only what Substack keeps of a paste. Headline and dek have
 * fields of their own there. What it cannot take by a paste (pictures, the paywall) stands in brackets in
 * its place, so that nothing is forgotten and nothing that is for members comes out free unseen.
 */
import type { StoryText } from '../story.ts'
import { anchor, escapeHtml, inlineHtml, type MarkOut } from './html-words.ts'
import { list, NOWHERE, type Around } from './html.ts'
import { labels } from './labels.ts'
import { layOut, type ImagePart, type ParagraphPart, type Part } from './parts.ts'
import { type Span } from './spans.ts'
import { PLAIN, type Look } from '../look.ts'

/** @returns the body's HTML, and what is left to do by hand there, each in a few words */
export function toSubstack(story: StoryText, around: Around = NOWHERE): { html: string; byHand: string[] } {
  const { parts, labelStyle, cast } = layOut(story)
  const label = labels(labelStyle, cast, around.outlet)
  const bold = labelStyle === 'bold'
  const count = (kind: Part['kind']) => parts.filter((part) => part.kind === kind).length
  const pictures = count('image')
  return {
    html: parts.map((part) => block(part, label, bold)).join(''),
    byHand: [
      ...(pictures === 0 ? [] : [pictures === 1 ? 'a picture' : `${pictures} pictures`]),
      ...(count('paywall') === 0 ? [] : ['the paywall']),
    ],
  }
}

function block(part: Part, label: (part: ParagraphPart) => string | null, bold: boolean): string {
  switch (part.kind) {
    case 'paragraph': {
      const who = label(part)
      const said = who === null ? '' : `<strong>${escapeHtml(who)}:</strong> `
      const spans = bold && part.role === 'question' ? withLook(part.spans, 'strong') : part.spans
      return paragraph(said + words(spans))
    }
    case 'heading':
      return `<h${part.level}>${words(part.spans)}</h${part.level}>`
    case 'pullQuote':
      return `<blockquote>${paragraph(words(part.spans))}</blockquote>`
    case 'notice':
      return part.paragraphs.map((spans) => paragraph(words(withLook(spans, 'em')))).join('')
    case 'list':
      return list(part, words)
    case 'divider':
      return '<hr>'
    case 'paywall':
      return paragraph('[Paywall: from here on members only]')
    case 'image':
      return paragraph(escapeHtml(picture(part)))
    case 'embed': {
      const fallback = part.fallback === '' ? '' : `<br>${escapeHtml(part.fallback)}`
      return paragraph(plainLink(part.url, part.title) + fallback)
    }
    case 'card':
      return paragraph(plainLink(part.url, part.title))
  }
}

const paragraph = (inner: string): string => `<p>${inner}</p>`
const plainLink = (url: string | null, title: string): string => anchor(url, false, escapeHtml(title || (url ?? '')))

const withLook = (spans: readonly Span[], look: 'strong' | 'em'): Span[] =>
  spans.map((span) => (span.text === '\n' ? span : { text: span.text, look: { ...span.look, [look]: true } }))

function picture({ alt, caption, credit, licence }: ImagePart): string {
  const about = [caption || alt, credit, licence].filter((one) => one !== '').join(' / ')
  return `[Picture${about === '' ? '' : `: ${about}`}]`
}

const look = (name: string, has: (look: Look) => boolean): MarkOut => ({
  has,
  same: (a, b) => has(a) === has(b),
  wrap: (_, inner) => `<${name}>${inner}</${name}>`,
})
/** The title of a work is in italics there, as everywhere in print. */
const KEPT: readonly MarkOut[] = [
  { has: ({ href }) => href !== null, same: (a, b) => a.href === b.href, wrap: ({ href }, inner) => anchor(href, false, inner) },
  look('strong', ({ strong }) => strong),
  look('em', ({ em, workTitle }) => em || workTitle),
  look('s', ({ strike }) => strike),
]

/** A break has no look of its own: it takes that of the words before it, or the bold would end and begin there. */
function words(spans: readonly Span[]): string {
  let before = PLAIN
  const looked = spans.map((span): Span => {
    if (span.text !== '\n') before = span.look
    return { text: span.text, look: before }
  })
  return inlineHtml(looked, KEPT)
}
