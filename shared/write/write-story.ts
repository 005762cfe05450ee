/** Makes a live story say what another text of it says, by the smallest edits: what others type meanwhile stays. */
import { Fragment, type Node } from 'prosemirror-model'
import { initProseMirrorDoc } from 'y-prosemirror'
import type * as Y from 'yjs'
import { schema } from '../schema.ts'
import { FIELDS, bodyOf, fieldOf, readSettings, settingsOf, speakersOf, type Settings, type StoryText } from '../story.ts'
import { changes } from './changes.ts'
import { Moves } from './moves.ts'
import { mendWords } from './whole-words.ts'
import { writeBody } from './write-body.ts'

/** In one transaction of the caller's, or its own. */
export function writeStory(ydoc: Y.Doc, text: StoryText): void {
  ydoc.transact(() => {
    for (const field of FIELDS) writeField(fieldOf(ydoc, field), text[field])
    writeSpeakers(ydoc, text)
    const settings = readSettings(ydoc)
    for (const [name, value] of Object.entries(text.settings))
      if (settings[name as keyof Settings] !== value) settingsOf(ydoc).set(name, value)
    const body = bodyOf(ydoc)
    const moves = new Moves(ydoc)
    mendWords(ydoc, text.body, moves)
    const { doc, meta } = initProseMirrorDoc(body, schema)
    const next = likeBefore(doc, text.body)
    if (!next.eq(doc)) writeBody(ydoc, body, next, meta, moves, null)
  })
}

/** The new body with the very nodes of the old one wherever they say the same: those are not looked at again. */
function likeBefore(was: Node, now: Node): Node {
  const known = new Map<unknown, Node>(was.children.map((node) => [node.attrs.id, node]))
  return now.copy(
    Fragment.from(
      now.children.map((node) => {
        const old = known.get(node.attrs.id)
        if (old?.eq(node)) return old
        return old && !node.isLeaf && !node.isTextblock ? likeBefore(old, node) : node
      }),
    ),
  )
}

/** From the end, one by one: what stands between two changes is not touched. */
function writeField(field: Y.Text, next: string): void {
  const was = field.toString()
  if (was === next) return
  const edits: { at: number; gone: number; come: string }[] = []
  let at = 0
  for (const { same, gone, come } of changes(was, next)) {
    at += same
    edits.push({ at, gone, come: String(come) })
    at += gone
  }
  for (const edit of edits.toReversed()) {
    // First in, then out: a caret at the place stays between the same neighbours.
    if (edit.come !== '') field.insert(edit.at, edit.come)
    if (edit.gone > 0) field.delete(edit.at + edit.come.length, edit.gone)
  }
}

function writeSpeakers(ydoc: Y.Doc, { speakers }: StoryText): void {
  const map = speakersOf(ydoc)
  for (const id of map.keys()) if (!(id in speakers)) map.delete(id)
  for (const [id, speaker] of Object.entries(speakers))
    if (JSON.stringify(map.get(id)) !== JSON.stringify(speaker)) map.set(id, speaker)
}
