/**
 * Commands that come beside the story, not before it. Until they are here each is said to apply; one that is asked for
 * waits, and is done as soon as it has come, where the caret is by then.
 */
import type { Command, Transaction } from 'prosemirror-state'

type Doings = typeof import('./doings.ts')

let doings: Doings | null = null
const waiting: (() => void)[] = []

/** @param pick one of them */
export function later(pick: (doings: Doings) => Command): Command {
  return (state, dispatch, view) => {
    if (doings !== null) return pick(doings)(state, dispatch, view)
    if (dispatch && view) {
      waiting.push(() => {
        // The right to write may have ended meanwhile.
        const still = (tr: Transaction): void => {
          if (view.editable || !tr.docChanged) view.dispatch(tr)
        }
        if (!view.isDestroyed) pick(doings!)(view.state, still, view)
      })
    }
    return true
  }
}

/** They are here: what waits is done, in its order. */
export function haveDoings(come: Doings): void {
  doings = come
  for (const run of waiting.splice(0)) run()
}
