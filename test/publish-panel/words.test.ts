/** What the publish panel says, and what it lets go out. */
import { expect, test } from 'vitest'
import { askOf, missing, newDraft, noteOf, publishOf } from '../../client/publish/draft.ts'
import { beside, isSame, linesOf, movedBetween } from '../../client/publish/lines.ts'
import { buttonWords, shortWall } from '../../client/publish/button-words.ts'
import { broughtThere, stageNow } from '../../client/standing/words.ts'
import { deliveryWords, howLong, newestOfEach, wallWords, waits } from '../../client/publish/words.ts'
import type { Delivery, Edition } from '../../shared/shapes/editions.ts'
import type { Standing } from '../../shared/shapes/standing.ts'

const BY = { id: 'ana', name: 'Ana', hue: 1 }
const LIVE: NonNullable<Standing['live']> = {
  edition: 1,
  kind: 'first',
  url: 'https://x.example/a',
  publishedAt: 0,
  changedAt: 0,
  behind: false,
  killed: false,
}
const standing = (part: Partial<Standing>): Standing =>
  ({ mayPublish: true, live: null, waiting: null, alarms: [], ...part }) as Standing
const NOON = Date.UTC(2026, 11, 3, 12)
const at = (time: number, zone: string): string => shortWall(time, zone, NOON)

test('a story that was taken from readers is not called live, and says what took it', () => {
  const moved = { from: 'ready', by: BY, at: 5, reason: 'Edition 1 was published.' } as const
  const live = standing({ stage: 'live', moved, live: LIVE })
  expect([stageNow(live), broughtThere(live)]).toEqual(['Live', { who: 'Ana', at: 5, reason: moved.reason }])
  const gone = standing({ stage: 'live', moved, live: { ...LIVE, edition: 3, killed: true } })
  expect([stageNow(gone), broughtThere(gone)]).toEqual(['Withdrawn', { who: 'with edition 3', at: null, reason: '' }])
  expect(stageNow({ ...gone, stage: 'spiked' })).toBe('Spiked')
})

test('the button says how it stands with readers', () => {
  expect(buttonWords(standing({}), at).says).toBe('Publish')
  expect(buttonWords(standing({ live: LIVE }), at)).toMatchObject({ says: 'Published', tone: 'done' })
  expect(buttonWords(standing({ live: { ...LIVE, behind: true } }), at)).toMatchObject({ says: 'Update', tone: 'ready' })
  expect(buttonWords(standing({ live: { ...LIVE, killed: true } }), at).says).toBe('Withdrawn')
  expect(buttonWords(standing({ mayPublish: false, live: LIVE }), at).says).toBe('Check')
  const waiting = {
    edition: 1,
    kind: 'first',
    at: Date.UTC(2026, 11, 4, 5),
    zone: 'Europe/Berlin',
    behind: false,
    by: BY,
  } as const
  expect(buttonWords(standing({ waiting }), at)).toMatchObject({ says: 'Scheduled for Fri 06:00', short: 'Fri 06:00' })
  expect(buttonWords(standing({ live: LIVE, alarms: ['Ghost does not answer.'] }), at)).toMatchObject({
    tone: 'trouble',
    title: 'Ghost does not answer.',
  })
})

test('times are said as the clocks say them where it was scheduled', () => {
  expect(wallWords(Date.UTC(2026, 11, 3, 5), 'Europe/Berlin')).toBe('Thursday 3 December 2026, 06:00')
  expect(shortWall(Date.UTC(2026, 11, 24, 5), 'Europe/Berlin', NOON)).toBe('24 Dec 06:00')
  expect([30_000, 60_000, 3_600_000, 14 * 3_600_000, 72 * 3_600_000].map(howLong)).toEqual([
    'in 1 minute',
    'in 1 minute',
    'in 60 minutes',
    'in 14 hours',
    'in 3 days',
  ])
})

const delivery = (part: Partial<Delivery>): Delivery => ({
  target: 'site',
  name: 'Site',
  kind: 'site',
  state: 'out',
  due: 1000,
  outAt: 1000,
  url: null,
  tries: 1,
  nextTry: null,
  says: null,
  theirs: null,
  drift: null,
  ...part,
})
const edition = (number: number, deliveries: Delivery[], part: Partial<Edition> = {}): Edition =>
  ({ number, kind: 'update', at: 1000, deliveries, by: BY, ...part }) as Edition

