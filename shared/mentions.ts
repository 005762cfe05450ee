/** Mentions in a comment: written as `@[<person id>]`, so that a new name is theirs too. */
const MENTION = /@\[([^\]\s]{1,60})\]/g

/** Whom a comment mentions, once each. */
export function mentionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(MENTION)].map((found) => found[1]!))]
}

/** A comment as it reads: names in place of mentions. */
export function withNames(text: string, nameOf: (id: string) => string | null): string {
  return text.replace(MENTION, (_, id: string) => `@${nameOf(id) ?? 'somebody'}`)
}

/** As much of it as is worth showing elsewhere. */
const LONGEST = 400

/** Never half a letter, nor half a mention. */
export function shortened(text: string): string {
  const letters = [...text]
  if (letters.length <= LONGEST) return text
  return `${letters
    .slice(0, LONGEST)
    .join('')
    .replace(/@\[[^\]]*$/, '')
    .trimEnd()}…`
}
