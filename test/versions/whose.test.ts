/** Whose doing a change is, when letters are moved, and when somebody back on the line says again what others did. */
import { expect, test } from 'vitest'
import { enter } from '../../client/editor/commands.ts'
import { moveRun } from '../../client/editor/move.ts'
import type { Compared, Version } from '../../shared/shapes/versions.ts'
import { deleted } from '../review/hands.ts'
import { bodyOf } from '../../shared/story.ts'
import { review, type Colleague } from '../review/review.ts'

async function keeps(who: Colleague): Promise<string> {
  return (await who.asks<Version>('POST', '/versions', { name: 'as it was' })).body.id
}

const byWhom = async (who: Colleague, version: string) =>
  (await who.asks<Compared>('GET', `/versions/${version}/compare`)).body.changes.map(({ was, now, by }) => [
    was.trim(),
    now.trim(),
    by.map(({ name }) => name),
  ])

test('who took words out is who did, though a colleague back on the line says with their own words what is gone', async () => {
  const all = await review(['One two three.', 'Four five.'], ['Ana'], ['Ben'])
  const [ana, ben] = all.people
  const version = await keeps(ana)
  ben.page.does(deleted, [0, 4], [0, 8])
  await all.meet()
  ana.writer.drop(false)
  ana.page.types(' Six.', 1, 10)
  await ana.writer.connect()
  await all.meet()
  expect(await byWhom(ana, version)).toEqual([
    ['two', '', ['Ben']],
    ['', 'Six.', ['Ana']],
  ])
})

test('who parts a paragraph takes none of its words out, and who then does is named', async () => {
  const all = await review(['One two three four.'], ['Ana'], ['Ben'])
  const [ana, ben] = all.people
  const version = await keeps(ana)
  ana.page.does(enter({}), [0, 8])
  await all.meet()
  expect((await byWhom(ana, version)).filter(([was]) => was !== '')).toEqual([])
  ben.page.does(deleted, [1, 0], [1, 6])
  await all.meet()
  expect((await byWhom(ana, version)).filter(([was]) => was !== '')).toEqual([['three', '', ['Ben']]])
})

/** As the keys do: `busy` says of which block a colleague is typing in it. */
function moves({ ydoc }: Colleague, at: number, way: 1 | -1, busy: number | null = null): void {
  const body = bodyOf(ydoc)
  ydoc.transact(() => moveRun({ parent: body, first: at, last: at }, way, (part) => busy !== null && part === body.get(busy)))
}

const movedBy = async (who: Colleague, version: string) =>
  (await who.asks<Compared>('GET', `/versions/${version}/compare`)).body.changes.map(({ kind, by }) => [
    kind,
    by.map(({ name }) => name),
  ])

test('who moved a block is named, whichever of the two was put in again, and nobody else', async () => {
  for (const busy of [null, 2]) {
    const all = await review(['One.', 'Two.', 'Three.', 'Four.'], ['Ana'], ['Ben'])
    const [ana, ben] = all.people
    const version = await keeps(ana)
    ben.page.types('And ', 3, 0)
    await all.meet()
    moves(ana, 1, 1, busy)
    await all.meet()
    expect(await movedBy(ben, version)).toEqual([
      ['moved', ['Ana']],
      ['added', ['Ben']],
    ])
  }
})

test('each of two who moved blocks is named for their own, and for a block that came a long way whoever moved it', async () => {
  const all = await review(['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.', 'Eight.'], ['Ana'], ['Ben'])
  const [ana, ben] = all.people
  const version = await keeps(ana)
  moves(ana, 0, 1)
  await all.meet()
  for (const at of [4, 5, 6]) moves(ben, at, 1)
  await all.meet()
  expect(await movedBy(ana, version)).toEqual([
    ['moved', ['Ana']],
    ['moved', ['Ben']],
  ])
})

test('who put back a version is named for what that moved', async () => {
  const all = await review(['One.', 'Two.', 'Three.'], ['Ana'], ['Ben'])
  const [ana, ben] = all.people
  const first = await keeps(ana)
  moves(ana, 0, 1)
  await all.meet()
  const second = await keeps(ana)
  await ben.asks('POST', `/versions/${first}/restore`)
  await all.meet()
  expect(await movedBy(ana, second)).toEqual([['moved', ['Ben']]])
})
