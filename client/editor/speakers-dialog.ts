/** The story's speakers, and how it says who speaks. What is changed here is changed for everybody at once. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import {
  KINDS_OF_SPEAKER,
  LABEL_STYLES,
  fieldOf,
  readSettings,
  settingsOf,
  speakersOf,
  type LabelStyle,
  type Speaker,
} from '../../shared/story.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { initials } from '../ui/initials.ts'
import { toast } from '../ui/toast-list.ts'
import { freshId } from './fresh-id.ts'
import { inOrder, interviewerFrom } from './cast.ts'
import { shortOf } from './turns.ts'

const KIND_NAMES: Record<Speaker['kind'], string> = { interviewer: 'Asks', subject: 'Answers', other: 'Also speaks' }
const STYLE_NAMES: Record<LabelStyle, string> = {
  bold: 'Bold questions, no names',
  'full-then-initials': 'Full name, then initials',
  'full-then-surname': 'Full name, then the short name',
  full: 'Full name every time',
  'q-a': 'Q and A',
  outlet: 'The newsroom asks, short names answer',
}

@customElement('speakers-dialog')
export class SpeakersDialog extends PageElement {
  @property({ attribute: false }) live!: LiveStory
  @property({ type: Boolean }) writable = false
  /** One that is not in the story yet: it has no name. */
  @state() private fresh: { id: string; speaker: Speaker } | null = null
  @query('dialog') private dialog!: HTMLDialogElement
  private made: string | null = null
  private letGo: (() => void)[] = []

  /** @param add begins a new speaker. @returns the speaker that was made, once it closes */
  async show(add = false): Promise<string | null> {
    const again = (): void => this.requestUpdate()
    const parts = [speakersOf(this.live.ydoc), settingsOf(this.live.ydoc)]
    for (const part of parts) part.observe(again)
    this.letGo = parts.map((part) => () => part.unobserve(again))
    this.made = null
    this.fresh = null
    this.requestUpdate()
    if (add || Object.keys(this.speakers).length === 0) this.add()
    await this.updateComplete
    openDialog(this.dialog)
    if (add) this.focusName()
    return new Promise((resolve) =>
      this.dialog.addEventListener(
        'close',
        () => {
          for (const go of this.letGo.splice(0)) go()
          this.fresh = null
          resolve(this.made)
        },
        { once: true },
      ),
    )
  }

  private get speakers(): Record<string, Speaker> {
    return speakersOf(this.live.ydoc).toJSON() as Record<string, Speaker>
  }

  private add(): void {
    if (!this.writable) return
    const { speakers } = this
    const author = interviewerFrom(fieldOf(this.live.ydoc, 'byline').toString(), speakers)
    // Somebody whom the byline names is offered, not made: it has to be confirmed by any change or by Add.
    this.fresh = { id: freshId(), speaker: author ?? { name: '', initials: '', kind: 'subject' } }
  }

  private focusName(): void {
    const names = this.querySelectorAll<HTMLInputElement>('input[name="name"]')
    const last = names[names.length - 1]
    last?.focus()
    last?.select()
  }

  private change(id: string, was: Speaker, fields: Partial<Speaker>): void {
    const next = { ...was, ...fields }
    // Initials that only followed from the name go on doing so.
    if (fields.name !== undefined && (was.initials === '' || was.initials === initials(was.name)))
      next.initials = initials(next.name)
    if (next.short === '') delete next.short
    if (next.tapeLabels?.length === 0) delete next.tapeLabels
    if (this.fresh?.id === id) {
      this.fresh = { id, speaker: next }
      if (next.name.trim() === '') return
      this.fresh = null
      this.made = id
    }
    speakersOf(this.live.ydoc).set(id, next)
  }

  private takeOut(id: string, speaker: Speaker): void {
    if (this.fresh?.id === id) {
      this.fresh = null
      return
    }
    speakersOf(this.live.ydoc).delete(id)
    toast(`${speaker.name || 'The speaker'} was removed. Their words stay, without a name.`, {
      label: 'Take back',
      run: () => speakersOf(this.live.ydoc).set(id, speaker),
    })
    this.querySelector<HTMLButtonElement>('.add-speaker')?.focus()
  }

  private another(): void {
    const { fresh } = this
    if (fresh !== null && fresh.speaker.name.trim() !== '') this.change(fresh.id, fresh.speaker, {})
    this.add()
    void this.updateComplete.then(() => this.focusName())
  }

  private close(): void {
    const { fresh } = this
    if (fresh !== null && fresh.speaker.name.trim() !== '') this.change(fresh.id, fresh.speaker, {})
    this.dialog.close()
  }

  override render() {
    const rows =
      this.live === undefined
        ? []
        : [...inOrder(this.speakers), ...(this.fresh === null ? [] : [[this.fresh.id, this.fresh.speaker] as const])]
    const labelStyle = this.live === undefined ? '' : readSettings(this.live.ydoc).labelStyle
    return html`<dialog class="dialog wide" aria-labelledby="speakers-title">
      <form
        class="dialog-form"
        @submit=${(event: Event) => {
          event.preventDefault()
          this.close()
        }}
      >
        <h2 id="speakers-title">Speakers and labels</h2>
        ${rows.length === 0 ? html`<p class="muted">Nobody has a name yet. Questions are marked Q, answers A.</p>` : nothing}
        ${repeat(
          rows,
          ([id]) => id,
          ([id, speaker]) => this.row(id, speaker),
        )}
        ${
          this.writable
            ? html`<button class="button quiet add-speaker" type="button" @click=${this.another}>
                ${icon('plus')} Add a speaker
              </button>`
            : nothing
        }
        <div class="field">
          <label for="label-style">Who speaks is shown as</label>
          <select
            id="label-style"
            class="input"
            ?disabled=${!this.writable}
            @change=${(event: Event) => settingsOf(this.live.ydoc).set('labelStyle', (event.target as HTMLSelectElement).value)}
          >
            <option value="" ?selected=${labelStyle === ''}>As the newsroom does</option>
            ${LABEL_STYLES.map((style) => html`<option value=${style} ?selected=${style === labelStyle}>${STYLE_NAMES[style]}</option>`)}
          </select>
          <p class="hint">In the margin, and in everything that goes out. The text itself holds no labels.</p>
        </div>
        <div class="dialog-actions"><button class="button primary">Done</button></div>
      </form>
    </dialog>`
  }

  private row(id: string, speaker: Speaker): TemplateResult {
    const { name, initials: letters, kind, short = '', tapeLabels = [] } = speaker
    const called = name || 'New speaker'
    const text = (
      label: string,
      key: string,
      value: string,
      read: (typed: string) => Partial<Speaker>,
      more: { hint?: string; most: number },
    ) =>
      html`<label class=${key}
        ><span>${label}</span
        ><input
          class="input"
          name=${key}
          .value=${value}
          maxlength=${more.most}
          placeholder=${more.hint ?? ''}
          autocomplete="off"
          spellcheck="false"
          ?readonly=${!this.writable}
          @change=${(event: Event) => this.change(id, speaker, read((event.target as HTMLInputElement).value.trim()))}
      /></label>`
    return html`<fieldset class="speaker">
      <legend class="visually-hidden">${called}</legend>
      ${text('Name', 'name', name, (typed) => ({ name: typed }), { most: 200 })}
      <label class="kind"
        ><span>Part</span
        ><select
          class="input"
          ?disabled=${!this.writable}
          @change=${(event: Event) => this.change(id, speaker, { kind: (event.target as HTMLSelectElement).value as Speaker['kind'] })}
        >
          ${KINDS_OF_SPEAKER.map((one) => html`<option value=${one} ?selected=${one === kind}>${KIND_NAMES[one]}</option>`)}
        </select></label
      >
      ${text('Initials', 'initials', letters, (typed) => ({ initials: typed }), { most: 12 })}
      ${text('Short name', 'short', short, (typed) => ({ short: typed }), { most: 100, hint: shortOf({ name, initials: '', kind }) })}
      ${text(
        'On the tape',
        'tape',
        tapeLabels.join(', '),
        (typed) => ({
          tapeLabels: typed
            .split(',')
            .map((label) => label.trim().slice(0, 200))
            .filter(Boolean)
            .slice(0, 20),
        }),
        { most: 1000, hint: 'Speaker 2' },
      )}
      ${
        this.writable
          ? html`<button
              class="icon-button"
              type="button"
              aria-label="Remove ${called}"
              title="Remove"
              @click=${() => this.takeOut(id, speaker)}
            >
              ${icon('bin')}
            </button>`
          : nothing
      }
    </fieldset>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'speakers-dialog': SpeakersDialog
  }
}
