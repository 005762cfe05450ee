/** The keys that decide about what the checks found, for who is in a field above the body: there the body's own are not heard. */
import { keydownHandler } from 'prosemirror-keymap'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { DEEDS } from './deeds.ts'

const DECIDE = ['changeIssue', 'letStand'] as const

/** @returns whether the key was one of them */
export function decidingKeys(run: (name: (typeof DECIDE)[number]) => void): (view: EditorView, event: KeyboardEvent) => boolean {
  const bound: Record<string, Command> = {}
  for (const name of DECIDE)
    for (const key of DEEDS[name].keys ?? [])
      bound[key] = () => {
        run(name)
        return true
      }
  return keydownHandler(bound)
}