test('[PUB-02] of each target it says what is there since when, or what went wrong and what happens next', () => {
  const words = (part: Partial<Delivery>) => deliveryWords(delivery(part), 'update', 2000, (time) => `t${time}`)
  expect(words({})).toEqual({ says: 'Out since t1000', tone: 'ok' })
  expect(words({ state: 'trouble', nextTry: 3000 })).toEqual({ says: 'Not out yet. The next try is t3000', tone: 'trouble' })
  expect(words({ state: 'clash' }).tone).toBe('trouble')
  expect(words({ state: 'waiting', due: 9000 }).says).toBe('Goes out t9000')
  expect(words({ state: 'given up' }).tone).toBe('trouble')
  expect(deliveryWords(delivery({}), 'kill', 2000, String).says).toBe('Withdrawn since 1000')

  const ghost = (state: Delivery['state']) => delivery({ target: 'g', kind: 'ghost', state })
  const editions = [
    edition(3, [delivery({ state: 'cancelled' })]),
    edition(2, [delivery({}), ghost('trouble')]),
    edition(1, [ghost('out')]),
  ]
  expect(newestOfEach(editions).map(({ edition: { number }, delivery: { target } }) => [number, target])).toEqual([
    [2, 'site'],
    [2, 'g'],
  ])
  expect(waits(edition(4, [delivery({ state: 'waiting' })], { at: 5000 }), 2000)).toBe(true)
  expect(waits(edition(4, [delivery({})], { at: 5000 }), 2000)).toBe(false)
})

test('a change of substance does not go out without a word to readers, or why there is none', () => {
  const draft = { ...newDraft(LIVE, ['site', 'g']) }
  expect(draft).toMatchObject({ kind: 'update', label: null, targets: ['site', 'g'] })
  expect(missing(draft, { class: 'typo' })).toEqual([])
  expect(missing(draft, { class: 'substantive' }).map(({ field }) => field)).toEqual(['without'])
  const because = { ...draft, withoutNote: 'only the caption' }
  expect(missing(because, { class: 'substantive' })).toEqual([])
  expect(publishOf(because, 'stamp', { class: 'substantive' })).toMatchObject({ note: null, withoutNote: 'only the caption' })
  expect(publishOf(because, 'stamp', { class: 'typo' })).not.toHaveProperty('withoutNote')
})

test('a retraction says why: without a word it is missing, not clear', () => {
  const draft = { ...newDraft(LIVE, []), kind: 'kill', label: 'retraction' } as const
  for (const right of ['', ' ', '…', '\u200b']) {
    expect(missing({ ...draft, right }, null).map(({ says }) => says)).toEqual([
      'Write the retraction: the notice that readers will get.',
    ])
    expect(noteOf({ ...draft, right })).toBeNull()
  }
  expect(missing({ ...draft, right: 'Nothing of it was true.' }, null)).toEqual([])
  expect(missing({ ...draft, label: null }, null)).toEqual([])
})

test('a correction says what was wrong and what is right; what is half written is not shown to readers', () => {
  const draft = { ...newDraft(LIVE, []), kind: 'correction', label: 'correction' } as const
  expect(missing(draft, null).map(({ field }) => field)).toEqual(['wrong', 'right'])
  expect(noteOf({ ...draft, wrong: 'The owner lit it.' })).toBeNull()
  const whole = { ...draft, wrong: ' The owner lit it. ', right: 'The city did.', atTop: true }
  expect(missing(whole, null)).toEqual([])
  expect(askOf(whole)).toEqual({
    kind: 'correction',
    note: { label: 'correction', wrong: 'The owner lit it.', right: 'The city did.', atTop: true },
    at: null,
  })
})

test('a letter goes with its Ghost target alone, and with nothing that is withdrawn', () => {
  const newsletter = { target: 'g', slug: 'daily', segment: 'all' } as const
  const draft = { ...newDraft(null, ['site', 'g']), newsletter }
  expect(publishOf(draft, 'stamp', null).newsletter).toEqual(newsletter)
  expect(publishOf({ ...draft, targets: ['site'] }, 'stamp', null).newsletter).toBeNull()
  expect(publishOf({ ...draft, kind: 'kill' }, 'stamp', null).newsletter).toBeNull()
})

test('two texts stand beside each other line by line, and never as HTML', () => {
  expect(
    linesOf(
      '<p>It &amp; <b>she</b></p><script>steal()</script><p>was&nbsp;brave &lt;b&gt; &#8220;x&#x201d;</p><img src=x onerror=y>',
    ),
  ).toEqual(['It & she', 'was brave <b> “x”'])
  const rows = beside(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])
  expect(rows).toEqual([
    { was: 'a', now: 'a' },
    { was: 'b', now: 'x' },
    { was: 'c', now: 'c' },
    { was: null, now: 'd' },
  ])
  expect(rows.filter((row) => !isSame(row))).toHaveLength(2)
  const page = (words: string) =>
    `<html><head><title>T ${words}</title></head><body><nav>N</nav><main><h1>H</h1><p>${words}</p></main></body></html>`
  expect(movedBetween(page('It was brave.'), page('It wasn’t brave.'))).toEqual([
    { was: 'It was brave.', now: 'It wasn’t brave.' },
  ])
  expect(movedBetween(page('Same.'), page('Same.'))).toEqual([])
})

test('a text of many thousand lines can be compared, too', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `line ${i}`)
  expect(beside(many, many.with(10_000, 'other')).filter((row) => !isSame(row))).toHaveLength(1)
  expect(
    beside(
      many,
      many.map((line) => `${line}!`),
    ),
  ).toHaveLength(20_000)
})
