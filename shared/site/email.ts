/**
 * A story as a letter to readers, in what mail programs of twenty years agree on: tables, styles in place, widths as
 * numbers. Pure: the same bytes for the same story. Of members' stories it has what everybody may read.
 */
import { escapeHtml } from '../body/html-words.ts'
import { labels, withoutBold } from '../body/labels.ts'
import { layOut, type Layout } from '../body/parts.ts'
import { textOf } from '../body/text.ts'
import { storyOf, type Content } from '../publish/content.ts'
import type { EditionKind } from '../publish/workflow.ts'
import type { ReaderNote } from '../shapes/editions.ts'
import type { SiteSettings } from '../shapes/settings.ts'
import { freeParts } from './body.ts'
import { EmailBody, INK, INK_2, RULE, SANS, SERIF } from './email-body.ts'
import { descriptionOf, labelStyleOf, langOf } from './page.ts'
import { saysBy } from './names.ts'
import { dayIn, momentIn } from './when.ts'
import { directionOf, wordsIn, type SiteWords } from './words.ts'

/** What the page is made of, too. */
export type EmailOf = {
  content: Content
  kind: EditionKind
  notes: readonly (ReaderNote & { at: number })[]
  publishedAt: number
  changedAt: number
  correctedAt: number | null
  zone: string
  newsroom: { name: string }
  site: SiteSettings
  /** The canonical page, and where the site's own addresses begin. */
  url: string
  base: string
  /** What whoever sends it puts in the place of a link that ends it, where they need one. */
  unsubscribe?: string
}
/** `bytes`: of the HTML as it is sent, encoded. */
export type Email = { subject: string; html: string; text: string; bytes: number }

/** Gmail cuts a letter off at about 102 kB; a warning comes before. */
export const LONG_EMAIL_BYTES = 90 * 1024

export function toEmail(given: EmailOf): Email {
  const layout = layOut(storyOf(given.content))
  const lang = langOf(given)
  const letter: Letter = { ...given, layout, lang, words: wordsIn(lang) }
  const subject = given.kind === 'kill' ? `${letter.words.withdrawn}: ${layout.headline}` : layout.headline
  const html = htmlOf(letter, subject)
  return { subject, html, text: textPart(letter), bytes: encodedBytes(html) }
}

type Letter = EmailOf & { layout: Layout; lang: string; words: SiteWords }

/** What it says after the newsroom's name, the same in both forms. */
function heading({ content, layout, lang, words, zone, publishedAt }: Letter): { kicker: string; by: string } {
  const members = content.visibility === 'members' ? words.members : ''
  const { byline } = layout
  const by = byline === '' ? '' : `${saysBy(byline) ? '' : `${words.by} `}${byline}`
  return {
    kicker: [content.kicker, members].filter((one) => one !== '').join(' · '),
    by: [by, dayIn(publishedAt, zone, lang)].filter((one) => one !== '').join(' · '),
  }
}

