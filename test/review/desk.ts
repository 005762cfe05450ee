/** People who remark on a story over HTTP, as the page and scripts do. */
import type { Thread, NewThread } from '../../shared/review.ts'
import type { Answer, Asks } from '../routes/scene.ts'

let count = 0
export const madeId = (): string => `made-${(count += 1)}`

/** A remark on the whole story, but for what is given. */
export const remark = (text: string, given: Partial<NewThread> = {}): NewThread => ({
  id: madeId(),
  commentId: madeId(),
  kind: 'remark',
  place: { of: 'story' },
  quote: '',
  text,
  ...given,
})

export const opens = (asks: Asks, storyId: string, thread: NewThread): Promise<Answer<Thread>> =>
  asks<Thread>('POST', `/api/stories/${storyId}/threads`, { json: thread })

export async function threadsFor(asks: Asks, storyId: string): Promise<Thread[]> {
  return (await asks<{ threads: Thread[] }>('GET', `/api/stories/${storyId}/threads`)).body.threads
}

/** What is said in each thread that this person sees. */
export const saidTo = async (asks: Asks, storyId: string): Promise<string[]> =>
  (await threadsFor(asks, storyId)).map(({ comments }) => comments.map(({ text }) => text).join(' / '))
