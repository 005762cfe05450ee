/**
 * Lets colleagues' edits wait for a moment, in their order. While a person composes a word (Japanese,
 * Chinese, Korean, most phones), an edit of the same line would break the word or double it.
 */
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import type { WebsocketProvider } from 'y-websocket'
import { MESSAGE_SYNC, SYNC_UPDATE } from '../../shared/protocol.ts'

export class Hold {
  private waiting: (() => void)[] | null = null

  /** @param before called just before a colleague's edit comes into the story */
  constructor(provider: WebsocketProvider, before: () => void) {
    const handle = provider.messageHandlers[MESSAGE_SYNC]!
    const apply: typeof handle = (...message) => {
      before()
      handle(...message)
    }
    provider.messageHandlers[MESSAGE_SYNC] = (encoder, decoder, from, emitSynced, type) => {
      // A first sync and a reconnect are never held: they decide what counts as saved.
      if (this.waiting === null || !from.synced || decoder.arr[decoder.pos] !== SYNC_UPDATE) {
        apply(encoder, decoder, from, emitSynced, type)
        return
      }
      const later = decoding.clone(decoder)
      // An update has no answer: what is written to this encoder is never sent.
      this.waiting.push(() => apply(encoding.createEncoder(), later, from, emitSynced, type))
    }
  }

  hold(): void {
    this.waiting ??= []
  }

  release(): void {
    const waiting = this.waiting ?? []
    this.waiting = null
    for (const apply of waiting) apply()
  }
}
