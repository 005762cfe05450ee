/**
 * Threads as Word's comments. What is on words of the body is on the same words in the file, what is on a picture or a
 * field on its paragraph. Word has no comments on nothing: what is on the whole story, or on words that are gone, is on
 * the first paragraph, and says itself what it is about. Replies stand below what they answer, on the same words.
 */
import {
  CommentRangeEnd,
  CommentRangeStart,
  CommentReference,
  Paragraph,
  TextRun,
  type ICommentOptions,
  type ParagraphChild,
} from 'docx'
import type { Layout, Part } from '../../shared/body/parts.ts'
import { oneLine, words as visible, type Span } from '../../shared/body/spans.ts'
import { shortened } from '../../shared/mentions.ts'
import type { Place } from '../../shared/review.ts'
import { FIELDS, type Field } from '../../shared/story.ts'
import { kindSign, type ThreadKind } from '../../shared/thread-kinds.ts'
import { isRightToLeft, words } from './runs.ts'

export type FileThread = {
  id: string
  kind: ThreadKind
  place: Place
  quote: string
  /** What is said in it, with names where somebody is mentioned. */
  comments: { who: string; at: number; text: string }[]
}

/** What a comment can be on. */
type Spot = Span | Part | Field

export class FileComments {
  readonly said: ICommentOptions[] = []
  private readonly begin = new Map<Spot, number[]>()
  private readonly end = new Map<Spot, number[]>()

  constructor(
    threads: readonly FileThread[],
    private readonly layout: Layout,
  ) {
    const ends = endsOf(layout.parts)
    for (const thread of threads) {
      const spots = ends.get(thread.id) ?? this.whole(thread.place) ?? this.firstOf(layout)
      if (spots === null) continue
      const about = ends.has(thread.id) ? '' : this.aboutOf(thread)
      const first = this.said.length
      for (const [i, { who, at, text }] of thread.comments.entries()) {
        const id = this.said.length
        this.said.push({
          id,
          author: oneLine(who),
          initials: initialsOf(who),
          date: new Date(at),
          children: paragraphs(i === 0 ? kindSign(thread.kind) + about + text : text),
          ...(i === 0 ? {} : { parentId: first }),
        })
        note(this.begin, spots[0], id)
        note(this.end, spots[1], id)
      }
    }
  }

  /** The same words, with what begins or ends there. */
  around(spot: Spot, children: ParagraphChild[]): ParagraphChild[] {
    const ending = this.end.get(spot) ?? []
    return [
      ...(this.begin.get(spot) ?? []).map((id) => new CommentRangeStart(id)),
      ...children,
      ...ending.map((id) => new CommentRangeEnd(id)),
      ...ending.map((id) => new TextRun({ children: [new CommentReference(id)] })),
    ]
  }

  private whole(place: Place): [Spot, Spot] | null {
    const part = place.of === 'block' ? this.layout.blocks.get(place.block) : undefined
    if (part !== undefined) return [part, part]
    const field = 'field' in place ? place.field : null
    return field === null || this.layout[field] === '' ? null : [field, field]
  }

  private firstOf({ parts }: Layout): [Spot, Spot] | null {
    const first = FIELDS.find((field) => this.layout[field] !== '') ?? parts[0]
    return first === undefined ? null : [first, first]
  }

  /** Said where the words it is under do not show it. */
  private aboutOf({ place, quote }: FileThread): string {
    if (place.of === 'story') return 'On the whole story: '
    const on = this.whole(place)?.[0] ?? null
    if (typeof on === 'object' && on !== null) return ''
    if (on !== null && (quote === '' || oneLine(quote) === this.layout[on])) return ''
    return quote === '' ? 'On what is gone: ' : `On “${shortened(oneLine(quote))}”: `
  }
}

/** The first and the last words of each thread. */
function endsOf(parts: readonly Part[]): Map<string, [Span, Span]> {
  const ends = new Map<string, [Span, Span]>()
  for (const span of parts.flatMap(spansIn)) for (const id of span.threads ?? []) ends.set(id, [ends.get(id)?.[0] ?? span, span])
  return ends
}

function spansIn(part: Part): Span[] {
  if (part.kind === 'list') return part.items.flatMap(({ spans }) => spans)
  if (part.kind === 'notice') return part.paragraphs.flat()
  return 'spans' in part ? part.spans : []
}

const initialsOf = (name: string): string =>
  oneLine(name)
    .split(' ')
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
    .join('')

function note(at: Map<Spot, number[]>, spot: Spot, id: number): void {
  at.set(spot, [...(at.get(spot) ?? []), id])
}

const paragraphs = (text: string): Paragraph[] =>
  visible(text)
    .split('\n')
    .map((line) => new Paragraph({ ...(isRightToLeft(line) ? { bidirectional: true } : {}), children: [words(line)] }))
