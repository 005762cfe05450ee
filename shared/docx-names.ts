/**
 * The names in a Word file that say what a paragraph is. Our export writes them and our import reads
 * them, so that a story edited in Word comes back as the same story; in Word they are ordinary styles,
 * which may be picked from the list and redrawn. What Word has a style of its own for, has that one.
 */
import { NOTICE_KINDS, type NoticeKind, type TextRole } from './schema.ts'

/** Style ids of paragraphs. A paragraph of the body has none, as in any Word file ("Normal"). */
export const PARAGRAPH = {
  headline: 'Title',
  dek: 'Subtitle',
  byline: 'Byline',
  heading: 'Heading2',
  smallHeading: 'Heading3',
  pullQuote: 'PullQuote',
  bullet: 'ListBullet',
  number: 'ListNumber',
  divider: 'Divider',
  paywall: 'Paywall',
  /** The paragraph that holds a picture, or in brackets what is known of one that is not uploaded yet. */
  picture: 'Picture',
  /** Follows its picture: the caption, then credit and licence in their own styles. */
  caption: 'Caption',
  /** A link with its title; after a line break the words to show instead. */
  embed: 'Embed',
  link: 'LinkCard',
  book: 'BookCard',
  follow: 'FollowCard',
  subscribe: 'SubscribeCard',
} as const

/** Style ids of runs of words. */
export const CHARACTER = {
  /** Who speaks, at the head of a turn: never words of the story. */
  speaker: 'SpeakerLabel',
  credit: 'Credit',
  licence: 'Licence',
  provider: 'Provider',
} as const

const NOTICES: Record<NoticeKind, string> = {
  'reader-note': 'ReaderNote',
  'editors-note': 'EditorsNote',
  disclosure: 'Disclosure',
  'edited-condensed': 'EditedCondensed',
  'content-warning': 'ContentWarning',
}

export const noticeStyle = (kind: NoticeKind): string => NOTICES[kind]
export const noticeOfStyle = (id: string): NoticeKind | null => NOTICE_KINDS.find((kind) => NOTICES[kind] === id) ?? null

/**
 * Questions and answers have a style a speaker: `Answer2` is an answer of the second speaker of the file's
 * properties, `Answer` one of nobody in particular.
 */
export const voiceStyle = (role: Exclude<TextRole, 'body'>, speaker: number | null): string =>
  (role === 'question' ? 'Question' : 'Answer') + (speaker === null ? '' : String(speaker))

export function voiceOfStyle(id: string): { role: Exclude<TextRole, 'body'>; speaker: number | null } | null {
  const found = /^(Question|Answer)([1-9]\d{0,3})?$/.exec(id)
  if (found === null) return null
  return { role: found[1] === 'Question' ? 'question' : 'answer', speaker: found[2] === undefined ? null : Number(found[2]) }
}

/** Words have one style at a time in Word, so each combination of our marks has its own. */
export type Markings = { affiliate: boolean; bracketed: boolean; workTitle: boolean; lang: string | null }

/** Null: no mark of these. */
export function markingStyle({ affiliate, bracketed, workTitle, lang }: Markings): { id: string; name: string } | null {
  const on = [
    ...(affiliate ? [{ id: 'Affiliate', name: 'Affiliate Link' }] : []),
    ...(bracketed ? [{ id: 'Bracketed', name: 'Bracketed' }] : []),
    ...(workTitle ? [{ id: 'WorkTitle', name: 'Work Title' }] : []),
    ...(lang === null ? [] : [{ id: `Lang-${lang}`, name: `Language ${lang}` }]),
  ]
  return on.length === 0 ? null : { id: on.map((one) => one.id).join(''), name: on.map((one) => one.name).join(' + ') }
}

export function markingsOfStyle(id: string): Markings {
  const known = /^(Affiliate)?(Bracketed)?(WorkTitle)?(?:Lang-([A-Za-z0-9-]{1,35}))?$/.exec(id)
  return {
    affiliate: known?.[1] !== undefined,
    bracketed: known?.[2] !== undefined,
    workTitle: known?.[3] !== undefined,
    lang: known?.[4] ?? null,
  }
}

/** Custom properties of the file. The first says that it is our export. */
export const PROPERTY = {
  own: 'Copydesk',
  /** JSON of the story's settings. */
  settings: 'Copydesk settings',
  /** JSON of one speaker; counted from 1. */
  speaker: (n: number) => `Copydesk speaker ${n}`,
} as const

/**
 * Bookmarks, which no reader sees, for what no style can say: one of these names and a number, then `_`
 * and a number that only keeps them apart. The number is that of the source, of the speaker, or 0.
 */
export const BOOKMARK = {
  /** The same speaker begins again. */
  turn: '_copydesk_turn_',
  unsure: '_copydesk_unsure_',
  /** A notice begins here, though the paragraph before is one of the same kind. */
  notice: '_copydesk_notice_',
  /** What a pull quote is taken from, and the pull quote. */
  source: '_copydesk_source_',
  quote: '_copydesk_quote_',
  /** Who is quoted. */
  by: '_copydesk_by_',
} as const
