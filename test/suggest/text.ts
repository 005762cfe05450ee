/** Builds stories for the scenes about suggestions, and says what they say. */
import type { Node } from 'prosemirror-model'
import { schema } from '../../shared/schema.ts'
import { SETTINGS, type StoryText } from '../../shared/story.ts'

type Attrs = Record<string, unknown>

/** A block with an id of the kind `a1`: its first word, unless one is given. */
export const p = (id: string, words: string | Node[], attrs: Attrs = {}): Node =>
  schema.node('paragraph', { id, ...attrs }, typeof words === 'string' ? (words === '' ? [] : [schema.text(words)]) : words)
export const q = (id: string, words: string): Node => p(id, words, { role: 'question', speaker: 'cs' })
export const a = (id: string, words: string): Node => p(id, words, { role: 'answer', speaker: 'ml' })
export const h = (id: string, words: string): Node => schema.node('heading', { id }, [schema.text(words)])
export const picture = (id: string, caption: string): Node => schema.node('image', { id, asset: 'x', caption })
export const item = (id: string, words: string): Node => schema.node('listItem', { id }, words === '' ? [] : [schema.text(words)])
export const list = (id: string, ...items: Node[]): Node => schema.node('list', { id }, items)
export const notice = (id: string, ...inner: Node[]): Node => schema.node('notice', { id, kind: 'reader-note' }, inner)
export const strong = (words: string): Node => schema.text(words, [schema.marks.strong.create()])
export const plain = (words: string): Node => schema.text(words)
/** Words a thread stands on. */
export const noted = (thread: string, words: string): Node => schema.text(words, [schema.marks.comment.create({ id: thread })])

export const story = (blocks: readonly Node[], more: Partial<StoryText> = {}): StoryText => ({
  headline: 'A headline',
  dek: '',
  byline: 'Cora Stein',
  speakers: {
    cs: { name: 'Cora Stein', initials: 'CS', kind: 'interviewer' },
    ml: { name: 'Mika Lund', initials: 'ML', kind: 'subject' },
  },
  settings: { ...SETTINGS },
  body: schema.node('doc', null, blocks),
  ...more,
})

/** The same story with these blocks. */
export const withBody = (text: StoryText, blocks: readonly Node[]): StoryText => ({
  ...text,
  body: schema.node('doc', null, blocks),
})

/** All that a story says, to be compared: looks in one order, comments only when asked for. */
export function said(text: StoryText, comments = true): unknown {
  const { body, ...rest } = text
  return { ...rest, body: plainJson(body, comments) }
}

function plainJson(node: Node, comments: boolean): unknown {
  const marks = node.marks
    .filter((mark) => comments || mark.type.name !== 'comment')
    .map((mark) => JSON.stringify(mark))
    .toSorted()
  const inner: unknown[] = []
  node.forEach((child) => {
    const json = plainJson(child, comments) as { text?: string; marks: string[] }
    const last = inner.at(-1) as { text?: string; marks: string[] } | undefined
    if (json.text !== undefined && last?.text !== undefined && JSON.stringify(last.marks) === JSON.stringify(json.marks))
      last.text += json.text
    else inner.push(json)
  })
  return node.isText ? { text: node.text, marks } : { type: node.type.name, attrs: node.attrs, marks, inner }
}

/** The body as lines. */
export const lines = ({ body }: StoryText): string[] => {
  const all: string[] = []
  body.descendants((node) => {
    if (node.isTextblock) all.push(node.textContent)
    else if (node.isAtom && node.isBlock) all.push(`[${node.type.name}]`)
    return !node.isTextblock
  })
  return all
}
