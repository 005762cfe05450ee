/** Exports of Ghost, WordPress and others, and transcripts in JSON: whole posts, one of them picked, and nothing fetched. */
import { existsSync, readFileSync } from 'node:fs'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, test } from 'vitest'
import { readJson, readWxr, type Reading } from '../../shared/import/read.ts'
import { Refusal } from '../../shared/refusal.ts'
import { counter } from '../body/stories.ts'
import { short } from './short.ts'
import { letters, shown } from './shown.ts'
import { paragraphsOf } from './truth.ts'

const json = (value: unknown, pick?: number): Reading =>
  readJson(typeof value === 'string' ? value : JSON.stringify(value), counter(), pick)
const refusal = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  throw new Error('was read')
}

describe('Ghost', () => {
  const users = [
    { id: 'u1', name: 'Ana Ruiz' },
    { id: 'u2', name: 'Bo Ek' },
  ]
  const text = (words: string, format = 0) => ({ type: 'text', text: words, format })
  const posts = [
    {
      id: 'p1',
      title: 'Nets & <knots>',
      custom_excerpt: 'A life in knots',
      html: '<p><b>How many nets?</b></p><p>Sixty.</p><p><b>Who else mends them?</b></p><p>Nobody.</p><!--members-only--><p>The end.</p>',
      feature_image: 'https://x.example/a.jpg',
    },
    {
      id: 'p2',
      title: 'Ropes',
      html: null,
      lexical: JSON.stringify({
        root: {
          type: 'root',
          children: [
            { type: 'extended-heading', tag: 'h2', children: [text('Hemp')] },
            {
              type: 'paragraph',
              children: [
                text('Twist '),
                text('it', 3),
                { type: 'linebreak' },
                { type: 'link', url: 'https://x.example/', children: [text('so')] },
              ],
            },
            { type: 'list', listType: 'number', children: [{ type: 'listitem', children: [text('one <b>')] }] },
            { type: 'image', src: 'https://x.example/b.jpg', alt: 'A rope', caption: 'The <i>rope</i>' },
            { type: 'paywall' },
            { type: 'gallery', images: [] },
          ],
        },
      }),
    },
  ]
  const written = [
    { post_id: 'p1', author_id: 'u2', sort_order: 1 },
    { post_id: 'p1', author_id: 'u1', sort_order: 0 },
  ]
  const file = {
    db: [{ data: { posts, users, posts_authors: written, posts_meta: [{ post_id: 'p1', feature_image_alt: 'Nets' }] } }],
  }

  test('a post in the form of Ghost’s old editor: looks, links, lists, breaks and cards, and what of it is not read is said', () => {
    const mobiledoc = {
      version: '0.3.1',
      atoms: [['soft-return', '', {}]],
      cards: [
        ['image', { src: 'https://x.example/b.jpg', alt: 'A rope', caption: 'The <i>rope</i>' }],
        ['hr', {}],
        ['card-markdown', { markdown: '**What else?**\n\nTar.' }],
        ['gallery', { images: [] }],
        ['constructor', {}],
      ],
      markups: [['strong'], ['a', ['rel', 'x', 'href', 'https://x.example/']], ['em']],
      sections: [
        [1, 'h2', [[0, [], 0, 'Hemp']]],
        [1, 'p', [[0, [0], 1, 'What do you twist?']]],
        [1, 'p', [[0, [], 0, 'It <b>, '], [0, [1, 2], 1, 'so'], [0, [], 1, ' and'], [1, [], 0, 0], [0, [], 0, 'so.']]],
        [3, 'ol', [[[0, [], 0, 'one']], [[0, [9], 1, 'two']]]],
        [10, 0],
        [10, 1],
        [10, 2],
        [10, 3],
        [10, 4],
        [10, 7],
        'torn',
      ],
    } // prettier-ignore
    const reading = json({ posts: [{ id: 'p', title: 'Ropes', html: null, mobiledoc: JSON.stringify(mobiledoc) }] })
    expect(short(reading)).toEqual([
      'h2 Hemp',
      'What do you twist?',
      'It <b>, <a https://x.example/+em>so</><a https://x.example/> and</>⏎so.',
      '- one',
      '- two',
      '[A rope: The rope]',
      'divider',
      'What else?',
      'Tar.',
    ])
    expect(reading.lost).toEqual(
      expect.arrayContaining(['gallery', 'constructor', 'unknown'].map((card) => `A card of Ghost’s (${card})`)),
    )
    for (const damaged of ['{', 'null', '[]', '{"sections":[[1,"p",[[0,[0],1e9,"x"]]]]}'])
      expect(() => json({ posts: [{ id: 'p', title: 'Ropes', html: null, mobiledoc: damaged }] })).not.toThrow()
  })

  test('a post comes in with headline, dek, byline, its head picture, and the end of its free part', () => {
    const reading = json(file)
    expect([reading.headline, reading.dek, reading.byline]).toEqual(['Nets & <knots>', 'A life in knots', 'Ana Ruiz and Bo Ek'])
    expect(short(reading)).toEqual([
      '[Nets: ]',
      'How many nets?',
      'Sixty.',
      'Who else mends them?',
      'Nobody.',
      'paywall',
      'The end.',
    ])
    expect(reading.body.firstChild?.attrs.source).toBe('https://x.example/a.jpg')
    expect(reading.choices).toEqual(['Nets & <knots>', 'Ropes'])
  })

  test('another can be picked, also when the file has it only as the editor keeps it', () => {
    const reading = json(file, 1)
    expect(reading.headline).toBe('Ropes')
    expect(short(reading)).toEqual([
      'h2 Hemp',
      'Twist <em+strong>it</>⏎<a https://x.example/>so</>',
      '- one <b>',
      '[A rope: The rope]',
      'paywall',
    ])
    expect(reading.lost).toContain('A card of Ghost’s (gallery)')
    expect(refusal(() => json(file, 2))).toBe('pick: this file has 2 stories, counted from 0.')
  })
})

