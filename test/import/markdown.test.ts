/** Markdown: front matter, wrapped lines, HTML inside, and files made to hurt. */
import { describe, expect, test } from 'vitest'
import { readMarkdown } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { paragraphsOf } from './truth.ts'

const read = (source: string) => readMarkdown(source, counter())
const texts = (source: string) => paragraphsOf(read(source)).map((one) => one.text)

describe('front matter', () => {
  test('title, dek and author are taken, the rest is listed', () => {
    const { headline, dek, byline, lost } = read(
      `---\ntitle: "The \\"sea\\": a talk"\ndescription: 'It''s wide\n  and deep'\nauthors:\n- Ana Ruiz\n- Bo Ek\ndate: 2026-01-02\ntags: [sea, 'salt, water']\n---\n\nText.`,
    )
    expect({ headline, dek, byline, lost }).toEqual({
      headline: 'The "sea": a talk',
      dek: "It's wide and deep",
      byline: 'Ana Ruiz and Bo Ek',
      lost: ['Front matter: date, tags'],
    })
  })
  test('folded values, TOML, Windows line ends', () => {
    expect(read('---\r\ntitle: >\r\n  A long\r\n  title\r\n---\r\nText.').headline).toBe('A long title')
    expect(read('+++\ntitle = "Sea"\nauthor = "Bo"\n+++\nText.').byline).toBe('Bo')
  })
  test('a rule at the head of a file is no front matter', () => {
    expect(texts('---\n\nHello: world.\n\n---\n\nBye.')).toEqual(['Hello: world.', 'Bye.'])
    expect(texts('---\nno end to it')).toEqual(['no end to it'])
  })
  test('a single top heading is the headline, unless the front matter has one', () => {
    expect(read('# The Sea\n\nText.').headline).toBe('The Sea')
    expect(read('# One\n\nText.\n\n# Two\n\nText.').headline).toBeNull()
  })
})

test('wrapped lines are joined with a blank, hard breaks stay', () => {
  expect(texts('A line that\nwas wrapped.\n\nA verse  \nand its next\\\nline.')).toEqual([
    'A line that was wrapped.',
    'A verse\nand its next\nline.',
  ])
})

test('HTML in Markdown is read as HTML is: no scripts, no unsafe links', () => {
  const reading = read(
    '<div onclick="x">one</div>\n\n<script>alert(1)</script>\n\ntwo <b>bold</b> <a href="javascript:x">three</a> [four](javascript:alert(1)) [five](<https://x.example/a b>)\n\n<style>p{}</style>',
  )
  expect(reading.body.textContent).toBe('onetwo bold three four five')
  const hrefs: unknown[] = []
  reading.body.descendants((node) => node.marks.forEach((mark) => mark.type.name === 'link' && hrefs.push(mark.attrs.href)))
  expect(hrefs).toEqual(['https://x.example/a b'])
  expect(reading.lost).toEqual(['2 links that are not safe to follow (their words are kept)'])
})

test('an indented paragraph is prose, a footnote keeps its words, struck text and tables are read', () => {
  expect(texts('    An indented paragraph.')).toEqual(['An indented paragraph.'])
  expect(texts('Text.[^1]\n\n[^1]: Word')).toEqual(['Text.[^1]', '[^1]: Word'])
  expect(read('~~gone~~').body.firstChild?.firstChild?.marks[0]?.type.name).toBe('strike')
  expect(texts('| a | b |\n|---|---|\n| 1 | 2 |')).toEqual(['a\tb', '1\t2'])
})

test('lists keep their levels, quotes their paragraphs', () => {
  const { body } = read('- a\n  - b\n- c\n\n1. x\n2. y\n\n> one\n>\n> two')
  expect(body.children.map((node) => node.type.name)).toEqual(['list', 'list', 'pullQuote', 'pullQuote'])
  expect(body.child(0).children.map((item) => [item.attrs.level, item.textContent])).toEqual([
    [0, 'a'],
    [1, 'b'],
    [0, 'c'],
  ])
  expect(body.child(1).attrs.ordered).toBe(true)
})

test('template tags and anchors of site generators are left out, and it is said', () => {
  const reading = read('{% image "x.jpg" %}\n\n## Why? {#why}\n\nText {% stays %} here.')
  expect(reading.body.textContent).toBe('Why?Text {% stays %} here.')
  expect(reading.lost).toEqual(['A template tag'])
})

test('[DOS-10] nesting without end is flattened, not overflowed, and loses no word', () => {
  for (const source of [
    '>'.repeat(10_000) + ' x',
    '> '.repeat(10_000) + 'x',
    '- '.repeat(10_000) + 'x',
    '1. '.repeat(10_000) + 'x',
    '> - '.repeat(5000) + 'x',
  ]) {
    expect(read(source).body.textContent).toBe('x')
  }
  const stairs = Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- s${i}`).join('\n')
  expect(read(stairs).body.textContent).toBe(Array.from({ length: 300 }, (_, i) => `s${i}`).join(''))
})

test('a paragraph that is all signs is words, within reason of time', () => {
  for (const source of ['*a '.repeat(20_000), '['.repeat(50_000), '**a *b '.repeat(10_000), '![a'.repeat(20_000)]) {
    const reading = read(source)
    expect(reading.body.textContent.replaceAll(' ', '')).toBe(source.replaceAll(' ', ''))
    expect(reading.lost).toEqual(['The formatting of a paragraph that is all signs'])
  }
})
