/** The site as files, served by a plain static server and walked through link by link. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Edition, EditionPreview } from '../../shared/shapes/editions.ts'
import type { Target } from '../../shared/shapes/targets.ts'
import { targetRow } from '../../db/targets.ts'
import { adapterFor } from '../../server/targets/adapters.ts'
import { fileOf, siteFiles } from '../../server/targets/site-crawl.ts'
import { FolderWriter, LIST } from '../../server/targets/folder-writer.ts'
import { p, site, type Told } from '../site/site.ts'
import { parcel } from './parcels.ts'

// Cards are drawn in a process that gives way to everything else.
vi.setConfig({ testTimeout: 120_000 })

function aGround(): string {
  const ground = mkdtempSync(join(tmpdir(), 'copydesk-ground-'))
  onTestFinished(() => rmSync(ground, { recursive: true, force: true }))
  return ground
}

async function aFolder() {
  const ground = aGround()
  const folder = join(ground, 'public')
  const room = await site({ siteFolders: [ground] })
  const made = await room.ana<Target>('POST', '/api/targets', { json: { kind: 'folder', name: 'Static', config: { folder } } })
  expect(made.status, made.text).toBe(201)
  const adapter = async () => adapterFor(room.desk, (await targetRow(room.db, made.body.id))!)
  const deliver = async (storyId: string) => (await adapter()).deliver(parcel({ storyId }))
  /** Publishes there as somebody in the newsroom does. */
  const publishes = async (id: string, kind: string, extra = {}) => {
    const seen = await room.ana<EditionPreview>('POST', `/api/stories/${id}/preview`, { json: { kind } })
    const json = { stamp: seen.body.stamp, kind, targets: ['site', made.body.id], withoutNote: 'For a test.', ...extra }
    const out = await room.ana<Edition>('POST', `/api/stories/${id}/publish`, { json })
    expect(out.status, out.text).toBe(201)
    await room.desk.deliveries.settled()
  }
  const file = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { ground, folder, room, target: made.body, adapter, deliver, publishes, file }
}

/** What any static host does, and no more. */
async function served(folder: string): Promise<string> {
  const types: Record<string, string> = { html: 'text/html', xml: 'application/xml', css: 'text/css', json: 'application/json' }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://static.example')
    const at = join(folder, decodeURIComponent(pathname))
    const file = existsSync(at) && statSync(at).isDirectory() ? join(at, 'index.html') : at
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': types[file.split('.').at(-1)!] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** @returns every address that was reached, and those that lead nowhere */
async function walked(origin: string): Promise<{ reached: string[]; broken: string[] }> {
  const [seen, broken] = [new Set(['/']), [] as string[]]
  for (const address of seen) {
    const reply = await fetch(origin + address)
    const text = await reply.text()
    if (reply.status !== 200) broken.push(address)
    if (!/html|xml|css/.test(reply.headers.get('content-type') ?? '')) continue
    const links = [...text.matchAll(/(?:href|src|content)="([^"]*)"|url\(["']?([^"')]+)|<(?:link|loc)>([^<]+)</g)]
    const sets = [...text.matchAll(/srcset="([^"]*)"/g)].flatMap(([, set]) =>
      set!.split(',').map((one) => one.trim().split(' ')[0]!),
    )
    for (const link of [...links.map((match) => match[1] ?? match[2] ?? match[3] ?? ''), ...sets]) {
      if (!URL.canParse(link, origin) || !/^(\/|https:\/\/desk\.example\/)/.test(link)) continue
      seen.add(new URL(link, origin).pathname)
    }
  }
  return { reached: [...seen], broken }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(folder.length + 1))
    .toSorted()

const told: Told = { byline: 'By Ana Ruiz and Ben Ek', body: [p('Water & wind.')], particulars: { topics: ['Sea'] } }

test('whatever is on the site is in the folder, and no link in it leads nowhere', async () => {
  const { folder, room, publishes, file } = await aFolder()
  const first = await room.writes({ ...told, headline: 'The harbour' })
  const other = await room.writes({ ...told, headline: 'The pier' })
  await publishes(first, 'first')
  await publishes(other, 'first')
  const { reached, broken } = await walked(await served(folder))
  expect(broken).toEqual([])
  for (const address of ['/', '/story-1', '/story-2', '/authors/ana-ruiz', '/topics/sea', '/archive/2026/06', '/feed.xml'])
    expect(reached, address).toContain(address)
  expect(file('story-1/index.html')).toBe((await room.get('/story-1')).text)
  expect(file('feed.xml')).toContain('The pier')
  expect(file('404.html')).toContain('</html>')
  expect(filesIn(folder).filter((name) => /\.copydesk-(?!files)/.test(name))).toEqual([])
})

