/** Pictures on their way into a story: what is taken, what is made of it, and what is said no to. */
import { shareStory } from '../../db/stories.ts'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Pictures } from '../../server/assets/pictures.ts'
import { makeLog } from '../../server/log.ts'
import type { Asset } from '../../shared/api.ts'
import { sourcesOf, widthsFor } from '../../shared/pictures.ts'
import { newStory, scene, type Answer, type Asks, type Scene } from '../routes/scene.ts'
import { animation, bomb, file, fromACamera, noise, seeThrough, type Kind } from './files.ts'

const add = (asks: Asks, storyId: string, body: BodyInit, headers: Record<string, string> = {}) =>
  asks<Asset>('POST', `/api/stories/${storyId}/assets`, { body, headers })

/** One of the files of a picture, as its readers get it. */
async function look(room: Scene, cookie: string, asset: string, name: string) {
  const response = await room.app.request(`/api/assets/${asset}/${name}`, { headers: { cookie } })
  return { headers: response.headers, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

const text = (words: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(words)
const together = (...parts: Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts))
const said = ({ status, problem }: Answer<unknown>) => `${status} ${problem}`
/** What lies in the folder of pictures, work included. */
const kept = ({ dataDir }: Scene): string[] =>
  readdirSync(join(dataDir, 'assets'), { recursive: true })
    .map(String)
    .filter((name) => name !== 'new')
    .sort()

test('a picture is kept upright, in sensible widths, and without what the camera wrote into it', async () => {
  const room = await scene()
  const { asks, cookie } = await room.person('Ana', 'writer')
  const story = await newStory(asks)

  // Lying on its side in the file: 60 × 40 there is 40 × 60 for whoever looks.
  const upright = await add(asks, story.id, await fromACamera())
  expect([upright.status, upright.body.width, upright.body.height, upright.body.lost]).toEqual([201, 40, 60, []])
  expect(upright.body.asset).toMatch(/^[0-9A-Za-z]{18}-40x60$/)
  for (const name of ['40.webp', 'picture.jpg']) {
    const { bytes, headers } = await look(room, cookie, upright.body.asset, name)
    const { width, height, exif, icc, xmp, orientation } = await sharp(bytes).metadata()
    expect([width, height, exif, icc, xmp, orientation]).toEqual([40, 60, undefined, undefined, undefined, undefined])
    expect(bytes.toString('latin1')).not.toMatch(/Camera of Ana|secret remark|GPS/)
    expect(headers.get('content-type')).toBe(name === '40.webp' ? 'image/webp' : 'image/jpeg')
  }

  // Wide enough for three; never made larger than it was.
  const wide = await add(asks, story.id, await file('jpeg', 2400, 30))
  expect([wide.body.width, wide.body.height]).toEqual([1920, 24])
  expect(kept(room).filter((name) => name.startsWith(wide.body.asset))).toEqual(
    ['', '/1280.webp', '/1920.webp', '/640.webp', '/picture.jpg'].map((name) => wide.body.asset + name),
  )
  expect((await sharp((await look(room, cookie, wide.body.asset, '640.webp')).bytes).metadata()).width).toBe(640)
  expect([widthsFor(500), widthsFor(700), widthsFor(720), widthsFor(1500)]).toEqual([[500], [700], [640, 720], [640, 1280, 1500]])
  expect(sourcesOf(upright.body.asset)).toBe(`/api/assets/${upright.body.asset}/40.webp 40w`)

  // What one can see through stays so.
  const glass = await add(asks, story.id, await seeThrough())
  expect(kept(room)).toContain(`${glass.body.asset}/picture.png`)
  expect((await sharp((await look(room, cookie, glass.body.asset, 'picture.png')).bytes).stats()).isOpaque).toBe(false)

  const moved = await add(asks, story.id, await animation())
  expect([moved.status, moved.body.height, moved.body.lost.length]).toEqual([201, 20, 1])
})

test('the content decides: all five kinds come in under a wrong name, and the same file again is the same asset', async () => {
  const room = await scene()
  const { asks, cookie } = await room.person('Ana', 'writer')
  const story = await newStory(asks)
  const kinds: Kind[] = ['jpeg', 'png', 'webp', 'avif', 'gif']
  for (const kind of kinds) {
    const body = await file(kind)
    const first = await add(asks, story.id, body, { 'content-type': 'text/html' })
    expect([first.status, first.body.width, first.body.height], kind).toEqual([201, 60, 40])
    const { data } = await sharp((await look(room, cookie, first.body.asset, '60.webp')).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([data[0]! > 200, data[2]! < 60, data.at(-3)! < 60, data.at(-1)! > 200], `${kind}: red left, blue right`).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect((await add(asks, story.id, body)).body.asset, kind).toBe(first.body.asset)
  }
  expect(await room.db.selectFrom('assets').select('id').execute()).toHaveLength(kinds.length)

  // A picture with something behind it comes in as the picture, and as nothing else.
  const two = await add(asks, story.id, together(await file('png', 61), text('PK<script>alert(1)</script>')))
  for (const name of ['61.webp', 'picture.jpg'])
    expect((await look(room, cookie, two.body.asset, name)).bytes.includes('<script>'), name).toBe(false)
})

test('[UPL-01] [UPL-09] drawings, pages, bombs, phones’ own formats and half files are refused in a sentence, and leave nothing', async () => {
  const room = await scene()
  const { asks } = await room.person('Ana', 'writer')
  const story = await newStory(asks)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(document.domain)"/>'
  const lol = '<!DOCTYPE x [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>'
  const jpeg = await file('jpeg', 400, 300)
  const png = await file('png', 400, 300)
  const heic = together(new Uint8Array([0, 0, 0, 24]), text('ftypheic\0\0\0\0mif1heic'), new Uint8Array(64))
  const refused: [what: string, file: Uint8Array<ArrayBuffer>, answer: string, says: RegExp, type?: string][] = [
    ['an SVG', text(svg), '415 wrong-type', /SVG/],
    ['an SVG that says PNG', text(svg), '415 wrong-type', /SVG/, 'image/png'],
    ['an SVG that says JPEG', text(`\ufeff\n<?xml version="1.0"?>${svg}`), '415 wrong-type', /SVG/, 'image/jpeg'],
    ['an SVG in UTF-16', new Uint8Array(Buffer.from(`\ufeff${svg}`, 'utf16le')), '415 wrong-type', /SVG/],
    ['a laughing SVG', text(lol), '415 wrong-type', /SVG/, 'image/svg+xml'],
    ['a page', text('<!doctype html><script>alert(1)</script>'), '415 wrong-type', /page/, 'image/gif'],
    ['a PDF', text('%PDF-1.7'), '415 wrong-type', /PDF/],
    ['a TIFF', text('II*\0'), '415 wrong-type', /JPEG, PNG/],
    ['a phone’s picture', heic, '415 wrong-type', /HEIC/],
    ['nothing', new Uint8Array(), '415 wrong-type', /empty/],
    ['a program with a picture’s first letters', text(`GIF89a=1;alert(1);/*${' '.repeat(600)}`), '422 not-readable', /damaged/],
    ['a picture with an SVG behind its first letters', together(png.subarray(0, 8), text(svg)), '422 not-readable', /damaged/],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), '422 not-readable', /cut off/],
    ['half a PNG', png.subarray(0, png.length / 2), '422 not-readable', /cut off/],
    ['a bomb', bomb(), '413 too-large', /16000 × 16000/],
  ]
  for (const [what, body, answer, says, type] of refused) {
    const no = await add(asks, story.id, body, type === undefined ? {} : { 'content-type': type })
    expect(said(no), what).toBe(answer)
    expect(String((no.body as unknown as { detail: string }).detail), what).toMatch(says)
  }
  // Said to be small, and is not: read no further than allowed.
  let read = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      read += 1
      controller.enqueue(read === 1 ? png : new Uint8Array(1024 * 1024))
    },
  })
  await expect(room.desk.pictures.keep(story.id, story.editedBy!.id, endless)).rejects.toMatchObject({ type: 'too-large' })
  expect(read).toBeLessThan(30)
  const declared = await add(asks, story.id, png, { 'content-length': String(1024 ** 3) })
  expect(said(declared)).toBe('413 too-large')
  expect(kept(room)).toEqual([])
})

