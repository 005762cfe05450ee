/** Where stories are published to. */
import type { ChangeTarget, NewTarget, Target } from '../../shared/shapes/targets.ts'
import { ask, type In, part } from '../api.ts'

/** For whoever may publish; what is set up of them only for owners. */
/** With the folders that may be written to, for those who set targets up. */
export const readTargetSetup = () => ask<{ targets: Target[]; folders: string[] }>('GET', '/targets')
export const addTarget = (target: In<typeof NewTarget>) => ask<Target>('POST', '/targets', target)
export const changeTarget = (id: string, change: In<typeof ChangeTarget>) => ask<Target>('PATCH', `/targets/${part(id)}`, change)
export const removeTarget = (id: string) => ask<void>('DELETE', `/targets/${part(id)}`)
export const testTarget = (id: string) => ask<Target>('POST', `/targets/${part(id)}/test`)
export const readTargets = async () => (await ask<{ targets: Target[] }>('GET', '/targets')).targets
