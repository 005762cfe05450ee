/** What we export and read again is the same story. A failing seed: put it first in the list. */
import { expect, test } from 'vitest'
import { toHtml, type Around } from '../../shared/body/html.ts'
import { toMarkdown } from '../../shared/body/markdown.ts'
import { readHtml, readMarkdown, type Reading } from '../../shared/import/read.ts'
import { SETTINGS, type StoryText } from '../../shared/story.ts'
import { addressOf, comparable, counter, madeUpStory } from './stories.ts'

const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 40) }, (_, i) => i + 1)
const AROUND: Around = { outlet: 'The Holm Courier', addressOf }

function expectSame(back: Reading, story: StoryText, about: string): void {
  expect(comparable(back.body, back.speakers), about).toEqual(comparable(story.body, story.speakers))
  expect([back.headline ?? '', back.dek ?? '', back.byline ?? ''], about).toEqual([story.headline, story.dek, story.byline])
  expect(Object.values(back.speakers), about).toEqual(Object.values(story.speakers))
  expect({ ...SETTINGS, ...back.settings }, about).toEqual(story.settings)
}

test('a story exported as HTML and imported again is the same story', () => {
  for (const seed of SEEDS) {
    const story = madeUpStory(seed)
    const html = toHtml(story, AROUND)
    expectSame(readHtml(html, counter()), story, `seed ${seed}\n${html}`)
  }
})

test('a story exported as Markdown and imported again is the same story', () => {
  for (const seed of SEEDS) {
    const story = madeUpStory(seed)
    const markdown = toMarkdown(story, AROUND)
    expectSame(readMarkdown(markdown, counter()), story, `seed ${seed}\n${markdown}`)
  }
})
