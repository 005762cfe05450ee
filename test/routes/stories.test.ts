import { describe, expect, test } from 'vitest'
import type { Story } from '../../shared/api.ts'
import { rewrite } from '../../shared/rewrite.ts'
import { slugFrom } from '../../shared/slug.ts'
import { fieldOf } from '../../shared/story.ts'
import * as Y from 'yjs'
import { newStory, scene, type Asks } from './scene.ts'

const role = (asks: Asks, id: string, given: string) => asks('PATCH', `/api/people/${id}`, { json: { role: given } })

const list = async (asks: Asks, q = '') =>
  (await asks<{ stories: Story[] }>('GET', `/api/stories${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`)).body.stories.map(
    ({ headline }) => headline,
  )

describe('a story', () => {
  test('is made, listed, changed, deleted and brought back', async () => {
    const { person, clock } = await scene()
    const ana = await person('Ana', 'editor')
    const story = await newStory(ana.asks, { headline: 'The last ferry', byline: 'By Ana' })
    expect(story).toMatchObject({
      slug: 'the-last-ferry',
      headline: 'The last ferry',
      dek: '',
      byline: 'By Ana',
      stage: 'writing',
      here: [],
      trouble: null,
    })
    expect(story.editedBy?.name).toBe('Ana')

    clock.pass(1000)
    const changed = await ana.asks<Story>('PATCH', `/api/stories/${story.id}`, {
      json: { headline: 'The last boat', dek: 'A crossing', slug: 'FERRY Q&A' },
    })
    expect(changed.body).toMatchObject({ headline: 'The last boat', dek: 'A crossing', byline: 'By Ana', slug: 'FERRY Q&A' })
    expect((await ana.asks<Story>('GET', `/api/stories/${story.id}`)).body).toEqual(changed.body)
    expect(changed.body.editedAt).toBe(clock.now())

    expect((await ana.asks('DELETE', `/api/stories/${story.id}`)).status).toBe(204)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
    ] as const)
      expect((await ana.asks(method, `/api/stories/${story.id}${path}`, method === 'PATCH' ? { json: {} } : {})).problem).toBe(
        'no-story',
      )
    expect(await list(ana.asks)).toEqual([])

    expect((await ana.asks<Story>('POST', `/api/stories/${story.id}/restore`)).body.headline).toBe('The last boat')
    expect(await list(ana.asks)).toEqual(['The last boat'])
  })

  test('an empty change is no change', async () => {
    const { person, clock } = await scene()
    const ana = await person('Ana', 'editor')
    const story = await newStory(ana.asks, { headline: 'Same' })
    clock.pass(1000)
    const same = await ana.asks<Story>('PATCH', `/api/stories/${story.id}`, { json: { headline: 'Same' } })
    expect(same.body).toEqual(story)
  })

  test('[P4] a headline set by a script keeps what a colleague types in it meanwhile', async () => {
    const { person, desk } = await scene()
    const ana = await person('Ana', 'editor')
    const story = await newStory(ana.asks, { headline: 'The ferry' })
    // Ben has the story open and types while the script's change is under way.
    const bens = new Y.Doc()
    Y.applyUpdate(bens, await desk.rooms.read(story.id, (ydoc) => Y.encodeStateAsUpdate(ydoc)))
    fieldOf(bens, 'headline').insert('The ferry'.length, ' at night')
    await ana.asks('PATCH', `/api/stories/${story.id}`, { json: { headline: 'The last ferry' } })
    Y.applyUpdate(bens, await desk.rooms.read(story.id, (ydoc) => Y.encodeStateAsUpdate(ydoc)))
    expect(fieldOf(bens, 'headline').toString()).toBe('The last ferry at night')
  })
})

