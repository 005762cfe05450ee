/**
 * Every command of the story page: the one list that binds the keys and fills the tool bar, the menus, the
 * search for commands and the list of keys. A part of the page adds its deeds by one line here.
 */
import { MENUS, type Deed, type Menu } from './deed.ts'
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

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The commands in whose words every word that was typed begins a word; what is called exactly so comes first. */
export function found(typed: string, names: readonly DeedName[] = DEED_NAMES): DeedName[] {
  const looked = wordsOf(typed)
  const begins = (text: string) => {
    const words = wordsOf(text)
    return looked.every((start) => words.some((word) => word.startsWith(start)))
  }
  const named = names.filter((name) => begins(DEEDS[name].says))
  const otherwise = names.filter(
    (name) => !named.includes(name) && begins(`${DEEDS[name].says} ${DEEDS[name].also ?? ''} ${MENUS[DEEDS[name].menu]}`),
  )
  const exact = named.filter((name) => wordsOf(DEEDS[name].says).join(' ') === looked.join(' '))
  return [...new Set([...exact, ...named, ...otherwise])]
}
