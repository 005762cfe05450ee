/** A websocket over which the server only tells: comes back by itself when the wire breaks, and says while it is broken. */
import { CLOSE } from '../../shared/protocol.ts'

const FIRST_WAIT = 500
const LONGEST_WAIT = 20_000
/** What was told before the window was out of sight for so long is asked anew: a sleeping laptop hears nothing. */
const STALE = 60_000

type Hears = {
  told: (text: string) => void
  /** Whether it stands, or not yet long enough without it to worry anybody. */
  live?: (live: boolean) => void
  signedOut: () => void
}

export class LiveLine {
  private socket: WebSocket | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private tries = 0
  private wanted = false
  private hiddenSince = 0

  constructor(
    private readonly path: string,
    private readonly hears: Hears,
  ) {}

  get isWanted(): boolean {
    return this.wanted
  }

  open(): void {
    if (this.wanted) return
    this.wanted = true
    addEventListener('online', this.again)
    document.addEventListener('visibilitychange', this.looked)
    this.connect()
  }

  close(): void {
    this.wanted = false
    removeEventListener('online', this.again)
    document.removeEventListener('visibilitychange', this.looked)
    clearTimeout(this.timer)
    this.drop()
  }

  private connect(): void {
    this.drop()
    const address = new URL(this.path, location.href)
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
    const socket = new WebSocket(address)
    this.socket = socket
    socket.addEventListener('open', () => {
      this.tries = 0
      this.hears.live?.(true)
    })
    socket.addEventListener('message', (event) => this.hears.told(String(event.data)))
    socket.addEventListener('close', (event) => {
      if (socket !== this.socket) return
      this.socket = null
      if (event.code === CLOSE.signedOut) {
        this.hears.signedOut()
        return
      }
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++)
      // One lost try is a server that restarts; two are worth telling.
      if (this.tries > 1) this.hears.live?.(false)
      // Spread out, so that a whole office does not come back in the same moment.
      this.timer = setTimeout(() => this.connect(), wait * (0.5 + Math.random()))
    })
  }

  private drop(): void {
    const socket = this.socket
    this.socket = null
    socket?.close()
  }

  private again = (): void => {
    if (this.socket?.readyState === WebSocket.OPEN) return
    clearTimeout(this.timer)
    this.tries = 0
    this.connect()
  }

  private looked = (): void => {
    if (document.visibilityState === 'hidden') {
      this.hiddenSince = Date.now()
      return
    }
    // A socket may be dead without knowing.
    if (Date.now() - this.hiddenSince > STALE) this.connect()
  }
}
