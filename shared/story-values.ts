/** Whether a value may stand in a story's maps and lists: the server refuses any other. Its settings are in `story.ts`, which reads them. */
import { isText, KINDS_OF_SPEAKER, type Speaker } from './story.ts'

/** Whether a story may let this stand: the server refuses any other. */
export const isStet = (key: string, value: unknown): boolean => value === true && key.length <= 200 && key !== '__proto__'

const MOST_NUMBERS = 100_000

/**
 * Whether a value may stand in the array of moves: the server refuses any other.
 * @param id of the value: it speaks of what its writer had written before it
 */
export function isMove(value: unknown, { client, clock }: { client: number; clock: number }): boolean {
  if (!Array.isArray(value) || value.length > MOST_NUMBERS) return false
  const numbers = value as number[]
  if (!numbers.every((n) => Number.isSafeInteger(n) && n >= 0)) return false
  const begin = 1 + 2 * numbers[0]!
  if (begin > numbers.length || (numbers.length - begin) % 5 !== 0) return false
  let letters = 0
  for (let i = begin; i < numbers.length; i += 5) {
    const [to, at, length] = numbers.slice(i + 2, i + 5) as [number, number, number]
    // Nobody says of another's letters what they were, nor of letters that are not there: every page looks at each of them.
    if (to !== client || at + length > clock) return false
    letters += length
  }
  return letters <= clock
}

/** Whether a value may stand in the map of speakers: the server refuses any other. */
export function isSpeaker(value: unknown): value is Speaker {
  // What is only inherited is not written down again: whoever came later would get a speaker without a name.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false
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
