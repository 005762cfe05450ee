/** A page that a link leads to: looks the link up first, and knows when it has ended. */
import { state } from 'lit/decorators.js'
import type { Link } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import { sentence } from '../api.ts'
import { lookAtLink } from '../api/entry.ts'
import { EntryForm, secretInAddress } from './entry-form.ts'

export abstract class LinkForm extends EntryForm {
  @state() protected link: 'looking' | 'ended' | Link | { trouble: string } = 'looking'
  /** What links lead here; any other counts as ended. */
  protected abstract readonly kind: Link['kind']

  override connectedCallback(): void {
    super.connectedCallback()
    void this.look()
  }

  protected async look(): Promise<void> {
    try {
      if (secretInAddress() === '') throw new Refusal('link-ended', 410, '')
      const link = await lookAtLink(secretInAddress())
      this.link = link.kind === this.kind ? link : 'ended'
      void this.focusFirst()
    } catch (error) {
      this.link = error instanceof Refusal ? 'ended' : { trouble: sentence(error) }
    }
  }
}
