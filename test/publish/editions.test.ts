/** Editions: what is published is what was seen, once, by who may, with a word to readers where one is due. */
import { createHash } from 'node:crypto'
import SQLite from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DATABASE_FILE } from '../../db/open.ts'
import type { Edition, ReaderNote } from '../../shared/shapes/editions.ts'
import { press } from './press.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const correction = (given: Partial<ReaderNote> = {}): ReaderNote => ({
  label: 'correction',
  wrong: 'It said that the harbour opened on Tuesday.',
  right: 'It opened on Monday.',
  atTop: false,
  ...given,
})
const update: ReaderNote = { label: 'update', wrong: '', right: 'With what the mayor said.', atTop: false }

test('[P6] the bytes served are the bytes previewed, and their hash is on the edition', async () => {
  const { ana, ready, reads } = await press()
  const story = await ready('The harbour')
  const seen = (await ana.preview(story)).body
  expect(await reads('the-harbour')).toMatchObject({ status: 404 })
  const out = await ana.publishes(story)
  expect(out.status, out.text).toBe(201)
  const served = await reads('the-harbour')
  expect(served).toEqual({ status: 200, text: seen.page })
  expect(out.body).toMatchObject({
    number: 1,
    kind: 'first',
    headline: 'The harbour',
    hash: seen.hash,
    pageHash: sha256(served.text),
  })
  expect(out.body.deliveries).toMatchObject([{ target: 'site', state: 'out', url: seen.url }])
  expect(await ana.standing(story)).toMatchObject({
    stage: 'live',
    live: { edition: 1, behind: false, killed: false },
    alarms: [],
  })
})

test('[P6] a double click, and two people with the same preview, make one edition', async () => {
  const { ana, ready, somebody } = await press()
  const ben = await somebody('Ben', 'editor')
  const story = await ready('The harbour')
  const { stamp } = (await ana.preview(story)).body
  const given = { stamp, kind: 'first', targets: ['site'] }
  const asks = [ana, ana, ben].map((one) => one.asks<Edition>('POST', `/api/stories/${story}/publish`, { json: given }))
  const answers = await Promise.all(asks)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await ana.editions(story)).toHaveLength(1)
})

test('[P6] PUB-10 what is published is the live text: what was typed after the preview is never left out unseen', async () => {
  const { ana, ready, writes, reads } = await press()
  const story = await ready('The harbour')
  const { stamp } = (await ana.preview(story)).body
  await writes(story, ' FINAL')
  const late = await ana.asks('POST', `/api/stories/${story}/publish`, { json: { stamp, kind: 'first', targets: ['site'] } })
  expect(late).toMatchObject({ status: 409, problem: 'text-moved' })
  expect(await ana.editions(story)).toEqual([])
  expect((await ana.publishes(story)).status).toBe(201)
  expect((await reads('the-harbour')).text).toContain('What it was like. FINAL')
})

test('[P6] a stamp is good for half an hour, for its own kind, note and time, and no made-up one is', async () => {
  const { ana, ready, clock } = await press()
  const story = await ready('The harbour')
  const { stamp } = (await ana.preview(story)).body
  const tries = (json: object) =>
    ana.asks('POST', `/api/stories/${story}/publish`, { json: { stamp, kind: 'first', targets: ['site'], ...json } })
  expect(await tries({ note: update })).toMatchObject({ problem: 'text-moved' })
  expect(await tries({ at: { local: '2026-06-02T10:00', zone: 'Europe/Berlin' } })).toMatchObject({ problem: 'text-moved' })
  expect(await tries({ stamp: `${clock.now()}.${'0'.repeat(64)}` })).toMatchObject({ problem: 'text-moved' })
  expect(await tries({ stamp: stamp.replace(/^\d+/, (at) => `${Number(at) + 60_000}`) })).toMatchObject({ problem: 'text-moved' })
  expect(await tries({ stamp: 'nonsense-nonsense' })).toMatchObject({ status: 422, problem: 'invalid-field' })
  clock.pass(30 * 60_000 + 1)
  expect(await tries({})).toMatchObject({ status: 409, problem: 'text-moved' })
})

