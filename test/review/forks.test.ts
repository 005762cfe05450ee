import { joinBackward, toggleMark } from 'prosemirror-commands'
import { afterEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { enter, flip } from '../../client/editor/commands.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import { storyOnDisk } from '../wire.ts'
import { marked, wordsOfSpans } from '../../shared/review/anchors.ts'
import type { NewThread, Thread } from '../../shared/review.ts'
import { ask } from './asks.ts'
import { remark } from './desk.ts'
import { deleted } from './hands.ts'
import { Table, type Seat } from './table.ts'

let table: Table
let ana: Seat
let carl: Seat

const begin = async (...paragraphs: string[]) => ({ table, ana, carl } = await Table.ofTwo(paragraphs))
afterEach(() => table.close())

const textOnDisk = () => bodyOf(storyOnDisk(table.desk, table.storyId)).toString()

describe('a thread on a suggestion', () => {
  test('[P5] goes onto the words when they are accepted, in the body and in a field, and beside those that are taken out', async () => {
    await begin('The harbour was quiet.', 'Nobody talked about the very old ferry.')
    carl.page.types('very ', 0, 16)
    carl.page.does(deleted, [1, 24], [1, 33])
    fieldOf(carl.writer.ydoc, 'headline').insert(0, 'Boats')
    await table.settled()
    const hunks = await table.hunks(ana.person)
    expect(hunks.map(({ says }) => says).toSorted()).toEqual(['Add “Boats” in the headline', 'Add “very”', 'Remove “very old”'])
    for (const { suggestion, says } of hunks)
      await ask(table.desk, carl.person, 'POST', table.path('threads'), remark(says, { place: { of: 'suggestion', suggestion } }))
    ana.page.types('So: ', 0, 0)
    await table.settled()
    await table.decides(ana.person, 'accept', await table.hunks(ana.person))
    await table.settled()
    const { threads } = (await ask<{ threads: Thread[] }>(table.desk, carl.person, 'GET', table.path('threads'))).body
    const marks = marked(storyOnDisk(table.desk, table.storyId))
    expect(
      threads.map(({ id, comments, place }) => [comments[0]!.text, place.of, wordsOfSpans(marks.get(id) ?? [])]).toSorted(),
    ).toEqual([
      ['Add “Boats” in the headline', 'words', 'Boats'],
      ['Add “very”', 'words', 'very'],
      ['Remove “very old”', 'words', 'Nobody talked about the ferry.'],
    ])
    expect(ana.lines).toEqual(['So: The harbour was very quiet.', 'Nobody talked about the ferry.'])
  })

  test('[P5] is on the words while they are accepted, and on the suggestion again, by its name, when that is taken back', async () => {
    await begin('The harbour was quiet.')
    carl.page.types('very ', 0, 16)
    await table.settled()
    const [hunk] = await table.hunks(ana.person)
    const place = { of: 'suggestion', suggestion: hunk!.suggestion } as const
    await ask(table.desk, carl.person, 'POST', table.path('threads'), remark('Is it?', { place }))
    const where = async () =>
      (await ask<{ threads: Thread[] }>(table.desk, carl.person, 'GET', table.path('threads'))).body.threads.map((one) => [
        one.place.of,
        one.quote,
      ])
    expect(await where()).toEqual([['suggestion', '']])
    // She goes on working on it: it is the same suggestion.
    carl.page.types('unusually ', 0, 21)
    await table.settled()
    const [grown] = await table.hunks(ana.person)
    const { act } = await table.decides(ana.person, 'accept', [grown!])
    expect(await where()).toEqual([['words', 'very unusually']])
    await table.undoes(ana.person, act)
    await table.settled()
    expect(await where()).toEqual([['suggestion', '']])
    expect(await table.hunks(ana.person)).toMatchObject([{ id: grown!.id, suggestion: hunk!.suggestion }])
    expect(marked(storyOnDisk(table.desk, table.storyId)).size).toBe(0)
    // Rejected and taken back, it has its name again, too.
    const rejected = await table.decides(ana.person, 'reject', [grown!])
    await table.settled()
    expect(await table.hunks(ana.person)).toEqual([])
    await table.undoes(ana.person, rejected.act)
    await table.settled()
    expect(await table.hunks(ana.person)).toMatchObject([{ suggestion: hunk!.suggestion }])
  })
})

describe('a thread on words that an accepted suggestion takes out', () => {
  const SENTENCE = 'The red door and the other red door.'
  const stands = async () => {
    const marks = marked(storyOnDisk(table.desk, table.storyId))
    const { threads } = (await ask<{ threads: Thread[] }>(table.desk, ana.person, 'GET', table.path('threads'))).body
    return threads
      .map(({ id, kind, place, quote }) =>
        place.of === 'words' ? `on ${kind === 'legal' ? quote : wordsOfSpans(marks.get(id) ?? [])}` : place.of,
      )
      .toSorted()
  }
  const comments = (from: number, to: number, given: Partial<NewThread> = {}) => {
    const text = ana.writer.textOf(0)
    const end = (at: number, side: number) =>
      Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, at, side))).toString('base64')
    const place = { of: 'words', from: end(from, 0), to: end(to, -1) } as const
    return ask<Thread>(table.desk, ana.person, 'POST', table.path('threads'), remark('Hm.', { place, ...given }))
  }

  test('[P5] is on the very same words again when that is taken back: those that stand twice, a part of them, and without a mark', async () => {
    await begin(SENTENCE)
    await comments(27, 30, { quote: 'red' })
    await comments(23, 35, { quote: SENTENCE.slice(23, 35) })
    await comments(27, 30, { quote: 'red', kind: 'legal' })
    await table.settled()
    expect(await stands()).toEqual([`on ${SENTENCE.slice(23, 35)}`, 'on red', 'on red'])
    carl.page.does(deleted, [0, 27], [0, 31])
    await table.settled()
    const { act } = await table.decides(ana.person, 'accept', await table.hunks(ana.person))
    await table.settled()
    expect(await stands()).toContain('detached')
    ana.page.types('Here: ', 0, 0)
    await table.settled()
    await table.undoes(ana.person, act)
    await table.settled()
    expect(ana.lines).toEqual([`Here: ${SENTENCE}`])
    expect(await stands()).toEqual([`on ${SENTENCE.slice(23, 35)}`, 'on red', 'on red'])
    const marks = [...marked(ana.writer.ydoc).values()].map((spans) => spans[0]!.at)
    expect(marks.toSorted()).toEqual([29, 33])
    // They stay there.
    table.desk.clock.pass(11_000)
    await table.settled()
    expect(await stands()).toEqual([`on ${SENTENCE.slice(23, 35)}`, 'on red', 'on red'])
  })

  test('[P5] that somebody has put on other words meanwhile stays on those', async () => {
    await begin(SENTENCE)
    const thread = (await comments(27, 30, { quote: 'red' })).body
    await table.settled()
    carl.page.does(deleted, [0, 27], [0, 31])
    await table.settled()
    const { act } = await table.decides(ana.person, 'accept', await table.hunks(ana.person))
    await table.settled()
    const text = ana.writer.textOf(0)
    const end = (at: number, side: number) =>
      Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, at, side))).toString('base64')
    const place = { of: 'words', from: end(8, 0), to: end(12, -1) }
    expect((await ask(table.desk, ana.person, 'PATCH', table.path(`threads/${thread.id}`), { place })).status).toBe(200)
    await table.settled()
    expect(await stands()).toEqual(['on door'])
    await table.undoes(ana.person, act)
    await table.settled()
    expect(ana.lines).toEqual([SENTENCE])
    expect(await stands()).toEqual(['on door'])
  })
})

