/**
 * A page as readers get it, to the letter, in a frame in which no script runs: on a wide screen made smaller, or as on
 * a phone. A letter is shown with its own looks, which the desk's pages do not allow inside markup.
 */
import { html, nothing } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { PageElement } from '../ui/element.ts'

const WIDTHS = { desktop: 1080, phone: 390 } as const
export type FrameWidth = keyof typeof WIDTHS

/** As on what it is looked at. */
export const usualWidth = (): FrameWidth => (matchMedia('(max-width: 719px)').matches ? 'phone' : 'desktop')

@customElement('page-frame')
export class PageFrame extends PageElement {
  @property({ attribute: false }) page = ''
  /** What it is, for who hears it. */
  @property({ attribute: false }) label = 'The page as readers will get it'
  @property({ attribute: false }) width: FrameWidth = 'desktop'
  @property({ type: Boolean }) letter = false
  /** Only its beginning, to be recognised by. */
  @property({ type: Boolean }) small = false
  @state() private room = 0
  @query('.page-frame') private box!: HTMLElement | null
  private readonly sizes = new ResizeObserver(([entry]) => {
    const room = Math.floor(entry!.contentRect.width)
    // A box that is not shown has no width to make a page fit.
    if (room > 0 && room !== this.room) this.room = room
  })

  override firstUpdated(): void {
    if (this.box !== null) this.sizes.observe(this.box)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.sizes.disconnect()
  }

  override updated(): void {
    const frame = this.querySelector('iframe')
    if (frame === null || this.room === 0) return
    const width = WIDTHS[this.width]
    const scale = Math.min(1, this.room / width)
    // By script: styles inside markup are not allowed on the desk.
    const set = (name: string, value: string): void => frame.style.setProperty(name, value)
    set('width', `${scale === 1 && this.width === 'desktop' ? this.room : width}px`)
    set('height', `${100 / scale}%`)
    set('scale', String(scale))
    set('margin-left', `${Math.max(0, Math.floor((this.room - width * scale) / 2))}px`)
  }

  private loaded(event: Event): void {
    const frame = event.target as HTMLIFrameElement
    const page = frame.contentDocument
    if (page === null) return
    if (this.letter) dress(frame, page)
    // A reader's links lead away from what is to be looked at.
    page.addEventListener('click', (click) => {
      if ((click.target as Element).closest?.('a, button, area') !== null) click.preventDefault()
    })
  }

  override render() {
    return html`<div class="page-frame is-${this.width} ${this.small ? 'is-small' : ''}">
      ${
        this.page === ''
          ? nothing
          : html`<iframe
              sandbox="allow-same-origin"
              title=${this.label}
              tabindex=${this.small ? -1 : 0}
              .srcdoc=${this.letter ? undressed(this.page) : this.page}
              @load=${this.loaded}
            ></iframe>`
      }
    </div>`
  }
}

/** A letter has its looks in its tags: they are put aside, and given back by script. */
const undressed = (letter: string): string =>
  letter
    .replace(/<style\b[^>]*>[\s\S]*?<\/style>/gi, '')
    .replace(/<[^>]*>/g, (tag) => tag.replace(/\sstyle=/gi, ' data-style=').replace(/\sbgcolor=/gi, ' data-bgcolor='))

function dress(frame: HTMLIFrameElement, page: Document): void {
  for (const element of page.querySelectorAll<HTMLElement>('[data-style]')) element.style.cssText = element.dataset.style!
  const Sheet = (frame.contentWindow as (Window & typeof globalThis) | null)?.CSSStyleSheet
  if (Sheet === undefined) return
  const sheet = new Sheet()
  sheet.replaceSync('body { background: #fff; color-scheme: light }')
  page.adoptedStyleSheets = [sheet]
}

declare global {
  interface HTMLElementTagNameMap {
    'page-frame': PageFrame
  }
}
