/** The rules of the house. */
import type * as shapes from '../../shared/api.ts'
import type { HouseStyle, StyleRule, StyleTrial } from '../../shared/api.ts'
import { ask, type In, part } from '../api.ts'

export const addRule = (rule: In<typeof shapes.NewStyleRule>) => ask<StyleRule>('POST', '/style/rules', rule)
/** @param change with the version that is changed; without `on` a rule that is still as it was tried stays on */
export const changeRule = (id: string, change: In<typeof shapes.ChangeStyleRule>) =>
  ask<StyleRule>('PATCH', `/style/rules/${part(id)}`, change)
export const removeRule = (id: string) => ask<void>('DELETE', `/style/rules/${part(id)}`)
export const tryRule = (id: string) => ask<StyleTrial>('POST', `/style/rules/${part(id)}/try`)
export const switchCheck = (name: string, on: boolean) => ask<HouseStyle>('PUT', `/style/checks/${part(name)}`, { on })
