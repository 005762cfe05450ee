import { describe, expect, test } from 'vitest'
import { makeChecker } from '../../shared/style/checker.ts'
import { compileRule, MOST_WORDS, RuleTrouble, testRule } from '../../shared/style/house.ts'
import { Random } from '../random.ts'
import { a, body, h, p, q } from '../editor/words.ts'
import { check, found, rule, styled } from './reading.ts'

describe('a story under the editor’s hands', () => {
  test('read again after one paragraph changed, it says the same as one read afresh', () => {
    const random = new Random(7)
    const lines = [
      'The the boats of Holm.',
      'They know Mark Lund and the NLRB.',
      'Lund came in ‘22, he said.',
      'Yesterday it cost 30%.',
      '“It is the TK.',
      'Lundt “came" back to Holm',
      'They gave ten, or so?',
      '',
    ]
    const some = (): string => random.pick(lines)
    const story = { ...styled(body(...Array.from({ length: 12 }, () => (random.chance(50) ? a(some()) : p(some()))))) }
    const running = makeChecker([], [])
    for (let round = 0; round < 60; round++) {
      const [changed] = styled(body(random.chance(50) ? q(some()) : a(some()))).blocks.slice(2)
      const at = 2 + random.below(12)
      story.blocks = story.blocks.map((block, i) => (i === at ? { ...changed!, number: block.number, id: block.id } : block))
      expect(running(story)).toEqual(makeChecker([], [])(story))
    }
  })

  test('what it finds comes in the order of the text, the headline first', () => {
    const told = check([p('The the.'), q('TK'), a('In in.')], { headline: 'The the boats' })
    expect(told.map(({ check, places }) => `${check} ${places[0]!.block}`)).toEqual([
      'doubled -1',
      'doubled 0',
      'to-come 1',
      'doubled 2',
    ])
  })

  test('a check that the desk has switched off keeps silent', () => {
    expect(check([p('The the TK.')], { off: ['doubled'] }).map((one) => one.check)).toEqual(['to-come'])
  })

  test('the same matter has the same key after the paragraph was written on', () => {
    const block = p('The the boats.')
    const [before] = check([block])
    const [after] = check([block.copy(block.content.append(p(' And more.').content))])
    expect(after!.key).toBe(before!.key)
  })
})

