/** Joins a story page to its kept versions: keeps one by hand, leads to all of them, and begins undo anew when one was put back. */
import type { ReactiveController } from 'lit'
import { may } from '../../shared/can.ts'
import type { StoryNotice } from '../../shared/review.ts'
import { isSignedOut, sentence } from '../api.ts'
import { keepVersion } from '../api/versions.ts'
import type { DeedName } from '../editor/deeds.ts'
import type { LiveStanding } from '../standing/live-standing.ts'
import type { Live } from '../story/live.ts'
import type { SharedField } from '../story/shared-field.ts'
import type { PageElement } from '../ui/element.ts'
import { go } from '../ui/go.ts'
import { toast } from '../ui/toast-list.ts'
import { askName } from './ask-name.ts'

/** How long the last words of this window may take to be saved. */
const A_MOMENT = 4_000

type Page = PageElement & {
  readonly mayLeave: () => Promise<boolean>
}

export class PageHistory implements ReactiveController {
  private stop: (() => void) | null = null
  /** The last time a version was put back, as far as this page knows; undefined: it does not yet. */
  private last: string | null | undefined

  constructor(
    private readonly page: Page,
    private readonly live: Live,
    private readonly editor: () => { forgetUndo: () => void; focus: () => void } | null,
  ) {
    page.addController(this)
  }

  /** Follows the story that was just opened. */
  open(): void {
    this.stop?.()
    const { story } = this.live
    if (story === null) return
    story.addEventListener('notice', this.noticed)
    this.stop = () => story.removeEventListener('notice', this.noticed)
  }

  /** A window that was offline then was told nothing: where the story stands says it, once it is asked again. */
  stands(standing: LiveStanding): void {
    this.last = undefined
    standing.addEventListener('change', () => {
      if (standing.now === null) return
      const { last } = this
      this.last = standing.now.restored
      if (last === undefined || last === this.last) return
      toast('While you were offline an earlier version was put back. What you typed is still there.')
      this.forgetUndo()
    })
  }

  hostDisconnected(): void {
    this.stop?.()
    this.stop = null
  }

  /** @param name of any deed of the page */
  may(name: DeedName): boolean {
    const rights = this.live.story?.rights
    if (rights === undefined) return true
    if (name === 'versions') return may(rights, 'see its standing')
    return name !== 'keepVersion' || may(rights, 'keep versions')
  }

  readonly shows = {
    versions: (): void => void this.leave(),
    'keep version': (): void => void this.keep(),
  }

  private async leave(): Promise<void> {
    const { story } = this.live
    if (story !== null && this.may('versions') && (await this.page.mayLeave())) go(`/desk/story/${story.storyId}/history`)
  }

  private async keep(): Promise<void> {
    const { story } = this.live
    if (story === null || !this.may('keepVersion')) return
    const name = await askName('Keep this version')
    this.editor()?.focus()
    if (name === null) return
    try {
      await this.live.settled(A_MOMENT)
      await keepVersion(story.storyId, name)
      toast(`Kept as “${name}”.`, { label: 'Versions', run: this.shows.versions })
    } catch (error) {
      if (isSignedOut(error)) this.page.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }))
      else toast(sentence(error))
    }
  }

  private readonly noticed = (event: Event): void => {
    const notice = (event as CustomEvent<StoryNotice>).detail
    if (!('restored' in notice)) return
    const { by, says, id } = notice.restored
    this.last = id
    const what = says === '' ? 'an earlier version' : `the version “${says}”`
    if (by.id !== this.live.story?.person.id) toast(`${by.name} put back ${what}. What you were typing is still there.`)
    this.forgetUndo()
  }

  /** What was undone before would come back in pieces, into a text that is another. */
  private forgetUndo(): void {
    if (this.live.fork !== null) return
    this.editor()?.forgetUndo()
    for (const field of this.page.querySelectorAll<SharedField>('shared-field')) field.forgetUndo()
  }
}
