/** The thread in which a story's style is checked, so that no key waits for it. It keeps what it has read. */
import { makeChecker } from '../../shared/style/checker.ts'
import { FIELD_NUMBERS, FIELDS_CHECKED, fieldBlock, type Block } from '../../shared/style/passages.ts'
import type { Field } from '../../shared/story.ts'
import type { ToWorker, FromWorker } from './story-style.ts'

let check = makeChecker([], [])
const known = new Map<number, Block>()

/** The same text is the same block. */
function blockOf(field: Field, text: string): Block {
  const before = known.get(FIELD_NUMBERS[field])
  if (before !== undefined && before.passages[0]!.text === text) return before
  const block = fieldBlock(field, text)
  known.set(block.number, block)
  return block
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('house' in data) {
    check = makeChecker(data.house.rules, data.house.off)
    return
  }
  const { order, fresh, fields, lang, speakers, number } = data
  for (const block of fresh) known.set(block.number, block)
  const blocks = FIELDS_CHECKED.map((field) => blockOf(field, fields[field]))
  for (const one of order) blocks.push(known.get(one)!)
  const kept = new Set(order)
  for (const one of known.keys()) if (one >= 0 && !kept.has(one)) known.delete(one)
  const answer: FromWorker = { number, findings: check({ blocks, lang, speakers }) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  postMessage(answer)
})
