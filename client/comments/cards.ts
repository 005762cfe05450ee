/** Threads and half-written comments as items of the margin. */
import { html } from 'lit'
import type { Thread } from '../../shared/review.ts'
import type { MarginItem, MarginSpot } from '../editor/margin.ts'
import type { Draft } from './kept-words.ts'
import type { StoryThreads } from './story-threads.ts'
import { says, shortly, whereOf } from './thread-words.ts'
import './comment-draft.ts'
import './thread-card.ts'

export const itemOf = (threads: StoryThreads, thread: Thread, spots: readonly MarginSpot[]): MarginItem => ({
  key: `thread:${thread.id}`,
  kind: 'thread',
  spots,
  look: `thread is-${thread.kind}${thread.resolved === null ? '' : ' is-resolved'}`,
  get says() {
    return says(thread, (id) => threads.nameOf(id))
  },
  card: (isCurrent) => html`<thread-card .threads=${threads} .thread=${thread} .isCurrent=${isCurrent}></thread-card>`,
})

export const itemOfDraft = (threads: StoryThreads, draft: Draft, spots: readonly MarginSpot[]): MarginItem => ({
  key: `thread:${draft.id}`,
  kind: 'thread',
  spots,
  look: 'thread is-draft',
  get says() {
    return `Your unfinished comment ${whereOf(draft)}: ${shortly(draft.text)}`
  },
  card: (isCurrent) => html`<comment-draft .threads=${threads} .draft=${draft} .isCurrent=${isCurrent}></comment-draft>`,
})
