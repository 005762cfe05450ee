/**
 * How a story says who speaks, by its label style. The text holds no labels, so that the style can be
 * changed at any time; this is where they come from, for every form that goes out.
 */
import type { LabelStyle, Speaker } from '../story.ts'
import type { ParagraphPart } from './parts.ts'

type Labels = (part: ParagraphPart) => string | null

/** Where there is no bold, questions cannot be told by it. */
export const withoutBold = (style: LabelStyle): LabelStyle => (style === 'bold' ? 'full-then-initials' : style)

/**
 * @param outlet what the newsroom is called
 * @returns the label at the head of a turn; null where there is none
 */
export function labels(style: LabelStyle, cast: readonly Speaker[], outlet: string): Labels {
  if (style === 'bold') return () => null
  const short = style === 'full' || style === 'q-a' ? null : shortNames(cast, style === 'full-then-initials' ? initials : surname)
  return ({ role, speaker, turn, first }) => {
    if (!turn) return null
    if (speaker === null || style === 'q-a') return role === 'question' ? 'Q' : 'A'
    if (style === 'outlet' && speaker.kind === 'interviewer' && outlet !== '') return outlet
    return first ? speaker.name : (short?.get(speaker) ?? speaker.name)
  }
}

const initials = (speaker: Speaker): string => speaker.initials
const surname = (speaker: Speaker): string => speaker.short ?? speaker.name.split(' ').at(-1) ?? ''

/** Only those that name one speaker, and could not be taken for the words they stand before. */
function shortNames(cast: readonly Speaker[], shorten: (speaker: Speaker) => string): Map<Speaker, string> {
  const called = new Map<string, Set<Speaker>>()
  for (const speaker of cast)
    for (const name of [shorten(speaker), speaker.name]) called.set(name, (called.get(name) ?? new Set()).add(speaker))
  const out = new Map<Speaker, string>()
  for (const speaker of cast) {
    const short = shorten(speaker)
    if (called.get(short)!.size === 1 && short !== '' && short !== 'Q' && short !== 'A' && !short.includes(':'))
      out.set(speaker, short)
  }
  return out
}

/** Whom a label names: the only speaker of that name, else of these initials, else of this short name. */
export function speakerCalled(label: string, cast: readonly Speaker[]): Speaker | null {
  for (const called of [(speaker: Speaker) => speaker.name, initials, surname]) {
    const named = cast.filter((speaker) => called(speaker) === label)
    if (named.length > 0) return named.length === 1 ? (named[0] ?? null) : null
  }
  return null
}
