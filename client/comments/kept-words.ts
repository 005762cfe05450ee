/**
 * What somebody has written for the margin and is not on the server yet: half-written comments, and those that wait
 * for the network. Kept in the browser at every key, so that neither a reload nor a crash loses a word.
 */
import type { NewPlace, ThreadKind } from '../../shared/review.ts'

/** A comment on new words, half-written. Its id is the thread's, so that sending it twice makes one. */
export type Draft = {
  id: string
  commentId: string
  kind: ThreadKind
  place: NewPlace
  quote: string
  text: string
  assignTo: string | null
  /** Why it was not taken, if it was sent. */
  trouble?: string
}

/** On its way, oldest first. */
export type Sending =
  | { what: 'thread'; draft: Draft; at: number }
  | { what: 'reply'; thread: string; id: string; text: string; at: number }
  | { what: 'edit'; thread: string; id: string; text: string; at: number }

export type Kept = {
  drafts: Draft[]
  /** Half-written replies by their thread, changed comments by their own id. */
  texts: Record<string, string>
  sending: Sending[]
}

/** Each has an entry of its own in the browser's store: two windows at one story never write over each other's words. */
export class KeptWords implements Kept {
  drafts: Draft[] = []
  texts: Record<string, string> = {}
  sending: Sending[] = []
  /** As it was last written. */
  private written = new Map<string, string>()
  private readonly prefix: string

  constructor(storyId: string, personId: string) {
    this.prefix = `copydesk.margin.${personId}.${storyId}.`
    try {
      for (const name of Object.keys(localStorage)) {
        if (name.startsWith(this.prefix)) this.take(name.slice(this.prefix.length), localStorage.getItem(name) ?? '')
      }
    } catch {
      // A browser that keeps nothing: the words are in this page alone.
    }
    this.sending.sort((a, b) => a.at - b.at)
  }

  private take(slot: string, json: string): void {
    this.written.set(slot, json)
    const value: unknown = JSON.parse(json)
    if (slot.startsWith('draft ')) this.drafts.push(value as Draft)
    else if (slot.startsWith('send ')) this.sending.push(value as Sending)
    else if (slot.startsWith('text ')) this.texts[slot.slice('text '.length)] = value as string
  }

  /** @returns whether the browser has all of it now */
  store(): boolean {
    const entries = new Map<string, string>()
    for (const draft of this.drafts) entries.set(`draft ${draft.id}`, JSON.stringify(draft))
    for (const [slot, text] of Object.entries(this.texts)) entries.set(`text ${slot}`, JSON.stringify(text))
    for (const one of this.sending) entries.set(`send ${idOf(one)}`, JSON.stringify(one))
    try {
      for (const [slot, json] of entries) {
        if (this.written.get(slot) !== json) localStorage.setItem(this.prefix + slot, json)
      }
      for (const slot of this.written.keys()) if (!entries.has(slot)) localStorage.removeItem(this.prefix + slot)
      this.written = entries
      return true
    } catch {
      return false
    }
  }
}

const idOf = (one: Sending): string => `${one.what} ${one.what === 'thread' ? one.draft.id : one.id} ${one.at}`
