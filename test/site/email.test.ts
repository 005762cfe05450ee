/** A story as a letter: what the mail programs of twenty years show as it is meant. */
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, test } from 'vitest'
import type { Node } from 'prosemirror-model'
import { SITE_SETTINGS } from '../../shared/shapes/settings.ts'
import { LINK_KINDS, schema } from '../../shared/schema.ts'
import { contentOf, PARTICULARS } from '../../shared/publish/content.ts'
import { encodedBytes, LONG_EMAIL_BYTES, toEmail, type EmailOf } from '../../shared/site/email.ts'
import { emlOf } from '../../server/site/eml.ts'
import { Receiver } from '../inbox/receiver.ts'
import { madeUpStory } from '../body/stories.ts'
import { newStory, scene } from '../routes/scene.ts'
import { a, content, p, paywall, picture, q, START } from '../targets/parcels.ts'
import { createTransport } from 'nodemailer'

const of = (blocks: readonly Node[], more: Partial<EmailOf> & { said?: Parameters<typeof content>[1] } = {}): EmailOf => ({
  content: content(blocks, more.said),
  kind: 'first',
  notes: [],
  publishedAt: START,
  changedAt: START,
  correctedAt: null,
  zone: 'Europe/Berlin',
  newsroom: { name: 'The Holm Courier' },
  site: SITE_SETTINGS,
  url: 'https://news.example/the-last-ferryman',
  base: 'https://news.example',
  ...more,
})

type Element = DefaultTreeAdapterTypes.Element
function elements(html: string, name: string): Element[] {
  const found: Element[] = []
  const waiting: DefaultTreeAdapterTypes.Node[] = [parse(html)]
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (at.nodeName === name) found.unshift(at as Element)
    if ('childNodes' in at) waiting.push(...at.childNodes)
  }
  return found
}
const attribute = (element: Element, name: string): string | undefined => element.attrs.find((one) => one.name === name)?.value

describe('HTML', () => {
  test('EML-01 apostrophes are such, and a table of 600 holds what is long', () => {
    const { html } = toEmail(of([p('It’s Bob\'s & "Ann".'), p('word'.repeat(150))], { said: { headline: "It's here" } }))
    expect(html).not.toContain('&apos;')
    expect(html).toContain("It’s Bob's &amp; &quot;Ann&quot;.")
    const tables = elements(html, 'table')
    expect(tables.filter((table) => attribute(table, 'width') === '600').length).toBe(1)
    for (const table of tables) expect(attribute(table, 'role')).toBe('presentation')
    expect(html).toContain('word-break:break-word')
  })

  test('EML-02 every picture says how large it is, in numbers, and none is wider than its column', () => {
    const { html } = toEmail(
      of([
        picture('largePicture00001-4000x3000'),
        picture('smallPicture00001-320x200'),
        schema.node('image', { source: 'https://elsewhere.example/x.jpg', alt: 'Elsewhere' }),
      ]),
    )
    const images = elements(html, 'img').map((img) => ['width', 'height', 'src', 'alt'].map((name) => attribute(img, name)))
    expect(images).toEqual([
      ['552', '414', 'https://news.example/pictures/largePicture00001-4000x3000/picture', 'The harbour at noon'],
      ['320', '200', 'https://news.example/pictures/smallPicture00001-320x200/picture', 'The harbour at noon'],
    ])
  })

  test('EML-04 dots and numbers of lists are attributes', () => {
    const item = (text: string, level = 0) => schema.node('listItem', { level }, [schema.text(text)])
    const { html } = toEmail(
      of([
        schema.node('list', { ordered: false }, [item('One'), item('Two', 1)]),
        schema.node('list', { ordered: true }, [item('First')]),
      ]),
    )
    expect(elements(html, 'ul').map((ul) => attribute(ul, 'type'))).toEqual(['disc', 'disc'])
    expect(elements(html, 'ol').map((ol) => attribute(ol, 'type'))).toEqual(['1'])
    expect(html).not.toMatch(/\sclass=/)
  })

  test('EML-06 players, posts and link cards are tables with the words of their links', () => {
    const { html } = toEmail(
      of([
        schema.node('embed', {
          url: 'https://youtu.be/x',
          title: 'The ferry, filmed',
          provider: 'YouTube',
          fallbackText: 'A film.',
        }),
        schema.node('linkCard', {
          url: 'https://shop.example/boat',
          title: 'A model boat',
          kind: LINK_KINDS[0],
          affiliate: true,
        }),
      ]),
    )
    const cards = elements(html, 'table').filter((table) => attribute(table, 'width') === '552')
    expect(cards.length).toBe(2)
    expect(html).toContain('<a href="https://youtu.be/x"')
    expect(html).toContain('rel="sponsored nofollow"')
    expect(html).not.toMatch(/<(iframe|script|video|object)/)
  })

  test('[P8] whatever is in a story, nothing runs, nothing is fetched but its pictures, every address is whole', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const story = madeUpStory(seed)
      const { html, text } = toEmail(of([p('')], { content: contentOf(story, { ...PARTICULARS, path: 'x' }) }))
      const allowed = /^(html|head|meta|title|body|div|table|tbody|tr|td|h[1-3]|p|b|i|s|br|hr|a|ul|ol|li|blockquote|img|span)$/
      expect(
        names(html).filter((name) => !allowed.test(name)),
        `seed ${seed}`,
      ).toEqual([])
      for (const link of elements(html, 'a')) expect(attribute(link, 'href'), `seed ${seed}`).toMatch(/^(https?|mailto|tel|ftp):/)
      expect(html + text).not.toContain('undefined')
    }
  })
})

