/** What a rule finds in all that was written: seen before it is switched on, so that it does not cry wolf. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, query, state } from 'lit/decorators.js'
import type { StyleRule, StyleTrial } from '../../shared/api.ts'
import { isSignedOut, sentence } from '../api.ts'
import { changeRule, tryRule } from '../api/style.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { looksFor } from './rule-words.ts'

type Find = StyleTrial['finds'][number]

const PLACES: Record<Find['where'], string> = {
  headline: 'in the headline',
  dek: 'in the dek',
  byline: 'in the byline',
  question: 'in a question',
  answer: 'in an answer',
  body: 'in the copy',
  caption: 'in a caption',
  credit: 'in the credit of a picture',
  licence: 'in the licence of a picture',
  alt: 'in alt text',
  card: 'in a card',
}

@customElement('trial-dialog')
export class TrialDialog extends PageElement {
  @state() private rule: StyleRule | null = null
  @state() private trial: StyleTrial | null = null
  @state() private trouble = ''
  @state() private busy = false
  @query('dialog') private dialog!: HTMLDialogElement

  /** Tries it at once. Tells `kept` when the rule has changed: tried, or switched on. */
  async show(rule: StyleRule): Promise<void> {
    this.rule = rule
    this.trial = null
    this.trouble = ''
    await this.updateComplete
    openDialog(this.dialog)
    try {
      const trial = await tryRule(rule.id)
      // Another one may have been opened meanwhile.
      if (this.rule !== rule) return
      this.trial = trial
      this.rule = trial.rule
      this.told(trial.rule)
    } catch (error) {
      this.failed(error)
    }
  }

  private async switchOn(): Promise<void> {
    if (this.rule === null || this.busy) return
    this.busy = true
    try {
      this.told(await changeRule(this.rule.id, { version: this.rule.version, on: true }))
      this.dialog.close()
    } catch (error) {
      this.failed(error)
    } finally {
      this.busy = false
    }
  }

  private failed(error: unknown): void {
    if (isSignedOut(error)) this.endSession()
    else this.trouble = sentence(error)
  }

  private told(rule: StyleRule): void {
    this.dispatchEvent(new CustomEvent<StyleRule>('kept', { detail: rule }))
  }

  override render() {
    const { rule, trial } = this
    return html`<dialog class="dialog trial-dialog" aria-labelledby="trial-title">
      <form
        class="dialog-form"
        @submit=${(event: Event) => {
          event.preventDefault()
          void this.switchOn()
        }}
      >
        <h2 id="trial-title" tabindex="-1">Tried on all stories</h2>
        ${rule === null ? nothing : html`<p class="rule-looks">${looksFor(rule)}</p>`}
        ${trial === null ? (this.trouble === '' ? html`<p class="muted" role="status">Reading every story…</p>` : nothing) : this.found(trial)}
        ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${this.trouble}</p>`}
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => this.dialog.close()}>Close</button>
          ${
            rule === null || rule.on || trial === null
              ? nothing
              : html`<button class="button primary" aria-busy=${this.busy ? 'true' : nothing}>Switch on</button>`
          }
        </div>
      </form>
    </dialog>`
  }

  private found({ stories, damaged, total, finds }: StyleTrial): TemplateResult {
    const times = total === 1 ? 'once' : `${total.toLocaleString('en-GB')} times`
    return html`<p role="status">
        ${total === 0 ? 'Not found' : html`Found <b>${times}</b>`} in ${stories.toLocaleString('en-GB')}
        ${stories === 1 ? 'story' : 'stories'}. ${damaged === 0 ? nothing : `${damaged} could not be read.`}
        ${finds.length < total ? `Here are ${finds.length}.` : nothing}
      </p>
      ${
        finds.length === 0
          ? nothing
          : html`<ul class="trial-finds" tabindex="0" aria-label="What it finds">
              ${finds.map((find) => this.find(find))}
            </ul>`
      }`
  }

  private find({ storyId, headline, where, before, words, after, change }: Find): TemplateResult {
    return html`<li>
      <p class="trial-words">
        ${before}<mark>${words}</mark>${change === null ? nothing : html` <span aria-hidden="true">→</span> <ins>${change}</ins>`}${after}
      </p>
      <p class="muted"><a href="/desk/story/${storyId}">${headline === '' ? 'Untitled story' : headline}</a>, ${PLACES[where]}</p>
    </li>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'trial-dialog': TrialDialog
  }
}