describe('the words of a story', () => {
  test('come as JSON, text, HTML or Markdown, and never as a page of ours', async () => {
    const { person } = await scene()
    const ana = await person('Ana', 'writer')
    const story = await newStory(ana.asks, { headline: '<img src=x onerror=alert(1)> & Co', dek: 'A dek' })
    const file = 'The first paragraph.\n\nThe <b>second</b> & last.\n'
    await ana.asks('POST', `/api/stories/${story.id}/import`, { body: file, headers: { 'content-type': 'text/plain' } })
    const get = (as: string) =>
      ana.asks<{ body: { type: string; content: unknown[] } }>('GET', `/api/stories/${story.id}/body${as}`)

    const json = await get('')
    expect(json.body).toMatchObject({
      headline: '<img src=x onerror=alert(1)> & Co',
      dek: 'A dek',
      byline: '',
      speakers: {},
      body: { type: 'doc' },
    })
    expect(json.body.body.content).toHaveLength(2)
    expect((await get('?as=json')).text).toBe(json.text)

    for (const [as, type] of [
      ['text', 'text/plain'],
      ['html', 'text/html'],
      ['markdown', 'text/markdown'],
    ] as const) {
      const words = await get(`?as=${as}`)
      expect(words.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
      expect(words.headers.get('content-security-policy')).toContain('sandbox')
      expect(words.text).toContain('The first paragraph.')
    }
    const html = (await get('?as=html')).text
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<b>')
    expect((await get('?as=pdf')).problem).toBe('invalid-field')
  })

  test('come as a Word file, under a name that every system takes', async () => {
    const { person } = await scene()
    const ana = await person('Ana', 'writer')
    const story = await newStory(ana.asks, { slug: 'Fähre: «nachts»/2', headline: 'The ferry' })
    const file = await ana.asks('GET', `/api/stories/${story.id}/body?as=docx`)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="fahre  _nachts_ 2.docx"; filename*=UTF-8''F%C3%A4hre%20%20%C2%ABnachts%C2%BB%202.docx`,
    )
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect(file.text.slice(0, 2)).toBe('PK')

    const guest = await person('Gus', 'guest')
    expect((await guest.asks('GET', `/api/stories/${story.id}/body?as=docx`)).problem).toBe('no-story')
  })

  test('that are damaged on disk are refused, and the desk says so', async () => {
    const { person, db } = await scene()
    const ana = await person('Ana', 'writer')
    const story = await newStory(ana.asks, { headline: 'Torn' })
    await db
      .updateTable('updates')
      .set({ bytes: new Uint8Array([1, 2, 3]) })
      .where('story_id', '=', story.id)
      .execute()
    for (const [method, path, ask] of [
      ['GET', '/body', {}],
      ['PATCH', '', { json: { headline: 'New' } }],
      ['POST', '/import', { body: 'words', headers: { 'content-type': 'text/plain' } }],
    ] as const) {
      const answer = await ana.asks(method, `/api/stories/${story.id}${path}`, ask)
      expect([answer.status, answer.problem], method).toEqual([503, 'story-damaged'])
    }
    expect((await ana.asks<Story>('GET', `/api/stories/${story.id}`)).body).toMatchObject({
      headline: 'Torn',
      trouble: expect.stringContaining('damaged'),
    })
  })
})

describe('who may', () => {
  test('every deed asks the role', async () => {
    const { person, stranger } = await scene()
    const [owner, editor, writer, checker, guest] = await Promise.all(
      (['owner', 'editor', 'writer', 'checker', 'guest'] as const).map(async (role) => (await person(role, role)).asks),
    )
    const all = [owner!, editor!, writer!, checker!, guest!, stranger]
    const story = await newStory(owner!, { headline: 'One' })
    const ask = (method: string, path: string, json?: unknown) =>
      Promise.all(all.map(async (asks) => (await asks(method, path, json === undefined ? {} : { json })).status))

    expect(await ask('GET', `/api/stories/${story.id}`)).toEqual([200, 200, 200, 200, 404, 401])
    expect(await ask('GET', '/api/stories')).toEqual([200, 200, 200, 200, 200, 401])
    expect(await ask('POST', '/api/stories', {})).toEqual([201, 201, 201, 403, 403, 401])
    expect(await ask('PATCH', `/api/stories/${story.id}`, { slug: 'x' })).toEqual([200, 200, 200, 403, 404, 401])
    expect(await ask('DELETE', '/api/stories/nosuchstory1')).toEqual([404, 404, 404, 404, 404, 401])
    expect((await writer!('DELETE', `/api/stories/${story.id}`)).problem).toBe('not-allowed')
    expect((await checker!('POST', `/api/stories/${story.id}/restore`)).problem).toBe('not-allowed')
    expect((await guest!('POST', `/api/stories/${story.id}/restore`)).problem).toBe('no-story')
    expect(await ask('GET', '/api/people')).toEqual([200, 200, 200, 200, 403, 401])
    expect(await ask('GET', '/api/invites')).toEqual([200, 200, 403, 403, 403, 401])
    expect(await ask('PATCH', '/api/newsroom', { name: 'N' })).toEqual([200, 403, 403, 403, 403, 401])
    expect((await Promise.all([owner!, guest!].map((asks) => asks('GET', '/api/newsroom')))).map(({ status }) => status)).toEqual(
      [200, 200],
    )
  })

  test('the owner changes roles and removes people, but never the last owner', async () => {
    const { person } = await scene()
    const [ana, ben] = [await person('Ana', 'owner'), await person('Ben', 'editor')]
    expect((await role(ben.asks, ben.person.id, 'owner')).problem).toBe('not-allowed')
    expect((await role(ana.asks, ana.person.id, 'writer')).problem).toBe('last-owner')
    expect((await ana.asks('DELETE', `/api/people/${ana.person.id}`)).problem).toBe('last-owner')
    expect((await role(ana.asks, 'nobody', 'writer')).problem).toBe('no-person')

    expect((await role(ana.asks, ben.person.id, 'owner')).body.role).toBe('owner')
    const both = await Promise.all([role(ana.asks, ana.person.id, 'writer'), role(ben.asks, ben.person.id, 'writer')])
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200])
    const owner = both[0].status === 200 ? ben : ana
    const other = owner === ben ? ana : ben
    expect((await owner.asks('DELETE', `/api/people/${other.person.id}`)).status).toBe(204)
    expect((await other.asks('GET', '/api/session')).status).toBe(401)
  })

  test('anybody names themselves, nobody another', async () => {
    const { person } = await scene()
    const [ana, gus] = [await person('Ana', 'editor'), await person('Gus', 'guest')]
    expect((await gus.asks('PATCH', `/api/people/${gus.person.id}`, { json: { name: 'Gustav' } })).body.name).toBe('Gustav')
    expect((await ana.asks('PATCH', `/api/people/${gus.person.id}`, { json: { name: 'Nobody' } })).status).toBe(403)
  })
})

describe('searching', () => {
  test('finds words in any order, whatever their case and accents, and takes signs as they are', async () => {
    const { person } = await scene()
    const ana = await person('Ana', 'editor')
    for (const headline of ['Łódź in winter', 'Café Größe', '100% wool', 'under_score', 'ทดสอบ'])
      await newStory(ana.asks, { headline })
    await newStory(ana.asks, { headline: 'Ferry', dek: 'A crossing', byline: 'By Zoë', slug: 'boat' })
    expect(await list(ana.asks, 'lodz')).toEqual(['Łódź in winter'])
    expect(await list(ana.asks, 'WINTER łódź')).toEqual(['Łódź in winter'])
    expect(await list(ana.asks, 'cafe groesse')).toEqual([])
    expect(await list(ana.asks, 'CAFE grosse')).toEqual(['Café Größe'])
    for (const q of ['zoe', 'crossing', 'BOAT', 'ferry zoe']) expect(await list(ana.asks, q), q).toEqual(['Ferry'])
    expect(await list(ana.asks, '%')).toEqual(['100% wool'])
    expect(await list(ana.asks, '_')).toEqual(['under_score'])
    expect(await list(ana.asks, 'ทดสอบ')).toEqual(['ทดสอบ'])
    expect(await list(ana.asks, "' or 1=1 --")).toEqual([])
    expect(await list(ana.asks, '  ')).toHaveLength(6)
  })
})

describe('slugs', () => {
  test('[SLG-01] signs in a headline cut nothing off', () => {
    expect(slugFrom('Die Übersetzung von Lasers & feelings ist fertig! 50% ?', 'x')).toBe(
      'die-ubersetzung-von-lasers-feelings-ist-fertig-50',
    )
  })

  test('[SLG-03] headlines without a Latin letter have slugs of their own, and both stories are made', async () => {
    const { person } = await scene()
    const ana = await person('Ana', 'editor')
    const [one, two] = [await newStory(ana.asks, { headline: '汉字' }), await newStory(ana.asks, { headline: '日本' })]
    expect(one.slug).toMatch(/^story-\w{6}$/)
    expect(two.slug).not.toBe(one.slug)
    expect((await newStory(ana.asks, { headline: 'Twice' })).slug).toBe((await newStory(ana.asks, { headline: 'Twice' })).slug)
  })

  test('[SLG-04, UNI-13] an emoji leaves no hyphen, an accent no hole', () => {
    expect(slugFrom('Cool trick 😀', 'x')).toBe('cool-trick')
    expect(slugFrom('😀', 'AbCdEfGh')).toBe('story-abcdef')
    expect(slugFrom('cafe\u0301 — Ærø', 'x')).toBe('cafe-aero')
  })

  test('an apostrophe of either kind joins', () => {
    expect(slugFrom("The clock mender’s gap, and Teo's", 'x')).toBe('the-clock-menders-gap-and-teos')
  })

  test('a long headline is cut between words, a long word within', () => {
    const slug = slugFrom('word '.repeat(40), 'x')
    expect(slug.length).toBeLessThanOrEqual(60)
    expect(slug).toMatch(/^(word-)+word$/)
    expect(slugFrom('a'.repeat(99), 'x')).toBe('a'.repeat(60))
  })
})

const rewritten = (old: string, next: string) => {
  const ydoc = new Y.Doc()
  const field = ydoc.getText('headline')
  field.insert(0, old)
  const changes: unknown[] = []
  field.observe((event) => changes.push(event.delta))
  ydoc.transact(() => rewrite(field, next))
  return { text: field.toString(), change: changes[0] }
}

describe('rewriting a shared field', () => {
  test('changes only what differs', () => {
    expect(rewritten('aaaa', 'aaXaa').change).toEqual([{ retain: 2 }, { insert: 'X' }])
    expect(rewritten('The ferry', 'The last ferry').change).toEqual([{ retain: 4 }, { insert: 'last ' }])
    expect(rewritten('same', 'same').change).toBeUndefined()
    expect(rewritten('gone', '').text).toBe('')
  })

  test('[UNI-03] never takes half of an emoji', () => {
    // The two share their first half, or their second.
    for (const [old, next] of [
      ['Hello 😀 World', 'Hello 😁 World'],
      ['😀', '😀😀'],
      ['a🐈b', 'a🀈b'],
      ['🐈🐈', '🐈'],
      ['x😀', 'x'],
    ] as const) {
      const { text } = rewritten(old, next)
      expect(text).toBe(next)
      expect(text).not.toContain('\ufffd')
    }
  })
})
