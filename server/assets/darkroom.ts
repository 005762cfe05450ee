/**
 * Where pictures are decoded: a process of its own, one picture at a time and at a low priority. A picture
 * that takes for ever, fills the memory or breaks the decoder costs that one upload, and no typing waits.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { Refusal } from '../../shared/refusal.ts'
import type { Clock } from '../clock.ts'
import { isBuilt, partOf } from '../code.ts'
import { SlowWork } from '../limits.ts'
import type { CardJob } from './card.ts'
import type { Developed, Job, Told } from './develop.ts'

/** A large one takes a few seconds; on a machine that is busy elsewhere, many. */
const LONGEST_MS = 60_000
/** While it idles it holds memory, and it starts in a moment. */
const IDLE_MS = 60_000
const BUSY = 'Many pictures are being worked on at this moment. Nothing was added. Try again in a few seconds.'

/** One a server, however many newsrooms a test makes in it. */
const line = new SlowWork(1, 8, 48, BUSY)
let child: ChildProcess | null = null

export class Darkroom {
  private cancelIdle: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  /**
   * @param personId a person's pictures wait for one another, not for everybody's
   * @throws Refusal `not-readable`, `too-large`, `not-saved`, `too-busy`
   */
  develop(job: Job, personId: string): Promise<Developed> {
    return line.run(personId, async () => {
      const told = await this.ask<Told>(job)
      if ('done' in told) return told.done
      throw this.refusal(told)
    })
  }

  /** Draws the card of a story; on disk when it resolves to true. @throws Refusal `too-busy` */
  draw(job: CardJob): Promise<boolean> {
    return line.run('cards', async () => {
      const told = await this.ask<{ drawn: true } | { failed: 'not drawn'; reason: string }>(job)
      if ('drawn' in told) return true
      this.log.error({ reason: 'reason' in told ? told.reason : told.failed }, 'the card of a story could not be drawn')
      return false
    })
  }

  close(): void {
    this.cancelIdle?.()
  }

  private refusal(told: Exclude<Told, { done: Developed }>): Refusal {
    switch (told.failed) {
      case 'too many pixels':
        return new Refusal(
          'too-large',
          413,
          `This picture has ${told.width} × ${told.height} pixels, and at most 64 million are taken. Make it smaller, then add it.`,
        )
      case 'not on disk':
        this.log.error({ reason: told.reason }, 'a picture could not be put on disk')
        return new Refusal('not-saved', 503, 'The server could not put the picture on its disk. Nothing was added.')
      case 'gave up':
        this.log.warn('a picture took too long or ended the process that reads pictures')
        return new Refusal('not-readable', 422, 'This picture is too hard to read: the server gave up on it. Nothing was added.')
      case 'damaged':
        this.log.info({ reason: told.reason }, 'a damaged picture was refused')
        return new Refusal(
          'not-readable',
          422,
          'This picture is damaged or cut off: it cannot be read to its end. Nothing was added.',
        )
    }
  }

  private async ask<T>(job: Job | CardJob): Promise<T | { failed: 'gave up' }> {
    this.cancelIdle?.()
    const asked = (child ??= start())
    const over = new AbortController()
    const { signal } = over
    const cancel = this.clock.after(LONGEST_MS, () => asked.kill('SIGKILL'))
    try {
      const told = Promise.race([
        once(asked, 'message', { signal }).then(([message]) => message as T),
        once(asked, 'exit', { signal }).then(() => ({ failed: 'gave up' as const })),
      ])
      asked.send(job)
      return await told
    } finally {
      cancel()
      over.abort()
      this.cancelIdle = this.clock.after(IDLE_MS, () => {
        if (child === asked) child = null
        asked.kill('SIGKILL')
      })
    }
  }
}

function start(): ChildProcess {
  const begun = fork(fileURLToPath(partOf('assets/darkroom-process')), {
    // As it was written it knows no TypeScript, however the server itself was started, until it is told.
    execArgv: isBuilt ? [] : ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const gone = () => {
    if (child === begun) child = null
  }
  begun.once('exit', gone)
  begun.on('error', gone)
  if (begun.pid !== undefined) setPriority(begun.pid, 5)
  // Idle, it holds nobody up who wants to stop; and it goes when this process goes.
  begun.unref()
  begun.channel?.unref()
  return begun
}
