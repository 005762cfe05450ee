/** Find and replace: what is found, what an editor may rewrite, and what happens while colleagues type. */
import type { Node } from 'prosemirror-model'
import type { Command, EditorState } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { contextOf, couldTakeForEver, finderFor, NOTHING, type Search } from '../../client/editor/find.ts'
import { ask, finding, foundIn, goToHit, replaceAll, replaceOne, skip, step, toReplace } from '../../client/editor/finding.ts'
import { schema } from '../../shared/schema.ts'
import { a, at, body, doing, h, list, notice, p, q, stateOf, told } from './words.ts'

const looking = (doc: Node, asked: Partial<Search>, caret = 1): EditorState =>
  then(stateOf(doc, caret, caret, [finding()]), ask({ ...NOTHING, ...asked }))
const then = (state: EditorState, ...commands: Command[]): EditorState =>
  commands.reduce((state, command) => doing(state, command) ?? state, state)
/** The hits with their paragraph around them: `the [rope] was`. */
const hitsOf = (state: EditorState): string[] =>
  foundIn(state)!
    .hits.map(contextOf)
    .map(({ before, text, after }) => `${before}[${text}]${after}`)
const selected = (state: EditorState): string => state.doc.textBetween(state.selection.from, state.selection.to)
const found = (text: string, asked: Partial<Search>): string[] => {
  const finder = finderFor({ ...NOTHING, ...asked })
  return typeof finder === 'string' || finder === null
    ? [String(finder)]
    : finder.in(text).map(({ from, to }) => text.slice(from, to))
}
/** A colleague's edit, as the binding brings it: the whole document is replaced. */
const colleague = (state: EditorState, doc: Node): EditorState =>
  state.apply(state.tr.replaceWith(0, state.doc.content.size, doc.content))

describe('what is found', () => {
  test('any case, straight or curly, with either blank; exactly as written when asked', () => {
    expect(found("Don’t. DON'T. don‘t", { text: "don't" })).toEqual(['Don’t', "DON'T", 'don‘t'])
    expect(found("Don’t. don't", { text: "don't", exact: true })).toEqual(["don't"])
    expect(found('„So“ "so"', { text: '“so”' })).toEqual(['„So“', '"so"'])
    expect(found('10\u00a0km 10 km', { text: '10 km' })).toEqual(['10\u00a0km', '10 km'])
  })

  test('whole words, in any script', () => {
    expect(found('ferry ferryman 4ferry ferry’s', { text: 'ferry', wholeWord: true })).toEqual(['ferry', 'ferry'])
    expect(found('22 2022 22nd', { text: '22', wholeWord: true })).toEqual(['22'])
    expect(found('лодка лодкам', { text: 'лодка', wholeWord: true })).toEqual(['лодка'])
  })

  test('[UNI-13] never half of a sign, and an accent is the same in both ways to write it', () => {
    expect(found('cafe\u0301 café cafe', { text: 'cafe' })).toEqual(['cafe'])
    expect(found('cafe\u0301 café cafe', { text: 'café' })).toEqual(['cafe\u0301', 'café'])
    expect(found('👩‍👩‍👧 👩 👍🏽 👍', { text: '👩' })).toEqual(['👩'])
    expect(found('👍🏽 👍', { text: '👍' })).toEqual(['👍'])
    // A capital whose small letter is two: what stands behind it is found at its own place.
    expect(found('İstanbul ferry', { text: 'FERRY' })).toEqual(['ferry'])
  })

  test('what would be a pattern is only text, unless a pattern is asked for', () => {
    expect(found('a.c abc (x)', { text: 'a.c' })).toEqual(['a.c'])
    expect(found('$1 [x] a-b \\d', { text: '[x] a-b \\d' })).toEqual(['[x] a-b \\d'])
    expect(found('on 3 and 14 May', { text: '\\d+', regexp: true })).toEqual(['3', '14'])
    expect(found('aab', { text: 'x*', regexp: true })).toEqual([])
    expect(found('a', { text: '(', regexp: true })[0]).toMatch(/^This is no regular expression: /)
  })

  test('a pattern that could hang the page is refused with a word', () => {
    for (const text of ['(a+)+', '(a|ab)*c', '((x*)y){2,}', '(?:\\w+\\s?)+$']) {
      expect(couldTakeForEver(text)).toBe(true)
      expect(found('aaa', { text, regexp: true })[0]).toMatch(/could take for ever/)
    }
    for (const text of ['a+b+', '(ab)+', '(a|b)', '[(+)*]+', '\\(a+\\)+', '(\\d{4})-(\\d+)'])
      expect(couldTakeForEver(text)).toBe(false)
  })

  test('in every kind of copy, and not across paragraphs', () => {
    const doc = body(h('The rope'), notice(p('A rope.')), q('Rope?'), a('My rope.'), list('ropes'), p('So the ro'), p('pe'))
    expect(foundIn(looking(doc, { text: 'rope' }))!.hits.map(({ where }) => where)).toEqual([
      'heading',
      'note',
      'question',
      'answer',
      'answer',
    ])
  })
})

