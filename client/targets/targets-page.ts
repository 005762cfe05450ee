/** Where stories are pushed to beside the built-in site: which places there are, whether they answer, and a test for each. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, query, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Target } from '../../shared/shapes/targets.ts'
import { changeTarget, readTargetSetup, removeTarget, testTarget } from '../api/targets.ts'
import { confirmed } from '../ui/dialog.ts'
import { icon } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import { SettingsPage } from '../ui/settings-page.ts'
import { toast } from '../ui/toast-list.ts'
import { wholeDate, when } from '../ui/when.ts'
import type { TargetDialog } from './target-dialog.ts'
import { factsOf, KIND_NAMES, leadsTo } from './target-words.ts'
import './target-dialog.ts'
import './targets.css'

@customElement('targets-page')
export class TargetsPage extends SettingsPage {
  @state() private targets: Target[] | null = null
  @state() private folders: string[] = []
  @state() private testing: ReadonlySet<string> = new Set()
  @query('target-dialog') private dialog!: TargetDialog

  private maySetUp = () => this.may('set up publishing')

  protected override get isRead(): boolean {
    return this.targets !== null
  }

  protected override async read(): Promise<void> {
    const { targets, folders } = await readTargetSetup()
    this.targets = targets
    this.folders = folders
  }

  protected override get add() {
    return this.maySetUp() ? { label: 'New target', run: () => void this.dialog.show(null) } : null
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
      this.toHead()
    } catch (error) {
      this.failed(error)
      await this.load()
    }
  }

  override render() {
    const says = html`Where stories can go, beside the public site that comes with the desk. Whoever publishes chooses among those
    that are on; nothing goes anywhere by itself.`
    return html`${this.frame({ place: 'publishing', tab: 'targets', title: 'Targets', says }, () => this.list(this.targets!))}
      <target-dialog .folders=${this.folders} @kept=${this.kept}></target-dialog>`
  }

  private list(targets: readonly Target[]): TemplateResult {
    if (targets.length === 0)
      return html`<div class="settings-empty">
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
    return html`<li class="settings-row target-row">
      <label class="switch">
        ${this.switch(on, (box) => void this.turn(target, box), { off: !this.maySetUp(), label: `${name}: on` })}
      </label>
      <div class="settings-words">
        <p class="settings-name">${name} <span class="muted">${[KIND_NAMES[kind], ...factsOf(target)].join(' · ')}</span></p>
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
      { label: 'Change', icon: icon('pencil'), run: () => void this.dialog.show(target) },
      { label: 'Send a test', icon: icon('out'), run: () => void this.test(target) },
      { label: 'Remove', icon: icon('bin'), danger: true, apart: true, run: () => void this.drop(target) },
    ]
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'targets-page': TargetsPage
  }
}
