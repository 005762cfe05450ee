/**
 * The words beside a picture: alt text, caption, credit, licence; another file in its place; taking it out.
 * What is typed goes into the story at every pause, and what colleagues type there meanwhile comes in.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { pictureAddress, shapeOf, widthsFor } from '../../shared/pictures.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { toast } from '../ui/toast-list.ts'
import { WORDS_OF_IMAGE, type ImageWord, type ImageWords } from './image-words.ts'
import { ACCEPT } from './picture-chooser.ts'
import type { StoryPictures } from './story-pictures.ts'

const PAUSE_MS = 700

const LINES: Record<ImageWord, { label: string; hint: string; rows: number; list?: string }> = {
  alt: {
    label: 'Alt text',
    hint: 'What one has to know who cannot see it. Not the caption again.',
    rows: 2,
  },
  caption: { label: 'Caption', hint: '', rows: 2 },
  credit: { label: 'Credit', hint: '', rows: 1 },
  licence: { label: 'Licence', hint: '', rows: 1, list: 'licences' },
}
const LICENCES = ['All rights reserved', 'With permission', 'Handout', 'CC0 1.0', 'CC BY 4.0', 'CC BY-SA 4.0', 'Public domain']

/** A stretch of one of the words. */
type Found = { word: string | null; from: number; to: number }

@customElement('picture-dialog')
export class PictureDialog extends PageElement {
  @property({ type: Boolean }) writable = false
  @state() private words: ImageWords | null = null
  @query('dialog') private dialog!: HTMLDialogElement
  @query('input[type=file]') private chooser!: HTMLInputElement
  private pictures: StoryPictures | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  /**
   * Of the picture that is selected.
   * @param found what the checks have led to
   */
  async show(pictures: StoryPictures | null, found: Found | null = null): Promise<void> {
    const id = pictures?.chosen() ?? null
    if (pictures === null || id === null) return
    this.pictures = pictures
    this.words = pictures.wordsOf(id)
    pictures.addEventListener('change', this.changed)
    await this.updateComplete
    this.fill()
    openDialog(this.dialog)
    // On a phone the keyboard would cover what one came to read.
    if (matchMedia('(pointer: coarse)').matches) return
    const word = WORDS_OF_IMAGE.find((one) => one === found?.word) ?? 'alt'
    this.line(word)?.focus()
    if (word === found?.word) this.line(word)?.setSelectionRange(found.from, found.to)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.closed()
  }

  private closed(): void {
    this.write()
    this.pictures?.removeEventListener('change', this.changed)
    const { pictures } = this
    this.pictures = null
    this.words = null
    pictures?.view?.focus()
  }

  private readonly changed = (): void => {
    const { words, pictures } = this
    if (words === null || pictures === null) return
    if (pictures.find(words.id) === null) {
      toast('This picture was taken out of the story.')
      this.dialog.close()
      return
    }
    this.fill()
    this.requestUpdate()
  }

  /** Puts into the lines what they should say, without moving the caret of who is writing in one. */
  private fill(): void {
    for (const word of WORDS_OF_IMAGE) {
      const line = this.line(word)
      const value = this.words?.read(word) ?? ''
      if (line === null || line.value === value) continue
      const { selectionStart, selectionEnd, value: was } = line
      line.value = value
      if (line !== document.activeElement || selectionStart === null || selectionEnd === null) continue
      line.setSelectionRange(moved(was, value, selectionStart), moved(was, value, selectionEnd))
    }
  }

  private line(word: ImageWord): HTMLTextAreaElement | HTMLInputElement | null {
    return this.querySelector(`[data-word=${word}]`)
  }

