/**
 * A colleague's line to the server: the smallest WebSocket client that is honest on the wire. Hundreds of
 * them share one core with the clock that measures them, so all read into one buffer and nothing is copied
 * that is whole.
 */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const shared = Buffer.allocUnsafe(1024 * 1024)
const BINARY = 0x82

export class Line {
  /** The message is only there during the call. */
  onMessage: (message: Uint8Array) => void = () => {}
  /** Why the server hung up; it never should. */
  onClosed: (why: string) => void = () => {}
  frames = 0
  bytes = 0
  private socket!: Socket
  private upgraded = false
  private rest: Buffer | null = null
  /** A frame longer than what has arrived of it. */
  private long: { frame: Buffer; have: number } | null = null
  private hungUp = false
  private why = ''
  private readonly mask = randomBytes(4)

  constructor(
    private readonly port: number,
    private readonly path: string,
    private readonly headers: string[],
  ) {}

  open(): Promise<void> {
    return new Promise((resolve, reject) => {
      const read = (size: number) => {
        if (!this.upgraded) this.answer(size, resolve, reject)
        else this.take(shared.subarray(0, size))
        return true
      }
      this.socket = connect(
        { port: this.port, host: '127.0.0.1', noDelay: true, onread: { buffer: shared, callback: read } },
        () => {
          const key = randomBytes(16).toString('base64')
          const head = [
            `GET ${this.path} HTTP/1.1`,
            `Host: 127.0.0.1:${this.port}`,
            'Connection: Upgrade',
            'Upgrade: websocket',
            'Sec-WebSocket-Version: 13',
            `Sec-WebSocket-Key: ${key}`,
            ...this.headers,
          ]
          this.socket.write(`${head.join('\r\n')}\r\n\r\n`)
        },
      )
      this.socket.on('error', (error) => {
        reject(error)
        this.why ||= error.message
      })
      this.socket.on('close', () => {
        reject(new Error('closed before it was open'))
        if (!this.hungUp) this.onClosed(this.why || 'the connection went away')
      })
    })
  }

  send(message: Uint8Array): void {
    this.write(BINARY, message)
  }

  close(): Promise<void> {
    this.hungUp = true
    return new Promise((resolve) => {
      this.socket.once('close', () => resolve())
      this.write(0x88, Buffer.from([0x03, 0xe8]))
      this.socket.end()
      // A server that does not answer a close is left anyway.
      setTimeout(() => this.socket.destroy(), 2000).unref()
    })
  }

  private write(first: number, message: Uint8Array): void {
    const { length } = message
    const head = length < 126 ? 6 : length < 65536 ? 8 : 14
    const frame = Buffer.allocUnsafe(head + length)
    frame[0] = first
    if (head === 6) frame[1] = 0x80 | length
    else if (head === 8) {
      frame[1] = 0x80 | 126
      frame.writeUInt16BE(length, 2)
    } else {
      frame[1] = 0x80 | 127
      frame.writeBigUInt64BE(BigInt(length), 2)
    }
    const { mask } = this
    mask.copy(frame, head - 4)
    for (let i = 0; i < length; i++) frame[head + i] = message[i]! ^ mask[i & 3]!
    this.socket.write(frame)
  }

  private answer(size: number, resolve: () => void, reject: (error: Error) => void): void {
    const got = Buffer.from(shared.subarray(0, size))
    const all = this.rest ? Buffer.concat([this.rest, got]) : got
    this.rest = all
    const end = all.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = all.toString('latin1', 0, end)
    if (!head.startsWith('HTTP/1.1 101')) {
      this.hungUp = true
      this.socket.destroy()
      return reject(new Error(`the upgrade was refused: ${head.split('\r\n')[0]}`))
    }
    this.upgraded = true
    this.rest = null
    resolve()
    // What came along with the answer waits until whoever opened the line listens.
    const more = all.subarray(end + 4)
    if (more.length > 0) queueMicrotask(() => queueMicrotask(() => this.take(more)))
  }

  private take(chunk: Buffer): void {
    this.bytes += chunk.length
    let at = 0
    if (this.long) {
      const { frame } = this.long
      at = Math.min(chunk.length, frame.length - this.long.have)
      chunk.copy(frame, this.long.have, 0, at)
      this.long.have += at
      if (this.long.have < frame.length) return
      this.long = null
      this.frame(frame[0]!, frame.subarray(headOf(frame, 0)))
    }
    let all = chunk
    if (this.rest) {
      all = Buffer.concat([this.rest, chunk.subarray(at)])
      at = 0
      this.rest = null
    }
    while (at < all.length) {
      const left = all.length - at
      const head = left < 2 ? 0 : headOf(all, at)
      if (head === 0 || left < head) {
        this.rest = Buffer.from(all.subarray(at))
        return
      }
      const length = head === 2 ? all[at + 1]! : head === 4 ? all.readUInt16BE(at + 2) : Number(all.readBigUInt64BE(at + 2))
      if (left < head + length) {
        const frame = Buffer.allocUnsafe(head + length)
        all.copy(frame, 0, at)
        this.long = { frame, have: left }
        return
      }
      this.frame(all[at]!, all.subarray(at + head, at + head + length))
      at += head + length
    }
  }

  /** The server hangs up. */
  private told(payload: Buffer): void {
    this.why = payload.length < 2 ? 'closed' : `closed ${payload.readUInt16BE(0)} ${payload.toString('utf8', 2)}`
    if (this.hungUp) return
    this.write(0x88, payload)
    this.socket.end()
  }

  private frame(first: number, payload: Buffer): void {
    this.frames += 1
    if (first === BINARY) this.onMessage(payload)
    else if (first === 0x89) this.write(0x8a, payload)
    else if (first === 0x88) this.told(payload)
    else if (first !== 0x8a) throw new Error(`A frame of a kind the bench does not read: 0x${first.toString(16)}`)
  }
}

function headOf(bytes: Buffer, at: number): number {
  const length = bytes[at + 1]!
  return length < 126 ? 2 : length === 126 ? 4 : 10
}
