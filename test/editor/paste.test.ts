/** What comes in by paste: never too much to save, never a breach of the page's policy, never a foreign id. */
import { Fragment, Slice, type Node } from 'prosemirror-model'
import { describe, expect, test } from 'vitest'
import { cleanSlice, readable, sliceTooMuch, tooMuch } from '../../client/editor/paste.ts'
import { readClip } from '../../client/editor/pasted.ts'
import type { Clip } from '../../shared/import/read-pasted.ts'
import { schema } from '../../shared/schema.ts'
import { a, body, p, q, stateOf, told } from './words.ts'

const slice = (...blocks: Node[]): Slice => new Slice(Fragment.from(blocks), 0, 0)
const blocksOf = (given: Slice): Node[] => Array.from({ length: given.content.childCount }, (_none, i) => given.content.child(i))

describe('DOS-12 a paste too large to be saved is refused whole', () => {
  test('by its bytes, not its letters', () => {
    expect(tooMuch('a'.repeat(1_000_000), '')).toBe(false)
    expect(tooMuch('a'.repeat(1_000_001), '')).toBe(true)
    expect(tooMuch('漢'.repeat(400_000), '')).toBe(true)
    expect(tooMuch('a', 'b'.repeat(12_000_001))).toBe(true)
  })

  test('and by its paragraphs, each of which costs more than its words', () => {
    expect(sliceTooMuch(slice(...Array.from({ length: 5_001 }, () => p('x'))))).toBe(true)
    expect(sliceTooMuch(slice(p('a'.repeat(1_000_001))))).toBe(true)
    expect(sliceTooMuch(slice(p('A whole interview.')))).toBe(false)
  })
})

