import { Mapping, StepMap } from 'prosemirror-transform'
import { describe, expect, test } from 'vitest'
import { port } from '../../shared/suggest/port.ts'
import { changes, kept } from '../../shared/write/changes.ts'
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

describe('by the steps of the editor', () => {
  /** @param at where the paragraph's first letter was */
  const after = (at: number, now: number, size: number, ...steps: [at: number, gone: number, come: number][]) =>
    kept('Why was colour', at, now, size, new Mapping(steps.map((step) => new StepMap(step))))

  test('a letter is put in where it was typed', () => {
    expect(after(1, 1, 15, [15, 0, 1])).toEqual([{ same: 14, gone: 0, come: { from: 14, to: 15 } }])
    expect(after(1, 1, 15, [5, 0, 1])).toEqual([{ same: 4, gone: 0, come: { from: 4, to: 5 } }])
    expect(after(21, 21, 15, [21, 0, 1])).toEqual([{ same: 0, gone: 0, come: { from: 0, to: 1 } }])
  })

  test('a word is taken out where it stood, also when another step was before it, or the paragraph is further down', () => {
    expect(after(1, 1, 10, [5, 4, 0])).toEqual([{ same: 4, gone: 4, come: { from: 4, to: 4 } }])
    expect(after(1, 1, 11, [15, 0, 1], [5, 4, 0])).toEqual([
      { same: 4, gone: 4, come: { from: 4, to: 4 } },
      { same: 6, gone: 0, come: { from: 10, to: 11 } },
    ])
    expect(after(21, 24, 10, [3, 0, 3], [28, 4, 0])).toEqual([{ same: 4, gone: 4, come: { from: 4, to: 4 } }])
  })

  test('what the paragraph gave to another one is gone from it', () => {
    expect(after(1, 1, 4, [5, 0, 2])).toEqual([{ same: 4, gone: 10, come: { from: 4, to: 4 } }])
    expect(after(1, 1, 4, [40, 0, 2])).toEqual([{ same: 4, gone: 10, come: { from: 4, to: 4 } }])
  })
})
