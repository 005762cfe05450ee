/** [P9] A body with something this page does not know is never bound to it; everything it knows is. */
import { describe, expect, test } from 'vitest'
import { prosemirrorToYXmlFragment } from 'y-prosemirror'
import * as Y from 'yjs'
import { schema } from '../../shared/schema.ts'
import { misfit, misfitIn } from '../../client/editor/fits.ts'
import { a, body, h, list, notice, p, q } from './words.ts'

const bodyOf = (doc = body(p('One'), p('Two'))): Y.XmlFragment =>
  prosemirrorToYXmlFragment(doc, new Y.Doc().getXmlFragment('body'))

const withPart = (part: Y.XmlElement | Y.XmlText): string | null => {
  const fragment = bodyOf()
  fragment.insert(1, [part])
  return misfit(fragment)
}

const seen = (change: (fragment: Y.XmlFragment) => void): string | null => {
  const fragment = bodyOf()
  let found: string | null = 'not looked'
  fragment.observeDeep((events) => {
    found = misfitIn(events as Y.YEvent<Y.XmlFragment | Y.XmlText>[])
  })
  fragment.doc!.transact(() => change(fragment))
  return found
}

describe('fits', () => {
  test('every kind of block and mark of the schema', () => {
    const words = schema.text('w', [
      schema.mark('strong'),
      schema.mark('link', { href: '/x' }),
      schema.mark('comment', { id: 'c1' }),
    ])
    const atoms = ['image', 'embed', 'linkCard', 'divider', 'paywall'].map((name) => schema.node(name))
    const marked = schema.node('paragraph', null, [words, schema.node('hardBreak')])
    expect(misfit(bodyOf(body(notice(p('n')), p(''), q('q'), a('a'), h('h'), list('i'), ...atoms, marked)))).toBeNull()
  })

  test('an empty body', () => {
    expect(misfit(new Y.Doc().getXmlFragment('body'))).toBeNull()
  })
})

describe('does not fit', () => {
  test('SYN-15 a part from a later version', () => {
    expect(withPart(new Y.XmlElement('future_embed'))).toBe('the part “future_embed”')
    expect(withPart(new Y.XmlElement('constructor'))).toBe('the part “constructor”')
  })

  test('a mark from a later version', () => {
    const fragment = bodyOf()
    const text = (fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText
    text.format(0, 2, { glow: { much: true } })
    expect(misfit(fragment)).toBe('the mark “glow”')
    text.format(0, 2, { glow: null, 'comment--abcdEFG8': { id: 'x' } })
    expect(misfit(fragment)).toBeNull()
  })

  test('words between paragraphs, words in a picture, a paragraph in a paragraph', () => {
    expect(withPart(new Y.XmlText('loose'))).not.toBeNull()
    const image = new Y.XmlElement('image')
    image.insert(0, [new Y.XmlText('words')])
    expect(withPart(image)).not.toBeNull()
    const outer = new Y.XmlElement('paragraph')
    outer.insert(0, [new Y.XmlElement('paragraph')])
    expect(withPart(outer)).not.toBeNull()
  })

  test('[P10] a tower of parts is a misfit at its foot, however high it is', () => {
    const ydoc = new Y.Doc()
    let inner: Y.XmlFragment = ydoc.getXmlFragment('body')
    ydoc.transact(() => {
      for (let level = 0; level < 1_000; level++) {
        const next = new Y.XmlElement('notice')
        inner.insert(0, [next])
        inner = next
      }
    })
    expect(misfit(ydoc.getXmlFragment('body'))).toBe('“notice” inside “notice”')
  })
})

describe('while the story is open', () => {
  test('a colleague’s typing is fine', () => {
    expect(seen((fragment) => ((fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText).insert(0, 'x'))).toBeNull()
  })

  test('a new part is seen when it arrives, also inside another', () => {
    expect(seen((fragment) => fragment.insert(1, [new Y.XmlElement('future_embed')]))).toBe('the part “future_embed”')
    const wrapped = new Y.XmlElement('notice')
    wrapped.insert(0, [new Y.XmlElement('future_embed')])
    expect(seen((fragment) => fragment.insert(0, [wrapped]))).not.toBeNull()
  })

  test('a new mark is seen when it arrives', () => {
    expect(seen((fragment) => ((fragment.get(1) as Y.XmlElement).get(0) as Y.XmlText).format(0, 1, { glow: true }))).toBe(
      'the mark “glow”',
    )
  })
})
