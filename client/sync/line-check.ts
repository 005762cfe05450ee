/**
 * Whether the line to the server is still one. A cut cable says nothing: a socket stays open on it, and y-websocket notices
 * after half a minute of silence. When there is a reason to doubt, the server is asked what it answers at once.
 */
import type { WebsocketProvider } from 'y-websocket'
import { MESSAGE_QUERY_AWARENESS } from '../../shared/protocol.ts'

/** How long an answer may take when the browser says that the network went or came, or the window was not looked at. */
const A_FEW_SECONDS = 3000
/** The same when words wait for the disk, and for each ten bytes of them: the question waits behind them. */
const FOR_WORDS_MS = 8000
const BYTES_A_MS = 10
/** Silence that is no reason to doubt the line. */
const QUIET_MS = 5000
/** The largest story on a line of 35 KB a second. */
const LONGEST_OPENING_MS = 240_000

export class LineCheck {
  private asked = 0
  private until = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private patientWith: WebSocket | null = null

  constructor(private readonly provider: WebsocketProvider) {
    addEventListener('offline', this.doubt)
    document.addEventListener('visibilitychange', this.seen)
  }

  close(): void {
    clearTimeout(this.timer)
    removeEventListener('offline', this.doubt)
    document.removeEventListener('visibilitychange', this.seen)
  }

  /** The browser may be wrong: a server on this computer needs no network. */
  readonly doubt = (): void => this.ask(A_FEW_SECONDS)

  private readonly seen = (): void => {
    if (!document.hidden && Date.now() - this.provider.wsLastMessageReceived > QUIET_MS) this.doubt()
  }

  /** @param bytes of words that are on their way */
  waitsForWords(bytes: number): void {
    this.ask(FOR_WORDS_MS + bytes / BYTES_A_MS)
  }

  /** When nothing at all is heard in this time the line is given up, and another is laid. */
  private ask(patience: number): void {
    const { provider } = this
    const { ws } = provider
    // A story that is on its way is one message, heard when it is whole.
    if (ws === null || !provider.synced) return
    const now = Date.now()
    const isAsked = this.timer !== undefined && provider.wsLastMessageReceived < this.asked
    if (isAsked && this.until <= now + patience) return
    clearTimeout(this.timer)
    this.asked = now
    this.until = now + patience
    ws.send(Uint8Array.of(MESSAGE_QUERY_AWARENESS))
    this.timer = setTimeout(() => {
      this.timer = undefined
      if (provider.ws === ws && provider.wsLastMessageReceived < now) this.anew()
    }, patience)
  }

  /** Also of an attempt that was begun without a network, which may hang for minutes. */
  anew(): void {
    this.provider.disconnect()
    this.provider.connect()
  }

  /** A large story on a slow line takes longer to come than the provider bears silence. */
  bePatient(): void {
    const { provider } = this
    const { ws } = provider
    if (this.patientWith === ws) return
    this.patientWith = ws
    const until = Date.now() + LONGEST_OPENING_MS
    const timer = setInterval(() => {
      if (provider.ws !== ws || provider.synced || Date.now() > until) return clearInterval(timer)
      provider.wsLastMessageReceived = Date.now()
    }, 5000)
  }
}
