/**
 * Reads the interview out of the body: who speaks where, what the gutter says, what is still a guess.
 * Turns are derived and never stored: a run of paragraphs with one role and one speaker.
 */
import type { Node } from 'prosemirror-model'
import type { LabelStyle, Speaker } from '../../shared/story.ts'
import { NOTICE_KINDS, ROLES_OF_TEXT, oneOf, type NoticeKind, type TextRole } from '../../shared/schema.ts'

/** A block that the gutter or the strip has something to say about. */
export type Place = {
  pos: number
  size: number
  /** What the gutter shows beside it; null inside a turn. */
  label: string | null
  role: 'question' | 'answer' | 'note' | 'body'
  /** Opens a turn. */
  opens: boolean
  unsure: boolean
}

export type Interview = {
  places: Place[]
  /** Turns, as the reader would count them. */
  questions: number
  answers: number
  /** Paragraphs inside turns, and where those are that recognition only guessed. */
  paragraphs: number
  unsure: number[]
  /** Where paywall breaks are. */
  paywalls: number[]
}

const NOTICES: Record<NoticeKind, string> = {
  'reader-note': 'Note',
  'editors-note': 'Editor’s note',
  disclosure: 'Disclosure',
  'edited-condensed': 'Edited',
  'content-warning': 'Warning',
}

/** These may stand in the middle of an answer without ending it. */
export const INSIDE_A_TURN = new Set(['image', 'pullQuote', 'embed', 'linkCard', 'list'])

type Speakers = Readonly<Record<string, Speaker>>

/** @param style how the story says who speaks */
export function readInterview(body: Node, speakers: Speakers, style: LabelStyle = 'bold'): Interview {
  const places: Place[] = []
  const unsure: number[] = []
  const paywalls: number[] = []
  let paragraphs = 0
  const turns = { question: 0, answer: 0 }
  const voices = { question: new Set<string>(), answer: new Set<string>() }
  let turn: string | null = null
  const opened: { place: Place; speaker: string | null }[] = []

  body.forEach((node, pos) => {
    if (node.type.name === 'notice') {
      turn = null
      const label = NOTICES[oneOf(NOTICE_KINDS, node.attrs.kind)]
      places.push({ pos, size: node.nodeSize, label, role: 'note', opens: true, unsure: false })
      return
    }
    if (node.type.name === 'paywall') paywalls.push(pos)
    if (node.type.name !== 'paragraph') {
      if (!INSIDE_A_TURN.has(node.type.name)) turn = null
      return
    }
    const role = oneOf(ROLES_OF_TEXT, node.attrs.role)
    const guess = node.attrs.roleState === 'guess'
    if (role === 'body') {
      turn = null
      // A paragraph of the story itself can be a guess too: it may be somebody's words.
      if (guess) {
        unsure.push(pos)
        places.push({ pos, size: node.nodeSize, label: '?', role: 'body', opens: false, unsure: true })
      }
      return
    }
    paragraphs++
    const speaker = typeof node.attrs.speaker === 'string' ? node.attrs.speaker : null
    const opens = turn !== `${role} ${speaker}` || node.attrs.turnStart === true
    turn = `${role} ${speaker}`
    if (guess) unsure.push(pos)
    if (!opens && !guess) return
    const place: Place = { pos, size: node.nodeSize, label: null, role, opens, unsure: guess }
    places.push(place)
    if (opens) {
      turns[role]++
      if (speaker !== null) voices[role].add(speaker)
      opened.push({ place, speaker })
    } else place.label = '?'
  })

  const met = new Set<string>()
  for (const { place, speaker } of opened) {
    const role = place.role as 'question' | 'answer'
    const known = speaker === null ? undefined : speakers[speaker]
    const called = known && calledBy(style, known, role, !met.has(speaker!), voices[role].size > 1)
    if (speaker !== null) met.add(speaker)
    const label = called || (role === 'question' ? 'Q' : 'A')
    place.label = place.unsure ? `${label} ?` : label
  }
  return { places, questions: turns.question, answers: turns.answer, paragraphs, unsure, paywalls }
}

/** The same interview, when the block at `pos` has become longer or shorter. */
export function pushedInterview(interview: Interview, pos: number, by: number): Interview {
  if (by === 0) return interview
  const push = (at: number): number => (at > pos ? at + by : at)
  const { places, unsure, paywalls } = interview
  return {
    ...interview,
    places: places.map((place) => {
      if (place.pos < pos) return place
      return place.pos === pos ? { ...place, size: place.size + by } : { ...place, pos: place.pos + by }
    }),
    unsure: unsure.map(push),
    paywalls: paywalls.map(push),
  }
}

/** What a speaker is called once their name is known: what somebody chose, else the last word of the name. */
export const shortOf = ({ short, name }: Speaker): string => short || (name.trim().split(/\s+/).at(-1) ?? '')

/** What a label of this style calls a speaker; null: no name, only Q or A. */
function calledBy(
  style: LabelStyle,
  speaker: Speaker,
  role: 'question' | 'answer',
  first: boolean,
  several: boolean,
): string | null {
  switch (style) {
    case 'q-a':
      return null
    case 'bold':
      // One voice on each side needs no names; more than one does.
      return several ? speaker.initials : null
    case 'outlet':
      return role === 'question' ? null : first ? speaker.name : shortOf(speaker)
    case 'full':
      return speaker.name
    case 'full-then-initials':
      return first ? speaker.name : speaker.initials
    case 'full-then-surname':
      return first ? speaker.name : shortOf(speaker)
  }
}

/** What a new paragraph at `pos` belongs to: the turn that goes on there, else plain copy. */
export function roleBefore(body: Node, pos: number): { role: TextRole; speaker: string | null } {
  let said: { role: TextRole; speaker: string | null } = { role: 'body', speaker: null }
  body.forEach((node, at) => {
    if (at >= pos || INSIDE_A_TURN.has(node.type.name)) return
    const role = node.type.name === 'paragraph' ? oneOf(ROLES_OF_TEXT, node.attrs.role) : 'body'
    said = { role, speaker: role === 'body' ? null : (node.attrs.speaker as string | null) }
  })
  return said
}

/** Who would say a paragraph of that role at `pos`: the last to have done so before it, or the only one it can be. */
export function speakerAt(body: Node, pos: number, role: 'question' | 'answer', speakers: Speakers): string | null {
  let last: string | null = null
  let first: string | null = null
  body.forEach((node, at) => {
    if (node.type.name !== 'paragraph' || node.attrs.role !== role || typeof node.attrs.speaker !== 'string') return
    if (at < pos) last = node.attrs.speaker
    else first ??= node.attrs.speaker
  })
  const kind = role === 'question' ? 'interviewer' : 'subject'
  return last ?? first ?? Object.keys(speakers).find((id) => speakers[id]?.kind === kind) ?? null
}

/** The next unsure paragraph after `pos`, or before it; around the end. */
export function nextUnsure(unsure: readonly number[], pos: number, way: 1 | -1): number | null {
  if (way === 1) return unsure.find((at) => at > pos) ?? unsure[0] ?? null
  return unsure.findLast((at) => at < pos) ?? unsure.at(-1) ?? null
}
