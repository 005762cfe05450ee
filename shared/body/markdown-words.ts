/** Words as Markdown: marks by their signs, everything else that Markdown would take for a sign escaped. */
import { escapeHtml } from './html-words.ts'
import type { Span } from './spans.ts'
import type { Look } from '../look.ts'

const references = (text: string): string => Array.from(text, (char) => `&#${char.codePointAt(0)};`).join('')

const firstOf = (text: string): string => Array.from(text.slice(0, 2))[0] ?? ''
const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? ''

/** Blanks at the ends of a line would be dropped. */
function guardEnds(text: string, head: boolean, tail: boolean): string {
  const blank = (at: number) => /[\s\ufeff]/.test(text.charAt(at))
  let from = 0
  let to = text.length
  if (head) while (from < to && blank(from)) from += 1
  if (tail) while (to > from && blank(to - 1)) to -= 1
  return references(text.slice(0, from)) + text.slice(from, to) + references(text.slice(to))
}

function escapeText(text: string, head: boolean, tail: boolean): string {
  let out = text
    .replace(/[\\`*_[\]~|]/g, '\\$&')
    .replace(/&(?=[#a-zA-Z])/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('\t', '&#9;')
  if (head) out = out.replace(/^([-+=#>:])/, '\\$1').replace(/^(\d{1,9})([.)])/, '$1\\$2')
  // A heading may end in signs that belong to it; before a link, `!` would make an image of it.
  out = tail ? out.replace(/#(?=#{0,80}\s{0,80}$)/g, '\\#') : out.replace(/!$/, '\\!')
  return guardEnds(out, head, tail)
}

/** Of a line of its own. */
export const escapeLine = (text: string): string => escapeText(text, true, true)

/** A link's address; in pointed brackets where Markdown would end it early. */
export function destination(href: string): string {
  const safe = href.replace(/[\\<>]/g, '\\$&').replace(/&(?=[#a-zA-Z])/g, '&amp;')
  return /^[^\s()<>\\]+$/.test(href) ? safe : `<${safe}>`
}

const WORD = /[\p{L}\p{N}]/u

/**
 * Marks by their signs where Markdown surely takes them as such, else by their HTML elements.
 * `left` and `right` are the characters outside.
 */
function wrap(sign: '**' | '_' | '~~', tag: string, inner: string, left: string, right: string): string {
  const first = firstOf(inner)
  const final = lastOf(inner)
  const free = (char: string) => char === '' || char === ' '
  const edges =
    !/\s/.test(first) && !/\s/.test(final) && first !== '' && !inner.startsWith(sign.charAt(0)) && !inner.endsWith(sign.charAt(0))
  const open = free(left) || (sign !== '_' && WORD.test(first) && WORD.test(left))
  const close = free(right) || (sign !== '_' && WORD.test(final) && WORD.test(right))
  return edges && open && close ? `${sign}${inner}${sign}` : `<${tag}>${inner}</${tag}>`
}

type Around = { left: string; right: string }
type MarkOut = {
  has: (look: Look) => boolean
  same: (a: Look, b: Look) => boolean
  out: (look: Look, inner: string, around: Around) => string
}

const MARKS: MarkOut[] = [
  {
    has: (look) => look.href !== null,
    same: (a, b) => a.href === b.href && a.affiliate === b.affiliate,
    out: ({ href, affiliate }, inner) =>
      affiliate ? `<a href="${escapeHtml(href ?? '')}" data-affiliate="">${inner}</a>` : `[${inner}](${destination(href ?? '')})`,
  },
  {
    has: (look) => look.strong,
    same: (a, b) => a.strong === b.strong,
    out: (_, inner, { left, right }) => wrap('**', 'strong', inner, left, right),
  },
  {
    has: (look) => look.em,
    same: (a, b) => a.em === b.em,
    out: (_, inner, { left, right }) => wrap('_', 'em', inner, left, right),
  },
  {
    has: (look) => look.strike,
    same: (a, b) => a.strike === b.strike,
    out: (_, inner, { left, right }) => wrap('~~', 's', inner, left, right),
  },
  {
    has: (look) => look.bracketed,
    same: (a, b) => a.bracketed === b.bracketed,
    out: (_, inner) => `<span class="bracketed">${inner}</span>`,
  },
  { has: (look) => look.workTitle, same: (a, b) => a.workTitle === b.workTitle, out: (_, inner) => `<cite>${inner}</cite>` },
  {
    has: (look) => look.lang !== null,
    same: (a, b) => a.lang === b.lang,
    out: (look, inner) => `<span lang="${escapeHtml(look.lang ?? '')}">${inner}</span>`,
  },
]

/** @param beside the sign that stands at both ends, if there is one */
export function inline(spans: readonly Span[], lineBreak: '<br>' | '\\\n', beside: '' | '*' = ''): string {
  const inLine = (i: number): boolean => spans[i] !== undefined && spans[i]?.text !== '\n'
  const written = spans.map((span, i): Span => {
    if (span.text !== '\n') return { ...span, text: escapeText(span.text, !inLine(i - 1), !inLine(i + 1)) }
    return { ...span, text: lineBreak !== '<br>' && inLine(i - 1) && inLine(i + 1) ? lineBreak : '<br>' }
  })
  return nest(written, 0, { left: beside, right: beside })
}

function nest(spans: readonly Span[], from: number, around: Around): string {
  const mark = MARKS[from]
  if (mark === undefined) return spans.map((span) => span.text).join('')
  const groups: Span[][] = []
  for (const span of spans) {
    const group = groups.at(-1)
    if (group !== undefined && mark.same(group[0]!.look, span.look)) group.push(span)
    else groups.push([span])
  }
  return groups
    .map((group, i) => {
      // What stands beside: the next words, unless they bring signs of their own.
      const left = i === 0 ? around.left : edge(groups[i - 1]!.at(-1)!, -1)
      const right = i === groups.length - 1 ? around.right : edge(groups[i + 1]![0]!, 0)
      const look = group[0]!.look
      const has = mark.has(look)
      const inner = nest(group, from + 1, has ? { left: '*', right: '*' } : { left, right })
      return has ? mark.out(look, inner, { left, right }) : inner
    })
    .join('')
}

function edge(span: Span, at: 0 | -1): string {
  if (span.text === '\\\n') return ''
  if (span.text === '<br>') return '*'
  if (Object.values(span.look).some((value) => value !== null && value !== false)) return '*'
  return at === 0 ? firstOf(span.text) : lastOf(span.text)
}