  private typed(word: ImageWord): void {
    this.words?.type(word, this.line(word)!.value)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.write(), PAUSE_MS)
  }

  private write(): void {
    clearTimeout(this.timer)
    if (this.writable) this.words?.write()
  }

  private replace(): void {
    const file = this.chooser.files?.[0]
    if (file !== undefined && this.words !== null) this.pictures?.fill(this.words.id, file)
    this.chooser.value = ''
  }

  private takeOut(): void {
    const { pictures, words } = this
    if (pictures === null || words === null) return
    const { id } = words
    pictures.removeEventListener('change', this.changed)
    this.dialog.close()
    pictures.remove(id)
    toast('The picture is out of the story. Undo brings it back.')
  }

  override render() {
    return html`<dialog class="dialog picture-dialog" aria-labelledby="picture-title" @close=${this.closed}>
      ${this.words === null ? nothing : this.form(this.words)}
      <input
        type="file"
        accept=${ACCEPT}
        aria-label="A file for this picture"
        tabindex="-1"
        hidden
        @change=${this.replace}
        @cancel=${(event: Event) => event.stopPropagation()}
      />
    </dialog>`
  }

  private form(words: ImageWords): TemplateResult {
    const attrs = this.pictures?.find(words.id)?.node.attrs ?? {}
    const decorative = attrs.decorative === true
    const shape = shapeOf(attrs.asset)
    const sending = this.pictures?.sendingTo(words.id) === true
    return html`<form class="dialog-form" method="dialog">
      <h2 id="picture-title">Picture</h2>
      ${
        shape === null
          ? nothing
          : html`<img
              class="preview"
              src=${pictureAddress(String(attrs.asset), widthsFor(shape.width)[0]!)}
              width=${shape.width}
              height=${shape.height}
              alt=""
            />`
      }
      ${
        this.writable
          ? html`<div class="picture-file">
              <button
                class=${shape === null ? 'button primary' : 'button'}
                type="button"
                aria-busy=${sending ? 'true' : 'false'}
                @click=${() => !sending && this.chooser.click()}
              >
                ${sending ? 'On its way …' : shape === null ? 'Upload this picture' : 'Replace the file'}
              </button>
              ${shape === null ? nothing : html`<span class="muted">${shape.width} × ${shape.height}</span>`}
            </div>`
          : nothing
      }
      ${this.field('alt', decorative)}
      <label class="check">
        <input
          type="checkbox"
          .checked=${decorative}
          ?disabled=${!this.writable}
          @change=${(event: Event) => this.pictures?.set(words.id, { decorative: (event.target as HTMLInputElement).checked })}
        />
        Decorative: it says nothing that a reader would miss
      </label>
      ${this.field('caption')}
      <div class="two-fields">${this.field('credit')} ${this.field('licence')}</div>
      <datalist id="licences">${LICENCES.map((one) => html`<option value=${one}></option>`)}</datalist>
      <div class="dialog-actions">
        ${
          this.writable
            ? html`<button class="button quiet aside" type="button" @click=${this.takeOut}>Remove the picture</button>`
            : nothing
        }
        <button class="button primary">${this.writable ? 'Done' : 'Close'}</button>
      </div>
    </form>`
  }

  private field(word: ImageWord, off = false): TemplateResult {
    const { label, hint, rows, list } = LINES[word]
    const id = `picture-${word}`
    const on = () => this.typed(word)
    return html`<div class="field">
      <label for=${id}>${label}</label>
      ${
        rows > 1
          ? html`<textarea
              class="input"
              id=${id}
              data-word=${word}
              rows=${rows}
              maxlength="2000"
              dir="auto"
              aria-describedby=${hint === '' ? nothing : `${id}-hint`}
              ?readonly=${!this.writable}
              ?disabled=${off}
              @input=${on}
              @change=${() => this.write()}
            ></textarea>`
          : html`<input
              class="input"
              id=${id}
              data-word=${word}
              type="text"
              maxlength="500"
              dir="auto"
              autocomplete="off"
              list=${list ?? nothing}
              ?readonly=${!this.writable}
              @input=${on}
              @change=${() => this.write()}
              @keydown=${(event: KeyboardEvent) => event.isComposing && event.stopPropagation()}
            />`
      }
      ${hint === '' ? nothing : html`<p class="hint" id="${id}-hint">${hint}</p>`}
    </div>`
  }
}

/** Where a place in the old words is in the new ones. */
function moved(was: string, now: string, at: number): number {
  let head = 0
  while (head < at && was[head] === now[head]) head++
  return head === at ? at : Math.max(0, now.length - (was.length - at))
}

declare global {
  interface HTMLElementTagNameMap {
    'picture-dialog': PictureDialog
  }
}
