/**
 * Non-breaking spaces of foreign programs. Editors in browsers write one wherever two blanks meet or a look
 * ends; a typesetter writes one where a line must not break: beside figures and signs, after a short word or
 * an initial. Only those are kept.
 */
import { textOf, type Piece } from './draft.ts'

const SIGNS = /[\p{N}«»‹›!?;:%‰–—§№$€£°]/u
/** A word of one letter, or a short name for something: `w domu`, `Mr. Ek`, `J. Ek`. */
const SHORT = /(?:^|[\s\u00a0(„“"«])(?:\p{L}|\p{Lu}\p{L}{0,3}\.)$/u

export function onlyMeant(pieces: Piece[]): Piece[] {
  const text = textOf(pieces)
  if (!text.includes('\u00a0')) return pieces
  const meant = (i: number): boolean => {
    const [before, after] = [text.charAt(i - 1), text.charAt(i + 1)]
    if (/^[\s\u00a0]?$/.test(before) || /^[\s\u00a0]?$/.test(after)) return false
    return SIGNS.test(before) || SIGNS.test(after) || SHORT.test(text.slice(Math.max(i - 8, 0), i))
  }
  let at = 0
  let blank = false
  let held = false
  return pieces.map((piece) => {
    let out = ''
    for (const letter of piece.text) {
      const sign = letter === '\u00a0' && !meant(at) ? ' ' : letter
      at += letter.length
      // A run that held one is one blank.
      if (sign === ' ' && blank && (held || letter === '\u00a0')) continue
      held = letter === '\u00a0' || (held && sign === ' ')
      blank = sign === ' '
      out += sign
    }
    return { ...piece, text: out }
  })
}
