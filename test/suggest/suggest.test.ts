/** What a suggester did in her copy, as others see and decide it. Faults of other products are cited by their numbers. */
import { describe, expect, test } from 'vitest'
import type { StoryText } from '../../shared/story.ts'
import { blocksOf } from '../../shared/suggest/blocks.ts'
import { compare, type PlainHunk, type Review } from '../../shared/suggest/compare.ts'
import { schema } from '../../shared/schema.ts'
import { a, h, item, lines, list, notice, noted, p, picture, plain, q, said, story, strong, withBody } from './text.ts'

const ids = ({ hunks }: Review): string[] => hunks.map(({ id }) => id)
const says = ({ hunks }: Review): string[] => hunks.map((hunk) => hunk.says)
const only = ({ hunks }: Review): PlainHunk => {
  expect(hunks.map((hunk) => hunk.says)).toHaveLength(1)
  return hunks[0]!
}
/** Rejecting all leaves the story as it was, to the letter; accepting all makes it the copy. */
function holds(was: StoryText, now: StoryText): Review {
  const review = compare(was, now)
  expect(said(review.taking(ids(review)))).toEqual(said(now))
  expect(said(review.without(ids(review)))).toEqual(said(was))
  return review
}

describe('words', () => {
  test('SUG-01 a word put in beside one that is taken out: both are suggested, rejecting leaves the words', () => {
    const was = story([p('p1', 'The Moon rose')])
    const review = holds(was, withBody(was, [p('p1', 'The sun rose')]))
    expect(only(review)).toMatchObject({ kind: 'words', was: 'Moon', now: 'sun', says: 'Replace “Moon” with “sun”' })
  })

  test('SUG-02 a word replaced by another is one decision, and leaves nothing over', () => {
    const was = story([p('p1', 'A red door')])
    const review = holds(was, withBody(was, [p('p1', 'A blue door')]))
    const taken = review.taking([only(review).id])
    expect(lines(taken)).toEqual(['A blue door'])
    expect(compare(taken, withBody(was, [p('p1', 'A blue door')])).hunks).toEqual([])
  })

  test('two words side by side that are both replaced are one decision', () => {
    const was = story([p('p1', 'A red door stood open')])
    const review = holds(was, withBody(was, [p('p1', 'A blue gate stood open')]))
    expect(says(review)).toEqual(['Replace “red door” with “blue gate”'])
  })

  test('words far apart are two decisions, each on its own', () => {
    const was = story([p('p1', 'A red door stood open all night')])
    const review = holds(was, withBody(was, [p('p1', 'A blue door stood open all day')]))
    expect(says(review)).toEqual(['Replace “red” with “blue”', 'Replace “night” with “day”'])
    expect(lines(review.taking([review.hunks[1]!.id]))).toEqual(['A red door stood open all day'])
    expect(lines(review.without([review.hunks[1]!.id]))).toEqual(['A blue door stood open all night'])
  })

  test('SUG-07 in a run of equal letters no wrong letter is struck: the word is replaced', () => {
    const was = story([p('p1', 'Hellooooooo there')])
    const review = holds(was, withBody(was, [p('p1', 'Helloooooo there')]))
    expect(only(review)).toMatchObject({ was: 'Hellooooooo', now: 'Helloooooo' })
    expect(only(review).story).toEqual({ from: { field: null, block: 'p1', at: 0 }, to: { field: null, block: 'p1', at: 11 } })
  })

  test('SUG-11 a letter taken out of one’s own pending word leaves the rest of it pending', () => {
    const was = story([p('p1', 'So it goes')])
    const review = holds(was, withBody(was, [p('p1', 'So abdef it goes')]))
    expect(only(review)).toMatchObject({ was: '', now: 'abdef ', says: 'Add “abdef”' })
  })

  test('SUG-12 pasted over a selection: rejected, the old text stands there', () => {
    const was = story([p('p1', 'old text')])
    const review = holds(was, withBody(was, [p('p1', 'new')]))
    expect(lines(review.without(ids(review)))).toEqual(['old text'])
  })

  test('a change within an answer touches a quote; one in a question does not, nor does how words look', () => {
    const was = story([q('q1', 'Why so early?'), a('a1', 'Because of the tide.')])
    const review = compare(was, withBody(was, [q('q1', 'Why so late?'), a('a1', 'Because of the storm.')]))
    expect(review.hunks.map(({ quote }) => quote)).toEqual([false, true])
    const looks = compare(
      was,
      withBody(was, [
        was.body.child(0),
        p('a1', [plain('Because of the '), strong('tide'), plain('.')], was.body.child(1).attrs),
      ]),
    )
    expect(only(looks)).toMatchObject({ kind: 'looks', quote: false, says: 'Make “tide” bold' })
  })

  test('headline, dek and byline are suggested as words', () => {
    const was = story([p('p1', 'x')], { headline: 'The sea is asking' })
    const review = holds(was, { ...was, headline: 'The sea keeps asking', dek: 'At last' })
    expect(review.hunks).toMatchObject([
      { kind: 'field', field: 'headline', block: null, says: 'Replace “is” with “keeps” in the headline' },
      { kind: 'field', field: 'dek', says: 'Add “At last” in the standfirst' },
    ])
    expect(review.taking([review.hunks[0]!.id])).toMatchObject({ headline: 'The sea keeps asking', dek: '' })
  })

  test('letters of other scripts, accents and pictures are never cut', () => {
    const was = story([p('p1', '采访稿 cafe\u0301 👩‍👩‍👧 ok')])
    const review = holds(was, withBody(was, [p('p1', '采访 cafe 👩‍👩‍👧‍👧 ok')]))
    expect(review.hunks.map((hunk) => [hunk.was, hunk.now])).toEqual([
      ['稿', ''],
      ['cafe\u0301 👩‍👩‍👧', 'cafe 👩‍👩‍👧‍👧'],
    ])
  })
})

