/** A story as JSON: ProseMirror's own shape, without comments. */
import type { Node } from 'prosemirror-model'
import { safeHref } from '../links.ts'
import { FIELDS, type Field, type Settings, type Speaker, type StoryText } from '../story.ts'
import { settingsIn, speakersIn } from './cast.ts'

export type JsonNode = {
  type: string
  attrs?: Record<string, unknown>
  content?: JsonNode[]
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
}
export type StoryJson = Record<Field, string> & { speakers: Record<string, Speaker>; settings: Settings; body: JsonNode }

/** Deeper than our schema goes; below it only words are kept. */
const DEPTH = 8

export function storyToJson(story: StoryText): StoryJson {
  const fields = Object.fromEntries(FIELDS.map((field) => [field, String(story[field] ?? '')])) as Record<Field, string>
  return {
    ...fields,
    speakers: Object.fromEntries(speakersIn(story.speakers)),
    settings: settingsIn(story.settings),
    body: nodeJson(story.body, 0),
  }
}

function nodeJson(node: Node, depth: number): JsonNode {
  const json: JsonNode = { type: node.type.name }
  if (Object.keys(node.attrs).length > 0) json.attrs = attrsJson(node.attrs)
  if (node.isText) json.text = node.text ?? ''
  const marks = node.marks
    .filter((mark) => mark.type.name !== 'comment')
    .filter((mark) => mark.type.name !== 'link' || safeHref(mark.attrs.href) !== null)
    .map((mark) => ({ type: mark.type.name, ...(Object.keys(mark.attrs).length > 0 ? { attrs: attrsJson(mark.attrs) } : {}) }))
  if (marks.length > 0) json.marks = marks
  if (node.childCount > 0) {
    json.content = joined(depth < DEPTH ? node.children.map((child) => nodeJson(child, depth + 1)) : wordsBelow(node))
  }
  return json
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Text that only a comment parted is one text again. */
function joined(nodes: JsonNode[]): JsonNode[] {
  const out: JsonNode[] = []
  for (const node of nodes) {
    const last = out.at(-1)
    if (last?.text !== undefined && node.text !== undefined && same(last.marks, node.marks)) last.text += node.text
    else out.push(node)
  }
  return out
}

/** Only values that JSON has; an object where a word belongs is left out. */
function attrsJson(attrs: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(attrs)) {
    if (name === 'url') out[name] = safeHref(value) ?? ''
    else if (
      value === null ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      (typeof value === 'number' && Number.isFinite(value))
    )
      out[name] = value
    else out[name] = null
  }
  return out
}

function wordsBelow(node: Node): JsonNode[] {
  const out: JsonNode[] = []
  const waiting: Node[] = [node]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.isText && at.text !== undefined && at.text !== '') out.push({ type: 'text', text: at.text })
    for (let i = at.childCount - 1; i >= 0; i -= 1) waiting.push(at.child(i))
  }
  return out
}
