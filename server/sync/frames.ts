/**
 * Bytes for the wire: y-websocket messages already inside their WebSocket frame (RFC 6455, 5.2), so
 * that a frame is made once for a whole room and many go out in one write.
 */
import {
  MESSAGE_AUTH,
  MESSAGE_AWARENESS,
  MESSAGE_NOTICE,
  MESSAGE_SAVED,
  MESSAGE_STALLED,
  MESSAGE_SYNC,
  SYNC_STEP_1,
} from '../../shared/protocol.ts'
import type { StoryNotice } from '../../shared/review.ts'

const bytesOfVarUint = (n: number) => {
  let count = 1
  for (let rest = n; rest > 127; rest = Math.floor(rest / 128)) count += 1
  return count
}

function putVarUint(out: Buffer, at: number, n: number): number {
  let rest = n
  let end = at
  for (; rest > 127; rest = Math.floor(rest / 128)) out[end++] = 128 | (rest % 128)
  out[end++] = rest
  return end
}

/** An unmasked, final, binary frame with room for a payload; returns where the payload begins. */
function open(length: number): { frame: Buffer; at: number } {
  const head = length < 126 ? 2 : length < 65536 ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = 0x82
  if (head === 2) frame[1] = length
  else if (head === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  return { frame, at: head }
}

/** varUint fields, then a length-prefixed run of bytes. */
function message(fields: readonly number[], bytes: Uint8Array | null): Buffer {
  let length = 0
  for (const field of fields) length += bytesOfVarUint(field)
  if (bytes) length += bytesOfVarUint(bytes.length) + bytes.length
  const opened = open(length)
  let { at } = opened
  for (const field of fields) at = putVarUint(opened.frame, at, field)
  if (bytes) {
    at = putVarUint(opened.frame, at, bytes.length)
    opened.frame.set(bytes, at)
  }
  return opened.frame
}

export const syncFrame = (step: number, bytes: Uint8Array) => message([MESSAGE_SYNC, step], bytes)
export const savedFrame = (count: number) => message([MESSAGE_SAVED, count], null)
export const stalledFrame = (stalled: boolean) => message([MESSAGE_STALLED, stalled ? 1 : 0], null)
export const noticeFrame = (notice: StoryNotice) => message([MESSAGE_NOTICE], Buffer.from(JSON.stringify(notice)))

/** One state of an awareness update. */
export function presenceEntry(client: number, clock: number, json: string): Buffer {
  const length = Buffer.byteLength(json)
  const entry = Buffer.allocUnsafe(bytesOfVarUint(client) + bytesOfVarUint(clock) + bytesOfVarUint(length) + length)
  entry.write(json, putVarUint(entry, putVarUint(entry, putVarUint(entry, 0, client), clock), length))
  return entry
}

export function presenceFrame(entries: readonly Uint8Array[]): Buffer {
  let length = bytesOfVarUint(entries.length)
  for (const entry of entries) length += entry.length
  const opened = open(1 + bytesOfVarUint(length) + length)
  let at = putVarUint(opened.frame, opened.at, MESSAGE_AWARENESS)
  at = putVarUint(opened.frame, putVarUint(opened.frame, at, length), entries.length)
  for (const entry of entries) {
    opened.frame.set(entry, at)
    at += entry.length
  }
  return opened.frame
}

/** y-protocols' "permission denied": the session may read and not write. */
export const readOnlyFrame = (reason: string) => message([MESSAGE_AUTH, 0], Buffer.from(reason))

export function stateFrame(state: ReadonlyMap<number, number>): Buffer {
  let length = bytesOfVarUint(state.size)
  for (const [client, clock] of state) length += bytesOfVarUint(client) + bytesOfVarUint(clock)
  const bytes = Buffer.allocUnsafe(length)
  let at = putVarUint(bytes, 0, state.size)
  for (const [client, clock] of state) at = putVarUint(bytes, putVarUint(bytes, at, client), clock)
  return syncFrame(SYNC_STEP_1, bytes)
}

/** A presence update of no states: a sign of life for clients that drop a silent connection. */
export const STILL_HERE = presenceFrame([])
