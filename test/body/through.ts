/** Out and in again, form by form: the story that comes back must be the one that went out. */
import { expect } from 'vitest'
import { asUri } from '../../server/docx/runs.ts'
import { toDocx, type Picture } from '../../server/docx/write.ts'
import { toHtml, type Around } from '../../shared/body/html.ts'
import { toMarkdown } from '../../shared/body/markdown.ts'
import { readDocx, readHtml, readMarkdown, type Reading } from '../../shared/import/read.ts'
import { SETTINGS, type StoryText } from '../../shared/story.ts'
import { addressOf, comparable, counter, madeUpStory } from './stories.ts'

const AROUND: Around = { outlet: 'The Holm Courier', addressOf }

function expectSame(back: Reading, story: StoryText, about: string, same: (body: unknown) => unknown = (body) => body): void {
  expect(same(comparable(back.body, back.speakers)), about).toEqual(same(comparable(story.body, story.speakers)))
  expect([back.headline ?? '', back.dek ?? '', back.byline ?? ''], about).toEqual([story.headline, story.dek, story.byline])
  expect(Object.values(back.speakers), about).toEqual(Object.values(story.speakers))
  expect({ ...SETTINGS, ...back.settings }, about).toEqual(story.settings)
}

export function throughHtml(seed: number): void {
  const story = madeUpStory(seed)
  const html = toHtml(story, AROUND)
  expectSame(readHtml(html, counter()), story, `seed ${seed}\n${html}`)
}

export function throughMarkdown(seed: number): void {
  const story = madeUpStory(seed)
  const markdown = toMarkdown(story, AROUND)
  expectSame(readMarkdown(markdown, counter()), story, `seed ${seed}\n${markdown}`)
}

/** A picture for every asset, that can be told from the others by its bytes. */
function picturesOf({ body }: StoryText): Map<string, Picture> {
  const out = new Map<string, Picture>()
  body.descendants(({ attrs }) => {
    const asset: unknown = attrs.asset
    if (typeof asset === 'string')
      out.set(asset, { bytes: new TextEncoder().encode(addressOf(asset)), type: 'png', width: 20, height: 10 })
  })
  return out
}

/** Addresses as Word writes them, which lead to the same places; a picture of the file as where it was. */
function asWord(pictures: Reading['pictures']): (body: unknown) => unknown {
  const file = (source: string) => pictures.find(({ id }) => source === `picture:${id}`)
  const address = (source: string) => {
    const picture = file(source)
    return picture === undefined ? asUri(source) : new TextDecoder().decode(picture.bytes)
  }
  return (body) =>
    JSON.parse(JSON.stringify(body), (key, value: unknown) =>
      typeof value === 'string' && ['href', 'url', 'source'].includes(key) ? address(value) : value,
    )
}

/** With its pictures. */
export async function throughWord(seed: number): Promise<void> {
  const story = madeUpStory(seed)
  const bytes = await toDocx(story, { outlet: 'The Holm Courier', pictures: picturesOf(story) })
  const back = readDocx(bytes, counter())
  expectSame(back, story, `seed ${seed}`, asWord(back.pictures))
  expect([back.lost, back.remarks], `seed ${seed}`).toEqual([[], []])
}
