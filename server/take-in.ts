/** Puts what was read from a file into a live story: its pictures onto the disk, then everything by one ordinary edit. */
import type { Node } from 'prosemirror-model'
import { prosemirrorToYDoc, prosemirrorToYXmlFragment } from 'y-prosemirror'
import * as Y from 'yjs'
import type { Picture } from '../shared/import/draft.ts'
import type { Reading } from '../shared/import/read.ts'
import { Refusal } from '../shared/refusal.ts'
import { schema } from '../shared/schema.ts'
import { fold } from '../shared/slug.ts'
import { wordsOf } from '../shared/count-words.ts'
import { FIELDS, bodyOf, fieldOf, settingsOf, speakersOf, type Speaker } from '../shared/story.ts'
import type { Desk } from './context.ts'
import { newId } from './secrets.ts'

export type Into = 'empty' | 'append'

/** Whether the story has nothing that an import would stand beside. */
export const isEmpty = (ydoc: Y.Doc): boolean => wordsOf(ydoc) === 0 && !holdsThings(bodyOf(ydoc))

export const notEmpty = () =>
  new Refusal('story-not-empty', 409, 'This story has words already. Nothing was changed; import into a new story, or append.')

/** What the story has already and the file is not allowed to replace. */
export function keptOf(ydoc: Y.Doc, reading: Reading): string[] {
  const kept: string[] = []
  for (const field of FIELDS) {
    const words = reading[field]
    const now = fieldOf(ydoc, field).toString()
    if (words !== null && now !== '' && words !== now) kept.push(`The file’s ${field}, because the story has one: ${words}`)
  }
  return kept
}

/**
 * @returns what could not be kept beyond what the reading says
 * @throws Refusal `story-not-empty`, before anything is changed
 */
export function takeIn(ydoc: Y.Doc, reading: Reading, into: Into): string[] {
  const body = bodyOf(ydoc)
  const empty = isEmpty(ydoc)
  if (!empty && into === 'empty') throw notEmpty()
  const kept = keptOf(ydoc, reading)
  const known = speakersOf(ydoc)
  const names = new Map<string, string>()
  for (const [id, speaker] of Object.entries(reading.speakers))
    names.set(id, sameSpeaker(known, speaker) ?? addSpeaker(known, id, speaker))
  const node = renamed(reading.body, names)

  // Into an empty body by difference, so that the paragraph somebody's caret is in stays the same one.
  if (empty) prosemirrorToYXmlFragment(node, body)
  else append(body, node)
  const settings = settingsOf(ydoc)
  for (const [name, value] of Object.entries(reading.settings)) if (!settings.has(name)) settings.set(name, value)
  for (const field of FIELDS) {
    const words = reading[field]
    const now = fieldOf(ydoc, field)
    if (words !== null && now.length === 0) now.insert(0, words)
  }
  return kept
}

/**
 * Stores the pictures of a file for the story and names them in the body. One that is refused leaves its
 * place, and why is told; the words do not depend on it.
 * @param lost is added to
 */
export async function storePictures(
  desk: Pick<Desk, 'pictures'>,
  storyId: string,
  personId: string,
  reading: Reading,
  lost: string[],
): Promise<Reading> {
  if (reading.pictures.length === 0) return reading
  const assets = new Map<string, string>()
  for (const picture of reading.pictures) {
    try {
      const kept = await desk.pictures.keep(storyId, personId, picture.bytes)
      assets.set(`picture:${picture.id}`, kept.asset)
      lost.push(...kept.lost)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      lost.push(`${nameOf(picture)}, whose place is kept: ${error.message}`)
    }
  }
  const body = mapped(reading.body, (node) => {
    const asset = node.type.name === 'image' ? assets.get(String(node.attrs.source)) : undefined
    return asset === undefined ? node.attrs : { ...node.attrs, asset, source: '' }
  })
  return { ...reading, body }
}

const nameOf = ({ id, alt }: Picture): string => (alt === '' ? `Picture ${id} of the file` : `The picture “${alt.slice(0, 80)}”`)

/** Pictures, embeds, dividers: a body without a word that is not empty all the same. */
function holdsThings(body: Y.XmlFragment): boolean {
  return body.toArray().some((child) => child instanceof Y.XmlElement && schema.nodes[child.nodeName]?.isAtom === true)
}

/** Somebody of the same name is the same speaker, also when a second part of the interview comes in later. */
function sameSpeaker(known: Y.Map<Speaker>, speaker: Speaker): string | null {
  for (const [id, one] of known.entries()) if (fold(one.name.trim()) === fold(speaker.name.trim())) return id
  return null
}

function addSpeaker(known: Y.Map<Speaker>, id: string, speaker: Speaker): string {
  const free = known.has(id) ? newId() : id
  known.set(free, speaker)
  return free
}

/** The same body with speakers under the ids they have in this story. */
function renamed(body: Node, names: Map<string, string>): Node {
  return mapped(body, ({ attrs }) => {
    const speaker = names.get(String(attrs.speaker))
    return speaker === undefined ? attrs : { ...attrs, speaker }
  })
}

function mapped(node: Node, attrs: (node: Node) => Node['attrs']): Node {
  if (node.isText) return node
  const children: Node[] = []
  node.forEach((child) => children.push(mapped(child, attrs)))
  return node.type.create(attrs(node), children, node.marks)
}

/** After what is there, and without touching it. */
function append(body: Y.XmlFragment, node: Node): void {
  const beside = prosemirrorToYDoc(node, 'body')
  const copies = beside
    .getXmlFragment('body')
    .toArray()
    .map((child) => child.clone() as Y.XmlElement | Y.XmlText)
  body.insert(body.length, copies)
  beside.destroy()
}
