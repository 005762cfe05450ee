/** The story at a glance: its turns, headings, notices and stretches of plain copy, each with its first words. */
import type { Node } from 'prosemirror-model'
import type { Speaker } from '../../shared/story.ts'
import type { Interview } from '../editor/turns.ts'
import { wordsIn } from './counts.ts'

export type Part = {
  /** Where it begins: the ProseMirror position before its first block. */
  pos: number
  kind: 'question' | 'answer' | 'copy' | 'note' | 'heading' | 'paywall'
  /** What the gutter says beside it. */
  label: string
  /** Its first words. */
  text: string
  words: number
  /** Paragraphs in it that recognition only guessed. */
  unsure: number
  /** Of a heading. */
  level: number
}

const MOST_LETTERS = 160

/** @param interview what the gutter has read out of the same body */
export function outlineOf(body: Node, { places }: Interview): Part[] {
  const parts: Part[] = []
  const at = new Map(places.map((place) => [place.pos, place]))
  const begin = (pos: number, node: Node, kind: Part['kind'], label: string): Part => {
    const part = { pos, kind, label, text: '', words: 0, unsure: 0, level: kind === 'heading' ? Number(node.attrs.level) : 0 }
    parts.push(part)
    return part
  }
  body.forEach((node, pos) => {
    const place = at.get(pos)
    let part = parts.at(-1)
    if (node.type.name === 'heading') part = begin(pos, node, 'heading', '')
    else if (node.type.name === 'paywall') part = begin(pos, node, 'paywall', '')
    else if (node.type.name === 'notice') part = begin(pos, node, 'note', place?.label ?? '')
    else if (node.attrs.role === 'question' || node.attrs.role === 'answer') {
      if (part === undefined || place?.opens === true) part = begin(pos, node, node.attrs.role, place?.label ?? '')
    } else if (node.type.name === 'paragraph' && part?.kind !== 'copy' && node.content.size > 0)
      part = begin(pos, node, 'copy', '')
    if (part === undefined) return
    part.words += wordsIn(node)
    if (part.text === '') part.text = node.textContent.trim().slice(0, MOST_LETTERS)
    if (place?.unsure === true) part.unsure++
  })
  return parts
}

/** Who speaks, in the order in which they begin, each as the copy's labels have them: `Q  Cora Stein`. For paper. */
export function whoSpeaks(body: Node, { places }: Interview, speakers: Readonly<Record<string, Speaker>>): string[] {
  const met = new Map<string, string>()
  for (const { pos, label, opens } of places) {
    const id: unknown = body.nodeAt(pos)?.attrs.speaker
    const speaker = typeof id === 'string' ? speakers[id] : undefined
    if (!opens || speaker === undefined || speaker.name === '' || met.has(id as string)) continue
    const short = label?.replace(/ \?$/, '') ?? ''
    met.set(id as string, short === speaker.name ? short : `${short}  ${speaker.name}`)
  }
  return [...met.values()]
}

/** The part a place is in; -1 above the first. */
export const partAt = (parts: readonly Part[], pos: number): number => parts.findLastIndex((part) => part.pos <= pos)
