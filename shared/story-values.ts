/** Whether a value may stand in a story's maps and lists: the server refuses any other. Its settings are in `story.ts`, which reads them. */
import { isText, KINDS_OF_SPEAKER, type Speaker } from './story.ts'

/** Whether a story may let this stand: the server refuses any other. */
export const isStet = (key: string, value: unknown): boolean => value === true && key.length <= 200 && key !== '__proto__'

const MOST_NUMBERS = 100_000

/** Whether a value may stand in the array of moves, made under this client id: the server refuses any other. */
export function isMove(value: unknown, client: number): boolean {
  if (!Array.isArray(value) || value.length > MOST_NUMBERS) return false
  const numbers = value as number[]
  if (!numbers.every((n) => Number.isSafeInteger(n) && n >= 0)) return false
  const begin = 1 + 2 * numbers[0]!
  if (begin > numbers.length || (numbers.length - begin) % 5 !== 0) return false
  // Nobody says of another's letters what they were.
  for (let i = begin; i < numbers.length; i += 5) if (numbers[i + 2] !== client) return false
  return true
}

/** Whether a value may stand in the map of speakers: the server refuses any other. */
export function isSpeaker(value: unknown): value is Speaker {
  if (typeof value !== 'object' || value === null) return false
  const { name, initials, kind, short = '', tapeLabels = [], ...more } = value as Record<string, unknown>
  return (
    isText(name, 500) &&
    isText(initials, 100) &&
    isText(short, 500) &&
    (KINDS_OF_SPEAKER as readonly unknown[]).includes(kind) &&
    Array.isArray(tapeLabels) &&
    tapeLabels.length <= 20 &&
    tapeLabels.every((label) => isText(label, 200)) &&
    Object.keys(more).length === 0
  )
}
