/** Colleagues' carets and selections: a colour of theirs, and a name while they move. */
import type { Plugin } from 'prosemirror-state'
import type { DecorationAttrs } from 'prosemirror-view'
import type { Awareness } from 'y-protocols/awareness'
import { yCursorPlugin } from 'y-prosemirror'
import type * as Y from 'yjs'
import { hueClass } from '../ui/people.ts'

type Shown = { name?: unknown; hue?: unknown }
type State = { user?: Shown; cursor?: unknown }

/** How long the name stays after the last move. */
const NAMED_FOR = 2_500

/** How strange a presence state may be: it was written by somebody's page. */
const hueOf = (user: Shown): string => hueClass(typeof user.hue === 'number' ? user.hue : 0)
const nameOf = (user: Shown): string => (typeof user.name === 'string' ? user.name.slice(0, 80) : 'Somebody')

const selectionBuilder = (user: Shown): DecorationAttrs => ({ class: `selected ${hueOf(user)}` })

type Changed = { added: number[]; updated: number[]; removed: number[] }
type Hears = (changed: Changed, origin: unknown) => void

/**
 * The plugin draws all carets anew at every change of presence, and with every key one's own caret moves, which is not
 * drawn. But when letters were taken out, a caret beside them may have gone with them, and is drawn again.
 */
function withoutOwnMoves(awareness: Awareness): { others: Awareness; stop: () => void } {
  let isTorn = false
  const cut = (transaction: Y.Transaction): void => {
    if (transaction.local && transaction.deleteSet.clients.size > 0) isTorn = true
  }
  awareness.doc.on('afterTransaction', cut)
  const heard = new Map<Hears, Hears>()
  const others = Object.assign(Object.create(awareness) as Awareness, {
    on(name: string, hears: Hears) {
      const filtered: Hears = (changed, origin) => {
        const isOwn = ({ added, updated, removed }: Changed): boolean =>
          [...added, ...updated, ...removed].every((client) => client === awareness.clientID)
        if (isOwn(changed) && !isTorn) return
        isTorn = false
        hears(changed, origin)
      }
      heard.set(hears, filtered)
      awareness.on(name as 'change', filtered)
    },
    off(name: string, hears: Hears) {
      awareness.off(name as 'change', heard.get(hears)!)
      heard.delete(hears)
    },
  })
  return { others, stop: () => awareness.doc.off('afterTransaction', cut) }
}

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

  const { others, stop } = withoutOwnMoves(awareness)
  return {
    plugin: yCursorPlugin(others, { cursorBuilder, selectionBuilder }) as Plugin,
    stop: () => {
      stop()
      awareness.off('change', moved)
      for (const timer of fading.values()) clearTimeout(timer)
    },
  }
}
