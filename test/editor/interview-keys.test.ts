/** Writing an interview by keys: what Enter, F2 and Backspace do, told in the copy they leave behind. */
import type { Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import { schema } from '../../shared/schema.ts'
import { blockIds } from '../../client/editor/block-ids.ts'
import { accept, backspaceEmoji, enter, flip, lineBreak, setHeading, setRole, toUnsure } from '../../client/editor/commands.ts'
import { hrefFrom, linkAt, setLink, unlink } from '../../client/editor/links.ts'
import { bold } from '../../client/editor/mark-commands.ts'
import { looksOf } from '../../client/editor/looks.ts'
import { SPEAKERS, a, at, body, doing, h, list, notice, p, q, stateOf, told } from './words.ts'

const withIds = (doc: Node, caret: number, to?: number) => stateOf(doc, caret, to, [blockIds()])
const idsOf = (doc: Node): unknown[] => {
  const ids: unknown[] = []
  doc.descendants((node) => {
    if ('id' in node.attrs) ids.push(node.attrs.id)
    return !node.isTextblock
  })
  return ids
}
const caretIn = (state: { selection: { $head: { parent: Node; parentOffset: number } } }): string => {
  const { parent, parentOffset } = state.selection.$head
  return `${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`
}

const afterBackspace = (text: string): string => {
  const doc = body(p(text))
  return doing(stateOf(doc, at(doc, text)), backspaceEmoji)?.doc.textContent ?? '(left to the browser)'
}

describe('Enter', () => {
  test('at the end of a question starts its answer, by whoever answered last', () => {
    const doc = body(q('Where?'), a('Here.', { speaker: 'other' }), q('When?'))
    const after = doing(withIds(doc, at(doc, 'When?')), enter(SPEAKERS))!
    expect(told(after.doc)).toBe('Q: Where? | A: Here. | Q: When? | A: ')
    expect(after.doc.lastChild!.attrs.speaker).toBe('other')
    expect(caretIn(after)).toBe('|')
  })

  test('at the end of the first question takes the story’s subject as the one who answers', () => {
    const doc = body(q('Where?'))
    expect(doing(withIds(doc, at(doc, 'Where?')), enter(SPEAKERS))!.doc.lastChild!.attrs.speaker).toBe('ml')
  })

  test('in an answer makes another paragraph of it, which does not open a turn again', () => {
    const doc = body(q('Where?'), a('Here and there.', { turnStart: true }))
    const after = doing(withIds(doc, at(doc, 'Here')), enter(SPEAKERS))!
    expect(told(after.doc)).toBe('Q: Where? | A: Here | A:  and there.')
    expect(after.doc.child(1).attrs.turnStart).toBe(true)
    expect(after.doc.child(2).attrs.turnStart).toBe(false)
  })

  test('in the middle of a question leaves two questions', () => {
    const doc = body(q('Where? And why?'))
    expect(told(doing(withIds(doc, at(doc, 'Where?')), enter(SPEAKERS))!.doc)).toBe('Q: Where? | Q:  And why?')
  })

  test('on an empty answer asks the next question, on an empty question goes back to plain copy', () => {
    const doc = body(q('Where?'), a('Here.'), a(''))
    const asked = doing(stateOf(doc, doc.content.size - 1), enter(SPEAKERS))!
    expect(told(asked.doc)).toBe('Q: Where? | A: Here. | Q: ')
    expect(asked.doc.lastChild!.attrs.speaker).toBe('cs')
    expect(told(doing(asked, enter(SPEAKERS))!.doc)).toBe('Q: Where? | A: Here. | p: ')
  })

  test('at the start of a paragraph leaves the words where they are, under their own id', () => {
    const answer = a('Here.')
    const doc = body(q('Where?'), answer)
    const after = doing(withIds(doc, at(doc, 'Here.', 'before')), enter(SPEAKERS))!
    expect(told(after.doc)).toBe('Q: Where? | A:  | A: Here.')
    expect(after.doc.child(2)).toBe(answer)
    expect(caretIn(after)).toBe('|Here.')
  })

  test('over a selection across paragraphs first takes the selection away', () => {
    const doc = body(q('Where was it?'), a('It was here.'))
    const after = doing(withIds(doc, at(doc, 'Where'), at(doc, 'It was')), enter(SPEAKERS))!
    expect(told(after.doc)).toBe('Q: Where | Q:  here.')
  })

  test('in a notice stays to the stock keys when the line is empty, so that it leads out', () => {
    const doc = body(notice(p('Free today.'), p('')), p('The lede.'))
    expect(doing(stateOf(doc, doc.firstChild!.nodeSize - 2), enter(SPEAKERS))).toBeNull()
  })

  test('on an empty item ends the list there', () => {
    const doc = body(list('one', '', 'two'))
    const after = doing(withIds(doc, at(doc, 'one') + 2), enter(SPEAKERS))!
    expect(told(after.doc)).toBe('list: one | p:  | list: two')
    expect(new Set(idsOf(after.doc)).size).toBe(idsOf(after.doc).length)
    expect(caretIn(after)).toBe('|')
  })
})

describe('F2', () => {
  test('flips a question to an answer and back, and the paragraph stays the same one', () => {
    const doc = body(q('Where?'), a('Here.'))
    const once = doing(stateOf(doc, at(doc, 'Where?')), flip(SPEAKERS))!
    expect(told(once.doc)).toBe('A: Where? | A: Here.')
    expect(once.doc.firstChild!.attrs).toMatchObject({ id: doc.firstChild!.attrs.id, speaker: 'ml' })
    const twice = doing(once, flip(SPEAKERS))!
    expect(told(twice.doc)).toBe('Q: Where? | A: Here.')
    expect(twice.doc.firstChild!.attrs.speaker).toBe('cs')
  })

  test('makes a guess sure', () => {
    const doc = body(q('I was there.', { roleState: 'guess' }))
    expect(told(doing(stateOf(doc, 1), flip(SPEAKERS))!.doc)).toBe('A: I was there.')
  })

  test('turns all that is selected the way of the first', () => {
    const doc = body(q('One?'), a('Two.'), p('Three.'))
    expect(told(doing(stateOf(doc, 1, at(doc, 'Three.')), flip(SPEAKERS))!.doc)).toBe('A: One? | A: Two. | A: Three.')
  })
})

test('a question made a heading and back keeps its id and its words', () => {
  const doc = body(q('The rope'))
  const heading = doing(stateOf(doc, 1), setHeading(2))!
  expect(told(heading.doc)).toBe('heading: The rope')
  const back = doing(heading, setRole('question', SPEAKERS))!
  expect(told(back.doc)).toBe('Q: The rope')
  expect(back.doc.firstChild!.attrs.id).toBe(doc.firstChild!.attrs.id)
  expect(doing(stateOf(body(h('x', { level: 2 })), 1), setHeading(3))!.doc.firstChild!.attrs.level).toBe(3)
})

describe('guesses', () => {
  const doc = body(q('One?'), a('Two.', { roleState: 'guess' }), p('Three.'), q('Four', { roleState: 'guess' }))

  test('F8 goes to the next one and around the end, Shift+F8 back', () => {
    const first = doing(stateOf(doc, 1), toUnsure(1))!
    expect(caretIn(first)).toBe('|Two.')
    const second = doing(first, toUnsure(1))!
    expect(caretIn(second)).toBe('|Four')
    expect(caretIn(doing(second, toUnsure(1))!)).toBe('|Two.')
    expect(caretIn(doing(first, toUnsure(-1))!)).toBe('|Four')
    expect(doing(stateOf(body(q('Sure?')), 1), toUnsure(1))).toBeNull()
  })

  test('Mod+Enter takes one as it is', () => {
    expect(told(doing(stateOf(doc, at(doc, 'Two.')), accept)!.doc)).toBe('Q: One? | A: Two. | p: Three. | Q?: Four')
    expect(doing(stateOf(doc, at(doc, 'One?')), accept)).toBeNull()
  })
})

describe('Backspace', () => {
  test('UNI-12 takes back a whole emoji, however it is put together', () => {
    expect(afterBackspace('x👩‍👩‍👧‍👧')).toBe('x')
    expect(afterBackspace('x👍🏽')).toBe('x')
    expect(afterBackspace('x🇩🇰🇳🇴')).toBe('x🇩🇰')
    expect(afterBackspace('x1️⃣')).toBe('x')
    expect(afterBackspace('😀')).toBe('')
  })

  test('UNI-10 leaves letters and their marks to the browser', () => {
    for (const text of ['سلام', 'cafe\u0301', 'ที่', 'plain']) expect(afterBackspace(text)).toBe('(left to the browser)')
  })
})

describe('links', () => {
  test('an address is what a person means by it, and never one that runs', () => {
    expect(hrefFrom(' example.org/a ')).toBe('https://example.org/a')
    expect(hrefFrom('https://example.org')).toBe('https://example.org')
    expect(hrefFrom('desk@example.org')).toBe('mailto:desk@example.org')
    expect(hrefFrom('localhost:4400/x')).toBe('https://localhost:4400/x')
    expect(hrefFrom('/archive')).toBe('/archive')
    for (const bad of ['javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x', 'two words', 'word', '']) {
      expect(hrefFrom(bad)).toBeNull()
    }
  })

  test('link what is selected, change it from inside, take it off', () => {
    const doc = body(p('See the permit now.'))
    const linked = doing(stateOf(doc, at(doc, 'See '), at(doc, 'the permit')), setLink('https://a.example'))!
    expect(linkAt(stateOf(linked.doc, at(linked.doc, 'the per')))).toMatchObject({ href: 'https://a.example', from: 5, to: 15 })
    const changed = doing(stateOf(linked.doc, at(linked.doc, 'the per')), setLink('https://b.example'))!
    expect(linkAt(stateOf(changed.doc, 5, 15))).toMatchObject({ href: 'https://b.example' })
    const off = doing(stateOf(changed.doc, at(changed.doc, 'the per')), unlink)!
    expect(off.doc.eq(doc)).toBe(true)
    expect(doing(stateOf(doc, 1, 4), setLink('javascript:alert(1)'))).toBeNull()
  })

  test('with nothing selected the address itself is written', () => {
    const doc = body(p('See '))
    expect(doing(stateOf(doc, at(doc, 'See ')), setLink('https://a.example/x'))!.doc.textContent).toBe('See a.example/x')
  })
})

test('the tool bar knows what is under the caret', () => {
  const doc = body(h('One'), q('Two?', { roleState: 'guess' }), list('item'))
  expect(looksOf(stateOf(doc, 1)).kind).toBe('heading')
  expect(looksOf(stateOf(doc, at(doc, 'Two?')))).toMatchObject({ kind: 'question', guess: true, marks: [] })
  expect(looksOf(stateOf(doc, at(doc, 'item'))).kind).toBe('list')
  expect(looksOf(doing(stateOf(doc, at(doc, 'Two?')), bold)!).marks).toEqual(['strong'])
})

test('Shift+Enter breaks the line inside the paragraph', () => {
  const doc = body(a('Here there'))
  const after = doing(stateOf(doc, at(doc, 'Here')), lineBreak)!
  expect(after.doc.childCount).toBe(1)
  expect(after.doc.firstChild!.child(1).type).toBe(schema.nodes.hardBreak)
})
