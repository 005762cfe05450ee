/**
 * A story as plain text: a blank line between paragraphs, who speaks at the head of each turn by the
 * story's label style. Where that is bold, names are written out: a text has no bold.
 */
import type { StoryText } from '../story.ts'
import { NOWHERE, type Around } from './html.ts'
import { labels, withoutBold } from './labels.ts'
import { layOut, type ListPart, type ParagraphPart, type Part } from './parts.ts'
import { plain } from './spans.ts'

export function toText(story: StoryText, around: Around = NOWHERE): string {
  const { headline, dek, byline, parts, labelStyle, cast } = layOut(story)
  const label = labels(withoutBold(labelStyle), cast, around.outlet)
  const blocks = [headline, dek, byline, ...parts.map((part) => textOf(part, label))].filter((block) => block !== '')
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

const line = (...words: string[]): string => words.filter((one) => one !== '').join(' ')

/** One part of it, as plain text. */
export function textOf(part: Part, label: (part: ParagraphPart) => string | null): string {
  switch (part.kind) {
    case 'paragraph': {
      const who = label(part)
      return (who === null ? '' : `${who}: `) + plain(part.spans)
    }
    case 'heading':
    case 'pullQuote':
      return plain(part.spans)
    case 'notice':
      return part.paragraphs.map(plain).join('\n\n')
    case 'list':
      return list(part)
    case 'divider':
      return '* * *'
    case 'paywall':
      return ''
    case 'image':
      return line(part.caption || part.alt, part.credit, part.licence)
    case 'embed':
      return line(link(part.title, part.url), part.fallback)
    case 'card':
      return link(part.title, part.url)
  }
}

function list({ items, ordered }: ListPart): string {
  const counts: number[] = []
  return items
    .map(({ level, spans }) => {
      counts.length = level + 1
      counts[level] = (counts[level] ?? 0) + 1
      const mark = ordered ? `${counts[level]}.` : '-'
      return `${'  '.repeat(level)}${mark} ${plain(spans).replaceAll('\n', `\n${'  '.repeat(level + 1)}`)}`
    })
    .join('\n')
}

const link = (title: string, url: string | null): string =>
  url === null || url === title ? title : title === '' ? url : `${title}: ${url}`
