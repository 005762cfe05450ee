/** What words look like that follow a paragraph which a colleague has moved. */
import { toggleMark } from 'prosemirror-commands'
import { expect, test } from 'vitest'
import { schema } from '../../shared/schema.ts'
import { deleted, moved } from '../review/hands.ts'
import { TwoPages } from './page.ts'

test('[P4] of words that follow a moved paragraph those are bold that were, whether they are the first or not', () => {
  const both = new TwoPages(['We left at dawn.', 'It was cold.'], [1, 2])
  const { ana, ben } = both
  ben.types('that is, the four of us, ', 0, 3)
  ben.does(toggleMark(schema.marks.strong!), [0, 12], [0, 20])
  ana.does(moved(1), [0, 0])
  expect(both.meet()).toEqual(['It was cold.', 'We that is, the four of us, left at dawn.'])
  const bold = ben.state.doc.child(1).content.content.filter(({ marks }) => marks.length > 0)
  expect(bold.map(({ text }) => text)).toEqual(['the four'])
})

test('[P4] [P5] words that get a paragraph of their own, because theirs was taken out, are as bold as they were; no thread goes along', () => {
  const both = new TwoPages(['We left at dawn.', 'It was cold.'], [1, 2])
  const { ana, ben } = both
  ben.types('that is, the four of us, ', 0, 3)
  ben.does(toggleMark(schema.marks.strong!), [0, 12], [0, 20])
  ben.does(toggleMark(schema.marks.comment!, { id: 't1' }), [0, 0], [0, 20])
  ana.does(deleted, [0, 0], [1, 0])
  expect(both.meet()).toEqual(['that is, the four of us, ', 'It was cold.'])
  const looks = ben.state.doc.child(0).content.content.map(({ text, marks }) => [text, marks.map(({ type }) => type.name)])
  expect(looks).toEqual([
    ['that is, ', []],
    ['the four', ['strong']],
    [' of us, ', []],
  ])
})
