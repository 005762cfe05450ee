/** The way from one browser to the server: can be cut, and closed with a reason as the server would. */
import { createServer, connect, type Server, type Socket } from 'node:net'

export class Cable {
  /** Our ends of the sockets, and whether a story or the desk is live on them. */
  private readonly sockets = new Map<Socket, { isLive: boolean }>()
  private isCut = false
  /** Told when the cable flows again. */
  private held: (() => void)[] | null = null
  private holdsOnlyStories = false

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async lay(to: number): Promise<Cable> {
    const server = createServer({ pauseOnConnect: true })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const cable = new Cable(server, (server.address() as { port: number }).port)
    server.on('connection', (near) => cable.join(near, to))
    return cable
  }

  private join(near: Socket, to: number): void {
    if (this.isCut) {
      near.destroy()
      return
    }
    const far = connect(to, '127.0.0.1')
    const facts = { isLive: false, greeted: false }
    this.sockets.set(near, facts)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        this.sockets.delete(near)
      })
      one.on('data', (bytes) => {
        if (one === near && /^GET \/(sync|live)/.test(bytes.toString('latin1', 0, 10))) facts.isLive = true
        const pass = () => {
          if (!other.destroyed) other.write(bytes)
        }
        const isStory = one === far && facts.isLive && facts.greeted
        if (one === far && facts.isLive) facts.greeted = true
        if (this.held === null || (this.holdsOnlyStories && !isStory)) pass()
        else this.held.push(pass)
      })
    }
    near.resume()
  }

  /** What is sent either way stays on the way, as on a line that has stopped without ending. */
  hold(): void {
    this.held ??= []
  }

  /** A live connection is made and greeted, and what follows is long on its way; all else flows. */
  holdStories(): void {
    this.holdsOnlyStories = true
    this.hold()
  }

  flow(): void {
    const held = this.held ?? []
    this.held = null
    this.holdsOnlyStories = false
    for (const pass of held) pass()
  }

  /** The live connections are ended with this code, in the server's name. */
  closeWith(code: number): void {
    const frame = Buffer.from([0x88, 2, code >> 8, code & 255])
    for (const [socket, { isLive }] of this.sockets) if (isLive) socket.end(frame)
  }

  /** Nothing gets through, as without a network. */
  cut(): void {
    this.isCut = true
    this.held = null
    for (const socket of this.sockets.keys()) socket.destroy()
  }

  mend(): void {
    this.isCut = false
    this.flow()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }
}
