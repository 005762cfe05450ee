import { joinBackward } from 'prosemirror-commands'
import type { Command } from 'prosemirror-state'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { enter, flip, setHeading } from '../../client/editor/commands.ts'
import { NOTHING, finderFor, hitFinder, replaceHits, type Finder } from '../../client/editor/find.ts'
import { putIn } from '../../shared/put-in.ts'
import { rewrite } from '../../shared/rewrite.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import { clipboard, deleted, moved, typed } from './hands.ts'
import { anchors, review, type Colleague } from './review.ts'

const HARBOUR = 'I tied her up and walked off.'

const undoOf = ({ ydoc, page }: Colleague) =>
  new Y.UndoManager(bodyOf(ydoc), { captureTimeout: 0, trackedOrigins: new Set([page]) })

describe('a thread is put on the words that were chosen', () => {
  test('COM-03 on words with a blank behind them, and nobody’s text changes', async () => {
    const {
      people: [ana, ben],
      meet,
    } = await review([HARBOUR], ['Ana'], ['Ben', 'checker'])
    const thread = await ben.comments(ben.words('tied her '))
    await meet()
    expect([ana.marked(thread), ben.marked(thread)]).toEqual(['tied her ', 'tied her '])
    expect([ana.page.lines, ben.page.lines]).toEqual([[HARBOUR], [HARBOUR]])
    expect(await anchors(ana)).toEqual(['tied her '])
  })

  test('mark and place go to disk together: who is there is told of it once, also when the desk looks at that moment', async () => {
    const {
      people: [ana, ben],
      meet,
    } = await review([HARBOUR], ['Ana'], ['Ben', 'checker'])
    await meet()
    const heard = () => ana.writer.notices.filter((one) => 'thread' in one).length
    const before = heard()
    const commented = ben.comments(ben.words('tied her up'))
    ana.writer.desk.clock.pass(5_000)
    await commented
    await meet()
    expect(heard()).toBe(before + 1)
  })

  test('COM-10 on one letter that stands there twice, and on 실', async () => {
    const {
      people: [ana],
      meet,
    } = await review(['a b a', '현실은 실'], ['Ana'])
    const second = await ana.comments(ana.words('a', 0, 1))
    const last = await ana.comments(ana.words('실', 1, 1))
    await meet()
    ana.page.types('!', 0, 1)
    ana.page.types('!', 1, 0)
    await meet()
    expect([ana.marked(second), ana.marked(last)]).toEqual(['a', '실'])
    expect(ana.writer.textOf(0).toDelta().at(-1)).toMatchObject({ insert: 'a', attributes: expect.anything() })
    expect(ana.writer.textOf(1).toDelta().at(-1)).toMatchObject({ insert: '실', attributes: expect.anything() })
  })

  test('two threads that overlap, and two on the very same words', async () => {
    const {
      people: [ana, ben],
      meet,
    } = await review([HARBOUR], ['Ana'], ['Ben'])
    const threads = [
      await ana.comments(ana.words('tied her up')),
      await ben.comments(ben.words('up and walked')),
      await ana.comments(ana.words('walked')),
      await ben.comments(ben.words('walked')),
    ]
    await meet()
    ana.page.types('away ', 0, HARBOUR.indexOf('off'))
    await meet()
    expect(threads.map((one) => ben.marked(one))).toEqual(['tied her up', 'up and walked', 'walked', 'walked'])
  })

  test('across paragraphs', async () => {
    const {
      people: [ana, ben],
      meet,
    } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'checker'])
    const thread = await ben.comments(ben.letters(0, 16, 8, 2))
    await meet()
    expect(ana.marked(thread)).toBe(`quiet.\n${HARBOUR}\nThat was`)
    expect(thread.quote).toBe(`quiet.\n${HARBOUR}\nThat was`)
  })

  test('in a note, in a list, in a pull quote', async () => {
    const words = schema.text('Lifeboats are crewed by volunteers.')
    const body = schema.node('doc', null, [
      schema.node('notice', { id: 'n' }, [schema.node('paragraph', { id: 'np' }, [words])]),
      schema.node('list', { id: 'l' }, [schema.node('listItem', { id: 'i' }, [words])]),
      schema.node('pullQuote', { id: 'q' }, [words]),
    ])
    const {
      people: [ana],
      meet,
    } = await review({ body }, ['Ana'])
    const at = (text: Y.XmlText) => ({
      of: 'words' as const,
      from: Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, 14))).toString('base64'),
      to: Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, 21))).toString('base64'),
    })
    const texts = bodyOf(ana.ydoc)
      .toArray()
      .map((block) => (block as Y.XmlElement).firstChild as Y.XmlElement | Y.XmlText)
      .map((one) => (one instanceof Y.XmlText ? one : (one.firstChild as Y.XmlText)))
    const threads = []
    for (const text of texts) threads.push(await ana.comments(at(text)))
    await meet()
    expect(threads.map((one) => ana.marked(one))).toEqual(['crewed ', 'crewed ', 'crewed '])
  })

  test('on words of the headline, which grow and shrink with it', async () => {
    const {
      people: [ana, ben],
      meet,
    } = await review({ headline: 'The quiet harbour at night' }, ['Ana'], ['Ben', 'checker'])
    const thread = await ben.comments(ben.inField('headline', 'quiet harbour'))
    await meet()
    fieldOf(ana.ydoc, 'headline').insert(10, 'old ')
    fieldOf(ana.ydoc, 'headline').insert(0, 'In ')
    await meet()
    expect(ben.marked(thread)).toBe('quiet old harbour')
    expect(fieldOf(ben.ydoc, 'headline').toString()).toBe('In The quiet old harbour at night')
    rewrite(fieldOf(ana.ydoc, 'headline'), 'In The quiet old port at night')
    putIn(fieldOf(ana.ydoc, 'headline'), 'In The quiet old port'.length, ' of Hull')
    putIn(fieldOf(ana.ydoc, 'headline'), 'In The '.length, 'very ')
    await meet()
    expect(fieldOf(ben.ydoc, 'headline').toString()).toBe('In The very quiet old port of Hull at night')
    expect(await anchors(ben)).toEqual(['quiet old port'])
    rewrite(fieldOf(ana.ydoc, 'headline'), 'In The night')
    await meet()
    expect(await anchors(ben)).toEqual(['detached: quiet harbour'])
  })

  test('a whole paragraph is its words: joined to another, they are still those', async () => {
    const {
      people: [ana, ben],
      meet,
    } = await review(['The harbour was quiet. ', HARBOUR], ['Ana'], ['Ben', 'checker'])
    const thread = await ben.comments({ of: 'block', block: 'b1' })
    expect([thread.place.of, thread.quote]).toEqual(['words', HARBOUR])
    await meet()
    ana.page.does(joinBackward, [1, 0])
    await meet()
    expect(ben.marked(thread)).toBe(HARBOUR)
    expect(ben.page.lines).toEqual([`The harbour was quiet. ${HARBOUR}`])
  })

  test('a picture, the whole headline, the whole story: a picture that is taken out leaves its thread detached', async () => {
    const body = schema.node('doc', null, [
      schema.node('image', { id: 'pic', caption: 'The harbour' }),
      schema.node('paragraph', { id: 'b0' }),
    ])
    const {
      people: [ana],
      meet,
    } = await review({ body, headline: 'Night' }, ['Ana'])
    await ana.comments({ of: 'block', block: 'pic' }, { quote: 'The harbour' })
    await ana.comments({ of: 'field', field: 'headline' })
    await ana.comments({ of: 'story' })
    expect((await ana.threads()).map(({ place, quote }) => [place.of, quote])).toEqual([
      ['block', 'The harbour'],
      ['field', 'Night'],
      ['story', ''],
    ])
    bodyOf(ana.ydoc).delete(0, 1)
    await meet()
    expect((await ana.threads()).map(({ place }) => place.of)).toEqual(['detached', 'field', 'story'])
  })

  test('COM-15 the quote is cut between characters, and the thread stands where it was after a restart', async () => {
    const long = `${'a'.repeat(1999)}😀 end`
    const {
      desk,
      people: [ana],
      meet,
    } = await review([long, `${'a'.repeat(199)}😀 end`], ['Ana'])
    const [first, second] = [await ana.comments(ana.words(long)), await ana.comments(ana.letters(1, 0, 203))]
    expect(first.quote).toBe('a'.repeat(1999))
    expect(second.quote).toBe(`${'a'.repeat(199)}😀 e`)
    await meet()
    await desk.restart()
    expect(await anchors(ana)).toEqual([long, `${'a'.repeat(199)}😀 e`])
  })

  test('an end within a character takes the whole of it', async () => {
    const {
      people: [ana],
    } = await review(['a👍b'], ['Ana'])
    expect((await ana.comments(ana.letters(0, 2, 4))).quote).toBe('👍b')
    expect((await ana.comments(ana.letters(0, 0, 2))).quote).toBe('a👍')
  })
})

