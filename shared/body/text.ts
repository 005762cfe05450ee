/** A story as plain text: a blank line between paragraphs, who speaks at the head of each turn. */
import type { StoryText } from '../story.ts'
import { labelOf, oneLine, partsOf, plain, shortLabels, words, type Part } from './parts.ts'

export function toText(story: StoryText): string {
  const short = shortLabels(story)
  const head = [story.headline, story.dek, story.byline].map((field) => oneLine(words(field))).filter((field) => field !== '')
  const blocks = [...head, ...partsOf(story).map((part) => text(part, short))].filter((block) => block !== '')
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`
}

function text(part: Part, short: ReadonlyMap<string, string>): string {
  switch (part.kind) {
    case 'paragraph': {
      const label = labelOf(part, short)
      return (label === null ? '' : `${label}: `) + plain(part.spans)
    }
    case 'heading':
    case 'pullQuote':
      return plain(part.spans)
    case 'notice':
      return part.paragraphs.map(plain).join('\n\n')
    case 'list': {
      const counts: number[] = []
      return part.items
        .map(({ level, spans }) => {
          counts.length = level + 1
          counts[level] = (counts[level] ?? 0) + 1
          const mark = part.ordered ? `${counts[level]}.` : '-'
          return `${'  '.repeat(level)}${mark} ${plain(spans).replaceAll('\n', `\n${'  '.repeat(level + 1)}`)}`
        })
        .join('\n')
    }
    case 'divider':
      return '* * *'
    case 'paywall':
      return ''
    case 'image':
      return [part.caption || part.alt, part.credit].filter((one) => one !== '').join(' ')
    case 'card':
      return part.url === null || part.url === part.title ? part.title : `${part.title}: ${part.url}`
  }
}
