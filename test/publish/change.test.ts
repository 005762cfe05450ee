import { expect, test } from 'vitest'
import { alarmsOf, LATE_MS, type Watched } from '../../shared/publish/alarms.ts'
import { nextTry } from '../../shared/publish/backoff.ts'
import { classOfChange, isTypo } from '../../shared/publish/class-of-change.ts'
import { datesOf } from '../../shared/publish/dates.ts'
import { isSilent, kindsAfter, noteTrouble, whyNot } from '../../shared/publish/kinds.ts'
import type { ReaderNote } from '../../shared/shapes/editions.ts'
import type { Change } from '../../shared/shapes/versions.ts'

const change = (was: string, now: string, kind: Change['kind'] = 'changed'): Change => ({
  kind,
  block: 'b0',
  was,
  now,
  says: '',
  by: [],
})

test.each([
  ['the harbor recieved ships', 'the harbor received ships'],
  ['he said the the boat', 'he said the boat'],
  ['“Yes” he said.', '“Yes,” he said.'],
  ['the café', 'the cafe'],
  ['a long term plan', 'a long-term plan'],
  ['teh wrong order of wrods', 'teh wrong order of words'],
  ['It is late', 'it is late.'],
])('of a typo’s size: %s → %s', (was, now) => {
  expect(isTypo(was, now)).toBe(true)
  expect(classOfChange([change(was, now)])).toBe('typo')
})

test.each([
  ['He did it.', 'He did not do it.'],
  ['It is now closed', 'It is not closed'],
  ['three million people', 'three billion people'],
  ['it was legal', 'it was illegal'],
  ['in 2019', 'in 2018'],
  ['fell by -5 degrees', 'fell by 5 degrees'],
  ['costs 1,000', 'costs 1.000'],
  ['costs €50', 'costs $50'],
  ['said Ann Smith', 'said Ann Smyth'],
  ['Mr Marten of Kiel', 'Mr Martin of Kiel'],
  ['a notable man', 'a not able man'],
  ['he resigned', 'he re-signed'],
  ['the boat', ''],
  ['', 'the boat'],
  ['ist Täter', 'ist Täterin'],
])('of substance: %s → %s', (was, now) => {
  expect(classOfChange([change(was, now)])).toBe('substantive')
})

test('what is changed decides, too: who speaks and what comes or goes are of substance; a formatting and a topic are not', () => {
  expect(classOfChange([])).toBe('none')
  expect(classOfChange([change('a', 'a', 'flipped')])).toBe('substantive')
  expect(classOfChange([change('', 'One more.', 'added')])).toBe('substantive')
  expect(classOfChange([change('One less.', '', 'removed')])).toBe('substantive')
  expect(classOfChange([change('a', 'a', 'moved')])).toBe('substantive')
  expect(classOfChange([change('a', 'a', 'formatted'), change('Harbour', 'Boats', 'particulars')])).toBe('typo')
  expect(classOfChange([change('recieve', 'receive', 'field'), change('now', 'not')])).toBe('substantive')
})

const note = (given: Partial<ReaderNote> = {}): ReaderNote => ({
  label: 'correction',
  wrong: 'It said 12.',
  right: 'It is 13.',
  atTop: false,
  ...given,
})

test('which edition may follow which, and what it tells readers', () => {
  expect(kindsAfter('nothing')).toEqual(['first'])
  expect(kindsAfter('live')).toEqual(['update', 'correction', 'kill'])
  expect(kindsAfter('killed')).toEqual(['return'])
  expect(whyNot('first', 'live')).toMatch(/already/)
  expect(whyNot('update', 'nothing')).toMatch(/first edition/)
  expect(whyNot('update', 'killed')).toMatch(/bring it back/)
  expect(whyNot('return', 'live')).toMatch(/not been withdrawn/)
  expect(whyNot('kill', 'live')).toBeNull()
  expect(noteTrouble('correction', null)).not.toBeNull()
  expect(noteTrouble('correction', note({ label: 'update' }))).not.toBeNull()
  expect(noteTrouble('correction', note({ wrong: '' }))).not.toBeNull()
  expect(noteTrouble('correction', note())).toBeNull()
  expect(noteTrouble('update', note())).not.toBeNull()
  expect(noteTrouble('kill', note({ label: 'retraction' }))).toBeNull()
  expect(noteTrouble('kill', note({ label: 'retraction', right: '…' }))).toBe('A retraction tells readers why.')
  const silent = (given: object) => isSilent('update', 'substantive', { note: null, withoutNote: '', ...given })
  expect(silent({})).toBe(true)
  expect(silent({ note: note({ label: 'update' }) })).toBe(false)
  expect(silent({ withoutNote: 'Only the byline was missing.' })).toBe(false)
  expect(isSilent('update', 'typo', { note: null, withoutNote: '' })).toBe(false)
})

