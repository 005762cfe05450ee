/** A real mail server, that takes mail or does what mail servers do when they are in trouble. */
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { onTestFinished } from 'vitest'

export type Received = { from: string; to: string[]; headers: Map<string, string>; text: string; html: string; raw: string }
type Trouble = { code: number; at: 'to' | 'data'; only?: string } | 'breaks the line' | 'never answers' | null

export class Receiver {
  readonly mails: Received[] = []
  trouble: Trouble = null
  /** Whoever wants to send has to say so first. */
  tries = 0
  private server: SMTPServer | null = null
  private readonly waiting: (() => void)[] = []
  private port = 0

  static async open(): Promise<Receiver> {
    const receiver = new Receiver()
    await receiver.start()
    onTestFinished(() => receiver.stop())
    return receiver
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  /** For the first time, or again where it was. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      closeTimeout: 100,
      onConnect: (_session, done) => {
        this.tries += 1
        done()
      },
      onRcptTo: ({ address }, _session, done) => done(this.refusal('to', address)),
      onData: (stream, session, done) => void this.take(stream, session, done),
    })
    this.server = server
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.server.address() as { port: number }).port
  }

  async stop(): Promise<void> {
    const { server } = this
    this.server = null
    if (server) await new Promise<void>((resolve) => server.close(resolve))
  }

  /** Resolves when this many have come in all. */
  async has(count: number): Promise<Received[]> {
    while (this.mails.length < count) await new Promise<void>((resolve) => this.waiting.push(resolve))
    return this.mails
  }

  private refusal(at: 'to' | 'data', address: string): (Error & { responseCode: number }) | null {
    const { trouble } = this
    if (trouble === null || typeof trouble === 'string' || trouble.at !== at) return null
    if (trouble.only !== undefined && trouble.only !== address) return null
    return Object.assign(new Error('not now'), { responseCode: trouble.code })
  }

  private async take(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error | null, message?: string) => void,
  ): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const to = session.envelope.rcptTo.map(({ address }) => address)
    const refusal = this.refusal('data', to[0] ?? '')
    if (refusal) return done(refusal)
    const { mailFrom } = session.envelope
    const read = readMail(Buffer.concat(chunks).toString('utf8'))
    this.mails.push({ from: mailFrom === false ? '' : mailFrom.address, to, ...read })
    for (const heard of this.waiting.splice(0)) heard()
    if (this.trouble === 'breaks the line') for (const one of this.server!.connections) one._socket.destroy()
    else if (this.trouble !== 'never answers') done(null, 'taken')
  }
}

function readMail(raw: string): Pick<Received, 'headers' | 'text' | 'html' | 'raw'> {
  const [head, body] = apart(raw)
  const headers = headersOf(head)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1)
  const part = (type: string): string => {
    for (const one of parts) {
      const [partHead, partBody] = apart(one.replace(/^\r\n/, ''))
      const partHeaders = headersOf(partHead)
      if (partHeaders.get('content-type')?.startsWith(type))
        return decoded(partBody, partHeaders.get('content-transfer-encoding') ?? '7bit')
    }
    return ''
  }
  return { headers, text: part('text/plain'), html: part('text/html'), raw }
}

function apart(raw: string): [head: string, body: string] {
  const at = raw.indexOf('\r\n\r\n')
  return [raw.slice(0, at), raw.slice(at + 4)]
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), words(line.slice(at + 1).trim())]
    }),
  )
}

/** Encoded words of a header (RFC 2047). */
function words(header: string): string {
  const joined = header.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : decoded(text.replaceAll('_', ' '), 'quoted-printable'),
  )
}

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
