/** How rules of the house style and what they find are called. */
import type { StyleRule } from '../../shared/api.ts'
import type { Severity } from '../../shared/style/finding.ts'
import type { Scope } from '../../shared/style/house.ts'

export const SCOPE_NAMES: Record<Scope, string> = {
  all: 'Everywhere',
  'not-in-answers': 'Not in answers',
  headline: 'Headline only',
}
export const SEVERITY_NAMES: Record<Severity, string> = { wrong: 'Wrong', ask: 'Decide', check: 'Check' }
export const SEVERITY_HINTS: Record<Severity, string> = {
  wrong: 'Wrong: it is to be changed',
  ask: 'Decide: somebody looks and decides',
  check: 'Check: a claim to hold against a source',
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `advisor, advisors → adviser`, for one line of the list. */
export function looksFor({ kind, find, replacement }: Pick<StyleRule, 'kind' | 'find' | 'replacement'>): string {
  const shown = (text: string): string => {
    const lines = linesOf(text)
    return lines.slice(0, 4).join(', ') + (lines.length > 4 ? ` and ${lines.length - 4} more` : '')
  }
  const what = kind === 'pattern' ? find : shown(find)
  return replacement === '' ? what : `${what} → ${shown(replacement)}`
}
