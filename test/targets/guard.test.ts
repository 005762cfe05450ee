/** The way out: whom it talks to, how long, and how much it listens. SSRF: no address of this network, by any spelling. */
import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reachOf } from '../../server/targets/addresses.ts'
import { askOutside, mustBeAllowed, NoReply, type Ask, type Lookup } from '../../server/targets/guard.ts'

/** Somebody who listens on this machine, and notes who comes. */
async function aServer(answer: RequestListener = (_, response) => response.end('{}')) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { heard, port, url: `http://127.0.0.1:${port}` }
}

const trouble = async (asking: Promise<unknown>): Promise<NoReply> => {
  const error: unknown = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof NoReply) return error
  throw new Error(`expected no reply, not ${String(error)}`)
}
const get = (url: string, more: Partial<Ask> = {}): Ask => ({ method: 'GET', url, allowPrivate: false, ...more })

/** Names become these addresses, the first time the first of them. */
const answering = (...answers: string[][]): Lookup & { asked: number } => {
  const lookup = ((_name: string, options: { all: boolean }, done: (error: null, found: LookupAddress[]) => void) => {
    expect(options.all).toBe(true)
    const found = answers[Math.min(lookup.asked, answers.length - 1)]!
    lookup.asked += 1
    done(null, found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))) // prettier-ignore
  }) as unknown as Lookup & { asked: number }
  lookup.asked = 0
  return lookup
}

describe('addresses', () => {
  test('those of this machine and its networks are known, in IPv4 and by every road of IPv6 to it', () => {
    for (const address of [
      '127.0.0.1',
      '127.255.1.2',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.64.0.1',
      '198.18.0.1',
      '203.0.113.7',
      '::1',
      'fc00::1',
      'fd12:3456::1',
      '2001:db8::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:192.168.0.1',
      '::127.0.0.1',
      '0:0:0:0:0:ffff:10.0.0.1',
      '64:ff9b::10.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2002:c0a8:101::1',
      '[::1]',
      '::ffff:0:10.0.0.1',
    ])
      // prettier-ignore
      expect(reachOf(address), address).toBe('private')
    for (const address of [
      '0.0.0.0',
      '0.1.2.3',
      '169.254.169.254',
      '169.254.1.1',
      '224.0.0.1',
      '239.255.255.250',
      '255.255.255.255',
      '240.0.0.1',
      '192.0.0.192',
      '100.100.100.200',
      '168.63.129.16',
      '::',
      'fe80::1',
      'fe80::1%eth0',
      'ff02::1',
      'fd00:ec2::254',
      '::ffff:169.254.169.254',
      '64:ff9b::a9fe:a9fe',
      '2001::1',
      'localhost',
      '',
      '127.1',
      '0x7f.0.0.1',
      '127.0.0.1.example',
    ])
      // prettier-ignore
      expect(reachOf(address), address).toBe('never')
    for (const address of [
      '1.1.1.1',
      '172.32.0.1',
      '100.63.255.255',
      '100.128.0.1',
      '11.0.0.1',
      '2606:4700::1111',
      '::ffff:1.1.1.1',
      '64:ff9b::101:101',
    ])
      // prettier-ignore
      expect(reachOf(address), address).toBe('world')
  })

  test('SSRF an address that leads inside is refused when it is typed in, whatever its spelling', () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.0.0.1.',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[0:0:0:0:0:ffff:7f00:0001]',
      '10.0.0.1',
      '169.254.169.254',
      '0',
      '0.0.0.0',
      '[::]',
      '①②⑦.⓪.⓪.①',
      '%31%32%37.0.0.1',
    ])
      // prettier-ignore
      expect(() => mustBeAllowed(`https://${host}/`, false), host).toThrow(NoReply)
    for (const address of [
      'http://site.example',
      'ftp://site.example',
      'file:///etc/passwd',
      'https://',
      'site.example',
      'https://user:pw@site.example',
      'javascript:alert(1)',
      'gopher://127.0.0.1:70/',
    ])
      expect(() => mustBeAllowed(address, false), address).toThrow(NoReply)
    expect(mustBeAllowed('https://site.example/blog', false).href).toBe('https://site.example/blog')
    expect(mustBeAllowed('http://127.0.0.1:8080', true).port).toBe('8080')
    expect(() => mustBeAllowed('http://1.1.1.1', true), 'without https only inside').toThrow('https')
    for (const host of ['169.254.169.254', '[fd00:ec2::254]', '0.0.0.0', '[::ffff:a9fe:a9fe]'])
      expect(() => mustBeAllowed(`https://${host}/`, true), `${host}, even where private ones are allowed`).toThrow(NoReply)
  })
})

