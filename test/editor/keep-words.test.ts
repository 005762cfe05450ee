import { deleteSelection, joinBackward, toggleMark } from 'prosemirror-commands'
import { Fragment, Slice } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { enter, flip, setHeading } from '../../client/editor/commands.ts'
import type * as Y from 'yjs'
import { schema } from '../../shared/schema.ts'
import { bodyOf, readStory, type StoryText } from '../../shared/story.ts'
import { lettersOf, textsIn } from '../../shared/write/moved.ts'
import { writeStory } from '../../shared/write/write-story.ts'
import { deleted } from '../review/hands.ts'
import { TwoPages, type Page } from './page.ts'

const split = enter({})
const moveUp: Command = (state, dispatch) => {
  const { $from } = state.selection
  const node = $from.node(1)
  const above = state.doc.resolve($from.before(1)).nodeBefore
  if (above === null) return false
  dispatch?.(state.tr.delete($from.before(1), $from.after(1)).insert($from.before(1) - above.nodeSize, node))
  return true
}
const moveToTop: Command = (state, dispatch) => {
  const { $from } = state.selection
  dispatch?.(state.tr.delete($from.before(1), $from.after(1)).insert(0, $from.node(1)))
  return true
}
const cutParagraph: Command = (state, dispatch) => {
  const { $from } = state.selection
  dispatch?.(state.tr.delete($from.before(1), $from.after(1)))
  return true
}

