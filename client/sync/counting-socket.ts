/**
 * A WebSocket that counts what it sends: a story is saved when the server has as many of our sync
 * updates on disk as have left here. It also keeps to itself the presence of colleagues, which
 * y-websocket would echo back with every message.
 */
import * as decoding from 'lib0/decoding'
import { MESSAGE_AWARENESS, MESSAGE_SYNC, SYNC_STEP_1 } from '../../shared/protocol.ts'

/** Told of every sync update that leaves. */
export type Count = (bytes: number) => void

export function countingSocket(clientId: () => number, left: Count): typeof WebSocket {
  return class extends WebSocket {
    override send(data: Uint8Array<ArrayBuffer>): void {
      if (data[0] === MESSAGE_AWARENESS && !speaksOf(data, clientId())) return
      super.send(data)
      if (data[0] === MESSAGE_SYNC && data[1] !== SYNC_STEP_1) left(data.length)
    }
  }
}

function speaksOf(message: Uint8Array, client: number): boolean {
  const decoder = decoding.createDecoder(message)
  decoding.readVarUint(decoder)
  const update = decoding.createDecoder(decoding.readVarUint8Array(decoder))
  for (let left = decoding.readVarUint(update); left > 0; left--) {
    if (decoding.readVarUint(update) === client) return true
    decoding.readVarUint(update)
    decoding.readVarUint8Array(update)
  }
  return false
}
