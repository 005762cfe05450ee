/** Where stories are pushed to beside the built-in site: which places there are, whether they answer, and a test for each. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Session } from '../../shared/api.ts'
import { can } from '../../shared/can.ts'
import type { Target } from '../../shared/shapes/targets.ts'
import { changeTarget, isSignedOut, readTargetSetup, removeTarget, sentence, testTarget } from '../api.ts'
import { confirmed } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { showKeys } from '../ui/keys.ts'
import type { MenuItem } from '../ui/menu.ts'
import { toast } from '../ui/toast-list.ts'
import { settingsTabs } from '../ui/settings-tabs.ts'
import { isPlainKey, topBar } from '../ui/top-bar.ts'
import { wholeDate, when } from '../ui/when.ts'
import type { TargetDialog } from './target-dialog.ts'
import { factsOf, KIND_NAMES, leadsTo } from './target-words.ts'
import './target-dialog.ts'
import './targets.css'

@customElement('targets-page')
export class TargetsPage extends PageElement {
  @property({ attribute: false }) session!: Session
  @state() private targets: Target[] | null = null
  @state() private folders: string[] = []
  @state() private testing: ReadonlySet<string> = new Set()
  @state() private trouble = ''
  @query('target-dialog') private dialog!: TargetDialog

  private maySetUp = () => can(this.session.person.role, 'set up publishing')

  override connectedCallback(): void {
    super.connectedCallback()
    document.addEventListener('keydown', this.keyed)
    document.addEventListener('visibilitychange', this.seen)
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
    else if (event.key === 'n' && this.maySetUp()) {
      event.preventDefault()
      void this.dialog.show(null)
    }
  }

  /** A colleague may have changed them meanwhile. */
  private readonly seen = (): void => {
    if (!document.hidden) void this.load()
  }

  private async load(): Promise<void> {
    try {
      const { targets, folders } = await readTargetSetup()
      this.targets = targets
      this.folders = folders
      this.trouble = ''
    } catch (error) {
      this.failed(error)
    }
  }

  private failed(error: unknown): void {
    if (isSignedOut(error)) this.endSession()
    else if (this.targets === null) this.trouble = sentence(error)
    else toast(sentence(error))
  }

  private put(target: Target): void {
    const all = this.targets ?? []
    this.targets = all.some(({ id }) => id === target.id)
      ? all.map((one) => (one.id === target.id ? target : one))
      : [...all, target]
  }

  /** Whoever has just typed an address in wants to know whether it is right. */
  private kept({ detail }: CustomEvent<Target>): void {
    this.put(detail)
    if (detail.tested === null) void this.test(detail)
  }

  private async test(target: Target): Promise<void> {
    if (this.testing.has(target.id)) return
    this.testing = new Set([...this.testing, target.id])
    try {
      this.put(await testTarget(target.id))
    } catch (error) {
      this.failed(error)
    } finally {
      this.testing = new Set([...this.testing].filter((id) => id !== target.id))
    }
  }

  private async turn(target: Target, box: HTMLInputElement): Promise<void> {
    const on = box.checked
    box.checked = target.on
    try {
      this.put(await changeTarget(target.id, { on }))
    } catch (error) {
      this.failed(error)
      await this.load()
    }
  }

  private async drop(target: Target): Promise<void> {
    const sure = await confirmed({
      title: `Remove “${target.name}”?`,
      text: 'What was published there stays there. What still waits to go there is given up, and its secret is forgotten.',
      yes: 'Remove',
      danger: true,
    })
    if (!sure) return
    try {
      await removeTarget(target.id)
      this.targets = (this.targets ?? []).filter(({ id }) => id !== target.id)
      toast(`“${target.name}” is removed`)
      this.querySelector<HTMLElement>('h1')?.focus()
    } catch (error) {
      this.failed(error)
      await this.load()
    }
  }

  override render() {
    const tools = this.maySetUp()
      ? html`<div class="tools">
          <button class="button primary" type="button" title="New target (n)" @click=${() => this.dialog.show(null)}>
            New target
          </button>
        </div>`
      : nothing
    return html`${topBar(this.session, 'publishing', tools)}
      <main class="targets" id="main">
        <div class="targets-head">
          <h1 tabindex="-1">Targets</h1>
          <p class="muted">
            Where stories can go, beside the public site that comes with the desk. Whoever publishes chooses among those that are
            on; nothing goes anywhere by itself.
          </p>
        </div>
        ${settingsTabs('targets', this.session.person.role)}
        ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')} ${this.trouble}</p>`}
        ${this.targets === null ? nothing : this.list(this.targets)}
      </main>
      <target-dialog .folders=${this.folders} @kept=${this.kept}></target-dialog>`
  }

  private list(targets: readonly Target[]): TemplateResult {
    if (targets.length === 0)
      return html`<div class="targets-empty">
        <p>No targets yet. Stories go out on the public site alone.</p>
        ${
          this.maySetUp()
            ? html`<p>A target is a Ghost or WordPress site, a webhook to a program of yours, or a folder for a static host.</p>`
            : html`<p>An owner of the newsroom can add one.</p>`
        }
      </div>`
    return html`<ul class="rows" aria-label="Targets">
      ${repeat(
        targets,
        ({ id }) => id,
        (target) => this.row(target),
      )}
    </ul>`
  }

  private row(target: Target): TemplateResult {
    const { id, name, kind, on } = target
    const leads = leadsTo(target)
    return html`<li class="target-row">
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          aria-label="${name}: on"
          .checked=${on}
          ?disabled=${!this.maySetUp()}
          @change=${(event: Event) => void this.turn(target, event.target as HTMLInputElement)}
        />
      </label>
      <div class="target-words">
        <p class="target-name"><b>${name}</b> <span class="muted">${[KIND_NAMES[kind], ...factsOf(target)].join(' · ')}</span></p>
        ${leads === '' ? nothing : html`<p class="target-leads">${leads}</p>`} ${this.state(target)}
      </div>
      ${
        this.maySetUp()
          ? html`<button
                class="button"
                type="button"
                aria-label="Send a test to ${name}"
                aria-busy=${this.testing.has(id)}
                @click=${() => this.test(target)}
              >
                Send a test
              </button>
              <pop-menu .label=${`${name}: menu`} .items=${this.menu(target)}></pop-menu>`
          : nothing
      }
    </li>`
  }

  /** Whether it takes stories, as far as is known. */
  private state(target: Target): TemplateResult {
    const { id, on, trouble, tested } = target
    const says = (): TemplateResult => {
      if (this.testing.has(id)) return html`<span class="muted">Testing …</span>`
      if (trouble !== null) return html`<span class="is-bad">${icon('alert')} Switched off by itself: ${trouble}</span>`
      const off = on ? '' : 'Off: nobody can publish there. '
      if (tested === null) return html`<span class="muted">${off}${this.maySetUp() ? 'Not tested yet.' : ''}</span>`
      const at = html`<time class="muted" datetime=${new Date(tested.at).toISOString()} title=${wholeDate(tested.at)}
        >· tested ${when(tested.at, Date.now())}</time
      >`
      return html`<span class=${tested.ok ? 'is-good' : 'is-bad'}
        >${icon(tested.ok ? 'check' : 'alert')} <span>${off}${tested.says} ${at}</span></span
      >`
    }
    return html`<p class="target-state" role="status">${says()}</p>`
  }

  private menu(target: Target): MenuItem[] {
    return [
      { label: 'Change', icon: 'pencil', run: () => void this.dialog.show(target) },
      { label: 'Send a test', icon: 'out', run: () => void this.test(target) },
      { label: 'Remove', icon: 'bin', danger: true, apart: true, run: () => void this.drop(target) },
    ]
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'targets-page': TargetsPage
  }
}
