/** Moving blocks with a colleague in the story: a small edit, and no typed word goes with what it does not touch. */
import { prosemirrorToYXmlFragment } from 'y-prosemirror'
import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { moveRun } from '../../client/editor/move.ts'
import { bodyOf } from '../../shared/story.ts'
import { Random } from '../random.ts'
import { a, body, h, list, p, q } from './words.ts'

const nobody = () => false

function twoDesks(...blocks: Parameters<typeof body>): [Y.Doc, Y.Doc] {
  const ana = new Y.Doc()
  prosemirrorToYXmlFragment(body(...blocks), bodyOf(ana))
  const ben = new Y.Doc()
  bodyOf(ben)
  Y.applyUpdate(ben, Y.encodeStateAsUpdate(ana))
  return [ana, ben]
}
const exchange = (one: Y.Doc, other: Y.Doc): void => {
  const [mine, theirs] = [Y.encodeStateAsUpdate(one), Y.encodeStateAsUpdate(other)]
  Y.applyUpdate(one, theirs)
  Y.applyUpdate(other, mine)
}
const read = (ydoc: Y.Doc): string[] =>
  bodyOf(ydoc)
    .toArray()
    .map((part) => part.toString().replace(/<[^>]*>/g, ''))
const part = (ydoc: Y.Doc, index: number): Y.XmlElement => bodyOf(ydoc).get(index) as Y.XmlElement
const wordsIn = (element: Y.XmlElement): Y.XmlText => element.get(0) as Y.XmlText

describe('a block and its neighbour change places', () => {
  test('up and down, a run of several, with what each is', () => {
    const [ana] = twoDesks(h('One'), q('Two?'), a('Three.'), p('Four.'))
    moveRun({ parent: bodyOf(ana), first: 1, last: 2 }, 1, nobody)
    expect(read(ana)).toEqual(['One', 'Four.', 'Two?', 'Three.'])
    moveRun({ parent: bodyOf(ana), first: 2, last: 3 }, -1, nobody)
    moveRun({ parent: bodyOf(ana), first: 1, last: 1 }, -1, nobody)
    expect(read(ana)).toEqual(['Two?', 'One', 'Three.', 'Four.'])
    expect([part(ana, 0).getAttribute('role'), part(ana, 1).nodeName]).toEqual(['question', 'heading'])
  })

  test('at the edge nothing happens', () => {
    const [ana] = twoDesks(p('One.'), p('Two.'))
    expect(moveRun({ parent: bodyOf(ana), first: 0, last: 0 }, -1, nobody)).toBeNull()
    expect(moveRun({ parent: bodyOf(ana), first: 1, last: 1 }, 1, nobody)).toBeNull()
    expect(read(ana)).toEqual(['One.', 'Two.'])
  })

  test('items of a list, with how deep they are', () => {
    const [ana] = twoDesks(list('rope', 'boat'))
    ;(part(ana, 0).get(1) as Y.XmlElement).setAttribute('level', 1 as never)
    moveRun({ parent: part(ana, 0), first: 1, last: 1 }, -1, nobody)
    expect(read(ana)).toEqual(['boatrope'])
    expect((part(ana, 0).get(0) as Y.XmlElement).getAttribute('level')).toBe(1)
  })
})

describe('[P4] what a colleague types meanwhile stays', () => {
  test('in the block that is moved: it is the neighbour that is put in again', () => {
    const [ana, ben] = twoDesks(p('One.'), p('Two.'), p('Three.'))
    moveRun({ parent: bodyOf(ana), first: 0, last: 0 }, 1, nobody)
    wordsIn(part(ben, 0)).insert(4, ' Ben was here.')
    wordsIn(part(ben, 2)).insert(0, 'And here. ')
    exchange(ana, ben)
    expect(read(ana)).toEqual(['Two.', 'One. Ben was here.', 'And here. Three.'])
    expect(read(ben)).toEqual(read(ana))
  })

  test('in the neighbour, when the colleague is seen there: then it is the block that is put in again', () => {
    const [ana, ben] = twoDesks(p('One.'), p('Two.'))
    const neighbour = part(ana, 1)
    expect(moveRun({ parent: bodyOf(ana), first: 0, last: 0 }, 1, (one) => one === neighbour)).toBe('went')
    wordsIn(part(ben, 1)).insert(4, ' Ben was here.')
    exchange(ana, ben)
    expect(read(ana)).toEqual(['Two. Ben was here.', 'One.'])
    expect(read(ben)).toEqual(read(ana))
  })
})

test('the edit is small: it does not grow with the block that is moved', () => {
  const [ana] = twoDesks(p('The harbour was quiet. '.repeat(200)), p('Two.'))
  const before = Y.encodeStateVector(ana)
  ana.transact(() => moveRun({ parent: bodyOf(ana), first: 0, last: 0 }, 1, nobody))
  expect(Y.encodeStateAsUpdate(ana, before).byteLength).toBeLessThan(250)
})

test('undo puts both back, and keeps what was typed after the move', () => {
  const [ana] = twoDesks(p('One.'), p('Two.'))
  const undo = new Y.UndoManager(bodyOf(ana), { trackedOrigins: new Set(['me']) })
  ana.transact(() => moveRun({ parent: bodyOf(ana), first: 0, last: 0 }, 1, nobody), 'me')
  wordsIn(part(ana, 1)).insert(4, ' Later.')
  undo.undo()
  expect(read(ana)).toEqual(['One. Later.', 'Two.'])
})

test('[P2] [P4] two people move and type at random: the same story for both, no block twice, and no word of a block that lay still', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed)
    const [ana, ben] = twoDesks(...Array.from({ length: 6 }, (_none, i) => p(`b${i}`)))
    for (let round = 0; round < 8; round++) {
      const first = random.below(6)
      const way = random.chance(50) ? 1 : -1
      moveRun({ parent: bodyOf(ana), first, last: first }, way, nobody)
      // Ben types where Ana did not put a block in again.
      const moved = new Set([first + way])
      for (let i = 0; i < 6; i++) {
        const at = bodyOf(ben).get(i) as Y.XmlElement
        if (!moved.has(i) && random.chance(30)) wordsIn(at).insert(0, `w${round}${i} `)
      }
      const typed = read(ben).join(' ').split(' ').toSorted()
      exchange(ana, ben)
      expect(read(ana), `seed ${seed}`).toEqual(read(ben))
      expect(read(ana).join(' ').split(' ').toSorted(), `seed ${seed}`).toEqual(typed)
    }
  }
})
