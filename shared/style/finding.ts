/** What a check has found in a story: where, what is odd about it, and what would be better. */

/** `wrong`: to be changed. `ask`: somebody decides. `check`: a claim to hold against its source. */
export const SEVERITIES = ['wrong', 'ask', 'check'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * A range of a block, counted from where the block begins in the body (in a field, and in an attribute, from its first
 * letter), so that it stays true while other blocks grow.
 */
export type Place = {
  block: number
  /** The attribute of the block that holds the words; null: they are its text. */
  attribute: string | null
  from: number
  to: number
  words: string
  /** What to write instead; null: nothing can be proposed. */
  change: string | null
  /** In an answer, a pull quote or a quotation: nothing is changed in them without the tape. */
  spoken: boolean
}

export type Finding = {
  /** The check's name, or `rule:` and the id of a house rule. */
  check: string
  severity: Severity
  /** One line: what is odd. */
  message: string
  /** Why it matters, or what to do. */
  why: string
  /** In the order of the text, at least one. Several are one matter: decided once. */
  places: Place[]
  /** Only marks and blanks would change, no word. */
  marksOnly: boolean
  /** Under which it can be let stand, for everybody: the same matter has the same key tomorrow. */
  key: string
}

/** What a look at one passage gives; offsets are letters of the passage. */
export type Hit = {
  from: number
  to: number
  message: string
  change?: string | null
}
