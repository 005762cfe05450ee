/** Colleagues' carets and selections: a colour of theirs, and a name while they move. */
import { Plugin, type EditorState, type PluginKey, type PluginView } from 'prosemirror-state'
import type { DecorationAttrs, DecorationSet, EditorView } from 'prosemirror-view'
import type { Awareness } from 'y-protocols/awareness'
import {
  createDecorations,
  defaultAwarenessStateFilter,
  yCursorPluginKey,
  ySyncPluginKey,
  type ProsemirrorBinding,
} from 'y-prosemirror'
import * as Y from 'yjs'
import { hueClass } from '../ui/people.ts'
import { fromColleague } from './block-ids.ts'
import { sameMarks } from './same-marks.ts'
import { yjsSelection } from './yjs-place.ts'

type Shown = { name?: unknown; hue?: unknown }
type State = { user?: Shown; cursor?: { anchor: unknown; head: unknown } | null }

/** How long the name stays after the last move. */
const NAMED_FOR = 2_500

/** How strange a presence state may be: it was written by somebody's page. */
const hueOf = (user: Shown): string => hueClass(typeof user.hue === 'number' ? user.hue : 0)
const nameOf = (user: Shown): string => (typeof user.name === 'string' ? user.name.slice(0, 80) : 'Somebody')

const selectionBuilder = (user: Shown): DecorationAttrs => ({ class: `selected ${hueOf(user)}` })

type Changed = { added: number[]; updated: number[]; removed: number[] }

export function cursors(awareness: Awareness): { plugin: Plugin; stop: () => void } {
  const carets = new Map<number, HTMLElement>()
  const fading = new Map<number, ReturnType<typeof setTimeout>>()
  const last = new Map<number, string>()

  const showName = (client: number): void => {
    carets.get(client)?.classList.add('named')
    clearTimeout(fading.get(client))
    fading.set(
      client,
      setTimeout(() => carets.get(client)?.classList.remove('named'), NAMED_FOR),
    )
  }
  const moved = ({ added, updated, removed }: Changed): void => {
    const states = awareness.getStates() as Map<number, State>
    for (const client of [...added, ...updated]) {
      if (client === awareness.clientID) continue
      const at = JSON.stringify(states.get(client)?.cursor ?? null)
      if (last.get(client) === at) continue
      last.set(client, at)
      showName(client)
    }
    for (const client of removed) {
      clearTimeout(fading.get(client))
      fading.delete(client)
      carets.delete(client)
      last.delete(client)
    }
  }
  awareness.on('change', moved)

  const cursorBuilder = (user: Shown, client: number): HTMLElement => {
    const caret = document.createElement('span')
    caret.className = `caret ${hueOf(user)}`
    caret.dataset.name = nameOf(user)
    caret.dataset.client = String(client)
    caret.setAttribute('aria-hidden', 'true')
    carets.set(client, caret)
    if (fading.has(client)) caret.classList.add('named')
    return caret
  }

  const draw = (state: EditorState): DecorationSet =>
    createDecorations(state, awareness, defaultAwarenessStateFilter, cursorBuilder, selectionBuilder) as DecorationSet
  const plugin: Plugin<DecorationSet> = new Plugin({
    key: yCursorPluginKey as PluginKey<DecorationSet>,
    state: {
      init: (_config, state) => draw(state),
      apply: (tr, was, _before, state) =>
        fromColleague(tr) || tr.getMeta(yCursorPluginKey) !== undefined ? draw(state) : was.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state) => plugin.getState(state) },
    view: (view) => watch(view, awareness, (state) => sameMarks(draw(state), plugin.getState(state)!)),
  })
  return {
    plugin,
    stop: () => {
      awareness.off('change', moved)
      for (const timer of fading.values()) clearTimeout(timer)
    },
  }
}

/** Has the others' carets drawn when they move, and says where one's own is. */
function watch(view: EditorView, awareness: Awareness, isDrawn: (state: EditorState) => boolean): PluginView {
  // One's own caret, which moves with every key, is not drawn; but with letters that one takes out, a caret beside them goes.
  let isTorn = false
  const cut = (transaction: Y.Transaction): void => {
    if (transaction.local && transaction.deleteSet.clients.size > 0) isTorn = true
  }
  const hears = ({ added, updated, removed }: Changed): void => {
    if (!isTorn && [...added, ...updated, ...removed].every((client) => client === awareness.clientID)) return
    isTorn = false
    // A moment later: one's own caret moves in the midst of an update of this very view.
    queueMicrotask(() => {
      // Behind what a colleague types their caret is where it is drawn already.
      if (!view.isDestroyed && !isDrawn(view.state)) view.dispatch(view.state.tr.setMeta(yCursorPluginKey, true))
    })
  }
  const say = (): void => {
    const { binding } = ySyncPluginKey.getState(view.state) as { binding: ProsemirrorBinding }
    const said = (awareness.getLocalState() as State | null)?.cursor ?? null
    if (view.hasFocus()) {
      const { anchor, head } = yjsSelection(binding, view.state)
      if (said === null || !isSame(said.anchor, anchor) || !isSame(said.head, head))
        awareness.setLocalStateField('cursor', { anchor, head })
    } else if (said !== null) awareness.setLocalStateField('cursor', null)
  }
  awareness.doc.on('afterTransaction', cut)
  awareness.on('change', hears)
  for (const name of ['focusin', 'focusout']) view.dom.addEventListener(name, say)
  return {
    update: say,
    destroy: () => {
      awareness.doc.off('afterTransaction', cut)
      awareness.off('change', hears)
      for (const name of ['focusin', 'focusout']) view.dom.removeEventListener(name, say)
      awareness.setLocalStateField('cursor', null)
    },
  }
}

const isSame = (said: unknown, now: Y.RelativePosition): boolean =>
  Y.compareRelativePositions(Y.createRelativePositionFromJSON(said), now)
