/** How many words a text has, as a reader counts them. */
import { expect, test } from 'vitest'
import { countWords } from '../../shared/count-words.ts'

test.each([
  ['', 0],
  ['  \n\t ', 0],
  ['The harbour was quiet.', 4],
  ['It rained — and then, it stopped.', 6],
  ['— – … « »', 0],
  ['non-breaking\u00a0blank,\u2003em\u3000and\ufeffnone', 5],
  ['café naïve Ærø Ωmega', 4],
  ['1,200 crowns on 3/4', 4],
  ['東京 は雨', 2],
  ['𝒳 👩‍👩‍👧 ٣', 2],
  ['cut \ud800 in \udc00 half', 3],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words)
})
