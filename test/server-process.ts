/** A real server as its own process, on a folder of its own, that a test may kill. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, SERVER } from '../server/code.ts'

export class ServerProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'copydesk-process-'))
  private child: ChildProcess | null = null
  private said = ''

  private constructor(
    readonly port: number,
    private readonly settings: NodeJS.ProcessEnv,
  ) {}

  /** @param settings what its operator has set beside where it is */
  static async start(settings: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), settings)
    await server.begin()
    return server
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.child!.pid!
  }

  /** Starts it, for the first time or again on the same folder and port, and waits until it listens. */
  async begin(): Promise<void> {
    this.said = ''
    const child = this.spawned()
    this.child = child
    await new Promise<void>((ready, fail) => {
      const hear = (chunk: Buffer) => {
        this.said += chunk.toString()
        if (this.said.includes('Copydesk is at')) ready()
      }
      child.stdout!.on('data', hear)
      child.stderr!.on('data', hear)
      child.once('exit', (code) => fail(new Error(`the server ended (${code}) before it listened:\n${this.said}`)))
    })
  }

  private spawned(): ChildProcess {
    return spawn(process.execPath, ['--enable-source-maps', join(SERVER, 'main.js')], {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATA_DIR: this.folder,
        PUBLIC_URL: '',
        ...this.settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** As a power cut would for the process: no warning, no clean-up. */
  async kill(): Promise<void> {
    await this.end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM')
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill(signal)
    })
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Uses the one-time link that a new newsroom prints; the answer is the owner's cookie. */
  async setUp(): Promise<string> {
    const token = await this.printed(/\/desk\/setup#(\S+)/)
    const answer = await fetch(`${this.origin}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token,
        newsroom: 'The Test Courier',
        name: 'Olga Owner',
        email: 'olga@desk.example',
        password: 'correct horse battery',
      }),
    })
    if (answer.status !== 201) throw new Error(`set-up failed: ${await answer.text()}`)
    return answer.headers.get('set-cookie')!.split(';')[0]!
  }

  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.said)
      if (found) return found[1]!
      await new Promise((resolve) => this.child!.stdout!.once('data', resolve))
    }
  }

  async newStory(cookie: string, headline: string): Promise<string> {
    const answer = await fetch(`${this.origin}/api/stories`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ headline }),
    })
    if (answer.status !== 201) throw new Error(`no story was made: ${await answer.text()}`)
    return ((await answer.json()) as { id: string }).id
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