describe('looks', () => {
  test('bold, a link and its removal are each one decision, over however many words', () => {
    const was = story([p('p1', 'One two three four')])
    const link = schema.marks.link.create({ href: 'https://example.org/' })
    const now = withBody(was, [p('p1', [strong('One two'), plain(' three '), schema.text('four', [link])])])
    const review = holds(was, now)
    expect(says(review)).toEqual(['Make “One two” bold', 'Link “four” to https://example.org/'])
    expect(says(holds(now, was))).toEqual(['Make “One two” no longer bold', 'Take the link off “four”'])
  })

  test('half a word may look different', () => {
    const was = story([p('p1', 'unbelievable')])
    holds(was, withBody(was, [p('p1', [plain('un'), strong('believ'), plain('able')])]))
  })
})

describe('blocks', () => {
  const was = story([q('q1', 'Why?'), a('a1', 'Because. And so on.'), p('p1', 'The end.')])

  test('a split and a join are each one decision', () => {
    const split = withBody(was, [q('q1', 'Why?'), a('a1', 'Because. '), a('a2', 'And so on.'), p('p1', 'The end.')])
    expect(only(holds(was, split))).toMatchObject({ kind: 'split', says: 'Begin a new paragraph at “And so on.”', block: 'a1' })
    expect(only(holds(split, was))).toMatchObject({ kind: 'join', says: 'Join “And so on.” to the paragraph before' })
  })

  test('a question that becomes an answer, a heading, another speaker', () => {
    expect(only(holds(was, withBody(was, [a('q1', 'Why?'), was.body.child(1), was.body.child(2)])))).toMatchObject({
      kind: 'details',
      says: 'Make the question “Why?” an answer',
    })
    expect(says(holds(was, withBody(was, [h('q1', 'Why?'), was.body.child(1), was.body.child(2)])))).toEqual([
      'Make the question “Why?” a heading',
    ])
    const spoken = p('a1', 'Because. And so on.', { role: 'answer', speaker: 'cs' })
    expect(only(holds(was, withBody(was, [was.body.child(0), spoken, was.body.child(2)])))).toMatchObject({
      kind: 'speaker',
      says: 'Give the answer “Because. And so on.” to Cora Stein',
    })
  })

  test('a block put in, taken out, moved', () => {
    const [one, two, three] = was.body.children as [typeof was.body, typeof was.body, typeof was.body]
    expect(only(holds(was, withBody(was, [one, two, p('n1', 'New.'), three])))).toMatchObject({
      kind: 'block',
      block: 'a1',
      says: 'Add a paragraph “New.”',
      story: { from: { block: 'a1', at: 19 }, to: { block: 'a1', at: 19 } },
    })
    expect(only(holds(was, withBody(was, [one, three])))).toMatchObject({ kind: 'block', block: 'a1', quote: true })
    const moved = holds(was, withBody(was, [three, one, two]))
    expect(only(moved)).toMatchObject({ kind: 'move', block: 'p1', says: 'Move the paragraph “The end.” to the top' })
  })

  test('a moved block with another word: two decisions, each without the other', () => {
    const [one, two] = was.body.children as [typeof was.body, typeof was.body]
    const review = holds(was, withBody(was, [p('p1', 'The start.'), one, two]))
    expect(review.hunks.map(({ kind }) => kind).toSorted()).toEqual(['move', 'words'])
    const words = review.hunks.find(({ kind }) => kind === 'words')
    expect(lines(review.taking([words!.id]))).toEqual(['Why?', 'Because. And so on.', 'The start.'])
    expect(lines(review.without([words!.id]))).toEqual(['The end.', 'Why?', 'Because. And so on.'])
  })

  test('a caption, a card’s title: one decision each', () => {
    const pictured = story([picture('i1', 'A boat'), p('p1', 'x')])
    expect(only(holds(pictured, withBody(pictured, [picture('i1', 'A red boat'), p('p1', 'x')])))).toMatchObject({
      kind: 'details',
      block: 'i1',
      says: 'Change the caption of the picture from “A boat” to “A red boat”',
    })
  })

  test('SUG-04 a list item taken out, another made a paragraph: all rejected, the document is the same', () => {
    const listed = story([list('l1', item('i1', 'one'), item('i2', 'two'), item('i3', 'three')), p('p1', 'x')])
    const review = holds(listed, withBody(listed, [list('l1', item('i1', 'one')), p('i3', 'three'), p('p1', 'x')]))
    expect(said(review.taking([]))).toEqual(said(listed))
  })

  test('SUG-06 from inside a list to inside a paragraph: accepted, no empty paragraph and no hidden letter is left', () => {
    const listed = story([list('l1', item('i1', 'alpha'), item('i2', 'beta')), p('p1', 'gamma rays')])
    const now = withBody(listed, [list('l1', item('i1', 'al rays'))])
    const review = holds(listed, now)
    const taken = review.taking(ids(review))
    expect(lines(taken)).toEqual(['al rays'])
    expect(JSON.stringify(said(taken))).not.toContain('\u200b')
  })

  test('paragraphs made a list, a list undone, a notice emptied: all or nothing of what hangs together', () => {
    const three = story([p('p1', 'one'), p('p2', 'two'), p('p3', 'three')])
    const now = withBody(three, [list('l1', item('p1', 'one'), item('p2', 'two')), p('p3', 'three')])
    const review = holds(three, now)
    expect(said(review.taking([review.hunks[0]!.id]))).toEqual(said(now))
    const back = holds(now, three)
    expect(said(back.taking([back.hunks[0]!.id]))).toEqual(said(three))
    const kept = story([notice('n1', p('p1', 'one')), p('p2', 'two')])
    holds(kept, withBody(kept, [notice('n1'), p('p2', 'two')]))
  })

  test('a notice that is moved and what is taken out of it meanwhile: what is rejected leaves nothing of it', () => {
    const kept = story([notice('n1', p('p1', 'one'), p('p2', 'two')), p('p3', 'three'), p('p4', 'four'), p('p5', 'five')])
    const [three, four, five] = [p('p3', 'three'), p('p4', 'four'), p('p5', 'five')]
    for (const blocks of [
      [three, four, five, notice('n1', p('p2', 'two')), notice('n2', p('p1', 'one'))],
      [three, four, notice('n1', p('p2', 'two')), five, p('p1', 'one')],
      [p('p1', 'one'), three, four, five, notice('n1', p('p2', 'two'))],
    ]) {
      const review = holds(kept, withBody(kept, blocks))
      for (const { id, with: others } of review.hunks)
        expect(says(compare(kept, review.without([id])))).toHaveLength(review.hunks.length - 1 - others.length)
    }
  })

  test('words carried to another paragraph are one decision: never twice, never nowhere', () => {
    const two = story([p('p1', 'The harbour sleeps. Nobody talks.'), p('p2', 'A ferry turns.')])
    const now = withBody(two, [p('p1', 'The harbour sleeps.'), p('p2', 'A ferry turns. Nobody talks.')])
    const review = holds(two, now)
    expect(review.hunks).toHaveLength(2)
    for (const hunk of review.hunks) expect(said(review.taking([hunk.id]))).toEqual(said(now))
  })

  test('[P10] hundreds of items taken out of their list are one decision, which is not named hundreds of times by each', () => {
    const items = Array.from({ length: 300 }, (_, i) => item(`i${i}`, `Item ${i}`))
    const one = story([list('l', ...items), p('p1', 'After it.')])
    const apart = items.map((each, i) => list(`l${i}`, each))
    const review = holds(one, withBody(one, [...apart, p('p1', 'After it.')]))
    expect(review.hunks.length).toBeGreaterThan(300)
    const named = review.hunks.map(({ with: others }) => others.length)
    expect(named.reduce((all, n) => all + n)).toBeLessThan(2 * review.hunks.length)
    for (const { id } of [review.hunks[0]!, review.hunks[200]!]) {
      expect(said(review.taking([id]))).toEqual(said(withBody(one, [...apart, p('p1', 'After it.')])))
      expect(said(review.without([id]))).toEqual(said(one))
    }
  })

  test('[P10] thirty thousand blocks of one id, which no page writes, are told apart without being counted for each', () => {
    const one = story([p('p1', 'First.')])
    const many = Array.from({ length: 30_000 }, () => p('p1', 'First.'))
    expect(new Set(blocksOf(withBody(one, many)).map(({ key }) => key)).size).toBeGreaterThan(30_000)
  })

  test('a new speaker comes with the first words that are given to them', () => {
    const speakers = { ...was.speakers, jo: { name: 'Jo Berg', initials: 'JB', kind: 'subject' as const } }
    const now = {
      ...withBody(was, [was.body.child(0), p('a1', 'Because. And so on.', { role: 'answer', speaker: 'jo' }), was.body.child(2)]),
      speakers,
    }
    const review = holds(was, now)
    expect(says(review)).toEqual(['Add the speaker “Jo Berg”', 'Give the answer “Because. And so on.” to Jo Berg'])
    expect(Object.keys(review.taking([review.hunks[1]!.id]).speakers)).toContain('jo')
    expect(said(review.taking([review.hunks[0]!.id]))).toEqual(said({ ...was, speakers }))
  })
})