test('what did not change is not written again; a withdrawn story is a notice there, a moved one leads on', async () => {
  const { folder, room, publishes, file, adapter, deliver } = await aFolder()
  const id = await room.writes({ ...told, headline: 'Zqgone' })
  await publishes(id, 'first')
  await publishes(await room.writes(), 'first')
  const icon = join(folder, 'site/icon.svg')
  utimesSync(icon, 1000, 1000)
  const standing = await room.ana<{ version: number }>('GET', `/api/stories/${id}/standing`)
  await room.ana('PATCH', `/api/stories/${id}/particulars`, { json: { version: standing.body.version, path: 'moved' } })
  await publishes(id, 'update')
  expect(statSync(icon).mtimeMs).toBe(1_000_000)
  expect(file('story-1/index.html')).toContain('url=/moved')
  expect((await walked(await served(folder))).broken).toEqual([])
  expect(await (await adapter()).compare(parcel({ storyId: id }), { id: '', url: null, seen: null, hash: null })).toBe(null)
  writeFileSync(join(folder, 'moved/index.html'), 'mine')
  expect(await (await adapter()).compare(parcel({ storyId: id }), { id: '', url: null, seen: null, hash: null })).toContain(
    'changed',
  )
  await publishes(id, 'kill')
  expect(file('moved/index.html')).toBe((await room.get('/moved')).text)
  const all = filesIn(folder).map((name) => (/\.(html|xml|json)$/.test(name) ? file(name) : ''))
  expect(all.join('')).not.toContain('Zqgone')
  expect((await walked(await served(folder))).broken).toEqual([])
  expect(await deliver(id)).toMatchObject({ outcome: 'out', says: '0 files were new or changed.' })
})

test('only what an edition may have changed is looked at, and yet the folder is the whole site after each', async () => {
  const { folder, room, publishes, file } = await aFolder()
  const isWhole = async (after: string) => {
    const site = new Map<string, string>()
    for await (const { file: name, bytes } of siteFiles(room.desk)) site.set(name, Buffer.from(bytes).toString('latin1'))
    const there = filesIn(folder).filter((name) => name !== LIST)
    expect(there, after).toEqual([...site.keys()].toSorted())
    for (const name of there) expect(readFileSync(join(folder, name), 'latin1'), `${name} ${after}`).toBe(site.get(name))
  }
  const says = async (id: string, particulars: object) => {
    const { version } = (await room.ana<{ version: number }>('GET', `/api/stories/${id}/standing`)).body
    await room.ana('PATCH', `/api/stories/${id}/particulars`, { json: { version, ...particulars } })
  }
  const quiet = await room.writes({ headline: 'Quiet', byline: 'By Cy Hart', particulars: { topics: ['Hills'] } })
  const id = await room.writes({ ...told, headline: 'The harbour' })
  await publishes(quiet, 'first')
  await publishes(id, 'first')
  await isWhole('a first edition')
  // Of a page that nothing has changed nothing is asked: what somebody did to it stays until the server starts again.
  writeFileSync(join(folder, 'topics/hills/index.html'), 'mine')
  await says(id, { topics: ['Land'], path: 'moved' })
  await publishes(id, 'update')
  expect(file('topics/hills/index.html')).toBe('mine')
  writeFileSync(join(folder, 'topics/hills/index.html'), (await room.get('/topics/hills')).text)
  await isWhole('other topics and another path')
  // What was published to the site alone comes along, and what was withdrawn there alone goes.
  const others = await Promise.all(['A', 'B'].map((headline) => room.writes({ headline, byline: 'By Di Fox' })))
  for (const one of others) await room.publish(one, 'first')
  await room.publish(quiet, 'kill')
  await publishes(id, 'kill')
  await isWhole('a withdrawal')
  expect(filesIn(folder).filter((name) => name.startsWith('topics/') || name.startsWith('cards/moved'))).toEqual([])
  await room.ana('PATCH', '/api/newsroom/site', { json: { footer: 'Made by hand.' } })
  await publishes(id, 'return')
  expect(file('story-3/index.html')).toContain('Made by hand.')
  await isWhole('another footer, and a return')
  writeFileSync(join(folder, LIST), '')
  rmSync(join(folder, 'index.html'))
  for (const name of filesIn(folder)) if (name !== LIST) rmSync(join(folder, name))
  await says(id, { topics: ['Land', 'Sea'] })
  await publishes(id, 'update')
  await isWhole('somebody emptied the folder')
})

