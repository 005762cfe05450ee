/**
 * Where I am is mine to say. A server that has not yet noticed that my last line went dead still has my old
 * caret, and hands it to my new line with a later clock: the awareness protocol would take it for mine.
 */
import type { Awareness } from 'y-protocols/awareness'

/** From now on this window's own state is never replaced by what comes over the wire. */
export function keepOwnPresence(awareness: Awareness): void {
  let mine = awareness.getLocalState()
  awareness.on('update', ({ updated, added }: { updated: number[]; added: number[] }, origin: unknown) => {
    if (origin === 'local') mine = awareness.getLocalState()
    else if (updated.includes(awareness.clientID) || added.includes(awareness.clientID)) awareness.setLocalState(mine)
  })
}