test('only those who may read the story see its pictures, and nothing else is to be had there', async () => {
  const room = await scene()
  const [ana, cleo, gus] = [
    await room.person('Ana', 'writer'),
    await room.person('Cleo', 'checker'),
    await room.person('Gus', 'guest'),
  ]
  const [story, other] = [await newStory(ana.asks), await newStory(ana.asks)]
  const png = await file('png')
  expect(said(await add(cleo.asks, story.id, png))).toBe('403 not-allowed')
  expect(said(await add(gus.asks, story.id, png))).toBe('404 no-story')
  expect(said(await add(room.stranger, story.id, png))).toBe('401 signed-out')
  expect(said(await add(ana.asks, 'nosuchstory1', png))).toBe('404 no-story')

  const { asset } = (await add(ana.asks, story.id, png)).body
  const path = `/api/assets/${asset}/60.webp`
  const seen = await ana.asks('GET', path)
  expect(seen.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(seen.headers.get('x-content-type-options')).toBe('nosniff')
  expect(seen.headers.get('content-security-policy')).toContain('sandbox')
  const again = await ana.asks('GET', path, { headers: { 'if-none-match': seen.headers.get('etag')! } })
  expect([again.status, again.text]).toEqual([304, ''])
  expect((await cleo.asks('GET', path)).status).toBe(200)
  expect(said(await gus.asks('GET', path))).toBe('404 no-asset')
  expect(said(await room.stranger('GET', path))).toBe('401 signed-out')

  // [UPL-03] [UPL-04] Only a picture's own names lead to the disk.
  for (const name of [
    '61.webp',
    '060.webp',
    '60.webp.',
    'picture.png',
    'upload',
    '..',
    '..%2f..%2fcopydesk.sqlite',
    '..%5c..%5ccopydesk.sqlite',
    '%2e%2e%2fnew',
  ])
    expect((await ana.asks('GET', `/api/assets/${asset}/${name}`)).status, name).toBe(404)
  for (const id of ['new', '..', '%2e%2e', asset.replace('60x40', '1280x40'), `${asset}x`])
    expect((await ana.asks('GET', `/api/assets/${id}/60.webp`)).status, id).toBe(404)

  // Text copied into another story takes its pictures along, for that story's readers.
  const copy = (asks: Asks, id: string, of: string) =>
    asks<Asset>('POST', `/api/stories/${id}/assets/copy`, { json: { asset: of } })
  const taken = await copy(ana.asks, other.id, asset)
  expect([taken.status, taken.body.width]).toEqual([201, 60])
  expect(taken.body.asset).not.toBe(asset)
  expect((await copy(ana.asks, other.id, asset)).body.asset).toBe(taken.body.asset)
  expect((await copy(ana.asks, story.id, asset)).body.asset).toBe(asset)
  expect(said(await copy(ana.asks, other.id, 'nosuchasset0-60x40'))).toBe('404 no-asset')
  expect(said(await copy(cleo.asks, other.id, asset))).toBe('403 not-allowed')
  await shareStory(room.db, other.id, gus.person.id)
  expect((await gus.asks('GET', `/api/assets/${taken.body.asset}/60.webp`)).status).toBe(200)
  expect(said(await gus.asks('GET', path))).toBe('404 no-asset')
})

test('a server that was killed in the middle finds every picture whole, or nothing of it', async () => {
  const room = await scene()
  const { asks, person } = await room.person('Ana', 'writer')
  const story = await newStory(asks)
  const { asset } = (await add(asks, story.id, await file('png'))).body
  const folder = join(room.dataDir, 'assets')
  // Killed while it worked; and after the picture was named, before it was moved to its place.
  mkdirSync(join(folder, 'new', 'half'))
  writeFileSync(join(folder, 'new', 'half', 'upload'), 'half a picture')
  const named = 'abcdefghijklmnopqr-1x1'
  mkdirSync(join(folder, 'new', named))
  writeFileSync(join(folder, 'new', named, '1.webp'), 'RIFF')
  await room.db
    .insertInto('assets')
    .values({ id: named, story_id: story.id, sha256: 'x', type: 'image/png', bytes: 4, created_by: person.id, created_at: 0 })
    .execute()

  const again = new Pictures({ ...room.desk, log: makeLog('silent') })
  await again.begin()
  again.close()
  expect(readdirSync(join(folder, 'new'))).toEqual([])
  expect(existsSync(join(folder, named, '1.webp'))).toBe(true)
  expect((await asks('GET', `/api/assets/${asset}/60.webp`)).status).toBe(200)
})

test('a full disk, a broken disk, a flood and a picture without end: each is a sentence, and the next picture comes in', async () => {
  const room = await scene()
  const { asks, person } = await room.person('Ana', 'writer')
  const story = await newStory(asks)
  const { pictures } = room.desk
  const png = await file('png')
  const full = new Pictures(room.desk, Number.MAX_SAFE_INTEGER)
  await expect(full.keep(story.id, person.id, png)).rejects.toMatchObject({
    type: 'not-saved',
    message: expect.stringMatching(/nearly full/),
  })

  // Six on their way and no end in sight: the seventh is told to wait, a colleague is not.
  const open: ReadableStreamDefaultController<Uint8Array>[] = []
  const slow = Array.from({ length: 6 }, () =>
    pictures.keep(story.id, person.id, new ReadableStream({ start: (controller) => void open.push(controller) })),
  )
  await expect.poll(() => readdirSync(join(room.dataDir, 'assets', 'new')).length).toBe(6)
  await expect(pictures.keep(story.id, person.id, png)).rejects.toMatchObject({ type: 'too-busy' })
  const ben = await room.person('Ben', 'writer')
  expect((await add(ben.asks, story.id, png)).status).toBe(201)
  // The line breaks: what had come is nothing.
  for (const controller of open) controller.error(new Error('the line is gone'))
  await Promise.all(slow.map((one) => expect(one).rejects.toThrow('the line is gone')))
  expect(readdirSync(join(room.dataDir, 'assets', 'new'))).toEqual([])

  // A picture that takes for ever: time passes, the process that reads it is ended, the next is read by another.
  const upload = { ended: false }
  const stuck = expect(pictures.keep(story.id, person.id, await noise(2000, 1500)))
    .rejects.toMatchObject({ type: 'not-readable', message: expect.stringMatching(/gave up/) })
    .finally(() => (upload.ended = true))
  while (!upload.ended) {
    room.clock.pass(31_000)
    await new Promise((soon) => setImmediate(soon))
  }
  await stuck
  expect((await add(asks, story.id, await file('png', 62))).status).toBe(201)

  rmSync(join(room.dataDir, 'assets', 'new'), { recursive: true })
  writeFileSync(join(room.dataDir, 'assets', 'new'), 'in the way')
  expect(said(await add(asks, story.id, await file('png', 63)))).toBe('503 not-saved')
})

test('[IMG-03] a picture outlives a new slug; of a deleted story it is kept for a month, in case the story comes back', async () => {
  const room = await scene()
  const { asks } = await room.person('Eli', 'editor')
  const story = await newStory(asks)
  const { asset } = (await add(asks, story.id, await file('png'))).body
  const sees = async () => (await asks('GET', `/api/assets/${asset}/60.webp`)).status
  await asks('PATCH', `/api/stories/${story.id}`, { json: { slug: 'another-slug' } })
  expect(await sees()).toBe(200)

  const day = 24 * 60 * 60_000
  await asks('DELETE', `/api/stories/${story.id}`)
  expect(await sees()).toBe(404)
  room.clock.pass(29 * day)
  await asks('POST', `/api/stories/${story.id}/restore`)
  expect(await sees()).toBe(200)

  await asks('DELETE', `/api/stories/${story.id}`)
  room.clock.pass(31 * day)
  const rows = () => room.db.selectFrom('assets').select('id').execute()
  await expect.poll(async () => [kept(room), await rows()]).toEqual([[], []])
})
