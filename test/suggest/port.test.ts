/** A suggester's copy is carried along while the story goes on. */
import { describe, expect, test } from 'vitest'
import type { Node } from 'prosemirror-model'
import type { StoryText } from '../../shared/story.ts'
import { schema } from '../../shared/schema.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { suggestionsOf } from '../../shared/suggest/follow.ts'
import { packStory, unpackStory } from '../../shared/suggest/pack.ts'
import { port } from '../../shared/suggest/port.ts'
import { a, item, lines, list, noted, p, picture, plain, q, said, story, strong, withBody } from './text.ts'

const one = (words: string): Node[] => [p('p1', words)]
/** What becomes of one paragraph. */
function carried(base: string, others: string, mine: string, keepBoth = false): { words: string; clashes: string[][] } {
  const was = story(one(base))
  const { text, clashes } = port(was, withBody(was, one(others)), withBody(was, one(mine)), keepBoth)
  return { words: lines(text).join(' | '), clashes: clashes.map(({ words }) => words) }
}
const stale = (was: StoryText, now: StoryText, mine: StoryText): boolean[] => {
  const { text, clashes } = port(was, now, mine)
  return compare(now, text, clashes).hunks.map((hunk) => hunk.stale)
}

describe('words', () => {
  test('changes apart are both there', () => {
    expect(carried('a b c d e', 'a B c d e', 'a b c D e')).toEqual({ words: 'a B c D e', clashes: [] })
  })

  test('the same change is there once', () => {
    expect(carried('a b c', 'a new c', 'a new c')).toEqual({ words: 'a new c', clashes: [] })
    expect(carried('a b c', 'a c', 'a c')).toEqual({ words: 'a c', clashes: [] })
  })

  test('[P4] the same words put in at the same place, by the story between others, stay once', () => {
    expect(carried('a z', 'a new red old green big z', 'a red old green z')).toEqual({
      words: 'a new red old green big z',
      clashes: [],
    })
  })

  test('both put words in the same place: the story’s first, and they stay two words', () => {
    expect(carried('a c', 'a red c', 'a blue c').words).toBe('a red blue c')
    expect(carried('a', 'a red', 'a blue').words).toBe('a red blue')
  })

  test('both replaced the same word: the suggester’s stands in her copy, and is said to be stale', () => {
    const was = story(one('The harbour sleeps'))
    const [now, mine] = [withBody(was, one('The port sleeps')), withBody(was, one('The haven sleeps'))]
    const { text, clashes } = port(was, now, mine)
    expect(lines(text)).toEqual(['The haven sleeps'])
    const [hunk] = compare(now, text, clashes).hunks
    expect(hunk).toMatchObject({ was: 'port', now: 'haven', stale: true })
  })

  test('a private draft that is brought in keeps both', () => {
    expect(carried('The harbour sleeps', 'The port sleeps', 'The haven sleeps', true)).toEqual({
      words: 'The port haven sleeps',
      clashes: [['port', 'haven', 'harbour']],
    })
  })

  test('what the story took out stays out, and what was put into it is kept', () => {
    expect(carried('a b c d e', 'a e', 'a b c x d e').words).toBe('a x e')
    const was = story([p('p1', 'first'), p('p2', 'the colour of it'), p('p3', 'last')])
    const now = withBody(was, [p('p1', 'first'), p('p3', 'last')])
    const mine = withBody(was, [p('p1', 'first'), p('p2', 'the bright colour of it'), p('p3', 'last')])
    expect(lines(port(was, now, mine).text)).toEqual(['first', 'bright ', 'last'])
    expect(stale(was, now, mine)).toEqual([true])
  })

  test('a word that the suggester carried to another paragraph and the story took out stays out (seed 1422)', () => {
    const was = story([p('p1', 'one two three'), p('p2', 'first'), p('p3', 'last')])
    const now = withBody(was, [p('p1', 'one two'), p('p2', 'first'), p('p3', 'last')])
    const mine = withBody(was, [p('p1', 'one'), p('p2', 'first'), p('n1', 'two three'), p('p3', 'last')])
    expect(lines(port(was, now, mine).text).join(' ')).not.toContain('three')
  })

  test('words of two people never run together', () => {
    expect(carried('a b c', 'a c', 'a x c').words).toBe('a x c')
  })

  test('only the hunk that both are about is stale', () => {
    const was = story(one('The harbour sleeps and the ferry turns'))
    const now = withBody(was, one('The port sleeps and the ferry turns'))
    const mine = withBody(was, one('The haven sleeps and the ship turns'))
    expect(stale(was, now, mine)).toEqual([true, false])
  })
})

