/** A story as a letter to readers: what mail programs of twenty years agree on. Pure: the same bytes for the same story. */
import type { Content } from '../publish/content.ts'
import type { EditionKind } from '../publish/workflow.ts'
import type { ReaderNote, SiteSettings } from '../publishing.ts'

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
}
/** `bytes`: of the HTML as it is sent, encoded. */
export type Email = { subject: string; html: string; text: string; bytes: number }

/** Gmail cuts a letter off at about 102 kB; a warning comes before. */
export const LONG_EMAIL_BYTES = 90 * 1024

export function toEmail({ content, url }: EmailOf): Email {
  const html = ''
  return { subject: content.headline, html, text: `${content.headline}\n\n${url}\n`, bytes: html.length }
}
