/**
 * While a story opens whose suggestions are still on their way, nobody may write in what is on the screen. What is typed
 * there meanwhile is held, said to be held when it takes its time, and goes into the suggestions, where one had put the caret.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { caretOf, caretTo, type BlockPlace } from '../editor/block-places.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { holdKeys } from '../story/held-keys.ts'
import type { Live } from '../story/live.ts'
import { toast } from '../ui/toast-list.ts'
import type { Modes } from './modes.ts'

type Page = HTMLElement & ReactiveControllerHost
type Place = { field: string; at: number } | BlockPlace

/** So long one may wait for what one types without being told why. */
const SOON = 500

export class ComingKeys implements ReactiveController {
  private letGo: ((came?: boolean) => void) | null = null
  private place: Place | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private editor: StoryEditor | null = null

  constructor(
    private readonly page: Page,
    private readonly live: Pick<Live, 'story'>,
    private readonly modes: Pick<Modes, 'isComing' | 'mode'>,
  ) {
    page.addController(this)
  }

  hostUpdated(): void {
    if (this.live.story?.loaded === true && this.modes.isComing) {
      this.editor = this.page.querySelector('story-editor')
      this.letGo ??= holdKeys(this.meant)
    } else if (this.letGo !== null) void this.end(this.modes.mode !== 'editing')
  }

  hostDisconnected(): void {
    clearTimeout(this.timer)
    this.letGo?.(false)
    this.letGo = null
  }

  /** Only what is typed into the copy, where one has put a caret in it. */
  private readonly meant = (event: KeyboardEvent): boolean => {
    const field = document.activeElement?.closest<HTMLElement>('shared-field')
    const area = document.activeElement
    if (field && area instanceof HTMLTextAreaElement) this.place = { field: field.dataset.name!, at: area.selectionEnd }
    else if ((area === document.body || area?.closest('.copy')) && this.isInCopy())
      this.place = this.editor?.state ? caretOf(this.editor.state) : null
    else return false
    if (event.key.length === 1)
      this.timer ??= setTimeout(() => toast('Your suggestions are still on their way. What you type goes into them then.'), SOON)
    return this.place !== null
  }

  private isInCopy(): boolean {
    const at = getSelection()?.anchorNode
    return at != null && this.page.querySelector('.copy .ProseMirror')?.contains(at) === true
  }

  private async end(came: boolean): Promise<void> {
    const { letGo, place } = this
    this.letGo = null
    this.place = null
    clearTimeout(this.timer)
    this.timer = undefined
    await this.page.updateComplete
    const editor = this.page.querySelector<StoryEditor>('story-editor')
    await editor?.updateComplete
    if (came && place !== null) {
      if ('field' in place) {
        const area = this.page.querySelector<HTMLTextAreaElement>(`shared-field[data-name="${place.field}"] textarea`)
        area?.focus()
        area?.setSelectionRange(place.at, place.at)
      } else {
        editor?.focus()
        editor?.act(caretTo(place))
      }
    }
    letGo?.(came)
  }
}
