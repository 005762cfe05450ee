import { afterEach, expect, test, vi } from 'vitest'
import { wallClock } from '../../server/clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('[P1] the machine’s clock is set back an hour: the server’s goes on, so nothing waits an hour to be saved or shown', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const before = wallClock.now()
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(wallClock.now()).toBeGreaterThanOrEqual(before)
  expect(wallClock.now()).toBeLessThan(before + 60_000)
})

test('after a sleep the server’s clock is the machine’s again', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const woken = wallClock.now() + 3_600_000
  vi.setSystemTime(woken)
  expect(wallClock.now()).toBeGreaterThanOrEqual(woken)
})
