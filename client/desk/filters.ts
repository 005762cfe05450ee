/** Which of the desk's stories somebody wants to see, and how the address says it. Pure. */
import type { Person, Story } from '../../shared/api.ts'
import { onStory } from '../../shared/can.ts'
import { mayPass } from '../../shared/publish/workflow.ts'
import { STAGES } from './list.ts'

export const ONLY = ['mine', 'due', 'gates', 'hold'] as const
export type Only = (typeof ONLY)[number]
export type Filters = { stage: Story['stage'] | null; only: readonly Only[] }

export const ALL: Filters = { stage: null, only: [] }

export const ONLY_NAMES: Record<Only, string> = { mine: 'Mine', due: 'Due', gates: 'Gates for me', hold: 'On hold' }
export const ONLY_HINTS: Record<Only, string> = {
  mine: 'On my table',
  due: 'Overdue, or due today',
  gates: 'A gate waits that I may pass',
  hold: 'Held, with a reason',
}
export const ONLY_KEYS: Record<Only, string> = { mine: 'm', due: 'd', gates: 'g', hold: 'h' }

export function filtersIn(search: string): Filters {
  const asked = new URLSearchParams(search)
  const only = (asked.get('only') ?? '').split(',')
  return { stage: STAGES.find((stage) => stage === asked.get('stage')) ?? null, only: ONLY.filter((one) => only.includes(one)) }
}

/** What stands behind the desk's address: `?stage=filed&only=mine,due`. */
export function searchOf({ stage, only }: Filters): string {
  const parts = [...(stage === null ? [] : [`stage=${stage}`]), ...(only.length === 0 ? [] : [`only=${only.join(',')}`])]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

export const turned = (filters: Filters, one: Only): Filters => ({
  ...filters,
  only: filters.only.includes(one)
    ? filters.only.filter((other) => other !== one)
    : ONLY.filter((other) => other === one || filters.only.includes(other)),
})

/** Neither with readers for good nor put aside. */
const isAtWork = ({ stage }: Story): boolean => stage !== 'live' && stage !== 'spiked'

const FITS: Record<Only, (story: Story, me: Person, now: number) => boolean> = {
  mine: ({ standing }, me) => standing?.holder?.id === me.id,
  due: (story, _me, now) => {
    const due = story.standing?.due ?? null
    return due !== null && isAtWork(story) && due < new Date(now).setHours(24, 0, 0, 0)
  },
  gates: (story, me) => {
    const { stage, standing } = story
    // Of what is still being written nobody is to pass anything; of what is live, only what has changed since.
    if (stage === 'writing' || stage === 'spiked' || (stage === 'live' && !standing?.behind)) return false
    const rights = onStory(me.role, null)
    return (standing?.gates ?? []).some(({ gate, state }) => (state === 'wanted' || state === 'stale') && mayPass(rights, gate))
  },
  hold: ({ standing }) => (standing?.hold ?? null) !== null,
}

/** @param looked whether somebody looks for words: then what was spiked is found, too */
export function fits(story: Story, filters: Filters, me: Person, now: number, looked: boolean): boolean {
  const { stage, only } = filters
  if (stage === null ? story.stage === 'spiked' && !looked : story.stage !== stage) return false
  return only.every((one) => FITS[one](story, me, now))
}

/** How many each choice would show beside what is chosen already. */
export function countOf(stories: readonly Story[], filters: Filters, me: Person, now: number): number {
  return stories.filter((story) => fits(story, filters, me, now, false)).length
}
