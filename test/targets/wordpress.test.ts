/**
 * Stories on WordPress, against a strict stand-in of its REST API that runs everywhere; the same scenes run against
 * WordPress itself where it is installed (`wordpress-real.test.ts`).
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { WordPressStandIn } from './wordpress-stand-in.ts'
import { wordpressScenes } from './wordpress-scenes.ts'

describe.each([
  ['with pretty permalinks', false],
  ['without them, its addresses all in the query', true],
])('a stand-in for WordPress, %s', (_, isPlain) => {
  let press: WordPressStandIn
  beforeAll(async () => {
    press = await WordPressStandIn.open(isPlain)
  })
  afterAll(() => press.close())

  wordpressScenes(() => press)
})
