import { describe, expect, test } from 'vitest'
import { makeLog } from '../../server/log.ts'
import { newsroom } from '../../server/newsroom.ts'
import { isMailable, tryAgainIn } from '../../server/inbox/when.ts'
import type { InboxSettings } from '../../shared/inbox.ts'
import type { Asks, Scene } from '../routes/scene.ts'
import { at, comments, inbox, newsdesk, replies } from './happens.ts'
import { Receiver } from './receiver.ts'

const SITE = 'https://desk.courier.example'
const FROM = 'The Courier <desk@courier.example>'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function withMail() {
  const receiver = await Receiver.open()
  return { receiver, ...(await newsdesk({ publicUrl: SITE, mail: { url: receiver.url, from: FROM } })) }
}

/** Time goes by, and all that was due by then has been tried. */
async function later(room: Scene, ms: number): Promise<void> {
  await room.desk.post.settled()
  room.clock.pass(ms)
  await room.desk.post.settled()
}

const outcomes = async (room: Scene): Promise<unknown[]> =>
  (await room.db.selectFrom('mails').select('outcome').orderBy('made_at').execute()).map(({ outcome }) => outcome)

const settings = async (asks: Asks): Promise<InboxSettings> => (await asks<InboxSettings>('GET', '/api/inbox/settings')).body

describe('mail', () => {
  test('what concerns Ben and is not read within a minute reaches him once, and says where to go', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    const text = `Is it 1954, ${at(ben.person)}?\nOr “1955” <b>?`
    const thread = await comments(ana.asks, story.id, text, { quote: 'the tide & the <harbour>' })
    await later(room, MINUTE - 1)
    expect(receiver.mails).toEqual([])
    await later(room, 1)
    const [mail] = await receiver.has(1)
    expect([mail!.from, mail!.to]).toEqual(['desk@courier.example', [ben.person.email]])
    expect(mail!.headers.get('from')).toBe(FROM)
    expect(mail!.headers.get('to')).toBe(`Ben <${ben.person.email}>`)
    expect(mail!.headers.get('subject')).toBe('Ana mentioned you: The harbour')
    expect(mail!.headers.get('auto-submitted')).toBe('auto-generated')
    const link = `${SITE}/desk/story/${story.id}#thread-${thread.id}`
    expect(mail!.text).toContain(link)
    expect(mail!.text).toContain('Is it 1954, @Ben?\r\n  Or “1955” <b>?')
    expect(mail!.html).toContain(`href="${link}"`)
    expect(mail!.html).toContain('Is it 1954, @Ben?<br>Or “1955” &lt;b&gt;?')
    expect(mail!.html).toContain('the tide &amp; the &lt;harbour&gt;')
    for (let day = 0; day < 3; day++) await later(room, 24 * HOUR)
    expect(receiver.mails).toHaveLength(1)
    expect(await outcomes(room)).toEqual(['sent'])
  })

  test('who reads it at the desk within the minute gets none; what happens within it comes in one', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    const read = await comments(ana.asks, story.id, at(ben.person))
    await ben.asks('POST', `/api/stories/${story.id}/threads/${read.id}/read`)
    await later(room, MINUTE)
    const thread = await comments(ana.asks, story.id, `${at(ben.person)}: no. 1`)
    await later(room, MINUTE / 2)
    await replies(ana.asks, story.id, thread.id, `${at(ben.person)}: no. 2`)
    await later(room, MINUTE / 2)
    expect((await receiver.has(1))[0]!.headers.get('subject')).toBe('Ana mentioned you: The harbour')
    await later(room, MINUTE)
    expect((await receiver.has(2)).map(({ text }) => [text.includes('no. 1'), text.includes('no. 2')])).toEqual([
      [true, false],
      [false, true],
    ])
    await comments(ana.asks, story.id, `${at(ben.person)}: three`)
    await comments(ana.asks, story.id, `${at(ben.person)}: four`)
    await later(room, MINUTE)
    const third = (await receiver.has(3))[2]!
    expect(third.headers.get('subject')).toBe('2 new for you: The harbour')
    expect([third.text.includes('three'), third.text.includes('four')]).toEqual([true, true])
  })

  test('a digest comes once a day, at the hour of its reader, and only when there is something', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    // It is two in the afternoon in UTC: four in Berlin.
    await ben.asks('PATCH', '/api/inbox/settings', { json: { mail: 'daily', dailyAt: '08:00', zone: 'Europe/Berlin' } })
    await comments(ana.asks, story.id, `${at(ben.person)}: one`)
    await later(room, 5 * HOUR)
    await comments(ana.asks, story.id, `${at(ben.person)}: two`)
    await later(room, 10 * HOUR + 57 * MINUTE)
    expect(receiver.mails).toEqual([])
    await later(room, MINUTE)
    const [mail] = await receiver.has(1)
    expect(mail!.headers.get('subject')).toBe('2 new for you: The harbour')
    expect(mail!.headers.get('date')).toContain('06:00:00 +0000')
    await later(room, 30 * HOUR)
    expect(receiver.mails).toHaveLength(1)
  })

  test('is off where no mail server is set, and for who wants none; what waits goes by the new wish', async () => {
    const none = await newsdesk()
    expect((await settings(none.ben.asks)).canMail).toBe(false)
    await comments(none.ana.asks, none.story.id, at(none.ben.person))
    await later(none.room, HOUR)
    expect(await outcomes(none.room)).toEqual([])

    const { room, receiver, ana, ben, story } = await withMail()
    expect(await settings(ben.asks)).toMatchObject({ mail: 'at once', canMail: true })
    await comments(ana.asks, story.id, at(ben.person))
    await ben.asks('PATCH', '/api/inbox/settings', { json: { mail: 'off' } })
    await comments(ana.asks, story.id, at(ben.person))
    await later(room, 48 * HOUR)
    expect(receiver.mails).toEqual([])
    await ben.asks('PATCH', '/api/inbox/settings', { json: { mail: 'at once' } })
    await comments(ana.asks, story.id, `${at(ben.person)}: only this`)
    await later(room, MINUTE)
    expect((await receiver.has(1))[0]!.headers.get('subject')).toBe('Ana mentioned you: The harbour')
    await later(room, HOUR)
    expect(receiver.mails).toHaveLength(1)
  })

  test('[P3] holds nothing that its reader may no longer see, and of a legal thread not a word', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    const lee = await room.person('Lee', 'owner')
    await comments(ana.asks, story.id, `${at(lee.person)}: can he sue?`, { kind: 'legal', quote: 'a thief' })
    const open = await comments(ana.asks, story.id, `${at(ben.person)}: a secret`)
    await ana.asks('PATCH', `/api/stories/${story.id}/threads/${open.id}`, { json: { kind: 'legal' } })
    await later(room, MINUTE)
    const [mail] = await receiver.has(1)
    expect(mail!.to).toEqual([lee.person.email])
    expect(mail!.text).toContain('It is a legal comment, so its words are only at the desk.')
    for (const part of [mail!.text, mail!.html, mail!.headers.get('subject')]) expect(part).not.toMatch(/sue|thief/)
    await later(room, HOUR)
    expect(receiver.mails).toHaveLength(1)
    expect((await outcomes(room)).toSorted()).toEqual(['dropped', 'sent'])
  })

  test('[P10] a headline or name that would be another header is only words', async () => {
    const { room, receiver, ana, ben } = await withMail()
    const made = await ana.asks<{ id: string }>('POST', '/api/stories', {
      json: { headline: 'A\u00a0“tide”, Bcc: x@evil.example' },
    })
    await room.desk.rooms.edit(made.body.id, null, (ydoc) =>
      ydoc.getText('headline').insert(1, '\r\nBcc: y@evil.example\r\n\r\n'),
    )
    await comments(ana.asks, made.body.id, at(ben.person))
    await later(room, MINUTE)
    const [mail] = await receiver.has(1)
    expect(mail!.to).toEqual([ben.person.email])
    expect(mail!.headers.has('bcc')).toBe(false)
    expect(mail!.headers.get('subject')).toContain('Ana mentioned you: A Bcc: y@evil.example')
  })
})

