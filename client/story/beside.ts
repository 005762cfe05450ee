/**
 * What stands beside the words of a story, and comes right after them (`late.ts`): the margin with its comments and
 * suggestions, what the checks found, where the story stands, pictures on their way, panels, and what menus do.
 */
import { html, type TemplateResult } from 'lit'
import type { Session } from '../../shared/api.ts'
import { fieldOf, type Field } from '../../shared/story.ts'
import { PageReview } from '../comments/page-review.ts'
import * as editor from '../editor/beside.ts'
import type { Asked } from '../editor/deed.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { PageHistory } from '../history/page-history.ts'
import { PagePublish } from '../publish/page-publish.ts'
import { PageStanding } from '../standing/page-standing.ts'
import type { Modes } from '../suggest/modes.ts'
import { PageSuggest } from '../suggest/page-suggest.ts'
import type { PageElement } from '../ui/element.ts'
import type { LiveStory } from '../sync/live-story.ts'
import type { Live } from './live.ts'
import { askToLeave } from './leaving.ts'
import { pictureWire } from './pictures.ts'
import '../editor/picture-strip.ts'
import '../inbox/inbox-bell.ts'
import '../style/issue-card.ts'
import './print-cast.ts'
import './story-counts.ts'
import './story-ending.ts'
import './story-export.ts'
import './story-side.ts'
import './story-slug.ts'
import './who-is-here.ts'

type Page = {
  element: PageElement & { readonly mayLeave: () => Promise<boolean> }
  editor: () => StoryEditor | null
  show: (what: Asked) => void
  toField: (spot: { field: Field; from: number; to: number }) => void
}

export class Beside {
  /** For the editor. */
  readonly editor = editor
  readonly wire = pictureWire
  readonly askToLeave = askToLeave
  readonly review: PageReview
  readonly suggest: PageSuggest
  readonly kept: PageHistory
  readonly publish: PagePublish
  standing: PageStanding | null = null

  constructor(
    private readonly page: Page,
    private readonly live: Live,
    modes: Modes,
  ) {
    const { element, editor: shown, show, toField } = page
    this.review = new PageReview(element, shown)
    this.suggest = new PageSuggest(element, live, modes, shown, this.review)
    this.kept = new PageHistory(element, live, shown)
    this.publish = new PagePublish(
      element,
      {
        editor: shown,
        field: (field) => (live.text === null ? '' : fieldOf(live.text.ydoc, field).toString()),
        toField,
        toThread: (id) => this.review.element?.openThread(id) ?? false,
        toStanding: (place) => void element.querySelector('story-side')?.show('standing', place),
      },
      () => show('copySubstack'),
    )
  }

  /** Follows the story that was just opened. */
  open(): void {
    const { story } = this.live
    if (story === null) return
    this.review.open(story)
    this.kept.open()
    this.standing?.close()
    this.standing = new PageStanding(this.page.element, story, (most) => this.live.settled(most))
    this.kept.stands(this.standing.standing)
  }

  /** The margin of the page. */
  aside(): TemplateResult {
    const { review, suggest } = this
    return html`<story-margin
      .editor=${this.page.editor()}
      .threads=${review.threads}
      .margin=${review.margin}
      .chosen=${suggest.chosen}
    ></story-margin>`
  }

  panel(session: Session, story: LiveStory): TemplateResult {
    return this.publish.panel(session, story, this.standing?.standing ?? null)
  }
}
