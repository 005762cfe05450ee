/** Blocks and marks by keys: what is put in, taken out, made of what was there; told in the copy it leaves behind. */
import type { Node } from 'prosemirror-model'
import { NodeSelection } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { insertDivider, insertPaywall, removeBlock, setNotice } from '../../client/editor/block-commands.ts'
import { typeBelow } from '../../client/editor/type-below.ts'
import { enter } from '../../client/editor/commands.ts'
import { backspaceInList, indent, setList } from '../../client/editor/list-commands.ts'
import { linkAt, setLink } from '../../client/editor/links.ts'
import { bold, bracket, clear, langAt, title } from '../../client/editor/mark-commands.ts'
import { setLang } from '../../client/editor/set-lang.ts'
import { schema } from '../../shared/schema.ts'
import { SPEAKERS, a, at, body, doing, h, list, notice, p, q, stateOf, told } from './words.ts'

const levels = (doc: Node): string => {
  const out: string[] = []
  doc.descendants((node) => {
    if (node.type.name === 'listItem') out.push(`${'>'.repeat(node.attrs.level as number)}${node.textContent}`)
  })
  return out.join(' ')
}
const around = (state: ReturnType<typeof stateOf>): string => {
  const { parent, parentOffset } = state.selection.$head
  return `${parent.textContent.slice(0, parentOffset)}|${parent.textContent.slice(parentOffset)}`
}
const marked = (doc: Node, name: string): string[] => {
  const out: string[] = []
  doc.descendants((node) => {
    if (node.isText && node.marks.some(({ type }) => type.name === name)) out.push(node.text!)
  })
  return out
}

describe('lists', () => {
  test('are made of the paragraphs that are selected, which keep their ids and their caret', () => {
    const doc = body(p('Three:'), p('rope'), p('boat'), p('So.'))
    const after = doing(stateOf(doc, at(doc, 'ro'), at(doc, 'boat')), setList(false))!
    expect(told(after.doc)).toBe('p: Three: | list: ropeboat | p: So.')
    expect(after.doc.child(1).child(0).attrs.id).toBe(doc.child(1).attrs.id)
    expect(after.doc.textBetween(after.selection.from, after.selection.to, ' ')).toBe('pe boat')
  })

  test('change their kind, and the same key again makes paragraphs of the selected items', () => {
    const doc = body(list('rope', 'boat', 'lamp'))
    const state = stateOf(doc, at(doc, 'boat'))
    expect(doing(state, setList(true))!.doc.child(0).attrs.ordered).toBe(true)
    const out = doing(state, setList(false))!
    expect(told(out.doc)).toBe('list: rope | p: boat | list: lamp')
    expect(around(out)).toBe('boat|')
    const ids = out.doc.children.map(({ attrs }) => attrs.id)
    expect(ids).toEqual([doc.child(0).attrs.id, doc.child(0).child(1).attrs.id, null])
  })

  test('in an answer give their words back to the answer', () => {
    const doc = body(a('Three things:'), list('rope', 'boat'))
    const out = doing(stateOf(doc, at(doc, 'rope')), setList(false))!
    expect(told(out.doc)).toBe('A: Three things: | A: rope | list: boat')
    expect(out.doc.child(1).attrs.speaker).toBe('ml')
  })

  test('Enter makes another item; on an empty one it steps out, and out of the list at last', () => {
    const deep = list('rope', '')
    const doc = body(deep.copy(deep.content.replaceChild(1, schema.node('listItem', { level: 1 }))))
    const out = doing(stateOf(doc, doc.content.size - 2), enter(SPEAKERS))!
    expect(levels(out.doc)).toBe('rope ')
    const left = doing(out, enter(SPEAKERS))!
    expect(told(left.doc)).toBe('list: rope | p: ')
    expect(left.selection.$from.parent.type.name).toBe('paragraph')
    const doc2 = body(list('rope'))
    expect(levels(doing(stateOf(doc2, at(doc2, 'ro')), enter(SPEAKERS))!.doc)).toBe('ro pe')
  })

  test('an item goes in no deeper than one step below the one above it, and no other item moves', () => {
    const doc = body(list('rope', 'boat', 'lamp'))
    expect(doing(stateOf(doc, at(doc, 'rope')), indent(1))).toBeNull()
    const both = doing(stateOf(doc, at(doc, 'boat'), at(doc, 'lamp')), indent(1))!
    expect(levels(both.doc)).toBe('rope >boat >lamp')
    expect(levels(doing(both, indent(1))!.doc)).toBe('rope >boat >>lamp')
    indent(1)(stateOf(doc, at(doc, 'boat')), (tr) => expect(tr.steps.map((step) => step.toJSON().stepType)).toEqual(['attr']))
  })

  test('Backspace before an item steps out, and the first of all leaves the list', () => {
    const doc = body(list('rope', 'boat'))
    const inner = doing(stateOf(doc, at(doc, 'boat', 'before')), indent(1))!
    expect(levels(doing(inner, backspaceInList)!.doc)).toBe('rope boat')
    expect(told(doing(stateOf(doc, at(doc, 'rope', 'before')), backspaceInList)!.doc)).toBe('p: rope | list: boat')
    expect(doing(stateOf(doc, at(doc, 'boat', 'before')), backspaceInList)).toBeNull()
  })
})

