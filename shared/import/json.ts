/** Reads JSON: Ghost's export, posts of WordPress's API, and what speech recognisers write. */
import { Refusal } from '../refusal.ts'
import type { Draught } from './draft.ts'
import { lexicalHtml } from './lexical.ts'
import { mobiledocHtml } from './mobiledoc.ts'
import { draftPost, draftSpeech, type Post } from './posts.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined), value)

/**
 * @param pick which of its posts, where it holds more than one
 * @throws Refusal `not-readable`
 */
export function draftJson(source: string, pick = 0): Draught {
  let json: unknown
  try {
    json = JSON.parse(source.replace(/^\ufeff/, ''))
  } catch {
    throw new Refusal('not-readable', 422, 'This file is damaged: it is not whole JSON. Nothing was changed.')
  }
  const read = ghost(json, pick) ?? wordPress(json, pick) ?? kaldi(json) ?? segments(json)
  if (read !== null) return read
  throw new Refusal(
    'not-readable',
    422,
    'This JSON holds no story that Copydesk knows: it reads Ghost’s export, posts of WordPress, and transcripts. Nothing was changed.',
  )
}

// --- Ghost ---

function ghost(json: unknown, pick: number): Draught | null {
  const data = at(objects(at(json, 'db'))[0], 'data') ?? at(json, 'data') ?? json
  // Tools that move newsletters to Ghost put each post a level deeper.
  const posts = objects(at(data, 'posts')).map((post) => (isObject(post.data) ? { ...post.data, ...post } : post))
  // Without a place for the words these are somebody else's posts: better refused than read as empty stories.
  if (!posts.some((post) => WORDS.some((name) => Object.hasOwn(post, name)))) return null
  const names = new Map(objects(at(data, 'users')).map((user) => [text(user.id), text(user.name)]))
  const written = objects(at(data, 'posts_authors'))
  const metas = objects(at(data, 'posts_meta'))
  return draftPost(
    posts.map((post): Post => {
      const id = text(post.id)
      const meta = metas.find((one) => one.post_id === id) ?? post
      const authors = written
        .filter((one) => one.post_id === id)
        .toSorted((a, b) => Number(a.sort_order) - Number(b.sort_order))
        .map((one) => names.get(text(one.author_id)) ?? '')
      const own = objects(post.authors).map((author) => text(author.name))
      const { html, lost } = bodyOf(post)
      return {
        title: escaped(text(post.title)),
        dek: escaped(text(post.custom_excerpt)),
        authors: [...authors, ...own].filter((name) => name !== ''),
        html,
        picture: pictureOf(post, meta),
        lost,
      }
    }),
    pick,
  )
}

/** Ghost's titles are plain text. */
const escaped = (words: string): string => words.replace(/&/g, '&amp;').replace(/</g, '&lt;')

const WORDS = ['html', 'lexical', 'mobiledoc', 'body', 'content']

function bodyOf(post: Json): { html: string; lost: string[] } {
  const html = text(post.html)
  if (html !== '') return { html, lost: [] }
  const lexical = text(post.lexical)
  if (lexical !== '') return lexicalHtml(lexical)
  const mobiledoc = text(post.mobiledoc)
  return mobiledoc === '' ? { html: text(post.body) || text(post.content), lost: [] } : mobiledocHtml(mobiledoc)
}

function pictureOf(post: Json, meta: Json): Post['picture'] {
  const address = text(post.feature_image)
  if (address === '') return null
  return {
    // Ghost leaves the place of the site open.
    address: address.replace(/^__GHOST_URL__/, ''),
    alt: text(meta.feature_image_alt),
    caption: text(meta.feature_image_caption),
  }
}

// --- WordPress ---

function wordPress(json: unknown, pick: number): Draught | null {
  const posts = (Array.isArray(json) ? objects(json) : [json]).filter(
    (post) => typeof at(post, 'content', 'rendered') === 'string',
  )
  if (posts.length === 0) return null
  return draftPost(
    posts.map((post): Post => {
      const media = objects(at(post, '_embedded', 'wp:featuredmedia'))[0]
      const address = text(at(post, 'jetpack_featured_media_url')) || text(at(media, 'source_url'))
      return {
        title: text(at(post, 'title', 'rendered')),
        dek: '',
        authors: objects(at(post, '_embedded', 'author'))
          .map((author) => text(author.name))
          .filter((name) => name !== ''),
        html: text(at(post, 'content', 'rendered')),
        picture:
          address === '' ? null : { address, alt: text(at(media, 'alt_text')), caption: text(at(media, 'caption', 'rendered')) },
        lost: [],
      }
    }),
    pick,
  )
}

// --- transcripts ---

/** What BBC's Kaldi writes: words with their times, and who speaks from when to when. */
function kaldi(json: unknown): Draught | null {
  const inner = at(json, 'retval') ?? json
  const spoken = objects(at(inner, 'segmentation', 'segments'))
  const words = objects(at(inner, 'words'))
  if (spoken.length === 0 && words.length === 0) return null
  if (words.length === 0)
    throw new Refusal(
      'not-readable',
      422,
      'This file says who speaks when, but not what: the words are in another file of the transcript. Nothing was changed.',
    )
  const ends = spoken.map((segment) => ({
    end: Number(segment.start) + Number(segment.duration),
    speaker: text(at(segment, 'speaker', '@id')),
  }))
  let n = 0
  return draftSpeech(
    words.map((word) => {
      while (n < ends.length - 1 && Number(word.start) >= (ends[n]?.end ?? Infinity)) n += 1
      return { speaker: ends[n]?.speaker ?? '', text: text(word.punct) || text(word.word) }
    }),
  )
}

/** The podcast namespace's transcripts, and others of the same build. */
function segments(json: unknown): Draught | null {
  const turns = objects(at(json, 'segments'))
  const said = turns.map((turn) => ({ speaker: text(turn.speaker), text: text(turn.body) || text(turn.text) }))
  return said.some((turn) => turn.text !== '') ? draftSpeech(said) : null
}
