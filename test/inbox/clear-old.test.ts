/** What is old in the inboxes goes by itself, and nothing that somebody has not seen. */
import { expect, test } from 'vitest'
import { newsroom } from '../../server/newsroom.ts'
import { makeLog } from '../../server/log.ts'
import { at, comments, inbox, newsdesk } from './happens.ts'

const DAY = 24 * 60 * 60_000

test('what was read half a year ago is cleared away, what is unread stays, and mails that are done with go', async () => {
  const { room, ana, ben, story } = await newsdesk()
  await comments(ana.asks, story.id, `${at(ben.person)} the first`)
  await comments(ana.asks, story.id, `${at(ben.person)} the second`)
  const [second, first] = (await inbox(ben.asks)).items
  await ben.asks('PATCH', `/api/inbox/${first!.id}`, { json: { read: true } })
  const now = room.clock.now()
  const mail = { person_id: ben.person.id, made_at: now, due_at: now, tries: 1, claimed_at: null, error: null }
  await room.db
    .insertInto('mails')
    .values([
      { ...mail, id: 'done', outcome: 'sent', ended_at: now },
      { ...mail, id: 'of-unread', outcome: 'refused', ended_at: now },
      { ...mail, id: 'waits', outcome: null, ended_at: null },
    ])
    .execute()
  await room.db.updateTable('inbox').set({ mail_id: 'of-unread' }).where('id', '=', second!.id).execute()
  const left = async (): Promise<unknown> => [
    (await room.db.selectFrom('inbox').select('id').execute()).map(({ id }) => id).toSorted(),
    (await room.db.selectFrom('mails').select('id').execute()).map(({ id }) => id).toSorted(),
  ]
  for (let day = 0; day < 180; day++) {
    room.clock.pass(DAY)
    await room.desk.clearOld.settled()
  }
  expect(await left()).toEqual([[first!.id, second!.id].toSorted(), ['done', 'of-unread', 'waits']])
  room.clock.pass(DAY)
  await room.desk.clearOld.settled()
  expect(await left()).toEqual([[second!.id], ['of-unread', 'waits']])
  // A server that is started now and then clears at its start.
  await ben.asks('PATCH', `/api/inbox/${second!.id}`, { json: { read: true } })
  await room.db.updateTable('inbox').set({ read_at: now }).execute()
  const again = await newsroom({ db: room.db, config: room.desk.config, clock: room.clock, log: makeLog('silent') })
  await again.desk.clearOld.settled()
  await again.close()
  expect(await left()).toEqual([[], ['waits']])
})
