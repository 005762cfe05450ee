/** Names in a comment: `@[<person id>]` as it is kept, `@Ana Reyes` as one writes and reads it. Pure. */
import type { PersonHere } from '../../shared/api.ts'

const KEPT = /@\[([^\]\s]{1,60})\]/g

export type Part = { text: string } | { person: string }

/** A comment in the order it is read. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const found of text.matchAll(KEPT)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index) })
    parts.push({ person: found[1]! })
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at) })
  return parts
}

export const mentioned = (text: string): string[] => [...new Set([...text.matchAll(KEPT)].map((found) => found[1]!))]

/** As one reads it. @param nameOf null: nobody here is called so any more */
export const readable = (text: string, nameOf: (id: string) => string | null): string =>
  partsOf(text)
    .map((part) => ('text' in part ? part.text : `@${nameOf(part.person) ?? 'somebody'}`))
    .join('')

/**
 * As it is kept: every `@` and a name that is known, or the first name of one person alone. Of two of one name the one who
 * was picked.
 */
export function kept(text: string, people: readonly PersonHere[]): string {
  // A longer name first: `@Ana Reyes` is not Ana and a surname.
  const byLength = [...people].sort((a, b) => b.name.length - a.name.length)
  let out = ''
  for (let at = 0; at < text.length;) {
    // In an address it names nobody.
    const isName = text[at] === '@' && !/[\p{L}\p{N}.]$/u.test(text.slice(Math.max(0, at - 2), at))
    const found = isName ? (wholeName(text, at + 1, byLength) ?? firstName(text, at + 1, people)) : null
    if (found === null) out += text[at++]
    else {
      out += `@[${found.id}]`
      at += 1 + found.length
    }
  }
  return out
}

type Named = { id: string; /** Of the name as it is written. */ length: number } | null

function wholeName(text: string, at: number, people: readonly PersonHere[]): Named {
  const person = people.find(
    ({ name }) => text.startsWith(name, at) && !/^[\p{L}\p{N}]/u.test(text.slice(at + name.length, at + name.length + 2)),
  )
  return person === undefined ? null : { id: person.id, length: person.name.length }
}

/** Who types on past the list of names means whoever alone is called so. */
function firstName(text: string, at: number, people: readonly PersonHere[]): Named {
  const word = /^[\p{L}\p{M}'’-]+/u.exec(text.slice(at, at + 60))?.[0].replace(/['’-].?$/u, '') ?? ''
  const called = new Set(people.filter(({ name }) => plain(name.split(' ')[0]!) === plain(word)).map(({ id }) => id))
  return called.size === 1 ? { id: [...called][0]!, length: word.length } : null
}

/** The name that is being written behind an `@` before the caret; null: none is. */
export function asked(text: string, caret: number): { from: number; typed: string } | null {
  const found = /(?:^|[\s([{"“‘'—–-])@([^@\n]{0,40})$/u.exec(text.slice(0, caret))
  if (found === null) return null
  const typed = found[1]!
  // A name has a few words, a sentence more.
  if (/^\s|\s\s|[.,;:!?]\s/.test(typed) || typed.split(' ').length > 3) return null
  return { from: caret - typed.length - 1, typed }
}

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whose name, or a word of it, begins so; at most `most`. */
export function matching(people: readonly PersonHere[], typed: string, most = 6): PersonHere[] {
  const looked = plain(typed)
  const begins = people.filter(({ name }) => plain(name).startsWith(looked))
  const within = people.filter((person) => !begins.includes(person) && plain(person.name).includes(` ${looked}`))
  return [...begins, ...within].slice(0, most)
}
