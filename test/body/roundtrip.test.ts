/** What we export and read again is the same story. A failing seed: put it first in the list. */
import { expect, test } from 'vitest'
import { toHtml } from '../../shared/body/html.ts'
import { toMarkdown } from '../../shared/body/markdown.ts'
import { readHtml, readMarkdown } from '../../shared/import/read.ts'
import { comparable, counter, madeUpStory } from './stories.ts'

const SEEDS = Array.from({ length: Number(process.env.SEEDS ?? 40) }, (_, i) => i + 1)

test('a story exported as HTML and imported again is the same story', () => {
  for (const seed of SEEDS) {
    const story = madeUpStory(seed)
    const html = toHtml(story)
    const back = readHtml(html, counter())
    expect(comparable(back.body, back.speakers), `seed ${seed}\n${html}`).toEqual(comparable(story.body, story.speakers))
    expect([back.headline ?? '', back.dek ?? '', back.byline ?? ''], `seed ${seed}`).toEqual([
      story.headline,
      story.dek,
      story.byline,
    ])
  }
})

test('a story exported as Markdown and imported again is the same story', () => {
  for (const seed of SEEDS) {
    const story = madeUpStory(seed)
    const markdown = toMarkdown(story)
    const back = readMarkdown(markdown, counter())
    expect(comparable(back.body, back.speakers), `seed ${seed}\n${markdown}`).toEqual(comparable(story.body, story.speakers))
    expect([back.headline ?? '', back.dek ?? '', back.byline ?? ''], `seed ${seed}`).toEqual([
      story.headline,
      story.dek,
      story.byline,
    ])
    for (const speaker of Object.values(back.speakers)) expect(Object.values(story.speakers)).toContainEqual(speaker)
  }
})
