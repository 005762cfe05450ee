/** Leads from a check to what it is about: the words in the copy are selected and in sight, as the walk by F8 leaves them. */
import type { CheckPlace } from '../../shared/shapes/checks.ts'
import type { Field } from '../../shared/story.ts'
import { toWords } from '../editor/block-words.ts'
import type { StoryEditor } from '../editor/story-editor.ts'

/** What the story page can be led to. */
export type Led = {
  editor: () => StoryEditor | null
  field: (field: Field) => string
  toField: (spot: { field: Field; from: number; to: number }) => void
  toThread: (id: string) => Promise<boolean> | boolean
  /** @param place as the panel of the standing calls it */
  toStanding: (place: string) => void
}

/** @returns false: it is not there any more */
export async function toPlace(place: CheckPlace, page: Led): Promise<boolean> {
  const editor = page.editor()
  switch (place.of) {
    case 'field': {
      const { length } = page.field(place.field)
      const at = place.words === '' ? -1 : page.field(place.field).indexOf(place.words)
      page.toField({ field: place.field, from: Math.max(0, at), to: at < 0 ? length : at + place.words.length })
      return true
    }
    case 'block':
      // First: a view without the focus brings nothing into sight.
      editor?.focus()
      return editor?.act(toWords(place.block, place.words)) ?? false
    case 'suggestions': {
      const item = editor?.review?.items().find(({ kind }) => kind === 'suggestion')
      if (item === undefined) return false
      editor!.review!.goTo(item)
      return true
    }
    case 'thread':
      return page.toThread(place.thread)
    case 'gate':
      page.toStanding(`gate:${place.gate}`)
      return true
    case 'particulars':
      page.toStanding(`particulars:${place.name}`)
      return true
    case 'standing':
      page.toStanding('standing')
      return true
  }
}
