/** A text written into a live story: it is that text, and what a colleague types meanwhile stays. */
import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { enter } from '../../client/editor/commands.ts'
import { bodyOf, fieldOf, readStory } from '../../shared/story.ts'
import { writeStory } from '../../shared/write/write-story.ts'
import { Page } from '../editor/page.ts'
import { deleted, moved, typed } from '../review/hands.ts'
import { goes, live } from './live.ts'
import { a, item, lines, list, p, story } from './text.ts'

test('[P4] what a colleague types at the same moment into other words of the paragraph, its neighbours and its list stays', () => {
  const was = story([a('a1', 'The colour of the harbour was grey.'), list('l1', item('i1', 'one boat'), item('i2', 'two boats'))])
  const room = live(was, 1)
  const ana = new Page(live(was, 2, room))
  ana.types('dark ', 0, 4)
  const items = bodyOf(ana.ydoc).get(1) as Y.XmlElement
  ;((items.get(1) as Y.XmlElement).get(0) as Y.XmlText).insert(3, ' red')
  writeStory(room, {
    ...was,
    body: story([
      a('a1', 'The colour of the whole harbour'),
      a('a2', ' was black.'),
      list('l1', item('i0', 'no boat'), item('i1', 'one ship'), item('i2', 'two boats')),
    ]).body,
  })
  goes(room, ana)
  expect(lines(readStory(ana.ydoc))).toEqual([
    'The dark colour of the whole harbour',
    ' was black.',
    'no boat',
    'one ship',
    'two red boats',
  ])
})

test('a headline gets new words from the end on, and what a colleague puts between them stays', () => {
  const was = story([p('p1', 'x')], { headline: 'The sea keeps asking' })
  const room = live(was, 1)
  const other = live(was, 2, room)
  fieldOf(other, 'headline').insert(8, 'always ')
  writeStory(room, { ...was, headline: 'A sea keeps answering' })
  Y.applyUpdate(room, Y.encodeStateAsUpdate(other))
  expect(fieldOf(room, 'headline').toString()).toBe('A sea always keeps answering')
})

test('words that go to another paragraph and get new ones beside them are not there twice when a colleague has moved them', () => {
  const was = story([a('a1', 'The harbour was grey. '), a('a2', 'Nobody came. '), a('a3', 'Why not?')])
  const room = live(was, 1)
  const ana = new Page(live(was, 2, room))
  ana.does(moved(-1), [2, 0])
  writeStory(room, { ...was, body: story([a('a1', 'The harbour was grey. So: Why not? '), a('a2', 'Nobody came. ')]).body })
  goes(room, ana)
  const text = lines(readStory(ana.ydoc)).join(' | ')
  expect(text.split('Why not?')).toHaveLength(2)
  expect(text).toContain('So: ')
})

test('[P4] a word that was taken out stays out for its author, also where somebody who never had it split the paragraph meanwhile', () => {
  const was = story([a('a1', 'The harbour was grey.')])
  const room = live(was, 9)
  const [ana, ben] = [new Page(live(was, 1, room)), new Page(live(was, 2, room))]
  ana.types('old ', 0, 4)
  Y.applyUpdate(room, Y.encodeStateAsUpdate(ana.ydoc))
  writeStory(room, was)
  ben.does(enter({}), [0, 'The harbour '.length])
  Y.applyUpdate(room, Y.encodeStateAsUpdate(ben.ydoc))
  goes(room, ana)
  expect(ana.lines).toEqual(['The harbour ', 'was grey.'])
})

describe.each([
  [9, 1],
  [1, 9],
])('[P4] a word is put right while a colleague is at it (%i, %i)', (server, author) => {
  const begin = (now: string) => {
    const was = story([a('a1', 'The grey harbyr of old.')])
    const room = live(was, server)
    const ana = new Page(live(was, author, room))
    writeStory(room, story([a('a1', now)]))
    const meet = (): string[] => {
      const update = Y.encodeStateAsUpdate(ana.ydoc, Y.encodeStateVector(room))
      goes(room, ana)
      Y.applyUpdate(room, update)
      Y.applyUpdate(room, Y.encodeStateAsUpdate(ana.ydoc))
      expect(lines(readStory(room))).toEqual(ana.lines)
      return ana.lines
    }
    return { ana, meet }
  }

  test('who takes it out leaves no piece of it', () => {
    const { ana, meet } = begin('The grey harbour of old.')
    ana.does(deleted, [0, 9], [0, 15])
    expect(meet()).toEqual(['The grey harbour of old.'])
  })

  test('what is typed into it, before it and behind it stands where it was typed', () => {
    const { ana, meet } = begin('The grey harbour of old.')
    ana.types('s', 0, 15)
    ana.types('-', 0, 12)
    ana.types('un', 0, 9)
    expect(meet()).toEqual(['The grey unhar-bours of old.'])
  })

  test('who replaces it has both words, whole', () => {
    const { ana, meet } = begin('The grey harbour of old.')
    ana.does(typed('coast'), [0, 9], [0, 15])
    expect(['The grey harbourcoast of old.', 'The grey coastharbour of old.']).toContain(meet()[0])
  })
})