function htmlOf(letter: Letter, subject: string): string {
  const { layout, lang, words, newsroom, base, site, url, content, unsubscribe } = letter
  const isGone = letter.kind === 'kill'
  const { kicker, by } = heading(letter)
  const body = new EmailBody(letter)
  const members = content.visibility === 'members'
  const attribute = (address: string): string => escapeHtml(address)
  const row = (style: string, inner: string): string =>
    inner === '' ? '' : `<tr>\n<td style="padding:0 24px;${style}">${inner}</td>\n</tr>`
  const foot = [
    isGone ? '' : `<a href="${attribute(url)}" style="color:${INK_2}">${escapeHtml(words.onSite)}</a>`,
    unsubscribe === undefined
      ? ''
      : `<a href="${attribute(unsubscribe)}" style="color:${INK_2}">${escapeHtml(words.unsubscribe)}</a>`,
  ].filter((one) => one !== '')
  const rows = isGone
    ? [
        row(
          `font:500 32px/38px ${SERIF};color:${INK}`,
          `<h1 style="margin:12px 0 16px;font:500 32px/38px ${SERIF}">${escapeHtml(words.withdrawn)}</h1>`,
        ),
        row(`font:18px/28px ${SERIF};color:${INK}`, body.paragraph(escapeHtml(words.withdrawnWhy))),
        row(
          `font:16px/24px ${SANS};color:${INK}`,
          notesOf(letter, (note) => note.at >= letter.changedAt),
        ),
      ]
    : [
        row(`font:600 13px/18px ${SANS};color:${site.accent};padding-top:12px`, escapeHtml(kicker)),
        row('', `<h1 style="margin:8px 0 12px;font:500 34px/40px ${SERIF};color:${INK}">${escapeHtml(layout.headline)}</h1>`),
        row(
          '',
          layout.dek === ''
            ? ''
            : `<p style="margin:0 0 16px;font:20px/28px ${SERIF};color:${INK_2}">${escapeHtml(layout.dek)}</p>`,
        ),
        row(`font:14px/20px ${SANS};color:${INK_2};padding-bottom:20px`, escapeHtml(by)),
        row(
          `font:16px/24px ${SANS};color:${INK}`,
          notesOf(letter, ({ atTop }) => atTop),
        ),
        row(`font:18px/28px ${SERIF};color:${INK}`, body.blocks(freeParts(layout.parts, members))),
        row('', members ? body.members() : ''),
        row(
          `font:16px/24px ${SANS};color:${INK}`,
          notesOf(letter, ({ atTop }) => !atTop),
        ),
      ]
  return [
    '<!doctype html>',
    `<html lang="${attribute(lang)}" dir="${directionOf(lang)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="x-apple-disable-message-reformatting">',
    '<meta name="color-scheme" content="light">',
    `<title>${escapeHtml(subject)}</title>`,
    '</head>',
    '<body style="margin:0;padding:0;background:#ffffff">',
    `<div style="display:none;max-height:0;overflow:hidden;font-size:1px;color:#ffffff">${escapeHtml(isGone ? words.withdrawnWhy : descriptionOf(content, layout))}</div>`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">',
    '<tr>',
    '<td align="center" style="padding:24px 0">',
    '<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;text-align:left;word-break:break-word">',
    row(
      `font:600 16px/22px ${SERIF};color:${INK};padding-bottom:16px`,
      `<a href="${attribute(base)}/" style="color:${INK};text-decoration:none">${escapeHtml(newsroom.name)}</a>`,
    ),
    ...rows,
    row(
      `font:14px/22px ${SANS};color:${INK_2};padding-top:24px`,
      foot.length === 0
        ? ''
        : `<p style="margin:0;padding:16px 0 0;border-top:1px solid ${RULE}">${foot.join(' &nbsp;·&nbsp; ')}</p>`,
    ),
    row(`font:14px/22px ${SANS};color:${INK_2};padding-top:12px`, escapeHtml(site.footer).replace(/\n+/g, '<br>')),
    '</table>',
    '</td>',
    '</tr>',
    '</table>',
    '</body>',
    '</html>',
    '',
  ]
    .filter((line, i, all) => line !== '' || i === all.length - 1)
    .join('\n')
}

type Note = EmailOf['notes'][number]

function notesOf({ notes, words, lang, zone }: Letter, which: (note: Note) => boolean): string {
  const lines = notes.filter(which).map(({ label, wrong, right, at }) => {
    const says = escapeHtml(`${wrong} ${right}`.trim()).replace(/\n+/g, '<br>')
    return `<p style="margin:0 0 12px"><b>${escapeHtml(`${words.labels[label]}, ${momentIn(at, zone, lang)}.`)}</b> ${says}</p>`
  })
  if (lines.length === 0) return ''
  const cell = `padding:12px 0 0;border-top:1px solid ${RULE};border-bottom:1px solid ${RULE}`
  return `<table role="presentation" width="552" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 20px">\n<tr>\n<td style="${cell}">${lines.join('\n')}</td>\n</tr>\n</table>`
}

function textPart(letter: Letter): string {
  const { layout, words, zone, lang, notes, newsroom, url, content, kind, base, site, unsubscribe } = letter
  const note = ({ label, wrong, right, at }: Note): string =>
    `${words.labels[label]}, ${momentIn(at, zone, lang)}: ${`${wrong} ${right}`.trim()}`
  const ending = unsubscribe === undefined ? '' : `${words.unsubscribe}: ${unsubscribe}`
  const { kicker, by } = heading(letter)
  const members = content.visibility === 'members'
  const label = labels(withoutBold(labelStyleOf(letter)), layout.cast, newsroom.name)
  const blocks =
    kind === 'kill'
      ? [newsroom.name, words.withdrawn, words.withdrawnWhy, ...notes.filter(({ at }) => at >= letter.changedAt).map(note)]
      : [
          newsroom.name,
          kicker,
          layout.headline,
          layout.dek,
          by,
          ...notes.filter(({ atTop }) => atTop).map(note),
          ...freeParts(layout.parts, members).map((part) => textOf(part, label)),
          members ? `${words.membersOnly}${site.joinUrl === '' ? '' : `\n${words.join}: ${base}/join`}` : '',
          ...notes.filter(({ atTop }) => !atTop).map(note),
          `${words.onSite}: ${url}`,
        ]
  return `${[...blocks, ending, site.footer].filter((block) => block.trim() !== '').join('\n\n')}\n`
}

const LINE = 76

/** How long a text is as quoted-printable (RFC 2045), which is how mail programs count it. */
export function encodedBytes(text: string): number {
  let [all, line] = [0, 0]
  const put = (width: number): void => {
    if (line + width > LINE - 1) {
      // A soft end: `=` and the end of the line.
      all += 3
      line = 0
    }
    all += width
    line += width
  }
  for (const sign of text) {
    const code = sign.codePointAt(0)!
    if (sign === '\n') {
      all += 2
      line = 0
    } else if (code === 0x3d || code < 0x20 || code === 0x7f) put(3)
    else if (code < 0x80) put(1)
    else for (let bytes = code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4; bytes > 0; bytes -= 1) put(3)
  }
  return all
}