describe('SUG-09 others write in what is suggested away', () => {
  const was = story([p('p1', 'A day by the sea'), p('p2', 'The end')])

  test('in a paragraph that is to be a pull quote: their word is in the quote', () => {
    const mine = withBody(was, [schema.node('pullQuote', { id: 'p1' }, [schema.text('A day by the sea')]), was.body.child(1)])
    const now = withBody(was, [p('p1', 'A beautiful day by the sea'), was.body.child(1)])
    const { text } = port(was, now, mine)
    expect(text.body.child(0).type.name).toBe('pullQuote')
    expect(lines(text)).toEqual(['A beautiful day by the sea', 'The end'])
  })

  test('what would take out words that its author never had is always said to be stale', () => {
    const was = story([p('p1', 'one'), p('p2', 'two three'), p('p3', '三四五'), picture('i1', 'A harbour'), p('p4', 'six')])
    const [p1, p2, p3, p4] = [p('p1', 'one'), p('p2', 'two three'), p('p3', '三四五'), p('p4', 'six')]
    const i1 = picture('i1', 'A harbour')
    const cases: [what: string, now: Node[], mine: Node[]][] = [
      ['words within several blocks', [p1, p2, p('p3', '三字四五'), i1, p4], [p1, p4]],
      ['words in the second of two', [p1, p('p2', 'two new three'), p3, i1, p4], [p3, i1, p4]],
      ['from the very first block on', [p('p1', 'one more'), p('p2', 'two new three'), p3, i1, p4], [p('p1', 'mine')]],
      ['letters of a script without blanks', [p1, p2, p('p3', '三字四五'), i1, p4], [p1, p2, p('p3', '五'), i1, p4]],
      ['a caption', [p1, p2, p3, picture('i1', 'A harbour at night'), p4], [p1, p2, p3, p4]],
    ]
    for (const [what, now, mine] of cases) {
      const { text, clashes } = port(was, withBody(was, now), withBody(was, mine))
      const { hunks } = compare(withBody(was, now), text, clashes)
      const about = hunks.filter(({ was: gone, says }) => /new|字|night/.test(gone + says))
      expect([what, about.length > 0, about.every((hunk) => hunk.stale)]).toEqual([what, true, true])
    }
  })

  test('it stays stale when the words are split off or joined to another block since (seed 925)', () => {
    const was = story([p('p0', 'Once'), p('p1', 'one two three'), p('p2', 'The end')])
    const written = withBody(was, [p('p0', 'Once'), p('p1', 'one two new three'), p('p2', 'The end')])
    const first = port(was, written, withBody(was, [p('p0', 'Once'), p('p1', 'one'), p('p2', 'The end')]))
    const since: [what: string, blocks: Node[]][] = [
      ['split off', [p('p0', 'Once'), p('p1', 'one'), p('n1', 'two new three'), p('p2', 'The end')]],
      ['joined', [p('p0', 'Once one two new three'), p('p2', 'The end')]],
    ]
    for (const [what, blocks] of since) {
      const now = withBody(was, blocks)
      const { text, clashes } = port(written, now, first.text)
      const { hunks } = compare(now, text, [...first.clashes, ...clashes])
      expect([what, hunks.filter((hunk) => hunk.was.includes('new')).map((hunk) => hunk.stale)]).toEqual([what, [true]])
    }
  })

  test('a block that both have and the base has not: words that only the story has were not taken out by whoever lacks them', () => {
    const was = story([p('p1', 'one')])
    const now = withBody(was, [p('p1', 'one'), p('p2', 'fresh words')])
    const mine = withBody(was, [p('p1', 'one'), p('p2', 'old')])
    const { text, clashes } = port(was, now, mine)
    expect(lines(text)).toEqual(['one', 'fresh words old'])
    expect(compare(now, text, clashes).hunks).toMatchObject([{ was: '', now: ' old' }])
  })

  test('a paragraph joined to another, and taken back with words that came into it there: they stay (seed 296)', () => {
    const joined = story([p('p1', 'one two three'), p('p3', 'end')])
    const now = withBody(joined, [p('p3', 'end'), p('p2', 'new one two three')])
    const mine = withBody(joined, [p('p1', 'one two mine'), p('p2', 'own three'), p('p3', 'end')])
    expect(
      lines(port(joined, now, mine).text)
        .join(' ')
        .split(' ')
        .toSorted(),
    ).toEqual(['end', 'mine', 'new', 'one', 'own', 'three', 'two'])
  })

  test('in words that are to go: the story has their word, and what is to go is said anew, and stale', () => {
    const mine = withBody(was, [p('p1', 'A day'), was.body.child(1)])
    const now = withBody(was, [p('p1', 'A day by the beautiful sea'), was.body.child(1)])
    const { text, clashes } = port(was, now, mine)
    const { hunks } = compare(now, text, clashes)
    expect(said(compare(now, text).taking([]))).toEqual(said(now))
    expect(hunks).toMatchObject([{ was: ' by the beautiful sea', now: '', stale: true }])
  })
})

