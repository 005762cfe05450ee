/** Joins a story page to its publish button and panel. The panel comes when it is asked for: the words wait for nothing of it. */
import { html, type TemplateResult } from 'lit'
import type { Session } from '../../shared/api.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { CheckPlace } from '../../shared/shapes/checks.ts'
import type { LiveStanding } from '../standing/live-standing.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { toast, toastFor } from '../ui/toast-list.ts'
import type { Led } from './to-place.ts'
import './publish-button.ts'

type Page = HTMLElement & { updateComplete: Promise<unknown> }

export class PagePublish {
  constructor(
    private readonly page: Page,
    /** What a check may lead to. */
    private readonly led: Led,
    private readonly copyForSubstack: () => void,
  ) {
    // The button in the bar, and whatever else on the page leads to the panel.
    page.addEventListener('publish', this.show)
  }

  readonly show = (event?: Event): void => void this.open((event as CustomEvent<EditionKind | null> | undefined)?.detail ?? null)

  /** Takes away the note that leads back to the panel. */
  private noteGoes = (): void => {}

  /** @param kind what is to be published; null: what comes next */
  private async open(kind: EditionKind | null): Promise<void> {
    this.noteGoes()
    try {
      await Promise.all([import('./publish-panel.ts'), import('./to-place.ts')])
    } catch {
      toast('That could not be loaded. Your words are safe; try again when the network is back.')
      return
    }
    await this.page.updateComplete
    await this.page.querySelector('publish-panel')?.show(kind)
  }

  /** @param standing null: not here yet */
  button(standing: LiveStanding | null): TemplateResult {
    return html`<publish-button .standing=${standing}></publish-button>`
  }

  panel(session: Session, story: LiveStory, standing: LiveStanding | null): TemplateResult {
    return html`<publish-panel
      .session=${session}
      .story=${story}
      .standing=${standing}
      @copy-substack=${this.copyForSubstack}
      @to-place=${this.lead}
    ></publish-panel>`
  }

  private readonly lead = async ({ detail }: CustomEvent<CheckPlace>): Promise<void> => {
    const { toPlace } = await import('./to-place.ts')
    // The focus comes back to the button first, and goes on from there.
    await new Promise(requestAnimationFrame)
    const isThere = await toPlace(detail, this.led)
    this.noteGoes()
    this.noteGoes = toastFor(isThere ? 'The publish panel is kept as it was.' : 'That is not in the text any more.', {
      label: 'Back to it',
      run: () => void this.show(),
    })
  }
}
