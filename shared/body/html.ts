/**
 * A story as HTML that any page, feed or mail can take: `<p class="q"><strong>…</strong></p>` and
 * `<p class="a">…</p>`. Everything typed is escaped; only links of `safeHref` are links. It says enough
 * of roles and speakers for our own import to give the same story back.
 */
import type { StoryText } from '../story.ts'
import { oneLine, partsOf, words, type Look, type ParagraphPart, type Part, type Span } from './parts.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one)

export function toHtml(story: StoryText): string {
  const [headline, dek, byline] = [story.headline, story.dek, story.byline].map((field) => escapeHtml(oneLine(words(field))))
  const header = [
    headline ? `<h1>${headline}</h1>` : '',
    dek ? `<p class="dek">${dek}</p>` : '',
    byline ? `<p class="byline">${byline}</p>` : '',
  ].filter((line) => line !== '')
  return [
    '<article class="story" data-copydesk="1">',
    ...(header.length > 0 ? ['<header>', ...header, '</header>'] : []),
    ...partsOf(story).map(block),
    '</article>',
    '',
  ].join('\n')
}

function block(part: Part): string {
  switch (part.kind) {
    case 'paragraph':
      return paragraph(part)
    case 'heading':
      return `<h${part.level}>${inlineHtml(part.spans)}</h${part.level}>`
    case 'pullQuote':
      return `<blockquote><p>${inlineHtml(part.spans)}</p></blockquote>`
    case 'notice':
      return `<aside class="notice" data-kind="${part.notice}">\n${part.paragraphs.map((spans) => `<p>${inlineHtml(spans)}</p>`).join('\n')}\n</aside>`
    case 'list':
      return list(part.ordered ? 'ol' : 'ul', part.items)
    case 'divider':
      return '<hr>'
    case 'paywall':
      return '<!--members-only-->'
    case 'image': {
      // The picture itself has no address outside the newsroom; its words do.
      const text = [part.caption || part.alt, part.credit].filter((one) => one !== '').join(' ')
      return text === '' ? '' : `<figure><figcaption>${escapeHtml(text)}</figcaption></figure>`
    }
    case 'card':
      return `<p class="link-card">${anchor(part.url, part.affiliate, escapeHtml(part.title))}</p>`
  }
}

function paragraph(part: ParagraphPart): string {
  if (part.role === 'body') return `<p${part.guess ? ' class="guess"' : ''}>${inlineHtml(part.spans)}</p>`
  const name = part.role === 'question' ? 'q' : 'a'
  const who = part.turn ? speaker(part) : ''
  const text = who + inlineHtml(part.spans)
  return `<p class="${name}${part.guess ? ' guess' : ''}">${part.role === 'question' ? `<strong>${text}</strong>` : text}</p>`
}

/** Bold is not read out, so who speaks is said to those who listen. */
function speaker({ speaker, role, first }: ParagraphPart): string {
  if (speaker === null) return `<span class="speaker visually-hidden">${role === 'question' ? 'Q' : 'A'}: </span>`
  const about = first ? ` data-kind="${speaker.kind}" data-initials="${escapeHtml(speaker.initials)}"` : ''
  return `<span class="speaker visually-hidden"${about}>${escapeHtml(speaker.name)}: </span>`
}

function list(tag: 'ul' | 'ol', items: { level: number; spans: Span[] }[]): string {
  // Nothing but words may stand after an item's words: a line end would be a blank.
  let out = ''
  let depth = -1
  for (const { level, spans } of items) {
    if (level > depth) out += `<${tag}>\n`
    else {
      out += '</li>\n'
      for (; depth > level; depth -= 1) out += `</${tag}>\n</li>\n`
    }
    depth = level
    out += `<li>${inlineHtml(spans)}`
  }
  for (; depth > 0; depth -= 1) out += `</li>\n</${tag}>\n`
  return `${out}</li>\n</${tag}>`
}

const anchor = (href: string | null, affiliate: boolean, inner: string): string =>
  href === null
    ? inner
    : `<a href="${escapeHtml(href)}" rel="${affiliate ? 'sponsored ' : ''}nofollow noopener"${affiliate ? ' data-affiliate=""' : ''}>${inner}</a>`

/** The marks in the order they nest, outermost first. */
const MARKS: {
  same: (a: Look, b: Look) => boolean
  has: (look: Look) => boolean
  wrap: (look: Look, inner: string) => string
}[] = [
  {
    has: (look) => look.href !== null,
    same: (a, b) => a.href === b.href && a.affiliate === b.affiliate,
    wrap: (look, inner) => anchor(look.href, look.affiliate, inner),
  },
  { has: (look) => look.strong, same: (a, b) => a.strong === b.strong, wrap: (_, inner) => `<strong>${inner}</strong>` },
  { has: (look) => look.em, same: (a, b) => a.em === b.em, wrap: (_, inner) => `<em>${inner}</em>` },
  { has: (look) => look.strike, same: (a, b) => a.strike === b.strike, wrap: (_, inner) => `<s>${inner}</s>` },
  {
    has: (look) => look.bracketed,
    same: (a, b) => a.bracketed === b.bracketed,
    wrap: (_, inner) => `<span class="bracketed">${inner}</span>`,
  },
  { has: (look) => look.workTitle, same: (a, b) => a.workTitle === b.workTitle, wrap: (_, inner) => `<cite>${inner}</cite>` },
  {
    has: (look) => look.lang !== null,
    same: (a, b) => a.lang === b.lang,
    wrap: (look, inner) => `<span lang="${escapeHtml(look.lang ?? '')}">${inner}</span>`,
  },
]

export function inlineHtml(spans: readonly Span[], from = 0): string {
  const mark = MARKS[from]
  if (mark === undefined) return spans.map((span) => (span.text === '\n' ? '<br>' : escapeHtml(span.text))).join('')
  let out = ''
  for (let i = 0; i < spans.length;) {
    const look = spans[i]!.look
    let end = i + 1
    while (end < spans.length && mark.same(spans[end]!.look, look)) end += 1
    const inner = inlineHtml(spans.slice(i, end), from + 1)
    out += mark.has(look) ? mark.wrap(look, inner) : inner
    i = end
  }
  return out
}