test('a story that is not on the site waits for it', async () => {
  const { room, deliver } = await aFolder()
  expect(await deliver(await room.writes())).toMatchObject({ outcome: 'again' })
})

describe('UPL-06 nothing outside', () => {
  test('an address becomes a file below the folder, or none', () => {
    for (const address of [
      '/../pwned',
      '/a/../../b',
      '/..%2f..%2fx',
      '/a/b/..',
      '/.git/config',
      '//evil',
      '/a\\..\\b',
      '/a%00b',
      '/a b',
      'x',
      '/a//b',
    ])
      expect(fileOf(address, false), address).toBe(null)
    expect(fileOf('/', true)).toBe('index.html')
    expect(fileOf('/story-1', true)).toBe('story-1/index.html')
    expect(fileOf('/site/newsreader-5.3.0-latin.woff2', false)).toBe('site/newsreader-5.3.0-latin.woff2')
  })

  test('a folder that no operator allows is refused, by any spelling', async () => {
    const { room, ground, target } = await aFolder()
    for (const folder of ['/etc', `${ground}/../x`, `${ground}x`, 'public', '', `${ground}/a/../../..`, '/', `${ground}\0/x`]) {
      const made = await room.ana('POST', '/api/targets', { json: { kind: 'folder', name: 'x', config: { folder } } })
      expect(made.problem, folder).toBe('invalid-field')
      const changed = await room.ana('PATCH', `/api/targets/${target.id}`, { json: { config: { folder } } })
      expect(changed.problem, folder).toBe('invalid-field')
    }
    const closed = await site()
    const none = await closed.ana('POST', '/api/targets', { json: { kind: 'folder', name: 'x', config: { folder: '/srv' } } })
    expect(none.text).toContain('SITE_FOLDERS')
  })

  test('a link on the disk that leads out is not followed, and nobody else’s file is touched', async () => {
    const outside = aGround()
    const ground = aGround()
    symlinkSync(outside, join(ground, 'out'))
    const opens = (folder: string) => FolderWriter.open(folder, [ground])
    await expect(opens(join(ground, 'out'))).rejects.toThrow('leads out')
    await expect(opens(join(ground, 'out/deeper'))).rejects.toThrow('leads out')
    const folder = join(ground, 'public')
    const writer = await opens(folder)
    symlinkSync(outside, join(folder, 'topics'))
    writeFileSync(join(folder, 'index.html'), 'mine')
    writeFileSync(join(outside, 'secret'), 'secret')
    symlinkSync(join(outside, 'secret'), join(folder, 'feed.xml'))
    const bytes = Buffer.from('ours')
    await expect(writer.put('topics/sea/index.html', bytes)).rejects.toThrow('leads out')
    await expect(writer.put('../pwned', bytes)).rejects.toThrow('outside')
    await expect(writer.put('index.html', bytes)).rejects.toThrow('a file of its own')
    await expect(writer.put('feed.xml', bytes)).rejects.toThrow('a file of its own')
    await writer.put('about/index.html', bytes)
    await writer.finish()
    await writer.close()
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('mine')
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
    expect(readdirSync(outside)).toEqual(['secret'])
    // Somebody has put a line into the list: what it names outside is not cleared away.
    writeFileSync(join(folder, LIST), `${'a'.repeat(64)} topics/secret\n${'a'.repeat(64)} ../out/secret\n`, { flag: 'a' })
    const next = await opens(folder)
    await next.finish()
    await next.close()
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
  })

  test('killed half way, the next edition goes on where it was', async () => {
    const ground = aGround()
    const folder = join(ground, 'public')
    const killed = await FolderWriter.open(folder, [ground])
    await killed.put('about/index.html', Buffer.from('half'))
    await killed.close()
    const next = await FolderWriter.open(folder, [ground])
    await next.put('about/index.html', Buffer.from('whole'))
    await next.finish()
    await next.close()
    expect(filesIn(folder)).toEqual([LIST, 'about/index.html'])
    expect(readFileSync(join(folder, 'about/index.html'), 'utf8')).toBe('whole')
    const empty = await FolderWriter.open(folder, [ground])
    await empty.finish()
    await empty.close()
    expect(filesIn(folder)).toEqual([LIST])
  })
})
