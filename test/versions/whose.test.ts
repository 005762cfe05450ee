/** Whose doing a change is, when letters are moved, and when somebody back on the line says again what others did. */
import { expect, test } from 'vitest'
import { enter } from '../../client/editor/commands.ts'
import type { Compared, Version } from '../../shared/shapes/versions.ts'
import { deleted } from '../review/hands.ts'
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
