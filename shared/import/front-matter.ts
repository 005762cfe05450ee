/** Front matter, which site generators put at the head of a text: headline, dek, byline and who is in it. */
import { noFront, type Front, type Lost } from './draft.ts'
import { readCast, readOwnSettings } from './own.ts'
import { wordsOf } from './posts.ts'

const HEADLINE = ['headline', 'title']
const DEK = ['dek', 'standfirst', 'subtitle', 'subhead', 'deck', 'summary', 'description', 'excerpt']
const BYLINE = ['byline', 'author', 'authors', 'by']
const PEOPLE = [
  'speakers',
  'speaker',
  'interviewee',
  'interviewees',
  'guest',
  'guests',
  'participants',
  'people',
  'hosts',
  'host',
]

export function readFront(text: string, lost: Lost): { front: Front; own: boolean; rest: string } {
  const front = noFront()
  const { values, rest } = fenced(text) ?? inJson(text) ?? { values: null, rest: text }
  if (values === null) return { front, own: false, rest: text }
  const taken = new Set<string>()
  const take = (keys: string[]): string[] => {
    for (const key of keys) {
      const value = values.get(key)
      if (value === undefined || value.length === 0) continue
      taken.add(key)
      return value
    }
    return []
  }
  const own = values.has('copydesk')
  // Our own are exact; others have markup, and line breaks that mean nothing.
  const words = (value: string | undefined): string | null =>
    own || value === undefined ? (value ?? null) : wordsOf(value) || null
  front.headline = words(take(HEADLINE)[0])
  front.dek = words(take(DEK)[0])
  const authors = take(BYLINE).flatMap((name) => words(name) ?? [])
  front.authors = authors
  front.byline = authors.length === 0 ? null : authors.join(authors.length === 2 ? ' and ' : ', ')
  if (own) {
    front.speakers = readCast(values.get('speakers')?.[0] ?? null)
    front.settings = readOwnSettings(values.get('settings')?.[0] ?? null, values.get('lang')?.[0] ?? null)
    for (const key of ['copydesk', 'speakers', 'settings', 'lang']) taken.add(key)
  }
  for (const key of PEOPLE) front.people.push(...(own ? [] : (values.get(key) ?? [])))
  const left = [...values.keys()].filter((key) => !taken.has(key))
  if (left.length > 0) lost.add(`Front matter: ${left.join(', ')}`)
  return { front, own, rest }
}

type Values = { values: Map<string, string[]> | null; rest: string }

function fenced(text: string): Values | null {
  const open = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  if (open === null) return null
  const fence = open[1] ?? '---'
  const lines = text.slice(open[0].length).split('\n')
  const end = lines.findIndex((line) => line.trimEnd() === fence || (fence === '---' && line.trimEnd() === '...'))
  const values = end < 0 || lines[0]?.trim() === '' ? null : readValues(lines.slice(0, end))
  return { values, rest: lines.slice(end + 1).join('\n') }
}

const MOST_JSON = 20_000

/** Some generators take an object in braces, which ends with a brace on a line of its own. */
function inJson(text: string): Values | null {
  if (!/^\{[ \t]*\n/.test(text)) return null
  const end = text.slice(0, MOST_JSON).search(/\n\}[ \t]*(?:\n|$)/)
  if (end < 0) return null
  try {
    const read: unknown = JSON.parse(text.slice(0, end + 2))
    if (typeof read !== 'object' || read === null) return null
    const given = Object.entries(read).map(([key, value]: [string, unknown]): [string, string[]] => [
      key.toLowerCase(),
      (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string'),
    ])
    return { values: new Map(given), rest: text.slice(end + 2) }
  } catch {
    // Not JSON: then they are words, and none is lost.
    return null
  }
}

/** The part of YAML (and TOML) that front matter uses: a value or a list of values to a key. */
function readValues(lines: string[]): Map<string, string[]> | null {
  const values = new Map<string, string[]>()
  let key: string | null = null
  let folded = false
  for (const line of lines) {
    const pair = /^([\p{L}_][\p{L}\p{N}_ .-]{0,60}?)[ \t]{0,20}[:=](?:[ \t]+(.*)|[ \t]*)$/u.exec(line)
    const item = /^[ \t]*-[ \t]+(.*)$/.exec(line)
    const more = key === null ? undefined : values.get(key)
    if (pair !== null) {
      key = (pair[1] ?? '').toLowerCase()
      const value = (pair[2] ?? '').trim()
      folded = /^[|>][-+]?\d*$/.test(value)
      values.set(key, folded || value === '' ? [] : readScalars(value))
    } else if (item !== null && more !== undefined && !folded) more.push(readScalar((item[1] ?? '').trim()))
    else if (more !== undefined && /^[ \t]+\S/.test(line)) {
      const last = more.pop()
      // A quoted value that was cut at the line's end loses its quotes only when it is whole.
      more.push(last === undefined ? line.trim() : readScalar(`${last} ${line.trim()}`))
    } else if (line.trim() !== '' && !line.trimStart().startsWith('#')) return null
  }
  return values
}

function readScalars(value: string): string[] {
  if (!/^\[.*\]$/.test(value) || value.startsWith('[{')) return [readScalar(value)]
  return [...value.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^,]+)/g)]
    .map((match) => readScalar(match[0].trim()))
    .filter((one) => one !== '')
}

function readScalar(value: string): string {
  if (/^".*"$/s.test(value)) {
    try {
      return String(JSON.parse(value))
    } catch {
      // YAML allows escapes that JSON does not: the words matter, not the escapes.
      return value.slice(1, -1)
    }
  }
  if (/^'.*'$/s.test(value)) return value.slice(1, -1).replaceAll("''", "'")
  // JSON, as our own export has it, has no comments.
  return /^(\[\{|\{)/.test(value) ? value : value.replace(/[ \t]+#.*$/, '')
}
