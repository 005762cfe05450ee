/** A picture in the copy, as its readers will see it, and under it what is still missing. */
import { html, nothing, render, type TemplateResult } from 'lit'
import type { Node } from 'prosemirror-model'
import type { Decoration, EditorView, NodeView } from 'prosemirror-view'
import { safeHref } from '../../shared/links.ts'
import { pictureAddress, shapeOf, sourcesOf } from '../../shared/pictures.ts'
import { icon } from '../ui/first-icons.ts'
import type { Upload } from './uploads.ts'

const SIZES = '(max-width: 719px) 100vw, 640px'
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What keeps a picture from being published, in words. */
export function missingIn({ attrs }: Node): string[] {
  const missing: string[] = []
  if (shapeOf(attrs.asset) === null) missing.push('the picture')
  if (text(attrs.alt) === '' && attrs.decorative !== true) missing.push('alt text')
  if (text(attrs.credit) === '') missing.push('credit')
  return missing
}

export class ImageView implements NodeView {
  readonly dom = document.createElement('figure')
  private failed = false
  private tries = 0
  private drawn = ''

  constructor(
    private node: Node,
    private readonly view: EditorView,
    private readonly getPos: () => number | undefined,
    decorations: readonly Decoration[],
    /** Opens the words beside it. */
    private readonly open: (pos: number | undefined) => void,
  ) {
    this.dom.className = 'picture'
    this.dom.contentEditable = 'false'
    this.draw()
    this.showUpload(decorations)
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type !== this.node.type) return false
    if (node.attrs.asset !== this.node.attrs.asset) this.failed = false
    this.node = node
    this.draw()
    this.showUpload(decorations)
    return true
  }

  /** Its buttons are its own; all else (a press that selects it, a key) is the copy's. */
  stopEvent(event: Event): boolean {
    return event.target instanceof Element && event.target.closest('button, a') !== null
  }

  ignoreMutation(): boolean {
    return true
  }

  private showUpload(decorations: readonly Decoration[]): void {
    const upload = decorations.map(({ spec }) => (spec as { upload?: Upload }).upload).find((one) => one !== undefined)
    const shown = this.dom.querySelector('.on-its-way')
    if (shown !== null && shown !== upload?.dom) shown.remove()
    if (upload !== undefined && shown !== upload.dom) this.dom.append(upload.dom)
  }

  private draw(): void {
    const { attrs } = this.node
    const now = JSON.stringify([attrs, this.failed, this.tries, this.view.editable])
    // A key elsewhere in the story must not draw every picture anew.
    if (now === this.drawn) return
    this.drawn = now
    this.dom.classList.toggle('is-missing', shapeOf(attrs.asset) === null)
    render(this.template(), this.dom)
  }

  private template(): TemplateResult {
    const { attrs } = this.node
    const [caption, credit, licence] = [text(attrs.caption), text(attrs.credit), text(attrs.licence)]
    const by = [credit, licence].filter(Boolean).join(' · ')
    return html`${this.picture()}
    ${
      caption === '' && by === ''
        ? nothing
        : html`<figcaption dir="auto">
            ${caption} ${by === '' ? nothing : html`<span class="credit" dir="auto">${by}</span>`}
          </figcaption>`
    }
    ${this.facts()}`
  }

  private picture(): TemplateResult {
    const { attrs } = this.node
    const shape = shapeOf(attrs.asset)
    if (shape === null) return this.waiting()
    if (this.failed)
      return html`<div class="no-picture">
        ${icon('picture')}
        <p>The picture could not be loaded.</p>
        <button type="button" class="button" tabindex=${this.reach} @click=${this.loadAgain}>Try again</button>
      </div>`
    const asset = String(attrs.asset)
    return html`<img
      src=${pictureAddress(asset, shape.width) + (this.tries === 0 ? '' : `?${this.tries}`)}
      srcset=${this.tries === 0 ? sourcesOf(asset) : nothing}
      sizes=${SIZES}
      width=${shape.width}
      height=${shape.height}
      alt=${attrs.decorative === true ? '' : text(attrs.alt) || 'A picture without alt text'}
      loading="lazy"
      decoding="async"
      draggable="false"
      @error=${() => {
        this.failed = true
        this.draw()
      }}
    />`
  }

  /** A picture that came without its file: a place, its words, and where it was. */
  private waiting(): TemplateResult {
    const source = safeHref(text(this.node.attrs.source))
    const was = source !== null && /^https?:\/\//i.test(source) ? new URL(source) : null
    return html`<div class="no-picture">
      ${icon('picture')}
      <p>
        ${text(this.node.attrs.alt) === '' ? 'A picture belongs here.' : html`A picture belongs here: <q>${text(this.node.attrs.alt)}</q>`}
        ${
          was === null
            ? nothing
            : html`<br />It is at
                <a href=${was.href} target="_blank" rel="noopener noreferrer" tabindex=${this.reach}>${was.host}</a>, from where
                nothing is loaded.`
        }
      </p>
      ${
        this.view.editable
          ? html`<button type="button" class="button" tabindex=${this.reach} @click=${() => this.open(this.getPos())}>
              Upload this picture
            </button>`
          : nothing
      }
    </div>`
  }

  private facts(): TemplateResult {
    const { attrs } = this.node
    const missing = missingIn(this.node).filter((what) => what !== 'the picture')
    const says =
      missing.length > 0
        ? `${missing.join(' and ').replace(/^./, (letter) => letter.toUpperCase())} missing`
        : attrs.decorative === true
          ? 'Decorative'
          : `Alt: ${text(attrs.alt)}`
    return html`<button
      type="button"
      class="facts ${missing.length > 0 ? 'is-short' : ''}"
      tabindex=${this.reach}
      title="Alt text, caption, credit and licence"
      @click=${() => this.open(this.getPos())}
    >
      ${missing.length > 0 ? icon('alert') : nothing}<span dir="auto">${says}</span><b>${this.view.editable ? 'Edit' : 'Show'}</b>
    </button>`
  }

  /** Tab leads out of a copy one writes in; Enter opens what is under a picture. A reader has Tab. */
  private get reach(): string {
    return this.view.editable ? '-1' : '0'
  }

  private readonly loadAgain = (): void => {
    this.failed = false
    this.tries += 1
    this.draw()
  }
}
