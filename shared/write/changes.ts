/** What changed in a paragraph's letters: by the editor's own steps, or by comparing the texts word by word. */

/** Where a place of the old document is in the new one, and whether what stood behind it is gone: ProseMirror's `Mapping`. */
export type Mapped = {
  mapResult(pos: number, assoc?: number): { pos: number; deletedAfter: boolean }
  readonly maps: readonly { forEach(look: (oldStart: number, oldEnd: number, newStart: number, newEnd: number) => void): void }[]
}

/** How many letters were taken out, or put in, in one place at most. */
export function mostAtOnce({ maps }: Mapped): number {
  let most = 0
  for (const map of maps)
    map.forEach((oldStart, oldEnd, newStart, newEnd) => (most = Math.max(most, oldEnd - oldStart, newEnd - newStart)))
  return most
}

/** All that stands before it is as it was, and where it was. */
function firstTouched({ maps }: Mapped): number {
  let first = Infinity
  for (const map of maps) map.forEach((oldStart) => (first = Math.min(first, oldStart)))
  return first
}

/** Keep so many letters, take out so many, put these in: as letters, or as a part of the new text. */
export type Change = { same: number; gone: number; come: string | { from: number; to: number } }

/**
 * What the editor's steps left of a paragraph.
 * @param was its letters; `from`, `to`: where its first letter was and where the new paragraph's is
 */
export function kept(was: string, from: number, to: number, size: number, mapping: Mapped): Change[] {
  const all: Change[] = []
  const begun = from === to ? Math.max(0, Math.min(firstTouched(mapping) - from, was.length, size)) : 0
  let [old, now, same] = [begun, begun, begun]
  const close = (oldEnd: number, nowEnd: number): void => {
    if (oldEnd > old || nowEnd > now) {
      all.push({ same, gone: oldEnd - old, come: { from: now, to: nowEnd } })
      same = 0
    }
    old = oldEnd
    now = nowEnd
  }
  for (let i = begun; i < was.length; i++) {
    const { pos, deletedAfter } = mapping.mapResult(from + i, 1)
    const at = pos - to
    if (deletedAfter || at < now || at >= size) continue
    close(i, at)
    same += 1
    old = i + 1
    now = at + 1
  }
  close(was.length, size)
  return all
}

const MOST_CELLS = 1_000_000
const wordsAndGaps = (text: string): string[] => text.match(/\s+|[^\s]+/gu) ?? []

/** From one text to another. */
export function changes(was: string, now: string): Change[] {
  let head = 0
  while (head < was.length && head < now.length && was[head] === now[head]) head++
  let tail = 0
  while (tail < Math.min(was.length, now.length) - head && was.at(-1 - tail) === now.at(-1 - tail)) tail++
  // Never between the halves of one character.
  if (head > 0 && /[\ud800-\udbff]/.test(was[head - 1]!)) head -= 1
  if (tail > 0 && /[\udc00-\udfff]/.test(was.at(-tail)!)) tail -= 1
  const gone = (): string => was.slice(head, was.length - tail)
  const come = (): string => now.slice(head, now.length - tail)
  const whole = (): Change[] => [{ same: head, gone: gone().length, come: come() }]
  if (!/\s/.test(gone() + come())) return whole()
  // Of more than one word never a part of one: what stays is the very word that was there.
  while (head > 0 && (isInWord(was, head) || isInWord(now, head))) head -= 1
  while (tail > 0 && (isInWord(was, was.length - tail) || isInWord(now, now.length - tail))) tail -= 1
  const [old, fresh] = [wordsAndGaps(gone()), wordsAndGaps(come())]
  return old.length * fresh.length > MOST_CELLS ? whole() : byWords(old, fresh, head)
}

const isInWord = (text: string, at: number): boolean =>
  at > 0 && at < text.length && /\S/.test(text[at - 1]!) && /\S/.test(text[at]!)

/** The longest common run of words: what is not in it was taken out or put in. */
function byWords(old: readonly string[], fresh: readonly string[], head: number): Change[] {
  const width = fresh.length + 1
  const common = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === fresh[j]
          ? common[(i + 1) * width + j + 1]! + old[i]!.length
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const all: Change[] = []
  let change = { same: head, gone: 0, come: '' }
  for (let i = 0, j = 0; i < old.length || j < fresh.length;) {
    if (i < old.length && j < fresh.length && old[i] === fresh[j]) {
      if (change.gone > 0 || change.come !== '') {
        all.push(change)
        change = { same: 0, gone: 0, come: '' }
      }
      change.same += old[i]!.length
      i++
      j++
    } else if (j >= fresh.length || (i < old.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      change.gone += old[i++]!.length
    else change.come += fresh[j++]!
  }
  if (change.gone > 0 || change.come !== '') all.push(change)
  return all
}