describe('going through the hits', () => {
  const doc = body(q('The rope?'), a('A rope, my rope.'))

  test('starts at the caret and goes around the end, both ways', () => {
    const state = looking(doc, { text: 'rope' }, at(doc, 'A rope'))
    expect(hitsOf(state)).toEqual(['The [rope]?', 'A [rope], my rope.', 'A rope, my [rope].'])
    expect(foundIn(state)!.at).toBe(2)
    const second = then(state, goToHit(1), step(1))
    expect(foundIn(second)!.at).toBe(2)
    expect(selected(second)).toBe('rope')
    expect(foundIn(then(second, step(1)))!.at).toBe(0)
    expect(foundIn(then(second, step(1), step(-1)))!.at).toBe(2)
  })

  test('nothing asked: no hits, and the marks go', () => {
    expect(foundIn(looking(doc, { text: '' }))!.hits).toEqual([])
    expect(foundIn(then(looking(doc, { text: 'rope' }), ask(null)))).toBeNull()
  })
})

describe('replacing', () => {
  const doc = body(h('Ropes'), q('The rope?'), a('A rope, my rope.'), list('rope'), p('Rope.'))
  const line = { text: 'rope', replacement: 'line' }

  test('leaves alone what somebody said, until that is asked for', () => {
    const state = looking(doc, line)
    expect(toReplace(foundIn(state)!)).toHaveLength(3)
    expect(told(then(state, replaceAll).doc)).toBe('heading: Lines | Q: The line? | A: A rope, my rope. | list: rope | p: Line.')
    expect(doing(state, replaceOne(2))).toBeNull()
    expect(told(then(looking(doc, { ...line, answers: true }), replaceAll).doc)).toBe(
      'heading: Lines | Q: The line? | A: A line, my line. | list: line | p: Line.',
    )
  })

  test('pull quotes and guesses count as somebody’s words', () => {
    const doc = body(schema.node('pullQuote', {}, [schema.text('My rope')]), q('A rope', { roleState: 'guess' }), p('Rope'))
    expect(toReplace(foundIn(looking(doc, line))!).map(({ where }) => where)).toEqual(['copy'])
  })

  test('one hit after the other, or not', () => {
    const one = then(looking(doc, line), replaceOne(1), step(1), step(1), step(1), step(1))
    expect(told(one.doc)).toContain('Q: The line?')
    expect(foundIn(one)!.hits).toHaveLength(5)
    const state = then(looking(doc, line), skip(0))
    expect(told(then(state, replaceAll).doc)).toContain('heading: Ropes | Q: The line?')
    expect(told(then(state, skip(0), replaceAll).doc)).toContain('heading: Lines')
  })

  test('keeps capitals where the case did not matter, and writes as asked where it did', () => {
    const colours = body(p('Colour, colour and COLOUR'))
    expect(told(then(looking(colours, { text: 'colour', replacement: 'color' }), replaceAll).doc)).toBe(
      'p: Color, color and COLOR',
    )
    expect(told(then(looking(colours, { text: 'colour', replacement: 'Color' }), replaceAll).doc)).toBe(
      'p: Color, Color and Color',
    )
    expect(told(then(looking(colours, { text: 'colour', replacement: 'hue', exact: true }), replaceAll).doc)).toBe(
      'p: Colour, hue and COLOUR',
    )
  })

  test('words of pictures and cards too, each as a whole', () => {
    const doc = body(
      p('Anna.'),
      schema.node('image', { caption: 'Anna at the pier. Anna left.', alt: 'Anna', credit: 'Ben' }),
      schema.node('linkCard', { title: 'Anna’s book' }),
    )
    const state = looking(doc, { text: 'anna', replacement: 'hanna' })
    expect(foundIn(state)!.hits.map(({ where }) => where)).toEqual(['copy', 'caption', 'caption', 'card'])
    const after = then(state, step(1), step(1), step(1), replaceAll)
    expect(after.doc.child(1).attrs).toMatchObject({ caption: 'Hanna at the pier. Hanna left.', alt: 'Hanna', credit: 'Ben' })
    expect(after.doc.child(2).attrs.title).toBe('Hanna’s book')
    const one = then(state, replaceOne(2))
    expect(one.doc.child(1).attrs).toMatchObject({ caption: 'Anna at the pier. Anna left.', alt: 'Hanna' })
  })

  test('a dollar is a dollar; in a pattern it stands for what was found', () => {
    const sums = body(p('USD 5, USD 60'))
    expect(told(then(looking(sums, { text: 'USD ', replacement: '$$1&' }), replaceAll).doc)).toBe('p: $$1&5, $$1&60')
    const swap = { text: '(?<what>USD) (\\d+)', replacement: '$$$2 ($<what>, $&, $9)', regexp: true }
    expect(told(then(looking(sums, swap), replaceAll).doc)).toBe('p: $5 (USD, USD 5, $9), $60 (USD, USD 60, $9)')
  })

  test('words keep their marks, to the last letter', () => {
    const strong = schema.marks.strong.create()
    const link = schema.marks.link.create({ href: 'https://a.example' })
    const doc = body(schema.node('paragraph', {}, [schema.text('the '), schema.text('cat', [link, strong]), schema.text(' sat')]))
    const after = then(looking(doc, { text: 'cat', replacement: 'cats' }), replaceAll).doc.firstChild!
    expect(after.child(1).text).toBe('cats')
    expect(after.child(1).marks.map(({ type }) => type.name)).toEqual(['link', 'strong'])
  })

  test('is the smallest change: only what differs, and never half an emoji', () => {
    const doc = body(p('the organisation 😀!'))
    const steps = (asked: Partial<Search>) => {
      const state = looking(doc, asked)
      let changed: unknown[] = []
      replaceAll(state, (tr) => {
        changed = tr.steps.map((step) => step.toJSON() as unknown)
      })
      return changed
    }
    const s = at(doc, 'organi')
    expect(steps({ text: 'organisation', replacement: 'organization' })).toMatchObject([
      { from: s, to: s + 1, slice: { content: [{ text: 'z' }] } },
    ])
    expect(steps({ text: '😀', replacement: '😁' })).toMatchObject([{ slice: { content: [{ text: '😁' }] } }])
    expect(steps({ text: 'the', replacement: 'the' })).toEqual([])
  })
})