describe('a mail server in trouble', () => {
  test('that refuses the connection is asked again, less and less often, and the mail comes once', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    await receiver.stop()
    await comments(ana.asks, story.id, `${at(ben.person)} ${at(ana.person)}`)
    await later(room, MINUTE)
    for (let i = 0; i < 5; i++) await later(room, 5 * MINUTE)
    expect(await outcomes(room)).toEqual([null])
    const { tries } = await room.db.selectFrom('mails').select('tries').executeTakeFirstOrThrow()
    expect(tries).toBeGreaterThan(2)
    expect(tries).toBeLessThan(7)
    await receiver.start()
    await later(room, 3 * HOUR)
    expect(await receiver.has(1)).toHaveLength(1)
    await later(room, 24 * HOUR)
    expect(receiver.mails).toHaveLength(1)
  })

  test('that does not want one reader’s mail keeps nobody else’s from going', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    const cem = await room.person('Cem', 'checker')
    receiver.trouble = { code: 550, at: 'to', only: ben.person.email }
    await comments(ana.asks, story.id, `${at(ben.person)} ${at(cem.person)}`)
    await later(room, MINUTE)
    expect((await receiver.has(1))[0]!.to).toEqual([cem.person.email])
    expect((await outcomes(room)).toSorted()).toEqual(['refused', 'sent'])
    await later(room, 24 * HOUR)
    expect(receiver.mails).toHaveLength(1)
  })

  test('that says not now, even when it has been given all of it, is asked again', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    receiver.trouble = { code: 451, at: 'data' }
    await comments(ana.asks, story.id, at(ben.person))
    await later(room, MINUTE)
    receiver.trouble = { code: 450, at: 'to' }
    await later(room, 2 * MINUTE)
    expect(await outcomes(room)).toEqual([null])
    receiver.trouble = null
    await later(room, 5 * MINUTE)
    expect(await receiver.has(1)).toHaveLength(1)
  })

  test('that takes it and loses the line before it says so is not given it twice', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    receiver.trouble = 'breaks the line'
    await comments(ana.asks, story.id, at(ben.person))
    await later(room, MINUTE)
    await receiver.has(1)
    receiver.trouble = null
    await later(room, 24 * HOUR)
    expect(receiver.mails).toHaveLength(1)
    expect(await outcomes(room)).toEqual(['unsure'])
    // It is at the desk all the same.
    expect((await inbox(ben.asks)).unread).toBe(1)
  })

  test('[P1] a server killed while it sends does not send again when it is back', async () => {
    const { room, receiver, ana, ben, story } = await withMail()
    receiver.trouble = 'never answers'
    await comments(ana.asks, story.id, at(ben.person))
    room.clock.pass(MINUTE)
    await receiver.has(1)
    receiver.trouble = null
    // What is left of it is its disk.
    const { db, config, clock } = { ...room.desk, clock: room.clock }
    const again = await newsroom({ db, config, clock, log: makeLog('silent') })
    await again.desk.post.settled()
    expect(await outcomes(room)).toEqual(['unsure'])
    await comments(ana.asks, story.id, `${at(ben.person)}: and this`)
    again.desk.post.look()
    await again.desk.post.settled()
    clock.pass(MINUTE)
    await again.desk.post.settled()
    expect((await receiver.has(2)).map(({ text }) => /and this/.test(text))).toEqual([false, true])
    await again.desk.post.close()
    await receiver.stop()
  })
})

