/** A real server, killed while it sends mail. */
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { DATABASE_FILE } from '../../db/open.ts'
import { Receiver } from '../inbox/receiver.ts'
import { ServerProcess } from '../server-process.ts'

const PASSWORD = 'correct horse battery'

test('[P1] SIGKILL while a mail is on its way: it comes once, whatever the receiver made of it, and the next one comes', async () => {
  const receiver = await Receiver.open()
  const PUBLIC_URL = 'http://desk.example'
  const server = await ServerProcess.start({ SMTP_URL: receiver.url, MAIL_FROM: 'desk@courier.example', PUBLIC_URL })
  onTestFinished(() => server.close())
  const owner = await server.setUp()
  const asks = async <T>(
    cookie: string,
    method: string,
    path: string,
    json?: unknown,
  ): Promise<{ body: T; headers: Headers }> => {
    const headers = { cookie, ...(json === undefined ? {} : { 'content-type': 'application/json' }) }
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const answer = await fetch(`${server.origin}/api${path}`, { method, headers, ...body })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return { body: (await answer.json()) as T, headers: answer.headers }
  }
  const { body: invite } = await asks<{ path: string }>(owner, 'POST', '/invites', { role: 'writer' })
  const ben = { token: invite.path.split('#')[1], name: 'Ben', email: 'ben@desk.example', password: PASSWORD }
  const joined = await asks<{ session: { person: { id: string } } }>('', 'POST', '/links/accept', ben)
  const story = await server.newStory(owner, 'The harbour')
  const mentions = async (name: string): Promise<void> => {
    const text = `@[${joined.body.session.person.id}], ${name}`
    const thread = { id: name, commentId: `${name}-1`, kind: 'remark', place: { of: 'story' }, quote: '', text }
    await asks(owner, 'POST', `/stories/${story}/threads`, thread)
  }
  const onDisk = <T>(act: (disk: SQLite.Database) => T): T => {
    const disk = new SQLite(join(server.folder, DATABASE_FILE))
    try {
      return act(disk)
    } finally {
      disk.close()
    }
  }
  /** The minute that a mail waits is over before the server is up again. */
  const laterUpAgain = async (): Promise<void> => {
    await server.kill()
    onDisk((disk) => disk.prepare('update inbox set mail_due = ? where mail_due is not null').run(Date.now() - 1))
    await server.begin()
  }

  await mentions('first')
  receiver.trouble = 'never answers'
  await laterUpAgain()
  await receiver.has(1)
  await server.kill()
  receiver.trouble = null
  await server.begin()
  await mentions('second')
  await laterUpAgain()
  await receiver.has(2)
  await expect
    .poll(() => onDisk((disk) => disk.prepare('select outcome from mails order by made_at').pluck().all()))
    .toEqual(['unsure', 'sent'])
  expect(receiver.mails.map(({ text }) => [text.includes('first'), text.includes('second')])).toEqual([
    [true, false],
    [false, true],
  ])
  expect(new Set(receiver.mails.map(({ headers }) => headers.get('message-id'))).size).toBe(2)
})
