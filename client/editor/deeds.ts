/**
 * Every command of the story page: the one list that binds the keys and fills the tool bar, the menus, the
 * search for commands and the list of keys. A part of the page adds its deeds by one line here.
 */
import type { Deed, Menu } from './deed.ts'
import { aidDeeds } from './deeds/aids.ts'
import { blockDeeds } from './deeds/block.ts'
import { bringDeeds } from './deeds/bring.ts'
import { colleagueDeeds } from './deeds/colleagues.ts'
import { formatDeeds } from './deeds/format.ts'
import { helpDeeds } from './deeds/help.ts'
import { historyDeeds } from './deeds/history.ts'
import { insertDeeds } from './deeds/insert.ts'
import { interviewDeeds } from './deeds/interview.ts'
import { outDeeds } from './deeds/out.ts'
import { standingDeeds } from './deeds/standing.ts'
import { styleDeeds } from './deeds/style.ts'
import { publishDeeds } from './deeds/publish.ts'
import { suggestDeeds } from './deeds/suggest.ts'
import { pictureDeeds } from './deeds/pictures.ts'
import { reviewDeeds } from './deeds/review.ts'

const ALL = {
  ...interviewDeeds,
  ...formatDeeds,
  ...insertDeeds,
  ...pictureDeeds,
  ...blockDeeds,
  ...reviewDeeds,
  ...suggestDeeds,
  ...publishDeeds,
  ...standingDeeds,
  ...aidDeeds,
  ...bringDeeds,
  ...historyDeeds,
  ...outDeeds,
  ...styleDeeds,
  ...colleagueDeeds,
  ...helpDeeds,
}

export type DeedName = keyof typeof ALL

export const DEEDS: Readonly<Record<DeedName, Deed>> = ALL
export const DEED_NAMES = Object.keys(ALL) as DeedName[]

/** What the tool bar shows at once, beside its menus. */
export const BAR: readonly { label: string; deeds: readonly DeedName[] }[] = [
  { label: 'What it is', deeds: ['question', 'answer', 'paragraph', 'heading'] },
  { label: 'How it looks', deeds: ['strong', 'em', 'link', 'bracketed'] },
  { label: 'Take back', deeds: ['undo', 'redo'] },
  { label: 'Go over it', deeds: ['comment', 'find', 'outline'] },
]

export const inMenu = (menu: Menu): DeedName[] => DEED_NAMES.filter((name) => DEEDS[name].menu === menu)
