/** A target's text was changed there since we sent ours: both beside each other, and the choice. Nothing is overwritten unseen. */
import { html, nothing } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import type { Delivery, Edition } from '../../shared/shapes/editions.ts'
import { isSignedOut, sentence } from '../api.ts'
import { readEdition } from '../api/editions.ts'
import { confirmed } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { beside, isSame, linesOf, mainOf, type Row } from './lines.ts'
import type { Publishing } from './publishing.ts'

@customElement('clash-choice')
export class ClashChoice extends PageElement {
  @property({ attribute: false }) at!: Publishing
  @property({ attribute: false }) edition!: Edition
  @property({ attribute: false }) delivery!: Delivery
  @state() private rows: readonly Row[] | null = null
  @state() private all = false
  @state() private trouble = ''
  private of = ''

  override willUpdate(): void {
    const of = `${this.edition.number} ${this.delivery.target} ${this.delivery.theirs?.length}`
    if (of === this.of) return
    this.of = of
    void this.read()
  }

  private async read(): Promise<void> {
    try {
      const { page } = await readEdition(this.at.story.storyId, this.edition.number)
      this.rows = beside(linesOf(this.delivery.theirs ?? ''), linesOf(mainOf(page)))
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.trouble = sentence(error)
    }
  }

  private async decide(deed: 'overwrite theirs' | 'keep theirs'): Promise<void> {
    const { at, edition, delivery } = this
    if (at.busy !== null) return
    const sure =
      deed === 'keep theirs' ||
      (await confirmed({
        title: `Put ours over what is on ${delivery.name}?`,
        text: 'What was written there is gone from there: copy out of it what is still wanted.',
        yes: 'Overwrite theirs',
        danger: true,
      }))
    if (sure) await at.decide(edition, delivery.target, deed)
  }

  override render() {
    const { rows } = this
    const other = rows?.filter((row) => !isSame(row)) ?? []
    return html`<div class="clash">
      ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.trouble}</p>`}
      ${
        rows === null
          ? nothing
          : html`<div class="beside-box" tabindex="0" role="region" aria-label="Both texts">
              <table class="beside">
                <thead>
                  <tr>
                    <th scope="col">On ${this.delivery.name}</th>
                    <th scope="col">Ours, edition ${this.edition.number}</th>
                  </tr>
                </thead>
                <tbody>
                  ${(this.all ? rows : other).map(
                    (row) =>
                      html`<tr class=${isSame(row) ? 'is-same' : ''}>
                        <td>${row.was ?? nothing}</td>
                        <td>${row.now ?? nothing}</td>
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
      }
      <div class="ways-out">
        <button class="button" type="button" aria-disabled=${this.at.busy !== null} @click=${() => this.decide('keep theirs')}>
          Keep theirs
        </button>
        <button
          class="button"
          type="button"
          aria-disabled=${this.at.busy !== null}
          @click=${() => this.decide('overwrite theirs')}
        >
          Overwrite theirs …
        </button>
        <button class="button quiet" type="button" aria-pressed=${this.all} @click=${() => (this.all = !this.all)}>
          ${this.all ? 'Only what differs' : 'Both texts whole'}
        </button>
      </div>
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'clash-choice': ClashChoice
  }
}
