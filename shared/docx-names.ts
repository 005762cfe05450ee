/**
 * The names in a Word file that say what a paragraph is. Our export writes them and our import reads
 * them, so that a story edited in Word comes back as the same story; in Word they are ordinary styles,
 * which may be picked from the list and redrawn. What Word has a style of its own for, has that one. A
 * style is known by its name: every program keeps it, while some make ids of their own.
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
  'reader-note': 'ReadersNote',
  'editors-note': 'EditorsNote',
  disclosure: 'Disclosure',
  'edited-condensed': 'EditedCondensed',
  'content-warning': 'ContentWarning',
}

export const noticeStyle = (kind: NoticeKind): string => NOTICES[kind]
export const noticeOfStyle = (id: string): NoticeKind | null => NOTICE_KINDS.find((kind) => NOTICES[kind] === id) ?? null

/** What Word shows in its list of styles, by the ids of those whose name is no other than their id. */
const NAMES: Record<string, string> = {
  Heading2: 'heading 2',
  Heading3: 'heading 3',
  PullQuote: 'Pull Quote',
  ListBullet: 'List Bullet',
  ListNumber: 'List Number',
  LinkCard: 'Link Card',
  BookCard: 'Book Card',
  FollowCard: 'Follow Card',
  SubscribeCard: 'Subscribe Card',
  SpeakerLabel: 'Speaker Label',
  ReadersNote: 'Reader’s Note',
  EditorsNote: 'Editor’s Note',
  EditedCondensed: 'Edited and Condensed',
  ContentWarning: 'Content Warning',
}
export const styleName = (id: string): string => NAMES[id] ?? id

const BY_NAME = new Map(
  [...Object.values(PARAGRAPH), ...Object.values(CHARACTER), ...Object.values(NOTICES)].map((id) => [
    styleName(id).toLowerCase(),
    id,
  ]),
)

/**
 * Questions and answers have a style a speaker: `Answer2` is an answer of the second speaker of the file's
 * properties, `Answer` one of nobody in particular.
 */
export const voiceStyle = (role: Exclude<TextRole, 'body'>, speaker: number | null): string =>
  (role === 'question' ? 'Question' : 'Answer') + (speaker === null ? '' : String(speaker))

/** Without what a style's name may not hold: a comma would begin another name of it. */
export const voiceName = (role: Exclude<TextRole, 'body'>, speaker: number | null, called: string): string =>
  voiceStyle(role, speaker).replace(/(?=\d)/, ' ') + (speaker === null ? '' : ` – ${called.replace(/[,;]/g, ' ').slice(0, 80)}`)

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
    ...(affiliate ? ['Affiliate Link'] : []),
    ...(bracketed ? ['Bracketed'] : []),
    ...(workTitle ? ['Work Title'] : []),
    ...(lang === null ? [] : [`Language ${lang}`]),
  ]
  return on.length === 0 ? null : { id: on.join('').replaceAll(' ', ''), name: on.join(' + ') }
}

/** Null: the name of no such style. */
export function markingsOf(name: string): Markings | null {
  const out: Markings = { affiliate: false, bracketed: false, workTitle: false, lang: null }
  for (const part of name.toLowerCase().split(' + ')) {
    const lang = /^language ([a-z0-9-]{1,35})$/.exec(part)?.[1]
    if (part === 'affiliate link') out.affiliate = true
    else if (part === 'bracketed') out.bracketed = true
    else if (part === 'work title') out.workTitle = true
    else if (lang !== undefined) out.lang = written(lang)
    else return null
  }
  return out
}

/** `pt-br` as it is written: `pt-BR`. */
const written = (lang: string): string =>
  lang
    .split('-')
    .map((part, i) => (i === 0 ? part : part.length === 2 ? part.toUpperCase() : part.length === 4 ? capital(part) : part))
    .join('-')
const capital = (part: string): string => part.charAt(0).toUpperCase() + part.slice(1)

/** The id that we gave a style, by its name in any case; null for one that is not ours. */
export function ownStyle(name: string): string | null {
  const voice = /^(question|answer)(?: ([1-9]\d{0,3}) –.*)?$/i.exec(name)
  if (voice === null) return BY_NAME.get(name.toLowerCase()) ?? null
  return voiceStyle(
    voice[1]?.toLowerCase() === 'question' ? 'question' : 'answer',
    voice[2] === undefined ? null : Number(voice[2]),
  )
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
  /** A list begins here, though the paragraph before is of a list like it. */
  list: '_copydesk_list_',
  /** What a pull quote is taken from, and the pull quote. */
  source: '_copydesk_source_',
  quote: '_copydesk_quote_',
  /** Who is quoted. */
  by: '_copydesk_by_',
} as const

/** The number of a bookmark of that name, when it is one. */
export function bookmarked(name: string, bookmarks: readonly string[]): number | null {
  const found = bookmarks.find((one) => one.startsWith(name))
  const number = found === undefined ? undefined : /^\d{1,5}/.exec(found.slice(name.length))?.[0]
  return number === undefined ? null : Number(number)
}

/** What is written where a style alone says it. */
export const SAYS = {
  divider: '* * *',
  paywall: 'Members only below',
  picture: 'Picture',
  decorative: 'Decorative picture',
} as const
