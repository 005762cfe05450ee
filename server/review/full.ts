/** How much stands beside a story at most: all of a thread is sent to everybody whenever something is said in it. */
import type { KnownThread } from '../../db/threads.ts'
import { Refusal } from '../../shared/refusal.ts'
import { MOST_COMMENTS, MOST_LETTERS_OF_THREAD, MOST_THREADS } from '../../shared/review.ts'

export const fullOfThreads = () =>
  new Refusal(
    'too-many-threads',
    409,
    `This story has ${MOST_THREADS.toLocaleString('en-GB')} threads, and takes no more. Delete some that are done with, or reply in one.`,
  )

/**
 * @param comment a new one, one that comes again, or the new words of one that is there
 * @throws Refusal `thread-full`
 */
export function mustHaveRoom({ comments }: KnownThread, comment: { id: string; text: string }): void {
  const others = comments.filter(({ id }) => id !== comment.id)
  const letters = others.reduce((all, { text }) => all + text.length, comment.text.length)
  if (others.length >= MOST_COMMENTS || letters > MOST_LETTERS_OF_THREAD)
    throw new Refusal('thread-full', 409, 'This thread is as long as one may be. Go on in another.')
}
