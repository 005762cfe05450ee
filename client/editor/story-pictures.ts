/**
 * The pictures of the story in this window: where those on their way will stand, and every change to one that
 * is there. A picture is in the story only when it is on the server's disk; until then this person alone sees
 * its place, which keeps beside the same paragraphs whatever colleagues write meanwhile.
 */
import type { Attrs, Node, Slice } from 'prosemirror-model'
import { NodeSelection, Selection, type EditorState, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { yUndoPluginKey } from 'y-prosemirror'
import * as Y from 'yjs'
import type { Asset } from '../../shared/api.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf } from '../../shared/story.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { confirmed } from '../ui/dialog.ts'
import { freshId } from './fresh-id.ts'
import { takeOut, type TakenOut } from './image-paste.ts'
import { ImageWords } from './image-words.ts'
import { choosePictures } from './picture-chooser.ts'
import { onItsWay, showProgress } from './on-its-way.ts'
import { readCaret } from './read-caret.ts'
import { Uploads, type PictureWire, type Upload } from './uploads.ts'

/** Files that were added together, and the place of the next of them. */
type Batch = { at: Y.RelativePosition }
type Place = Batch | { image: string }
export type Found = { node: Node; pos: number }

const image = schema.nodes.image

export class StoryPictures extends EventTarget {
  readonly uploads: Uploads
  view: EditorView | null = null
  private readonly places = new Map<Upload, Place>()
  private readonly words = new Map<string, ImageWords>()
  private lastDrawn: Upload[] = []

  constructor(
    private readonly live: LiveStory,
    private readonly wire: PictureWire,
    /** Says a sentence to the person. */
    readonly say: (sentence: string) => void,
  ) {
    super()
    this.uploads = new Uploads(wire)
    this.uploads.addEventListener('change', this.changed)
  }

  close(): void {
    this.uploads.removeEventListener('change', this.changed)
    for (const { dom } of this.uploads.list) dom.remove()
    this.uploads.close()
  }

  /** Asked before another page takes this one's place: what is on its way would not arrive. */
  async mayLeave(): Promise<boolean> {
    if (this.uploads.pending === 0) return true
    return confirmed({
      title: 'Leave while a picture is on its way?',
      text: 'It is not in the story yet. If you leave now, it will not be added.',
      yes: 'Leave',
      danger: true,
    })
  }

  /** New pictures, in their order, at a place between two blocks; without one, after the block of the caret. */
  add(files: readonly File[], at?: number, words: Attrs = {}): void {
    const { view } = this
    if (view === null || files.length === 0) return
    const batch: Batch = { at: this.placeAt(view.state, at ?? besideCaret(view.state)) }
    for (const file of files) this.send(file, batch, (asset) => this.insert(batch, asset, words))
  }

  /** The file of a picture that has none, or another in its place. One step to undo. */
  fill(id: string, file: File): void {
    this.send(file, { image: id }, (asset) => {
      this.changeAlone((tr) => this.setIn(tr, id, { asset: asset.asset, source: '' }))
    })
  }

  /** What is about to be pasted, without the pictures that are to follow: they come into their blocks when those are there. */
  readonly takenOut = (slice: Slice, files: ReadonlyMap<string, Blob>): Slice => {
    const { slice: clean, taken } = takeOut(slice, files, (asset) => this.has(asset))
    if (taken.length > 0) queueMicrotask(() => taken.forEach((one) => this.follow(one)))
    return clean
  }

  /** Undo takes back the paste alone: what follows it is no step. */
  private follow(one: TakenOut): void {
    // What was not pasted in the end is not sent.
    if (this.find(one.id) === null) return
    const put = (asset: string): void =>
      this.change((tr) => this.setIn(tr, one.id, { asset })?.setMeta('addToHistory', false) ?? null)
    if ('file' in one) {
      this.send(one.file, { image: one.id }, ({ asset }) => put(asset))
      return
    }
    this.wire.copy(one.asset).then(
      ({ asset }) => put(asset),
      (error: unknown) => {
        const told = this.wire.tell(error)
        const why = told === 'no answer' ? 'The server cannot be reached.' : told.why
        this.say(`A picture did not come along; its place and its words did. ${why}`)
      },
    )
  }

  /** Whether the story has this asset, as it is now. */
  has(asset: string): boolean {
    let has = false
    this.view?.state.doc.forEach((node) => (has ||= node.attrs.asset === asset))
    return has
  }

  find(id: string): Found | null {
    let found: Found | null = null
    this.view?.state.doc.forEach((node, pos) => {
      if (node.type === image && node.attrs.id === id) found ??= { node, pos }
    })
    return found
  }

  /** Opens the browser's window in which files are chosen; they come after the block of the caret. */
  choose(): void {
    choosePictures((files) => {
      this.add(files)
      this.view?.focus()
    })
  }

  /** The id of the picture that is selected. One that has none, out of a script's hand, gets one. */
  chosen(): string | null {
    const { view } = this
    if (view === null || !(view.state.selection instanceof NodeSelection)) return null
    const { node, from } = view.state.selection
    if (node.type !== image) return null
    if (typeof node.attrs.id === 'string' && node.attrs.id !== '') return node.attrs.id
    if (!this.live.mayWrite) return null
    const id = freshId()
    this.change((tr) => tr.setNodeAttribute(from, 'id', id))
    return id
  }

  /** The words beside a picture, for who writes them. The same ones for as long as the story is open. */
  wordsOf(id: string): ImageWords {
    const known = this.words.get(id)
    if (known !== undefined) {
      known.look()
      return known
    }
    const words = new ImageWords(bodyOf(this.live.ydoc), id, (word, value) => {
      this.change((tr) => this.setIn(tr, id, { [word]: value }))
    })
    this.words.set(id, words)
    return words
  }

  set(id: string, attrs: Attrs): void {
    this.changeAlone((tr) => this.setIn(tr, id, attrs))
  }

  remove(id: string): void {
    const found = this.find(id)
    if (found !== null) this.removeAt(found.pos)
  }

  removeAt(pos: number): void {
    this.changeAlone((tr) => {
      const node = tr.doc.nodeAt(pos)
      if (node?.type !== image) return null
      // A story has one block at least.
      if (tr.doc.childCount === 1) tr.insert(pos + node.nodeSize, schema.nodes.paragraph.create())
      tr.delete(pos, pos + node.nodeSize)
      return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(pos, tr.doc.content.size)), -1)).scrollIntoView()
    })
    this.view?.focus()
  }

  /** Draws what is on its way. */
  decorations(state: EditorState): DecorationSet | null {
    if (this.places.size === 0) return null
    const all: Decoration[] = []
    let order = 0
    for (const upload of this.drawn()) {
      const place = this.places.get(upload)!
      order++
      if ('image' in place) {
        const found = this.find(place.image)
        if (found) all.push(Decoration.node(found.pos, found.pos + found.node.nodeSize, { class: 'is-sending' }, { upload }))
      } else {
        const pos = posOf(state, this.indexOf(place))
        // All at one place: the first added is the first shown.
        all.push(
          Decoration.widget(pos, upload.dom, {
            side: order - 10_000,
            key: `upload-${order}`,
            ignoreSelection: true,
            stopEvent: () => true,
          }),
        )
      }
    }
    return DecorationSet.create(state.doc, all)
  }

  /** Whether a file for this picture is on its way. */
  sendingTo(id: string): boolean {
    return this.drawn().some((upload) => {
      const place = this.places.get(upload)!
      return 'image' in place && place.image === id
    })
  }

  /** The story has changed: what others wrote beside a picture comes into the lines of who is writing there too. */
  storyChanged(): void {
    const waiting = [...this.words.values()].filter((words) => words.look())
    // Not at once: y-prosemirror does not hear of a change that is made while it draws another.
    if (waiting.length > 0) queueMicrotask(() => waiting.forEach((words) => words.write()))
    this.dispatchEvent(new Event('change'))
  }

  private send(file: Blob, place: Place, arrived: (asset: Asset) => void): void {
    const name = file instanceof File && file.name !== '' ? file.name : 'A picture'
    const upload = this.uploads.add(name, file, onItsWay(file), (asset) => {
      if (this.view === null || !this.live.mayWrite) this.say(`You may not write here any more: ${name} was not added.`)
      else arrived(asset)
      if (asset.lost.length > 0) this.say(asset.lost.join(' '))
    })
    this.places.set(upload, place)
    showProgress(upload)
    this.redraw()
  }

  private insert(batch: Batch, { asset }: Asset, words: Attrs): void {
    const index = this.indexOf(batch)
    this.changeAlone((tr) => tr.insert(posOf(this.view!.state, index), image.create({ ...words, id: freshId(), asset })))
    batch.at = Y.createRelativePositionFromTypeIndex(bodyOf(this.live.ydoc), index + 1, -1)
  }

  private setIn(tr: Transaction, id: string, attrs: Attrs): Transaction | null {
    const found = this.find(id)
    if (found === null) return null
    for (const [name, value] of Object.entries(attrs)) tr.setNodeAttribute(found.pos, name, value)
    return tr
  }

  /** As a step of its own to undo. */
  private changeAlone(make: (tr: Transaction) => Transaction | null): void {
    const undoManager = this.view && (yUndoPluginKey.getState(this.view.state)?.undoManager as Y.UndoManager | undefined)
    undoManager?.stopCapturing()
    this.change(make)
    undoManager?.stopCapturing()
  }

  private change(make: (tr: Transaction) => Transaction | null): void {
    const tr = this.view && make(this.view.state.tr)
    if (tr?.docChanged) this.view!.dispatch(tr)
  }

  private readonly changed = (): void => {
    const { list } = this.uploads
    for (const one of list) showProgress(one)
    for (const one of this.places.keys()) if (!list.includes(one)) this.places.delete(one)
    const drawn = this.drawn()
    if (drawn.length !== this.lastDrawn.length || drawn.some((one, i) => one !== this.lastDrawn[i])) this.redraw()
    this.dispatchEvent(new Event('change'))
  }

  /** Those that have a place in the copy: what was refused is told of above it. */
  private drawn(): Upload[] {
    return [...this.places.keys()].filter(({ state }) => state !== 'refused')
  }

  private redraw(): void {
    this.lastDrawn = this.drawn()
    if (this.view === null) return
    readCaret(this.view)
    this.view.dispatch(this.view.state.tr.setMeta('pictures', true))
  }

  private placeAt(state: EditorState, pos: number): Y.RelativePosition {
    const index = state.doc.resolve(pos).index(0)
    return Y.createRelativePositionFromTypeIndex(bodyOf(this.live.ydoc), index, index === 0 ? 0 : -1)
  }

  private indexOf({ at }: Batch): number {
    const { ydoc } = this.live
    const found = Y.createAbsolutePositionFromRelativePosition(at, ydoc)
    return found?.type === bodyOf(ydoc) ? found.index : bodyOf(ydoc).length
  }
}

/** After the block of the caret; before it while it is empty, so that one writes on below the picture. */
function besideCaret({ selection, doc }: EditorState): number {
  if (selection instanceof NodeSelection && selection.$from.depth === 0) return selection.to
  const { $to } = selection
  if ($to.depth === 0) return doc.content.size
  return $to.node(1).content.size === 0 ? $to.before(1) : $to.after(1)
}

function posOf({ doc }: EditorState, index: number): number {
  let pos = 0
  for (let i = 0; i < Math.min(index, doc.childCount); i++) pos += doc.child(i).nodeSize
  return pos
}
