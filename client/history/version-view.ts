/** One kept version: its text as it was, or laid beside another with what changed between them. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { unsafeHTML } from 'lit/directives/unsafe-html.js'
import type { Compared, Version } from '../../shared/shapes/versions.ts'
import { isSignedOut, sentence } from '../api.ts'
import { compareVersions, readVersionHtml } from '../api/versions.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { wholeDate } from '../ui/when.ts'
import { beside, calledBy, clockOf, countOf, dayOf } from './words.ts'

/** What is shown of it: its text, or the changes between it and another version or the story as it is. */
export type Shows = 'text' | 'now' | (string & {})

@customElement('version-view')
export class VersionView extends PageElement {
  @property({ attribute: false }) storyId = ''
  @property({ attribute: false }) version!: Version
  /** All of the story, the newest first. */
  @property({ attribute: false }) versions: readonly Version[] = []
  @property({ attribute: false }) mayKeep = false
  @state() private shows: Shows = 'now'
  @state() private text: string | null = null
  @state() private compared: Compared | null = null
  @state() private trouble = ''
  private asked = 0
  private at = -1

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('version') && (changed.get('version') as Version | undefined)?.id !== this.version.id) {
      if (this.shows !== 'text') this.shows = 'now'
      void this.load()
    }
  }

  /** Asks again: the story it is compared with is another. */
  async load(): Promise<void> {
    const asked = ++this.asked
    const { storyId, version, shows } = this
    this.at = -1
    this.trouble = ''
    try {
      if (shows === 'text') {
        const text = await readVersionHtml(storyId, version.id)
        if (asked === this.asked) [this.text, this.compared] = [text, null]
      } else {
        const compared = await compareVersions(storyId, version.id, shows)
        if (asked === this.asked) [this.text, this.compared] = [null, compared]
      }
    } catch (error) {
      if (asked !== this.asked) return
      if (isSignedOut(error)) return this.endSession()
      ;[this.text, this.compared] = [null, null]
      this.trouble = sentence(error)
    }
  }

  /** To the next change, or the one before. @returns whether there is any */
  walk(way: 1 | -1): boolean {
    const marks = [...this.querySelectorAll<HTMLElement>('.compared :is(ins, del, .what, .looks)')].filter(
      (one) => one.parentElement?.closest('ins, del') === null,
    )
    if (marks.length === 0) return false
    this.at = this.at < 0 ? (way > 0 ? 0 : marks.length - 1) : (this.at + way + marks.length) % marks.length
    for (const one of marks) one.classList.remove('here')
    const here = marks[this.at]!
    here.classList.add('here')
    here.scrollIntoView({ block: 'center' })
    return true
  }

  private get earlier(): Version | undefined {
    return this.versions[this.versions.findIndex(({ id }) => id === this.version.id) + 1]
  }

  override render() {
    const { version } = this
    const at = wholeDate(version.at)
    const more = beside(version)
    return html`<header class="version-head">
        <h2 tabindex="-1">${calledBy(version)}</h2>
        <p class="muted">${more === '' ? nothing : `${more}. `}${at}${version.by === null ? nothing : `, ${version.by.name}`}</p>
        <div class="version-acts">
          <label class="version-shows">
            <span class="visually-hidden">Show</span>
            <select class="input" @change=${this.choose}>
              <option value="now" ?selected=${this.shows === 'now'}>What changed since then</option>
              <option value="text" ?selected=${this.shows === 'text'}>The text as it was</option>
              ${
                this.earlier === undefined
                  ? nothing
                  : html`<option value=${this.earlier.id} ?selected=${this.shows === this.earlier.id}>
                      What changed from the version before
                    </option>`
              }
              <optgroup label="Compare with">
                ${this.versions
                  .filter(({ id }) => id !== version.id && id !== this.earlier?.id)
                  .map(
                    (one) =>
                      html`<option value=${one.id} ?selected=${this.shows === one.id}>
                        ${calledBy(one)} (${dayOf(one.at, Date.now())}, ${clockOf(one.at)})
                      </option>`,
                  )}
              </optgroup>
            </select>
          </label>
          <span class="grow"></span>
          ${
            this.mayKeep
              ? html`<button class="button" type="button" @click=${() => this.tell('name')}>
                    ${version.name === null ? 'Name it …' : 'Rename …'}
                  </button>
                  <button class="button primary" type="button" @click=${() => this.tell('restore')}>Restore …</button>`
              : nothing
          }
        </div>
      </header>
      ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${this.trouble}</p>`}
      ${this.compared === null ? (this.text === null ? (this.trouble === '' ? html`<p class="muted" role="status">Reading…</p>` : nothing) : this.asItWas(this.text)) : this.changes(this.compared)}`
  }

  private asItWas(text: string): TemplateResult {
    // Made by the server of the story's words, each escaped (shared/body/html.ts).
    return html`<article class="version-text" tabindex="0" aria-label="The text as it was">${unsafeHTML(text)}</article>`
  }

  private changes({ changes, html: text }: Compared): TemplateResult {
    return html`<div class="version-changes">
        <p role="status">
          <b>${countOf(changes)}</b> ${changes.length === 0 ? 'between the two: they say the same.' : this.between}
        </p>
        ${
          changes.length === 0
            ? nothing
            : html`<span class="version-walk">
                <button
                  class="icon-button"
                  type="button"
                  aria-label="The change before"
                  title="The change before (p)"
                  @click=${() => this.walk(-1)}
                >
                  ${icon('up')}
                </button>
                <button
                  class="icon-button"
                  type="button"
                  aria-label="The next change"
                  title="The next change (n)"
                  @click=${() => this.walk(1)}
                >
                  ${icon('down')}
                </button>
              </span>`
        }
      </div>
      ${
        changes.length === 0
          ? nothing
          : html`<details class="version-list">
              <summary>As a list</summary>
              <ol>
                ${changes.map(
                  ({ says, by }) =>
                    html`<li>
                      ${says}${by.length === 0 ? nothing : html` <span class="muted">${by.map(({ name }) => name).join(', ')}</span>`}
                    </li>`,
                )}
              </ol>
            </details>`
      }
      <article class="version-text compared" tabindex="0" aria-label="The later text, with what changed">
        ${unsafeHTML(text)}
      </article>`
  }

  private get between(): string {
    if (this.shows === 'now') return 'since then'
    const other = this.versions.find(({ id }) => id === this.shows)
    if (other === undefined) return ''
    const places = this.versions.map(({ id }) => id)
    const [older, newer] =
      places.indexOf(other.id) > places.indexOf(this.version.id) ? [other, this.version] : [this.version, other]
    return `from “${calledBy(older)}” to “${calledBy(newer)}”`
  }

  private readonly choose = (event: Event): void => {
    this.shows = (event.target as HTMLSelectElement).value
    void this.load()
  }

  private tell(name: 'name' | 'restore'): void {
    this.dispatchEvent(new CustomEvent<Version>(`${name}-version`, { detail: this.version }))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'version-view': VersionView
  }
}
