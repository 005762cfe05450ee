/** Where a story stands, its gates, and how the newsroom publishes. */
import type { Gate } from '../../shared/publish/workflow.ts'
import type { Checks } from '../../shared/shapes/checks.ts'
import type { PublishingSettings } from '../../shared/shapes/settings.ts'
import type { ChangeParticulars, ChangeStanding, MoveStory, PassGate, Standing } from '../../shared/shapes/standing.ts'
import { ask, type In, part } from '../api.ts'

const standingOf = (story: string) => `/stories/${part(story)}/standing`
export const readStanding = (story: string) => ask<Standing>('GET', standingOf(story))
export const changeStanding = (story: string, change: In<typeof ChangeStanding>) =>
  ask<Standing>('PATCH', standingOf(story), change)
export const moveStory = (story: string, move: In<typeof MoveStory>) =>
  ask<Standing>('POST', `/stories/${part(story)}/stage`, move)
export const changeParticulars = (story: string, change: In<typeof ChangeParticulars>) =>
  ask<Standing>('PATCH', `/stories/${part(story)}/particulars`, change)
export const passGate = (story: string, gate: Gate, pass: In<typeof PassGate>) =>
  ask<Standing>('PUT', `/stories/${part(story)}/gates/${gate}`, pass)
export const takeBackGate = (story: string, gate: Gate) => ask<Standing>('DELETE', `/stories/${part(story)}/gates/${gate}`)
export const readChecks = (story: string) => ask<Checks>('GET', `/stories/${part(story)}/checks`)
export const readPublishing = () => ask<PublishingSettings>('GET', '/newsroom/publishing')
export const changePublishing = (change: Partial<PublishingSettings>) =>
  ask<PublishingSettings>('PATCH', '/newsroom/publishing', change)
