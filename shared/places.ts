/** Wherever words begin in a text, none within another. */
export function placesOf(text: string, words: string): number[] {
  const places: number[] = []
  if (words === '') return places
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length)) places.push(at)
  return places
}
