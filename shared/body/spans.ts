/** Words with their looks: what stands in a text block, comments stripped, safe to write into any file. */
import type { Mark, Node } from 'prosemirror-model'
import { safeHref } from '../links.ts'
import { PLAIN, type Look } from '../look.ts'

/** `\n` alone is a break. `threads`: the ids of those on these words that were asked for; else none are there. */
export type Span = { text: string; look: Look; threads?: readonly string[] }

/** A value as text; anything that is none counts as empty. */
export const words = (value: unknown): string => (typeof value === 'string' ? visible(value) : '')

/** Without what no file of text may hold. */
const visible = (text: string): string => text.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(UNWANTED, '')
const UNWANTED =
  // oxlint-disable-next-line no-control-regex -- these are what it takes out
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** For fields that are a single line. */
export const oneLine = (value: unknown): string => words(value).replace(/\s+/g, ' ').trim()

export const isBlank = (spans: readonly Span[]): boolean => spans.every((span) => /^[\s\u200b]*$/.test(span.text))

export const plain = (spans: readonly Span[]): string => spans.map((span) => span.text).join('')

function lookOf(marks: readonly Mark[]): Look {
  const look = { ...PLAIN }
  for (const { type, attrs } of marks) {
    if (
      type.name === 'strong' ||
      type.name === 'em' ||
      type.name === 'strike' ||
      type.name === 'bracketed' ||
      type.name === 'workTitle'
    )
      look[type.name] = true
    else if (type.name === 'lang') look.lang = /^[A-Za-z0-9-]{1,35}$/.test(words(attrs.lang)) ? words(attrs.lang) : null
    else if (type.name === 'link') {
      look.href = safeHref(attrs.href)
      look.affiliate = look.href !== null && attrs.affiliate === true
    }
  }
  return look
}

const sameLook = (a: Look, b: Look): boolean => (Object.keys(a) as (keyof Look)[]).every((key) => a[key] === b[key])

/** Ids of threads; without any, comments leave no trace. */
export type Asked = ReadonlySet<string>
export const NO_THREADS: Asked = new Set()

const threadsOn = (marks: readonly Mark[], asked: Asked): string[] =>
  asked.size === 0
    ? []
    : marks.map(({ type, attrs }) => (type.name === 'comment' ? words(attrs.id) : '')).filter((id) => asked.has(id))

const sameThreads = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

/** All words under a node, however deep. */
export function spansOf(node: Node, asked = NO_THREADS): Span[] {
  const out: Span[] = []
  const push = (text: string, look: Look, threads: readonly string[] = []) => {
    const last = out.at(-1)
    const goesOn = last !== undefined && last.text !== '\n' && text !== '\n'
    if (goesOn && sameLook(last.look, look) && sameThreads(last.threads, threads)) last.text += text
    else out.push({ text, look, ...(threads.length === 0 ? {} : { threads }) })
  }
  const waiting: Node[] = [node]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.isText) {
      const look = lookOf(at.marks)
      const threads = threadsOn(at.marks, asked)
      for (const [i, line] of visible(at.text ?? '')
        .split('\n')
        .entries()) {
        if (i > 0) push('\n', PLAIN)
        if (line !== '') push(line, look, threads)
      }
    } else if (at.type.name === 'hardBreak') push('\n', PLAIN)
    else for (let i = at.childCount - 1; i >= 0; i -= 1) waiting.push(at.child(i))
  }
  return out
}
