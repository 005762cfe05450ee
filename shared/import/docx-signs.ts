/** Letters that a Word file names by their number in a font, and the numbers of its notes. */

/** Letters of the fonts that are drawings, by their places in the font. */
const SIGNS: Record<string, string> = {
  '4A': '☺', '4C': '☹', 'A7': '▪', 'A8': '◻', 'B7': '•', 'D8': '➢', 'DF': '←', 'E0': '→', 'E1': '↑', 'E2': '↓',
  'E8': '→', 'F0': '⇨', 'FB': '✗', 'FC': '✓', 'FD': '☒', 'FE': '☑', '6F': '☐', '76': '❖', 'D2': '®', 'D3': '©', 'D4': '™',
} // prettier-ignore

/** @param given the number in hexadecimal; null for a sign without a letter of its own */
export function signOf(given: string): string | null {
  const code = given
    .toUpperCase()
    .replace(/^F0(?=..$)/, '')
    .replace(/^00/, '')
  const sign = SIGNS[code]
  if (sign !== undefined) return sign
  // Above the places of letters lie surrogates and those that every font uses as it likes.
  return /^[0-9A-C][0-9A-F]{3}$/.test(code) ? String.fromCharCode(Number.parseInt(code, 16)) : null
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** A note's number as it stands in the text. */
export const raised = (number: number): string => [...String(number)].map((figure) => RAISED.charAt(Number(figure))).join('')
