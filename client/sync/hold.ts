/**
 * Lets colleagues' edits wait for a moment, in their order. While a person composes a word (Japanese,
 * Chinese, Korean, most phones), an edit of the same line would break the word or double it.
 */
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import type { WebsocketProvider } from 'y-websocket'
import { MESSAGE_SYNC, SYNC_STEP_1, SYNC_STEP_2, SYNC_UPDATE } from '../../shared/protocol.ts'

export class Hold {
  private waiting: (() => void)[] | null = null

  /** @param before called just before a colleague's edit comes into the story, with its bytes */
  constructor(provider: WebsocketProvider, before: (update: Uint8Array | null, whole: boolean) => void) {
    const handle = provider.messageHandlers[MESSAGE_SYNC]!
    const apply: typeof handle = (encoder, decoder, ...rest) => {
      const ahead = decoding.clone(decoder)
      const step = decoding.readVarUint(ahead)
      before(step === SYNC_STEP_1 ? null : decoding.readVarUint8Array(ahead), step === SYNC_STEP_2)
      handle(encoder, decoder, ...rest)
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
