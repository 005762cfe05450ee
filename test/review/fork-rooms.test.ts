import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { changeRole } from '../../db/people.ts'
import { shareStory } from '../../db/stories.ts'
import { keptStory } from '../../db/damage.ts'
import { repairCommand } from '../../server/repair-command.ts'
import type { Fork, MyFork } from '../../shared/review.ts'
import { CLOSE } from '../../shared/protocol.ts'
import type { z } from 'zod'
import { TestNewsroom, type SignedInPerson } from '../newsroom.ts'
import { Writer, deliverAll, storyOnDisk } from '../wire.ts'
import { ask } from './asks.ts'

let desk: TestNewsroom
let storyId: string
let ana: SignedInPerson
let carl: SignedInPerson

beforeEach(async () => {
  desk = await TestNewsroom.open()
  storyId = await desk.story(['The harbour was quiet.', 'Why?'])
  ana = await desk.person('Ana')
  carl = await desk.person('Carl', 'checker')
})
afterEach(() => desk.close())

const opens = async (person: SignedInPerson, kind: 'fork' | 'draft' = 'fork') => {
  const given = kind === 'draft' ? { passage: null } : undefined
  return (await ask<Fork>(desk, person, 'POST', `/api/stories/${storyId}/${kind}`, given)).body
}

async function enters(person: SignedInPerson, id: string): Promise<Writer> {
  const writer = new Writer(desk, person, id)
  await writer.connect()
  await deliverAll(desk, [writer])
  return writer
}