describe('WordPress', () => {
  test('a post of its API, with HTML in its title', () => {
    const reading = json({
      title: { rendered: 'The <em>net</em> &amp; the <b>knot</b>' },
      content: {
        rendered:
          '<p>One.</p><div class="wp-caption"><img src="https://x.example/a.jpg"><p class="wp-caption-text">A <b>quay</b></p></div><p>Two.</p>',
      },
      _embedded: { author: [{ name: 'Ana Ruiz' }] },
    })
    expect([reading.headline, reading.byline, short(reading)]).toEqual([
      'The net & the knot',
      'Ana Ruiz',
      ['One.', '[: A quay]', 'Two.'],
    ])
  })

  const wxr = (items: string) =>
    `<?xml version="1.0"?>\n<rss xmlns:content="c" xmlns:wp="w" xmlns:excerpt="e" xmlns:dc="d"><channel><title>Site</title><wp:author><wp:author_login>ana</wp:author_login><wp:author_display_name><![CDATA[Ana Ruiz]]></wp:author_display_name></wp:author>${items}</channel></rss>`
  const post = (title: string, content: string, more = '') =>
    `<item><title>${title}</title><dc:creator><![CDATA[ana]]></dc:creator><content:encoded><![CDATA[${content}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded><wp:post_type>post</wp:post_type>${more}</item>`
  const read = (items: string, pick?: number) => readWxr(wxr(items), counter(), pick)

  test('its export: blocks, the old editor’s blank lines, captions and addresses with loose signs', () => {
    const file =
      post(
        'Blocks',
        '<!-- wp:paragraph --><p>One.</p><!-- /wp:paragraph --><!-- wp:separator --><hr/><!-- /wp:separator --><!-- wp:more --><!--more--><!-- /wp:more --><p>Two.</p>',
      ) +
      post(
        'Old &amp; plain',
        'One\nline.\n\n[caption id="a" width="1"]<a href="https://x.example/a.jpg"><img src="https://x.example/a.jpg" alt="A" /></a> The quay[/caption]\n\nTwo <em>lines</em>.\n\n[gallery ids="1,2"]\n\nLast.',
        '<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>7</wp:meta_value></wp:postmeta><wp:comment><wp:comment_content>Nice!</wp:comment_content></wp:comment>',
      ) +
      '<item><title>pic</title><wp:post_id>7</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://x.example/p.jpg?a=1&b=2</wp:attachment_url></item>'
    const first = read(file)
    expect([first.headline, first.byline, short(first), first.choices]).toEqual([
      'Blocks',
      'Ana Ruiz',
      ['One.', 'divider', 'Two.'],
      ['Blocks', 'Old & plain'],
    ])
    const second = read(file, 1)
    expect(short(second)).toEqual(['[: ]', 'One⏎line.', '[A: The quay]', 'Two <em>lines</>.', 'Last.'])
    expect(second.body.firstChild?.attrs.source).toBe('https://x.example/p.jpg?a=1&b=2')
    expect(second.lost).toEqual(expect.arrayContaining(['A comment of a visitor', 'A video or sound']))
  })

  test('[XSS-05] [LNK-01] what a post would run is not in the story', () => {
    const reading = read(
      post(
        'X',
        '<p onclick="alert(1)">a<script>alert(1)</script><a href="javascript:alert(1)">b</a><iframe src="https://evil.example/"></iframe></p>',
      ),
    )
    expect(short(reading)).toEqual(['ab'])
    expect(JSON.stringify(reading.body.toJSON())).not.toMatch(/alert|evil/)
  })

  test('[UPL-09] entities that multiply, other XML, and files without a post are refused with a reason', () => {
    expect(refusal(() => readWxr(`<!DOCTYPE x [<!ENTITY a "aaaa">]>${wxr(post('a', 'b'))}`, counter()))).toContain('damaged')
    expect(refusal(() => readWxr('<feed><entry/></feed>', counter()))).toContain('no export of WordPress')
    expect(refusal(() => read(''))).toContain('no story in this file')
  })
})

