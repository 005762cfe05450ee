/** What somebody has written on the read-back and not posted: kept in the browser at every key. */

/** What a comment that is being written is on. Its ids are made once, so that sending it twice makes one. */
export type On = { block: string; at: number; quote: string; ids: [thread: string, comment: string] }
export type HalfWritten = { on: On | null; text: string; replies: Record<string, string> }

const nameOf = (storyId: string, personId: string): string => `copydesk.read-back.${personId}.${storyId}`
const nothing: HalfWritten = { on: null, text: '', replies: {} }

export function readHalfWritten(storyId: string, personId: string): HalfWritten {
  try {
    const kept = localStorage.getItem(nameOf(storyId, personId))
    return kept === null ? nothing : { ...nothing, ...(JSON.parse(kept) as HalfWritten) }
  } catch {
    // A browser that keeps nothing: the words are in this page alone.
    return nothing
  }
}

export function keepHalfWritten(storyId: string, personId: string, words: HalfWritten): void {
  try {
    if (words.on === null && Object.keys(words.replies).length === 0) localStorage.removeItem(nameOf(storyId, personId))
    else localStorage.setItem(nameOf(storyId, personId), JSON.stringify(words))
  } catch {
    // As above.
  }
}