describe('what somebody suggests', () => {
  test('is seen by the others and is not in the story', async () => {
    await begin('The harbour was quiet.', 'Why?')
    const before = textOnDisk()
    carl.page.types('very ', 0, 16)
    await table.settled()
    const [hunk] = await table.hunks(ana.person)
    expect(hunk).toMatchObject({
      by: { name: 'Carl' },
      kind: 'words',
      block: 'b0',
      was: '',
      says: 'Add “very”',
      stale: false,
    })
    expect(ana.writer.notices.findLast((one) => 'suggestions' in one)).toEqual({ suggestions: { by: hunk!.by, hunks: [hunk] } })
    expect(textOnDisk()).toBe(before)
  })

  test('stands at a place of the story that goes along with what is typed before it', async () => {
    await begin('The harbour was quiet.')
    carl.page.types('very ', 0, 16)
    await table.settled()
    const [hunk] = await table.hunks(ana.person)
    ana.page.types('Once, ', 0, 0)
    await table.settled()
    const place = Y.decodeRelativePosition(Buffer.from(hunk!.from!, 'base64'))
    const absolute = Y.createAbsolutePositionFromRelativePosition(place, ana.writer.ydoc)
    expect(absolute?.index).toBe('Once, The harbour was '.length)
  })

  test('[P4] its author sees the story go on under their hands', async () => {
    await begin('The harbour was quiet.', 'Why?')
    carl.page.types('very ', 0, 16)
    ana.page.types('Nobody knows. ', 1, 0)
    await table.settled()
    expect(carl.lines).toEqual(['The harbour was very quiet.', 'Nobody knows. Why?'])
    expect(ana.lines).toEqual(['The harbour was quiet.', 'Nobody knows. Why?'])
    expect(await table.hunks(ana.person)).toHaveLength(1)
  })

  test('keeps the name of its discussion while its author works on it, and after a crash', async () => {
    await begin('The harbour was quiet.')
    carl.page.types('very ', 0, 16)
    await table.settled()
    const [first] = await table.hunks(ana.person)
    carl.page.types('unusually ', 0, 21)
    await table.settled()
    const [second] = await table.hunks(ana.person)
    expect(second!.id).not.toBe(first!.id)
    expect(second!.suggestion).toBe(first!.suggestion)
    await table.desk.crash()
    expect((await table.hunks(ana.person))[0]).toMatchObject({ id: second!.id, suggestion: first!.suggestion, at: first!.at })
  })
})

