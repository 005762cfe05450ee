/** A webhook's receiver outside of us: verifies every signature with the library of the standard, and counts by id. */
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes, no').toString('base64')}`

export type Heard = { id: string; type: string; headline: string; body: string; at: number }

export class Receiver {
  /** What it has answered with 2xx, each time it did. */
  readonly heard: Heard[] = []
  /** What came without a good signature. */
  readonly forged: string[] = []
  /** How it answers: a status, or `hang`: takes it and never answers; `late`: takes it, then breaks the line. */
  answers: number | 'hang' | 'late' = 204
  /** So long it takes before it answers. */
  delay: () => number = () => 0
  private readonly held = new Set<ServerResponse>()
  private readonly hook = new Webhook(SECRET)

  private constructor(
    private readonly server: Server,
    private readonly now: (() => number) | null,
  ) {}

  /** @param now the time in the scene; without it, that of the world */
  static async open(now: (() => number) | null = null): Promise<Receiver> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const receiver = new Receiver(server, now)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () =>
        receiver.take(Buffer.concat(chunks).toString(), request.headers as Record<string, string>, response),
      )
      // A sender that is killed breaks its line.
      request.on('error', () => undefined)
      response.on('error', () => undefined)
    })
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`
  }

  private take(body: string, headers: Record<string, string>, response: ServerResponse): void {
    try {
      this.verify(body, headers)
    } catch {
      this.forged.push(body)
      response.writeHead(401).end()
      return
    }
    const { type, data } = JSON.parse(body) as { type: string; data: { headline?: string; story?: { headline?: string } } }
    const one = { id: headers['webhook-id']!, type, headline: data.headline ?? data.story?.headline ?? '', body, at: Date.now() }
    if (this.answers === 'hang') {
      this.held.add(response)
      return
    }
    if (this.answers === 'late') {
      this.heard.push(one)
      response.destroy()
      return
    }
    const status = this.answers
    setTimeout(() => {
      if (status < 300) this.heard.push(one)
      response.writeHead(status).end()
    }, this.delay())
  }

  /** @throws when it is not signed, or is old */
  private verify(body: string, headers: Record<string, string>): void {
    if (this.now === null) {
      this.hook.verify(body, headers)
      return
    }
    // The library knows no time but the world's: it signs for the scene's, and the signatures are compared.
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const isFresh = Math.abs(at.getTime() - this.now()) < 5 * 60_000
    if (!isFresh || this.hook.sign(headers['webhook-id']!, at, body) !== headers['webhook-signature']) throw new Error('forged')
  }

  /** How often each id was taken. */
  get counted(): Map<string, number> {
    const counted = new Map<string, number>()
    for (const { id } of this.heard) counted.set(id, (counted.get(id) ?? 0) + 1)
    return counted
  }

  get holds(): number {
    return this.held.size
  }

  async close(): Promise<void> {
    for (const response of this.held) response.destroy()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}
