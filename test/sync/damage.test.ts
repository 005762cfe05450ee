/** A story whose saved copy is damaged: what opens by itself, what the operator is told, and what can be set aside. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../server/repair-command.ts'
import { Refusal } from '../../shared/refusal.ts'
import { readStory } from '../../shared/story.ts'
import type { TestNewsroom } from '../newsroom.ts'
import { Writer, deliverAll } from '../wire.ts'
import { together } from './together.ts'

let desk: TestNewsroom
let storyId: string
let ana: Writer
let ben: Writer

beforeEach(async () => {
  const met = await together(['The harbour was quiet.', 'Ben’s own.'], ['Ana'], ['Ben'])
  ;({ desk, storyId } = met)
  ;[ana, ben] = met.writers
})
afterEach(() => desk.close())

const rowsOf = (table: string) => desk.disk.prepare(`select * from ${table} where story_id = ? order by seq`).all(storyId)
const troubleOf = () =>
  (desk.disk.prepare('select trouble from stories where id = ?').get(storyId) as { trouble: string }).trouble
const opened = () =>
  desk.rooms.read(storyId, (ydoc) => readStory(ydoc).body.textBetween(0, readStory(ydoc).body.content.size, '|'))

/** Everybody leaves, and the server is started again. */
async function closed(): Promise<void> {
  await deliverAll(desk, [ana, ben])
  ana.drop()
  ben.drop()
  await desk.restart()
}

/** `npm run repair`, on a connection of its own, as beside a running server. */
async function repair(...words: string[]): Promise<{ code: number; said: string }> {
  let said = ''
  const hear = (text: string) => void (said += text)
  const code = await run(words, { DATA_DIR: desk.folder }, { input: process.stdin, say: hear, complain: hear })
  return { code, said }
}

describe('a damaged checkpoint', () => {
  const damage = () => desk.byAnotherHand(`update checkpoints set state = substr(state, 1, length(state) - 9)`)

  beforeEach(async () => {
    // So many that closing the story is worth a checkpoint.
    for (let i = 0; i < 70; i++) ana.types(`${i} `, 0)
    await closed()
    expect(rowsOf('checkpoints')).toHaveLength(1)
  })

  test('[P1] [MIG-07] is set aside by itself when the log has every update: no word is missing, nobody is refused', async () => {
    const before = await opened()
    await desk.restart()
    const [checkpoint] = rowsOf('checkpoints') as { seq: number }[]
    damage()
    expect((await repair()).said).toContain('the story opens from it')
    expect(await opened()).toBe(before)
    expect(troubleOf()).toBeNull()
    expect(rowsOf('checkpoints')).toEqual([])
    expect(rowsOf('set_aside')).toMatchObject([{ kind: 'checkpoint', seq: checkpoint!.seq }])
    expect((await repair()).said).toMatch(/Every one can be opened/)
  })

  test('[MIG-07] with a hole in the log is no reason to show half a story', async () => {
    damage()
    desk.byAnotherHand('delete from updates where seq = 30')
    await expect(opened()).rejects.toThrow(Refusal)
    expect(troubleOf()).toMatch(/checkpoint/)
    expect(rowsOf('set_aside')).toEqual([])
    expect(rowsOf('checkpoints')).toHaveLength(1)
  })

  test('[MIG-07] that was made before the last words were lost from the log is not given up for it', async () => {
    damage()
    desk.byAnotherHand('delete from updates where seq > 40')
    await expect(opened()).rejects.toThrow(Refusal)
    expect(rowsOf('set_aside')).toEqual([])
  })

  test('a damaged update before a good one is in nobody’s way', async () => {
    const before = await opened()
    await desk.restart()
    desk.byAnotherHand(`update updates set bytes = x'07' where seq = 30`)
    expect(await opened()).toBe(before)
    const { code, said } = await repair()
    expect(code).toBe(0)
    expect(said).toMatch(/Update 30, by Ana, .* 1 bytes: It cannot be read\./)
    expect(said).toContain('nothing has to be done')
    expect((await repair('set-aside', '--story', storyId)).code).toBe(1)
  })
})

