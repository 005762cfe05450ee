/** Pull quotes are verbatim, or say that they are not; cards are links with a title. */
import { NodeSelection } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import { cardAt, insertCard, lineToCard, linkLineAt, setCard } from '../../client/editor/card-commands.ts'
import { addressIn } from '../../client/editor/link-paste.ts'
import { setLink } from '../../client/editor/links.ts'
import { bold } from '../../client/editor/mark-commands.ts'
import { quotesIn, takeQuote, updateQuote } from '../../client/editor/quote-commands.ts'
import { isVerbatim, stretchFor } from '../../shared/pull-quotes.ts'
import { placeOf } from '../../shared/embeds.ts'
import { schema } from '../../shared/schema.ts'
import { a, at, body, doing, p, q, stateOf, told } from './words.ts'

const SAID = 'I tied her up and I simply walked off. There was no signal, no leaflet. I wanted [the owner] to look out.'

describe('a quote is word for word in its source', () => {
  test.each([
    ['as it stands', 'There was no signal, no leaflet.', true],
    ['with a capital it had not', 'Simply walked off.', true],
    ['in quotes of its own', '“There was no signal, no leaflet.”', true],
    ['with blanks of another kind', 'There was\u00a0no signal,  no leaflet.', true],
    ['with words left out where dots say so', 'I tied her up … There was no signal', true],
    ['with [...] for what is left out', 'I tied her up [...] no leaflet', true],
    ['with an insertion that the source has too', 'I wanted [the owner] to look out', true],
    ['with a word changed', 'There was no signal, no letter.', false],
    ['with a negation dropped', 'There was signal, no leaflet.', false],
    ['with its parts the other way round', 'no leaflet … I tied her up', false],
    ['with nothing in it', ' ', false],
    ['with only dots', '…', false],
  ])('%s', (_, quote, fits) => {
    expect(isVerbatim(quote, SAID)).toBe(fits)
  })

  test('typographic quotes in one and straight ones in the other are the same', () => {
    expect(isVerbatim('It wasn’t “brave”', 'It wasn\'t "brave" at all')).toBe(true)
  })
})

describe('what it should say now', () => {
  const now = (quote: string, source = SAID): string | null => {
    const stretch = stretchFor(quote, source)
    return stretch && source.slice(stretch.from, stretch.to)
  }

  test('is found when the source had words added, taken out or changed', () => {
    expect(now('There was no signal, no leaflet.', SAID.replace('no signal', 'not one signal'))).toBe(
      'There was not one signal, no leaflet.',
    )
    expect(now('I just tied her up and I walked off.')).toBe('I tied her up and I simply walked off.')
    expect(now('was no signal', 'There was no radio signal.')).toBe('was no radio signal')
    expect(now('to look out.', SAID.replace('look out', 'look out of his window'))).toBe('to look out')
  })

  test('is nothing when too little of it is left', () => {
    expect(now('The ferry sank at once.')).toBeNull()
    expect(now('', SAID)).toBeNull()
    expect(now('Words', '')).toBeNull()
  })
})

describe('taking a quote', () => {
  const doc = body(q('What happened?'), a(SAID), a('And that was it.'))
  const select = (words: string, in_ = doc) => stateOf(in_, at(in_, words, 'before'), at(in_, words))

  test('puts the selected words below their paragraph, and says whose they are and where they stand', () => {
    const after = doing(select(' There was no signal, no leaflet. '), takeQuote)!
    expect(told(after.doc)).toBe(
      `Q: What happened? | A: ${SAID} | pullQuote: There was no signal, no leaflet. | A: And that was it.`,
    )
    expect(after.doc.child(2).attrs).toMatchObject({ speaker: 'ml', sourceBlock: doc.child(1).attrs.id })
    expect(quotesIn(after.doc).map(({ state }) => state)).toEqual(['verbatim'])
  })

  test('keeps what is bold and leaves links and remarks behind', () => {
    const linked = doing(doing(select('no signal'), bold)!, setLink('https://a.example'))!
    const quote = doing(select('There was no signal', linked.doc), takeQuote)!.doc.child(2)
    expect(quote.lastChild!.marks.map(({ type }) => type.name)).toEqual(['strong'])
  })

  test('needs words of one paragraph', () => {
    expect(doing(stateOf(doc, at(doc, 'tied')), takeQuote)).toBeNull()
    expect(doing(stateOf(doc, at(doc, 'tied'), at(doc, 'that was')), takeQuote)).toBeNull()
    expect(doing(select(' '), takeQuote)).toBeNull()
  })

  test('when the source has changed it says so, and takes its words again on request', () => {
    const taken = doing(select('There was no signal, no leaflet.'), takeQuote)!
    const edited = taken.apply(
      taken.tr.insertText('not one', at(taken.doc, 'was no', 'after') - 2, at(taken.doc, 'was no', 'after')),
    )
    expect(quotesIn(edited.doc).map(({ state }) => state)).toEqual(['changed'])
    const quote = edited.doc.content.size - edited.doc.lastChild!.nodeSize - 3
    const updated = doing(stateOf(edited.doc, quote), updateQuote)!
    expect(updated.doc.child(2).textContent).toBe('There was not one signal, no leaflet.')
    expect(quotesIn(updated.doc).map(({ state }) => state)).toEqual(['verbatim'])
    expect(doing(updated, updateQuote)).toBeNull()
  })

  test('when its source is gone it says so, and nothing can be taken', () => {
    const gone = body(schema.node('pullQuote', { sourceBlock: 'block9999999' }, schema.text('Old words')), p(''))
    expect(quotesIn(gone)[0]).toMatchObject({ state: 'gone', stretch: null })
    expect(doing(stateOf(gone, 2), updateQuote)).toBeNull()
  })

  test('a quote from elsewhere, with no source, is left in peace', () => {
    expect(quotesIn(body(schema.node('pullQuote', null, schema.text('Stet.'))))).toEqual([])
  })
})

