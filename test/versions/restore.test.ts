import { joinBackward } from 'prosemirror-commands'
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { enter, flip } from '../../client/editor/commands.ts'
import type { Restored, Version } from '../../shared/shapes/versions.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf, fieldOf, readStory, speakersOf } from '../../shared/story.ts'
import { deleted, typed } from '../review/hands.ts'
import { anchors, review, type Colleague } from '../review/review.ts'
import { said } from '../suggest/text.ts'
import { storyOnDisk } from '../wire.ts'

const HARBOUR = 'I tied her up and walked off.'

async function keeps(who: Colleague, name = 'as it was'): Promise<Version> {
  const { status, body } = await who.asks<Version>('POST', '/versions', { name })
  expect(status).toBe(201)
  return body
}

async function restores(who: Colleague, { id }: { id: string }): Promise<Restored> {
  const { status, body } = await who.asks<Restored>('POST', `/versions/${id}/restore`)
  expect([status, body]).toEqual([200, body])
  return body
}

/** Nobody is in the middle of a sentence any more. */
async function rests({ desk, meet }: Awaited<ReturnType<typeof review>>): Promise<void> {
  await meet()
  desk.clock.pass(10_000)
  await meet()
}

const onDisk = ({ desk, storyId }: Colleague) => said(readStory(storyOnDisk(desk, storyId)), false)
const lines = ({ page }: Colleague): string[] => [...page.lines]

