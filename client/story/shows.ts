/** What the deeds of the editor can ask the story page to show. */
import { wordsOf } from '../../shared/count-words.ts'
import type { Asked, FormName, TakenOut } from '../editor/deed.ts'
import { outDeeds } from '../editor/deeds/out.ts'
import { FORMS } from '../editor/forms.ts'
import { wantsSmartTyping } from '../editor/smart-typing.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import type { StandingDeed } from '../standing/page-standing.ts'
import { toast } from '../ui/toast-list.ts'
import type { Beside } from './beside.ts'
import type { Live } from './live.ts'
import { pictureDeeds } from './pictures.ts'

/** The page, as far as it is asked here. */
export type Around = {
  page: HTMLElement
  live: Live
  editor: () => StoryEditor | null
  calm: () => void
}

export function showsOf({ page, live, editor, calm }: Around, beside: Beside): Record<Asked, () => void> {
  const form = (name: FormName) => (): void => {
    const shown = editor()
    if (shown !== null) FORMS[name](shown)
  }
  const stands = (deed: StandingDeed) => (): void => beside.standing?.do(deed)
  const ways = Object.keys(outDeeds) as TakenOut[]
  const waysOut = Object.fromEntries(
    ways.map((way) => [way, () => void page.querySelector('story-export')?.take(way)]),
  ) as Record<TakenOut, () => void>
  const side = () => page.querySelector('story-side')
  const speakers = () => page.querySelector('speakers-dialog')
  return {
    link: form('link'),
    lang: form('lang'),
    embed: form('embed'),
    linkCard: form('linkCard'),
    card: form('card'),
    'card of line': form('card of line'),
    ...pictureDeeds(page, editor),
    ...beside.review.shows,
    ...beside.suggest.shows,
    ...beside.kept.shows,
    ...waysOut,
    follow: () => page.querySelector('who-is-here')?.choose(),
    inbox: () => page.querySelector('inbox-bell')?.show(),
    publish: beside.publish.show,
    speaker: () => editor()?.chooseSpeaker(async () => (await speakers()?.show(true)) ?? null),
    speakers: () => void speakers()?.show(),
    keys: () => page.querySelector('keys-dialog')?.show(),
    palette: () => void page.querySelector('command-palette')?.show(),
    find: () => void side()?.show('find'),
    outline: () => void side()?.show('outline'),
    checks: () => void side()?.show('checks'),
    standing: () => void side()?.show('standing'),
    stage: stands('stage'),
    'file it': stands('file it'),
    'pass gate': stands('pass gate'),
    hold: stands('hold'),
    counts: () => page.querySelector('story-counts')?.show(),
    language: () => void page.querySelector('language-dialog')?.show(),
    calm,
    import: () => {
      if (beside.suggest.isInStory('bring a file in') && live.story !== null)
        void page.querySelector('import-dialog')?.show(wordsOf(live.story.ydoc) > 0)
    },
    'smart typing': () =>
      toast(wantsSmartTyping() ? 'Smart typing is on.' : 'Smart typing is off: quotes, dashes and dots stay as you type them.'),
  }
}
