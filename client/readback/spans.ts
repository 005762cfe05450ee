/** The words of a passage, cut where threads begin and end. Pure. */
export type Spot = { thread: string; at: number; length: number }
export type Piece = { text: string; threads: string[] }

export function piecesOf(text: string, spots: readonly Spot[]): Piece[] {
  const cuts = new Set([0, text.length])
  for (const { at, length } of spots) for (const cut of [at, at + length]) if (cut > 0 && cut < text.length) cuts.add(cut)
  const ends = [...cuts].toSorted((a, b) => a - b)
  return ends.slice(1).map((end, i) => ({
    text: text.slice(ends[i], end),
    threads: spots.filter(({ at, length }) => at <= ends[i]! && at + length >= end).map(({ thread }) => thread),
  }))
}
