import { expect, test } from 'vitest'
import { AT_ONCE_MS, mailDue, nextDaily } from '../../server/inbox/when.ts'

const at = (iso: string): number => Date.parse(iso)
const said = (time: number): string => new Date(time).toISOString()
const berlin = (dailyAt: number) => ({ dailyAt, zone: 'Europe/Berlin' })

test('the digest comes at the time of day of its reader, wherever the server is', () => {
  expect(said(nextDaily(berlin(8 * 60), at('2026-06-01T05:00:00Z')))).toBe('2026-06-01T06:00:00.000Z')
  // Not twice the same morning.
  expect(said(nextDaily(berlin(8 * 60), at('2026-06-01T06:00:00Z')))).toBe('2026-06-02T06:00:00.000Z')
  expect(said(nextDaily({ dailyAt: 8 * 60, zone: 'Asia/Kathmandu' }, at('2026-06-01T05:00:00Z')))).toBe(
    '2026-06-02T02:15:00.000Z',
  )
  expect(said(nextDaily({ dailyAt: 0, zone: 'Pacific/Kiritimati' }, at('2026-12-31T12:00:00Z')))).toBe('2027-01-01T10:00:00.000Z')
})

test('on the days when the clocks change it still comes once', () => {
  // Into summer time there is no 02:30; out of it there are two.
  expect(said(nextDaily(berlin(150), at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:30:00.000Z')
  expect(said(nextDaily(berlin(150), at('2026-03-29T01:30:00Z')))).toBe('2026-03-30T00:30:00.000Z')
  const first = nextDaily(berlin(150), at('2026-10-24T12:00:00Z'))
  expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']).toContain(said(first))
  expect(said(nextDaily(berlin(150), first + 3_600_000))).toBe('2026-10-26T01:30:00.000Z')
})

test('at once waits a minute, off never comes', () => {
  const wish = { dailyAt: 0, zone: 'UTC' }
  expect(mailDue({ ...wish, mail: 'at once' }, 5)).toBe(5 + AT_ONCE_MS)
  expect(mailDue({ ...wish, mail: 'off' }, 5)).toBe(null)
})
