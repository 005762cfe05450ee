/** An element that shows where a story stands, and is drawn anew whenever that is known anew. */
import { property } from 'lit/decorators.js'
import type { Standing } from '../../shared/shapes/standing.ts'
import { isSignedOut, sentence } from '../api.ts'
import { PageElement } from '../ui/element.ts'
import { toast } from '../ui/toast-list.ts'
import type { LiveStanding } from './live-standing.ts'

export class StandingElement extends PageElement {
  @property({ attribute: false }) standing!: LiveStanding
  private following: LiveStanding | null = null

  override connectedCallback(): void {
    super.connectedCallback()
    this.follow(this.standing ?? null)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.follow(null)
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('standing')) this.follow(this.standing)
  }

  protected get now(): Standing | null {
    return this.standing.now
  }

  /** Does something of this page; says why when it could not be done. @returns whether it was done */
  protected async act(deed: () => Promise<void>): Promise<boolean> {
    try {
      await deed()
      return true
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else toast(sentence(error))
      return false
    }
  }

  private follow(standing: LiveStanding | null): void {
    this.following?.removeEventListener('change', this.changed)
    this.following = standing
    standing?.addEventListener('change', this.changed)
  }

  private readonly changed = (): void => this.requestUpdate()
}
