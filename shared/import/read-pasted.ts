/** Reads what is pasted: the same readers as for files, without those that only files need. */
import type { Node } from 'prosemirror-model'
import { PLAIN } from '../look.ts'
import { draftHtml } from './html.ts'
import { reading, type Reading } from './reading.ts'
import { asItStands } from './recognise.ts'
import { draftText } from './text.ts'

/** What is on the clipboard: HTML, or text where there is none. */
export type Clip = { html: string } | { text: string }

/**
 * @param asInterview whether questions and answers are looked for; where none are found it stays as it stands
 * @returns `interview`: questions and answers were found and told apart
 */
export function readPasted(clip: Clip, asInterview: boolean, ids: () => string): Reading & { interview: boolean } {
  const draught = 'html' in clip ? draftHtml(clip.html) : draftText(clip.text)
  const { front } = draught
  if (front.headline !== null && !draught.own)
    draught.drafts.unshift({ kind: 'heading', level: 1, pieces: [{ text: front.headline, look: PLAIN }] })
  const lost = draught.lost.list()
  if (asInterview || draught.own) {
    const read = reading(draught, ids)
    if (draught.own || hasBoth(read.body)) return { ...read, interview: read.turns > 0 }
  }
  return { ...reading(draught, ids, { blocks: asItStands(draught), speakers: new Map() }), lost, interview: false }
}

function hasBoth(body: Node): boolean {
  const roles = new Set<unknown>()
  body.forEach((node) => roles.add(node.attrs.role))
  return roles.has('question') && roles.has('answer')
}
