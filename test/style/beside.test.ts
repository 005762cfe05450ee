/** What the checks and the rules of the house say of words beside the text: bylines, captions, credits, alt text, cards. */
import { describe, expect, test } from 'vitest'
import { makeChecker } from '../../shared/style/checker.ts'
import { fieldBlock } from '../../shared/style/passages.ts'
import { a, body, card, p, picture, player, q } from '../editor/words.ts'
import { check, found, rule, styled } from './reading.ts'

const told = (...given: Parameters<typeof check>) =>
  check(...given).map(
    ({ check, places: [one] }) =>
      `${check} ${one!.attribute ?? one!.block}: ${one!.words}${one!.change === null ? '' : ` → ${one!.change}`}`,
  )

describe('a rule for everywhere', () => {
  const advisers = rule({ find: 'advisor', replacement: 'adviser' })
  const story = [
    p('An advisor.'),
    picture({ caption: 'The advisor', credit: 'Advisor Press', licence: 'By the advisor', alt: 'An advisor waves' }),
    player({ title: 'Advisor, live', fallbackText: 'The advisor sings', provider: 'Advisor' }),
    card({ title: 'Advisor: the book', url: 'https://advisor.example' }),
  ]
  const above = { headline: 'Advisor', dek: 'An advisor', byline: 'Ana Berg, advisor', rules: [advisers] }

  test('looks at all words that readers are given, in their order, and at nothing else', () => {
    expect(told(story, above)).toEqual([
      'rule:r1 -1: Advisor → Adviser',
      'rule:r1 -2: advisor → adviser',
      'rule:r1 -3: advisor → adviser',
      'rule:r1 0: advisor → adviser',
      'rule:r1 caption: advisor → adviser',
      'rule:r1 credit: Advisor → Adviser',
      'rule:r1 licence: advisor → adviser',
      'rule:r1 alt: advisor → adviser',
      'rule:r1 title: Advisor → Adviser',
      'rule:r1 fallbackText: advisor → adviser',
      'rule:r1 title: Advisor → Adviser',
    ])
  })

  test('keeps to its scope beside the text, too', () => {
    expect(told(story, { ...above, rules: [{ ...advisers, scope: 'headline' }] })).toEqual(['rule:r1 -1: Advisor → Adviser'])
    expect(told(story, { ...above, rules: [{ ...advisers, scope: 'not-in-answers' }] })).toHaveLength(11)
    // Nobody is given the alt text of a picture that is there for its looks.
    expect(told([picture({ alt: 'An advisor', decorative: true })], { rules: [advisers] })).toEqual([])
  })

  test('let stand in a caption, the same word in its alt text is another matter', () => {
    const [caption, alt] = check([picture({ caption: 'An advisor', alt: 'An advisor' })], { rules: [advisers] })
    expect(caption!.key).not.toBe(alt!.key)
  })
})

describe('the built-in checks', () => {
  test('slips of the hand are slips wherever they stand', () => {
    const story = [
      picture({ caption: 'The the boat ‘22', alt: 'TK', credit: 'Ana  Berg', licence: 'With with permission' }),
      player({ title: 'Holm "live"', fallbackText: 'A a song' }),
      card({ title: '”Boats” of Holm' }),
    ]
    expect(told(story, { byline: 'By by Ana' })).toEqual([
      'doubled -3: By by → By',
      'doubled caption: The the → The',
      'apostrophe caption: ‘22 → ’22',
      'blanks credit:    →  ',
      'doubled licence: With with → With',
      'to-come alt: TK',
      'mixed-quotes title: " → “',
      'doubled fallbackText: A a → A',
      'quote title: ” → “',
    ])
  })

  test('a quotation in a caption closes in it, whatever stands below; what opens above a picture goes on below it', () => {
    const opens = p('“It was cold.')
    expect(found('quote', [picture({ caption: '“It was cold.' }), p('“It was.”')])).toEqual(['“'])
    expect(found('quote', [opens, picture({ caption: 'A boat' }), p('“And late.”')])).toEqual([])
  })

  test('numbers are claims in a caption; in a credit, a licence, a title or in what can be seen they are none', () => {
    const words = 'The largest of 300 boats'
    expect(
      found('number', [picture({ caption: words, credit: words, alt: words, licence: 'CC BY 4.0' }), card({ title: words })]),
    ).toEqual(['300'])
    expect(found('superlative', [picture({ alt: 'The largest boat in Holm' })])).toEqual([])
  })

  test('yesterday is as wrong in a caption as in the text; a newspaper’s name is none', () => {
    const story = [
      picture({ caption: 'Lund yesterday', alt: 'Lund on Monday', credit: 'Sunday Post' }),
      card({ title: 'Today in Holm' }),
    ]
    expect(found('relative-date', story, { byline: 'Ana Berg, Monday Magazine' })).toEqual(['yesterday', 'Monday'])
  })

  test('a name in a byline, a credit or a caption is held against the story’s', () => {
    const story = [
      q('Who was Mika Lundqvist?'),
      a('Ask Mika Lundqvist. It was Cora Steinberg who met Mika Lundqvist.'),
      picture({ caption: 'Mika Lundqist at home', credit: 'Cora Steinbrg' }),
    ]
    expect(found('name', story, { byline: 'Cora Steinberg', speakers: ['Mika Lundqvist', 'Cora Steinberg'] })).toEqual([
      'Lundqist → Lundqvist',
      'Steinbrg → Steinberg',
    ])
  })

  test('whom readers meet is told by the text: a caption neither introduces anybody nor is asked to', () => {
    const whole = picture({ caption: 'Mark Lundgren at home' })
    expect(found('first-reference', [whole, p('He said Lundgren was late. Then came Mark Lundgren.')])).toHaveLength(1)
    expect(found('first-reference', [picture({ caption: 'At home Lundgren reads' }), p('He met Mark Lundgren there.')])).toEqual(
      [],
    )
  })

  test('letters in a caption are to be explained, an agency’s in a credit are not', () => {
    expect(
      found('acronym', [picture({ caption: 'In front of the HBFC', credit: 'DZPX' }), card({ title: 'The RTVX book' })]),
    ).toEqual(['HBFC'])
    expect(
      found('acronym', [p('The Holm Boat and Ferry Company owns it.'), picture({ caption: 'In front of the HBFC' })]),
    ).toEqual([])
  })

  test('the harbour commission in a caption discloses no link that earns money', () => {
    const story = [card({ title: 'The book', affiliate: true }), picture({ caption: 'The harbour commission' })]
    expect(check(story).map(({ check, places: [one] }) => [check, one!.attribute, one!.words])).toEqual([['affiliate', null, '']])
  })
})

test('a caption that is changed costs that picture: all else is as it was read, and it says what a fresh reading says', () => {
  const story = styled(body(p('The the boats.'), picture({ caption: 'One' }), a('TK')))
  const running = makeChecker([], [])
  running(story)
  for (const caption of ['The the', '', 'TK TK']) {
    const [block] = styled(body(picture({ caption }))).blocks.slice(3)
    const blocks = story.blocks.map((one, i) => (i === 4 ? { ...block!, number: one.number, id: one.id } : one))
    expect(running({ ...story, blocks })).toEqual(makeChecker([], [])({ ...story, blocks }))
  }
  const byline = [...story.blocks.slice(0, 2), fieldBlock('byline', 'By by'), ...story.blocks.slice(3)]
  expect(running({ ...story, blocks: byline })[0]).toMatchObject({ check: 'doubled', places: [{ block: -3 }] })
})
