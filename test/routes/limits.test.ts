import { describe, expect, test } from 'vitest'
import { addressOf, FailureCount, SignInLimit, SlowWork } from '../../server/limits.ts'
import { TurnedClock } from '../clock.ts'
import { PASSWORD, scene, type Asks } from './scene.ts'

const MINUTE = 60_000
const signIn = async (asks: Asks, email: string, password: string, address: string, headers: Record<string, string> = {}) =>
  (await asks('POST', '/api/session', { json: { email, password }, address, headers })).status

describe('guessing passwords', () => {
  test('[DOS-08] ten wrong ones for a person end in a wait, from that address only, whatever a header says of it', async () => {
    const { stranger, person, clock } = await scene()
    await person('Ana', 'owner')
    const tries = []
    for (let i = 0; i < 11; i++) {
      const forged = { 'x-forwarded-for': `10.0.0.${i}`, forwarded: `for=10.0.0.${i}` }
      tries.push(await signIn(stranger, 'ana@example.org', `guess ${i}`, '203.0.113.9', forged))
    }
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    // The right one too: or the limit would tell which is right.
    expect(await signIn(stranger, 'ana@example.org', PASSWORD, '203.0.113.9')).toBe(429)
    expect(await signIn(stranger, 'ana@example.org', PASSWORD, '198.51.100.4')).toBe(200)
    clock.pass(15 * MINUTE)
    expect(await signIn(stranger, 'ana@example.org', PASSWORD, '203.0.113.9')).toBe(200)
  })

  test('guesses sent all at once are counted like those sent one by one', async () => {
    const { stranger, person } = await scene()
    await person('Ana', 'owner')
    const tries = await Promise.all(
      Array.from({ length: 25 }, (_, i) => signIn(stranger, 'ana@example.org', `guess ${i}`, '203.0.113.9')),
    )
    // Two are checked at a time, so one may slip in while the tenth is being counted.
    expect(tries.filter((status) => status === 401).length).toBeLessThanOrEqual(11)
    expect(tries.filter((status) => status !== 401 && status !== 429)).toEqual([])
  })

  test('thirty people behind one address sign in as they like, all at once', async () => {
    const { stranger, person } = await scene()
    const names = Array.from({ length: 30 }, (_, i) => `person${i}`)
    for (const name of names) await person(name, 'writer')
    const all = await Promise.all(names.map((name) => signIn(stranger, `${name}@example.org`, PASSWORD, '198.51.100.4')))
    expect(new Set(all)).toEqual(new Set([200]))
  })

  test('a hundred wrong ones from one address, whoever they claim to be, end in a wait for that address', async () => {
    const clock = new TurnedClock()
    const limit = new SignInLimit(clock)
    for (let i = 0; i < 100; i++) {
      limit.check('203.0.113.9', `invented${i}@example.org`)
      limit.failed('203.0.113.9', `invented${i}@example.org`)
    }
    expect(() => limit.check('203.0.113.9', 'ana@example.org')).toThrow('Try again in 15 minutes.')
    limit.check('198.51.100.4', 'ana@example.org')
    clock.pass(14.5 * MINUTE)
    expect(() => limit.check('203.0.113.9', 'ana@example.org')).toThrow('Try again in a minute.')
    clock.pass(0.5 * MINUTE)
    limit.check('203.0.113.9', 'ana@example.org')
  })

  test('[AUT-10] a flood from one address keeps nobody at another out', async () => {
    const { stranger, person } = await scene()
    await person('Ana', 'owner')
    const flood = Array.from({ length: 40 }, (_, i) => signIn(stranger, `invented${i}@example.org`, 'guess', '203.0.113.9'))
    // Sent after it, and answered among the first: each address has its turn.
    const order: string[] = []
    const anas = signIn(stranger, 'ana@example.org', PASSWORD, '198.51.100.4').then((status) => order.push('ana') && status)
    for (const one of flood) void one.then((status) => status === 401 && order.push('flood'))
    expect(await anas).toBe(200)
    expect(order.indexOf('ana')).toBeLessThan(12)
    expect(new Set(await Promise.all(flood))).toEqual(new Set([401]))
  })
})

describe('counting', () => {
  test('is bounded however many addresses there are', () => {
    const count = new FailureCount(new TurnedClock(), 3, 100)
    for (let i = 0; i < 5000; i++) count.add(`address ${i}`)
    expect(count.size).toBe(100)
    expect(count.wait('address 4999')).toBe(0)
  })

  test('slides: each failure is forgotten in its own time', () => {
    const clock = new TurnedClock()
    const count = new FailureCount(clock, 2)
    count.add('a')
    clock.pass(10 * MINUTE)
    count.add('a')
    expect(count.wait('a')).toBe(5 * MINUTE)
    clock.pass(5 * MINUTE)
    expect(count.wait('a')).toBe(0)
    count.add('a')
    expect(count.wait('a')).toBe(10 * MINUTE)
  })

  test('[AUT-11] an address is one however it is written', () => {
    expect(addressOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(addressOf('::FFFF:10.0.0.1')).toBe(addressOf('10.0.0.1'))
    expect(addressOf('2001:db8:1:2::5')).toBe(addressOf('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'))
    expect(addressOf('2001:db8:1:3::5')).not.toBe(addressOf('2001:db8:1:2::5'))
    expect(addressOf('fe80::1%eth0')).toBe(addressOf('fe80::1'))
    expect(addressOf('::1')).toBe('0:0:0:0')
    expect(addressOf(undefined)).toBe('unknown')
  })
})

describe('slow work', () => {
  test('never more than two at once, each address in turn, and a bounded line', async () => {
    const slow = new SlowWork(2, 3, 5)
    let running = 0
    let most = 0
    const order: string[] = []
    const ends: (() => void)[] = []
    const job = (address: string) =>
      slow.run(address, async () => {
        most = Math.max(most, ++running)
        order.push(address)
        await new Promise<void>((end) => ends.push(end))
        running--
      })
    const jobs = ['a', 'a', 'a', 'a', 'a', 'b'].map(job)
    await expect(job('a')).rejects.toMatchObject({ type: 'too-busy', status: 503 })
    jobs.push(job('c'))
    await expect(job('d')).rejects.toMatchObject({ type: 'too-busy' })
    while (order.length < 7 || ends.length > 0) {
      ends.shift()?.()
      await Promise.resolve()
    }
    await Promise.all(jobs)
    expect(most).toBe(2)
    expect(order).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'a'])
  })

  test('that fails gives its place on', async () => {
    const slow = new SlowWork(1)
    const first = slow.run('a', () => Promise.reject(new Error('no')))
    const second = slow.run('b', () => Promise.resolve('done'))
    await expect(first).rejects.toThrow('no')
    expect(await second).toBe('done')
  })
})
