/** What readers will see of an edition: the page, the letter, the card in social media, the search result, and what changed. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import type { EditionPreview } from '../../shared/shapes/editions.ts'
import type { Change } from '../../shared/shapes/versions.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { emailWays } from './email-ways.ts'
import { usualWidth, type FrameWidth } from './page-frame.ts'

const TABS = { page: 'Page', email: 'E-mail', social: 'Social card', search: 'Search result', changes: 'What changed' } as const
type Tab = keyof typeof TABS
/** Gmail cuts a letter off a little above. */
const LONG_MAIL = 90 * 1024

@customElement('readers-see')
export class ReadersSee extends PageElement {
  @property({ attribute: false }) storyId = ''
  @property({ attribute: false }) preview!: EditionPreview
  /** Readers have an edition already, to which this is a change. */
  @property({ type: Boolean }) again = false
  @state() private tab: Tab = 'page'
  @state() private width: FrameWidth = usualWidth()

  private get tabs(): Tab[] {
    return (Object.keys(TABS) as Tab[]).filter((tab) => tab !== 'changes' || this.again)
  }

  show(tab: Tab): void {
    this.tab = tab
  }

  private async keyed(event: KeyboardEvent): Promise<void> {
    const { tabs } = this
    const at = tabs.indexOf(this.tab)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    this.tab = tabs.at(to % tabs.length)!
    await this.updateComplete
    this.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }

  override render() {
    const { tab, preview } = this
    return html`<div class="see-bar">
        <div class="tabs" role="tablist" aria-label="What readers will see" @keydown=${this.keyed}>
          ${this.tabs.map(
            (name) =>
              html`<button
                type="button"
                role="tab"
                id="see-${name}"
                aria-controls="see-panel"
                aria-selected=${name === tab}
                tabindex=${name === tab ? 0 : -1}
                @click=${() => (this.tab = name)}
              >
                ${TABS[name]}${name === 'changes' ? html` <small>${preview.changes.length}</small>` : nothing}
              </button>`,
          )}
        </div>
        ${tab === 'page' ? this.widths() : nothing}
      </div>
      <div role="tabpanel" id="see-panel" aria-labelledby="see-${tab}">${this.panel()}</div>`
  }

  private widths(): TemplateResult {
    const choice = (width: FrameWidth, says: string): TemplateResult =>
      html`<button type="button" aria-pressed=${this.width === width} @click=${() => (this.width = width)}>${says}</button>`
    return html`<div class="see-widths" role="group" aria-label="Shown as on">
      ${choice('desktop', 'Desktop')}${choice('phone', 'Phone')}
    </div>`
  }

  private panel(): TemplateResult {
    const { preview } = this
    switch (this.tab) {
      case 'page':
        return html`<page-frame .page=${preview.page} .width=${this.width}></page-frame>`
      case 'email':
        return this.email()
      case 'social':
        return this.social()
      case 'search':
        return this.search()
      case 'changes':
        return changeList(preview.changes)
    }
  }

  private email(): TemplateResult {
    const { subject, html: letter, bytes } = this.preview.email
    const size = `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-GB')} kB`
    return html`<p class="see-subject"><span class="muted">Subject</span> ${subject}</p>
      ${
        bytes > LONG_MAIL
          ? html`<p class="warn-line">
              ${icon('alert')} ${size} as sent: Gmail cuts letters off at about 102 kB, and its readers would miss the end.
            </p>`
          : html`<p class="hint">${size} as sent. Gmail cuts letters off at about 102 kB.</p>`
      }
      <page-frame .page=${letter} .letter=${true} .width=${'phone'} .label=${'The letter as readers will get it'}></page-frame>
      ${emailWays(this, this.storyId)}`
  }

  private social(): TemplateResult {
    const { title, text } = this.preview.social
    return html`<figure class="see-card">
        <img
          src="/api/stories/${encodeURIComponent(this.storyId)}/card?of=${this.preview.hash.slice(0, 12)}"
          alt="The picture of the card: it says the headline"
        />
        <figcaption>
          <span class="muted">${hostOf(this.preview.url)}</span>
          <b>${title}</b>
          <span>${text}</span>
        </figcaption>
      </figure>
      <p class="hint">Each network cuts it a little differently. Another title for it can be set in the story’s particulars.</p>`
  }

  private search(): TemplateResult {
    const { title, text, url } = this.preview.search
    return html`<div class="see-search">
        <span class="see-address">${hostOf(url)} › ${url.split('/').at(-1)}</span>
        <b>${cut(title, 60)}</b>
        <span>${cut(text, 160)}</span>
      </div>
      <p class="hint">
        ${title.length > 60 ? `The title has ${title.length} characters; search engines show about 60. ` : ''}Another title and
        text for it can be set in the story’s particulars.
      </p>`
  }
}

export function changeList(changes: readonly Change[]): TemplateResult {
  if (changes.length === 0) return html`<p class="empty-line">Readers will see no difference to what they have now.</p>`
  return html`<ol class="change-list">
    ${changes.map(
      ({ says, was, now, by }) =>
        html`<li>
          <p>
            <b>${says}</b
            >${by.length === 0 ? nothing : html` <span class="muted">${by.map(({ name }) => name).join(', ')}</span>`}
          </p>
          ${was === '' ? nothing : html`<p class="was"><del>${was}</del></p>`}
          ${now === '' ? nothing : html`<p class="now"><ins>${now}</ins></p>`}
        </li>`,
    )}
  </ol>`
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

function hostOf(url: string): string {
  try {
    return new URL(url, location.href).host
  } catch {
    return location.host
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'readers-see': ReadersSee
  }
}