describe('a version is put back', () => {
  test('HIS-08 by the server, for everybody, whatever becomes of the page that asked', async () => {
    const all = await review(['One.', 'Two.'], ['Ana'], ['Ben'])
    const [ana, ben] = all.people
    const version = await keeps(ana)
    ana.page.types(' More.', 0, 4)
    ben.page.does(deleted, [1, 0], [1, 4])
    await rests(all)
    expect(lines(ben)).toEqual(['One. More.', ''])
    const asked = ana.asks<Restored>('POST', `/versions/${version.id}/restore`)
    ana.writer.drop(false)
    await asked
    await all.meet()
    expect(lines(ben)).toEqual(['One.', 'Two.'])
    ben.page.types(' After.', 1, 4)
    await ana.writer.connect()
    await all.meet()
    expect([lines(ana), lines(ben)]).toEqual([
      ['One.', 'Two. After.'],
      ['One.', 'Two. After.'],
    ])
    expect(ben.writer.notices).toContainEqual({
      restored: { by: expect.objectContaining({ name: 'Ana' }), says: 'as it was', id: expect.any(String) },
    })
  })

  test('[P4] HIS-08 what a colleague types at that moment stays, also on its way, and in a paragraph that goes', async () => {
    const all = await review(['One.', 'Two.'], ['Ana'], ['Ben'])
    const [ana, ben] = all.people
    const version = await keeps(ana)
    ana.page.does(enter({}), [1, 4])
    ana.page.types('A paragraph that came later.', 2, 0)
    ana.page.types('Zero and ', 0, 0)
    await rests(all)
    // Half of it is in the story already, half is on its way.
    ben.page.types(' It was', 2, 28)
    ben.page.types(' Half', 0, 13)
    while (ben.writer.deliverUp());
    await all.desk.rooms.queue.settled()
    ben.page.types(' cold.', 2, 35)
    ben.page.types(' past.', 0, 18)
    await restores(ana, version)
    await all.meet()
    expect(lines(ana)).toEqual(lines(ben))
    expect(lines(ana).join('|').replaceAll(/\s+/g, ' ')).toMatch(/^One\. Half past\.\|Two\.\|.*It was cold\.$/)
    expect(lines(ana).join(' ')).not.toContain('came later')
    expect(lines(ana).join(' ')).not.toContain('Zero')
  })

  test('[P4] a colleague who splits, flips or joins paragraphs meanwhile loses nothing', async () => {
    const all = await review(['One two three.', 'Four five six.'], ['Ana'], ['Ben'])
    const [ana, ben] = all.people
    const version = await keeps(ana)
    ana.page.types('again ', 0, 4)
    ana.page.types('once more ', 1, 5)
    await rests(all)
    ben.page.does(enter({}), [0, 10])
    ben.page.types('new ', 1, 0)
    ben.page.does(joinBackward, [2, 0])
    ben.page.does(flip({}), [0, 0])
    await restores(ana, version)
    await all.meet()
    expect(lines(ana)).toEqual(lines(ben))
    // What Ben carried elsewhere at that very moment is as he carried it; it is there once, and nothing is torn.
    const words = lines(ana).join(' ').split(/[ .]+/).filter(Boolean).toSorted()
    expect(words).toEqual(['One', 'two', 'three', 'Four', 'once', 'more', 'five', 'six', 'new'].toSorted())
  })

  test('[P4] words that one restore took out and the next one put in again stand once for who split them meanwhile', async () => {
    const all = await review(['The town was quiet.'], ['Ana'], ['Ben'])
    const [ana, ben] = all.people
    const version = await keeps(ana)
    ana.page.types('old harbour ', 0, 4)
    await rests(all)
    const { before } = await restores(ana, version)
    await restores(ana, { id: before! })
    // He has heard of neither.
    ben.page.does(enter({}), [0, 'The old '.length])
    await all.meet()
    expect(lines(ana)).toEqual(lines(ben))
    const words = lines(ana).join(' ').split(/[ .]+/).filter(Boolean).toSorted()
    expect(words).toEqual(['The', 'harbour', 'old', 'quiet', 'town', 'was'])
  })

  test('there is always a way back: what the story said before is kept in the same moment', async () => {
    const all = await review(['One.'], ['Ana'], ['Ben'])
    const [ana, ben] = all.people
    const version = await keeps(ana)
    ben.page.types(' Two.', 0, 4)
    await rests(all)
    const { before, changes } = await restores(ana, version)
    expect(changes).toBe(1)
    const { body } = await ana.asks<{ versions: Version[] }>('GET', '/versions')
    expect(body.versions.map(({ id, reason, says, name }) => [id, reason, says, name])).toEqual([
      [before, 'restore', 'before “as it was” was restored', null],
      [version.id, 'named', 'kept by hand', 'as it was'],
    ])
    await rests(all)
    await restores(ana, { id: before! })
    await all.meet()
    expect(lines(ben)).toEqual(['One. Two.'])
    // What it says already is not put back, and nothing is kept.
    expect(await restores(ana, { id: before! })).toEqual({ before: null, changes: 0 })
  })

  test('HIS-05 to the letter after a restart, with looks, pictures, speakers, fields, and comments on their words', async () => {
    const body = schema.node('doc', null, [
      schema.node('paragraph', { id: 'q', role: 'question', speaker: 's1' }, [schema.text('Why?')]),
      schema.node('paragraph', { id: 'w', role: 'answer', speaker: 's2' }, [
        schema.text('hello '),
        schema.text('world', [schema.mark('strong'), schema.mark('em')]),
        schema.text(' and more'),
      ]),
      schema.node('image', { id: 'i', asset: 'abcdefghijkl-16x9', caption: 'A cap', alt: 'A boat' }),
      schema.node('list', { id: 'l', ordered: true }, [
        schema.node('listItem', { id: 'l1', level: 1 }, [schema.text('An item')]),
      ]),
    ])
    const speakers = {
      s1: { name: 'Ada', initials: 'A', kind: 'interviewer' as const },
      s2: { name: 'Bo', initials: 'B', kind: 'subject' as const },
    }
    const all = await review({ body, speakers, headline: 'The old headline' }, ['Ana'])
    const [ana] = all.people
    const thread = await ana.comments(ana.words('world', 1))
    const inField = await ana.comments(ana.inField('headline', 'old'))
    await all.meet()
    const then = onDisk(ana)
    const version = await keeps(ana)

    await all.desk.rooms.edit(all.storyId, null, (ydoc) => {
      bodyOf(ydoc).delete(1, 3)
      fieldOf(ydoc, 'headline').delete(0, 8)
      fieldOf(ydoc, 'headline').insert(0, 'Another')
      speakersOf(ydoc).delete('s2')
    })
    await rests(all)
    for (let i = 0; i < 80; i++) ana.page.types(`${i} `, 0, 0)
    await rests(all)
    expect(await anchors(ana)).toEqual(['detached: world', 'detached: old'])
    await all.desk.restart()
    ana.writer.drop(false)
    await ana.writer.connect()
    await rests(all)
    await restores(ana, version)
    await all.meet()
    expect(onDisk(ana)).toEqual(then)
    expect(said(readStory(ana.ydoc), false)).toEqual(then)
    expect(ana.marked(thread)).toBe('world')
    expect(await anchors(ana)).toEqual(['world', 'old'])
    expect((await ana.threads()).map(({ id, place }) => [id, place.of])).toEqual([
      [thread.id, 'words'],
      [inField.id, 'words'],
    ])
  })

  test('[P5] comments of the story stay on the words that stay, and old marks of removed threads do not come back', async () => {
    const all = await review([HARBOUR, 'That was it.'], ['Ana'])
    const [ana] = all.people
    const gone = await ana.comments(ana.words('tied'))
    await all.meet()
    const version = await keeps(ana)
    await ana.asks('DELETE', `/threads/${gone.id}/comments/${gone.comments[0]!.id}`)
    const stays = await ana.comments(ana.words('was it', 1))
    ana.page.types('quickly ', 0, 2)
    ana.page.types('really ', 1, 9)
    await rests(all)
    await restores(ana, version)
    await all.meet()
    expect(lines(ana)).toEqual([HARBOUR, 'That was it.'])
    expect(ana.marked(stays)).toBe('was it')
    expect(ana.marked(gone)).toBe('')
    expect(await anchors(ana)).toEqual(['was it'])
  })

  test('a suggestion goes with the story, and what it suggests is still suggested', async () => {
    const all = await review(['One two three.'], ['Ana'], ['Sue', 'checker'])
    const [ana, sue] = all.people
    const version = await keeps(ana)
    ana.page.types('Zero. ', 0, 0)
    await rests(all)
    const fork = (await sue.asks<{ id: string }>('POST', '/fork')).body
    await all.desk.rooms.edit(fork.id, sue.writer.person, (ydoc) => {
      const text = (bodyOf(ydoc).get(0) as Y.XmlElement).get(0) as Y.XmlText
      text.insert(text.toString().indexOf('two') + 3, ' and a half')
    })
    await rests(all)
    await restores(ana, version)
    await rests(all)
    const { body } = await ana.asks<{ hunks: { says: string }[] }>('GET', '/suggestions')
    expect(body.hunks.map(({ says }) => says)).toEqual(['Add “and a half”'])
    expect(lines(ana)).toEqual(['One two three.'])
  })

  test('undo brings no fragments back once it is begun anew, as the page does when it hears of it', async () => {
    const all = await review(['hello world'], ['Ana'], ['Ben'])
    const [ana, ben] = all.people
    const version = await keeps(ana)
    const undo = new Y.UndoManager(bodyOf(ben.ydoc), { trackedOrigins: new Set([ben.page]) })
    ben.page.does(deleted, [0, 5], [0, 11])
    await rests(all)
    await restores(ana, version)
    await all.meet()
    expect(ben.writer.notices.some((notice) => 'restored' in notice)).toBe(true)
    undo.clear()
    ben.page.does(typed('!'), [0, 11])
    undo.undo()
    await all.meet()
    expect([lines(ana), lines(ben)]).toEqual([['hello world'], ['hello world']])
  })

  test('while the disk takes nothing it is refused, and nothing is kept or changed', async () => {
    const all = await review(['One.'], ['Ana'])
    const [ana] = all.people
    const version = await keeps(ana)
    ana.page.types(' Two.', 0, 4)
    await rests(all)
    all.desk.byAnotherHand(
      `create trigger full before insert on updates begin select raise(abort, 'database or disk is full'); end`,
    )
    const asked = ana.asks<{ type: string }>('POST', `/versions/${version.id}/restore`)
    for (let i = 0; i < 40; i++) {
      await new Promise((resolve) => setImmediate(resolve))
      all.desk.clock.pass(1000)
    }
    expect((await asked).status).toBe(503)
    all.desk.byAnotherHand('drop trigger full')
    all.desk.clock.pass(60_000)
    await all.desk.rooms.queue.settled()
  })
})
