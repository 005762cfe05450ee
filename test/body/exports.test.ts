/** What goes out: labels, escaping, comments stripped, and bodies that no editor of ours ever made. */
import { Schema, type Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import { toHtml } from '../../shared/body/html.ts'
import { escapeHtml } from '../../shared/body/html-words.ts'
import { storyToJson } from '../../shared/body/json.ts'
import { toMarkdown } from '../../shared/body/markdown.ts'
import { toSubstack } from '../../shared/body/substack.ts'
import { toText } from '../../shared/body/text.ts'
import { readHtml, readMarkdown } from '../../shared/import/read.ts'
import { sample } from '../../shared/sample.ts'
import { schema } from '../../shared/schema.ts'
import { LABEL_STYLES, SETTINGS, type LabelStyle, type Speaker, type StoryText } from '../../shared/story.ts'
import { addressOf, comparable, counter, MARA, SPEAKERS } from './stories.ts'

const p = (text: string, attrs: Record<string, unknown> = {}, marks: Parameters<typeof schema.text>[1] = []): Node =>
  schema.node('paragraph', attrs, text === '' ? [] : [schema.text(text, marks)])
const story = (blocks: Node[], more: Partial<StoryText> = {}): StoryText => ({
  headline: '',
  dek: '',
  byline: '',
  speakers: SPEAKERS,
  settings: SETTINGS,
  body: schema.node('doc', null, blocks.length > 0 ? blocks : [p('')]),
  ...more,
})
const WRITERS = [toText, toHtml, toMarkdown, (one: StoryText) => JSON.stringify(storyToJson(one))]

test('plain text says who speaks: the full name first, then initials, once a turn', () => {
  const out = toText(
    story(
      [
        p('The lede.'),
        p('Why?', { role: 'question', speaker: 's1' }),
        p('Because.', { role: 'answer', speaker: 's2' }),
        p('And so on.', { role: 'answer', speaker: 's2' }),
        p('Really?', { role: 'question', speaker: 's1' }),
        p('Yes.', { role: 'answer', speaker: 's2' }),
        p('And again.', { role: 'answer', speaker: 's2', turnStart: true }),
      ],
      { headline: 'The Sea', byline: 'Mara Lind' },
    ),
  )
  expect(out).toBe(
    'The Sea\n\nMara Lind\n\nThe lede.\n\nMara Lind: Why?\n\nJonas O’Keefe-Vål: Because.\n\nAnd so on.\n\nML: Really?\n\nJOV: Yes.\n\nJOV: And again.\n',
  )
})

test('each label style says who speaks in its own way, and only where a turn begins', () => {
  const talk = [
    p('Why?', { role: 'question', speaker: 's1' }),
    p('Because.', { role: 'answer', speaker: 's2' }),
    p('And so on.', { role: 'answer', speaker: 's2' }),
    p('Really?', { role: 'question', speaker: 's1' }),
    p('Yes.', { role: 'answer', speaker: 's2' }),
  ]
  const heads = (labelStyle: LabelStyle) =>
    toText(story(talk, { settings: { ...SETTINGS, labelStyle } }), { outlet: 'The Holm Courier', addressOf })
      .trim()
      .split('\n\n')
      .map((line) => (line.includes(': ') ? line.replace(/: .*/, '') : ''))
  const [mara, jonas] = ['Mara Lind', 'Jonas O’Keefe-Vål']
  expect(Object.fromEntries(LABEL_STYLES.map((style) => [style, heads(style)]))).toEqual({
    // A text has no bold.
    bold: [mara, jonas, '', 'ML', 'JOV'],
    'full-then-initials': [mara, jonas, '', 'ML', 'JOV'],
    'full-then-surname': [mara, jonas, '', 'Lind', 'O’Keefe'],
    full: [mara, jonas, '', mara, jonas],
    'q-a': ['Q', 'A', '', 'Q', 'A'],
    outlet: ['The Holm Courier', jonas, '', 'The Holm Courier', 'O’Keefe'],
  })
})

test('a short name that two share names neither: the full name stays', () => {
  const sisters: Record<string, Speaker> = {
    s1: { name: 'Ada Holm', initials: 'AH', kind: 'subject' },
    s2: { name: 'Asta Holm', initials: 'AH', kind: 'subject' },
  }
  const talk = ['s1', 's2', 's1'].map((speaker) => p('Yes.', { role: 'answer', speaker }))
  for (const labelStyle of ['full-then-initials', 'full-then-surname'] as const)
    expect(toText(story(talk, { speakers: sisters, settings: { ...SETTINGS, labelStyle } }))).toBe(
      'Ada Holm: Yes.\n\nAsta Holm: Yes.\n\nAda Holm: Yes.\n',
    )
})

test('Markdown: bold questions, or labels; comments only where neither says who speaks', () => {
  const talk = [
    p('Why?', { role: 'question', speaker: 's1' }),
    p('Because.', { role: 'answer', speaker: 's2' }),
    p('So.', { role: 'answer', speaker: 's2' }),
  ]
  const of = (labelStyle: LabelStyle) => toMarkdown(story(talk, { settings: { ...SETTINGS, labelStyle } })).split('---\n\n')[1]
  expect(of('bold')).toBe('**<!-- question speaker=1 -->Why?**\n\nBecause.<!-- answer speaker=2 -->\n\nSo.\n')
  expect(of('full')).toBe('**Mara Lind:** Why?\n\n**Jonas O’Keefe-Vål:** Because.\n\nSo.\n')
  expect(of('q-a')).toBe('**Q:** Why?<!-- speaker=1 -->\n\n**A:** Because.<!-- speaker=2 -->\n\nSo.\n')
})

test('pictures, players and cards go out with their words; where a picture was seen is never fetched', () => {
  const blocks = [
    schema.node('image', { asset: 'a1', alt: 'A pier', caption: 'The pier', credit: 'Photo: Ana Ruiz', licence: 'CC BY 4.0' }),
    schema.node('image', { source: 'https://elsewhere.example/x.jpg', alt: 'A boat' }),
    schema.node('embed', { url: 'https://video.example/1', title: 'The tide', provider: 'Video', fallbackText: 'Water rises.' }),
    schema.node('linkCard', { url: 'https://shop.example/book', title: 'Her book', kind: 'book', affiliate: true }),
  ]
  const html = toHtml(story(blocks), { outlet: '', addressOf })
  expect(html).toContain(
    '<figure class="picture"><img src="https://desk.example/assets/a1" alt="A pier"><figcaption><span class="caption">The pier</span> ' +
      '<span class="credit">Photo: Ana Ruiz</span> <span class="licence">CC BY 4.0</span></figcaption></figure>\n' +
      '<figure class="picture"><img alt="A boat" data-source="https://elsewhere.example/x.jpg"></figure>\n' +
      '<p class="embed" data-provider="Video"><a href="https://video.example/1" rel="nofollow noopener">The tide</a><br>Water rises.</p>\n' +
      '<p class="link-card" data-kind="book" data-affiliate=""><a href="https://shop.example/book" rel="sponsored nofollow noopener" data-affiliate="">Her book</a></p>',
  )
  expect(toMarkdown(story(blocks), { outlet: '', addressOf }).split('---\n\n')[1]).toBe(
    '![A pier](https://desk.example/assets/a1)\\\nThe pier <span class="credit">Photo: Ana Ruiz</span> <span class="licence">CC BY 4.0</span>\n\n' +
      '<img alt="A boat" data-source="https://elsewhere.example/x.jpg">\n\n' +
      '[The tide](https://video.example/1)\\\nWater rises.<!-- embed=Video -->\n\n[Her book](https://shop.example/book)<!-- card=book affiliate -->\n',
  )
  expect(toText(story(blocks))).toBe(
    'The pier Photo: Ana Ruiz CC BY 4.0\n\nA boat\n\nThe tide: https://video.example/1 Water rises.\n\nHer book: https://shop.example/book\n',
  )
})

test('without speakers a question is Q, an answer A', () => {
  expect(toText(story([p('Why?', { role: 'question' }), p('Because.', { role: 'answer', speaker: 'nobody' })]))).toBe(
    'Q: Why?\n\nA: Because.\n',
  )
})

test('HTML: bold questions, a speaker for those who listen, notices, nested lists, breaks', () => {
  const list = schema.node('list', { ordered: false }, [
    schema.node('listItem', { level: 0 }, [schema.text('a')]),
    schema.node('listItem', { level: 1 }, [schema.text('b')]),
    schema.node('listItem', { level: 0 }, [schema.text('c')]),
  ])
  const html = toHtml(
    story(
      [
        schema.node('notice', { kind: 'disclosure' }, [p('We were paid.')]),
        p('Why?', { role: 'question', speaker: 's1' }),
        schema.node('paragraph', { role: 'answer' }, [schema.text('One'), schema.node('hardBreak'), schema.text('two')]),
        list,
        schema.node('paywall'),
      ],
      { speakers: { s1: MARA }, settings: { ...SETTINGS, lang: 'en-GB' } },
    ),
  )
  expect(html).toBe(
    '<article class="story" data-copydesk="2" lang="en-GB" data-settings="{&quot;labelStyle&quot;:&quot;&quot;,&quot;target&quot;:0}" ' +
      'data-speakers="[{&quot;name&quot;:&quot;Mara Lind&quot;,&quot;initials&quot;:&quot;ML&quot;,&quot;kind&quot;:&quot;interviewer&quot;}]">\n<aside class="notice" data-kind="disclosure">\n<p>We were paid.</p>\n</aside>\n' +
      '<p class="q"><strong><span class="speaker visually-hidden" data-speaker="1">Mara Lind: </span>Why?</strong></p>\n' +
      '<p class="a"><span class="speaker visually-hidden">A: </span>One<br>two</p>\n<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>\n<!--members-only-->\n</article>\n',
  )
})

test('[P8] comments are in no output, and words that only a comment parted are one', () => {
  const { comment, strong } = schema.marks
  const commented = story([
    schema.node('paragraph', null, [
      schema.text('The ', []),
      schema.text('quick', [comment.create({ id: 'secret-thread' })]),
      schema.text(' fox', []),
    ]),
    p('bold', {}, [strong.create(), comment.create({ id: 'secret-thread' })]),
  ])
  for (const write of WRITERS) expect(write(commented)).not.toContain('secret')
  expect(storyToJson(commented).body.content?.[0]?.content).toEqual([{ type: 'text', text: 'The quick fox' }])
})

test('[XSS-02] [LNK-01] nothing typed is markup, no link is a script, in any field', () => {
  const evil = '<img src=x onerror=alert(1)>"\'&</p><script>alert(1)</script>'
  const bad: Record<string, Speaker> = { x: { name: evil, initials: evil, kind: 'interviewer' } }
  const one = story(
    [
      p(evil, { role: 'question', speaker: 'x' }),
      p('click', {}, [schema.marks.link.create({ href: 'JaVa\tscript:alert(1)' })]),
      p('ok', {}, [schema.marks.link.create({ href: 'https://x.example/"><script>' })]),
      p('fr', {}, [schema.marks.lang.create({ lang: '"><script>' })]),
      schema.node('embed', { url: 'javascript:alert(1)', title: evil }),
      schema.node('linkCard', { url: 'data:text/html,x', title: evil }),
      schema.node('image', { alt: evil, caption: evil }),
    ],
    { headline: evil, dek: evil, byline: evil, speakers: bad },
  )
  const html = toHtml(one)
  expect(html).not.toMatch(/<script|java\s*script:|data:text/i)
  expect(html.match(/<a /g)).toHaveLength(1)
  // The one picture is the story's own, and has no address to be fetched from.
  expect(html.match(/<img[^>]*>/g)).toEqual([`<img alt="${escapeHtml(evil)}">`])
  const back = readHtml(html, counter())
  expect(back.headline).toBe(evil)
  const markdown = readMarkdown(toMarkdown(one), counter())
  expect(markdown.headline).toBe(evil)
  expect(markdown.body.firstChild?.textContent).toBe(evil)
  expect(JSON.stringify(storyToJson(one).body)).not.toMatch(/java\s*script:alert|JaVa/)
})

test('[XSS-04] the address of a player is no markup, in no form', () => {
  const url = 'https://x.example/"><svg onload=alert(1)>'
  const one = story([schema.node('embed', { url, fallbackText: `It failed: ${url}` })])
  for (const html of [toHtml(one), toSubstack(one).html]) {
    expect(html).not.toContain('<svg')
    expect(html.match(/href="([^"]*)"/)?.[1]).toBe(escapeHtml(url))
  }
  expect(readMarkdown(toMarkdown(one), counter()).body.firstChild?.attrs.url).toBe(url)
})

/** Our schema without its checks: what a client may leave behind that has none. */
const unchecked = new Schema({
  nodes: Object.fromEntries(
    Object.entries(schema.nodes).map(([name, { spec }]) => [
      name,
      { ...spec, attrs: Object.fromEntries(Object.keys(spec.attrs ?? {}).map((attr) => [attr, { default: null }])) },
    ]),
  ),
  marks: Object.fromEntries(
    Object.entries(schema.marks).map(([name, { spec }]) => [
      name,
      { ...spec, attrs: Object.fromEntries(Object.keys(spec.attrs ?? {}).map((attr) => [attr, { default: null }])) },
    ]),
  ),
})

describe('bodies of hand-written clients', () => {
  test('wrong values of every attribute break no export', () => {
    const odd: unknown[] = [
      null,
      undefined,
      '',
      'x',
      7,
      -1,
      Number.NaN,
      1e9,
      true,
      {},
      [],
      () => 1,
      Symbol('s'),
      'constructor',
      '__proto__',
      '\ud800',
      '\u0000',
    ]
    for (const value of odd) {
      const attrs = {
        id: value,
        role: value,
        speaker: value,
        turnStart: value,
        roleState: value,
        level: value,
        ordered: value,
        kind: value,
        url: value,
        title: value,
        alt: value,
      }
      const blocks = ['paragraph', 'heading', 'pullQuote'].map((name) =>
        unchecked.nodes[name]!.create(
          attrs,
          unchecked.text('words', [
            unchecked.marks.link!.create({ href: value, affiliate: value }),
            unchecked.marks.lang!.create({ lang: value }),
          ]),
        ),
      )
      for (const name of ['image', 'embed', 'linkCard', 'divider', 'paywall']) blocks.push(unchecked.nodes[name]!.create(attrs))
      blocks.push(unchecked.nodes.list!.create(attrs, [unchecked.nodes.listItem!.create(attrs, unchecked.text('item'))]))
      blocks.push(unchecked.nodes.notice!.create(attrs, [unchecked.nodes.paragraph!.create(attrs, unchecked.text('note'))]))
      const one = {
        headline: value,
        dek: value,
        byline: value,
        speakers: { a: value, x: { name: value, initials: value, kind: value } },
        body: unchecked.nodes.doc!.create(null, blocks),
      } as unknown as StoryText
      for (const write of WRITERS.slice(0, 3)) expect(write(one), String(value)).toContain('words')
      expect(storyToJson(one).body.content, String(value)).toHaveLength(10)
      for (const speakers of [value, [value]])
        expect(toText({ ...one, speakers: speakers as StoryText['speakers'] })).toContain('words')
    }
  })

  test('[DOS-10] [PRB-03] twenty thousand nested blocks come out as their words', () => {
    const loose = new Schema({
      nodes: {
        doc: { content: 'any*' },
        blockquote: { group: 'any', content: 'any*' },
        paragraph: { group: 'any', content: 'text*' },
        list: { group: 'any', content: 'any*' },
        notice: { group: 'any', content: 'any*' },
        listItem: { group: 'any', content: 'any*' },
        text: {},
      },
    })
    for (const name of ['blockquote', 'list', 'notice']) {
      let node = loose.node('paragraph', null, [loose.text('deep words')])
      for (let i = 0; i < 20_000; i += 1) node = loose.node(name, null, [node])
      const one = story([], { body: loose.node('doc', null, [node, loose.node('paragraph', null, [loose.text('after')])]) })
      for (const write of WRITERS) {
        expect(write(one), name).toContain('deep words')
        expect(write(one), name).toContain('after')
      }
    }
  })

  test('[UNI-05] emoji stay whole, half an emoji is left out', () => {
    const one = story([p('👍 and \ud83d half \u0000 null')])
    expect(toHtml(one)).toContain('<p>👍 and  half  null</p>')
    expect(toText(one)).toBe('👍 and  half  null\n')
  })

  test('items that hang in the air are brought down to a level that can be', () => {
    const list = schema.node(
      'list',
      { ordered: true },
      [3, 7, 0, 2].map((level) => schema.node('listItem', { level }, [schema.text(`l${level}`)])),
    )
    expect(toText(story([list]))).toBe('1. l3\n  1. l7\n2. l0\n  1. l2\n')
  })
})

describe('the sample', () => {
  test('is an interview with everything to try, and says that it is invented', () => {
    const { body, speakers, headline, byline, words } = sample(counter())
    const kinds = new Set<unknown>()
    let unsure = 0
    body.descendants((node) => {
      kinds.add(node.attrs.kind ?? node.attrs.role ?? node.type.name)
      if (node.attrs.roleState === 'guess') unsure += 1
    })
    expect([...kinds]).toEqual(expect.arrayContaining(['reader-note', 'disclosure', 'body', 'question', 'answer', 'heading']))
    expect(unsure).toBe(2)
    expect(words).toBeGreaterThan(700)
    expect(words).toBeLessThan(950)
    expect(Object.values(speakers).map((one) => one.initials)).toEqual(['TL', 'IV'])
    expect(headline).not.toBe('')
    expect(byline).toBe('Tove Lindqvist')
    expect(body.lastChild?.textContent).toMatch(/invented/)
    body.check()
  })

  test('survives both exports', () => {
    const one = sample(counter())
    for (const back of [readHtml(toHtml(one), counter()), readMarkdown(toMarkdown(one), counter())]) {
      expect(comparable(back.body, back.speakers)).toEqual(comparable(one.body, one.speakers))
    }
  })
})

test('[P10] a story with 4,000 speakers of one name has its labels in a moment', () => {
  const speakers = Object.fromEntries(
    Array.from({ length: 4000 }, (_, i) => [`s${i}`, { name: `Ana Berg ${i}`, initials: 'A', kind: 'subject' } as Speaker]),
  )
  const said = [p('Why?', { role: 'question', speaker: 's1' }), p('So.', { role: 'answer', speaker: 's2' })]
  const before = performance.now()
  for (const labelStyle of LABEL_STYLES)
    toText(story(said, { speakers, settings: { ...SETTINGS, labelStyle } }), { outlet: 'The Courier', addressOf })
  // It was ten seconds for each of two styles.
  expect(performance.now() - before).toBeLessThan(3000)
})
