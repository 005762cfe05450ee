/** The last part of a story's public address: made of the headline, free, and never one of the site's own. */
import { describe, expect, test } from 'vitest'
import { freePath, isReserved, LONGEST_PATH, pathStem, stemOf } from '../../shared/publish/path.ts'
import { type Standing } from '../../shared/shapes/standing.ts'
import { path as pathShape } from '../../shared/shapes/words.ts'
import { newStory, scene, type Asks } from '../routes/scene.ts'

const NONE: ReadonlySet<string> = new Set()
const pathOf = (headline: string, taken = NONE) => freePath(pathStem(headline, 'Kx9-_2Qz'), taken)

describe('of a headline', () => {
  test.each([
    ['SLG-01', 'Die Übersetzung von Lasers & feelings ist fertig! 50% ?', 'die-ubersetzung-von-lasers-feelings-ist-fertig-50'],
    ['SLG-04', 'Cool trick 😀', 'cool-trick'],
    ['', 'The mender’s gap', 'the-menders-gap'],
    ['', 'Straße, Øre & Łódź: ﬁrst Æther', 'strasse-ore-lodz-first-aether'],
    ['', '  --Si elle se tient--  ', 'si-elle-se-tient'],
    ['', '../../etc/passwd', 'etc-passwd'],
  ])('%s %s', (_fault, headline, path) => expect(pathOf(headline)).toBe(path))

  test('SLG-03 SLG-04 one without a Latin letter or digit still has one, and two have two', () => {
    const paths = ['汉字', '日本', '😀', '', '…'].map((headline, i) => freePath(pathStem(headline, `Story${i}`), NONE))
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths[0]).toBe('story-story0')
    for (const path of paths) expect(path).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('is no longer than seventy letters, in whole words, with its number too', () => {
    const long = 'Somebody who speaks of the harbour and its people for a very long time indeed and then more'
    expect(pathOf(long).length).toBeLessThanOrEqual(LONGEST_PATH)
    expect(long.toLowerCase().replaceAll(' ', '-')).toContain(pathOf(long))
    expect(pathOf('a'.repeat(200))).toBe('a'.repeat(LONGEST_PATH))
    const taken = new Set([pathOf(long), 'a'.repeat(LONGEST_PATH)])
    for (const headline of [long, 'a'.repeat(200)]) {
      expect(pathOf(headline, taken)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-2$/)
      expect(pathOf(headline, taken).length).toBeLessThanOrEqual(LONGEST_PATH)
    }
  })

  test('SLG-09 one that reads like an address of the site, or of the desk, gets a number', () => {
    for (const headline of ['RSS', 'Admin', 'API', 'Login', 'Desk', 'Live', 'Archive', 'Corrections', 'Problems', '1984']) {
      const path = pathOf(headline)
      expect(isReserved(path), path).toBe(false)
      expect(path).toBe(`${headline.toLowerCase()}-2`)
    }
    expect(pathOf('..')).toMatch(/^story-/)
    expect(pathOf('index.html')).toBe('index-html')
  })

  test('SLG-09 the beginning of every address that the server answers is no story’s', async () => {
    const { app } = await scene()
    const firsts = new Set(app.routes.map(({ path }) => path.split('/')[1] ?? '').filter((first) => /^[a-z0-9-]+$/.test(first)))
    expect(firsts.size).toBeGreaterThan(10)
    for (const first of firsts) expect(isReserved(first), first).toBe(true)
  })

  test('the first number that is free', () => {
    expect(freePath('nets', new Set(['nets', 'nets-2', 'nets-4']))).toBe('nets-3')
    expect(freePath('nets', new Set(['nets-and-boats']))).toBe('nets')
  })

  test('whatever the headline, the path is one that the API takes', () => {
    const letters = ['a', 'Ü', ' ', '-', '.', '/', '’', '%', '汉', '😀', '\u202e', 'ß', '9', '\0', '?']
    for (let seed = 0; seed < 300; seed += 1) {
      const headline = Array.from({ length: seed % 90 }, (_letter, i) => letters[(seed * 7 + i * i * 13) % letters.length]).join(
        '',
      )
      expect(pathShape.safeParse(pathOf(headline)).success, headline).toBe(true)
      expect(stemOf(headline).length).toBeLessThanOrEqual(LONGEST_PATH)
    }
  })
})

const standing = async (asks: Asks, id: string) => (await asks<Standing>('GET', `/api/stories/${id}/standing`)).body
const choose = (asks: Asks, id: string, path: string | null, version: number) =>
  asks<Standing>('PATCH', `/api/stories/${id}/particulars`, { json: { path, version } })

describe('of a story', () => {
  async function desk() {
    const room = await scene()
    const { asks: ana } = await room.person('Ana', 'editor')
    const byHand = (storyId: string, path: string) =>
      room.db.insertInto('paths').values({ path, story_id: storyId, at: room.clock.now() }).execute()
    return { room, ana, byHand }
  }

  test('is proposed until somebody chooses, and kept when the story is filed', async () => {
    const { ana } = await desk()
    const { id } = await newStory(ana, { headline: 'The mender’s gap' })
    const other = await newStory(ana, { headline: 'The menders gap' })
    expect(await standing(ana, id)).toMatchObject({ suggestedPath: 'the-menders-gap', particulars: { path: null }, version: 0 })
    await ana('POST', `/api/stories/${id}/stage`, { json: { to: 'filed' } })
    expect(await standing(ana, id)).toMatchObject({
      suggestedPath: null,
      particulars: { path: 'the-menders-gap' },
      version: 1,
      pathIsFrozen: false,
    })
    expect((await standing(ana, other.id)).suggestedPath).toBe('the-menders-gap-2')
    await ana('POST', `/api/stories/${other.id}/stage`, { json: { to: 'editing' } })
    expect((await standing(ana, other.id)).particulars.path).toBe('the-menders-gap-2')
  })

  test('a story without a headline is filed without one, and one that was chosen stays', async () => {
    const { ana } = await desk()
    const { id } = await newStory(ana)
    await ana('POST', `/api/stories/${id}/stage`, { json: { to: 'filed' } })
    expect((await standing(ana, id)).particulars.path).toBeNull()
    const chosen = await newStory(ana, { headline: 'Nets' })
    await choose(ana, chosen.id, 'boats', 0)
    await ana('POST', `/api/stories/${chosen.id}/stage`, { json: { to: 'filed' } })
    expect((await standing(ana, chosen.id)).particulars.path).toBe('boats')
  })

  test('SLG-06 is never another story’s, whether that is out, was out under it once, or only has chosen it', async () => {
    const { ana, byHand } = await desk()
    const [one, two] = [await newStory(ana, { headline: 'One' }), await newStory(ana, { headline: 'Two' })]
    expect((await choose(ana, one.id, 'nets', 0)).status).toBe(200)
    expect(await choose(ana, two.id, 'nets', 0)).toMatchObject({ status: 409, problem: 'path-taken' })
    await byHand(one.id, 'nets')
    expect((await standing(ana, one.id)).pathIsFrozen).toBe(true)
    expect((await choose(ana, one.id, 'boats', 1)).status).toBe(200)
    expect((await standing(ana, one.id)).pathIsFrozen).toBe(false)
    expect(await choose(ana, two.id, 'nets', 0)).toMatchObject({ status: 409, problem: 'path-taken' })
    // Its own it may have again.
    expect((await choose(ana, one.id, 'nets', 2)).status).toBe(200)
    expect((await standing(ana, two.id)).particulars.path).toBeNull()
  })

  test('SLG-09 none of the site’s own can be chosen, nor anything that is no path', async () => {
    const { ana } = await desk()
    const { id } = await newStory(ana, { headline: 'One' })
    for (const path of ['api', 'desk', 'rss', '2026'])
      expect(await choose(ana, id, path, 0), path).toMatchObject({ status: 409, problem: 'path-taken' })
    for (const path of ['..', 'a/b', 'UPPER_case', '-x', 'a--b', 'é', '', 'index.html', 'a'.repeat(121)])
      expect(await choose(ana, id, path, 0), path).toMatchObject({ status: 422, problem: 'invalid-field' })
  })

  test('SLG-08 one that came from elsewhere is never written anew by a later rule', async () => {
    const { room, ana, byHand } = await desk()
    const { id } = await newStory(ana, { headline: 'Si elle se tient' })
    await byHand(id, '-si-elle-se-tient')
    await room.db
      .insertInto('particulars')
      .values({
        story_id: id,
        path: '-si-elle-se-tient',
        kicker: '',
        topics: '[]',
        visibility: 'public',
        search_title: '',
        search_text: '',
        social_title: '',
        version: 1,
      })
      .execute()
    const kept = async () =>
      (await room.db.selectFrom('particulars').select('path').where('story_id', '=', id).execute())[0]!.path
    const { cookie } = await room.person('Bea', 'editor')
    // Asked beside the scene, which holds every answer against the shape that new paths have.
    const asks = (method: string, path: string, json: unknown) =>
      room.app.request(`/api/stories/${id}/${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      })
    expect((await asks('POST', 'stage', { to: 'filed' })).status).toBe(200)
    expect((await asks('PATCH', 'particulars', { kicker: 'Interview', version: 1 })).status).toBe(200)
    expect(await kept()).toBe('-si-elle-se-tient')
  })
})
