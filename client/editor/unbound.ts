/** A body that this page may not bind to, because it does not know all of it: the known parts, to be read. */
import { DOMSerializer } from 'prosemirror-model'
import { yXmlFragmentToProseMirrorRootNode } from 'y-prosemirror'
import * as Y from 'yjs'
import { schema } from '../../shared/schema.ts'
import { bodyOf } from '../../shared/story.ts'
import { misfit } from './fits.ts'

export function readable(body: Y.XmlFragment): HTMLElement {
  const children = body.toArray()
  const known = children.map((child) => child instanceof Y.XmlElement && misfit(child) === null)
  // Read from a copy: the conversion, like the binding, deletes what it cannot read.
  const copied = bodyOf(new Y.Doc())
  copied.insert(
    0,
    children.filter((_child, i) => known[i]).map((child) => child.clone() as Y.XmlElement),
  )
  const readable = yXmlFragmentToProseMirrorRootNode(copied, schema)
  const serializer = DOMSerializer.fromSchema(schema)
  let next = 0
  const parts = known.map((readably) => {
    if (readably) return serializer.serializeNode(readable.child(next++))
    const gap = document.createElement('p')
    gap.className = 'unknown-part'
    gap.textContent = 'A part of the story that this page cannot show.'
    return gap
  })
  const copy = document.createElement('div')
  copy.className = 'ProseMirror'
  copy.append(...parts)
  return copy
}