describe('blocks', () => {
  const was = story([q('q1', 'Why?'), a('a1', 'Because. And so on.'), p('p1', 'The end.')])
  const [why, because, end] = was.body.children as [Node, Node, Node]

  test('a paragraph is split in the copy while others write in both halves', () => {
    const now = withBody(was, [why, a('a1', 'Just because. And so on and on.'), end])
    const mine = withBody(was, [why, a('a1', 'Because. '), a('a2', 'And so on.'), end])
    expect(lines(port(was, now, mine).text)).toEqual(['Why?', 'Just because. ', 'And so on and on.', 'The end.'])
  })

  test('a block moved in the copy takes along what others write in it; moved in the story, what the suggester writes', () => {
    const written = a('a1', 'Because. And so on, she said.')
    const moved = withBody(was, [because, why, end])
    expect(lines(port(was, withBody(was, [why, written, end]), moved).text)).toEqual([
      'Because. And so on, she said.',
      'Why?',
      'The end.',
    ])
    expect(lines(port(was, moved, withBody(was, [why, written, end])).text)).toEqual([
      'Because. And so on, she said.',
      'Why?',
      'The end.',
    ])
  })

  test('looks and what a block says of itself: each by itself', () => {
    const now = withBody(was, [why, p('a1', [strong('Because'), plain('. And so on.')], because.attrs), end])
    const mine = withBody(was, [why, p('a1', 'Because. And so on.', { ...because.attrs, speaker: 'cs' }), end])
    const { text, clashes } = port(was, now, mine)
    expect(said(text)).toEqual(
      said(withBody(was, [why, p('a1', [strong('Because'), plain('. And so on.')], { ...because.attrs, speaker: 'cs' }), end])),
    )
    expect(clashes).toEqual([])
  })

  test('two who write in one caption both have their words in it', () => {
    const pictured = story([picture('i1', 'A boat')])
    const { text } = port(
      pictured,
      withBody(pictured, [picture('i1', 'A red boat')]),
      withBody(pictured, [picture('i1', 'A boat at noon')]),
    )
    expect(text.body.child(0).attrs.caption).toBe('A red boat at noon')
  })

  test('an item put into a list that others number, and one they take out', () => {
    const listed = story([list('l1', item('i1', 'one'), item('i2', 'two'))])
    const now = withBody(listed, [list('l1', item('i1', 'one'))])
    const mine = withBody(listed, [list('l1', item('i1', 'one'), item('i2', 'two'), item('i3', 'three'))])
    expect(lines(port(listed, now, mine).text)).toEqual(['one', 'three'])
  })

  test('comments that come onto the story come into the copy, and nothing is suggested by them', () => {
    const now = withBody(was, [why, p('a1', [noted('t1', 'Because'), plain('. And so on.')], because.attrs), end])
    const mine = withBody(was, [why, a('a1', 'Because. And so on, she said.'), end])
    const { text } = port(was, now, mine)
    expect(JSON.stringify(said(text))).toContain('t1')
    expect(compare(now, text).hunks).toHaveLength(1)
  })
})

test('a suggestion keeps its name while its author works on it, and another gets another', () => {
  const was = story([p('p1', 'The harbour sleeps'), p('p2', 'The ferry turns')])
  const first = compare(was, withBody(was, [p('p1', 'The old harbour sleeps'), p('p2', 'The ferry turns')])).hunks
  const names = suggestionsOf([], first)
  const known = first.map((hunk) => ({ ...hunk, suggestion: names.get(hunk.id)! }))
  const later = compare(was, withBody(was, [p('p1', 'The old grey harbour sleeps'), p('p2', 'The ferry halts')])).hunks
  const after = suggestionsOf(known, later)
  expect(after.get(later[0]!.id)).toBe(known[0]!.suggestion)
  expect(after.get(later[1]!.id)).not.toBe(known[0]!.suggestion)
})

test('a story is packed and unpacked whole', () => {
  const was = story([a('a1', 'So it is.'), list('l1', item('i1', ''))])
  expect(said(unpackStory(packStory(was)))).toEqual(said(was))
})
