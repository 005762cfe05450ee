/** Where cards stand in the margin: as near to their words as they can without covering each other. Pure. */

export type Card = { /** How far down its words begin. */ want: number; height: number }

/**
 * @param cards in the order of the text
 * @param first how far down the first may begin
 * @param pinned the one that is looked at: it stands at its words, and the others make room
 */
export function layOut(cards: readonly Card[], gap: number, first = 0, pinned = -1): number[] {
  const tops: number[] = []
  let free = first
  for (const { want, height } of cards) {
    const top = Math.max(want, free)
    tops.push(top)
    free = top + height + gap
  }
  const card = cards[pinned]
  if (card === undefined) return tops
  // No higher than those before it need.
  const needed = cards.slice(0, pinned).reduce((sum, { height }) => sum + height + gap, first)
  tops[pinned] = Math.max(card.want, needed)
  for (let i = pinned - 1; i >= 0; i--) tops[i] = Math.min(tops[i]!, tops[i + 1]! - gap - cards[i]!.height)
  for (let i = pinned + 1; i < cards.length; i++) {
    const least = tops[i - 1]! + cards[i - 1]!.height + gap
    tops[i] = Math.max(cards[i]!.want, least)
  }
  return tops
}
