/** A story's letter as a file that mail programs open as a draft of one's own, to be sent from there. */
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Email } from '../../shared/site/email.ts'

export async function emlOf({ subject, html, text }: Email, date: number): Promise<Buffer<ArrayBuffer>> {
  const composer = new MailComposer({
    subject,
    html,
    text,
    date: new Date(date),
    // As `bytes` counts it; without being asked it would send other scripts as base64.
    textEncoding: 'quoted-printable',
    encoding: 'quoted-printable',
    headers: { 'X-Unsent': '1' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return Buffer.from(await composer.compile().build())
}
