/** What pictures bring to the editor: how they come in by drop, paste and key, and where those on their way will stand. */
import { NodeSelection, Plugin, type EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '../../shared/schema.ts'
import { selectImage } from './block-views.ts'
import { altIn, isOnlyPicture } from './image-paste.ts'
import type { StoryPictures } from './story-pictures.ts'

const { image } = schema.nodes
const NO_PICTURE = 'Only pictures can be put into the copy. To bring in a text, use “New story” on the desk.'

const onImage = ({ selection }: EditorState): boolean => selection instanceof NodeSelection && selection.node.type === image

/** @param openWords opens the words beside the picture that is selected */
export function picturesPlugin(pictures: StoryPictures, openWords: () => void): Plugin {
  const { say } = pictures
  /** @returns whether there were files, taken or not */
  const take = (files: readonly File[], at?: number, words = {}): boolean => {
    if (files.length === 0) return false
    const shown = files.filter(({ type }) => type.startsWith('image/'))
    if (shown.length < files.length) say(NO_PICTURE)
    pictures.add(shown, at, words)
    return true
  }

  return new Plugin({
    view(view) {
      pictures.view = view
      // A file that misses the copy would take the place of the whole page.
      const missed = (event: DragEvent): void => {
        if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
      }
      document.addEventListener('dragover', missed)
      document.addEventListener('drop', missed)
      return {
        update: (now, before) => {
          if (now.state.doc !== before.doc) pictures.storyChanged()
        },
        destroy: () => {
          document.removeEventListener('dragover', missed)
          document.removeEventListener('drop', missed)
          if (pictures.view === view) pictures.view = null
        },
      }
    },
    props: {
      decorations: (state) => pictures.decorations(state),
      handleDOMEvents: {
        paste(view, event) {
          const data = event.clipboardData
          if (data === null || data.files.length === 0 || !view.editable) return false
          const markup = data.getData('text/html')
          // Word puts a picture of the words beside the words; a browser puts the address beside the picture.
          if (data.getData('text/plain').trim() !== '' || (markup !== '' && !isOnlyPicture(markup))) return false
          event.preventDefault()
          return take([...data.files], undefined, altIn(markup))
        },
      },
      handleDrop(view, event) {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return false
        event.preventDefault()
        if (view.editable) take(files, boundaryAt(view, event))
        return true
      },
      handleKeyDown(view, { key, ctrlKey, metaKey, altKey, shiftKey }) {
        if (ctrlKey || metaKey || altKey || shiftKey || !onImage(view.state)) return false
        if (key === 'Enter') openWords()
        // A step of its own, whatever was typed just before.
        else if (key === 'Delete' || key === 'Backspace') pictures.removeAt(view.state.selection.from)
        else return false
        return true
      },
      handleDoubleClickOn(view, _pos, node, nodePos) {
        if (node.type !== image) return false
        if (selectImage(view, nodePos)) openWords()
        return true
      },
    },
  })
}

/** Where a drop falls: between two blocks, above or below the one under the pointer. */
function boundaryAt(view: EditorView, event: DragEvent): number {
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
  if (at === null) return view.state.doc.content.size
  const $pos = view.state.doc.resolve(at.inside >= 0 ? at.inside : at.pos)
  const from = $pos.depth === 0 ? $pos.pos : $pos.before(1)
  const block = view.state.doc.nodeAt(from)
  if (block === null) return from
  const dom = view.nodeDOM(from)
  const box = dom instanceof HTMLElement ? dom.getBoundingClientRect() : null
  return box !== null && event.clientY < box.top + box.height / 2 ? from : from + block.nodeSize
}
