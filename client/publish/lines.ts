/** Two texts beside each other, line by line: what readers would get and what was looked at, ours and a target's. Pure. */

/** A tag that ends a line. */
const BREAKS =
  /<\/?(?:p|h[1-6]|li|ul|ol|div|blockquote|figure|figcaption|section|article|aside|header|footer|main|time|br|hr|tr|td|dt|dd)\b[^>]*>/gi
const UNREAD = /<(script|style|head|template|svg|nav)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'" }

/** The words of an HTML text as its reader meets them, a line a block. It is never shown as HTML: a target's may hold anything. */
export function linesOf(html: string): string[] {
  return html
    .replace(UNREAD, ' ')
    .replace(BREAKS, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#?\w{1,10});/g, (whole, name: string) => NAMED[name] ?? numbered(name) ?? whole)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
}

function numbered(name: string): string | null {
  const code = /^#x[\da-f]+$/i.test(name) ? parseInt(name.slice(2), 16) : /^#\d+$/.test(name) ? Number(name.slice(1)) : NaN
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}

/** The part of a page that is the story itself. */
export const mainOf = (page: string): string => /<main\b[\s\S]*<\/main>/i.exec(page)?.[0] ?? page

export type Row = { was: string | null; now: string | null }

/** Lines that are the same have both; where one stands for the other, they share a row. */
export function beside(was: readonly string[], now: readonly string[]): Row[] {
  const rows: Row[] = []
  let [a, b] = [0, 0]
  const turn = (toA: number, toB: number): void => {
    for (; a < toA || b < toB;) rows.push({ was: a < toA ? was[a++]! : null, now: b < toB ? now[b++]! : null })
  }
  for (const [atA, atB] of common(was, now)) {
    turn(atA, atB)
    rows.push({ was: was[a++]!, now: now[b++]! })
  }
  turn(was.length, now.length)
  return rows
}

export const isSame = ({ was, now }: Row): boolean => was === now

/** More places than this are not compared one with another. */
const MOST = 4_000_000

/** The longest row of equal lines, as places in both. */
function common(was: readonly string[], now: readonly string[]): [number, number][] {
  const pairs: [number, number][] = []
  let start = 0
  while (start < was.length && start < now.length && was[start] === now[start]) pairs.push([start, start++])
  let end = 0
  const most = Math.min(was.length, now.length) - start
  while (end < most && was[was.length - 1 - end] === now[now.length - 1 - end]) end++
  pairs.push(
    ...within(was.slice(start, was.length - end), now.slice(start, now.length - end)).map(([a, b]) => pair(a + start, b + start)),
  )
  for (let left = end; left > 0; left--) pairs.push([was.length - left, now.length - left])
  return pairs
}

const pair = (a: number, b: number): [number, number] => [a, b]

function within(was: readonly string[], now: readonly string[]): [number, number][] {
  const [rows, columns] = [was.length, now.length]
  if (rows * columns > MOST) return []
  const length = Array.from({ length: rows + 1 }, () => new Uint16Array(columns + 1))
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      length[i]![j] = was[i] === now[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!)
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (was[i] === now[j]) pairs.push([i++, j++])
    else if (length[i + 1]![j]! >= length[i]![j + 1]!) i++
    else j++
  }
  return pairs
}

/** What of a page changed between two looks at it. */
export const movedBetween = (was: string, now: string): Row[] =>
  beside(linesOf(mainOf(was)), linesOf(mainOf(now))).filter((row) => !isSame(row))