describe.each([
  ['Ana has the lower client id', [1, 2]],
  ['Ben has', [2, 1]],
] as const)('[P4] at the same moment (%s)', (_, [first, second]) => {
  const desk = (...paragraphs: string[]) => new TwoPages(paragraphs, [first, second])

  test('Ana splits an answer that Ben is typing at the end of: his letters go with the second half', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn. The harbou'))
    ana.does(split, [0, 16])
    ben.types('r', 0, 27)
    expect(both.meet()).toEqual(['We left at dawn.', ' The harbour'])
  })

  test('and in the midst of it', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn. The hrbour'))
    ana.does(split, [0, 16])
    ben.types('a', 0, 22)
    expect(both.meet()).toEqual(['We left at dawn.', ' The harbour'])
  })

  test('of words that Ana split off and joined again, and put one between, Ben takes out that one', () => {
    const { ana, ben, ...both } = at(desk('The colour of the harbour'))
    ana.does(split, [0, 'The colour of '.length])
    ana.does(joinBackward, [1, 0])
    ana.types('old ', 0, 'The colour of the '.length)
    both.meet()
    ben.does(deleteSelection, [0, 'The colour of the '.length], [0, 'The colour of the old '.length])
    expect(both.meet()).toEqual(['The colour of the harbour'])
  })

  test('and before the place of the split, where they stay', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn. The harbour'))
    ana.does(split, [0, 16])
    ben.types('all ', 0, 3)
    expect(both.meet()).toEqual(['We all left at dawn.', ' The harbour'])
  })

  test('Ana joins two paragraphs, Ben types in the second: nothing is lost', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn.', ' The hrbour was'))
    ana.does(joinBackward, [1, 0])
    ben.types('a', 1, 6)
    ben.types(' quiet', 1, 16)
    expect(both.meet()).toEqual(['We left at dawn. The harbour was quiet'])
  })

  test('both split at the same place: one second half', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn. The harbour'))
    ana.does(split, [0, 16])
    ben.does(split, [0, 16])
    expect(both.meet()).toEqual(['We left at dawn.', ' The harbour'])
  })

  test('they split at two places: no word twice', () => {
    const { ana, ben, ...both } = at(desk('One two three'))
    ana.does(split, [0, 3])
    ben.does(split, [0, 7])
    expect(both.meet().join('')).toBe('One two three')
  })

  test('both join the same two: the words are there once', () => {
    const { ana, ben, ...both } = at(desk('One', ' two'))
    ana.does(joinBackward, [1, 0])
    ben.does(joinBackward, [1, 0])
    expect(both.meet()).toEqual(['One two'])
  })

  test('Ana joins a paragraph to the one above, Ben the one below to it: all words are there', () => {
    const { ana, ben, ...both } = at(desk('One', ' two', ' three'))
    ana.does(joinBackward, [1, 0])
    ben.does(joinBackward, [2, 0])
    expect(both.meet()).toEqual(['One two three'])
  })

  test('Ana moves a paragraph up while Ben types in it and flips the one above', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two', 'Three'))
    ana.does(moveUp, [2, 0])
    ben.types(' and a half', 2, 5)
    ben.does(flip({}), [1, 0])
    expect(both.meet()).toEqual(['One', 'Three and a half', 'Two'])
    expect(ana.state.doc.child(2).attrs.role).toBe('question')
  })

  test('both move the same paragraph: it is there once', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two', 'Three'))
    ana.does(moveUp, [2, 0])
    ben.does(moveUp, [2, 0])
    expect(both.meet()).toEqual(['One', 'Three', 'Two'])
  })

  test('both move the same paragraph, and Ben has typed in it since', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two', 'Three'))
    ana.does(moveUp, [2, 0])
    ben.does(moveUp, [2, 0])
    ben.types(' more', 1, 5)
    expect(both.meet()).toEqual(['One', 'Three more', 'Two'])
  })

  test('Ana moves a paragraph, Ben splits it: no word twice, none lost', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two', 'Three four'))
    ana.does(moveUp, [2, 0])
    ben.does(split, [2, 5])
    const lines = both.meet()
    expect(
      lines
        .join(' ')
        .match(/One|Two|Three|four/g)
        ?.toSorted(),
    ).toEqual(['One', 'Three', 'Two', 'four'].toSorted())
  })

  test('Ana makes it a heading while Ben types in it', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two'))
    ana.does(setHeading(2), [1, 0])
    ben.types(' and a half', 1, 3)
    expect(both.meet()).toEqual(['One', 'Two and a half'])
    expect(ana.state.doc.child(1).type.name).toBe('heading')
  })

  test('both make it a heading: there is one', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two'))
    ana.does(setHeading(2), [1, 0])
    ben.does(setHeading(2), [1, 0])
    expect(both.meet()).toEqual(['One', 'Two'])
  })

  test('Ana deletes a paragraph in which Ben writes what she has not seen: his words get a paragraph of their own', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two', 'Three'))
    ana.does(cutParagraph, [1, 0])
    ben.types(' Wait, keep this.', 1, 3)
    expect(both.meet()).toEqual(['One', ' Wait, keep this.', 'Three'])
  })

  test('and what she has seen goes, as she meant', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two', 'Three'))
    ben.types(' Wait, keep this.', 1, 3)
    both.meet()
    ana.does(cutParagraph, [1, 0])
    expect(both.meet()).toEqual(['One', 'Three'])
  })

  test('Ana splits what Ben wrote and goes on writing: only the letters she had not seen are moved', () => {
    const { ana, ben, ...both } = at(desk('One. '))
    ben.types('Two thr', 0, 5)
    both.meet()
    ana.does(split, [0, 4])
    ben.types('ee', 0, 12)
    expect(both.meet()).toEqual(['One.', ' Two three'])
  })

  test('Ana takes a split back while Ben types in the second half: his letters go back with it', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn. The harbou'))
    ana.does(split, [0, 16])
    both.meet()
    ana.undo()
    ben.types('r', 1, 11)
    expect(both.meet()).toEqual(['We left at dawn. The harbour'])
  })

  test('and when she has seen them', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn. The harbou'))
    ana.does(split, [0, 16])
    both.meet()
    ben.types('r', 1, 11)
    ben.types(' old', 1, 4)
    both.meet()
    ana.undo()
    expect(both.meet()).toEqual(['We left at dawn. The old harbour'])
    ana.redo()
    expect(both.meet()).toEqual(['We left at dawn.', ' The old harbour'])
    ana.undo()
    expect(both.meet()).toEqual(['We left at dawn. The old harbour'])
  })

  test('and does it again while Ben types in what was joined', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn. The harbou'))
    ana.does(split, [0, 16])
    ana.undo()
    both.meet()
    ana.redo()
    ben.types('r', 0, 27)
    ben.types('all ', 0, 3)
    expect(both.meet()).toEqual(['We all left at dawn.', ' The harbour'])
  })

  test('Ana takes a join back while Ben types in what was joined', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn.', ' The hrbour was'))
    ana.does(joinBackward, [1, 0])
    both.meet()
    ana.undo()
    ben.types('a', 0, 22)
    ben.types(' all', 0, 2)
    expect(both.meet()).toEqual(['We all left at dawn.', ' The harbour was'])
  })

  test('and when she has seen it', () => {
    const { ana, ben, ...both } = at(desk('We left at dawn.', ' The hrbour was'))
    ana.does(joinBackward, [1, 0])
    both.meet()
    ben.types(' quiet', 0, 31)
    ben.types('a', 0, 22)
    ben.types(' all', 0, 2)
    both.meet()
    ana.undo()
    expect(both.meet()).toEqual(['We all left at dawn.', ' The harbour was quiet'])
  })

  test('Ana takes a move back while Ben types in the paragraph and makes it a question', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two', 'Three'))
    ana.does(moveUp, [2, 0])
    both.meet()
    ana.undo()
    ben.types(' and a half', 1, 5)
    ben.does(flip({}), [1, 0])
    expect(both.meet()).toEqual(['One', 'Two', 'Three and a half'])
    expect(ana.state.doc.child(2).attrs.role).toBe('question')
  })

  test('and when she has seen both', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two', 'Three'))
    ana.does(moveUp, [2, 0])
    both.meet()
    ben.types(' and a half', 1, 5)
    ben.does(flip({}), [1, 0])
    both.meet()
    ana.undo()
    expect(both.meet()).toEqual(['One', 'Two', 'Three and a half'])
    expect(ana.state.doc.child(2).attrs.role).toBe('question')
  })

  test('Ana takes a split back after Ben has moved the second half over another: it stays where he put it, once', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two three'))
    ana.does(split, [1, 3])
    both.meet()
    ben.does(moveToTop, [2, 0])
    both.meet()
    ana.undo()
    expect(both.meet()).toEqual([' three', 'One', 'Two'])
  })

  test('and after he has moved the first half below it: the second goes to it', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two three'))
    ana.does(split, [1, 3])
    both.meet()
    ben.does(moveUp, [2, 0])
    both.meet()
    ana.undo()
    expect(both.meet()).toEqual(['One', 'Two three'])
  })

  test('Ana takes a split back after Ben has taken out words of the second half: they stay out', () => {
    const { ana, ben, ...both } = at(desk('One two three'))
    ana.does(split, [0, 3])
    both.meet()
    ben.does(deleteSelection, [1, 0], [1, 4])
    both.meet()
    ana.undo()
    expect(both.meet()).toEqual(['One three'])
  })

  test('Ana takes a split back that Ben has made too: his stands, no word twice', () => {
    const { ana, ben, ...both } = at(desk('One two'))
    ana.does(split, [0, 3])
    ben.does(split, [0, 3])
    both.meet()
    ana.undo()
    expect(both.meet().join('')).toBe('One two')
    ben.undo()
    expect(both.meet().join('')).toBe('One two')
  })

  test('Ana makes a heading a paragraph again while Ben types in it', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two'))
    ana.does(setHeading(2), [1, 0])
    both.meet()
    ana.undo()
    ben.types(' and a half', 1, 3)
    expect(both.meet()).toEqual(['One', 'Two and a half'])
    expect(ana.state.doc.child(1).type.name).toBe('paragraph')
  })

  test('[UND-09] what Ana takes out, puts back or does again moves no letter beside it', () => {
    const { ana } = at(desk('one three'))
    const letters = (): unknown[] =>
      [...textsIn(bodyOf(ana.ydoc).get(0) as Y.XmlElement)].flatMap((text) => lettersOf(text, null))
    const before = letters()
    ana.types('two ', 0, 4)
    ana.undo()
    ana.redo()
    ana.undo()
    expect(letters()).toEqual(expect.arrayContaining(before))
    expect(ana.lines).toEqual(['one three'])
  })

  test('Ana cuts a paragraph and pastes it further down, Ben types in it: his words stay', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two three', 'Four'))
    const clipboard = cutInto()
    ana.does(clipboard.cut, [1, 0])
    ana.does(clipboard.paste, [1, 4])
    ben.types(' and a half', 1, 3)
    expect(both.meet()).toEqual(['One', ' and a half', 'Four', 'Two three'])
  })

  test('and Ben splits it: no word twice', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two three', 'Four'))
    const clipboard = cutInto()
    ana.does(clipboard.cut, [1, 0])
    ben.does(split, [1, 3])
    ana.does(clipboard.paste, [1, 4])
    expect(both.meet().join('').replaceAll(' ', '')).toHaveLength('OneTwothreeFour'.length)
  })

  test('and Ben moves it: it is there once', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two three', 'Four'))
    const clipboard = cutInto()
    ana.does(clipboard.cut, [1, 0])
    ben.does(moveUp, [1, 0])
    ana.does(clipboard.paste, [1, 4])
    expect(both.meet().toSorted()).toEqual(['Four', 'One', 'Two three'])
  })

  test('and takes both back, and does both again', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two three', 'Four'))
    const clipboard = cutInto()
    ana.does(clipboard.cut, [1, 0])
    ana.does(clipboard.paste, [1, 4])
    both.meet()
    ben.types('!', 2, 9)
    both.meet()
    ana.undo()
    ana.undo()
    expect(both.meet().slice(0, 3)).toEqual(['One', 'Two three!', 'Four'])
    ana.redo()
    ana.redo()
    expect(
      both
        .meet()
        .join(' ')
        .match(/Two|three|!|Four/g),
    ).toEqual(['Four', 'Two', 'three', '!'])
  })

  test('what was cut and given back by undo is a copy when it is pasted, and stays', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two three', 'Four'))
    const clipboard = cutInto()
    ana.does(clipboard.cut, [1, 0])
    ana.undo()
    ana.does(clipboard.paste, [2, 4])
    ben.does(moveUp, [1, 0])
    expect(both.meet()).toEqual(['Two three', 'One', 'Four', 'Two three'])
  })

  test('what is pasted a second time is a copy, and stays', () => {
    const { ana, ben, ...both } = at(desk('One', 'Two three', 'Four'))
    const clipboard = cutInto()
    ana.does(clipboard.cut, [1, 0])
    ana.does(clipboard.paste, [1, 4])
    ana.does(clipboard.paste, [0, 3])
    ben.does(moveUp, [1, 0])
    expect(both.meet().filter((line) => line === 'Two three')).toHaveLength(2)
  })

  test('Ana replaces two words of a paragraph, Ben types between them', () => {
    const { ana, ben, ...both } = at(desk('the colour of the colour'))
    ana.does(
      (state, dispatch) => {
        dispatch?.(state.tr.insertText('color', 19, 25).insertText('color', 5, 11))
        return true
      },
      [0, 0],
    )
    ben.types(' all', 0, 13)
    expect(both.meet()).toEqual(['the color of all the color'])
  })

  test('what Ana put where she took words away stays there, whatever else of the paragraph Ben takes out', () => {
    const { ana, ben, ...both } = at(desk('Why colour '))
    ana.does(toggleMark(schema.marks.strong!), [0, 0], [0, 7])
    ana.does(pasted('this ', 'that '), [0, 4])
    ben.does(deleted, [0, 0], [0, 4])
    expect(both.meet()).toEqual(['this ', 'that colour '])
  })

  test('words that follow others do not run into them', () => {
    const { ana, ben, ...both } = at(desk('One. ', 'Why colour? '))
    // As the server writes what an editor made of it: the blanks stay, the words around them go.
    writeStory(ben.ydoc, withLines(ben, ['One. ', 'So be it? ', 'Why colour ']))
    ana.does(joinBackward, [1, 0])
    const lines = both.meet().join('|')
    expect(lines.match(/\w+/g)?.toSorted()).toEqual(['One', 'So', 'Why', 'be', 'colour', 'it'].toSorted())
  })
})

