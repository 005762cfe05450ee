/** What is written in a comment, and how a thread is called. */
import { expect, test } from 'vitest'
import { asked, kept, matching, mentioned, partsOf, readable } from '../../client/comments/mentions.ts'
import { FILTERS, fits } from '../../client/comments/filter.ts'
import { says, shortly } from '../../client/comments/thread-words.ts'
import type { Thread } from '../../shared/review.ts'

const ana = { id: 'ana', name: 'Ana', hue: 0 }
const anaReyes = { id: 'reyes', name: 'Ana Reyes', hue: 1 }
const zoe = { id: 'zoe', name: 'Zoë Müller', hue: 2 }
const PEOPLE = [ana, anaReyes, zoe]
const nameOf = (id: string) => PEOPLE.find((one) => one.id === id)?.name ?? null

const thread = (change: Partial<Thread> = {}): Thread => ({
  id: 't',
  kind: 'remark',
  place: { of: 'words', field: null, from: null, to: null },
  quote: 'the boats',
  comments: [{ id: 'c', by: ana, text: 'Which boats?', at: 1, editedAt: null, removedAt: null }],
  assignedTo: null,
  resolved: null,
  unread: false,
  at: 1,
  ...change,
})

test('a name behind an @ is kept as the person, the longest that fits, and read as the name', () => {
  const text = kept('Ask @Ana Reyes, not @Ana. And @Anabel or ana@desk.example stay.', PEOPLE)
  expect(text).toBe('Ask @[reyes], not @[ana]. And @Anabel or ana@desk.example stay.')
  expect(mentioned(text)).toEqual(['reyes', 'ana'])
  expect(readable(text, nameOf)).toBe('Ask @Ana Reyes, not @Ana. And @Anabel or ana@desk.example stay.')
  expect(partsOf('@[zoe]: so?')).toEqual([{ person: 'zoe' }, { text: ': so?' }])
  expect(readable('@[gone] knows', nameOf)).toBe('@somebody knows')
})

test('who types on past the list of names means whoever alone has that first name', () => {
  const both = [...PEOPLE, { id: 'ben', name: 'Ben Okoro', hue: 3 }, { id: 'other', name: 'Ben Adler', hue: 4 }]
  expect(kept('@zoe should we? It is @Zoë’s.', PEOPLE)).toBe('@[zoe] should we? It is @[zoe]’s.')
  expect(kept('@ben or @Ben Okoro', both)).toBe('@ben or @[ben]')
  expect(kept('@zoes, @zo, me@zoe.example and @müller', PEOPLE)).toBe('@zoes, @zo, me@zoe.example and @müller')
})

test('names are offered behind an @ at the caret, by any of their words, whatever accents are typed', () => {
  const offered = (text: string) => {
    const name = asked(text, text.length)
    return name === null ? null : matching(PEOPLE, name.typed).map(({ id }) => id)
  }
  expect(offered('Ask @')).toEqual(['ana', 'reyes', 'zoe'])
  expect(offered('@an')).toEqual(['ana', 'reyes'])
  expect(offered('(@mul')).toEqual(['zoe'])
  expect(offered('@Ana R')).toEqual(['reyes'])
  expect(offered('ana@desk')).toBeNull()
  expect(offered('@Ana, what of it')).toBeNull()
  expect(offered('@ ')).toBeNull()
})

test('each filter shows what it is called', () => {
  const threads = {
    open: thread(),
    unread: thread({ unread: true }),
    mine: thread({ assignedTo: ana }),
    'must-fix': thread({ kind: 'must-fix' }),
    fact: thread({ kind: 'fact' }),
    quote: thread({ kind: 'quote' }),
    legal: thread({ kind: 'legal' }),
    resolved: thread({ resolved: { by: ana, at: 2 }, unread: true, kind: 'fact' }),
  }
  for (const filter of FILTERS) {
    const shown = Object.entries(threads).filter(([, one]) => fits(one, filter, 'ana'))
    if (filter === 'open') expect(shown.map(([name]) => name)).toEqual(Object.keys(threads).filter((name) => name !== 'resolved'))
    else expect(shown.map(([name]) => name)).toEqual([filter])
  }
  const spoken = thread({ comments: [{ ...thread().comments[0]!, text: 'Ask @[zoe]' }] })
  expect(fits(spoken, 'mine', 'zoe')).toBe(true)
  expect(fits({ ...spoken, assignedTo: ana }, 'mine', 'zoe')).toBe(false)
})

test('[COM-15] a quote is cut between whole characters', () => {
  expect(shortly('😀'.repeat(40), 31)).toBe(`${'😀'.repeat(15)}…`)
  expect(shortly('a\n  b')).toBe('a b')
})

test('a thread says whose it is, on which words, what and how much more', () => {
  expect(says(thread(), nameOf)).toBe('Comment by Ana on “the boats”: Which boats?')
  const more = thread({
    kind: 'fact',
    comments: [
      { ...thread().comments[0]!, text: '@[zoe] source please' },
      { id: 'd', by: zoe, text: 'The permit.', at: 2, editedAt: null, removedAt: null },
    ],
    resolved: { by: ana, at: 3 },
  })
  expect(says(more, nameOf)).toBe(
    'Comment by Ana on “the boats”: Fact. @Zoë Müller source please. 1 reply, the last by Zoë Müller. Resolved.',
  )
  expect(says(thread({ place: { of: 'field', field: 'dek' } }), nameOf)).toBe('Comment by Ana on the dek: Which boats?')
})