describe('blocks', () => {
  test('a divider comes below the block of the caret, or takes the place of an empty line', () => {
    const doc = body(p('One.'), p('Two.'))
    expect(told(doing(stateOf(doc, 2), insertDivider)!.doc)).toBe('p: One. | divider:  | p: Two.')
    const empty = body(p('One.'), p(''), p('Two.'))
    expect(told(doing(stateOf(empty, at(empty, 'One.') + 2), insertDivider)!.doc)).toBe('p: One. | divider:  | p: Two.')
  })

  test('an empty answer is no empty line: the turn stays', () => {
    const doc = body(q('Who?'), a(''))
    expect(told(doing(stateOf(doc, doc.content.size - 1), insertDivider)!.doc)).toBe('Q: Who? | A:  | divider: ')
  })

  test('from inside a list or a notice it comes below the whole of it', () => {
    const doc = body(list('rope', 'boat'), notice(p('Free today.')))
    expect(told(doing(stateOf(doc, at(doc, 'rope')), insertDivider)!.doc)).toBe(
      'list: ropeboat | divider:  | notice: Free today.',
    )
    expect(told(doing(stateOf(doc, at(doc, 'Free')), insertDivider)!.doc)).toBe(
      'list: ropeboat | notice: Free today. | divider: ',
    )
  })

  test('a story has one paywall break', () => {
    const doc = body(p('One.'))
    const one = doing(stateOf(doc, 2), insertPaywall)!
    expect(told(one.doc)).toBe('p: One. | paywall: ')
    expect(doing(one, insertPaywall)).toBeNull()
  })

  test('a notice is made of what is selected, changes its kind, and is opened again', () => {
    const doc = body(q('Disclosure: we know her.'), a('Here.'))
    const made = doing(stateOf(doc, at(doc, 'Dis', 'before'), at(doc, 'her')), setNotice('disclosure'))!
    expect(told(made.doc)).toBe('notice: Disclosure: we know her. | A: Here.')
    expect(made.doc.child(0).child(0).attrs).toMatchObject({ role: 'body', speaker: null, id: doc.child(0).attrs.id })
    const other = doing(made, setNotice('editors-note'))!
    expect(other.doc.child(0).attrs.kind).toBe('editors-note')
    expect(told(doing(other, setNotice('editors-note'))!.doc)).toBe('p: Disclosure: we know her. | A: Here.')
  })

  test('without a selection a new notice begins, with the caret in it', () => {
    const doc = body(p('One.'))
    const made = doing(stateOf(doc, 2), setNotice('reader-note'))!
    expect(told(made.doc)).toBe('p: One. | notice: ')
    expect(made.selection.$from.node(1).type.name).toBe('notice')
  })

  test('taken out is what the selection touches; of a list its items; a line to write in stays', () => {
    const doc = body(p('One.'), h('Two'), p('Three.'), list('rope', 'boat'))
    expect(told(doing(stateOf(doc, at(doc, 'One'), at(doc, 'Two')), removeBlock)!.doc)).toBe('p: Three. | list: ropeboat')
    expect(levels(doing(stateOf(doc, at(doc, 'rope')), removeBlock)!.doc)).toBe('boat')
    expect(told(doing(stateOf(doc, at(doc, 'rope'), at(doc, 'boat')), removeBlock)!.doc)).toBe(
      'p: One. | heading: Two | p: Three.',
    )
    expect(told(doing(stateOf(doc, 2, doc.content.size - 3), removeBlock)!.doc)).toBe('p: ')
  })

  test('typing on a block that is no words makes a line below it: the block is never typed away', () => {
    const doc = body(p('One.'), schema.node('paywall'), p('Two.'))
    const state = stateOf(doc, 2)
    const on = state.apply(state.tr.setSelection(NodeSelection.create(state.doc, doc.child(0).nodeSize)))
    const tr = typeBelow(on, 'x')!
    expect(told(tr.doc)).toBe('p: One. | paywall:  | p: x | p: Two.')
    expect(tr.selection.$head.parent.textContent).toBe('x')
    expect(typeBelow(state, 'x')).toBeNull()
  })
})

