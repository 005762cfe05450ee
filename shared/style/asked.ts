/**
 * Which words a check is asked about. Slips of the hand are slips wherever they stand: TK, a word or a blank twice, marks
 * turned the wrong way, straight among curly. Other checks look only where what they say is true more often than not.
 */
import type { PassageKind } from './passages.ts'

const NOT_ASKED = {
  /**
   * Numbers and superlatives are claims in sentences of ours. A credit or a licence has none (`CC BY 4.0`), a title and
   * the words of a post are somebody else's, and alt text says what can be seen: three boats, the largest in front.
   */
  facts: ['byline', 'credit', 'licence', 'title', 'fallback', 'alt'],
  /** Yesterday is as wrong in a caption as in the text; in `Sunday Post` it is a name. */
  dates: ['byline', 'credit', 'licence', 'title', 'fallback'],
  /** A licence names nobody. A name in a byline, a credit or a title is compared with the story's as any other. */
  names: ['licence'],
  /** Headlines and titles are too short to explain them; bylines and credits name agencies by their letters. */
  acronyms: ['headline', 'dek', 'byline', 'credit', 'licence', 'title'],
  /** Readers meet people in the text: what stands over or beside it they may read later, or not at all. */
  meetings: ['headline', 'dek', 'byline', 'caption', 'credit', 'licence', 'alt', 'title', 'fallback'],
} as const satisfies Record<string, readonly PassageKind[]>

export type Asked = keyof typeof NOT_ASKED

export const isAsked = (what: Asked, kind: PassageKind): boolean => !(NOT_ASKED[what] as readonly PassageKind[]).includes(kind)
