/** The inbox, and how one hears of things. */
import type * as inboxShapes from '../../shared/inbox.ts'
import type { Inbox, InboxItem, InboxSettings } from '../../shared/inbox.ts'
import { ask, type In, part } from '../api.ts'

/** @param before the item that the next ones come after */
export const readInbox = (before?: string) => ask<Inbox>('GET', `/inbox${before === undefined ? '' : `?before=${part(before)}`}`)
export const markItem = (id: string, read: boolean) => ask<InboxItem>('PATCH', `/inbox/${part(id)}`, { read })
export const markAllRead = (until: number) => ask<{ unread: number }>('POST', '/inbox/read-all', { until })
export const readInboxSettings = () => ask<InboxSettings>('GET', '/inbox/settings')
export const changeInboxSettings = (change: In<typeof inboxShapes.ChangeInboxSettings>) =>
  ask<InboxSettings>('PATCH', '/inbox/settings', change)
export const muteStory = (id: string) => ask<void>('PUT', `/inbox/muted/${part(id)}`)
export const unmuteStory = (id: string) => ask<void>('DELETE', `/inbox/muted/${part(id)}`)
