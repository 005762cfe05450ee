/** Brings together what two people made of one text that is kept as a whole, not letter by letter. */
import * as Y from 'yjs'

/** What both made of the same text, word by word: neither loses one, and everybody who asks gets the same answer. */
export function merged(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  const [one, other] = [new Y.Doc(), new Y.Doc()]
  // The same two whoever asks, so that the answer does not depend on chance.
  one.clientID = mine < theirs ? 1 : 2
  other.clientID = 3 - one.clientID
  one.getArray('words').insert(0, wordsIn(base))
  Y.applyUpdate(other, Y.encodeStateAsUpdate(one))
  reword(one.getArray('words'), wordsIn(mine))
  reword(other.getArray('words'), wordsIn(theirs))
  Y.applyUpdate(one, Y.encodeStateAsUpdate(other))
  return one.getArray<string>('words').toArray().join(' ')
}

/** Two words that meet where each had been the last keep a blank between them. */
const wordsIn = (text: string): string[] => text.split(/\s+/).filter(Boolean)

/** By the fewest words: what both have in the same order stays. */
function reword(words: Y.Array<unknown>, next: string[]): void {
  const old = words.toArray()
  // The length of the longest common run of words, in order, from each pair of places on.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--)
      common[i]![j] = old[i] === next[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
  let at = 0
  for (let i = 0, j = 0; i < old.length || j < next.length;) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      at++
      i++
      j++
    } else if (j < next.length && (i === old.length || common[i]![j + 1]! >= common[i + 1]![j]!)) words.insert(at++, [next[j++]])
    else {
      words.delete(at)
      i++
    }
  }
}
