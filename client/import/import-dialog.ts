/** Brings a file into a story that is open: chosen, shown, then put after what the story has. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Preview } from '../../shared/api.ts'
import { FILES_READ } from '../../shared/file-types.ts'
import { isSignedOut, sentence } from '../api.ts'
import { importInto, previewImport } from '../api/stories.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import { ACCEPT, notRead, sentFile, type Sent } from './sent.ts'
import { summary } from './import-preview.ts'

@customElement('import-dialog')
export class ImportDialog extends PageElement {
  @property({ attribute: false }) storyId = ''
  /** Whether the story has words that the file would come after. */
  @state() private begun = false
  @state() private file: Sent | null = null
  @state() private preview: Preview | null = null
  @state() private picked = 0
  @state() private busy = false
  @state() private over = false
  @state() private trouble = ''
  @query('dialog') private dialog!: HTMLDialogElement
  @query('input[type=file]') private chooser!: HTMLInputElement
  /** The reading that is being waited for: an answer to an older question is not looked at. */
  private asked = 0

  /** @param begun whether the story has words already */
  async show(begun: boolean): Promise<void> {
    this.begun = begun
    this.again()
    await this.updateComplete
    openDialog(this.dialog, () => this.busy)
  }

  private again(): void {
    this.file = null
    this.preview = null
    this.trouble = ''
    this.picked = 0
    if (this.hasUpdated) this.chooser.value = ''
  }

  private take(file: File): void {
    const sent = sentFile(file)
    this.again()
    if (sent === null) this.trouble = notRead(file.name)
    else {
      this.file = sent
      void this.read()
    }
  }

  private async read(pick = 0): Promise<void> {
    const { file } = this
    if (file === null) return
    const asked = ++this.asked
    this.busy = true
    this.trouble = ''
    try {
      const preview = await previewImport(file.type, file.bytes, { story: this.storyId, pick })
      if (asked !== this.asked) return
      this.preview = preview
      this.picked = pick
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else if (asked === this.asked) {
        this.trouble = sentence(error)
        if (this.preview === null) this.file = null
      }
    } finally {
      if (asked === this.asked) {
        this.busy = false
        await this.updateComplete
        this.dialog.querySelector<HTMLElement>(this.preview === null ? 'button' : 'h2')?.focus()
      }
    }
  }

  private async bringIn(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const { file, preview } = this
    if (file === null || preview === null || this.busy) return
    this.busy = true
    this.trouble = ''
    try {
      const { lost } = await importInto(this.storyId, file.type, file.bytes, { into: 'append', pick: this.picked })
      this.dialog.close()
      const more = lost.filter((one) => !preview.lost.includes(one))
      toast(`${summary(preview)}${more.length === 0 ? '' : ` ${more.join(' ')}`}`)
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.trouble = sentence(error)
    } finally {
      this.busy = false
    }
  }

  override render() {
    return html`<dialog
      class="dialog import-file"
      aria-labelledby="import-title"
      @dragover=${(event: DragEvent) => {
        event.preventDefault()
        this.over = true
      }}
      @dragleave=${() => (this.over = false)}
      @drop=${(event: DragEvent) => {
        event.preventDefault()
        this.over = false
        const file = event.dataTransfer?.files[0]
        if (file !== undefined && !this.busy) this.take(file)
      }}
    >
      <form class="dialog-form" @submit=${this.bringIn}>
        <h2 id="import-title" tabindex="-1">
          ${this.preview === null ? 'Import a file into this story' : `What comes in from ${this.file?.name ?? 'the file'}`}
        </h2>
        ${
          this.preview === null
            ? this.place()
            : html`<import-preview
                .preview=${this.preview}
                .picked=${this.picked}
                @pick=${(event: CustomEvent<number>) => void this.read(event.detail)}
              ></import-preview>`
        }
        ${this.preview !== null && this.begun ? html`<p class="hint">It goes after what the story has. Nothing of that is changed.</p>` : nothing}
        ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')} <span>${this.trouble}</span></p>`}
        <input
          type="file"
          class="visually-hidden"
          tabindex="-1"
          aria-hidden="true"
          accept=${ACCEPT}
          @change=${() => {
            const file = this.chooser.files?.[0]
            if (file !== undefined) this.take(file)
          }}
        />
        <div class="dialog-actions">
          ${
            this.preview === null
              ? nothing
              : html`<button class="button quiet aside" type="button" @click=${this.again}>Another file</button>`
          }
          <button class="button" type="button" @click=${() => this.dialog.close()}>Cancel</button>
          ${
            this.preview === null
              ? html`<button
                  class="button primary"
                  type="button"
                  aria-busy=${this.busy}
                  @click=${() => !this.busy && this.chooser.click()}
                >
                  ${this.busy ? 'Reading…' : 'Choose a file'}
                </button>`
              : html`<button class="button primary" aria-busy=${this.busy} aria-disabled=${this.busy}>Bring it in</button>`
          }
        </div>
      </form>
    </dialog>`
  }

  private place(): TemplateResult {
    return html`<div class="import-place ${this.over ? 'over' : ''}">
      ${icon('file')}
      <p>Drop a file here, or choose one.</p>
      <p class="hint">${FILES_READ}. You see what comes in before it does.</p>
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'import-dialog': ImportDialog
  }
}