describe('names', () => {
  test('SSRF a name that leads inside is refused where the connection is made, and nobody hears of it', async () => {
    const { heard, port } = await aServer()
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', '0.0.0.0']) {
      const no = await trouble(askOutside(get(`https://site.example:${port}/`), answering([address])))
      expect([no.why, no.sure], address).toEqual(['not allowed', true])
      expect(no.message).toContain(`site.example:${port}`)
    }
    const localhost = await trouble(askOutside(get(`https://localhost:${port}/`)))
    expect(localhost.why).toBe('not allowed')
    expect(heard).toEqual([])
  })

  test('SSRF a name with one good address and one inside is refused whole', async () => {
    const no = await trouble(askOutside(get('https://site.example/'), answering(['192.0.66.1', '127.0.0.1'])))
    expect(no.why).toBe('not allowed')
  })

  test('SSRF a name that changes its address between two looks (DNS rebinding) is looked up once, and that is what counts', async () => {
    const { heard, port } = await aServer()
    const rebinding = answering(['127.0.0.1'], ['127.0.0.1'])
    expect((await trouble(askOutside(get(`https://site.example:${port}/`), rebinding))).why).toBe('not allowed')
    expect(rebinding.asked).toBe(1)
    // Good when it is looked at, inside at the next request: that one is refused, because nothing is kept.
    const later = answering(['127.0.0.1'], ['169.254.169.254'])
    const ask = get(`http://site.example:${port}/`, { allowPrivate: true })
    expect((await askOutside(ask, later)).status).toBe(200)
    expect((await trouble(askOutside(ask, later))).why).toBe('not allowed')
    expect(heard).toEqual(['GET /'])
  })

  test('without https a name must lead inside; to the world nothing is sent in the open', async () => {
    const no = await trouble(askOutside(get('http://site.example/', { allowPrivate: true }), answering(['1.1.1.1'])))
    expect(no.message).toContain('https')
    const { port } = await aServer()
    expect((await askOutside(get(`http://site.example:${port}/`, { allowPrivate: true }), answering(['127.0.0.1']))).status).toBe(
      200,
    )
  })
})

describe('answers', () => {
  const here = (url: string, more: Partial<Ask> = {}) => askOutside(get(url, { allowPrivate: true, ...more }))

  test('SSRF a redirect is handed back and never followed', async () => {
    const inner = await aServer()
    const outer = await aServer((_, response) => response.writeHead(302, { location: `${inner.url}/secret` }).end())
    const reply = await here(outer.url)
    expect([reply.status, reply.headers.location]).toEqual([302, `${inner.url}/secret`])
    expect(inner.heard).toEqual([])
  })

  test('who does not answer, who never stops, and who hangs up are given up, and it is said without the path', async () => {
    const silent = await aServer(() => {})
    const slow = await trouble(here(`${silent.url}/hook/SECRET?key=SECRET`, { timeMs: 50 }))
    expect([slow.why, slow.sure]).toEqual(['time', false])
    const endless = await aServer((_, response) => {
      const chunk = 'x'.repeat(1024 * 1024)
      const more = (): void => void (response.destroyed || response.write(chunk, more))
      more()
    })
    const large = await trouble(here(`${endless.url}/SECRET`))
    expect([large.why, large.message.includes('8 MB')]).toEqual(['size', true])
    const dropping = await aServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"half":', () => response.destroy())
    })
    const half = await trouble(here(`${dropping.url}/SECRET`))
    expect(half.why).toBe('no line')
    const { url } = await aServer((request) => request.socket.destroy())
    const gone = await trouble(here(`${url}/SECRET`))
    expect([gone.why, gone.sure]).toEqual(['no line', false])
    const nobody = await trouble(here('http://127.0.0.1:1/SECRET'))
    expect([nobody.why, nobody.sure, nobody.message]).toEqual(['no line', true, '127.0.0.1:1 takes no connections.'])
    for (const one of [slow, large, half, gone, nobody]) expect(one.message).not.toContain('SECRET')
  })

  test('a packed answer that would unpack to anything is taken as it is', async () => {
    const { url } = await aServer((request, response) => response.end(request.headers['accept-encoding']))
    expect((await here(url)).text).toBe('identity')
  })
})

test('[P10] who answers by wanting another protocol has not answered, and nobody waits for them', async () => {
  const { url } = await aServer((_, response) => {
    response.socket!.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: chat\r\nconnection: upgrade\r\n\r\n')
  })
  expect(await trouble(askOutside(get(url, { allowPrivate: true })))).toMatchObject({ why: 'no line', sure: false })
})