describe('the text may have changed before the remark arrives', () => {
  test('a colleague has moved, split and typed in the words meanwhile', async () => {
    const {
      people: [ana, ben],
      meet,
    } = await review(['The harbour was quiet.', HARBOUR], ['Ana'], ['Ben', 'checker'])
    const [harbour, tied] = [ben.words('harbour was quiet.'), ben.words('tied her up', 1)]
    ana.page.does(moved(-1), [1, 3])
    ana.page.types('old ', 1, 4)
    ana.page.does(enter({}), [0, 'I tied '.length])
    await ana.writer.connect()
    await meet()
    const threads = [await ben.comments(harbour), await ben.comments(tied)]
    await meet()
    expect(threads.map((one) => ana.marked(one))).toEqual(['harbour was quiet.', 'tied \nher up'])
    expect(threads.map(({ quote }) => quote)).toEqual(['harbour was quiet.', 'tied \nher up'])
  })

  test('the words are on their way: the remark waits for them', async () => {
    const {
      desk,
      people: [ana],
      meet,
    } = await review(['The harbour.'], ['Ana'])
    ana.page.types('quiet ', 0, 4)
    const on = ana.words('quiet')
    const thread = ana.comments(on, { quote: 'quiet' })
    const isThere = thread.then(() => true)
    const aMoment = async (): Promise<false> => {
      await new Promise(setImmediate)
      await desk.rooms.queue.settled()
      desk.clock.pass(250)
      return false
    }
    for (let i = 0; i < 4; i++) expect(await Promise.race([isThere, aMoment()])).toBe(false)
    await meet()
    while (!(await Promise.race([isThere, aMoment()])));
    await meet()
    expect([ana.marked(await thread), ana.page.lines]).toEqual(['quiet', ['The quiet harbour.']])
  })

  test('the words were taken out meanwhile: the remark is kept, detached, with what it was on', async () => {
    const {
      people: [ana, ben],
      meet,
    } = await review([HARBOUR], ['Ana'], ['Ben', 'checker'])
    const on = ben.words(' and walked off')
    ana.page.does(deleted, [0, 'I tied her up'.length], [0, HARBOUR.length - 1])
    await meet()
    const thread = await ben.comments(on, { quote: ' and walked off' })
    expect(thread.place).toEqual({ of: 'detached' })
    expect(await anchors(ana)).toEqual(['detached:  and walked off'])
  })
})

