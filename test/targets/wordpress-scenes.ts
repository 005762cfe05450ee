/** What must hold of stories on WordPress: one list, for the stand-in everywhere and for the real one where it is. */
import { expect, test } from 'vitest'
import { schema } from '../../shared/schema.ts'
import type { Adapter } from '../../server/targets/target.ts'
import { wordpressAdapter } from '../../server/targets/wordpress.ts'
import { a, aWay, content, HARBOUR, p, parcel, paywall, picture, q, remoteOf, START, type TestWay } from './parcels.ts'

export type Press = { url: string; user: string; password: string }
type Post = { id: number; status: string; slug: string; date_gmt: string; tags: number[] } & Record<
  'title' | 'content' | 'excerpt',
  { raw: string }
>

const DAY = 24 * 60 * 60_000
let stories = 0

/** A story that WordPress has never heard of, and a colleague who works in WordPress itself. */
function aTalk({ url, user, password }: Press, more: { asDraft?: boolean } = {}) {
  const way = aWay()
  const storyId = `story-${(stories += 1)}-${Math.random()}`
  const given = { storyId, content: content(undefined, { path: `talk-${stories}` }) }
  const adapter = wordpressAdapter(way, { url, user, asDraft: more.asDraft ?? false }, password)
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const ask = async <T>(method: string, path: string, json?: unknown): Promise<T> => {
    const reply = await fetch(`${url}/?rest_route=/wp/v2/${path}&context=edit`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as T
  }
  return {
    way,
    adapter,
    given,
    first: parcel(given),
    post: (id: string) => ask<Post>('GET', `posts/${id}`),
    edits: (id: string, change: object) => ask<Post>('POST', `posts/${id}`, change),
    deletes: (id: string) => ask('DELETE', `posts/${id}`),
    media: () => ask<{ source_url: string; alt_text: string; caption: { raw: string } }[]>('GET', 'media'),
    tag: (id: number) => ask<{ name: string }>('GET', `tags/${id}`),
    all: async () => (await ask<Post[]>('GET', 'posts&status=any&per_page=100')).filter(({ content: { raw } }) => raw.includes(marked(storyId))), // prettier-ignore
  }
}

import { markOf } from '../../server/targets/way.ts'
const marked = (storyId: string): string => markOf(storyId)

const out = async (adapter: Adapter, given: Parameters<Adapter['deliver']>[0]) => remoteOf(await adapter.deliver(given))

/** The way out that breaks after the next request of this kind, or before it. */
function breaks(way: TestWay, method: string, path: RegExp, when: 'before' | 'after'): void {
  const ask = way.ask
  way.ask = async (asked) => {
    const isIt = asked.method === method && path.test(decodeURIComponent(asked.url))
    if (isIt) way.ask = ask
    if (!isIt || when === 'after') {
      const reply = await ask(asked)
      if (!isIt) return reply
    }
    return ask({ ...asked, url: 'http://127.0.0.1:1/' })
  }
}

export function wordpressScenes(press: () => Press): void {
  test('a story is one published post in blocks of its editor, with its tags, its slug and its old date', async () => {
    const { adapter, given, post, tag } = aTalk(press())
    const blocks = [
      p('The ferry comes at six.'),
      q('Why do you stay?'),
      a('Because of the light, & the <sea>.'),
      schema.node('heading', { level: 2 }, [schema.text('Later')]),
      schema.node('list', { ordered: true }, [schema.node('listItem', null, [schema.text('One')])]),
    ]
    const first = parcel({ ...given, content: { ...content(blocks), path: given.content.path }, publishedAt: START - DAY })
    const remote = await out(adapter, first)
    const there = await post(remote.id)
    expect(there).toMatchObject({ status: 'publish', slug: given.content.path, date_gmt: '2026-05-31T14:02:00' })
    expect(there.title.raw).toBe('The last ferryman')
    expect(there.excerpt.raw).toBe('A talk on the quay.')
    expect((await tag(there.tags[0]!)).name).toMatch(/^Sea (&amp;|&) ships$/)
    expect(there.content.raw).toContain('<!-- wp:paragraph -->\n<p><strong>Why do you stay?</strong></p>\n<!-- /wp:paragraph -->')
    expect(there.content.raw).toContain('<p>Because of the light, &amp; the &lt;sea&gt;.</p>')
    expect(there.content.raw).toContain('<!-- wp:heading -->\n<h2>Later</h2>')
    expect(await adapter.compare(first, remote)).toBe(null)
  })

  test('pictures are sent once, with alt and caption, and stand in the text', async () => {
    const { adapter, given, post, media } = aTalk(press())
    const blocks = [picture(HARBOUR.replace('0001', `${Date.now()}`.slice(-4))), p('Water.')]
    const first = parcel({ ...given, content: { ...content(blocks), path: given.content.path } })
    const before = await out(adapter, first)
    const [sent] = await media()
    expect(sent).toMatchObject({ alt_text: 'The harbour at noon', caption: { raw: 'Holm, in June. Foto: Ines Vik' } })
    expect((await post(before.id)).content.raw).toContain(`src="${sent!.source_url}" alt="The harbour at noon" class="wp-image-`)
    const count = (await media()).length
    const update = parcel({ ...given, kind: 'update', before, content: { ...content([...blocks, p('More.')]), path: null } })
    await out(adapter, update)
    expect((await media()).length).toBe(count)
    expect((await post(before.id)).slug).toBe(given.content.path)
  })

  test('[P8] of a members’ story WordPress gets what everybody may read, and where the rest is', async () => {
    const { adapter, given, post } = aTalk(press())
    const members = { ...content([p('Free.'), paywall(), p('Paid for.')], { visibility: 'members' }), path: given.content.path }
    const remote = await out(adapter, parcel({ ...given, content: members }))
    const { raw } = (await post(remote.id)).content
    expect(raw).toContain('Free.')
    expect(raw).not.toContain('Paid for.')
    expect(raw).toContain('href="https://news.example/the-last-ferryman"')
    expect(await adapter.compare(parcel({ ...given, content: members }), remote)).toBe(null)
  })

  test('[P6] whatever became of a request when the answer was lost, there is one post', async () => {
    for (const [method, path] of [
      ['POST', /\/media$|media(&|$)/],
      ['POST', /wp\/v2\/posts/],
      ['GET', /wp\/v2\/posts/],
    ] as const)
      for (const when of ['before', 'after'] as const) {
        const { adapter, given, way, all } = aTalk(press())
        const blocks = [picture(`lost${String(Math.random()).slice(2, 12)}abcdef-1x1`), p('Water.')]
        const first = parcel({ ...given, content: { ...content(blocks), path: given.content.path } })
        breaks(way, method, path, when)
        expect((await adapter.deliver(first)).outcome, `${method} ${when}`).toBe('again')
        const before = await out(adapter, { ...first, isRetry: true })
        expect((await all()).map(({ id, status }) => [String(id), status])).toEqual([[before.id, 'publish']])
        breaks(way, 'POST', /wp\/v2\/posts\/\d+/, when)
        const update = parcel({ ...given, kind: 'update', before, content: { ...content([...blocks, p('More.')]), path: null } })
        expect((await adapter.deliver(update)).outcome).toBe('again')
        await out(adapter, { ...update, isRetry: true })
        expect((await all()).length).toBe(1)
      }
  })

  test('a colleague’s change there is never overwritten unseen, also one of the same second', async () => {
    const { adapter, given, first, post, edits } = aTalk(press())
    const before = await out(adapter, first)
    await edits(before.id, { content: '<p>Their words.</p>', title: 'Their headline' })
    const update = parcel({ ...given, kind: 'update', before, content: { ...content([p('Our new words.')]), path: null } })
    const clash = await adapter.deliver(update)
    expect(clash).toMatchObject({ outcome: 'clash', theirs: '<h1>Their headline</h1>\n<p>Their words.</p>' })
    expect((await post(before.id)).content.raw).toBe('<p>Their words.</p>')
    const over = await out(adapter, { ...update, overwrite: true })
    expect((await post(before.id)).content.raw).toContain('Our new words.')
    expect(await adapter.compare(update, over)).toBe(null)
    await edits(over.id, { content: (await post(over.id)).content.raw.replace('new words', 'old words') })
    expect(await adapter.compare(update, over)).toContain('WordPress has “… Ruiz Our old words.”')
  })

  test('who deleted the post there is not answered with a new one unless the desk says so', async () => {
    const { adapter, given, first, deletes, all } = aTalk(press())
    const before = await out(adapter, first)
    await deletes(before.id)
    const update = parcel({ ...given, kind: 'update', before })
    expect(await adapter.deliver(update)).toMatchObject({ outcome: 'clash', theirs: '' })
    expect(await adapter.compare(update, before)).toContain('not in WordPress')
    const again = await out(adapter, { ...update, overwrite: true })
    expect((await all()).map(({ id }) => String(id))).toEqual([again.id])
  })

  test('a withdrawn story is a draft there and keeps what somebody wrote; it comes back as a post', async () => {
    const { adapter, given, first, post, edits } = aTalk(press())
    const before = await out(adapter, first)
    await edits(before.id, { title: 'Theirs' })
    const down = await out(adapter, parcel({ ...given, kind: 'kill', before }))
    expect(await post(before.id)).toMatchObject({ status: 'draft', title: { raw: 'Theirs' } })
    expect(await adapter.compare(parcel({ ...given, kind: 'kill' }), down)).toBe(null)
    await out(adapter, parcel({ ...given, kind: 'return', before: down, overwrite: true }))
    expect(await post(before.id)).toMatchObject({ status: 'publish', title: { raw: 'The last ferryman' } })
  })

  test('a target that takes drafts has a draft; a test says who may publish, and a wrong password is told', async () => {
    const { adapter, given, first, post, way } = aTalk(press(), { asDraft: true })
    const sent = await adapter.deliver(first)
    expect(sent).toMatchObject({ outcome: 'out', says: expect.stringContaining('draft'), remote: { url: null } })
    const before = remoteOf(sent)
    await out(adapter, parcel({ ...given, kind: 'update', before, content: { ...content([p('New.')]), path: null } }))
    expect((await post(before.id)).status).toBe('draft')
    expect(await adapter.test()).toMatchObject({ ok: true, says: expect.stringContaining('may publish there') })
    const wrong = wordpressAdapter(way, { url: press().url, user: press().user }, 'abcd efgh ijkl mnop qrst uvwx')
    const told = await wrong.test()
    expect(told.ok).toBe(false)
    expect(told.says).toContain('does not take the key or password')
    expect(await wrong.deliver(first)).toMatchObject({ outcome: 'no' })
  })
}