describe('comments', () => {
  const was = story([p('p1', [plain('The quick '), noted('t1', 'brown'), plain(' fox')])])

  test('COM-05 commented words in a stretch that is suggested away: nothing moves until it is accepted', () => {
    const review = compare(was, withBody(was, [p('p1', 'The cat')]))
    expect(said(review.taking([]))).toEqual(said(was))
    expect(said(review.without(ids(review)))).toEqual(said(was))
    expect(JSON.stringify(said(review.taking(ids(review))))).not.toContain('t1')
  })

  test('a comment stays on the words it was put on when they are corrected, and on those put between them', () => {
    const one = compare(was, withBody(was, [p('p1', 'The quick red fox')]))
    expect(said(one.taking(ids(one)))).toEqual(
      said(withBody(was, [p('p1', [plain('The quick '), noted('t1', 'red'), plain(' fox')])])),
    )
    const over = story([p('p1', [noted('t1', 'The fox')])])
    const two = compare(over, withBody(over, [p('p1', [plain('The red fox')])]))
    expect(said(two.taking(ids(two)))).toEqual(said(withBody(over, [p('p1', [noted('t1', 'The red fox')])])))
  })

  test('commented or not, words are the same words', () => {
    expect(compare(was, withBody(was, [p('p1', 'The quick brown fox')])).hunks).toEqual([])
  })
})

describe('names', () => {
  test('a hunk’s id is the same while the change is, and another when it is another', () => {
    const was = story([p('p1', 'A red door'), p('p2', 'A red door')])
    const one = compare(was, withBody(was, [p('p1', 'A blue door'), p('p2', 'A blue door')]))
    expect(new Set(ids(one)).size).toBe(2)
    const longer = withBody(was, [p('p0', 'More.'), p('p1', 'A red door'), p('p2', 'A red door')])
    const two = compare(longer, withBody(was, [p('p0', 'More.'), p('p1', 'A blue door'), p('p2', 'A green door')]))
    expect(ids(one)).toContain(ids(two)[0])
    expect(ids(one)).not.toContain(ids(two)[1])
  })
})