describe('while colleagues type', () => {
  const [first, second, third] = [p('One rope here.'), a('Two.'), p('A rope, a rope.')]
  const doc = body(first, second, third)
  const more = (node: Node, text: string): Node => node.type.create(node.attrs, schema.text(text))

  test('hits move with the words, the one I am at stays mine, a new one is found', () => {
    const mine = then(looking(doc, { text: 'rope' }), goToHit(2))
    const theirs = colleague(mine, body(p('A new rope.'), more(first, 'Only one rope here.'), second, third))
    expect(hitsOf(theirs)).toHaveLength(4)
    expect(foundIn(theirs)!.at).toBe(3)
  })

  test('what I skipped stays skipped when they type before it, in it and around it', () => {
    const mine = then(looking(doc, { text: 'rope', replacement: 'line' }), skip(2))
    const after = (...blocks: Node[]) => told(then(colleague(mine, body(...blocks)), replaceAll).doc)
    expect(after(first, second, more(third, 'But a rope, a rope.'))).toBe('p: One line here. | A: Two. | p: But a line, a rope.')
    expect(after(first, more(third, 'A rope, a rope.'))).toBe('p: One line here. | p: A line, a rope.')
    // Split by a colleague: the words are in a paragraph with another id.
    expect(after(first, second, more(third, 'A rope,'), p(' a rope.'))).toBe(
      'p: One line here. | A: Two. | p: A line, | p:  a rope.',
    )
    // Flipped by a colleague.
    expect(after(first, second, schema.node('paragraph', { ...third.attrs, role: 'question' }, third.content))).toBe(
      'p: One line here. | A: Two. | Q: A line, a rope.',
    )
  })

  test('a hit that a colleague has just made an answer is not replaced', () => {
    const mine = looking(doc, { text: 'rope', replacement: 'line' })
    const theirs = colleague(
      mine,
      body(schema.node('paragraph', { ...first.attrs, role: 'answer' }, first.content), second, third),
    )
    expect(told(then(theirs, replaceAll).doc)).toBe('A: One rope here. | A: Two. | p: A line, a line.')
  })
})