describe('marks', () => {
  test('an insertion gets brackets that are part of the words, and once more it is none', () => {
    const doc = body(a('I told him so.'))
    const put = doing(stateOf(doc, at(doc, 'him', 'before'), at(doc, 'him')), bracket)!
    expect(put.doc.textContent).toBe('I told [him] so.')
    expect(marked(put.doc, 'bracketed')).toEqual(['[him]'])
    expect(around(put)).toBe('I told [him]| so.')
    const off = doing(stateOf(put.doc, at(put.doc, 'hi')), bracket)!
    expect(off.doc.textContent).toBe('I told [him] so.')
    expect(marked(off.doc, 'bracketed')).toEqual([])
    const again = doing(stateOf(off.doc, at(off.doc, '[him]', 'before'), at(off.doc, '[him]')), bracket)!
    expect(again.doc.textContent).toBe('I told [him] so.')
    expect(marked(again.doc, 'bracketed')).toEqual(['[him]'])
  })

  test('with nothing selected a pair begins, and what is typed behind it is outside', () => {
    const doc = body(a('I told '))
    const put = doing(stateOf(doc, at(doc, 'told ')), bracket)!
    expect(around(put)).toBe('I told [|]')
    const inside = put.apply(put.tr.insertText('her'))
    expect(marked(inside.doc, 'bracketed')).toEqual(['[her]'])
    const behind = stateOf(inside.doc, inside.doc.content.size - 1)
    expect(marked(behind.apply(behind.tr.insertText(' so')).doc, 'bracketed')).toEqual(['[her]'])
  })

  test('clearing takes the looks away and leaves what they mean', () => {
    const doc = body(a('Read The Tide now'))
    const all = (command: Parameters<typeof doing>[1], state = stateOf(doc, 1, doc.content.size - 1)) => doing(state, command)!
    const full = all(setLink('https://a.example', true), all(title, all(setLang('de'), all(bold))))
    const cleared = all(clear, full).doc
    expect(['strong', 'workTitle', 'lang', 'link'].map((name) => marked(cleared, name).length)).toEqual([0, 0, 1, 1])
    expect(linkAt(stateOf(cleared, 3))).toMatchObject({ href: 'https://a.example', affiliate: true })
  })

  test('a language is found around the caret, changed and taken off', () => {
    const doc = body(p('He said Guten Tag to me'))
    const words = stateOf(doc, at(doc, 'Guten', 'before'), at(doc, 'Tag'))
    expect(langAt(stateOf(doc, 3))).toBeNull()
    const german = doing(words, setLang('de'))!.doc
    expect(langAt(stateOf(german, at(german, 'Gut')))).toMatchObject({ lang: 'de' })
    const other = doing(stateOf(german, at(german, 'Gut')), setLang('nl'))!.doc
    expect(marked(other, 'lang')).toEqual(['Guten Tag'])
    expect(marked(doing(stateOf(other, at(other, 'Gut')), setLang(''))!.doc, 'lang')).toEqual([])
  })
})
