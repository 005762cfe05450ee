/** The kept versions of a story: a list by day, one of them opened beside it, to be compared, named and put back. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Session, Story } from '../../shared/api.ts'
import type { KeptVersions, Version } from '../../shared/shapes/versions.ts'
import { Refusal } from '../../shared/refusal.ts'
import { isSignedOut, readStory, sentence } from '../api.ts'
import { keepVersion, nameVersion, readHistory, restoreVersion } from '../api/versions.ts'
import { confirmed } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { showKeys } from '../ui/keys.ts'
import { toast } from '../ui/toast-list.ts'
import { isPlainKey, topBar } from '../ui/top-bar.ts'
import { askName } from './ask-name.ts'
import type { VersionView } from './version-view.ts'
import { beside, byDay, calledBy, clockOf, momentOf } from './words.ts'
import './history.css'
import './version-view.ts'

@customElement('history-page')
export class HistoryPage extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) storyId = ''
  @state() private story: Story | null = null
  @state() private history: KeptVersions | null = null
  @state() private chosen: string | null = null
  @state() private trouble = ''
  @state() private busy = false
  @query('version-view') private view!: VersionView | null

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener('keydown', this.keyed)
    document.addEventListener('visibilitychange', this.seen)
    this.chosen = new URLSearchParams(location.search).get('v')
    void this.load()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    document.removeEventListener('keydown', this.keyed)
    document.removeEventListener('visibilitychange', this.seen)
  }

  private readonly keyed = (event: KeyboardEvent): void => {
    if (!isPlainKey(event)) return
    if (event.key === '?') showKeys()
    else if (event.key === 'Escape' && this.chosen !== null && this.isNarrow) this.back()
    else if ((event.key === 'n' || event.key === 'p') && this.view?.walk(event.key === 'n' ? 1 : -1) === true)
      event.preventDefault()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') this.step(event)
  }

  /** Up and down in the list, as long as the focus is in it. */
  private step(event: KeyboardEvent): void {
    const at = document.activeElement?.closest<HTMLElement>('.version-row')
    if (!at) return
    event.preventDefault()
    const rows = [...this.querySelectorAll<HTMLElement>('.version-row')]
    const next = rows[rows.indexOf(at) + (event.key === 'ArrowDown' ? 1 : -1)]
    next?.focus()
    if (!this.isNarrow) next?.click()
  }

  private get isNarrow(): boolean {
    return matchMedia('(max-width: 859px)').matches
  }

  private readonly seen = (): void => {
    if (!document.hidden) void this.load()
  }

  private async load(): Promise<void> {
    try {
      const [story, history] = await Promise.all([readStory(this.storyId), readHistory(this.storyId)])
      this.story = story
      this.history = history
      this.trouble = ''
      const { versions } = history
      if (this.chosen !== null && !versions.some(({ id }) => id === this.chosen)) this.chosen = null
      if (this.chosen === null && !this.isNarrow) this.chosen = versions[0]?.id ?? null
      this.dispatchEvent(new CustomEvent('page-title', { bubbles: true, detail: `Versions of ${this.called}` }))
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else if (this.history === null) this.trouble = sentence(error)
      else toast(sentence(error))
    }
  }

  private get called(): string {
    return this.story?.headline.trim() || this.story?.slug || 'Untitled story'
  }

  private async act(deed: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      await deed()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else toast(sentence(error))
      if (error instanceof Refusal) await this.load()
    } finally {
      this.busy = false
    }
  }

  private async keep(): Promise<void> {
    const name = await askName('Keep this version')
    if (name === null) return
    await this.act(async () => {
      const { id } = await keepVersion(this.storyId, name)
      await this.load()
      this.open(id)
      toast(`Kept as “${name}”.`)
    })
  }

  private async name(version: Version): Promise<void> {
    const name = await askName('Name this version', version.name ?? '')
    if (name === null) return
    await this.act(async () => {
      await nameVersion(this.storyId, version.id, name)
      await this.load()
    })
  }

  private async restore(version: Version): Promise<void> {
    const name = calledBy(version)
    const yes = await confirmed({
      title: `Restore “${name}”?`,
      text:
        `Headline, dek, byline and body say again what they said ${momentOf(version.at, Date.now())}, for everybody. ` +
        'What a colleague is typing at this moment stays, comments stay on words that stay. Path, topics and gates are not put back. ' +
        'What the story says now is kept as a version: you can go back to it.',
      yes: 'Restore',
    })
    if (!yes) return
    await this.act(async () => {
      const { before } = await restoreVersion(this.storyId, version.id)
      await this.load()
      await this.view?.load()
      if (before === null) return toast('The story said all of this already. Nothing was changed.')
      toast(`The story says again what it said in “${name}”.`, { label: 'Undo', run: () => void this.takeBack(before) })
    })
  }

  private async takeBack(before: string): Promise<void> {
    await this.act(async () => {
      await restoreVersion(this.storyId, before)
      await this.load()
      await this.view?.load()
      toast('The story is as it was before.')
    })
  }

  private open(id: string): void {
    this.chosen = id
    if (!this.isNarrow) return
    scrollTo(0, 0)
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('version-view h2')?.focus({ preventScroll: true }))
  }

  /** On a narrow screen: from the version to the list. */
  private back(): void {
    const id = this.chosen
    this.chosen = null
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(`.version-row[data-id="${id}"]`)?.focus())
  }

  override render() {
    const { history, storyId } = this
    const chosen = history?.versions.find(({ id }) => id === this.chosen) ?? null
    return html`${topBar(this.session, null)}
      <main class="history" id="main" data-open=${chosen === null ? nothing : ''}>
        <div class="history-head">
          <p>
            <a class="history-back" href="/desk/story/${storyId}">← ${this.story === null ? 'Story' : this.called}</a>
          </p>
          <h1 tabindex="-1">Versions</h1>
          <span class="grow"></span>
          ${
            history?.mayKeep === true
              ? html`<button class="button" type="button" @click=${() => void this.keep()}>Keep this version …</button>`
              : nothing
          }
        </div>
        ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${this.trouble}</p>`}
        ${history === null ? nothing : history.versions.length === 0 ? this.empty(history) : this.both(history, chosen)}
      </main>`
  }

  private empty({ mayKeep }: KeptVersions): TemplateResult {
    return html`<div class="history-empty">
      <p>No version is kept yet.</p>
      <p class="muted">
        One is kept whenever the story moves on, passes a gate, is imported or
        published${mayKeep ? ', and whenever you ask for it' : ''}. Nothing of it is ever lost: it can be opened, compared and put
        back.
      </p>
    </div>`
  }

  private both({ versions, mayKeep }: KeptVersions, chosen: Version | null): TemplateResult {
    return html`<div class="history-both">
      <nav class="version-days" aria-label="Versions, the newest first">
        ${byDay(versions, Date.now()).map(
          ({ day, versions: some }) =>
            html`<section>
              <h2>${day}</h2>
              <ul class="version-rows">
                ${some.map((version) => this.row(version, version === chosen))}
              </ul>
            </section>`,
        )}
      </nav>
      ${
        chosen === null
          ? html`<p class="history-none muted">Choose a version to read it.</p>`
          : html`<section class="version" aria-label="The version">
              <button class="button quiet version-back" type="button" @click=${() => this.back()}>← All versions</button>
              <version-view
                .storyId=${this.storyId}
                .version=${chosen}
                .versions=${versions}
                .mayKeep=${mayKeep}
                @name-version=${({ detail }: CustomEvent<Version>) => void this.name(detail)}
                @restore-version=${({ detail }: CustomEvent<Version>) => void this.restore(detail)}
              ></version-view>
            </section>`
      }
    </div>`
  }

  private row(version: Version, isChosen: boolean): TemplateResult {
    const more = beside(version)
    const words = `${version.words.toLocaleString('en-GB')} ${version.words === 1 ? 'word' : 'words'}`
    return html`<li>
      <button
        class="version-row"
        type="button"
        data-id=${version.id}
        data-reason=${version.reason}
        aria-current=${isChosen ? 'true' : nothing}
        @click=${() => this.open(version.id)}
      >
        <span class="version-time">${clockOf(version.at)}</span>
        <span class="version-name">${calledBy(version)}</span>
        <span class="version-more">${[more, version.by?.name, words].filter(Boolean).join(' · ')}</span>
      </button>
    </li>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'history-page': HistoryPage
  }
}
