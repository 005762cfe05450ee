/** Things that happen in a scene and concern people, told as a route tells them. */
import { notify, type InboxEvent } from '../../server/inbox/notify.ts'
import type { Scene } from '../routes/scene.ts'

export async function happens(room: Pick<Scene, 'desk' | 'db'>, ...events: InboxEvent[]): Promise<number> {
  const told = await room.db.transaction().execute((trx) => notify(room.desk, trx, events))
  room.desk.inbox.tell(told)
  return told.length
}

let counter = 0

type Said = { by: string; to: string[]; storyId: string }
/** Somebody is mentioned in a comment. */
export const mention = ({ by, to, storyId }: Said, more: Partial<InboxEvent> = {}): InboxEvent =>
  ({
    kind: 'mention',
    key: `comment-${(counter += 1)}`,
    by,
    to,
    storyId,
    thread: 't1',
    comment: 'c1',
    legal: false,
    words: 'Is that so?',
    quote: 'the words',
    ...more,
  }) as InboxEvent