describe('a rule of the house', () => {
  const advisers = rule({ find: 'advisor\nadvisors', replacement: 'adviser\nadvisers', message: 'The house spells it adviser.' })

  test('finds whole words in any case, and proposes the other word in that case', () => {
    expect(found('rule:r1', [p('Advisors and an ADVISOR; no advisory.'), h('An advisor')], { rules: [advisers] })).toEqual([
      'Advisors → Advisers',
      'ADVISOR → ADVISER',
      'advisor → adviser',
    ])
  })

  test('in an answer proposes and never decides: it says that the words are spoken', () => {
    const [one] = check([a('My advisor said so.')], { rules: [advisers] })
    expect(one).toMatchObject({
      message: 'The house spells it adviser.',
      marksOnly: false,
      places: [{ spoken: true, change: 'adviser' }],
    })
  })

  test('keeps to its scope: not in answers, or the headline alone', () => {
    const story = [p('An advisor.'), q('An advisor?'), a('An advisor.')]
    expect(found('rule:r1', story, { rules: [{ ...advisers, scope: 'not-in-answers' }] })).toHaveLength(2)
    expect(found('rule:r1', story, { headline: 'Advisor', rules: [{ ...advisers, scope: 'headline' }] })).toEqual([
      'Advisor → Adviser',
    ])
  })

  test('for a language concerns only stories in it', () => {
    const only = (lang: string, of: string) =>
      found('rule:r1', [p('An advisor.')], { lang: of, rules: [{ ...advisers, lang }] }).length
    expect([only('en', 'en-US'), only('en-GB', 'en-US'), only('de', 'en'), only('', 'de')]).toEqual([1, 0, 0, 1])
  })

  test('phrases with apostrophes of either kind, hard blanks and marks are found as they stand', () => {
    const phrases = rule({ find: "can't help but\nq & a", matchCase: false, replacement: 'cannot help\nQ&A' })
    expect(found('rule:r1', [p('I can’t\u00a0help but ask: a Q & A.')], { rules: [phrases] })).toEqual([
      'can’t\u00a0help but → cannot help',
      'Q & A → Q&A',
    ])
  })

  test('as a pattern uses its groups in what it proposes', () => {
    const percent = rule({ kind: 'pattern', find: '(\\d+) ?%', replacement: '$1 per cent ($$)' })
    expect(found('rule:r1', [p('It was 30% or 40 %.')], { rules: [percent] })).toEqual([
      '30% → 30 per cent ($)',
      '40 % → 40 per cent ($)',
    ])
  })

  test('is tested by its own examples, and by what it proposes itself', () => {
    expect(testRule({ ...advisers, good: ['an adviser'], bad: ['Two advisors'] })).toMatchObject({
      right: true,
      bad: [{ right: true, becomes: 'Two advisers', says: 'found' }],
      good: [{ says: 'left alone' }],
    })
    expect(testRule({ ...advisers, good: ['an advisor'], bad: ['a guide'] })).toMatchObject({
      right: false,
      good: [{ right: false, says: 'found at “advisor”' }],
      bad: [{ right: false, says: 'not found' }],
    })
    const endless = rule({ find: 'boat', replacement: 'the boat', bad: ['A boat'] })
    expect(testRule(endless).bad[0]).toMatchObject({ right: false, says: 'still found in “A the boat”' })
  })

  test('that cannot run says what to mend', () => {
    const trouble = (given: Parameters<typeof rule>[0]): string => {
      try {
        compileRule(rule(given))
        return 'runs'
      } catch (error) {
        if (error instanceof RuleTrouble) return error.message
        throw error
      }
    }
    const pattern = (find: string, replacement = '') => trouble({ kind: 'pattern', find, replacement })
    expect(pattern('(boat')).toBe('This pattern cannot be read: missing closing ): `(boat`.')
    expect(pattern('(?=x)y')).toContain('Look-ahead, look-behind and back references are not part of it.')
    expect(pattern('(a)\\1')).toContain('Look-ahead, look-behind and back references are not part of it.')
    expect(pattern('x*')).toContain('fits where there is nothing')
    expect(pattern('(?:ab{50}c{50}){9}')).toContain('too large')
    expect(pattern('(a{900}){900}')).toContain('cannot be read')
    expect(pattern('(a)', '$2')).toBe('The replacement uses $2, and the pattern has 1 groups.')
    expect(pattern(' ')).toBe('Say what to look for.')
    expect(trouble({ find: '\n ' })).toBe('Say which words to look for, one a line.')
    expect(trouble({ find: 'a\nb\nc', replacement: 'x\ny' })).toBe(
      'There are 3 lines to find and 2 to write instead: one for all, or one for each.',
    )
    expect(trouble({ find: 'x\n'.repeat(MOST_WORDS + 1) })).toContain('At most')
    expect(pattern('\\bboats?\\b')).toBe('runs')
  })

  test('written to run away costs no more than any other', () => {
    // A backtracking engine needs longer than the universe lasts for any of these.
    for (const find of ['(a+)+$', '(a|a)*b', '(\\w+\\s?)+x', '(.*)*y', '(?:a?){40}a{40}b'])
      expect(found('rule:r1', [p(`${'a'.repeat(400)}!`)], { rules: [rule({ kind: 'pattern', find })] }).length).toBeLessThan(2)
  })

  test('that the server would not take any more is left out, and the others go on', () => {
    const broken = rule({ id: 'r2', kind: 'pattern', find: '(' })
    expect(check([p('An advisor.')], { rules: [broken, advisers] }).map((one) => one.check)).toEqual(['rule:r1'])
  })
})