describe('no more mail', () => {
  async function aMail() {
    const desk = await withMail()
    await comments(desk.ana.asks, desk.story.id, at(desk.ben.person))
    await later(desk.room, MINUTE)
    const [mail] = await desk.receiver.has(1)
    const link = /^<(.+)>$/.exec(mail!.headers.get('list-unsubscribe')!)![1]!
    return { ...desk, mail: mail!, path: link.slice(SITE.length) }
  }
  const oneClick = {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }

  test('is one click in the mail program, without a sign-in; looking at the link changes nothing', async () => {
    const { room, receiver, ana, ben, story, mail, path } = await aMail()
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(`No more mail: ${SITE}${path}`)
    const looked = await room.stranger('GET', path)
    expect([looked.status, looked.text]).toEqual([200, expect.stringContaining('Send me no more mail')])
    expect((await settings(ben.asks)).mail).toBe('at once')
    expect((await room.stranger('POST', path, oneClick)).status).toBe(200)
    expect((await settings(ben.asks)).mail).toBe('off')
    await comments(ana.asks, story.id, at(ben.person))
    await later(room, 24 * HOUR)
    expect(receiver.mails).toHaveLength(1)
    // A second click is as good as one.
    expect((await room.stranger('POST', path, oneClick)).status).toBe(200)
  })

  test('[P3] is for its reader alone: no link that was not sent, and no page of another site', async () => {
    const { room, ana, ben, path } = await aMail()
    const url = new URL(path, SITE)
    const others = new URL(url)
    others.searchParams.set('to', ana.person.id)
    const cut = new URL(url)
    cut.searchParams.set('by', url.searchParams.get('by')!.slice(1))
    for (const { pathname, search } of [others, cut, new URL('/stop-mail', SITE)])
      for (const method of ['GET', 'POST'])
        expect((await room.stranger(method, pathname + search)).status, `${method} ${search}`).toBe(404)
    const foreign = await room.stranger('POST', path, {
      ...oneClick,
      headers: { ...oneClick.headers, origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    for (const { asks } of [ana, ben]) expect((await settings(asks)).mail).toBe('at once')
  })
})

test('waits grow, are spread, and end', () => {
  const waits = Array.from({ length: 24 }, (_, i) => tryAgainIn(i + 1, 0))
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8].map((minutes) => minutes * MINUTE))
  expect(waits[20]).toBe(2 * HOUR)
  expect(waits.at(-1)).toBe(null)
  expect(tryAgainIn(1, 1)).toBe(75_000)
  expect(['a@b.example', 'x', '', 'made-up@guest.invalid', null].map(isMailable)).toEqual([true, false, false, false, false])
})
