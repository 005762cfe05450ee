/** Two people at the words beside one picture, each in a window of their own, with a line between them that can wait. */
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { imageIn, ImageWords, type ImageWord } from '../../client/editor/image-words.ts'
import { merged } from '../../shared/merge.ts'
import { bodyOf } from '../../shared/story.ts'

/** A window on the story; it writes at once, and hears of the other when told to. */
class Window {
  readonly ydoc = new Y.Doc()
  readonly words: ImageWords

  constructor(client: number, state: Uint8Array) {
    this.ydoc.clientID = client
    Y.applyUpdate(this.ydoc, state)
    const body = bodyOf(this.ydoc)
    this.words = new ImageWords(body, 'picture', (word, value) => imageIn(body, 'picture')!.setAttribute(word, value))
  }

  writes(word: ImageWord, value: string): void {
    this.words.type(word, value)
    this.words.write()
  }

  hears(other: Window): void {
    Y.applyUpdate(this.ydoc, Y.encodeStateAsUpdate(other.ydoc))
    if (this.words.look()) this.words.write()
  }

  inStory(word: ImageWord): unknown {
    return imageIn(bodyOf(this.ydoc), 'picture')!.getAttribute(word)
  }
}

/** Whoever has the higher client id wins where both set a value: both ways are tried. */
function two(caption: string, anaWins: boolean): [Window, Window] {
  const ydoc = new Y.Doc()
  const image = new Y.XmlElement('image')
  image.setAttribute('id', 'picture')
  image.setAttribute('caption', caption)
  bodyOf(ydoc).insert(0, [image])
  const state = Y.encodeStateAsUpdate(ydoc)
  return [new Window(anaWins ? 22 : 11, state), new Window(anaWins ? 11 : 22, state)]
}

/** Until nobody has anything new to say. */
function talk(ana: Window, ben: Window): void {
  for (let round = 0; round < 4; round++) {
    ben.hears(ana)
    ana.hears(ben)
  }
}

test('what two make of the same words holds the words of both, whoever asks', () => {
  expect(merged('The stair', 'The long stair', 'The stair at night')).toBe('The long stair at night')
  expect(merged('a', 'a', 'b')).toBe('b')
  expect(merged('a', 'b', 'a')).toBe('b')
  expect(merged('', 'one', 'two')).toBe(merged('', 'two', 'one'))
  expect(merged('x 👩‍🚒', 'x 👩‍🚀', 'xy 👩‍🚒')).toBe('xy 👩‍🚀')
  expect(merged('Gull Point at night', 'Gull Point at midnight (2026)', 'Gull Point, at night, by lamp')).toBe(
    'Gull Point, at midnight (2026) night, by lamp',
  )
})

for (const anaWins of [true, false])
  test(`[P4] two people who write the same caption at the same moment both find their words in it (${anaWins ? 'the first' : 'the second'} is the last)`, () => {
    const [ana, ben] = two('The stair', anaWins)
    ana.writes('caption', 'The long stair')
    ben.writes('caption', 'The stair at night')
    talk(ana, ben)
    for (const one of [ana, ben])
      expect([one.inStory('caption'), one.words.read('caption')]).toEqual(Array(2).fill('The long stair at night'))

    // And again, with several changes on the way at once.
    ana.writes('caption', 'A very long stair at night')
    ana.writes('caption', 'A very long stair at night, Gull Point')
    ben.writes('caption', 'The long stair at night (2026)')
    ben.writes('caption', 'The long stair at midnight (2026)')
    talk(ana, ben)
    expect(ana.inStory('caption')).toBe(ben.inStory('caption'))
    for (const part of ['A very', 'Gull Point', 'midnight', '(2026)']) expect(ana.inStory('caption'), part).toContain(part)
  })

test('who has read the other’s words may change them: nothing that was taken out comes back', () => {
  const [ana, ben] = two('The stair', true)
  ana.writes('caption', 'The long long stair')
  ben.hears(ana)
  ben.writes('caption', 'The long stair')
  ben.writes('caption', 'A stair')
  ana.hears(ben)
  expect([ana.inStory('caption'), ben.inStory('caption')]).toEqual(['A stair', 'A stair'])
})

test('words typed and not yet written stay beside what comes in, and other lines are not touched', () => {
  const [ana, ben] = two('The stair', false)
  ana.words.type('caption', 'The stair, unfinished')
  ben.writes('caption', 'The old stair')
  ben.writes('credit', 'Nora Vance')
  ana.words.type('alt', 'A lamp')
  ana.hears(ben)
  expect(ana.words.read('caption')).toBe('The old stair, unfinished')
  expect([ana.inStory('credit'), ana.inStory('alt')]).toEqual(['Nora Vance', 'A lamp'])
  // A picture that somebody took out takes no words any more, and comes to no harm.
  bodyOf(ben.ydoc).delete(0, 1)
  ana.words.type('alt', 'A lamp that is gone')
  Y.applyUpdate(ana.ydoc, Y.encodeStateAsUpdate(ben.ydoc))
  expect(ana.words.look()).toBe(false)
  ana.words.write()
  expect(bodyOf(ana.ydoc).length).toBe(0)
})
