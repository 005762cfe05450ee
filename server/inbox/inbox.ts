/** Says to a person's open windows what is new in their inbox, and how much of it is unread. */
import { inboxItem, unreadOf } from '../../db/inbox.ts'
import type { InboxMessage } from '../../shared/inbox.ts'
import type { Desk } from '../context.ts'
import type { Told } from './notify.ts'

export class Inbox {
  constructor(private readonly desk: Pick<Desk, 'db' | 'log' | 'feed' | 'post'>) {}

  /** After the commit of what `notify` wrote. */
  tell(told: Told): void {
    for (const { person, item } of told) void this.push(person, item)
    if (told.length > 0) this.desk.post.look()
  }

  /** Read or unread in one window is so in the others. */
  changed(person: string): void {
    void this.push(person, null)
  }

  /** Somebody may see more or less than before. */
  recount(): void {
    for (const person of this.desk.feed.readers()) this.changed(person)
  }

  private async push(person: string, item: string | null): Promise<void> {
    const { db, feed, log } = this.desk
    if (!feed.readers().has(person)) return
    try {
      const message: InboxMessage = {
        unread: await unreadOf(db, person),
        item: item === null ? null : await inboxItem(db, person, item),
      }
      feed.tellInbox(person, message)
    } catch (error) {
      // It is on disk, and is read with the next look.
      log.warn({ err: error }, 'a window could not be told of its inbox')
    }
  }
}
