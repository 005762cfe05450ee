/** Who speaks: chosen for a turn, cut, named in the margin by the story's label style. */
import { describe, expect, test } from 'vitest'
import { TextSelection } from 'prosemirror-state'
import type { LabelStyle } from '../../shared/story.ts'
import { newTurn, setSpeaker } from '../../client/editor/speaker-commands.ts'
import { inOrder, interviewerFrom } from '../../client/editor/cast.ts'
import { turnAround } from '../../client/editor/speaker-commands.ts'
import { readInterview } from '../../client/editor/turns.ts'
import { SPEAKERS, a, at, body, doing, h, list, notice, p, q, stateOf } from './words.ts'

const said = (doc: Parameters<typeof readInterview>[0]): string[] => {
  const lines: string[] = []
  doc.forEach(({ attrs, textContent }) => lines.push(`${String(attrs.role)} ${String(attrs.speaker)}: ${textContent}`))
  return lines
}

describe('choosing who speaks', () => {
  const doc = body(q('Where?'), a('Here.'), list('rope'), a('And there.'), a('Later.', { turnStart: true }), q('When?'))

  test('is for the whole turn the caret is in, also past a list, up to where it was cut', () => {
    const after = doing(stateOf(doc, at(doc, 'And')), setSpeaker('jo', 'subject'))!
    expect(said(after.doc)).toEqual([
      'question cs: Where?',
      'answer jo: Here.',
      'undefined undefined: rope',
      'answer jo: And there.',
      'answer ml: Later.',
      'question cs: When?',
    ])
  })

  test('or for what is selected, and nothing else', () => {
    const after = doing(stateOf(doc, at(doc, 'And'), at(doc, 'Later')), setSpeaker('jo', 'subject'))!
    expect(said(after.doc).filter((line) => line.includes('jo'))).toEqual(['answer jo: And there.', 'answer jo: Later.'])
  })

  test('makes plain copy what such a speaker says', () => {
    const plain = body(p('Where?'), p('Here.'))
    expect(said(doing(stateOf(plain, 2), setSpeaker('cs', 'interviewer'))!.doc)[0]).toBe('question cs: Where?')
    expect(said(doing(stateOf(plain, 2), setSpeaker('ml', 'subject'))!.doc)[0]).toBe('answer ml: Where?')
  })

  test('nobody by name leaves what it is', () => {
    expect(said(doing(stateOf(doc, 2), setSpeaker(null, null))!.doc)[0]).toBe('question null: Where?')
    expect(said(doing(stateOf(body(p('Lede.')), 2), setSpeaker(null, null))!.doc)).toEqual(['body null: Lede.'])
  })

  test('does not apply in a heading, a list or a notice', () => {
    const other = body(h('One'), list('two'), notice(p('three')))
    for (const words of ['One', 'two', 'three'])
      expect(doing(stateOf(other, at(other, words)), setSpeaker('ml', 'subject'))).toBeNull()
  })

  test('undoes no word: only attributes change, and only where they differ', () => {
    const state = stateOf(doc, at(doc, 'Where'))
    setSpeaker('cs', 'interviewer')(state, (tr) => expect(tr.docChanged).toBe(false))
    setSpeaker('jo', 'interviewer')(state, (tr) => expect(tr.steps.map((step) => step.toJSON().stepType)).toEqual(['attr']))
  })
})

test('a turn is cut at the caret, and joined again', () => {
  const doc = body(a('One.'), a('Two.'))
  const cut = doing(stateOf(doc, at(doc, 'Two')), newTurn)!
  expect(turnAround(cut.doc, 0).map(({ node }) => node.textContent)).toEqual(['One.'])
  const joined = doing(cut.apply(cut.tr.setSelection(TextSelection.create(cut.doc, at(cut.doc, 'Two')))), newTurn)!
  expect(turnAround(joined.doc, 0)).toHaveLength(2)
  expect(doing(stateOf(body(p('Lede.')), 2), newTurn)).toBeNull()
})

describe('the margin', () => {
  const doc = body(q('Where?'), a('Here.'), q('When?'), a('Now.'), q('Who?', { speaker: 'gone' }))
  test.each<[LabelStyle, string[]]>([
    ['bold', ['CS', 'A', 'CS', 'A', 'Q']],
    ['q-a', ['Q', 'A', 'Q', 'A', 'Q']],
    ['full', ['Cora Stein', 'Mika Lund', 'Cora Stein', 'Mika Lund', 'Q']],
    ['full-then-initials', ['Cora Stein', 'Mika Lund', 'CS', 'ML', 'Q']],
    ['full-then-surname', ['Cora Stein', 'Mika Lund', 'Stein', 'Lund', 'Q']],
    ['outlet', ['Q', 'Mika Lund', 'Q', 'Lund', 'Q']],
  ])('with the label style %s', (style, labels) => {
    expect(readInterview(doc, SPEAKERS, style).places.map(({ label }) => label)).toEqual(labels)
  })

  test('a short name is what somebody chose', () => {
    const speakers = { ...SPEAKERS, ml: { ...SPEAKERS.ml, short: 'Captain Lund' } }
    expect(readInterview(doc, speakers, 'full-then-surname').places[3]!.label).toBe('Captain Lund')
  })

  test('a name that has no initials does not leave the margin empty', () => {
    const speakers = { ...SPEAKERS, ml: { name: '', initials: '', kind: 'subject' as const } }
    expect(readInterview(doc, speakers, 'full').places[1]!.label).toBe('A')
  })
})

test('whom the byline names asks, while nobody else does', () => {
  expect(interviewerFrom('By Tove Lindqvist, in Holm', {})).toEqual({
    name: 'Tove Lindqvist',
    initials: 'TL',
    kind: 'interviewer',
  })
  expect(interviewerFrom('Tove Lindqvist and Ben Okoro', {})?.name).toBe('Tove Lindqvist')
  expect(interviewerFrom('', {})).toBeNull()
  expect(interviewerFrom('Tove Lindqvist', SPEAKERS)).toBeNull()
})

test('who asks is listed first', () => {
  expect(inOrder({ ml: SPEAKERS.ml, cs: SPEAKERS.cs }).map(([id]) => id)).toEqual(['cs', 'ml'])
})