describe('a fork', () => {
  test('is the story, for its author alone', async () => {
    const fork = await opens(carl)
    expect(fork).toMatchObject({ storyId, kind: 'suggesting', passage: null })
    const writer = await enters(carl, fork.id)
    expect(writer.paragraphs).toEqual(['The harbour was quiet.', 'Why?'])
    writer.types('very ', 0, 16)
    await deliverAll(desk, [writer])
    expect(writer.saved).toBe(writer.sent.length)
    expect(storyOnDisk(desk, fork.id).getXmlFragment('body').toString()).toContain('was very quiet')
    expect(storyOnDisk(desk, storyId).getXmlFragment('body').toString()).not.toContain('very')
  })

  test('[P3] nobody else comes in, not even an owner: to them there is no such story', async () => {
    const fork = await opens(carl)
    const olga = await desk.person('Olga', 'owner')
    for (const person of [ana, olga]) {
      const writer = await enters(person, fork.id)
      expect(writer.line!.closed?.code).toBe(CLOSE.noStory)
      expect(writer.paragraphs).toEqual([])
    }
  })

  test('opened again, and in a second window, is the same one', async () => {
    const [one, two] = await Promise.all([opens(carl), opens(carl)])
    expect(two.id).toBe(one.id)
    const mine = await ask<z.infer<typeof MyFork>>(desk, carl, 'GET', `/api/stories/${storyId}/fork`)
    expect(mine.body.fork?.id).toBe(one.id)
    expect((await opens(carl, 'draft')).id).not.toBe(one.id)
  })

  test('[P8] is in no list, no search, no push to the desk, and under no address of a story', async () => {
    const fork = await opens(carl)
    const writer = await enters(carl, fork.id)
    writer.types('Secret scoop ', 0, 0)
    await deliverAll(desk, [writer])
    const list = await ask<{ stories: { id: string }[] }>(desk, ana, 'GET', '/api/stories?q=secret')
    expect(list.body.stories).toEqual([])
    expect(JSON.stringify((await ask(desk, ana, 'GET', '/api/stories')).body)).not.toContain('fork-')
    for (const person of [ana, carl])
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/body'],
        ['POST', '/fork'],
        ['GET', '/fork'],
        ['DELETE', ''],
      ] as const) {
        const allowed = method !== 'DELETE' || person === ana
        if (allowed)
          expect((await ask(desk, person, method, `/api/stories/${fork.id}${path}`)).problem, `${method} ${path}`).toBe(
            'no-story',
          )
      }
  })

  test('[P3] who may not suggest gets none, and learns no more of a story that is not shared', async () => {
    const gina = await desk.person('Gina', 'guest')
    expect((await ask(desk, gina, 'POST', `/api/stories/${storyId}/fork`)).problem).toBe('no-story')
    expect((await ask(desk, gina, 'POST', '/api/stories/none/fork')).problem).toBe('no-story')
    await shareStory(desk.db, storyId, gina.id)
    expect((await ask(desk, gina, 'POST', `/api/stories/${storyId}/fork`)).problem).toBe('not-allowed')
    expect((await ask(desk, gina, 'POST', `/api/stories/${storyId}/draft`, { passage: null })).problem).toBe('not-allowed')
  })

  test('[P3] who loses the right to suggest keeps what they have suggested before their eyes, closed to writing', async () => {
    const fork = await opens(carl)
    const writer = await enters(carl, fork.id)
    writer.types('very ', 0, 16)
    await deliverAll(desk, [writer])
    await shareStory(desk.db, storyId, carl.id)
    await changeRole(desk.db, carl.id, 'guest')
    await desk.rooms.rightsChanged()
    await deliverAll(desk, [writer])
    expect(writer.readOnly).toBe(true)
    writer.types('NOT ', 0, 0)
    await deliverAll(desk, [writer])
    expect(storyOnDisk(desk, fork.id).getXmlFragment('body').toString()).toContain('>The harbour was very quiet')
  })

  test('given up, it closes for its author; its words stay on disk', async () => {
    const fork = await opens(carl)
    const writer = await enters(carl, fork.id)
    expect((await ask(desk, carl, 'DELETE', `/api/stories/${storyId}/fork`)).status).toBe(204)
    expect(writer.line!.closed?.code).toBe(CLOSE.noStory)
    expect((await opens(carl)).id).not.toBe(fork.id)
    expect((await keptStory(desk.db, fork.id)).log.length).toBe(1)
  })

  test('a deleted story takes its forks out of sight', async () => {
    const fork = await opens(carl)
    const writer = await enters(carl, fork.id)
    await ask(desk, ana, 'DELETE', `/api/stories/${storyId}`)
    expect(writer.line!.closed?.code).toBe(CLOSE.noStory)
  })

  test('[P1] a damaged one is named by the repair command and opens again without what cannot be read', async () => {
    const fork = await opens(carl)
    const writer = await enters(carl, fork.id)
    writer.types('very ', 0, 16)
    await deliverAll(desk, [writer])
    await desk.restart()
    desk.byAnotherHand(`update updates set bytes = x'ff01' where story_id = '${fork.id}' and seq = 2`)
    expect(await repairCommand([], desk.db, 1)).toContain(`a fork of ${storyId} (${fork.id})`)
    await repairCommand(['set-aside', '--story', fork.id], desk.db, 1)
    expect((await enters(carl, fork.id)).paragraphs[0]).toBe('The harbour was quiet.')
  })
})

describe('a private draft', () => {
  test('of it others are told who is writing and where, and when that ends', async () => {
    const reader = await enters(ana, storyId)
    await ask(desk, carl, 'POST', `/api/stories/${storyId}/draft`, { passage: ['b1'] })
    await ask(desk, carl, 'DELETE', `/api/stories/${storyId}/draft`)
    await deliverAll(desk, [reader])
    const by = { id: carl.id, name: 'Carl', hue: carl.hue }
    expect(reader.notices.filter((one) => 'draft' in one)).toEqual([
      { draft: { by, passage: ['b1'], open: true } },
      { draft: { by, passage: ['b1'], open: false } },
    ])
  })
})

describe('edits by the server', () => {
  test('many on one person’s behalf are under one Yjs client, not one each', async () => {
    for (let i = 0; i < 5; i++) await desk.rooms.edit(storyId, ana, (ydoc) => ydoc.getText('headline').insert(0, 'x'))
    const clients = new Set(storyOnDisk(desk, storyId).store.clients.keys())
    expect(clients.size).toBe(2)
    expect(storyOnDisk(desk, storyId).getText('headline').toString()).toBe('xxxxx')
  })
})
