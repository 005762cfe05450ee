/**
 * Sends what is due from inboxes by mail. A mail is claimed on disk before a byte of it goes out: killed at any
 * moment, it is sent at most once. Tried again is only what has surely not been taken.
 */
import { randomInt } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { createTransport, type Transporter } from 'nodemailer'
import { wishOf } from '../../db/inbox.ts'
import {
  claimMail,
  dropStaleMail,
  dueMails,
  endMail,
  endUnsureMails,
  mailItems,
  makeMails,
  nextMailAt,
  postponeMails,
  releaseMail,
  type OpenMail,
} from '../../db/mail.ts'
import { newsroomName, personOf } from '../../db/people.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import { newId } from '../secrets.ts'
import { letter } from './letter.ts'
import { stopLink } from './stop-mail.ts'
import { isMailable, tryAgainIn } from './when.ts'

const STALE_MS = 36 * 60 * 60_000
/** The longest sleep: settings may be changed by another hand. */
const LOOK_MS = 60 * 60_000
const TROUBLE_MS = 60_000
/** How long a stop waits for the mail that is being sent. */
const CLOSE_WAIT_MS = 5000
const CONNECT_MS = 15_000
const SILENCE_MS = 60_000

/** What became of a try. */
type Tried = 'done' | 'no answer'

export class Post {
  private readonly transport: Transporter | null
  private cancel: (() => void) | null = null
  private running: Promise<void> | null = null
  private again = false
  private closed = false
  private readonly cut = new AbortController()
  /** Whether the receiver may have been given some of the mail that is being sent. One is sent after the other. */
  private isBegun = false

  constructor(private readonly desk: Pick<Desk, 'db' | 'clock' | 'log' | 'config'>) {
    const { mail } = desk.config
    this.transport =
      mail === null
        ? null
        : createTransport(
            { url: mail.url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
            { disableFileAccess: true, disableUrlAccess: true },
          )
    this.transport?.use('stream', ({ message }, done) => {
      // Made once the line stands and somebody is signed in.
      message.transform(() => {
        this.isBegun = true
        return new PassThrough()
      })
      done()
    })
  }

  get isOpen(): boolean {
    return this.transport !== null
  }

  async begin(): Promise<void> {
    if (!this.isOpen) return
    const { db, clock, log } = this.desk
    const unsure = await endUnsureMails(db, clock.now())
    if (unsure > 0) log.warn({ mails: unsure }, 'mails were being sent when the server ended; they are not sent again')
    await dropStaleMail(db, clock.now() - STALE_MS)
    this.look()
  }

  /** Something may be due, now or earlier than was known. */
  look(): void {
    if (!this.isOpen || this.closed) return
    if (this.running !== null) {
      this.again = true
      return
    }
    this.cancel?.()
    this.cancel = null
    this.running = this.rounds()
  }

  private async rounds(): Promise<void> {
    let wait = 0
    do {
      this.again = false
      wait = await this.round()
    } while (this.again && !this.closed)
    this.running = null
    if (!this.closed) this.cancel = this.desk.clock.after(wait, () => this.look())
  }

  /** Resolves when all that is due has been tried. */
  async settled(): Promise<void> {
    while (this.running !== null) await this.running
  }

  /** Nothing more is begun; what is being sent is waited for, a little. */
  async close(): Promise<void> {
    this.closed = true
    this.cancel?.()
    const cancel = this.desk.clock.after(CLOSE_WAIT_MS, () => this.cut.abort())
    await this.settled()
    cancel()
    this.transport?.close()
  }

  /** @returns how long nothing is due */
  private async round(): Promise<number> {
    const { db, clock, log } = this.desk
    try {
      await makeMails(db, clock.now(), newId)
      for (const mail of await dueMails(db, clock.now())) {
        if (this.closed) break
        if ((await this.send(mail)) === 'no answer') break
      }
      const next = await nextMailAt(db)
      return next === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(0, next - clock.now()))
    } catch (error) {
      log.warn({ err: error }, 'mail could not be looked after')
      return TROUBLE_MS
    }
  }

  private async send(mail: OpenMail): Promise<Tried> {
    const { db, clock, config } = this.desk
    const person = await personOf(db, mail.person_id)
    const items = await mailItems(db, mail)
    const wish = await wishOf(db, mail.person_id)
    if (person === null || !isMailable(person.email) || items.length === 0 || wish.mail === 'off') {
      await endMail(db, mail.id, 'dropped', null, clock.now())
      return 'done'
    }
    const newsroom = await newsroomName(db)
    const stop = await stopLink(this.desk, person.id)
    const { subject, text, html } = letter({ newsroom, site: siteUrl(config), stop, items })
    const { from } = config.mail!
    const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'copydesk'
    if (!(await claimMail(db, mail.id, clock.now()))) return 'done'
    this.isBegun = false
    try {
      await this.transport!.sendMail({
        from: from.includes('<') ? from : { name: newsroom, address: from },
        to: { name: person.name, address: person.email },
        subject,
        text,
        html,
        messageId: `<${mail.id}@${domain}>`,
        date: new Date(clock.now()),
        headers: {
          'List-Unsubscribe': `<${stop}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          'Auto-Submitted': 'auto-generated',
        },
        signal: this.cut.signal,
      })
    } catch (error) {
      return this.failed(mail, error)
    }
    await endMail(db, mail.id, 'sent', null, clock.now())
    return 'done'
  }

  private async failed(mail: OpenMail, error: unknown): Promise<Tried> {
    const { db, clock, log } = this.desk
    const { responseCode } = error as { responseCode?: number }
    const why = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    const isNo = responseCode !== undefined && responseCode >= 400
    const wait = tryAgainIn(mail.tries + 1, randomInt(1000) / 1000)
    if (this.isBegun && !isNo) {
      await endMail(db, mail.id, 'unsure', why, clock.now())
      log.warn({ mail: mail.id, err: error }, 'the line broke while a mail was sent; it is not sent again')
      return 'done'
    }
    if ((isNo && responseCode >= 500 && isAboutThis(error)) || wait === null) {
      await endMail(db, mail.id, 'refused', why, clock.now())
      log.warn({ mail: mail.id, err: error }, 'a mail was refused')
      return 'done'
    }
    await releaseMail(db, mail.id, clock.now() + wait, why)
    log.warn({ mail: mail.id, err: error }, 'a mail could not be sent; it is tried again')
    if (isAboutThis(error)) return 'done'
    await postponeMails(db, clock.now() + wait)
    return 'no answer'
  }
}

/** Whether it is this mail or its reader that was refused, not whoever sends. */
function isAboutThis(error: unknown): boolean {
  const { command } = error as { command?: string }
  return command === 'RCPT TO' || command === 'DATA'
}