describe('accepting', () => {
  test('[P4] puts exactly that change into the story, in the name of who accepts', async () => {
    await begin('The harbour was quiet.', 'Why did they go?')
    carl.page.types('very ', 0, 16)
    carl.page.types('all ', 1, 13)
    await table.settled()
    const [first, second] = await table.hunks(ana.person)
    const { done, gone } = await table.decides(ana.person, 'accept', [first!])
    expect({ done, gone }).toEqual({ done: [first!.id], gone: [] })
    await table.settled()
    expect(ana.lines).toEqual(['The harbour was very quiet.', 'Why did they go?'])
    expect(carl.lines).toEqual(['The harbour was very quiet.', 'Why did they all go?'])
    expect((await table.hunks(ana.person)).map(({ says }) => says)).toEqual([second!.says])
    const last = table.desk.disk
      .prepare('select person_id from updates where story_id = ? order by seq desc limit 1')
      .get(table.storyId)
    expect(last).toEqual({ person_id: ana.person.id })
    const kept = table.desk.disk.prepare('select person_id, decision, hunks from decisions').get() as { hunks: string }
    expect(kept).toMatchObject({ person_id: ana.person.id, decision: 'accept' })
    expect(JSON.parse(kept.hunks)).toMatchObject([{ by: carl.person.id, says: first!.says }])
  })

  test('words, looks, a split and a flip at once are one act, and one undo makes them suggestions again', async () => {
    await begin('The harbour was quiet.', 'Why did they go?', 'Nobody knows.')
    const before = textOnDisk()
    carl.page.types('very ', 0, 16)
    carl.page.does(toggleMark(schema.marks.strong!), [0, 4], [0, 11])
    carl.page.does(flip({}), [1, 0])
    carl.page.does(enter({}), [2, 7])
    await table.settled()
    const hunks = await table.hunks(ana.person)
    expect(hunks.map(({ kind }) => kind).toSorted()).toEqual(['details', 'looks', 'split', 'words'])
    const { act, gone } = await table.decides(ana.person, 'accept', hunks)
    await table.settled()
    expect(gone).toEqual([])
    expect(await table.hunks(ana.person)).toEqual([])
    expect(bodyOf(ana.writer.ydoc).toString()).toBe(bodyOf(carl.writer.ydoc).toString())
    expect(ana.lines).toHaveLength(4)

    await table.undoes(ana.person, act)
    await table.settled()
    expect(textOnDisk()).toBe(before)
    expect((await table.hunks(ana.person)).map(({ says }) => says)).toEqual(hunks.map(({ says }) => says))
    expect(carl.lines).toHaveLength(4)
  })

  test('[P4] undoing it leaves what somebody has typed since', async () => {
    await begin('The harbour was quiet.', 'Why?')
    carl.page.types('very ', 0, 16)
    await table.settled()
    const { act } = await table.decides(ana.person, 'accept', await table.hunks(ana.person))
    await table.settled()
    ana.page.types('Nobody knows. ', 1, 0)
    await table.settled()
    await table.undoes(ana.person, act)
    await table.settled()
    expect(ana.lines).toEqual(['The harbour was quiet.', 'Nobody knows. Why?'])
    expect(carl.lines).toEqual(['The harbour was very quiet.', 'Nobody knows. Why?'])
    expect((await table.undoes(ana.person, act)).problem).toBe('nothing-to-undo')
  })

  test('[P10] a change that is no longer what was shown is left alone, and named', async () => {
    await begin('The harbour was quiet.')
    carl.page.types('very ', 0, 16)
    await table.settled()
    const hunks = await table.hunks(ana.person)
    carl.page.types('not ', 0, 16)
    await table.settled()
    expect(await table.decides(ana.person, 'accept', hunks)).toEqual({ done: [], gone: [hunks[0]!.id], act: null })
    expect(await table.decides(ana.person, 'accept', [{ id: 'forged.id' }])).toEqual({
      done: [],
      gone: ['forged.id'],
      act: null,
    })
    expect(ana.lines).toEqual(['The harbour was quiet.'])
  })

  test('the same by two people: once is enough, and both are answered', async () => {
    await begin('The harbour was quiet.')
    const dora = await table.sits('Dora', 'checker', 'fork')
    carl.page.types('very ', 0, 16)
    dora.page.types('very ', 0, 16)
    await table.settled()
    const hunks = await table.hunks(ana.person)
    expect(hunks).toHaveLength(2)
    await table.decides(ana.person, 'accept', hunks)
    await table.settled()
    expect(ana.lines).toEqual(['The harbour was very quiet.'])
    expect(await table.hunks(ana.person)).toEqual([])
    expect(dora.lines).toEqual(ana.lines)
  })

  test('headline and dek are suggested and accepted, too', async () => {
    await begin('The harbour was quiet.')
    fieldOf(carl.writer.ydoc, 'headline').insert(0, 'The last ferry')
    await table.settled()
    const [hunk] = await table.hunks(ana.person)
    expect(hunk).toMatchObject({ kind: 'field', field: 'headline', now: 'The last ferry' })
    await table.decides(ana.person, 'accept', [hunk!])
    await table.settled()
    expect(fieldOf(ana.writer.ydoc, 'headline').toString()).toBe('The last ferry')
  })
})