test('the times a page tells: a correction is a change, bringing back the same text is none, and time never runs backwards', () => {
  const first = { kind: 'first', hash: 'a', at: 100 } as const
  expect(datesOf([first])).toEqual({ publishedAt: 100, changedAt: 100, correctedAt: null })
  expect(datesOf([first, { kind: 'correction', hash: 'b', at: 200 }, { kind: 'update', hash: 'c', at: 300 }])).toEqual({
    publishedAt: 100,
    changedAt: 300,
    correctedAt: 200,
  })
  expect(datesOf([first, { kind: 'kill', hash: 'a', at: 200 }, { kind: 'return', hash: 'a', at: 300 }]).changedAt).toBe(100)
  expect(datesOf([first, { kind: 'update', hash: 'b', at: 50 }]).changedAt).toBe(100)
})

test('a delivery is tried again after longer and longer waits, and given up after a day, and not before it was tried often', () => {
  const waits = Array.from({ length: 9 }, (_, i) => nextTry(i + 1, 0, 1000, 0)! - 1000)
  expect(waits.map((ms) => ms / 1000)).toEqual([1, 5, 30, 120, 600, 1800, 3600, 7200, 7200])
  expect(nextTry(1, 0, 0, 1)).toBe(1100)
  expect(nextTry(20, 0, 24 * 3_600_000, 0)).toBeNull()
  expect(nextTry(20, 0, 24 * 3_600_000 - 1, 0)).not.toBeNull()
  expect(nextTry(1, 0, 72 * 3_600_000, 0)).toBe(72 * 3_600_000 + 1000)
})

test('alarms: what is late, given up, changed there or stopped, until a later edition is on its way', () => {
  const due = Date.UTC(2026, 11, 3, 5)
  const edition = (number: number, state: Watched['deliveries'][number]['state'], says = ''): Watched => ({
    number,
    state: 'out',
    endedSays: null,
    at: due,
    zone: 'Europe/Berlin',
    by: 'p-ana',
    deliveries: [{ target: 't1', name: 'the blog', state, due, says }],
  })
  const says = (editions: Watched[], now = due) => alarmsOf(editions, now).map((one) => one.says)
  expect(says([edition(1, 'trouble', 'No answer.')], due + LATE_MS - 1)).toEqual([])
  expect(says([edition(1, 'trouble', 'No answer.')], due + LATE_MS)).toEqual([
    'Edition 1 was to be on the blog at 06:00 on 3 December 2026, and is not yet. No answer.',
  ])
  expect(says([edition(1, 'given up', 'No such key.')])).toEqual([
    'Edition 1 is not on the blog, and is not tried again. No such key.',
  ])
  expect(says([edition(1, 'clash')])).toEqual(['the blog was changed there since: decide whose text stays.'])
  expect(says([edition(1, 'given up'), edition(2, 'out')])).toEqual([])
  expect(says([edition(1, 'out'), edition(2, 'cancelled')], due + LATE_MS)).toEqual([])
  const stopped: Watched = { ...edition(2, 'given up'), state: 'stopped', endedSays: 'The story is on hold: law.' }
  expect(says([edition(1, 'out'), stopped])).toEqual([
    'Edition 2, due at 06:00 on 3 December 2026 (Europe/Berlin), did not go out: The story is on hold: law.',
  ])
  expect(says([{ ...edition(1, 'waiting'), state: 'waiting' }], due + LATE_MS)).toEqual([
    'Edition 1, due at 06:00 on 3 December 2026 (Europe/Berlin), has not gone out yet.',
  ])
})
