/** Reads WordPress's export file (WXR): its posts and pages; what visitors wrote below them stays out. */
import { Refusal } from '../refusal.ts'
import type { Draught } from './draft.ts'
import { draftPost, type Post } from './posts.ts'
import { readXml } from './xml.ts'

/** Kinds of entries that are no text of somebody's. */
const NOT_POSTS = /^(attachment|nav_menu_item|revision|custom_css|customize_changeset|oembed_cache|user_request|wp_.*)$/

type Entry = Map<string, string>

/** @param pick which of its posts, where it holds more than one */
export function draftWxr(source: string, pick = 0): Draught {
  const entries: Entry[] = []
  const names = new Map<string, string>()
  const pictures = new Map<string, { address: string; alt: string; caption: string }>()
  let entry: Entry | null = null
  let author: Entry | null = null
  let meta = ''
  let comments = 0
  let text = ''
  let rss = false
  const path: string[] = []
  readXml(withoutLooseSigns(source), {
    open(name) {
      path.push(name)
      text = ''
      if (name === 'rss') rss = true
      else if (name === 'item') entry = new Map()
      else if (name === 'author' && path.at(-2) === 'channel') author = new Map()
    },
    text(part) {
      text += part
    },
    close(name) {
      path.pop()
      const parent = path.at(-1)
      if (parent === 'item' && entry !== null) {
        // `content:encoded` and `excerpt:encoded` share their last word; the content comes first.
        const key = name === 'encoded' && entry.has('encoded') ? 'excerpt' : name
        if (!entry.has(key)) entry.set(key, text)
        if (name === 'comment') comments += 1
      } else if (parent === 'author' && author !== null) author.set(name, text)
      else if (name === 'meta_key') meta = text
      else if (name === 'meta_value' && meta === '_thumbnail_id') entry?.set('thumbnail', text)
      if (name === 'author' && author !== null) {
        names.set(author.get('author_login') ?? '', author.get('author_display_name') ?? '')
        author = null
      } else if (name === 'item' && entry !== null) {
        const address = entry.get('attachment_url')
        if (address !== undefined)
          pictures.set(entry.get('post_id') ?? '', { address, alt: '', caption: entry.get('excerpt') ?? '' })
        else if (!NOT_POSTS.test(entry.get('post_type') ?? 'post')) {
          entry.set('comments', String(comments))
          entries.push(entry)
        }
        entry = null
        comments = 0
      }
      text = ''
    },
  })
  if (!rss) throw new Refusal('not-readable', 422, 'This XML is no export of WordPress. Nothing was changed.')
  const posts = entries.map((one): Post => {
    const creator = one.get('creator') ?? ''
    const comments = Number(one.get('comments'))
    return {
      title: one.get('title') ?? '',
      dek: one.get('excerpt') ?? '',
      authors: creator === '' ? [] : [names.get(creator) || creator],
      html: paragraphed(one.get('encoded') ?? ''),
      picture: pictures.get(one.get('thumbnail') ?? '') ?? null,
      lost: comments === 0 ? [] : [comments === 1 ? 'A comment of a visitor' : `${comments} comments of visitors`],
    }
  })
  return draftPost(posts, pick)
}

/** WordPress and its helpers leave bare `&` in addresses, which no XML allows. */
function withoutLooseSigns(source: string): string {
  return source
    .replace(/^\ufeff?\s+(?=<\?xml)/, '')
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) =>
      part.startsWith('<![CDATA[') ? part : part.replace(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g, '&amp;'),
    )
    .join('')
}

/** Text of the old editor has blank lines for paragraphs, and commands in square brackets for pictures. */
function paragraphed(html: string): string {
  const whole = html
    .replace(/\[caption[^\]]{0,400}\]([\s\S]{0,4000}?)\[\/caption\]/g, (_whole, inner: string) => {
      const end =
        inner.lastIndexOf('/>') < 0
          ? inner.lastIndexOf('</a>') + 3
          : Math.max(inner.lastIndexOf('/>') + 1, inner.lastIndexOf('</a>') + 3)
      return `<figure>${inner.slice(0, end + 1)}<figcaption>${inner.slice(end + 1)}</figcaption></figure>`
    })
    .replace(/\[embed[^\]]{0,200}\]([^[]{0,2000})\[\/embed\]/g, '\n\n$1\n\n')
    .replace(/\[(gallery|audio|video|playlist)\b[^\]]{0,1000}\](?:\s*\[\/\1\])?/g, '<video></video>')
  if (/<p[\s>]|<!-- wp:/i.test(whole)) return whole
  return whole
    .split(/\n\s*\n/)
    .map((part) =>
      /^\s*<(?:p|div|h[1-6]|ul|ol|blockquote|figure|table|hr|pre)\b/i.test(part)
        ? part
        : `<p>${part.trim().replace(/\n/g, '<br>')}</p>`,
    )
    .join('\n')
}
