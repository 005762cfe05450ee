/** Stories on Ghost, against a strict stand-in of its Admin API: Ghost itself does not run here. */
import { describe, expect, test } from 'vitest'
import { schema } from '../../shared/schema.ts'
import { ghostAdapter } from '../../server/targets/ghost.ts'
import type { Adapter, Sent } from '../../server/targets/target.ts'
import { GhostStandIn, type StandInPost } from './ghost-stand-in.ts'
import {
  a,
  aWay,
  content,
  HARBOUR,
  LOST,
  p,
  parcel,
  paywall,
  picture,
  PIER,
  PIXEL,
  q,
  remoteOf,
  START,
  type TestWay,
} from './parcels.ts'

const DAY = 24 * 60 * 60_000

async function aGhost(more: { asDraft?: boolean; key?: string } = {}) {
  const way = aWay()
  const ghost = await GhostStandIn.open(() => way.clock.now())
  const adapter = ghostAdapter(way, { url: ghost.url, asDraft: more.asDraft ?? false }, more.key ?? ghost.key)
  return { way, ghost, adapter }
}

const only = (ghost: GhostStandIn): StandInPost => {
  expect(ghost.posts.length).toBe(1)
  return ghost.posts[0]!
}
const says = (sent: Sent): string => ('says' in sent ? (sent.says ?? '') : '')

async function published(given: { way: TestWay; ghost: GhostStandIn; adapter: Adapter }, first = parcel()) {
  return remoteOf(await given.adapter.deliver(first))
}

