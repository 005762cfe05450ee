/** What we export and read again is the same story; `test/seeds/stories.test.ts` tries many more. */
import { expect, test } from 'vitest'
import { throughHtml, throughMarkdown, throughWord, throughWordWithThreads } from './through.ts'

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

test('a story exported as HTML and imported again is the same story', () => {
  expect.hasAssertions()
  for (const seed of upTo(20)) throughHtml(seed)
})

test('a story exported as Markdown and imported again is the same story', () => {
  expect.hasAssertions()
  for (const seed of upTo(20)) throughMarkdown(seed)
})

test('a story exported as a Word file and imported again is the same story, its pictures too', async () => {
  expect.hasAssertions()
  for (const seed of upTo(6)) await throughWord(seed)
})

test('a story whose threads go along as comments is the same story, and they are listed', async () => {
  expect.hasAssertions()
  for (const seed of upTo(12)) await throughWordWithThreads(seed)
})