test('[P6] whatever blocks is refused with all of it, by publish, by schedule and by update alike', async () => {
  const { ana, ready, desk, writes } = await press()
  const story = await ready('The harbour')
  await ana.publishes(story)
  await writes(story, ' TK')
  await ana.asks('PATCH', `/api/stories/${story}/standing`, { json: { hold: { reason: 'The lawyers read it.' } } })
  for (const given of [{}, { at: { local: '2026-06-02T10:00', zone: 'Europe/Berlin' } }, { withoutNote: 'It is small.' }]) {
    const answer = await ana.publishes(story, { kind: 'update', ...given })
    expect(answer).toMatchObject({ status: 422, problem: 'blocked' })
    const { checks } = answer.body as unknown as { checks: { name: string }[] }
    expect(checks.map(({ name }) => name).toSorted()).toEqual(['hold', 'placeholder'])
  }
  expect(await ana.editions(story)).toHaveLength(1)
  expect((await ana.publishes(story, { kind: 'kill' })).status, 'what readers should not have is taken from them').toBe(201)
  void desk
})

test('AUT-05 only who may publish does, as the settings say, and nobody else cancels or decides', async () => {
  const { ana, ready, somebody } = await press()
  const story = await ready('The harbour')
  const [wil, eva] = [await somebody('Wil', 'writer'), await somebody('Eva', 'editor')]
  expect(await wil.publishes(story)).toMatchObject({ status: 403, problem: 'not-allowed' })
  await ana.asks('PATCH', '/api/newsroom/publishing', { json: { publishers: ['owner'] } })
  expect(await eva.publishes(story)).toMatchObject({ status: 403, problem: 'not-allowed' })
  const at = { local: '2026-06-02T10:00', zone: 'Europe/Berlin' }
  expect((await ana.publishes(story, { at })).status).toBe(201)
  expect(await eva.asks('DELETE', `/api/stories/${story}/editions/1`)).toMatchObject({ status: 403 })
  expect(
    await eva.asks('POST', `/api/stories/${story}/editions/1/deliveries/site`, { json: { deed: 'try again' } }),
  ).toMatchObject({
    status: 403,
  })
  await ana.asks('PATCH', '/api/newsroom/publishing', { json: { publishers: ['owner', 'editor', 'writer'] } })
  expect((await wil.publishes(story)).status).toBe(201)
})

test('updates, corrections, kills and returns follow each other; what was said to readers stays', async () => {
  const { ana, ready, writes, reads, clock } = await press()
  const story = await ready('The harbour')
  expect(await ana.publishes(story, { kind: 'update' })).toMatchObject({ status: 409, problem: 'wrong-kind' })
  await ana.publishes(story)
  clock.pass(60_000)
  expect(await ana.publishes(story)).toMatchObject({ status: 409, problem: 'wrong-kind' })
  await writes(story, ' The mayor was there.')
  expect((await ana.preview(story, { kind: 'update' })).body).toMatchObject({ class: 'substantive' })
  expect(await ana.publishes(story, { kind: 'update' })).toMatchObject({ status: 422, problem: 'needs-note' })
  expect((await ana.publishes(story, { kind: 'update', note: update })).body).toMatchObject({ number: 2, note: update })
  clock.pass(60_000)
  expect(await ana.publishes(story, { kind: 'correction' })).toMatchObject({ status: 422, problem: 'invalid-field' })
  expect(await ana.publishes(story, { kind: 'correction', note: correction({ wrong: '' }) })).toMatchObject({ status: 422 })
  expect((await ana.publishes(story, { kind: 'correction', note: correction() })).status).toBe(201)
  const corrected = (await reads('the-harbour')).text
  for (const said of [update.right, correction().wrong, correction().right]) expect(corrected).toContain(said)
  clock.pass(60_000)
  const retracted: ReaderNote = { label: 'retraction', wrong: '', right: 'Nothing of it was true.', atTop: true }
  for (const right of ['', '  ', '…', '\u200b'])
    expect(await ana.publishes(story, { kind: 'kill', note: { ...retracted, right } }), `“${right}”`).toMatchObject({
      status: 422,
      problem: 'invalid-field',
    })
  expect((await reads('the-harbour')).status).toBe(200)
  expect((await ana.publishes(story, { kind: 'kill', note: retracted })).status).toBe(201)
  const gone = await reads('the-harbour')
  expect(gone.status).toBe(410)
  expect(gone.text).not.toContain('opened on Monday.')
  expect(await ana.standing(story)).toMatchObject({ live: { killed: true } })
  expect(await ana.publishes(story, { kind: 'update' })).toMatchObject({ problem: 'wrong-kind' })
  expect((await ana.publishes(story, { kind: 'return' })).status).toBe(201)
  expect(await reads('the-harbour')).toMatchObject({ status: 200 })
  expect((await reads('the-harbour')).text).toContain(correction().right)
  expect((await ana.editions(story)).map(({ kind }) => kind)).toEqual(['return', 'kill', 'correction', 'update', 'first'])
})