describe('words the server put in', () => {
  test('[P4] what was accepted follows a paragraph that somebody who was away has joined to another', async () => {
    await begin('The harbour was quiet. ', 'Why? ')
    carl.page.types('Indeed ', 1, 0)
    await table.settled()
    ana.writer.drop()
    ana.page.does(joinBackward, [1, 0])
    const eva = await table.sits('Eva', 'editor')
    await table.decides(eva.person, 'accept', await table.hunks(eva.person))
    await table.settled()
    await ana.writer.connect()
    await table.settled()
    expect(ana.lines).toEqual(['The harbour was quiet. Indeed Why? '])
    expect(eva.lines).toEqual(ana.lines)
    expect(carl.lines).toEqual(ana.lines)
  })

  test('[P4] also when the server was started anew in between', async () => {
    await begin('The harbour was quiet. ', 'Why? ')
    carl.page.types('Indeed ', 1, 0)
    await table.settled()
    ana.writer.drop()
    ana.page.does(joinBackward, [1, 0])
    await table.decides(ana.person, 'accept', await table.hunks(ana.person))
    await table.desk.restart()
    carl.writer.drop(false)
    for (const { writer } of [ana, carl]) await writer.connect()
    await table.settled()
    expect(ana.lines).toEqual(['The harbour was quiet. Indeed Why? '])
    expect(carl.lines).toEqual(ana.lines)
  })

  test('[P4] also out of a paragraph that was made a moment ago and is taken out before its author has heard of them', async () => {
    await begin('The harbour was quiet. Why not?', 'The end')
    carl.page.types('ever ', 0, 27)
    await table.settled()
    await table.decides(ana.person, 'accept', await table.hunks(ana.person))
    ana.page.does(enter({}), [0, 23])
    bodyOf(ana.writer.ydoc).delete(1, 1)
    expect(ana.lines).toEqual(['The harbour was quiet. ', 'The end'])
    while (ana.writer.deliverUp());
    await table.settled()
    expect(ana.lines.join(' ')).toContain('ever')
    expect(carl.lines).toEqual(ana.lines)
  })
})

