/** Headline, dek and byline: what was typed is found by the field's own caret, and a colleague's change moves it along. */
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { editBetween, endOfChange, oneLine, placeAfter, type Delta, type Edit } from '../../client/story/field-edit.ts'

/** Writes `before` with `|` where the caret is afterwards in `after`. */
const typed = (before: string, after: string): Edit | null => editBetween(before, after.replace('|', ''), after.indexOf('|'))
const redone = (text: string, edit: Edit): string => text.slice(0, edit.at) + edit.insert + text.slice(edit.at + edit.remove)

describe('what was typed', () => {
  test('SYN-08 among equal letters the caret says which one', () => {
    expect(typed('aaaa', 'aaX|aa')).toEqual({ at: 2, remove: 0, insert: 'X' })
    expect(typed('aaa', 'aa|aa')).toEqual({ at: 1, remove: 0, insert: 'a' })
    expect(typed('aaa', 'a|a')).toEqual({ at: 1, remove: 1, insert: '' })
    expect(typed('foo foo', 'f|oo')).toEqual({ at: 1, remove: 4, insert: '' })
  })

  test('nothing is nothing', () => {
    expect(typed('same', 'same|')).toBeNull()
  })

  test('a word put in place of another is one edit', () => {
    expect(typed('The boat left', 'The ferry| left')).toEqual({ at: 4, remove: 4, insert: 'ferry' })
  })

  test('a change away from the caret, as an autocorrection makes, is found too', () => {
    const edit = typed('teh boats', 'the boats|')!
    expect(redone('teh boats', edit)).toBe('the boats')
  })

  test('UNI-03 an emoji exchanged for its neighbour is exchanged whole', () => {
    expect(typed('Hello 😀 World', 'Hello 😁| World')).toEqual({ at: 6, remove: 2, insert: '😁' })
    // These two share their second half, the pair above its first.
    expect(typed('\u{1F600}a', '\u{1FA00}|a')).toEqual({ at: 0, remove: 2, insert: '\u{1FA00}' })
    expect(typed('😀', '😁|')).toEqual({ at: 0, remove: 2, insert: '😁' })
    expect(typed('😀😁', '|😁')).toEqual({ at: 0, remove: 2, insert: '' })
  })

  test('[P2] any change at all is found whole, and its edges never cut an emoji', () => {
    const letters = ['a', 'a', 'b', '😀', '😁', '🫀', ' ']
    let seed = 20_261
    const below = (n: number): number => (seed = (seed * 48_271) % 2_147_483_647) % n
    const some = (n: number): string => Array.from({ length: n }, () => letters[below(letters.length)]).join('')
    for (let round = 0; round < 2_000; round++) {
      const [head, tail] = [some(below(5)), some(below(5))]
      const [gone, come] = [some(below(3)), some(below(3))]
      const before = head + gone + tail
      const after = head + come + tail
      const edit = editBetween(before, after, (head + come).length)
      if (edit === null) {
        expect(after).toBe(before)
        continue
      }
      expect(redone(before, edit)).toBe(after)
      for (const part of [before.slice(0, edit.at), before.slice(edit.at + edit.remove), edit.insert])
        expect(() => encodeURIComponent(part)).not.toThrow()
    }
  })
})

describe('where the caret goes when a colleague types', () => {
  const after = (text: string, place: number, change: (ytext: Y.Text) => void, side: -1 | 1 = -1): number => {
    const ytext = new Y.Doc().getText('headline')
    ytext.insert(0, text)
    let moved = -1
    ytext.observe((event) => {
      moved = placeAfter(event.delta as Delta, place, side)
    })
    ytext.doc!.transact(() => change(ytext))
    return moved
  }

  test('words before it push it on, words behind it do not', () => {
    expect(after('ABCDEF', 3, (text) => text.insert(0, 'xx'))).toBe(5)
    expect(after('ABCDEF', 3, (text) => text.insert(4, 'xx'))).toBe(3)
  })

  test('words exactly there come behind the caret, so that two people at one place do not mix letters', () => {
    expect(after('ABC', 3, (text) => text.insert(3, 'x'))).toBe(3)
    expect(after('ABC', 3, (text) => text.insert(3, 'x'), 1)).toBe(4)
  })

  test('when its words are taken away it stays where they were', () => {
    expect(after('ABCDEF', 4, (text) => text.delete(1, 4))).toBe(1)
    expect(after('ABCDEF', 5, (text) => text.delete(0, 2))).toBe(3)
  })

  test('several changes at once', () => {
    const both = (text: Y.Text): void => {
      text.delete(0, 1)
      text.insert(0, 'zzz')
    }
    expect(after('ABCDEF', 4, both)).toBe(6)
  })

  test('after one’s own undo it stands behind what came back', () => {
    expect(endOfChange([{ retain: 4 }, { insert: 'boat' }])).toBe(8)
    expect(endOfChange([{ retain: 4 }, { delete: 3 }])).toBe(4)
  })
})

test('a headline is one line, whatever is pasted', () => {
  expect(oneLine('One\r\n  two\nthree')).toBe('One two three')
})