describe('a story goes out', () => {
  test('as one published post, in markup that Ghost keeps', async () => {
    const { ghost, adapter } = await aGhost()
    const remote = remoteOf(
      await adapter.deliver(
        parcel({
          content: content(
            [
              p('The ferry comes at six.'),
              q('Why do you stay?'),
              a('Because of the light, & the <sea>.'),
              schema.node('heading', { level: 3 }, [schema.text('Later')]),
              schema.node('paragraph', null, [
                schema.text('See '),
                schema.text('the list', [schema.marks.link.create({ href: '/lists/9', affiliate: true })]),
              ]),
            ],
            { searchTitle: 'Ferryman of Holm', searchText: 'He stays.', socialTitle: 'He stays' },
          ),
          notes: [{ label: 'correction', wrong: 'It said seven.', right: 'It is six.', atTop: false, at: START }],
        }),
      ),
    )
    const post = only(ghost)
    expect(post).toMatchObject({
      title: 'The last ferryman',
      slug: 'the-last-ferryman',
      status: 'published',
      visibility: 'public',
      custom_excerpt: 'A talk on the quay.',
      meta_title: 'Ferryman of Holm',
      meta_description: 'He stays.',
      og_title: 'He stays',
      twitter_title: 'He stays',
      feature_image: null,
      canonical_url: 'https://news.example/the-last-ferryman',
      authors: ['the owner'],
    })
    expect(post.tags.map(({ name }) => name)).toEqual(['Sea & ships', expect.stringMatching(/^#copydesk-[0-9a-f]{20}$/)])
    expect(post.html.split(/(?<=<\/(?:p|h3)>|<hr>)(?=<)/)).toEqual([
      '<p><em>Ana Ruiz</em></p>',
      '<p>The ferry comes at six.</p>',
      '<p><strong>Why do you stay?</strong></p>',
      '<p>Because of the light, &amp; the &lt;sea&gt;.</p>',
      '<h3>Later</h3>',
      '<p>See <a href="https://news.example/lists/9" rel="sponsored nofollow">the list</a></p>',
      '<hr>',
      '<p><strong>Correction, 1 June 2026, 16:02.</strong> It said seven. It is six.</p>',
    ])
    expect(remote).toMatchObject({ id: post.id, url: `${ghost.url}/the-last-ferryman/` })
    expect(await adapter.compare(parcel({ content: content() }), remote)).not.toBe(null)
  })

  test('the canonical address is the built-in site’s only while readers find it there', async () => {
    const given = await aGhost()
    given.way.onSite = false
    await published(given)
    expect(only(given.ghost).canonical_url).toBe(null)
  })

  test('pictures are sent there once, and stand there with their words; the one at the top is the post’s own', async () => {
    const given = await aGhost()
    const blocks = [picture(HARBOUR), p('Water.'), picture(PIER, { alt: 'x'.repeat(400), decorative: false })]
    const first = parcel({ content: content(blocks) })
    const before = await published(given, first)
    const { ghost, adapter } = given
    expect(ghost.images.map(({ type, size }) => [type, size])).toEqual([
      ['image/png', PIXEL.length],
      ['image/png', PIXEL.length],
    ])
    const [harbour, pier] = ghost.images.map(({ url }) => url)
    expect(only(ghost)).toMatchObject({
      feature_image: harbour,
      feature_image_alt: 'The harbour at noon',
      feature_image_caption: 'Holm, in June. Foto: Ines Vik',
    })
    expect(only(ghost).html).toContain(`src="${pier}" alt="${'x'.repeat(400)}"`)
    expect(only(ghost).html).toContain('<figcaption>Holm, in June. Foto: Ines Vik</figcaption>')
    expect(only(ghost).html).not.toContain(harbour)
    expect(await adapter.compare(first, before)).toBe(null)
    const update = parcel({ id: 'parcel-2', kind: 'update', number: 2, before, content: content([...blocks, p('More.')]) })
    remoteOf(await adapter.deliver(update))
    expect(ghost.images.length).toBe(2)
    // An alt text that Ghost has no room for beside the post stays with the picture in the text.
    const tall = await aGhost()
    await published(tall, parcel({ content: content([picture(HARBOUR, { alt: 'y'.repeat(192) })]) }))
    expect(only(tall.ghost).feature_image).toBe(null)
    expect(only(tall.ghost).html).toContain('y'.repeat(192))
  })

  test('a story whose picture is lost on our disk does not go out without it', async () => {
    const { ghost, adapter } = await aGhost()
    const sent = await adapter.deliver(parcel({ content: content([picture(LOST)]) }))
    expect(sent.outcome).toBe('no')
    expect(says(sent)).toContain('picture')
    expect(ghost.posts).toEqual([])
  })

  test('members’ stories have Ghost’s own paywall, others none', async () => {
    const given = await aGhost()
    const blocks = [p('Free.'), paywall(), p('Paid for.')]
    await published(given, parcel({ content: content(blocks, { visibility: 'members' }) }))
    expect(only(given.ghost)).toMatchObject({ visibility: 'members' })
    expect(only(given.ghost).html).toContain('<p>Free.</p><!--members-only--><p>Paid for.</p>')
    const open = await aGhost()
    await published(open, parcel({ content: content(blocks) }))
    expect(only(open.ghost).html).not.toContain('members-only')
  })

  test('an older story keeps its date; long deks and headlines are fitted or refused, in words', async () => {
    const given = await aGhost()
    await published(given, parcel({ publishedAt: START - DAY, content: content(undefined, { dek: 'word '.repeat(100) }) }))
    expect(only(given.ghost)).toMatchObject({ published_at: new Date(START - DAY).toISOString() })
    expect(String(only(given.ghost).custom_excerpt)).toMatch(/^.{250,299}word…$/)
    const sent = await (await aGhost()).adapter.deliver(parcel({ content: content(undefined, { headline: 'x'.repeat(256) }) }))
    expect(sent).toMatchObject({ outcome: 'no', says: 'Ghost takes headlines of 255 characters at most.' })
  })
})

describe('[P6] once', () => {
  const mailed = () => parcel({ newsletter: { slug: 'weekly', segment: 'status:free' } })

  test('a story is mailed with its first publication and never again', async () => {
    const given = await aGhost()
    const { ghost, adapter } = given
    const before = await published(given, mailed())
    const mail = [{ post: only(ghost).id, newsletter: 'weekly', segment: 'status:free' }]
    expect(ghost.mails).toEqual(mail)
    const update = { ...mailed(), kind: 'update' as const, before, content: content([p('New.')]) }
    const second = remoteOf(await adapter.deliver(update))
    const down = remoteOf(await adapter.deliver({ ...mailed(), kind: 'kill', before: second }))
    remoteOf(await adapter.deliver({ ...mailed(), kind: 'return', before: down }))
    expect(only(ghost).status).toBe('published')
    expect(ghost.mails).toEqual(mail)
  })

  test.each(['GET posts/', 'POST posts/', 'PUT posts/:id/'])(
    'whatever became of %s when the answer was lost, there is one post and one mailing',
    async (name) => {
      for (const trouble of ['answer lost', 'breaks before'] as const) {
        const { ghost, adapter } = await aGhost()
        const blocks = [picture(HARBOUR), p('Water.'), picture(PIER)]
        const first = { ...mailed(), content: content(blocks) }
        ghost.troubles.set(name, trouble)
        const tried = await adapter.deliver(first)
        expect(tried.outcome).toBe('again')
        const remote = remoteOf(await adapter.deliver({ ...first, isRetry: true }))
        expect(only(ghost).status, trouble).toBe('published')
        expect(ghost.mails.length, trouble).toBe(1)
        expect(remote.id).toBe(only(ghost).id)
        // Nothing is sent twice that a post there has. Of pictures alone Ghost keeps no list.
        const images = name === 'POST posts/' && trouble === 'breaks before' ? 4 : 2
        expect(ghost.images.length, trouble).toBe(images)
        const next = {
          ...first,
          id: 'parcel-2',
          kind: 'update' as const,
          before: remote,
          content: content([...blocks, p('More.')]),
        }
        remoteOf(await adapter.deliver(next))
        expect(ghost.images.length).toBe(images)
        expect(ghost.mails.length).toBe(1)
      }
    },
  )

  test('a server that forgets everything after any of its requests still makes one post and one mailing', async () => {
    const { ghost, adapter } = await aGhost()
    for (let killed = 1; killed <= 6; killed += 1) {
      let count = 0
      const way = aWay()
      const dies = { ...way, ask: (ask: Parameters<typeof way.ask>[0]) => ((count += 1) > killed ? new Promise<never>(() => {}) : way.ask(ask)) } // prettier-ignore
      const dying = ghostAdapter(dies, { url: ghost.url }, ghost.key)
      const sending = dying.deliver({ ...mailed(), isRetry: killed > 1 })
      await Promise.race([sending, until(() => count > killed)])
    }
    remoteOf(await adapter.deliver({ ...mailed(), isRetry: true }))
    expect(only(ghost).status).toBe('published')
    expect(ghost.mails.length).toBe(1)
  })

  test('an update whose answer was lost is not taken for a colleague’s', async () => {
    const given = await aGhost()
    const { ghost, adapter } = given
    const before = await published(given)
    const update = parcel({ id: 'parcel-2', kind: 'update', before, content: content([p('New words.')]) })
    ghost.troubles.set('PUT posts/:id/', 'answer lost')
    expect((await adapter.deliver(update)).outcome).toBe('again')
    remoteOf(await adapter.deliver({ ...update, isRetry: true }))
    expect(only(ghost).html).toContain('New words.')
  })

  test('what was published there by hand meanwhile is not mailed, and it is said', async () => {
    const given = await aGhost()
    const { ghost, adapter } = given
    ghost.troubles.set('PUT posts/:id/', 'breaks before')
    expect((await adapter.deliver(mailed())).outcome).toBe('again')
    given.ghost.edit(only(ghost), { status: 'published' })
    const sent = await adapter.deliver({ ...mailed(), isRetry: true })
    expect(sent).toMatchObject({ outcome: 'out', says: 'It was public there already, so it was not mailed.' })
    expect(ghost.mails).toEqual([])
  })
})

/** Polls without a clock: as soon as the event loop has turned. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

describe('a colleague in Ghost', () => {
  const update = (before: ReturnType<typeof remoteOf>) =>
    parcel({ id: 'parcel-2', kind: 'update', number: 2, before, content: content([p('Our new words.')]) })

  test('is never overwritten unseen: the desk gets both texts, and decides', async () => {
    const given = await aGhost()
    const { ghost, adapter } = given
    const before = await published(given)
    ghost.edit(only(ghost), { html: '<p>Their words.</p>', title: 'Their <headline>' })
    const clash = await adapter.deliver(update(before))
    expect(clash).toMatchObject({ outcome: 'clash', theirs: '<h1>Their &lt;headline&gt;</h1>\n<p>Their words.</p>' })
    expect(only(ghost).html).toBe('<p>Their words.</p>')
    const sent = remoteOf(await adapter.deliver({ ...update(before), overwrite: true }))
    expect(only(ghost).html).toContain('Our new words.')
    expect(only(ghost).title).toBe('The last ferryman')
    expect(await adapter.compare(update(before), sent)).toBe(null)
  })

  test('who saves in the very moment is seen by Ghost’s own collision', async () => {
    const given = await aGhost()
    const { way, ghost, adapter } = given
    const before = await published(given)
    const ask = way.ask
    way.ask = async (asked) => {
      if (asked.method === 'PUT') ghost.edit(only(ghost), { html: '<p>Saved just now.</p>' })
      return ask(asked)
    }
    expect(await adapter.deliver(update(before))).toMatchObject({ outcome: 'clash', theirs: expect.stringContaining('Saved just now.') }) // prettier-ignore
    expect(only(ghost).html).toBe('<p>Saved just now.</p>')
  })

  test('who deleted the post is not answered with a new one unless the desk says so', async () => {
    const given = await aGhost()
    const { ghost, adapter } = given
    const before = await published(given)
    ghost.posts.length = 0
    expect(await adapter.deliver(update(before))).toMatchObject({ outcome: 'clash', theirs: '' })
    expect(ghost.posts).toEqual([])
    remoteOf(await adapter.deliver({ ...update(before), overwrite: true }))
    expect(only(ghost).status).toBe('published')
  })

  test('who writes in a post keeps their words when it is withdrawn, and internal tags when it is updated', async () => {
    const given = await aGhost()
    const { ghost, adapter } = given
    const before = await published(given)
    only(ghost).tags.push({ name: '#wide', slug: 'hash-wide' })
    const second = remoteOf(await adapter.deliver(update(before)))
    expect(only(ghost).tags.map(({ name }) => name)).toContain('#wide')
    ghost.edit(only(ghost), { html: '<p>Theirs.</p>' })
    const down = remoteOf(await adapter.deliver({ ...update(second), kind: 'kill' }))
    expect(only(ghost)).toMatchObject({ status: 'draft', html: '<p>Theirs.</p>' })
    expect(await adapter.compare({ ...update(second), kind: 'kill' }, down)).toBe(null)
    ghost.edit(only(ghost), { status: 'published' })
    expect(await adapter.compare({ ...update(second), kind: 'kill' }, down)).toContain('withdrawn')
  })

  test('what Ghost holds is compared with what was sent, and how it differs is said in words', async () => {
    const given = await aGhost()
    const { ghost, adapter } = given
    const first = parcel()
    const remote = await published(given, first)
    expect(await adapter.compare(first, remote)).toBe(null)
    const was = { ...only(ghost) }
    const differs = async (change: Partial<StandInPost>) => {
      ghost.edit(only(ghost), { ...was, ...change })
      return adapter.compare(first, remote)
    }
    expect(await differs({ title: 'Changed' })).toBe('Its headline in Ghost is “Changed”.')
    expect(await differs({ html: was.html.replace('ferry', 'boat') })).toBe(
      'Where we sent “… Ruiz The ferry comes at six. Why do …”, Ghost has “… Ruiz The boat comes at six. Why do …”.',
    )
    expect(await differs({ html: was.html.replace('<em>Ana Ruiz</em>', '<b>Ana Ruiz</b>') })).toContain('looks')
    expect(await differs({ status: 'draft' })).toBe('Somebody has unpublished it in Ghost.')
    expect(await differs({ visibility: 'paid' })).toContain('“paid”')
    expect(await differs({})).toBe(null)
    ghost.posts.length = 0
    expect(await adapter.compare(first, remote)).toBe('The post is not in Ghost any more.')
  })
})

test('a target that takes drafts has a draft, which stays one until somebody publishes it there', async () => {
  const given = await aGhost({ asDraft: true })
  const { ghost, adapter } = given
  const sent = await adapter.deliver(parcel({ newsletter: { slug: 'weekly', segment: 'all' } }))
  expect(sent).toMatchObject({ outcome: 'out', says: 'It is a draft there: it was not mailed.', remote: { url: null } })
  const update = parcel({ id: 'parcel-2', kind: 'update', before: remoteOf(sent), content: content([p('New.')]) })
  remoteOf(await adapter.deliver(update))
  expect(only(ghost)).toMatchObject({ status: 'draft', html: '<p><em>Ana Ruiz</em></p><p>New.</p>' })
  expect(ghost.mails).toEqual([])
})

describe('when it does not go well', () => {
  test('trouble is tried again, a no is not, and both are said without the key', async () => {
    const cases: [number | { location: string }, Partial<Sent>][] = [
      [503, { outcome: 'again', afterMs: 7000 }],
      [429, { outcome: 'again', afterMs: 7000 }],
      [403, { outcome: 'no' }],
      [{ location: 'https://elsewhere.example/secret?x' }, { outcome: 'no' }],
    ]
    for (const [trouble, outcome] of cases) {
      const { ghost, adapter } = await aGhost()
      ghost.troubles.set('POST posts/', trouble)
      const sent = await adapter.deliver(parcel())
      expect(sent).toMatchObject(outcome)
      expect(says(sent)).toContain('Ghost at 127.0.0.1')
      expect(says(sent)).not.toMatch(new RegExp(`secret|${ghost.key.split(':')[1]}`))
      if (typeof trouble === 'object') expect(says(sent)).toContain('https://elsewhere.example')
    }
  })

  test('a wrong key and a newsletter that is none are said as Ghost says it', async () => {
    const wrong = await aGhost({ key: `${'5f'.repeat(12)}:${'b2'.repeat(32)}` })
    expect(await wrong.adapter.deliver(parcel())).toMatchObject({
      outcome: 'no',
      says: expect.stringContaining('invalid signature'),
    })
    expect(await wrong.adapter.test()).toMatchObject({ ok: false, says: expect.stringContaining('does not take the key') })
    const { adapter } = await aGhost()
    const sent = await adapter.deliver(parcel({ newsletter: { slug: 'none', segment: 'all' } }))
    expect(sent).toMatchObject({ outcome: 'no', says: expect.stringContaining('No newsletter none.') })
  })

  test('a test says whose site it is and by what it mails; something that is no Ghost is told as that', async () => {
    const { adapter, way, ghost } = await aGhost()
    expect(await adapter.test()).toEqual({ ok: true, says: '“The Courier on Ghost” (Ghost 6.2) takes the key. Its newsletters: weekly.' }) // prettier-ignore
    const elsewhere = ghostAdapter(way, { url: `${ghost.url}/blog` }, ghost.key)
    expect((await elsewhere.test()).ok).toBe(false)
  })
})