describe('cards', () => {
  test('a line that is nothing but a link can become one, and keeps its place and id', () => {
    const line = p('https://youtu.be/abcdefghijk')
    const doc = body(p('See:'), line, p('So.'))
    const state = stateOf(doc, at(doc, 'youtu'))
    expect(linkLineAt(state)).toMatchObject({ href: 'https://youtu.be/abcdefghijk' })
    expect(linkLineAt(stateOf(doc, 2))).toBeNull()
    const after = doing(
      stateOf(doc, 2),
      lineToCard('https://youtu.be/abcdefghijk', 'embed', { url: 'https://youtu.be/abcdefghijk', provider: 'YouTube' }),
    )!
    expect(told(after.doc)).toBe('p: See: | embed:  | p: So.')
    expect(after.doc.child(1).attrs).toMatchObject({ id: line.attrs.id, provider: 'YouTube' })
  })

  test('a link with words around it is none', () => {
    const doc = body(p('See https://a.example'))
    expect(linkLineAt(stateOf(doc, 3))).toBeNull()
    const words = body(p('The book'))
    const linked = doing(stateOf(words, 1, 9), setLink('https://a.example/book'))!
    expect(linkLineAt(linked)).toMatchObject({ href: 'https://a.example/book', text: 'The book' })
  })

  test('is changed value by value, by its id, wherever it is by then; one that is gone is not', () => {
    const put = doing(
      stateOf(body(p('One.')), 2),
      insertCard('linkCard', { id: 'block0000999', url: 'https://a.example', title: 'A' }),
    )!
    expect(cardAt(put)?.node.attrs.title).toBe('A')
    const moved = put.apply(put.tr.insert(0, p('Above.')))
    setCard(
      'block0000999',
      { title: 'B', url: 'https://a.example' },
      cardAt(put)!.node.attrs,
    )(moved, (tr) => {
      expect(tr.steps).toHaveLength(1)
      expect(tr.doc.child(2).attrs).toMatchObject({ title: 'B', kind: 'link' })
      expect(tr.selection).toBeInstanceOf(NodeSelection)
    })
    expect(doing(stateOf(body(p('One.')), 2), setCard('block0000999', { title: 'B' }, {}))).toBeNull()
  })

  test('what was changed in a card while its form was open stays: what nobody touched there, and both hands’ words in a title', () => {
    const asked = { url: 'https://a.example', title: 'The the boats', kind: 'link' }
    const put = doing(stateOf(body(p('One.')), 2), insertCard('linkCard', { id: 'block0000998', ...asked }))!
    const mended = put.apply(put.tr.setNodeAttribute(cardAt(put)!.pos, 'title', 'The boats'))
    const said = (filled: object): unknown =>
      cardAt(doing(mended, setCard('block0000998', { ...asked, ...filled }, asked)) ?? mended)!.node.attrs
    expect(said({ kind: 'book' })).toMatchObject({ title: 'The boats', kind: 'book' })
    expect(said({ title: 'The the boats of Holm' })).toMatchObject({ title: 'The boats of Holm', kind: 'link' })
  })

  test('an address alone on the clipboard is a link; a sentence, a script and a page are not', () => {
    const clipboard = (text: string) => ({ getData: (type: string) => (type === 'text/plain' ? text : '') })
    expect(addressIn(clipboard(' https://a.example/x?y=1#z \n'))).toBe('https://a.example/x?y=1#z')
    for (const text of [
      'see https://a.example',
      'javascript:alert(1)',
      'https://a b',
      'https://a"onload=x',
      `https://a/${'x'.repeat(2_000)}`,
      '',
    ])
      expect(addressIn(clipboard(text)), text).toBeNull()
    expect(addressIn(null)).toBeNull()
  })

  test('the places whose players and posts are known are named, by the page a reader wants', () => {
    expect(placeOf('https://www.youtube.com/embed/abcdefghijk')).toEqual({
      url: 'https://www.youtube.com/watch?v=abcdefghijk',
      provider: 'YouTube',
    })
    expect(placeOf('https://example.org/video')).toBeNull()
    expect(placeOf('https://youtube.com.evil.example/watch')).toBeNull()
    expect(placeOf('javascript:alert(1)')).toBeNull()
  })
})