describe('a damaged update', () => {
  beforeEach(async () => {
    ana.types(' Damaged.', 0)
    await deliverAll(desk, [ana, ben])
    ben.types(' More of it.', 1)
    await deliverAll(desk, [ana, ben])
    ana.types(' After it.', 0)
    await closed()
    desk.byAnotherHand('update updates set bytes = substr(bytes, 1, length(bytes) - 5) where seq = 2')
    await expect(opened()).rejects.toThrow(Refusal)
  })

  test('[MIG-07] is told by number, by whom and when, with what builds on it; looking changes nothing', async () => {
    const before = [rowsOf('updates'), rowsOf('set_aside')]
    const { code, said } = await repair()
    expect(code).toBe(0)
    expect(said).toContain(`${storyId} (${storyId})\n`)
    expect(said).toMatch(/Update 2, by Ana, \d{4}-\d\d-\d\d \d\d:\d\d UTC, \d+ bytes: It cannot be read\./)
    expect(said).toMatch(/Update 4, by Ana, .*: It builds on words that are missing\. Its words: “After it\.”/)
    expect(said).not.toMatch(/Update 3/)
    expect(said).toContain(`npm run repair -- set-aside --story ${storyId}`)
    expect([rowsOf('updates'), rowsOf('set_aside')]).toEqual(before)
  })

  test('[P1] [MIG-07] is set aside byte for byte; the rest opens, and a window that has the words brings them back', async () => {
    const log = rowsOf('updates') as { seq: number; bytes: Buffer; person_id: string; at: number }[]
    expect(await repair('set-aside', '--story', storyId)).toEqual({
      code: 0,
      said: `2 updates of ${storyId} set aside. It opens without them.\n`,
    })
    expect(rowsOf('set_aside')).toMatchObject(
      [log[1]!, log[3]!].map(({ seq, bytes, person_id, at }) => ({ kind: 'update', seq, bytes, person_id, at })),
    )
    // The server remembers for a moment that the story is damaged.
    desk.clock.pass(31_000)
    expect(await opened()).toBe('The harbour was quiet.|Ben’s own. More of it.')
    expect(troubleOf()).toBeNull()

    await ana.connect()
    await ben.connect()
    await deliverAll(desk, [ana, ben])
    expect(ben.paragraphs).toEqual(['The harbour was quiet. Damaged. After it.', 'Ben’s own. More of it.'])
    await desk.restart()
    expect(await opened()).toBe('The harbour was quiet. Damaged. After it.|Ben’s own. More of it.')
  })

  test('a missing one leaves no hole in the numbers', async () => {
    desk.byAnotherHand('delete from updates where seq = 2')
    expect((await repair()).said).toMatch(/Update 2: It is missing\./)
    expect((await repair('set-aside', '--story', storyId)).code).toBe(0)
    expect(rowsOf('updates').map((row) => (row as { seq: number }).seq)).toEqual([1, 2, 3, 4])
    desk.clock.pass(31_000)
    expect(await opened()).toBe('The harbour was quiet.|Ben’s own. More of it.')
  })

  test('[P1] that is the first of its story is not set aside: an empty story never stands in for one that was written', async () => {
    desk.byAnotherHand(`update updates set bytes = x'ff' || substr(bytes, 2) where seq = 1`)
    expect((await repair()).said).toContain('take the story from a backup')
    const refused = await repair('set-aside', '--story', storyId)
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('Nothing was changed')
    expect(rowsOf('set_aside')).toEqual([])
  })

  test('the command says which word makes no sense', async () => {
    for (const [words, says] of [
      [['set-aside'], '--story is missing'],
      [['--story', storyId], '--story goes with set-aside'],
      [['mend'], 'no command "mend"'],
      [['set-aside', '--tale', 'x'], '--tale'],
    ] as const) {
      const { code, said } = await repair(...words)
      expect(code).toBe(2)
      expect(said).toContain(says)
      expect(said).toContain('Usage: npm run repair')
    }
    expect(await repair('set-aside', '--story', 'nowhere')).toEqual({ code: 1, said: 'There is no story nowhere.\n' })
  })
})
