/** Comments on a story. */
import type { ChangeThread, NewThread, Thread } from '../../shared/review.ts'
import { ask, part } from '../api.ts'

const threadsOf = (storyId: string) => `/stories/${part(storyId)}/threads`
export const listThreads = async (storyId: string) => (await ask<{ threads: Thread[] }>('GET', threadsOf(storyId))).threads
/** @param thread with ids made here: sent again, it is the same one */
export const addThread = (storyId: string, thread: NewThread) => ask<Thread>('POST', threadsOf(storyId), thread)
export const changeThread = (storyId: string, id: string, change: ChangeThread) =>
  ask<Thread>('PATCH', `${threadsOf(storyId)}/${part(id)}`, change)
export const readThread = (storyId: string, id: string) => ask<void>('POST', `${threadsOf(storyId)}/${part(id)}/read`)
export const addComment = (storyId: string, thread: string, comment: { id: string; text: string }) =>
  ask<Thread>('POST', `${threadsOf(storyId)}/${part(thread)}/comments`, comment)
export const changeComment = (storyId: string, thread: string, id: string, text: string) =>
  ask<Thread>('PATCH', `${threadsOf(storyId)}/${part(thread)}/comments/${part(id)}`, { text })
export const removeComment = (storyId: string, thread: string, id: string) =>
  ask<Thread | undefined>('DELETE', `${threadsOf(storyId)}/${part(thread)}/comments/${part(id)}`)
