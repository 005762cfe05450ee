/** What is in an inbox, in words: the same on the screen and in a mail. */
import type { InboxItem } from './inbox.ts'

/** What happened, in one sentence without the story's name. */
export function sayItem({ kind, by, changes, stage }: InboxItem): string {
  const who = by?.name ?? 'Somebody'
  const many = changes === 1 ? 'a suggestion' : `${changes} suggestions`
  return {
    handed: `${who} put it on your table`,
    mention: `${who} mentioned you`,
    assignment: `${who} assigned a comment to you`,
    remark: `${who} commented on a suggestion of yours`,
    reply: `${who} replied`,
    accepted: `${who} accepted ${many} of yours`,
    rejected: `${who} rejected ${many} of yours`,
    stage: `${who} moved it to ${stage ?? 'another stage'}`,
    delivery: 'It is not out everywhere as it should be',
  }[kind]
}

export const storyName = (item: InboxItem): string => item.story.headline.trim() || 'Untitled story'

/** Where it leads to. */
export function pathOf({ story, thread }: InboxItem): string {
  return `/desk/story/${story.id}${thread === null ? '' : `#thread-${thread}`}`
}
