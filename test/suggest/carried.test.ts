import { describe, expect, test } from 'vitest'
import { port } from '../../shared/suggest/port.ts'
import { changes } from '../../shared/write/changes.ts'
import { p, story, withBody } from './text.ts'

describe('a word that both have carried elsewhere', () => {
  const base = story([p('one', 'The quiet harbour'), p('two', 'Second'), p('three', 'Third')])
  const lines = (text: typeof base) => text.body.children.map((node) => node.textContent.trim())

  test('is one word still, where the story has it (seed 4)', () => {
    const theirs = withBody(base, [p('one', 'The quiet'), p('two', 'Second harbour'), p('three', 'Third')])
    const own = withBody(base, [p('one', 'The quiet'), p('two', 'Second'), p('three', 'Third harbour')])
    expect(lines(port(base, theirs, own).text)).toEqual(['The quiet', 'Second harbour', 'Third'])
  })

  test('written twice on purpose it stands twice', () => {
    const theirs = withBody(base, [p('one', 'The quiet'), p('two', 'Second harbour'), p('three', 'Third')])
    const own = withBody(base, [p('one', 'The quiet harbour'), p('two', 'Second'), p('three', 'Third harbour')])
    expect(
      lines(port(base, theirs, own).text)
        .join(' ')
        .match(/harbour/g),
    ).toHaveLength(2)
  })
})

describe('from one text to another', () => {
  test('words put in before one with the same first letter leave that one whole (seed 46)', () => {
    expect(changes('Why was colour', 'Why went worse was colour')).toEqual([{ same: 4, gone: 0, come: 'went worse ' }])
  })

  test('words taken out before one with the same first letter leave that one whole', () => {
    expect(changes('Why went worse was colour', 'Why was colour')).toEqual([{ same: 4, gone: 11, come: '' }])
  })

  test('within one word only the letters that differ', () => {
    expect(changes('the colour of', 'the color of')).toEqual([{ same: 8, gone: 1, come: '' }])
  })
})
