/** What an HTML tag says about the look of the words in it, and about where a link or a picture leads. */
import { Token } from 'parse5'
import type { Lost } from './draft.ts'
import type { Look } from '../look.ts'
import { keptHref } from './hrefs.ts'
import { isHeading } from './html-elements.ts'

export const attr = (tag: Token.TagToken, name: string): string | null => Token.getTokenAttr(tag, name)
export const classes = (tag: Token.TagToken): string[] => (attr(tag, 'class') ?? '').split(/\s+/)

export function styles(tag: Token.TagToken): Map<string, string> {
  const out = new Map<string, string>()
  for (const part of (attr(tag, 'style') ?? '').split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0)
      out.set(
        part.slice(0, colon).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      )
  }
  return out
}

/**
 * The look an element gives to what is in it.
 * @param around the look it stands in: a line under a link is only how links look
 */
export function lookOf(
  tag: Token.TagToken,
  css: Map<string, string>,
  around: Look,
  own: boolean,
  lost: Lost,
): (look: Look) => Look {
  const change: Partial<Look> = {}
  const name = tag.tagName
  if (name === 'b' || name === 'strong') change.strong = true
  if (name === 'i' || name === 'em' || name === 'dfn' || name === 'var') change.em = true
  if (name === 's' || name === 'strike' || name === 'del') change.strike = true
  if (name === 'cite') change.workTitle = true
  if (isHeading(name)) change.strong = false
  const weight = css.get('font-weight')
  if (weight !== undefined) {
    if (/^(bold|bolder|[6-9]\d\d|1000)\b/.test(weight)) change.strong = true
    else if (/^(normal|lighter|[1-5]\d\d|\d\d?)\b/.test(weight)) change.strong = false
  }
  const slant = css.get('font-style')
  if (slant !== undefined) {
    if (slant.startsWith('italic') || slant.startsWith('oblique')) change.em = true
    else if (slant.startsWith('normal')) change.em = false
  }
  const line = `${css.get('text-decoration') ?? ''} ${css.get('text-decoration-line') ?? ''}`
  if (line.includes('line-through')) change.strike = true
  if (own && name === 'span') {
    if (classes(tag).includes('bracketed')) change.bracketed = true
    const lang = attr(tag, 'lang')
    if (lang !== null) change.lang = lang
  }
  if (name === 'a') Object.assign(change, linkOf(tag, own, lost))
  const under = name === 'u' || (name === 'span' && line.includes('underline'))
  if (under && around.href === null) lost.add('Underlining (the words are kept)')
  if (own ? name === 'sup' || name === 'sub' : name === 'sub') lost.add('Raised or lowered type (the words are kept)')
  return (look) => ({ ...look, ...change })
}

function linkOf(tag: Token.TagToken, own: boolean, lost: Lost): Partial<Look> {
  const given = attr(tag, 'href')
  return given === null ? {} : { href: keptHref(given, lost, own), affiliate: attr(tag, 'data-affiliate') !== null }
}

/** The mail that is answered, as mail programs mark it. */
export const isMail = (tag: Token.TagToken): boolean =>
  tag.tagName === 'blockquote' &&
  (attr(tag, 'type') === 'cite' ||
    classes(tag).some((one) => /^(gmail_quote|protonmail_quote|yahoo_quoted|moz-cite-prefix)$/.test(one)))

/** A note's number where it is mentioned, and where the note is, without being raised. */
export const isNoteNumber = (tag: Token.TagToken): boolean =>
  tag.tagName === 'a' &&
  (/^#_?(ftn|edn|footnote|endnote|fn)/i.test(attr(tag, 'href') ?? '') ||
    classes(tag).some((one) => /^footnote-(anchor|number)$/.test(one)))

/** 1 to 6; null for what is no heading. */
export function headingLevel(tag: Token.TagToken): number | null {
  if (isHeading(tag.tagName)) return Number(tag.tagName.charAt(1))
  if (attr(tag, 'role') !== 'heading') return null
  const level = Number(attr(tag, 'aria-level'))
  return level >= 1 && level <= 6 ? level : null
}

/** Word Online says how deep a list item is by a number beside it. */
export const itemLevel = (tag: Token.TagToken): string | undefined =>
  tag.tagName === 'li' ? (attr(tag, 'data-aria-level') ?? undefined) : undefined