describe('transcripts', () => {
  test('words and the times of their speakers become an interview', () => {
    const said = (words: string, start: number) =>
      words.split(' ').map((punct, i) => ({ start: start + i / 10, end: 0, word: punct.toLowerCase(), punct }))
    const reading = json({
      retval: {
        words: [
          ...said('Where did you learn it?', 0),
          ...said('From my uncle. I was nine.', 5),
          ...said('And who was he?', 10),
          ...said('A smith.', 15),
        ],
        segmentation: {
          segments: [0, 5, 10, 15].map((start, i) => ({ start, duration: 4.9, speaker: { '@id': i % 2 === 0 ? 'S0' : 'S1' } })),
        },
      },
    })
    expect(paragraphsOf(reading).map(({ role, speaker, text }) => `${role} ${speaker}: ${text}`)).toEqual([
      'Q S0: Where did you learn it?',
      'A S1: From my uncle. I was nine.',
      'Q S0: And who was he?',
      'A S1: A smith.',
    ])
  })

  test('a transcript of segments', () => {
    const reading = json({
      segments: [
        { speaker: 'Ida', body: 'What do' },
        { speaker: 'Ida', body: 'you see?' },
        { speaker: 'Bo', body: 'A light.' },
        { speaker: 'Ida', body: 'Where?' },
        { speaker: 'Bo', body: 'There.' },
      ],
    })
    expect(paragraphsOf(reading).map(({ role, text }) => `${role} ${text}`)).toEqual([
      'Q What do you see?',
      'A A light.',
      'Q Where?',
      'A There.',
    ])
  })

  test('what holds no words, is damaged or unknown is refused with a reason; [XSS-07] hostile keys do nothing', () => {
    expect(refusal(() => json({ segmentation: { segments: [{ start: 0, duration: 1, speaker: { '@id': 'S0' } }] } }))).toContain(
      'not what',
    )
    expect(refusal(() => json('{"db":'))).toContain('not whole JSON')
    expect(refusal(() => json('{"__proto__":{"posts":[{"title":"x"}]},"constructor":1}'))).toContain(
      'no story that Copydesk knows',
    )
    expect(refusal(() => json(`${'['.repeat(10_000)}${']'.repeat(10_000)}`))).toContain('no story')
    expect(({} as Record<string, unknown>).posts).toBeUndefined()
  })
})

