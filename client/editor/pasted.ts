/** What was pasted from another program, read as a file is: as it stands, or as an interview where there is room for one. */
import { Slice, type Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { readPasted, type Clip } from '../../shared/import/read-pasted.ts'
import type { Reading } from '../../shared/import/reading.ts'
import { fold } from '../../shared/slug.ts'
import type { Speaker } from '../../shared/story.ts'
import { freshId } from './fresh-id.ts'

export type Pasted = {
  slice: Slice
  /** Questions and answers were told apart; their roles are not those of the place they go to. */
  interview: boolean
  /** Who speaks in it and is not yet in the story, by the ids that the slice has. */
  speakers: [id: string, speaker: Speaker][]
  /** Those that came with it, by the `source` of the blocks that are to show them. */
  pictures: Map<string, Blob>
  /** What a person should know of it; empty when it is all there. */
  words: string
}

const TOLD = 3

/** @returns null when there is nothing in it that a story can hold */
export function readClip(clip: Clip, state: EditorState, known: Readonly<Record<string, Speaker>>): Pasted | null {
  const place = emptyPlace(state)
  let reading = readPasted(clip, place !== null, freshId)
  // Into an answer that has been begun only what is sure of itself comes as questions and answers.
  if (
    reading.interview &&
    place !== null &&
    place.attrs.role !== 'body' &&
    (reading.unsure > 0 || Object.keys(reading.speakers).length === 0)
  )
    reading = readPasted(clip, false, freshId)
  const { ids, added } = castOf(reading, known)
  const body = withNames(reading.body, ids)
  if (!holdsAnything(body)) return null
  return {
    slice: reading.interview ? new Slice(body.content, 0, 0) : Slice.maxOpen(body.content),
    interview: reading.interview,
    speakers: added,
    pictures: new Map(reading.pictures.map(({ id, type, bytes }) => [`picture:${id}`, new Blob([bytes], { type })])),
    words: wordsOf(reading),
  }
}

/** The empty paragraph the caret is in, at the top of the body. */
function emptyPlace({ selection }: EditorState): Node | null {
  const { $from, empty } = selection
  const { parent, depth } = $from
  return empty && depth === 1 && parent.type.name === 'paragraph' && parent.content.size === 0 ? parent : null
}

/** Somebody of the same name is the same speaker. */
function castOf(
  { speakers }: Reading,
  known: Readonly<Record<string, Speaker>>,
): { ids: Map<string, string>; added: [string, Speaker][] } {
  const ids = new Map<string, string>()
  const added: [string, Speaker][] = []
  for (const [id, speaker] of Object.entries(speakers)) {
    const same = Object.entries(known).find(([, one]) => fold(one.name.trim()) === fold(speaker.name.trim()))
    if (same === undefined) added.push([id, speaker])
    else ids.set(id, same[0])
  }
  return { ids, added }
}

const withNames = (body: Node, ids: ReadonlyMap<string, string>): Node =>
  ids.size === 0 ? body : mapped(body, ({ attrs }) => ({ ...attrs, speaker: ids.get(String(attrs.speaker)) ?? attrs.speaker }))

/** The body with other attributes, of those that a block has. */
function mapped(body: Node, attrs: (node: Node) => Node['attrs']): Node {
  const blocks: Node[] = []
  body.forEach((node) => {
    const own = Object.entries(attrs(node)).filter(([name]) => name in node.attrs)
    blocks.push(node.type.create(Object.fromEntries(own), node.content))
  })
  return body.type.create(null, blocks)
}

function holdsAnything(body: Node): boolean {
  let found = false
  body.descendants((node) => {
    found ||= node.isText || (node.isBlock && node.isAtom)
    return !found
  })
  return found
}

function wordsOf({ interview, turns, unsure, lost }: Reading & { interview: boolean }): string {
  const said: string[] = []
  if (interview)
    said.push(
      `Read as an interview: ${turns} paragraphs of questions and answers${unsure === 0 ? '' : `, ${unsure} of them to check`}.`,
    )
  if (lost.length > 0) {
    const first = lost.slice(0, TOLD).map((line) => line.charAt(0).toLowerCase() + line.slice(1))
    said.push(`Changed on the way in: ${first.join('; ')}${lost.length > TOLD ? `; and ${lost.length - TOLD} more` : ''}.`)
  }
  return said.join(' ')
}
