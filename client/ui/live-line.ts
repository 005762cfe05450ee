/** A websocket over which the server only tells: comes back by itself when the wire breaks, and says while it is broken. */
import { CLOSE, HEARTBEAT_MS } from '../../shared/protocol.ts'

const FIRST_WAIT = 500
const LONGEST_WAIT = 20_000
/** A line is made, or given up. */
const OPENING = 10_000
/** A line that has been silent for so long is none: a cut cable says nothing, and a sleeping laptop hears nothing. */
const SILENCE = 2 * HEARTBEAT_MS + 5000

type Hears = {
  told: (text: string) => void
  /** Whether it stands, or not yet long enough without it to worry anybody. */
  live?: (live: boolean) => void
  signedOut: () => void
}

export class LiveLine {
  private socket: WebSocket | null = null
  /** Of the next try, or of the end of this line's patience. */
  private timer: ReturnType<typeof setTimeout> | undefined
  private tries = 0
  private wanted = false
  private lastHeard = 0

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
    addEventListener('offline', this.again)
    document.addEventListener('visibilitychange', this.looked)
    this.connect()
  }

  close(): void {
    this.wanted = false
    removeEventListener('online', this.again)
    removeEventListener('offline', this.again)
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
    this.patience(OPENING)
    socket.addEventListener('open', () => {
      this.tries = 0
      this.heard()
      this.hears.live?.(true)
    })
    socket.addEventListener('message', ({ data }) => {
      this.heard()
      // A heartbeat says nothing else.
      if (data !== '') this.hears.told(String(data))
    })
    socket.addEventListener('close', ({ code }) => {
      if (socket !== this.socket) return
      this.socket = null
      if (code === CLOSE.signedOut) {
        clearTimeout(this.timer)
        this.hears.signedOut()
      } else this.broke()
    })
  }

  private heard(): void {
    this.lastHeard = Date.now()
    this.patience(SILENCE)
  }

  private patience(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => {
      this.drop()
      this.broke()
    }, ms)
  }

  private broke(): void {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++)
    // One lost try is a server that restarts; two are worth telling.
    if (this.tries > 1) this.hears.live?.(false)
    clearTimeout(this.timer)
    // Spread out, so that a whole office does not come back in the same moment.
    this.timer = setTimeout(() => this.connect(), wait * (0.5 + Math.random()))
  }

  private drop(): void {
    const socket = this.socket
    this.socket = null
    socket?.close()
  }

  /** The network went or came, or so the browser says: a line that stood through it may be dead without knowing. */
  private again = (): void => {
    this.tries = 0
    this.connect()
  }

  private looked = (): void => {
    if (!document.hidden && Date.now() - this.lastHeard > HEARTBEAT_MS + 5000) this.again()
  }
}
