/** Posts out of the exports of Ghost and WordPress: one of them, picked by its number, becomes the story. */
import { Refusal } from '../refusal.ts'
import { draught, LOSSES, Lost, plainOf, type Draught } from './draft.ts'
import { PLAIN } from '../look.ts'
import { draftHtml, draftMarkup } from './html.ts'
import { noImage } from './html-media.ts'
import { MAX_ADDRESS } from './hrefs.ts'
import { safeHref } from '../links.ts'

/** Titles and excerpts may be HTML. */
export type Post = {
  title: string
  dek: string
  authors: string[]
  html: string
  /** The picture at its head. */
  picture: { address: string; alt: string; caption: string } | null
  lost: string[]
}

/** @throws Refusal `no-such-choice` where the file has no post of that number */
export function draftPost(posts: Post[], pick: number): Draught {
  const post = posts[pick]
  if (posts.length === 0) throw new Refusal('not-readable', 422, 'There is no story in this file. Nothing was changed.')
  if (post === undefined) throw new Refusal('invalid-field', 422, `pick: this file has ${posts.length} stories, counted from 0.`)
  const read = draftHtml(post.html)
  for (const one of post.lost) read.lost.add(one)
  const { picture } = post
  const address = safeHref(picture?.address ?? '')
  if (picture !== null && address !== null && address.length <= MAX_ADDRESS) {
    read.lost.add(...LOSSES.pictureElsewhere)
    read.drafts.unshift(noImage({ source: address, alt: picture.alt, caption: wordsOf(picture.caption) }))
  }
  const { authors } = post
  return {
    ...read,
    choices: posts.length < 2 ? [] : posts.map(({ title }) => wordsOf(title) || 'Without a headline'),
    front: {
      ...read.front,
      headline: wordsOf(post.title) || read.front.headline,
      dek: wordsOf(post.dek) || null,
      authors,
      byline: authors.length === 0 ? null : authors.join(authors.length === 2 ? ' and ' : ', '),
    },
  }
}

/** The words of a bit of HTML on one line. */
export function wordsOf(html: string): string {
  const { drafts } = draftMarkup(html, 'html', new Lost())
  return drafts
    .flatMap((draft) => ('pieces' in draft ? [plainOf(draft.pieces)] : draft.kind === 'image' ? [draft.caption] : []))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Speech with its speakers as labels at the heads of paragraphs, for recognition to take. */
export function draftSpeech(turns: { speaker: string; text: string }[]): Draught {
  const paragraphs: { speaker: string; text: string }[] = []
  for (const { speaker, text } of turns) {
    const last = paragraphs.at(-1)
    const words = text.replace(/\s+/g, ' ').trim()
    if (words === '') continue
    if (last !== undefined && last.speaker === speaker) last.text += ` ${words}`
    else paragraphs.push({ speaker, text: words })
  }
  return draught({
    lost: new Lost(),
    drafts: paragraphs.map(({ speaker, text }) => ({
      kind: 'paragraph',
      pieces: [{ text: speaker === '' ? text : `${speaker}: ${text}`, look: PLAIN }],
      said: null,
    })),
  })
}