describe('rejecting', () => {
  test('takes it out of its author’s fork, does not touch the story, and can be taken back', async () => {
    await begin('The harbour was quiet.', 'Why?')
    const before = textOnDisk()
    carl.page.types('very ', 0, 16)
    carl.page.types('Indeed. ', 1, 0)
    await table.settled()
    const [first] = await table.hunks(ana.person)
    const { act } = await table.decides(ana.person, 'reject', [first!])
    await table.settled()
    expect(carl.lines).toEqual(['The harbour was quiet.', 'Indeed. Why?'])
    expect(textOnDisk()).toBe(before)
    await table.undoes(ana.person, act)
    await table.settled()
    expect(carl.lines).toEqual(['The harbour was very quiet.', 'Indeed. Why?'])
    expect(textOnDisk()).toBe(before)
  })

  test('while its author is away: they find it gone when they come back, and what they wrote meanwhile there', async () => {
    await begin('The harbour was quiet.', 'Why?')
    carl.page.types('very ', 0, 16)
    await table.settled()
    carl.writer.drop()
    carl.page.types('Indeed. ', 1, 0)
    await table.decides(ana.person, 'reject', await table.hunks(ana.person))
    ana.page.types('Then: ', 1, 0)
    await table.settled()
    await carl.writer.connect()
    await table.settled()
    expect(carl.lines[0]).toBe('The harbour was quiet.')
    expect(carl.lines[1]).toContain('Then: ')
    expect(carl.lines[1]).toContain('Indeed. ')
    expect((await table.hunks(ana.person)).map(({ says }) => says)).toEqual(['Add “Indeed.”'])
  })
})

describe('[P3] who may decide', () => {
  test('who only suggests accepts nothing and rejects only their own', async () => {
    await begin('The harbour was quiet.')
    const dora = await table.sits('Dora', 'checker', 'fork')
    carl.page.types('very ', 0, 16)
    dora.page.types('Once. ', 0, 0)
    await table.settled()
    const hunks = await table.hunks(dora.person)
    expect(hunks).toHaveLength(2)
    const accept = { decision: 'accept', hunks: hunks.map(({ id }) => id) }
    expect((await ask(table.desk, dora.person, 'POST', table.path('suggestions'), accept)).problem).toBe('not-allowed')
    const { done, gone } = await table.decides(dora.person, 'reject', hunks)
    expect([done.length, gone.length]).toEqual([1, 1])
    await table.settled()
    expect(ana.lines).toEqual(['The harbour was quiet.'])
    expect(carl.lines).toEqual(['The harbour was very quiet.'])
    expect(dora.lines).toEqual(['The harbour was quiet.'])
  })

  test('nobody takes back what another decided', async () => {
    await begin('The harbour was quiet.')
    const eva = await table.sits('Eva', 'editor')
    carl.page.types('very ', 0, 16)
    await table.settled()
    const { act } = await table.decides(ana.person, 'accept', await table.hunks(ana.person))
    expect((await table.undoes(eva.person, act)).problem).toBe('nothing-to-undo')
    await table.settled()
    expect(ana.lines).toEqual(['The harbour was very quiet.'])
  })
})

