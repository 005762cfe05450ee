/** Words as HTML: everything typed escaped, marks as elements. */
import type { Span } from './spans.ts'
import type { Look } from '../look.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one)

/** A link, or only its words where there is nowhere safe to go. */
export const anchor = (href: string | null, affiliate: boolean, inner: string): string =>
  href === null
    ? inner
    : `<a href="${escapeHtml(href)}" rel="${affiliate ? 'sponsored ' : ''}nofollow noopener"${affiliate ? ' data-affiliate=""' : ''}>${inner}</a>`

export type MarkOut = {
  same: (a: Look, b: Look) => boolean
  has: (look: Look) => boolean
  wrap: (look: Look, inner: string) => string
}

/** The marks in the order they nest, outermost first: the link is the first. */
export const MARKS: readonly MarkOut[] = [
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

/** @param marks those that the place it goes to knows, outermost first */
export function inlineHtml(spans: readonly Span[], marks: readonly MarkOut[] = MARKS): string {
  const [mark, ...inside] = marks
  if (mark === undefined) return spans.map((span) => (span.text === '\n' ? '<br>' : escapeHtml(span.text))).join('')
  let out = ''
  for (let i = 0; i < spans.length;) {
    const look = spans[i]!.look
    let end = i + 1
    while (end < spans.length && mark.same(spans[end]!.look, look)) end += 1
    const inner = inlineHtml(spans.slice(i, end), inside)
    out += mark.has(look) ? mark.wrap(look, inner) : inner
    i = end
  }
  return out
}
