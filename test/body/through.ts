/** Out and in again, form by form: the story that comes back must be the one that went out. */
import { Transform } from 'prosemirror-transform'
import { expect } from 'vitest'
import type { FileThread } from '../../server/docx/comments.ts'
import { asUri } from '../../server/docx/runs.ts'
import { toDocx, type Picture } from '../../server/docx/write.ts'
import { toHtml, type Around } from '../../shared/body/html.ts'
import { toMarkdown } from '../../shared/body/markdown.ts'
import { readDocx, readHtml, readMarkdown, type Reading } from '../../shared/import/read.ts'
import { schema } from '../../shared/schema.ts'
import { SETTINGS, type StoryText } from '../../shared/story.ts'
import { addressOf, comparable, counter, dice, madeUpStory } from './stories.ts'

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

/** Not within a character: no thread is put there. */
function wholeAt({ body }: StoryText, at: number): number {
  return at < body.content.size && /[\udc00-\udfff]/.test(body.textBetween(at, at + 1)) ? at + 1 : at
}

/** Threads on stretches of its words, across paragraphs and over one another, and on blocks: the same story, and every word of theirs. */
export async function throughWordWithThreads(seed: number): Promise<void> {
  const story = madeUpStory(seed)
  const roll = dice(seed)
  const count = 1 + Math.floor(roll() * 6)
  const tr = new Transform(story.body)
  const threads = Array.from({ length: count }, (_none, n): FileThread => {
    const id = `thread-${n}`
    const ends = [roll(), roll()].map((at) => wholeAt(story, Math.floor(at * story.body.content.size)))
    tr.addMark(Math.min(...ends), Math.max(...ends), schema.mark('comment', { id }))
    const block = String(story.body.child(Math.floor(roll() * story.body.childCount)).attrs.id)
    const place = roll() < 0.3 ? ({ of: 'block', block } as const) : ({ of: 'story' } as const)
    const said = ['opens', 'answers', 'goes on'].slice(0, 1 + Math.floor(roll() * 3))
    return {
      id: place.of === 'block' ? `elsewhere-${n}` : id,
      kind: 'remark',
      place,
      quote: '',
      comments: said.map((does, at) => ({ who: `Kim ${n}`, at, text: `${n} ${does}` })),
    }
  })
  const marked = { ...story, body: tr.doc }
  const bytes = await toDocx(marked, { outlet: 'The Holm Courier', pictures: picturesOf(story), threads })
  const back = readDocx(bytes, counter())
  expectSame(back, story, `seed ${seed}`, asWord(back.pictures))
  expect(back.lost, `seed ${seed}`).toEqual([])
  const heard = back.remarks.map(({ words }) => words.replace(/^On the whole story: /, ''))
  const isEmpty = back.headline === null && back.dek === null && back.byline === null && back.body.content.size <= 2
  const said = isEmpty ? [] : threads.flatMap(({ comments }) => comments.map(({ text }) => text))
  expect(heard.toSorted(), `seed ${seed}`).toEqual(said.toSorted())
}
