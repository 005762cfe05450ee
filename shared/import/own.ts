/** Reads our own export back: it says of every paragraph what it is. */
import { settingsIn, speakerIn } from '../body/cast.ts'
import type { TextRole } from '../schema.ts'
import { SETTINGS, type Settings, type Speaker } from '../story.ts'
import { isSpeaker } from '../story-values.ts'
import { cut, HARD, isBlank, plainOf, textOf, type Card, type Draft, type Paragraph, type Piece } from './draft.ts'
import { told, type Block, type Recognised } from './told.ts'

/** @param speakers everybody in the story; the file names them by their places, from 1 */
export function asExported(drafts: Draft[], speakers: readonly Speaker[]): Recognised {
  const blocks: Block[] = []
  const known = (number: number | null | undefined) =>
    number != null && speakers[number - 1] !== undefined ? String(number) : null
  let role: TextRole = 'body'
  let speaker: string | null = null
  let last: string | null = null
  let turn = false
  const paragraph = ({ pieces, said }: Paragraph): Block => {
    const out = told(pieces)
    out.guess = said?.guess ?? false
    out.source = said?.source ?? null
    out.role = said?.role ?? role
    const begins = said?.speaker != null && !said.goesOn
    if (said?.speaker != null) speaker = known(said.speaker)
    if (out.role === 'body') speaker = null
    out.speaker = speaker
    out.turnStart = begins && turn && out.role === role && speaker === last
    last = speaker
    role = out.role
    turn = out.role !== 'body'
    return out
  }
  for (const draft of drafts) {
    if (draft.kind === 'notice') {
      turn = false
      blocks.push({ ...draft, paragraphs: draft.paragraphs.map((one) => told(one.pieces)) })
    } else if (draft.kind === 'paragraph') {
      const card = draft.said?.card ?? null
      const block = card === null ? paragraph(draft) : cardOf(card, draft.pieces)
      if (block !== null) blocks.push(block)
    } else if (draft.kind === 'pullQuote') {
      const { kind, pieces, said } = draft
      blocks.push({ kind, pieces, speaker: known(said?.speaker), from: said?.source ?? null })
    } else {
      if (draft.kind === 'heading' || draft.kind === 'divider' || draft.kind === 'paywall') turn = false
      blocks.push(draft)
    }
  }
  return { blocks, speakers: new Map(speakers.map((one, i) => [String(i + 1), one])) }
}

/** Null: it says something about the block before it. */
function cardOf(card: Card, pieces: Piece[]): Block | null {
  if (card.kind === 'caption') {
    if (card.of.caption === '') card.of.caption = plainOf(pieces)
    return null
  }
  const end = textOf(pieces).indexOf(HARD)
  const head = end < 0 ? pieces : cut(pieces, 0, end)
  const url = pieces.find((piece) => piece.look.href !== null)?.look.href ?? ''
  const words = plainOf(head)
  // An address without a title stands for itself.
  const title = words === url ? '' : words
  if (card.kind === 'linkCard') return { ...card, url, title }
  return { ...card, url, title, fallbackText: end < 0 ? '' : plainOf(cut(pieces, end + 1)) }
}

/** The speakers and settings as the file has them, in JSON. Whatever is not ours is left out. */
export function readCast(json: string | null): Speaker[] {
  const list = parsed(json)
  return (Array.isArray(list) ? list : []).map(speakerIn).filter((one): one is Speaker => one !== null && isSpeaker(one))
}

export function readOwnSettings(json: string | null, lang: string | null): Partial<Settings> {
  const given = parsed(json)
  const all = settingsIn({ ...(typeof given === 'object' ? given : {}), ...(lang === null ? {} : { lang }) })
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== SETTINGS[name as keyof Settings]))
}

function parsed(json: string | null): unknown {
  if (json === null || isBlank(json)) return null
  try {
    return JSON.parse(json)
  } catch {
    // Somebody has had a hand in it: the words do not depend on it.
    return null
  }
}