/** A clipboard for one paragraph, which is pasted below that of the caret. */
function cutInto(): { cut: Command; paste: Command } {
  let held = Slice.empty
  return {
    cut: (state, dispatch) => {
      const { $from } = state.selection
      held = state.doc.slice($from.before(1), $from.after(1))
      dispatch?.(state.tr.delete($from.before(1), $from.after(1)))
      return true
    },
    paste: (state, dispatch) => {
      dispatch?.(state.tr.insert(state.selection.$from.after(1), held.content))
      return true
    },
  }
}

const pasted =
  (...words: string[]): Command =>
  (state, dispatch) => {
    const blocks = words.map((text) => schema.node('paragraph', null, [schema.text(text)]))
    dispatch?.(state.tr.replaceSelection(new Slice(Fragment.from(blocks), 1, 1)))
    return true
  }

/** A page's story with these paragraphs; those it has keep their ids. */
function withLines({ state, ydoc }: Page, lines: readonly string[]): StoryText {
  const blocks = lines.map((text, i) =>
    schema.node('paragraph', { id: state.doc.maybeChild(i)?.attrs.id ?? `new${i}` }, [schema.text(text)]),
  )
  return { ...readStory(ydoc), body: schema.node('doc', null, blocks) }
}

function at(both: TwoPages): { ana: TwoPages['ana']; ben: TwoPages['ben']; meet: () => string[] } {
  return { ana: both.ana, ben: both.ben, meet: () => both.meet() }
}
