/** The ways out of the newsroom, behind one button in the story's bar: for everybody who reads the story. */
import { html, nothing } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Session } from '../../shared/api.ts'
import { isSignedOut, sentence } from '../api.ts'
import type { TakenOut } from '../editor/deed.ts'
import { outDeeds } from '../editor/deeds/out.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import { drawers } from './late.ts'
import type { Live } from './live.ts'
import '../ui/pop-menu.ts'

const WAYS = Object.keys(outDeeds) as TakenOut[]

@customElement('story-export')
export class StoryExport extends PageElement {
  @property({ attribute: false }) live!: Live
  /** Whether the story is here. */
  @property({ attribute: false }) ready = false
  @property({ attribute: false }) session!: Session

  async take(way: TakenOut): Promise<void> {
    const outlet = this.session.newsroom.name
    try {
      const { copyForSubstack, copyPlain, download } = await drawers.fetch()
      if (way === 'copySubstack') await copyForSubstack(this.live, outlet)
      else if (way === 'copyPlain') await copyPlain(this.live, outlet)
      else await download(this.live, way)
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else toast(sentence(error))
    }
  }

  private readonly items = WAYS.map((way) => ({
    label: outDeeds[way].says,
    apart: 'apart' in outDeeds[way],
    run: () => this.take(way),
  }))

  override render() {
    if (!this.ready) return nothing
    return html`<pop-menu .label=${'Export'} .face=${icon('out')} .items=${this.items}></pop-menu>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'story-export': StoryExport
  }
}
