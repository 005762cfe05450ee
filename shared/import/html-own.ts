/** What the markup of our own export says of its paragraphs, beyond what any HTML says. */
import type { Token } from 'parse5'
import { LINK_KINDS, NOTICE_KINDS, oneOf } from '../schema.ts'
import type { Blocks } from './blocks.ts'
import { noSaid, type Card, type Front, type Image, type Said } from './draft.ts'
import { type Look } from '../look.ts'
import { attr, classes } from './html-look.ts'
import type { Frame } from './html-elements.ts'
import { noImage } from './html-media.ts'
import { readCast, readOwnSettings } from './own.ts'

export type OwnField = 'headline' | 'dek' | 'byline' | 'label' | 'caption' | 'credit' | 'licence'

/** The element around the whole story. */
export function ownStory(tag: Token.TagToken, front: Front): void {
  front.speakers = readCast(attr(tag, 'data-speakers'))
  front.settings = readOwnSettings(attr(tag, 'data-settings'), attr(tag, 'lang'))
}

/**
 * @param frame the element, just opened; what it says of its paragraph is noted there
 * @param around the look around it
 * @param roles whether classes tell questions from answers; in our Markdown comments do
 * @param bold whether questions are bold, and not labelled
 * @returns the field its words belong to, null for the body's
 */
export function ownElement(
  tag: Token.TagToken,
  name: string,
  frame: Frame,
  around: Look,
  blocks: Blocks,
  roles: boolean,
  bold: boolean,
): OwnField | null {
  const kinds = classes(tag)
  if (name === 'aside' && kinds.includes('notice')) blocks.beginNotice(oneOf(NOTICE_KINDS, attr(tag, 'data-kind')))
  else if (name === 'blockquote')
    frame.said = { ...noSaid(), speaker: numberIn(attr(tag, 'data-speaker')), source: numberIn(attr(tag, 'cite')) }
  else if (name === 'h1') return 'headline'
  else if (name === 'p' && kinds.includes('dek')) return 'dek'
  else if (name === 'p' && kinds.includes('byline')) return 'byline'
  else if (name === 'p' && !frame.quote) frame.said = paragraph(tag, kinds, roles, bold)
  else if (name === 'strong' && frame.said?.bold === true) beQuestion(frame, around)
  else if (kinds.includes('speaker') && frame.said !== null) {
    frame.said.speaker = numberIn(attr(tag, 'data-speaker')) ?? 0
    return 'label'
  } else if (name === 'span' && kinds.includes('caption')) return 'caption'
  else if (name === 'span' && kinds.includes('credit')) return 'credit'
  else if (name === 'span' && kinds.includes('licence')) return 'licence'
  return null
}

function paragraph(tag: Token.TagToken, kinds: string[], roles: boolean, bold: boolean): Said {
  const role = kinds.includes('q') ? 'question' : kinds.includes('a') ? 'answer' : 'body'
  return {
    ...noSaid(),
    role: roles ? role : null,
    guess: kinds.includes('guess'),
    bold: bold && role === 'question',
    source: numberIn(attr(tag, 'id')),
    card: kinds.includes('embed')
      ? { kind: 'embed', provider: attr(tag, 'data-provider') ?? '' }
      : kinds.includes('link-card')
        ? { kind: 'linkCard', card: oneOf(LINK_KINDS, attr(tag, 'data-kind')), affiliate: attr(tag, 'data-affiliate') !== null }
        : null,
  }
}

/** A question is bold as a whole in the export; that is its role, not a mark. */
function beQuestion(frame: Frame, around: Look): void {
  if (frame.said !== null) frame.said.bold = false
  frame.styled = (look) => look
  frame.look = around
}

/** `#source-3`, `3`: 3. */
function numberIn(value: string | null): number | null {
  const digits = /^(?:#?source-)?(\d{1,5})$/.exec(value ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** An `<img>` of ours says where it came from in one of two ways, and its words are words whatever they are. */
export const ownImage = (tag: Token.TagToken): Image =>
  noImage({
    source: attr(tag, 'src') ?? attr(tag, 'data-source') ?? '',
    alt: attr(tag, 'alt') ?? '',
    decorative: attr(tag, 'data-decorative') !== null,
  })

/**
 * A comment in our Markdown: what the look of a paragraph cannot say.
 * @param frame the innermost element that is open
 * @param fresh whether there are no words yet
 */
export function ownComment(said: Said, comment: string, frame: Frame | undefined, around: Look, fresh: boolean): void {
  for (const one of comment.split(' ')) {
    const [word = '', value = ''] = one.split('=')
    if (word === 'body' || word === 'question' || word === 'answer') {
      said.role = word
      if (word === 'question' && fresh && frame?.name === 'strong') beQuestion(frame, around)
    } else if (word === 'unsure') said.guess = true
    else if (word === 'unlabelled') said.unlabelled = true
    else if (word === 'speaker') said.speaker = numberIn(value)
    else if (word === 'source' || word === 'from') said.source = numberIn(value)
    else if (word === 'affiliate' && said.card?.kind === 'linkCard') said.card.affiliate = true
    else said.card = cardIn(word, value) ?? said.card
  }
}

function cardIn(word: string, value: string): Card | null {
  if (word === 'card') return { kind: 'linkCard', card: oneOf(LINK_KINDS, value), affiliate: false }
  if (word !== 'embed') return null
  try {
    return { kind: 'embed', provider: decodeURIComponent(value) }
  } catch {
    return { kind: 'embed', provider: value }
  }
}
