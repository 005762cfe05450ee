/**
 * What of the editor comes beside the story, not before it: what comments, suggestions and the checks mark, what is
 * looked for, paste and pictures, and the commands of its menus. Its plugins join a view once (`story-editor.ts`).
 */
import type { Plugin } from 'prosemirror-state'
import { speakersOf } from '../../shared/story.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { commentMarks } from './comment-marks.ts'
import type { Page } from './deed.ts'
import * as doings from './doings.ts'
import { finding } from './finding.ts'
import { haveDoings } from './later.ts'
import { linkPaste } from './link-paste.ts'
import type { MarginSpot, StoryMargin } from './margin.ts'
import { paste } from './paste.ts'
import { picturesPlugin } from './pictures-plugin.ts'
import { quoteNotes } from './quote-commands.ts'
import type { StoryPictures } from './story-pictures.ts'
import { StoryStyle, type House } from './story-style.ts'
import { styleMarks } from './style-marks.ts'
import { suggestionMarks, type ShownSource } from './suggestion-marks.ts'
import './issues.css'

export { reviewOf } from './comment-marks.ts'
export { speakerMenu } from './speaker-menu.ts'
export { StoryPictures } from './story-pictures.ts'
export { checksOf } from './style-changes.ts'

/** What the plugins work with. */
export type Ground = {
  /** The text on the screen, and the story it is, or is a fork of. */
  live: LiveStory
  story: LiveStory
  /** Null: this person is shown no checks. */
  house: House | null
  margin: StoryMargin
  /** Null: nothing that this person may see. */
  suggested: ShownSource | null
  pictures: StoryPictures
  page: Page
  say: (sentence: string) => void
  /** Told that the checks have found something else, and that a link stands on a line of its own. */
  checked: () => void
  offerCard: (href: string) => void
}

export type Joining = { plugins: Plugin[]; style: StoryStyle | null }

export function joining(ground: Ground): Joining {
  const { live, story, house, margin, suggested, pictures, page, say } = ground
  const { ydoc } = live
  const style = house === null ? null : new StoryStyle(ydoc, story)
  if (style !== null && house !== null) {
    style.use(house)
    style.addEventListener('change', ground.checked)
    style.addEventListener('field', (event) => page.toField((event as CustomEvent<MarginSpot>).detail))
  }
  return {
    style,
    plugins: [
      quoteNotes(page.speakers, page.alone),
      finding(),
      linkPaste(ground.offerCard),
      paste({
        storyId: live.storyId,
        speakers: page.speakers,
        addSpeaker: (id, speaker) => speakersOf(ydoc).set(id, speaker),
        pictures: pictures.takenOut,
        say,
      }),
      ...(style === null ? [] : [styleMarks({ style, pictures })]),
      commentMarks({ margin, ydoc, moves: page.moves }),
      ...(suggested === null ? [] : [suggestionMarks(suggested, margin)]),
      picturesPlugin(pictures, () => page.ask('pictureWords')),
    ],
  }
}

/** The plugins of a view are there: what was asked for meanwhile is done. */
export const joined = (): void => haveDoings(doings)
