/** Suggestions and private drafts. */
import type { Decide, Decided, Fork, Suggestions } from '../../shared/review.ts'
import { ask, part } from '../api.ts'

export const readSuggestions = (story: string) => ask<Suggestions>('GET', `/stories/${part(story)}/suggestions`)
export const decideSuggestions = (story: string, what: Decide) =>
  ask<Decided>('POST', `/stories/${part(story)}/suggestions`, what)
export const openFork = (story: string) => ask<Fork>('POST', `/stories/${part(story)}/fork`)
export const giveUpFork = (story: string) => ask<void>('DELETE', `/stories/${part(story)}/fork`)
export const myDraft = async (story: string) => (await ask<{ fork: Fork | null }>('GET', `/stories/${part(story)}/draft`)).fork
/** @param passage the blocks it is about; null: the whole story */
export const openDraft = (story: string, passage: string[] | null) =>
  ask<Fork>('POST', `/stories/${part(story)}/draft`, { passage })
export const giveUpDraft = (story: string) => ask<void>('DELETE', `/stories/${part(story)}/draft`)
export const bringInDraft = (story: string) => ask<void>('POST', `/stories/${part(story)}/draft/bring-in`)
