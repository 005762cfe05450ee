/** A story page without a browser: the editor's own commands on a Y.Doc, written and kept as the page does. */
import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import { defaultDeleteFilter, initProseMirrorDoc } from 'y-prosemirror'
import * as Y from 'yjs'
import { anchorCopies } from '../../client/editor/anchor-copies.ts'
import { giveIds } from '../../client/editor/block-ids.ts'
import { KEPT, takeBack } from '../../client/editor/take-back.ts'
import { KeepWords } from '../../shared/write/keep-words.ts'
import { wayOf } from '../../client/editor/way.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf } from '../../shared/story.ts'
import { writeBody, type Way } from '../../shared/write/write-body.ts'
import { Plugin } from 'prosemirror-state'

export class Page {
  readonly keep: KeepWords
  private readonly undoManager: Y.UndoManager
  private ids = 0

  constructor(readonly ydoc: Y.Doc) {
    this.keep = new KeepWords(ydoc, bodyOf(ydoc), this, () => this.fresh())
    // Each deed by itself: what is close in time is a matter of the clock.
    this.undoManager = new Y.UndoManager(bodyOf(ydoc), {
      trackedOrigins: new Set([this]),
      captureTimeout: 0,
      deleteFilter: (item) => defaultDeleteFilter(item, KEPT),
    })
  }

  undo(): boolean {
    return takeBack(this.undoManager, this.keep.moves, 'undo')
  }

  redo(): boolean {
    return takeBack(this.undoManager, this.keep.moves, 'redo')
  }

  private fresh(): string {
    this.ids += 1
    return `${this.ydoc.clientID.toString(36)}x${this.ids.toString(36)}`.padEnd(12, '0').slice(0, 12)
  }

  get state(): EditorState {
    const { doc } = initProseMirrorDoc(bodyOf(this.ydoc), schema)
    return EditorState.create({ schema, doc })
  }

  /** Does it with the caret, or a selection, at these letters of the whole body's paragraphs. */
  does(command: Command, from: [paragraph: number, letter: number], to = from): boolean {
    const body = bodyOf(this.ydoc)
    const { doc, meta } = initProseMirrorDoc(body, schema)
    const ids = new Plugin({ appendTransaction: (trs, before, now) => giveIds(trs, before, now, () => this.fresh()) })
    let state = EditorState.create({ schema, doc, plugins: [ids, anchorCopies('story')] })
    const place = ([paragraph, letter]: [number, number]): number => {
      let pos = 0
      for (let i = 0; i < paragraph; i++) pos += doc.child(i).nodeSize
      return pos + 1 + letter
    }
    state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, place(from), place(to))))
    const start = state
    let way: Way | null = null
    const done = command(state, (tr) => {
      const applied = state.applyTransaction(tr)
      way = wayOf(start, applied.transactions)
      state = applied.state
    })
    this.ydoc.transact(() => writeBody(this.ydoc, body, state.doc, meta, this.keep.moves, way), this)
    return done
  }

  types(text: string, paragraph: number, letter: number): void {
    this.does(
      (state, dispatch) => {
        dispatch?.(state.tr.insertText(text))
        return true
      },
      [paragraph, letter],
    )
  }

  get lines(): string[] {
    return this.state.doc.children.map((node) => node.textContent)
  }
}

/** Ana and Ben at one story, on a line that holds what they send until `meet`. */
export class TwoPages {
  readonly ana: Page
  readonly ben: Page
  private readonly toAna: Uint8Array[] = []
  private readonly toBen: Uint8Array[] = []

  constructor(paragraphs: readonly string[], [first, second] = [1, 2]) {
    const seed = new Y.Doc()
    seed.clientID = 99
    const blocks = paragraphs.map((text, i) => {
      const block = new Y.XmlElement('paragraph')
      block.setAttribute('id', `p${i}`.padEnd(12, '0'))
      block.insert(0, [new Y.XmlText(text)])
      return block
    })
    bodyOf(seed).insert(0, blocks as Y.XmlElement[])
    const page = (client: number): Page => {
      const ydoc = new Y.Doc()
      ydoc.clientID = client
      Y.applyUpdate(ydoc, Y.encodeStateAsUpdate(seed))
      return new Page(ydoc)
    }
    this.ana = page(first)
    this.ben = page(second)
    this.ana.ydoc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'line') this.toBen.push(update)
    })
    this.ben.ydoc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'line') this.toAna.push(update)
    })
  }

  /** Everything arrives at both, Ana's first. */
  meet(): string[] {
    while (this.toAna.length + this.toBen.length > 0) {
      for (const [page, line] of [
        [this.ben, this.toBen],
        [this.ana, this.toAna],
      ] as const)
        for (const update of line.splice(0)) {
          page.keep.hears(update, false)
          Y.applyUpdate(page.ydoc, update, 'line')
        }
    }
    if (this.ana.lines.join('|') !== this.ben.lines.join('|'))
      throw new Error(`The copies differ: ${this.ana.lines.join('|')} and ${this.ben.lines.join('|')}`)
    return this.ana.lines
  }
}
