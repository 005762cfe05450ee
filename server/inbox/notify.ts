/**
 * Tells people what happened that concerns them. It is written in the transaction of what happened, both or
 * neither; and said to their open windows when that is on disk.
 */
import { addToInbox, isMuted, mayHear, wishOf } from '../../db/inbox.ts'
import type { Db } from '../../db/open.ts'
import { INBOX_KINDS } from '../../shared/inbox.ts'
import { shortened } from '../../shared/mentions.ts'
import type { Stage } from '../../shared/story.ts'
import type { Desk } from '../context.ts'
import { newId } from '../secrets.ts'
import { mailDue } from './when.ts'

/** `key` names what happened (a comment's id, say): of one key a person hears once, of several in one call the first kind. */
type Happened = { key: string; storyId: string; by: string | null; to: readonly string[] }
export type InboxEvent = Happened &
  (
    | { kind: 'assignment' | 'mention' | 'remark' | 'reply'; thread: string; comment: string }
    /** `words`: what the first of the suggestions changes. */
    | { kind: 'accepted' | 'rejected'; changes: number; words: string; quote: string }
    /** The story is theirs to see to now. */
    | { kind: 'handed' }
    /** What went wrong on its way to readers, in a sentence. */
    | { kind: 'delivery'; words: string }
    /** `words`: why it was moved, if anybody said. */
    | { kind: 'stage'; stage: Stage; words?: string }
  )

/** Whom to tell, of which item, once the transaction is committed. */
export type Told = readonly { person: string; item: string }[]

/**
 * In the caller's transaction. Leaves out whoever did it, may not see it, has muted the story or was told of it before.
 * @returns for `desk.inbox.tell`, after the commit
 */
export async function notify({ clock }: Pick<Desk, 'clock'>, trx: Db, events: readonly InboxEvent[]): Promise<Told> {
  const now = clock.now()
  const told: { person: string; item: string }[] = []
  const inOrder = events.toSorted((a, b) => INBOX_KINDS.indexOf(a.kind) - INBOX_KINDS.indexOf(b.kind))
  for (const event of inOrder) {
    const thread = 'thread' in event ? event.thread : null
    for (const person of new Set(event.to)) {
      if (person === event.by) continue
      if (!(await mayHear(trx, person, { story_id: event.storyId, thread_id: thread }))) continue
      if (await isMuted(trx, person, event.storyId)) continue
      const item = newId()
      const isNew = await addToInbox(trx, {
        id: item,
        person_id: person,
        key: event.key,
        kind: event.kind,
        story_id: event.storyId,
        by_id: event.by,
        thread_id: thread,
        comment_id: 'comment' in event ? event.comment : null,
        words: 'words' in event ? shortened(event.words ?? '') : '',
        quote: 'quote' in event ? shortened(event.quote) : '',
        changes: 'changes' in event ? event.changes : 0,
        stage: event.kind === 'stage' ? event.stage : null,
        at: now,
        read_at: null,
        mail_due: mailDue(await wishOf(trx, person), now),
        mail_id: null,
      })
      if (isNew) told.push({ person, item })
    }
  }
  return told
}
