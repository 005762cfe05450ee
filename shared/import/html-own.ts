/** What the markup of our own export says of its paragraphs, beyond what any HTML says. */
import type { Token } from 'parse5'
import { NOTICE_KINDS, oneOf } from '../schema.ts'
import type { Blocks } from './blocks.ts'
import type { Look, Said } from './draft.ts'
import { attr, classes } from './html-look.ts'
import type { Frame } from './html-elements.ts'

const SPEAKER_KINDS = ['other', 'interviewer', 'subject'] as const

export type OwnField = 'headline' | 'dek' | 'byline' | 'label'

/**
 * @param frame the element, just opened; what it says of its paragraph is noted there
 * @param around the look around it
 * @param roles whether classes tell questions from answers; in our Markdown comments do
 * @returns the field its words belong to, null for the body's
 */
export function ownElement(
  tag: Token.TagToken,
  name: string,
  frame: Frame,
  around: Look,
  blocks: Blocks,
  roles: boolean,
): OwnField | null {
  const kinds = classes(tag)
  if (name === 'aside' && kinds.includes('notice')) blocks.beginNotice(oneOf(NOTICE_KINDS, attr(tag, 'data-kind')))
  else if (name === 'h1') return 'headline'
  else if (name === 'p' && kinds.includes('dek')) return 'dek'
  else if (name === 'p' && kinds.includes('byline')) return 'byline'
  else if (name === 'p') {
    const role = kinds.includes('q') ? 'question' : kinds.includes('a') ? 'answer' : 'body'
    frame.said = {
      role: roles ? role : null,
      guess: kinds.includes('guess'),
      label: null,
      speaker: null,
      unlabelled: false,
      bold: role === 'question',
    }
  } else if (name === 'strong' && frame.said?.bold === true) {
    // A question is bold as a whole in the export; that is its role, not a mark.
    frame.said.bold = false
    frame.styled = (look) => look
    frame.look = around
  } else if (name === 'span' && kinds.includes('speaker') && frame.said !== null) {
    const kind = attr(tag, 'data-kind')
    if (kind !== null)
      frame.said.speaker = { name: '', initials: attr(tag, 'data-initials') ?? '', kind: oneOf(SPEAKER_KINDS, kind) }
    return 'label'
  }
  return null
}

/** A word of a comment in our Markdown: what the look of a paragraph cannot say. */
export function ownWord(said: Said, word: string): void {
  if (word === 'body' || word === 'question' || word === 'answer') said.role = word
  else if (word === 'unsure') said.guess = true
  else if (word === 'unlabelled') said.unlabelled = true
}
