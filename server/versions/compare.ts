/** Compares two texts of a story: short ones at once, long ones beside the server, so that nobody's typing waits for them. */
import { schema } from '../../shared/schema.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { StoryText } from '../../shared/story.ts'
import { compare, type PlainHunk } from '../../shared/suggest/compare.ts'
import { comparedHtml } from '../../shared/versions/show.ts'
import { beside } from '../beside.ts'
import type { Clock } from '../clock.ts'
import { SlowWork } from '../limits.ts'

/** What is compared at once takes a tenth of a second at most. In letters, and some for each paragraph. */
const SHORT = 100_000
const A_BLOCK = 20
const LONGEST_MS = 60_000

/** Of two texts, what is another, and where it is wanted the page that shows it. */
export type TwoTexts = { hunks: PlainHunk[]; html: string }
type Plain = Omit<StoryText, 'body'> & { body: unknown }
export type CompareTask = { before: Plain; after: Plain; page: boolean }

/** One a server: they are as rare as they are long. */
const line = new SlowWork(1, 4, 16, 'Other long texts are being compared at this moment. Try again in a few seconds.')

/** @throws Refusal `too-busy` */
export async function comparedTexts(clock: Clock, before: StoryText, after: StoryText, page: boolean): Promise<TwoTexts> {
  if (sizeOf(before) + sizeOf(after) <= SHORT) return textsCompared(before, after, page)
  const task: CompareTask = { before: plain(before), after: plain(after), page }
  const told = await line.run('', () => beside<TwoTexts>(clock, { part: 'versions/compare-worker', task, longestMs: LONGEST_MS }))
  if (told === null) throw new Refusal('too-busy', 503, 'These texts are too long to be compared while so much goes on.')
  return told
}

export function workedOut({ before, after, page }: CompareTask): TwoTexts {
  return textsCompared(whole(before), whole(after), page)
}

const textsCompared = (before: StoryText, after: StoryText, page: boolean): TwoTexts => ({
  hunks: compare(before, after).hunks,
  html: page ? comparedHtml(before, after) : '',
})

const sizeOf = ({ body }: StoryText): number => body.content.size + A_BLOCK * body.childCount
const plain = (text: StoryText): Plain => ({ ...text, body: text.body.toJSON() as unknown })
const whole = (text: Plain): StoryText => ({ ...text, body: schema.nodeFromJSON(text.body) })
