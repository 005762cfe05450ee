/** How the desk says when. */
import { expect, test } from 'vitest'
import { until, when } from '../../client/ui/when.ts'
import { initials } from '../../client/ui/initials.ts'

const at = (text: string) => new Date(text).getTime()
const now = at('2026-03-12T14:30:00')

test('the last day is told by how long ago, the last week by the day, the rest by the date', () => {
  expect(when(at('2026-03-12T14:29:31'), now)).toBe('just now')
  expect(when(at('2026-03-12T14:18:00'), now)).toBe('12 min ago')
  expect(when(at('2026-03-12T09:10:00'), now)).toBe('5 h ago')
  expect(when(at('2026-03-11T23:59:00'), now)).toBe('yesterday 23:59')
  expect(when(at('2026-03-09T14:02:00'), now)).toBe('Mon 14:02')
  expect(when(at('2026-01-09T14:02:00'), now)).toBe('9 Jan')
  expect(when(at('2025-12-09T14:02:00'), now)).toBe('9 Dec 2025')
})

test('a clock that runs a little ahead says now, not the future', () => {
  expect(when(now + 40_000, now)).toBe('just now')
})

test('an invite says how long it still holds', () => {
  expect(until(now + 7 * 86_400_000, now)).toBe('in 7 days')
  expect(until(now + 5 * 3_600_000, now)).toBe('in 5 h')
  expect(until(now + 20_000, now)).toBe('in 1 min')
  expect(until(now - 1, now)).toBe('ended')
})

test('initials are whole letters, whatever the name is written in', () => {
  expect(initials('Ana Maria Reis')).toBe('AR')
  expect(initials('Ida')).toBe('ID')
  expect(initials('łucja nowak')).toBe('ŁN')
  expect(initials('𝒜da 𝒵ed')).toBe('𝒜𝒵')
  expect(initials(' ')).toBe('')
})
