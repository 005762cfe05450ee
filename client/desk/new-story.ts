/**
 * Starts a story: blank, or read from a pasted text or a file, which is shown as it was read before anything is
 * made. Whatever goes wrong, the pasted text stays where it is until the story holds it.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Preview, Story } from '../../shared/api.ts'
import { FILES_READ, fileTypeOf } from '../../shared/file-types.ts'
import { slugFrom } from '../../shared/slug.ts'
import { isSignedOut, sentence } from '../api.ts'
import { createStory, deleteStory, importInto, previewImport } from '../api/stories.ts'
import { summary } from '../import/import-preview.ts'
import { ACCEPT, notRead, sentFile, type Sent } from '../import/sent.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import type { LiveDesk } from './live-desk.ts'

/** What tells a question from an answer, or would be missed: without any of it, plain text says the same. */
const KEPT = 'b, strong, i, em, cite, a[href], ul, ol, blockquote, h1, h2, h3, h4, [style*="font-weight"], [style*="font-style"]'

function formatted(markup: string): boolean {
  // A parsed document of its own: nothing in it runs or is fetched.
  return new DOMParser().parseFromString(markup, 'text/html').body.querySelector(KEPT) !== null
}

function size(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}

type Trouble = { words: string; signedOut: boolean }

/** Dispatches `opened` with the id of the story to open. */
@customElement('new-story')
export class NewStory extends PageElement {
  @property({ attribute: false }) live!: LiveDesk
  @state() private file: File | null = null
  /** The formatted twin of what the text field shows. */
  @state() private markup: string | null = null
  @state() private text = ''
  @state() private busy = false
  @state() private over = false
  @state() private trouble: Trouble | null = null
  /** How the text was read: shown until it is brought in or taken back. */
  @state() private preview: Preview | null = null
  @state() private picked = 0
  /** Made already, its text not yet in it: a second try goes into the same one. */
  private made: Story | null = null
  @query('dialog') private dialog!: HTMLDialogElement
  @query('input[name=headline]') private headline!: HTMLInputElement
  @query('input[type=file]') private chooser!: HTMLInputElement
  @query('textarea') private area!: HTMLTextAreaElement | null

  open(file?: File): void {
    this.trouble = null
    this.preview = null
    openDialog(this.dialog, () => this.busy)
    if (file !== undefined) this.take(file)
    void this.updateComplete.then(() => this.area?.focus())
  }

  private holds(): boolean {
    return this.text.trim() !== '' || this.file !== null
  }

  private take(file: File): void {
    this.preview = null
    if (fileTypeOf(file.name) === null) {
      this.trouble = { words: notRead(file.name), signedOut: false }
      return
    }
    this.trouble = null
    this.file = file
  }

  private pasted(event: ClipboardEvent): void {
    const file = event.clipboardData?.files[0]
    if (file !== undefined && fileTypeOf(file.name) !== null) {
      event.preventDefault()
      this.take(file)
      return
    }
    const markup = event.clipboardData?.getData('text/html') ?? ''
    // Into a text that is already there goes plain text: half a formatting would be none.
    if (this.text.trim() !== '' || !formatted(markup)) return
    event.preventDefault()
    this.markup = markup
    this.text = event.clipboardData?.getData('text/plain') ?? ''
    if (this.area !== null) this.area.value = this.text
  }

  private plain(): void {
    this.markup = null
    void this.updateComplete.then(() => this.area?.focus())
  }

  private async dropFile(): Promise<void> {
    this.file = null
    this.trouble = null
    this.chooser.value = ''
    await this.updateComplete
    this.area?.focus()
  }

  private async empty(): Promise<void> {
    this.markup = null
    this.text = ''
    await this.dropFile()
  }

  private submit(event?: SubmitEvent): void {
    event?.preventDefault()
    void this.busily(() => (this.preview === null && this.holds() ? this.look(0) : this.make()))
  }

  private async busily(work: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    this.trouble = null
    try {
      await work()
    } catch (error) {
      this.trouble = { words: sentence(error), signedOut: isSignedOut(error) }
    } finally {
      this.busy = false
    }
  }

  /** Shows how the text is read. */
  private async look(pick: number): Promise<void> {
    const sent = this.sent()
    if (sent === null) return
    this.preview = await previewImport(sent.type, sent.bytes, { pick })
    this.picked = pick
    await this.updateComplete
    this.dialog.querySelector<HTMLElement>('.looking h2')?.focus()
  }

  private async make(): Promise<void> {
    const { preview } = this
    const headline = this.headline.value.trim()
    this.made ??= await createStory(headline === '' ? { slug: this.slugOfFile() } : { headline })
    const sent = this.sent()
    const imported = sent === null ? null : await importInto(this.made.id, sent.type, sent.bytes, { pick: this.picked })
    const story = imported?.story ?? this.made
    this.live.put(story)
    this.made = null
    if (imported !== null && preview !== null) {
      const more = imported.lost.filter((one) => !preview.lost.includes(one))
      toast([summary(preview), ...more].join(' '))
    }
    this.finish(story.id)
  }

  private async back(): Promise<void> {
    this.preview = null
    this.trouble = null
    await this.updateComplete
    this.dialog.querySelector<HTMLElement>('.new-story-form .primary')?.focus()
  }

  /** Until it has a headline, a story out of a file goes by the file's name. */
  private slugOfFile(): string {
    const name = this.file?.name.replace(/\.[^.]*$/, '') ?? ''
    const slug = slugFrom(name, '')
    return slug === slugFrom('', '') ? '' : slug
  }