// --- from other hands ---

const folder = '../shared/fixtures/exports'
const exported = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')

type Tree = DefaultTreeAdapterTypes.Node

/** The words of HTML by parse5's own tree, another way than the importer reads. */
function wordsIn(html: string): string {
  let text = ''
  const waiting: Tree[] = [parseFragment(html)]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.nodeName === '#text' && 'value' in at) text += at.value
    if (!/^(script|style|iframe|noscript|template)$/.test(at.nodeName) && 'childNodes' in at)
      waiting.push(...at.childNodes.toReversed())
  }
  return letters(text)
}

describe.skipIf(!existsSync(folder))('exports from other hands (skipped where they are not at hand)', () => {
  test('Ghost’s: every post with its words and pictures', () => {
    const { posts } = (
      JSON.parse(exported('ghost-export.json')) as { db: { data: { posts: { title: string; html: string | null }[] } }[] }
    ).db[0]!.data
    for (const [i, post] of posts.entries()) {
      const reading = readJson(exported('ghost-export.json'), counter(), i)
      expect(shown({ ...reading, byline: null })).toBe(letters(post.title) + wordsIn(post.html ?? ''))
      expect(reading.choices).toHaveLength(posts.length)
    }
    expect(JSON.stringify(readJson(exported('ghost-export.json'), counter(), 2).body.toJSON())).toContain('lexical-image.jpg')
  })

  test('WordPress’s API: the title’s HTML is words', () => {
    const name = 'wp-api-html-in-title.json'
    const post = JSON.parse(exported(name)) as { title: { rendered: string }; content: { rendered: string } }
    const reading = readJson(exported(name), counter())
    const head = letters(String(reading.body.firstChild?.attrs.caption))
    expect(shown({ ...reading, byline: null }).replace(head, '')).toBe(
      wordsIn(post.title.rendered) + wordsIn(post.content.rendered),
    )
  })

  test.each(['wordpress-wxr.xml', 'wordpress-wxr-captions.xml', 'wordpress-theme-preview.xml'])(
    '%s: every post with its words',
    (name) => {
      const source = exported(name)
      const items = [...source.matchAll(/<item>([\s\S]*?)<\/item>/g)]
        .map(([, item = '']) => item)
        .filter((item) => !/post_type>(<!\[CDATA\[)?attachment/.test(item))
      const part = (item: string, tag: string) =>
        new RegExp(`<${tag}>\\s*(?:<!\\[CDATA\\[)?([\\s\\S]*?)(?:\\]\\]>)?\\s*</${tag}>`).exec(item)?.[1] ?? ''
      for (const [i, item] of items.entries()) {
        const reading = readWxr(source, counter(), i)
        // The picture at the head of a post is not in its text.
        const caption = item.includes('_thumbnail_id') ? letters(String(reading.body.firstChild?.attrs.caption ?? '')) : ''
        const words = shown({ ...reading, byline: null }).replace(caption, '')
        expect(words, String(i)).toBe(
          wordsIn(part(item, 'title')) + wordsIn(part(item, 'excerpt:encoded')) + wordsIn(part(item, 'content:encoded')),
        )
      }
      expect(items.length).toBeGreaterThan(2)
    },
  )
})
