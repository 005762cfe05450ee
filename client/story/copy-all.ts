/** Puts a story's text, as it is in this window, onto the clipboard: for words that can no longer be saved. */
import type { Node } from 'prosemirror-model'
import { FIELDS, fieldOf } from '../../shared/story.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { copyText } from '../ui/copy.ts'
import { toast } from '../ui/toast-list.ts'

/** @param beside an element on the page, to copy from where the browser has no better way */
export async function copyAll(live: LiveStory, body: Node | null, beside: Element): Promise<void> {
  const heads = FIELDS.map((field) => fieldOf(live.ydoc, field).toString())
  const copy = body ? body.textBetween(0, body.content.size, '\n\n', '\n') : ''
  const holder = document.createElement('textarea')
  holder.value = [...heads.filter((text) => text !== ''), copy].join('\n\n')
  beside.append(holder)
  const done = await copyText(holder.value, holder)
  holder.remove()
  toast(
    done
      ? 'The story’s text, as it is here, is on the clipboard.'
      : 'The browser did not let the text be copied. Select it and copy it.',
  )
}
