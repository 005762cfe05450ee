import { expect, test } from 'vitest'
import { instantOf, offsetName, spoken, wallTime } from '../../shared/publish/wall-time.ts'

const iso = (local: string, zone: string, fold?: 'earlier' | 'later') => {
  const found = instantOf({ local, zone, ...(fold === undefined ? {} : { fold }) })
  return found && { at: new Date(found.at).toISOString(), says: found.says }
}

test('PUB-02 a time in the spring gap is the first moment after it, and that is said', () => {
  expect(iso('2027-03-28T02:30', 'Europe/Berlin')).toEqual({
    at: '2027-03-28T01:00:00.000Z',
    says: '02:30 on 28 March 2027 does not exist in Europe/Berlin, where the clocks are put forward: it goes out at 03:00 on 28 March 2027, the first moment after.',
  })
  expect(iso('2027-03-28T02:00', 'Europe/Berlin')!.at).toBe('2027-03-28T01:00:00.000Z')
  expect(iso('2027-03-28T01:59', 'Europe/Berlin')).toEqual({ at: '2027-03-28T00:59:00.000Z', says: null })
  expect(iso('2027-03-28T03:00', 'Europe/Berlin')).toEqual({ at: '2027-03-28T01:00:00.000Z', says: null })
})

test('PUB-02 a time in the autumn overlap is the earlier of both unless the later is asked for, and that is said', () => {
  expect(iso('2026-10-25T02:30', 'Europe/Berlin')).toEqual({
    at: '2026-10-25T00:30:00.000Z',
    says: '02:30 on 25 October 2026 comes twice in Europe/Berlin, where the clocks are put back: it goes out at the earlier of both (GMT+2, not GMT+1).',
  })
  expect(iso('2026-10-25T02:30', 'Europe/Berlin', 'later')).toMatchObject({
    at: '2026-10-25T01:30:00.000Z',
    says: expect.stringContaining('the later of both (GMT+1, not GMT+2)'),
  })
  expect(iso('2026-10-25T01:59', 'Europe/Berlin')!.says).toBeNull()
  expect(iso('2026-10-25T03:00', 'Europe/Berlin', 'later')).toEqual({ at: '2026-10-25T02:00:00.000Z', says: null })
})

test('PUB-02 half hours, gaps at midnight and a day that was left out', () => {
  expect(iso('2026-10-04T02:10', 'Australia/Lord_Howe')!.at).toBe('2026-10-03T15:30:00.000Z')
  expect(iso('2026-04-05T01:45', 'Australia/Lord_Howe')!.says).toContain('GMT+11, not GMT+10:30')
  expect(iso('2026-09-06T00:30', 'America/Santiago')!.at).toBe('2026-09-06T04:00:00.000Z')
  expect(iso('2011-12-30T12:00', 'Pacific/Apia')!.at).toBe('2011-12-30T10:00:00.000Z')
  expect(iso('2026-06-01T09:00', 'Asia/Kathmandu')!.at).toBe('2026-06-01T03:15:00.000Z')
})

test('what is no day, no time or no zone is none', () => {
  expect(iso('2026-02-30T10:00', 'Europe/Berlin')).toBeNull()
  expect(iso('2026-02-28T24:00', 'Europe/Berlin')).toBeNull()
  expect(iso('2026-13-01T10:00', 'Europe/Berlin')).toBeNull()
  expect(iso('2026-02-01T10:00', 'Europe/Atlantis')).toBeNull()
})

test('PUB-04 the wall shows again what was asked for, at every hour of a year, in every kind of zone', () => {
  for (const zone of ['America/Chicago', 'Europe/Madrid', 'Asia/Kolkata', 'Pacific/Auckland', 'Africa/Casablanca', 'UTC']) {
    for (let at = Date.UTC(2026, 0, 1, 0, 30); at < Date.UTC(2027, 0, 1); at += 95 * 3_600_000) {
      const local = wallTime(at, zone)
      const found = [instantOf({ local, zone })!, instantOf({ local, zone, fold: 'later' })!]
      expect(found.map((one) => one.at)).toContain(at)
      for (const one of found) expect(wallTime(one.at, zone)).toBe(local)
    }
  }
  expect(spoken(instantOf({ local: '2026-08-20T10:00', zone: 'America/Chicago' })!.at, 'America/Chicago')).toBe(
    '10:00 on 20 August 2026',
  )
  expect(offsetName(Date.UTC(2026, 7, 20), 'America/Chicago')).toBe('GMT-5')
})