describe('what other programs copy is read as files are', () => {
  const pasted = (clip: Clip, doc: Node, caret = 1, known = {}) => {
    const state = stateOf(doc, caret)
    const read = readClip(clip, state, known)
    if (read === null) return null
    const after = state.apply(
      state.tr.replaceSelection(cleanSlice(read.slice, read.interview ? null : state.selection.$from.parent)),
    )
    return { ...read, doc: after.doc, told: told(after.doc) }
  }

  test('[PAS-01] [PAS-04] Word’s lists and Google Docs’ wrapper come in as lists and plain text', () => {
    const html =
      "<b style=\"font-weight:normal\"><p>Bring:</p></b><p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span>·&nbsp;</span><![endif]>rope</p><p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'><![if !supportLists]><span>o&nbsp;</span><![endif]>hemp</p><p>Go.</p>"
    const { doc, words } = pasted({ html }, body(p('')))!
    expect(doc.children.map((node) => [node.type.name, node.textContent])).toEqual([
      ['paragraph', 'Bring:'],
      ['list', 'ropehemp'],
      ['paragraph', 'Go.'],
    ])
    expect(doc.child(1).children.map((node) => node.attrs.level as number)).toEqual([0, 1])
    expect(JSON.stringify(doc.toJSON())).not.toContain('strong')
    expect(words).toBe('')
  })

  test('a few words go into the line they are pasted into; paragraphs pasted into an answer are that answer', () => {
    expect(pasted({ html: '<span>very </span><b>dark</b>' }, body(a('It was .')), 8)?.told).toBe('A: It was very dark.')
    expect(pasted({ html: '<p>One.</p><p>Two.</p>' }, body(q('Why?'), a('Well: ')), 13)?.told).toBe(
      'Q: Why? | A: Well: One. | A: Two.',
    )
  })

  test('an interview pasted where there is nothing yet is told apart, with its speakers', () => {
    const html =
      '<p><b>ANA RUIZ:</b> Where?</p><p><b>BO EK:</b> At sea.</p><p>For a year.</p><p><b>ANA RUIZ:</b> Alone?</p><p><b>BO EK:</b> With a cat.</p>'
    const done = pasted({ html }, body(p('')))!
    expect(done.told).toBe('Q: Where? | A: At sea. | A: For a year. | Q: Alone? | A: With a cat.')
    expect(done.speakers.map(([, one]) => `${one.name} ${one.kind}`)).toEqual(['ANA RUIZ interviewer', 'BO EK subject'])
    expect(done.words).toBe('Read as an interview: 5 paragraphs of questions and answers.')
    // Who is known already speaks on.
    const known = { s1: { name: 'Ana Ruiz', initials: 'AR', kind: 'interviewer' as const } }
    const again = pasted({ html }, body(p('')), 1, known)!
    expect(again.speakers.map(([, one]) => one.name)).toEqual(['BO EK'])
    expect(again.doc.firstChild?.attrs.speaker).toBe('s1')
  })

  test('text of several paragraphs is read too; into a begun answer nothing is guessed', () => {
    const text = 'Q: Where?\n\nA: Here.\n\nQ: When?\n\nA: Now.'
    expect(pasted({ text }, body(p('')))?.told).toBe('Q: Where? | A: Here. | Q: When? | A: Now.')
    const musing = 'Was I afraid?\n\nI was.\n\nWould I go again?\n\nI would.'
    expect(pasted({ text: musing }, body(q('And?'), a('')), 7)?.interview).toBe(false)
    expect(pasted({ text: 'Q: Where?\n\nA: Here.' }, body(p('In the middle.')), 4)?.interview).toBe(false)
  })

  test('what is not as it was is told in a line, three things of it', () => {
    const html =
      '<table><tr><td>a</td><td>b</td></tr></table><video></video><iframe src="https://x.example/"></iframe><p hidden>x</p><p><u>y</u> <a href="https://x.example/"><u>z</u></a></p>'
    expect(pasted({ html }, body(p('')))?.words).toBe(
      'Changed on the way in: a table, kept as lines of text with tabs between its cells; a video or sound; an embedded frame; and 2 more.',
    )
    expect(pasted({ html: '<style>p{}</style><script>x</script>' }, body(p('')))).toBeNull()
  })

  test('[IMG-01] a picture on the clipboard is handed on beside its block; one on a disk or the web is only a place', () => {
    const html = `<p>a</p><img alt="A" src="data:image/png;base64,${'iVBO'.repeat(3000)}"><img src="file:///C:/Users/ana/b.png"><p>b</p>`
    const { doc, pictures } = pasted({ html }, body(p('')))!
    expect(doc.children.map(({ type, attrs }) => [type.name, attrs.source as unknown])).toEqual([
      ['paragraph', undefined],
      ['image', 'picture:1'],
      ['image', ''],
      ['paragraph', undefined],
    ])
    expect([...pictures].map(([source, { size, type }]) => [source, size, type])).toEqual([['picture:1', 9000, 'image/png']])
  })
})

test('what claims to be a copy of ours is cleared of what the page’s policy forbids; words that look like it stay', () => {
  expect(readable('<style>p{color:red}</style><p style=\'a:"b"\' onclick="x()" ONLOAD=y>on style=1 onclick=2</p>')).toBe(
    '<p>on style=1 onclick=2</p>',
  )
})

describe('a copy is not the thing', () => {
  test('an id that is none of ours is dropped, one of ours stays for a move', () => {
    const [bad, good] = blocksOf(cleanSlice(slice(p('x', { id: '"><script>' }), p('y', { id: 'Ab3Ab3Ab3Ab3' })), null))
    expect([bad!.attrs.id, good!.attrs.id]).toEqual([null, 'Ab3Ab3Ab3Ab3'])
  })

  test('COM-08 carries no comment along', () => {
    const marked = schema.node(
      'paragraph',
      null,
      schema.text('said', [schema.mark('comment', { id: 'c1' }), schema.mark('strong')]),
    )
    const [copy] = blocksOf(cleanSlice(slice(marked), null))
    expect(copy!.firstChild!.marks.map((mark) => mark.type.name)).toEqual(['strong'])
  })

  test('plain paragraphs pasted into an answer are that answer', () => {
    const [first, second] = blocksOf(cleanSlice(slice(p('x'), a('y', { speaker: 'other' })), a('Here.')))
    expect(first!.attrs).toMatchObject({ role: 'answer', speaker: 'ml' })
    expect(second!.attrs.speaker).toBe('other')
  })
})
