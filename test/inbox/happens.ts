/** Things that happen in a story and concern people, done as their pages do them. */
import { notify, type InboxEvent } from '../../server/inbox/notify.ts'
import type { Person } from '../../shared/api.ts'
import type { Inbox } from '../../shared/inbox.ts'
import type { Thread } from '../../shared/review.ts'
import { madeId, opens, remark } from '../review/desk.ts'
import { newStory, scene, type Asks, type Scene } from '../routes/scene.ts'
import type { Config } from '../../server/config.ts'

export const at = (person: Person): string => `@[${person.id}]`

export const inbox = async (asks: Asks): Promise<Inbox> => (await asks<Inbox>('GET', '/api/inbox')).body
export const kinds = async (asks: Asks): Promise<string[]> => (await inbox(asks)).items.map(({ kind }) => kind)

/** Ana edits, Ben writes, and there is a story. */
export async function newsdesk(config: Partial<Config> = {}) {
  const room = await scene(config)
  const [ana, ben] = [await room.person('Ana', 'editor'), await room.person('Ben', 'writer')]
  const story = await newStory(ana.asks, { headline: 'The harbour' })
  return { room, ana, ben, story }
}

/** Opens a thread on the story. */
export async function comments(
  asks: Asks,
  storyId: string,
  text: string,
  more: Parameters<typeof remark>[1] = {},
): Promise<Thread> {
  const answer = await opens(asks, storyId, remark(text, more))
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

export const replies = (asks: Asks, storyId: string, thread: string, text: string, id = madeId()) =>
  asks<Thread>('POST', `/api/stories/${storyId}/threads/${thread}/comments`, { json: { id, text } })

/** What is not done by a page yet. @returns how many people were told */
export async function happens(room: Pick<Scene, 'desk' | 'db'>, ...events: InboxEvent[]): Promise<number> {
  const told = await room.db.transaction().execute((trx) => notify(room.desk, trx, events))
  room.desk.inbox.tell(told)
  return told.length
}
