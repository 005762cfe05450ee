/** Says of words in which language they are. */
import type { Command } from 'prosemirror-state'
import { schema } from '../../shared/schema.ts'
import { langAt } from './mark-commands.ts'

const { lang } = schema.marks

/** @param tag a BCP-47 tag; '': the story's own language again */
export function setLang(tag: string): Command {
  return (state, dispatch) => {
    const at = langAt(state)
    if (at === null) return false
    if (dispatch) {
      const tr = state.tr.removeMark(at.from, at.to, lang)
      if (tag !== '') tr.addMark(at.from, at.to, lang.create({ lang: tag }))
      dispatch(tr.removeStoredMark(lang))
    }
    return true
  }
}
