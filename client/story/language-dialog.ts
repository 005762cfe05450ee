/** Asks in which language a story is: its spelling is checked and its quotation marks are written by it. */
import { html, nothing } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { isSetting, readSettings, settingsOf } from '../../shared/story.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'

/** Those a newsroom is likely to write in; any other can be named. */
const COMMON = (
  'en-GB en-US en-AU en-CA en-IE en-IN ar cs da de de-AT de-CH el es es-MX fa fi fr fr-CA fr-CH he hu it ja ko nb nl pl pt-BR ' +
  'pt-PT ro ru sv tr uk zh-Hans zh-Hant'
).split(' ')
const OTHER = 'other'

const names = new Intl.DisplayNames('en-GB', { type: 'language' })
const nameOf = (tag: string): string => {
  try {
    return names.of(tag) ?? tag
  } catch {
    // A tag of the right shape may still be none.
    return tag
  }
}

/** @returns the tag as it is written, or null when it is none */
function tagFrom(typed: string): string | null {
  try {
    const [tag] = Intl.getCanonicalLocales(typed.trim().replaceAll('_', '-'))
    return tag !== undefined && isSetting('lang', tag) ? tag : null
  } catch {
    return null
  }
}

@customElement('language-dialog')
export class LanguageDialog extends PageElement {
  @property({ attribute: false }) live!: LiveStory
  @state() private was = ''
  @state() private chosen = ''
  @state() private wrong = ''
  @query('dialog') private dialog!: HTMLDialogElement

  async show(): Promise<void> {
    this.was = readSettings(this.live.ydoc).lang
    this.chosen = this.was
    this.wrong = ''
    await this.updateComplete
    openDialog(this.dialog)
  }

  private submit(event: Event): void {
    event.preventDefault()
    const input = this.querySelector('input')
    const lang = this.chosen === OTHER ? tagFrom(input!.value) : this.chosen
    if (lang === null) {
      this.wrong = 'That is no language tag. It looks like cy, or pt-AO.'
      input?.focus()
      return
    }
    this.dialog.close()
    if (lang !== this.was) settingsOf(this.live.ydoc).set('lang', lang)
  }

  override render() {
    const listed = this.was === '' || COMMON.includes(this.was) ? COMMON : [this.was, ...COMMON]
    return html`<dialog class="dialog small" aria-labelledby="language-title">
      <form class="dialog-form" novalidate @submit=${this.submit}>
        <h2 id="language-title">Language of the story</h2>
        <div class="field">
          <label for="story-language">The copy is in</label>
          <select
            id="story-language"
            class="input"
            .value=${this.chosen}
            aria-describedby="language-hint"
            @change=${(event: Event) => (this.chosen = (event.target as HTMLSelectElement).value)}
          >
            <option value="" ?selected=${this.chosen === ''}>Not said</option>
            ${listed.map((tag) => html`<option value=${tag} ?selected=${tag === this.chosen}>${nameOf(tag)}</option>`)}
            <option value=${OTHER} ?selected=${this.chosen === OTHER}>Another…</option>
          </select>
          <p class="hint" id="language-hint">
            Browsers check the spelling by it, and quotation marks and dashes are typed its way.
          </p>
        </div>
        ${
          this.chosen === OTHER
            ? html`<div class="field">
                <label for="language-tag">Its tag</label>
                <input
                  id="language-tag"
                  class="input"
                  autocomplete="off"
                  autocapitalize="off"
                  spellcheck="false"
                  maxlength="35"
                  placeholder="cy"
                  aria-invalid=${this.wrong === '' ? 'false' : 'true'}
                  aria-describedby=${this.wrong === '' ? nothing : 'language-wrong'}
                />
                ${
                  this.wrong === ''
                    ? nothing
                    : html`<p class="wrong" id="language-wrong" role="alert">${icon('alert')} ${this.wrong}</p>`
                }
              </div>`
            : nothing
        }
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => this.dialog.close()}>Cancel</button>
          <button class="button primary">Set</button>
        </div>
      </form>
    </dialog>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'language-dialog': LanguageDialog
  }
}
