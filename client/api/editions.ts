/** What went out, and what is about to. */
import { Refusal } from '../../shared/refusal.ts'
import type { Check } from '../../shared/shapes/checks.ts'
import type { AskPreview, DecideDelivery, Edition, EditionPreview, Publish, WholeEdition } from '../../shared/shapes/editions.ts'
import { ask, type In, part } from '../api.ts'

/** Everything that keeps a story from going out, where the server refused for that; else null. */
export const blockedBy = (error: unknown): readonly Check[] | null =>
  error instanceof Refusal && error.type === 'blocked' && Array.isArray(error.more.checks) ? (error.more.checks as Check[]) : null

const editionsOf = (story: string) => `/stories/${part(story)}/editions`
export const previewEdition = (story: string, edition: In<typeof AskPreview>) =>
  ask<EditionPreview>('POST', `/stories/${part(story)}/preview`, edition)
/** @param edition with the stamp of the preview: exactly that goes out, or nothing */
export const publish = (story: string, edition: In<typeof Publish>) =>
  ask<Edition>('POST', `/stories/${part(story)}/publish`, edition)
export const readEditions = async (story: string) => (await ask<{ editions: Edition[] }>('GET', editionsOf(story))).editions
export const readEdition = (story: string, number: number) => ask<WholeEdition>('GET', `${editionsOf(story)}/${number}`)
export const cancelEdition = (story: string, number: number) => ask<Edition>('DELETE', `${editionsOf(story)}/${number}`)
export const decideDelivery = (story: string, number: number, target: string, deed: In<typeof DecideDelivery>['deed']) =>
  ask<Edition>('POST', `${editionsOf(story)}/${number}/deliveries/${part(target)}`, { deed })
