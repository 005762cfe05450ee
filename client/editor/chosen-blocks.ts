/** The blocks that are selected in the story: what a read-back would show. */
import type { EditorState } from 'prosemirror-state'

/** `begins`: its first words, with `…` where they go on. */
export type Chosen = { blocks: string[]; begins: string }

const LONG = 80

/** Null: nothing is selected. */
export function chosenBlocks(state: EditorState | null | undefined): Chosen | null {
  if (!state || state.selection.empty) return null
  const { from, to } = state.selection
  const blocks: string[] = []
  let begins = ''
  state.doc.forEach((block, at) => {
    const id: unknown = block.attrs.id
    if (typeof id !== 'string' || at + block.nodeSize <= from || at >= to) return
    blocks.push(id)
    begins ||= block.textContent
  })
  return blocks.length === 0 ? null : { blocks, begins: cut(begins) }
}

/** Never through a word, but for one that is as long, and never through a character. */
const cut = (text: string): string =>
  text.length <= LONG ? text : `${text.slice(0, LONG).replace(/\s+\S*$|[\ud800-\udbff]$/, '')}…`
