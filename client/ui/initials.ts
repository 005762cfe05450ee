/** The first letters of the first and the last name; of a single name, its first two. What stands in brackets is no name. */
export function initials(name: string): string {
  const words = name
    .replace(/\([^)]*\)\s*$/, '')
    .trim()
    .split(/\s+/)
  const first = [...(words[0] ?? '')]
  const last = words.length > 1 ? [...(words.at(-1) ?? '')].slice(0, 1) : first.slice(1, 2)
  return [...first.slice(0, 1), ...last].join('').toLocaleUpperCase()
}