test('a change of substance goes out without a note only with a reason, which is kept; a typo needs none', async () => {
  const { ana, ready, writes } = await press()
  const story = await ready('The harbour')
  await ana.publishes(story)
  await writes(story, ' More.')
  const withoutNote = 'The page had lost its last sentence.'
  expect((await ana.publishes(story, { kind: 'update', withoutNote })).body).toMatchObject({ withoutNote })
  await writes(story, '!')
  expect((await ana.preview(story, { kind: 'update' })).body).toMatchObject({ class: 'typo' })
  expect((await ana.publishes(story, { kind: 'update' })).body).toMatchObject({ number: 3, withoutNote: null })
})

test('what is withdrawn is what readers have, whatever was typed since; the path is the story’s for good', async () => {
  const { ana, ready, writes, reads } = await press()
  const story = await ready('The harbour')
  await ana.publishes(story)
  await writes(story, ' Half a sent')
  expect((await ana.publishes(story, { kind: 'kill' })).body).toMatchObject({
    kind: 'kill',
    hash: (await ana.editions(story)).at(-1)!.hash,
  })
  expect((await reads('the-harbour')).status).toBe(410)
  const other = await ready('The pier')
  const json = { version: 1, path: 'the-harbour' }
  expect(await ana.asks('PATCH', `/api/stories/${other}/particulars`, { json })).toMatchObject({
    status: 409,
    problem: 'path-taken',
  })
})

test('[P7] the database itself refuses to change, replace or delete an edition', async () => {
  const { ana, ready, dataDir } = await press()
  const story = await ready('The harbour')
  await ana.publishes(story)
  const before = await ana.editions(story)
  const hand = new SQLite(join(dataDir, DATABASE_FILE))
  const columns = (hand.pragma('table_info(editions)') as { name: string }[]).map(({ name }) => name)
  for (const column of columns)
    expect(() => hand.exec(`update editions set ${column} = ${column}`)).toThrow('an edition never changes')
  expect(() => hand.exec('delete from editions')).toThrow('an edition never goes')
  expect(() => hand.exec('insert or replace into editions select * from editions')).toThrow('an edition never changes')
  expect(() =>
    hand.exec(`insert or replace into editions select 'other', ${columns.slice(1).join(', ')} from editions`),
  ).toThrow()
  hand.close()
  expect(await ana.editions(story)).toEqual(before)
})

test('a note to readers is lines of readable text: nothing that no page, feed or letter may hold', async () => {
  const { ana, ready, writes, clock, reads } = await press()
  const story = await ready('The harbour')
  await ana.publishes(story)
  await writes(story, ' More.')
  clock.pass(1000)
  for (const sign of ['\u0000', '\u0008', '\u001b', '\u007f', '\u202e', '\ud800'])
    expect((await ana.preview(story, { kind: 'correction', note: correction({ right: `It ${sign} opened.` }) })).status).toBe(422)
  const note = correction({ wrong: '</script><b>]]>--', right: 'נפתח ביום שני\r\n\n&amp; 🚢' })
  expect((await ana.publishes(story, { kind: 'correction', note })).status).toBe(201)
  for (const address of ['the-harbour', 'corrections', 'the-harbour/changes', 'feed.xml', 'feed.json'])
    expect((await reads(address)).text, address).not.toContain('</script><b>')
})

test('what readers have is not deleted from under the desk: it is withdrawn first', async () => {
  const { ana, ready, reads } = await press()
  const story = await ready('The harbour')
  await ana.publishes(story)
  expect(await ana.asks('DELETE', `/api/stories/${story}`)).toMatchObject({ status: 409, problem: 'still-live' })
  expect((await ana.publishes(story, { kind: 'kill' })).status).toBe(201)
  expect((await ana.asks('DELETE', `/api/stories/${story}`)).status).toBe(204)
  expect((await reads('the-harbour')).status).toBe(410)
})

test('who presses a moment after a colleague, for another target too, is not told that it went there', async () => {
  const { ana, ready, somebody, hook } = await press()
  const [ben, { id }] = [await somebody('Ben', 'editor'), await hook()]
  const story = await ready('The harbour')
  const { stamp } = (await ana.preview(story)).body
  const presses = (who: typeof ana, targets: string[]) =>
    who.asks<Edition>('POST', `/api/stories/${story}/publish`, { json: { stamp, kind: 'first', targets } })
  const [first, second] = await Promise.all([presses(ana, ['site']), presses(ben, ['site', id])])
  expect(first.status).toBe(201)
  expect(second).toMatchObject({ status: 409, problem: 'text-moved' })
  expect((await presses(ben, ['site'])).status).toBe(201)
  expect(await ana.editions(story)).toHaveLength(1)
})