function names(html: string): string[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)[\s>]/g)].map(([, name]) => name!)
}

describe('what it says', () => {
  const note = { label: 'correction' as const, wrong: 'We said six.', right: 'It is seven.', at: START }

  test('questions in bold or labels, notes where they belong, the canonical address, and no link that ends what nobody sends', () => {
    const blocks = [q('Why?'), a('Because.')]
    const bold = toEmail(of(blocks, { notes: [{ ...note, atTop: false }] }))
    expect(bold.html).toContain('<b>Why?</b>')
    expect(bold.html.indexOf('We said six.')).toBeGreaterThan(bold.html.indexOf('Because.'))
    expect(bold.html).toContain('href="https://news.example/the-last-ferryman"')
    expect(bold.html + bold.text).not.toMatch(/unsubscribe/i)
    expect(bold.subject).toBe('The last ferryman')
    const labelled = toEmail(of(blocks, { said: { settings: { labelStyle: 'full' } }, notes: [{ ...note, atTop: true }] }))
    expect(labelled.html).toContain('<b>Mara Lind:</b> Why?')
    expect(labelled.html.indexOf('We said six.')).toBeLessThan(labelled.html.indexOf('Because.'))
    expect(bold.text).toContain('Mara Lind: Why?')
    expect(bold.text).toContain('Read it on the site: https://news.example/the-last-ferryman')
    const ended = toEmail(of(blocks, { unsubscribe: '%unsubscribe_url%' }))
    expect(ended.html).toContain('<a href="%unsubscribe_url%"')
    expect(ended.text).toContain('Unsubscribe: %unsubscribe_url%')
  })

  test('[P8] of a members’ story it has what everybody may read, and how one becomes a member', () => {
    const blocks = [p('Free.'), paywall(), p('zqpaid'), picture('paidPicture000001-10x10')]
    const { html, text } = toEmail(
      of(blocks, { said: { visibility: 'members' }, site: { ...SITE_SETTINGS, joinUrl: 'https://join.example' } }),
    )
    expect(html).toContain('Free.')
    expect(html + text).not.toMatch(/zqpaid|paidPicture/)
    expect(html).toContain('href="https://news.example/join"')
    const closed = toEmail(of([p('zqpaid')], { said: { visibility: 'members' } }))
    expect(closed.html + closed.text).not.toContain('zqpaid')
  })

  test('of a withdrawn story it says that it was withdrawn, and nothing of what it said', () => {
    const { html, text, subject } = toEmail(
      of([p('zqgone')], { kind: 'kill', notes: [{ ...note, label: 'retraction', atTop: true }] }),
    )
    expect(html + text).not.toContain('zqgone')
    expect(text).toContain('It is seven.')
    expect(subject).toBe('This story was withdrawn: The last ferryman')
  })

  test('UNI-05 signs beyond the first 65,536 stay whole, in every form', async () => {
    const email = toEmail(of([p('Fine 👍🏽 and 采访稿, café')], { said: { headline: '👍 Holm' } }))
    expect(email.html).toContain('👍🏽')
    expect(email.html + email.text).not.toMatch(/&#/)
    const receiver = await Receiver.open()
    const transport = createTransport({ url: receiver.url })
    const raw = await emlOf(email, START)
    await transport.sendMail({ envelope: { from: 'a@desk.example', to: 'b@desk.example' }, raw })
    const [mail] = await receiver.has(1)
    expect(mail!.html).toContain('Fine 👍🏽 and 采访稿, café')
    expect(mail!.text).toContain('Fine 👍🏽 and 采访稿, café')
    expect(mail!.headers.get('subject')).toBe('👍 Holm')
    transport.close()
  })
})

test('its size is that of the HTML as it is sent: a warning comes before Gmail cuts it off', async () => {
  const words = [p('Plain words of a long talk. '.repeat(200)), p('采访稿👍'.repeat(400)), p('Süß & <b> = so.'.repeat(300))]
  const email = toEmail(of(words))
  const raw = (await emlOf(email, START)).toString('latin1')
  const boundary = /boundary="([^"]+)"/.exec(raw)![1]!
  const part = raw.split(`--${boundary}`).find((one) => one.includes('text/html'))!
  const sent = part.slice(part.indexOf('\r\n\r\n') + 4).length
  expect(Math.abs(email.bytes - sent) / sent).toBeLessThan(0.01)
  expect(encodedBytes('a'.repeat(200))).toBe(206)
  expect(toEmail(of([p('x'.repeat(LONG_EMAIL_BYTES))])).bytes).toBeGreaterThan(LONG_EMAIL_BYTES)
})

test('the letter is fetched as a file in three forms, by the desk’s own people', async () => {
  const { person, stranger } = await scene()
  const ana = await person('Ana', 'editor')
  const guest = await person('Gus', 'guest')
  const { id } = await newStory(ana.asks, { headline: 'Süß & “so”', slug: 'süß' })
  const ask = (as: string) => ana.asks('GET', `/api/stories/${id}/email?as=${as}`)
  const html = await ask('html')
  expect([html.status, html.headers.get('content-disposition')]).toEqual([200, `attachment; filename="suss.html"; filename*=UTF-8''s%C3%BC%C3%9F.html`]) // prettier-ignore
  expect(html.text).toContain('Süß &amp; “so”')
  expect((await ask('text')).text).toContain('Süß & “so”')
  expect((await ask('eml')).text).toContain('Subject: =?UTF-8?')
  expect((await ask('pdf')).status).toBe(422)
  expect((await stranger('GET', `/api/stories/${id}/email`)).status).toBe(401)
  expect((await guest.asks('GET', `/api/stories/${id}/email`)).status).toBe(404)
})