describe('a private draft', () => {
  test('[P3] [P8] nobody learns what is in it: not by list, notice or timing, nor by an id', async () => {
    table = await Table.lay(['The harbour was quiet.'])
    ana = await table.sits('Ana', 'editor')
    const walt = await table.sits('Walt', 'writer', 'draft')
    await table.settled()
    const told = ana.writer.notices.length
    walt.page.types('Secret. ', 0, 0)
    await table.settled()
    expect(ana.writer.notices).toHaveLength(told)
    const { hunks, drafts } = await table.suggestions(ana.person)
    expect(hunks).toEqual([])
    expect(drafts).toEqual([{ by: { id: walt.person.id, name: 'Walt', hue: walt.person.hue }, passage: null }])
  })

  test('brought in it is suggestions; where the story changed the same words both stand there, and it is said', async () => {
    table = await Table.lay(['The harbour was quiet.', 'Why?'])
    ana = await table.sits('Ana', 'editor')
    const walt = await table.sits('Walt', 'writer', 'draft')
    walt.page.types('dark and ', 0, 16)
    walt.page.types('Nobody asks. ', 1, 0)
    await table.settled()
    ana.page.types('loud and ', 0, 16)
    await table.settled()
    expect((await ask(table.desk, walt.person, 'POST', table.path('draft/bring-in'))).status).toBe(200)
    await table.settled()
    expect(ana.writer.notices.findLast((one) => 'draft' in one)).toMatchObject({ draft: { open: false } })
    const { hunks, drafts } = await table.suggestions(ana.person)
    expect(drafts).toEqual([])
    await table.decides(ana.person, 'accept', hunks)
    await table.settled()
    expect(ana.lines[0]).toContain('loud and')
    expect(ana.lines[0]).toContain('dark and')
    expect(ana.lines[1]).toBe('Nobody asks. Why?')
  })

  test('beside open suggestions of the same person, its changes join them', async () => {
    table = await Table.lay(['The harbour was quiet.', 'Why?'])
    ana = await table.sits('Ana', 'editor')
    const walt = await table.sits('Walt', 'writer', 'fork')
    walt.page.types('very ', 0, 16)
    await table.settled()
    const draft = await table.sits('Walt', 'writer', 'draft', walt.person)
    draft.page.types('Nobody asks. ', 1, 0)
    await table.settled()
    expect(await table.hunks(ana.person)).toHaveLength(1)
    await ask(table.desk, walt.person, 'POST', table.path('draft/bring-in'))
    await table.settled()
    expect((await table.hunks(ana.person)).map(({ says }) => says)).toEqual(['Add “very”', 'Add “Nobody asks.”'])
    expect(walt.lines).toEqual(['The harbour was very quiet.', 'Nobody asks. Why?'])
  })
})

describe('several windows', () => {
  test('two windows of one suggester are one fork, and both see the story go on', async () => {
    await begin('The harbour was quiet.', 'Why?')
    const second = await table.sits('Carl', 'checker', 'fork', carl.person)
    carl.page.types('very ', 0, 16)
    second.page.types('Indeed. ', 1, 0)
    ana.page.types('Once, ', 0, 0)
    await table.settled()
    expect(carl.lines).toEqual(['Once, The harbour was very quiet.', 'Indeed. Why?'])
    expect(second.lines).toEqual(carl.lines)
    expect(await table.hunks(ana.person)).toHaveLength(2)
  })

  test('a window that is still on its way in is waited for before the fork is written into', async () => {
    await begin('The harbour was quiet.', 'Why?')
    carl.writer.drop()
    carl.page.types('Offline words. ', 1, 0)
    ana.page.types('Once, ', 0, 0)
    await table.settled()
    // The line is up, but what was typed without it is not here yet.
    await carl.writer.connect()
    table.desk.clock.pass(2000)
    await table.desk.room.desk.forks.settled()
    expect(bodyOf(storyOnDisk(table.desk, carl.writer.storyId)).toString()).not.toContain('Once')
    await table.settled()
    expect(carl.lines).toEqual(['Once, The harbour was quiet.', 'Offline words. Why?'])
  })
})

describe('the inbox', () => {
  test('says once an act to whose suggestions were decided, and nothing to who decided', async () => {
    await begin('The harbour was quiet.', 'Why?')
    carl.page.types('very ', 0, 16)
    carl.page.types('Indeed. ', 1, 0)
    await table.settled()
    await table.decides(ana.person, 'accept', await table.hunks(ana.person))
    const inbox = async (to: Seat) => (await ask<{ items: unknown[] }>(table.desk, to.person, 'GET', '/api/inbox')).body.items
    expect(await inbox(carl)).toMatchObject([{ kind: 'accepted', changes: 2, words: 'Add “very”', by: { name: 'Ana' } }])
    expect(await inbox(ana)).toEqual([])
  })
})
