/** Made-up stories with every block and mark, out in each form and in again. */
import { expect, test } from 'vitest'
import { throughHtml, throughMarkdown, throughWord, throughWordWithThreads } from '../body/through.ts'

const one = process.env.SEED
const upTo = (n: number): number[] =>
  one === undefined ? Array.from({ length: Number(process.env.SEEDS ?? n) }, (_, i) => i + 1) : [Number(one)]

test('HTML and Markdown of ours come back as the same stories', () => {
  expect.hasAssertions()
  for (const seed of upTo(300)) {
    throughHtml(seed)
    throughMarkdown(seed)
  }
})

test('Word files of ours come back as the same stories', async () => {
  expect.hasAssertions()
  for (const seed of upTo(100)) await throughWord(seed)
})

test('Word files with threads on the words come back as the same stories, with all that was said', async () => {
  expect.hasAssertions()
  for (const seed of upTo(60)) await throughWordWithThreads(seed)
})