  private sent(): Sent | null {
    if (this.file !== null) return sentFile(this.file)
    if (this.markup !== null) return { name: '', type: 'text/html; charset=utf-8', bytes: this.markup }
    return this.text.trim() === '' ? null : { name: '', type: 'text/plain; charset=utf-8', bytes: this.text }
  }

  private finish(id: string): void {
    this.headline.value = ''
    this.preview = null
    void this.empty()
    this.dialog.close()
    this.dispatchEvent(new CustomEvent('opened', { detail: id }))
  }

  /** What was pasted stays for the next time; a story made for it, still empty, does not. */
  private async closed(): Promise<void> {
    const half = this.made
    this.made = null
    if (half === null) return
    try {
      await deleteStory(half.id)
      this.live.remove(half.id)
    } catch (error) {
      toast(`The empty story that was started is still on the desk. ${sentence(error)}`)
    }
  }

  override render() {
    return html`<dialog
      class="dialog new-story"
      aria-labelledby="new-story-title"
      @close=${this.closed}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.submit()
      }}
      @dragover=${(event: DragEvent) => {
        event.preventDefault()
        this.over = true
      }}
      @dragleave=${() => (this.over = false)}
      @drop=${(event: DragEvent) => {
        event.preventDefault()
        this.over = false
        const file = event.dataTransfer?.files[0]
        if (file !== undefined) this.take(file)
      }}
    >
      <form class="dialog-form new-story-form" ?hidden=${this.preview !== null} @submit=${this.submit}>
        <h2 id="new-story-title">New story</h2>
        <div class="field">
          <label for="new-headline">Headline <span class="muted">can wait</span></label>
          <input class="input" id="new-headline" name="headline" maxlength="300" autocomplete="off" />
        </div>
        <div class="field">
          ${this.file === null ? html`<label for="new-text">The interview</label>` : html`<span class="label">The interview</span>`}
          ${this.file === null ? this.textField() : this.fileCard(this.file)}
          <div class="new-story-below">
            <p class="hint" id="new-text-hint">
              ${
                this.file !== null
                  ? 'Next you see how it is read, and what of it would be lost.'
                  : this.markup === null
                    ? `Paste it with its formatting, or drop a file: ${FILES_READ}. Bold helps to tell questions from answers.`
                    : 'Pasted with its formatting, which helps to tell questions from answers.'
              }
            </p>
            ${
              this.file !== null || this.markup === null
                ? nothing
                : html`<button class="link" type="button" @click=${this.plain}>Edit as plain text</button>`
            }
            ${this.file !== null || this.text === '' ? nothing : html`<button class="link" type="button" @click=${this.empty}>Clear</button>`}
          </div>
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
        </div>
        ${this.trouble === null ? nothing : this.told(this.trouble)}
        <div class="dialog-actions">
          <button class="button quiet aside" type="button" @click=${() => this.chooser.click()}>
            ${icon('file')} Choose a file
          </button>
          <button class="button" type="button" @click=${() => this.dialog.close()}>Cancel</button>
          <button class="button primary" aria-busy=${this.busy} aria-disabled=${this.busy}>
            ${this.holds() ? 'Next' : 'Start blank'}
          </button>
        </div>
      </form>
      ${this.preview === null ? nothing : this.looking(this.preview)}
    </dialog>`
  }

  private textField(): TemplateResult {
    return html`<textarea
      class="input ${this.over ? 'over' : ''}"
      id="new-text"
      rows="11"
      aria-describedby="new-text-hint"
      .value=${this.text}
      ?readonly=${this.markup !== null}
      @input=${(event: InputEvent) => (this.text = (event.target as HTMLTextAreaElement).value)}
      @paste=${this.pasted}
    ></textarea>`
  }

  private fileCard(file: File): TemplateResult {
    return html`<div class="file-card ${this.over ? 'over' : ''}">
      ${icon('file')}
      <p>
        <b>${file.name}</b>
        <span class="muted">${size(file.size)}</span>
      </p>
      <button class="icon-button" type="button" aria-label="Take ${file.name} away" @click=${this.dropFile}>
        ${icon('close')}
      </button>
    </div>`
  }

  private told({ words, signedOut }: Trouble): TemplateResult {
    return html`<p class="trouble" role="alert">
      ${icon('alert')}
      <span
        >${words}${this.holds() ? ' Your text is still here.' : ''}
        ${signedOut ? html`<a href="/desk/sign-in" target="_blank">Sign in in another window</a>, then try again.` : nothing}</span
      >
    </p>`
  }

  private looking(preview: Preview): TemplateResult {
    return html`<form class="dialog-form looking" @submit=${this.submit}>
      <h2 tabindex="-1">What comes in${this.file === null ? '' : ` from ${this.file.name}`}</h2>
      <import-preview
        .preview=${preview}
        .picked=${this.picked}
        @pick=${(event: CustomEvent<number>) => void this.busily(() => this.look(event.detail))}
      ></import-preview>
      ${this.trouble === null ? nothing : this.told(this.trouble)}
      <div class="dialog-actions">
        <button class="button quiet aside" type="button" @click=${this.back}>Back</button>
        <button class="button" type="button" @click=${() => this.dialog.close()}>Cancel</button>
        <button class="button primary" aria-busy=${this.busy} aria-disabled=${this.busy}>Create story</button>
      </div>
    </form>`
  }
}
