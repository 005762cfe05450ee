import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { chosenBlocks } from '../../client/editor/chosen-blocks.ts'
import { p } from '../suggest/text.ts'
import { schema } from '../../shared/schema.ts'

function begins(...paragraphs: string[]): string | undefined {
  const doc = schema.node(
    'doc',
    null,
    paragraphs.map((words, i) => p(`p${i}`, words)),
  )
  const selection = TextSelection.create(doc, 1, doc.content.size - 1)
  return chosenBlocks(EditorState.create({ doc, selection }))?.begins
}

test('what is selected is named by its first words, and only where these go on is that said', () => {
  expect(begins('We never sailed at night.', 'So it was.')).toBe('We never sailed at night.')
  expect(begins('', 'So it was.')).toBe('So it was.')
  const long = 'We never sailed at night, because the harbour master had put out all of the lamps by nine.'
  expect(begins(long)).toBe('We never sailed at night, because the harbour master had put out all of the…')
  expect(begins('⛵'.repeat(70) + '🌊'.repeat(10))).toBe(`${'⛵'.repeat(70)}${'🌊'.repeat(5)}…`)
  expect(begins('⛵'.repeat(71) + '🌊'.repeat(10))).toBe(`${'⛵'.repeat(71)}${'🌊'.repeat(4)}…`)
})
