/** While a word is composed, colleagues' edits wait: changing the text under an input method breaks or doubles the word. */
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { LiveStory } from '../sync/live-story.ts'

/** ProseMirror reads a finished composition up to 50 ms after its end. */
const AFTER_END = 80
/** Who types Korean composes without a pause: between two syllables the colleagues get their turn. */
const LONGEST_RUN = 1_500
/** A person may look long for the right character; but a composition left open must not stop the story. */
const LEFT_OPEN = 15_000
/** A phone's keyboard keeps the word under the caret composed, whether anybody types or not. */
const LEFT_OPEN_PHONE = 1_500

const isPhone = (): boolean => /Android/.test(navigator.userAgent)

export function composing({ colleagues }: LiveStory): Plugin {
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = 0
  const release = (): void => {
    clearTimeout(timer)
    since = 0
    colleagues.release()
  }
  const releaseIn = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(release, ms)
  }
  const going = (): false => {
    if (since === 0) since = Date.now()
    colleagues.hold()
    releaseIn(isPhone() ? LEFT_OPEN_PHONE : LEFT_OPEN)
    return false
  }
  return new Plugin({
    view: () => ({ destroy: release }),
    props: {
      handleDOMEvents: {
        compositionstart: (view: EditorView) => {
          if (since !== 0 && Date.now() - since > LONGEST_RUN && !view.composing) release()
          return going()
        },
        compositionupdate: going,
        compositionend: () => {
          releaseIn(AFTER_END)
          return false
        },
      },
    },
  })
}