type Story = Awaited<ReturnType<typeof review>>

/** What the server sees to a moment after edits is done. */
async function aMomentLater({ desk, meet, people }: Pick<Story, 'desk' | 'meet' | 'people'>): Promise<void> {
  for (let round = 0; round < 3; round++) {
    // Who says nothing for long is taken for gone.
    for (const { writer } of people as Colleague[]) writer.awareness.setLocalState(writer.awareness.getLocalState())
    desk.clock.pass(20_000)
    for (let i = 0; i < 20; i++) await new Promise(setImmediate)
    await meet()
  }
}

/** Ben has remarked on `tied her up`; what Ana and Ben do then is the scene. */
async function remarked() {
  const story = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'editor'])
  const [ana, ben] = story.people
  const thread = await ben.comments(ben.words('tied her up', 1))
  await story.meet()
  return { ...story, ana, ben, thread, at: HARBOUR.indexOf('tied') }
}

describe('[P5] a thread stays on its words', () => {
  test('while both type in them and around them', async () => {
    const { ana, ben, at, thread, meet } = await remarked()
    ana.page.types('safely ', 1, at)
    ben.page.types('quickly ', 1, at + 'tied '.length)
    ana.page.types(', then', 1, at + 'safely tied her up'.length)
    await meet()
    expect(ana.page.lines[1]).toBe('I safely tied quickly her up, then and walked off.')
    expect([ana.marked(thread), ben.marked(thread)]).toEqual(['tied quickly her up', 'tied quickly her up'])
  })

  test('not on what was typed at their ends while it was put there, whoever’s letters come first', async () => {
    for (const client of [1, 4_294_967_290]) {
      const story = await review([HARBOUR], ['Ana', 'writer', client], ['Ben'])
      const [ana, ben] = story.people
      const at = HARBOUR.indexOf('tied')
      // They are on their way when Ben's remark is put there.
      ana.page.types(' again', 0, at + 'tied her up'.length)
      ana.page.types('had ', 0, at)
      const thread = await ben.comments(ben.words('tied her up'))
      await story.meet()
      await aMomentLater(story)
      expect(ana.page.lines).toEqual(['I had tied her up again and walked off.'])
      expect([ana.marked(thread), ben.marked(thread)], `client ${client}`).toEqual(['tied her up', 'tied her up'])
    }
  })

  test('not on what is typed behind them while a colleague joins their paragraph to the one above', async () => {
    const story = await review(['The harbour was quiet. ', 'I tied her up'], ['Ana'], ['Ben'])
    const [ana, ben] = story.people
    const thread = await ben.comments(ben.words('her up', 1))
    await story.meet()
    ana.page.does(joinBackward, [1, 0])
    ben.page.types(' slowly', 1, 'I tied her up'.length)
    await story.meet()
    expect(ana.page.lines).toEqual(['The harbour was quiet. I tied her up slowly'])
    expect([ana.marked(thread), ben.marked(thread)]).toEqual(['her up', 'her up'])
  })

  test('part of them taken out, and back long after', async () => {
    const story = await remarked()
    const { ana, ben, at, thread } = story
    const undo = undoOf(ana)
    ana.page.does(deleted, [1, at + 'tied her'.length], [1, at + 'tied her up'.length])
    await aMomentLater(story)
    expect(ben.marked(thread)).toBe('tied her')
    undo.undo()
    await aMomentLater(story)
    expect([ana.marked(thread), ben.marked(thread)]).toEqual(['tied her up', 'tied her up'])
  })

  test('through a split in their midst, and a join that takes it back', async () => {
    const { ana, ben, at, thread, meet } = await remarked()
    ana.page.does(enter({}), [1, at + 5])
    await meet()
    expect(ben.marked(thread)).toBe('tied \nher up')
    ben.page.does(joinBackward, [2, 0])
    await meet()
    expect(ana.marked(thread)).toBe('tied her up')
    expect(ana.page.lines[1]).toBe(HARBOUR)
  })

  test('through the flip of a role, a heading, and a move of their paragraph', async () => {
    const { ana, ben, at, thread, meet } = await remarked()
    ana.page.does(flip({}), [1, at])
    await meet()
    ben.page.does(setHeading(2), [1, at])
    await meet()
    expect(ana.marked(thread)).toBe('tied her up')
    ana.page.does(moved(-1), [1, at])
    await meet()
    expect(ben.page.lines[0]).toBe(HARBOUR)
    expect(ben.marked(thread)).toBe('tied her up')
  })

  test('COM-07 cut and pasted elsewhere, and cut as a whole paragraph', async () => {
    const { ana, ben, at, thread, meet } = await remarked()
    const { cuts, pastes } = clipboard()
    ana.page.does(cuts, [1, at - 1], [1, at + 'tied her up'.length])
    await meet()
    expect(await anchors(ben)).toEqual(['detached: tied her up'])
    ana.page.does(pastes, [2, 'That was'.length])
    await meet()
    expect(ben.page.lines).toEqual(['The harbour was quiet.', 'I and walked off.', 'That was tied her up it.'])
    expect(await anchors(ben)).toEqual(['tied her up'])
    ana.page.does(cuts, [2, 0], [2, ben.page.lines[2]!.length])
    ana.page.does(pastes, [0, 0])
    await meet()
    expect(ben.marked(thread)).toBe('tied her up')
  })

  test('COM-08 and a copy of them carries no second mark', async () => {
    const { ana, ben, thread, at, meet } = await remarked()
    const { copies, pastes } = clipboard()
    ana.page.does(copies, [1, 0], [1, HARBOUR.length])
    ana.page.does(pastes, [2, 0])
    ana.page.does(copies, [1, at], [1, at + 4])
    ana.page.does(pastes, [1, at + 4])
    await meet()
    expect(ben.page.lines.slice(1)).toEqual(['I tiedtied her up and walked off.', `${HARBOUR}That was it.`])
    expect(ben.marked(thread)).toBe('tied\n her up')
    // Over the very words they were copied from, they are those words.
    ana.page.does(copies, [1, at], [1, at + 'tiedtied her up'.length])
    ana.page.does(pastes, [1, at], [1, at + 'tiedtied her up'.length])
    await meet()
    expect(ben.marked(thread)).toBe('tied\n her up')
  })

  test('a copy made by dragging carries none, and dragging as a move takes it along', async () => {
    const { ana, ben, thread, at, meet } = await remarked()
    const dropped =
      (to: number, moves: boolean): Command =>
      (state, dispatch) => {
        const slice = state.selection.content()
        const { tr } = state
        if (moves) tr.deleteSelection()
        const place = tr.mapping.map(to)
        dispatch?.(tr.replaceRange(place, place, slice))
        return true
      }
    ana.page.does(dropped(1, false), [1, at], [1, at + 11])
    await meet()
    expect(ben.page.lines[0]).toBe('tied her upThe harbour was quiet.')
    expect(ben.marked(thread)).toBe('tied her up')
    expect(ben.writer.textOf(0).toDelta()).toHaveLength(1)
    ana.page.does(dropped(1, true), [1, at], [1, at + 11])
    await meet()
    expect(ben.page.lines.slice(0, 2)).toEqual(['tied her uptied her upThe harbour was quiet.', 'I  and walked off.'])
    expect([ben.marked(thread), ben.writer.textOf(0).toDelta()]).toEqual([
      'tied her up',
      expect.arrayContaining([expect.anything()]),
    ])
  })

  test('taken out and taken back by undo, by whoever took them out', async () => {
    const { ana, ben, at, thread, meet } = await remarked()
    const undo = undoOf(ana)
    ana.page.does(deleted, [1, at], [1, at + 'tied her up'.length])
    await meet()
    expect(await anchors(ben)).toEqual(['detached: tied her up'])
    ben.page.types('calmly ', 1, 2)
    await meet()
    undo.undo()
    await meet()
    expect([ana.marked(thread), ben.marked(thread)]).toEqual(['tied her up', 'tied her up'])
    expect(await anchors(ben)).toEqual(['tied her up'])
    undo.redo()
    await meet()
    expect(await anchors(ben)).toEqual(['detached: tied her up'])
    undo.undo()
    await meet()
    expect(await anchors(ben)).toEqual(['tied her up'])
  })

  test('undo of what one typed before the remark leaves it on what is left', async () => {
    const { ana, ben, at, meet } = await remarked()
    const undo = undoOf(ana)
    ana.page.types('safely ', 1, at)
    await meet()
    const thread = await ben.comments(ben.words('safely tied', 1))
    await meet()
    undo.undo()
    await meet()
    expect([ana.marked(thread), ana.page.lines[1]]).toEqual(['tied', HARBOUR])
  })

  test('replaced by find and replace, in part and as a whole', async () => {
    const { ana, ben, thread, meet } = await remarked()
    const replace =
      (find: string, by: string): Command =>
      (state, dispatch) => {
        const finder = finderFor({ ...NOTHING, text: find, replacement: by }) as Finder
        dispatch?.(replaceHits(state.tr, hitFinder(finder)(state.doc)))
        return true
      }
    ana.page.does(replace('her', 'the boat'), [1, 0])
    await meet()
    expect(ben.marked(thread)).toBe('tied the boat up')
    ana.page.does(replace('tied the boat up', 'moored'), [1, 0])
    await meet()
    expect([ben.marked(thread), ben.page.lines[1]]).toEqual(['moored', 'I moored and walked off.'])
  })

  test('detached, it is put back on other words, and stands only there', async () => {
    const { ana, ben, at, thread, meet } = await remarked()
    ana.page.does(typed('moored'), [1, at], [1, at + 'tied her up'.length])
    await meet()
    expect(await anchors(ana)).toEqual(['detached: tied her up'])
    const put = await ben.asks<{ quote: string }>('PATCH', `/threads/${thread.id}`, { place: ben.words('moored', 1) })
    expect([put.status, put.body.quote]).toEqual([200, 'moored'])
    await ben.asks('PATCH', `/threads/${thread.id}`, { place: ben.words('quiet', 0) })
    await meet()
    expect(await anchors(ana)).toEqual(['quiet'])
    expect(ana.writer.textOf(1).toDelta()).toEqual([{ insert: 'I moored and walked off.' }])
  })

  test('COM-02 an attribute that this page does not know costs no words', async () => {
    const { ana } = await remarked()
    const text = ana.writer.textOf(0)
    text.format(4, 7, { comment: { id: 'c9', mood: 'cross' } })
    expect(ana.page.lines[0]).toBe('The harbour was quiet.')
    ana.page.types('old ', 0, 4)
    expect(ana.page.lines[0]).toBe('The old harbour was quiet.')
  })
})

test('[P3] a comment changes nothing but where it stands, and is nobody’s edit', async () => {
  const { desk, ana, ben, storyId } = await remarked()
  await desk.rooms.read(storyId, () => {})
  expect(ana.page.lines).toEqual(['The harbour was quiet.', HARBOUR, 'That was it.'])
  const before = desk.disk.prepare('select edited_at, edited_by from stories').get()
  desk.clock.pass(60_000)
  await ben.comments(ben.words('harbour'))
  desk.clock.pass(20_000)
  await desk.rooms.queue.settled()
  expect(desk.disk.prepare('select edited_at, edited_by from stories').get()).toEqual(before)
  expect(desk.disk.prepare('select person_id from updates order by seq desc limit 1').get()).toEqual({ person_id: null })
})
