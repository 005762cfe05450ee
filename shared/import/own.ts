/** Reads our own export back: it says of every paragraph what it is. */
import type { TextRole } from '../schema.ts'
import type { Speaker } from '../story.ts'
import type { Draft } from './draft.ts'
import { fold } from './labels.ts'
import { told, type Block, type Recognised } from './told.ts'

export function asExported(drafts: Draft[]): Recognised {
  const speakers = new Map<string, Speaker>()
  let role: TextRole = 'body'
  let speaker: string | null = null
  let turn = false
  const blocks = drafts.map((draft): Block => {
    if (draft.kind === 'notice') {
      turn = false
      return { ...draft, paragraphs: draft.paragraphs.map((one) => told(one.pieces)) }
    }
    if (draft.kind !== 'paragraph') {
      if (draft.kind === 'heading' || draft.kind === 'divider' || draft.kind === 'paywall') turn = false
      return draft
    }
    const { said } = draft
    const out = told(draft.pieces)
    out.guess = said?.guess ?? false
    const label = said?.label ?? null
    if (label === null) {
      out.role = said?.role ?? role
      out.speaker = out.role === 'body' ? null : speaker
    } else {
      const who = said?.speaker ?? [...speakers.values()].find((one) => one.name === label) ?? null
      out.role =
        said?.role ??
        (who === null ? (label === 'A' ? 'answer' : 'question') : who.kind === 'interviewer' ? 'question' : 'answer')
      out.speaker = who === null ? null : fold(who.name)
      if (who !== null && out.speaker !== null && !speakers.has(out.speaker)) speakers.set(out.speaker, who)
      out.turnStart = turn && out.role === role && out.speaker === speaker
    }
    if (out.role === 'body') out.speaker = null
    role = out.role
    speaker = out.speaker
    turn = out.role !== 'body'
    return out
  })
  return { blocks, speakers }
}
