/** Joins the editor's pictures to the server. */
import { Refusal } from '../../shared/refusal.ts'
import { isSignedOut, NoAnswer, sentence } from '../api.ts'
import { copyImage, uploadImage } from '../api/pictures.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import type { PictureWire } from '../editor/uploads.ts'
import { toast } from '../ui/toast-list.ts'

/** Too many at once, a disk without room: tomorrow, or in a minute, the same picture may be taken. */
const PASSING = new Set([429, 503])

export const pictureWire = (storyId: string): PictureWire => ({
  upload: (file, progress) => uploadImage(storyId, file, progress),
  copy: (asset) => copyImage(storyId, asset),
  tell(error) {
    if (error instanceof NoAnswer) return 'no answer'
    return { why: sentence(error), again: isSignedOut(error) || (error instanceof Refusal && PASSING.has(error.status)) }
  },
})

/** What the editor's deeds about pictures show on the page. */
export const pictureDeeds = (page: HTMLElement, editor: () => StoryEditor | null) => ({
  picture: () => {
    const choose = (): void => editor()?.pictures?.choose()
    // The browser opens its window only in answer to a press a few seconds old: on a slow line that may be over.
    if (navigator.userActivation?.isActive === false) toast('Pictures can be chosen now.', { label: 'Choose', run: choose })
    else choose()
  },
  pictureWords: () => {
    const spot = editor()?.checks?.current?.spots[0]
    const found = spot?.letters ? { word: spot.place.attribute, ...spot.letters } : null
    void page.querySelector('picture-dialog')?.show(editor()?.pictures ?? null, found)
  },
})
