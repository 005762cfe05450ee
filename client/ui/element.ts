/** An element that renders into the page itself: one stylesheet, one focus order, one tree to read. */
import { LitElement } from 'lit'

export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this
  }

  /** Asks whoever holds the session to send the person to the sign-in page and back. */
  protected endSession(): void {
    this.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }))
  }
}
