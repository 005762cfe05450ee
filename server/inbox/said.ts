/** Whom it concerns that something was said or asked in a thread. Pure. */
import type { KnownThread } from '../../db/threads.ts'
import { mentionsIn } from '../../shared/mentions.ts'
import type { InboxEvent } from './notify.ts'

type Comment = { id: string; text: string; person_id: string }
type In = { id: string; story_id: string; assigned_to: string | null }

/**
 * A thread is opened: whom it mentions, who is to look at it, and whose suggestion it is about.
 * @param author of the suggestion that it stands on
 */
export function opened(thread: In, comment: Comment, author: string | null): InboxEvent[] {
  return [
    assigned(thread, comment.id, comment.person_id, thread.assigned_to, comment.id),
    mentioned(thread, comment),
    said('remark', thread, comment, [author]),
  ]
}

/** Somebody replies: whom it mentions, and everybody who has a part in the thread. */
export function replied(thread: KnownThread, comment: Comment, author: string | null): InboxEvent[] {
  const part = [author, thread.created_by, thread.assigned_to, ...thread.comments.map(({ person_id: id }) => id)]
  return [mentioned(thread, comment), said('reply', thread, comment, part)]
}

function said(kind: 'remark' | 'reply', thread: In, comment: Comment, to: readonly (string | null)[]): InboxEvent {
  const { id, person_id: by } = comment
  const people = to.filter((one) => one !== null)
  return { kind, key: id, storyId: thread.story_id, by, to: people, thread: thread.id, comment: id }
}

export function mentioned(thread: In, { id, text, person_id: by }: Comment): InboxEvent {
  return { kind: 'mention', key: id, storyId: thread.story_id, by, to: mentionsIn(text), thread: thread.id, comment: id }
}

/** @param key another for each time that somebody is asked */
export function assigned(thread: In, comment: string, by: string, to: string | null, key: string): InboxEvent {
  return { kind: 'assignment', key, storyId: thread.story_id, by, to: to === null ? [] : [to], thread: thread.id, comment }
}
