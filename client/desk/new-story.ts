/**
 * Starts a story: blank, or read from a pasted text or a file. Whatever goes wrong, the pasted text stays
 * where it is until the story holds it.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Imported, Story } from '../../shared/api.ts'
import { slugFrom } from '../../shared/slug.ts'
import { createStory, deleteStory, importInto, isSignedOut, sentence } from '../api.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import type { LiveDesk } from './live-desk.ts'

/** What a file is, told by its name: browsers and systems disagree about the types of text files. */
const TYPES: Record<string, string> = {
  txt: 'text/plain',
  text: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
}
const typeOf = (file: File): string | undefined => TYPES[file.name.split('.').pop()?.toLowerCase() ?? '']

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
  @state() private read: Imported | null = null
  /** Made already, its text not yet in it: a second try goes into the same one. */
  private made: Story | null = null
  @query('dialog') private dialog!: HTMLDialogElement
  @query('input[name=headline]') private headline!: HTMLInputElement
  @query('input[type=file]') private chooser!: HTMLInputElement
  @query('textarea') private area!: HTMLTextAreaElement | null

  open(file?: File): void {
    this.trouble = null
    this.read = null
    openDialog(this.dialog, () => this.busy)
    if (file !== undefined) this.take(file)
    void this.updateComplete.then(() => this.area?.focus())
  }

  private holds(): boolean {
    return this.text.trim() !== '' || this.file !== null
  }

  private take(file: File): void {
    this.trouble = null
    if (typeOf(file) === undefined) {
      this.trouble = {
        words: `“${file.name}” is not a kind of file Copydesk reads yet. Save it as .txt, .md or .html, or paste its text here.`,
        signedOut: false,
      }
      return
    }
    this.file = file
  }

  private pasted(event: ClipboardEvent): void {
    const file = event.clipboardData?.files[0]
    if (file !== undefined && typeOf(file) !== undefined) {
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

  private async submit(event?: SubmitEvent): Promise<void> {
    event?.preventDefault()
    if (this.busy) return
    this.busy = true
    this.trouble = null
    try {
      const headline = this.headline.value.trim()
      this.made ??= await createStory(headline === '' ? { slug: this.slugOfFile() } : { headline })
      const imported = await this.bringIn(this.made.id)
      const story = imported?.story ?? this.made
      this.live.put(story)
      this.made = null
      if (imported !== null && imported.lost.length > 0) {
        this.read = imported
        void this.updateComplete.then(() => this.dialog.querySelector('h2')?.focus())
      } else {
        if (imported !== null) toast(told(imported))
        this.finish(story.id)
      }
    } catch (error) {
      this.trouble = { words: sentence(error), signedOut: isSignedOut(error) }
    } finally {
      this.busy = false
    }
  }

  /** Until it has a headline, a story out of a file goes by the file's name. */
  private slugOfFile(): string {
    const name = this.file?.name.replace(/\.[^.]*$/, '') ?? ''
    const slug = slugFrom(name, '')
    return slug === slugFrom('', '') ? '' : slug
  }

  private async bringIn(id: string): Promise<Imported | null> {
    if (this.file !== null) return importInto(id, typeOf(this.file) ?? 'text/plain', this.file)
    if (this.markup !== null) return importInto(id, 'text/html; charset=utf-8', this.markup)
    return this.text.trim() === '' ? null : importInto(id, 'text/plain; charset=utf-8', this.text)
  }

  private finish(id: string): void {
    this.headline.value = ''
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
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void this.submit()
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
      <form class="dialog-form" ?hidden=${this.read !== null} @submit=${this.submit}>
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
                  ? 'It is read as soon as the story is created. Nothing in it is split or joined.'
                  : this.markup === null
                    ? 'Paste it with its formatting, or drop a .txt, .md or .html file. Bold helps to tell questions from answers.'
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
            accept=".txt,.text,.md,.markdown,.html,.htm,text/plain,text/markdown,text/html"
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
            ${this.holds() ? 'Create story' : 'Start blank'}
          </button>
        </div>
      </form>
      ${this.read === null ? nothing : this.lost(this.read)}
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

  private lost(read: Imported): TemplateResult {
    return html`<form
      class="dialog-form"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault()
        this.finish(read.story.id)
      }}
    >
      <h2 tabindex="-1">The story is in, with some loss</h2>
      <p>${told(read)} Copydesk could not keep:</p>
      <ul class="lost">
        ${read.lost.map((line) => html`<li>${line}</li>`)}
      </ul>
      <div class="dialog-actions"><button class="button primary">Open the story</button></div>
    </form>`
  }
}

/** In one sentence what was read. */
function told({ story, turns, unsure }: Imported): string {
  const words = `${story.words.toLocaleString('en')} words read`
  if (turns === 0) return `${words}. No questions and answers were found in it.`
  return `${words}, ${turns} paragraphs as questions and answers${unsure === 0 ? '' : `, ${unsure} of them to check`}.`
}
