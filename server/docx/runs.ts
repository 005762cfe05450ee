/** Words as Word's runs: marks as its own formatting, what it has no formatting for as character styles. */
import { ExternalHyperlink, Tab, TextRun, type IRunOptions, type ParagraphChild } from 'docx'
import { markingStyle } from '../../shared/docx-names.ts'
import type { Span } from '../../shared/body/spans.ts'
import type { Look } from '../../shared/look.ts'

/** Blue and underlined by hand: a style of its own would take the place of the words' style. */
export const LINK = { color: '1F4FA3', underline: { type: 'single' } } as const

/** Arabic, Hebrew, Syriac, Thaana and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Whether a paragraph of these words begins at the right: its first letter decides, as in browsers. */
export function isRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0]
  return letter !== undefined && RIGHT_TO_LEFT.test(letter)
}

export type StyleUse = (style: { id: string; name: string }) => void

/**
 * @param uses is told of every character style that the words need
 * @param around puts what else the file says of these words around them
 */
export function runs(
  spans: readonly Span[],
  uses: StyleUse,
  around: (span: Span, words: ParagraphChild[]) => ParagraphChild[],
): ParagraphChild[] {
  const out: ParagraphChild[] = []
  for (let i = 0; i < spans.length;) {
    const { href, affiliate } = spans[i]!.look
    let end = i + 1
    while (end < spans.length && spans[end]!.look.href === href && spans[end]!.look.affiliate === affiliate) end += 1
    const children = spans.slice(i, end).flatMap((span) => around(span, [run(span, uses)]))
    out.push(...(href === null ? children : [link(href, children)]))
    i = end
  }
  return out
}

export const link = (href: string, children: ParagraphChild[]): ParagraphChild =>
  new ExternalHyperlink({ link: asUri(href), children })

/** Word refuses to open a file with an address that is none: what no address may hold is written as one writes it in addresses. */
export function asUri(href: string): string {
  return href.replace(/[\s<>"{}|\\^`[\]]|%(?![0-9A-Fa-f]{2})/g, (sign) => encodeURIComponent(sign))
}

function run({ text, look }: Span, uses: StyleUse): TextRun {
  if (text === '\n') return new TextRun({ break: 1 })
  return words(text, looks(look, text, uses))
}

/** Tabs are elements in Word. */
export function words(text: string, options: IRunOptions = {}): TextRun {
  const children = text.split('\t').flatMap((part, i) => [...(i > 0 ? [new Tab()] : []), ...(part === '' ? [] : [part])])
  return new TextRun({ ...options, children })
}

function looks(look: Look, text: string, uses: StyleUse): IRunOptions {
  const style = markingStyle(look)
  if (style !== null) uses(style)
  return {
    ...(look.strong ? { bold: true } : {}),
    ...(look.em ? { italics: true } : {}),
    ...(look.strike ? { strike: true } : {}),
    ...(look.href === null ? {} : LINK),
    ...(style === null ? {} : { style: style.id }),
    ...(RIGHT_TO_LEFT.test(text) ? { rightToLeft: true } : {}),
  }
}
