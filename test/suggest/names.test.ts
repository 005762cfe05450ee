/** Which suggestion it is, while its author works on it: what is said about it stays with it at every key. */
import { expect, test } from 'vitest'
import { compare } from '../../shared/suggest/compare.ts'
import { suggestionsOf } from '../../shared/suggest/follow.ts'
import { p, story, withBody } from './text.ts'

/** Of each text of a paragraph, one after the other, what its only change is called. */
function names(...[was, ...texts]: string[]): Set<string> {
  const before = story([p('a1', was!), p('b1', 'And so it went on.')])
  let known: Parameters<typeof suggestionsOf>[0] = []
  const all = texts.map((words) => {
    const { hunks } = compare(before, withBody(before, [p('a1', words), p('b1', 'And so it went on.')]))
    const called = suggestionsOf(known, hunks)
    known = hunks.map((hunk) => ({ ...hunk, suggestion: called.get(hunk.id)! }))
    expect(hunks).toHaveLength(1)
    return called.get(hunks[0]!.id)!
  })
  return new Set(all)
}

const CALM = 'The sea was calm.'
const typed = (before: string, words: string, after: string): string[] =>
  Array.from(words, (_, i) => before + words.slice(0, i + 1) + after)

test.each([
  ['words typed before others', typed('The sea was ', 'very', ' calm.')],
  ['words typed against the next one', typed('The sea was ', 'very very ', 'calm.')],
  ['words typed at the end', typed(CALM, ' All night', '')],
  ['words typed over others', typed('The ', 'wide harbour', ' was calm.')],
  ['letters mended in a new word', ['The sea was hrbour calm.', 'The sea was habour calm.', 'The sea was harbour calm.']],
  ['a new word typed over', ['The sea was quite calm.', 'The sea was n calm.', 'The sea was not calm.']],
  ['words taken out from the end', Array.from('was calm.', (_, i) => CALM.slice(0, -1 - i))],
])('%s are one suggestion at every key', (_what, texts) => {
  expect(names(CALM, ...texts).size).toBe(1)
})

test('a change elsewhere in the paragraph is another suggestion than one that is gone', () => {
  expect(names('The sea was calm and wide.', 'The sea was very calm and wide.', 'The sea was calm and deep.').size).toBe(2)
})
