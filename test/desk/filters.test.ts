/** What the desk's list can be asked for, and how its address says so. */
import { expect, test } from 'vitest'
import { ALL, countOf, filtersIn, fits, searchOf, turned, type Filters } from '../../client/desk/filters.ts'
import type { Person, StandingRow, Story } from '../../shared/api.ts'

const NOON = new Date(2026, 11, 3, 12).getTime()
const HOUR = 60 * 60_000
const person = (id: string, role: Person['role']): Person => ({ id, name: id, email: `${id}@desk.example`, role, hue: 0 })
const ana = person('ana', 'editor')
const cleo = person('cleo', 'checker')

const row: StandingRow = {
  holder: null,
  due: null,
  hold: null,
  gates: [],
  liveAt: null,
  behind: false,
  waitingFor: null,
  alarm: false,
}
const story = (id: string, stage: Story['stage'], standing: Partial<StandingRow> = {}): Story => ({
  id,
  slug: id,
  headline: '',
  dek: '',
  byline: '',
  stage,
  words: 0,
  createdAt: 0,
  editedAt: 0,
  editedBy: null,
  here: [],
  trouble: null,
  standing: { ...row, ...standing },
})

const desk = [
  story('tide', 'writing', { holder: ana, due: NOON + HOUR }),
  story('choir', 'filed', { gates: [{ gate: 'edit', state: 'wanted' }] }),
  story('bell', 'editing', { holder: ana, hold: 'the archive', gates: [{ gate: 'copy', state: 'stale' }], due: NOON - HOUR }),
  story('lamps', 'ready', { gates: [{ gate: 'copy', state: 'passed' }], due: NOON + 24 * HOUR }),
  story('bus', 'live', { gates: [{ gate: 'copy', state: 'stale' }], due: NOON - HOUR }),
  story('ferry', 'live', { gates: [{ gate: 'copy', state: 'stale' }], behind: true }),
  story('dog', 'spiked', { holder: ana }),
]
const seen = (filters: Filters, me = ana, looked = false): string[] =>
  desk.filter((one) => fits(one, filters, me, NOON, looked)).map(({ id }) => id)
const only = (...of: Filters['only']): Filters => ({ stage: null, only: of })

test('what was spiked is out of sight until it is asked for, by its stage or by words', () => {
  expect(seen(ALL)).not.toContain('dog')
  expect(seen({ stage: 'spiked', only: [] })).toEqual(['dog'])
  expect(seen(ALL, ana, true)).toContain('dog')
})

test('mine is what is on my table; due is what is overdue or due today, of what is not out', () => {
  expect(seen(only('mine'))).toEqual(['tide', 'bell'])
  expect(seen(only('due'))).toEqual(['tide', 'bell'])
  expect(seen(only('hold'))).toEqual(['bell'])
})

test('a gate waits for who may pass it, from filed on; of what is live, only when it has changed', () => {
  expect(seen(only('gates'))).toEqual(['choir', 'bell', 'ferry'])
  // A checker may pass copy, and not edit.
  expect(seen(only('gates'), cleo)).toEqual(['bell', 'ferry'])
})

test('choices are taken together, and each says how many it would show', () => {
  expect(seen({ stage: 'editing', only: ['mine', 'hold'] })).toEqual(['bell'])
  expect(seen({ stage: 'writing', only: ['mine', 'hold'] })).toEqual([])
  expect(countOf(desk, only('mine'), ana, NOON)).toBe(2)
})

test('the address says what is chosen, and nonsense in it chooses nothing', () => {
  const chosen = turned(turned({ stage: 'filed', only: [] }, 'hold'), 'mine')
  expect(searchOf(chosen)).toBe('?stage=filed&only=mine,hold')
  expect(filtersIn(searchOf(chosen))).toEqual(chosen)
  expect(turned(chosen, 'hold').only).toEqual(['mine'])
  expect(searchOf(ALL)).toBe('')
  expect(filtersIn('?stage=gone&only=yours,due&x=1')).toEqual({ stage: null, only: ['due'] })
})
