/** Adds a target or changes one. A secret goes in here and never comes out again. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import { TARGET_KINDS, type TargetKind } from '../../shared/publish/workflow.ts'
import type { Target, TargetConfig } from '../../shared/shapes/targets.ts'
import { isSignedOut, sentence } from '../api.ts'
import { addTarget, changeTarget } from '../api/targets.ts'
import { copyText } from '../ui/copy.ts'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { KIND_NAMES, KIND_SAYS, newHookSecret, SECRET_WORDS, URL_WORDS } from './target-words.ts'

type Draft = { kind: TargetKind; name: string; config: TargetConfig; secret: string }
const EMPTY: Draft = { kind: 'ghost', name: '', config: {}, secret: '' }

@customElement('target-dialog')
export class TargetDialog extends PageElement {
  /** Those that the operator allows. */
  @property({ attribute: false }) folders: readonly string[] = []
  @state() private draft: Draft = EMPTY
  @state() private target: Target | null = null
  /** A secret that was made here: shown until the dialog closes, because it is told nowhere else. */
  @state() private made = ''
  @state() private copied = false
  @state() private trouble: { field: string; says: string } | null = null
  @state() private busy = false
  @query('dialog') private dialog!: HTMLDialogElement

  /** @param target the one to change; null: a new one. Tells `kept` with the target as the server has it. */
  async show(target: Target | null): Promise<void> {
    this.target = target
    this.trouble = null
    this.made = ''
    this.draft = target === null ? EMPTY : { kind: target.kind, name: target.name, config: target.config, secret: '' }
    await this.updateComplete
    // The fields hold what was typed last time, until they are told otherwise.
    for (const input of this.querySelectorAll<HTMLInputElement>('input.input')) input.value = input.defaultValue
    openDialog(this.dialog, () => this.busy)
    this.querySelector<HTMLElement>(target === null ? '.target-kinds input:checked' : '#target-name')?.focus()
  }

  private set(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change }
    this.trouble = null
  }
  private configure(change: TargetConfig): void {
    this.set({ config: { ...this.draft.config, ...change } })
  }

  private async submit(event: Event): Promise<void> {
    event.preventDefault()
    if (this.busy) return
    this.busy = true
    const { kind, name, config, secret } = this.draft
    const named = name.trim() === '' ? KIND_NAMES[kind] : name
    try {
      const kept =
        this.target === null
          ? await addTarget({ kind, name: named, config, secret })
          : await changeTarget(this.target.id, { name: named, config, ...(secret === '' ? {} : { secret }) })
      this.busy = false
      this.dialog.close()
      // Nothing of it stays in the page.
      this.set({ secret: '' })
      this.made = ''
      this.dispatchEvent(new CustomEvent<Target>('kept', { detail: kept }))
    } catch (error) {
      this.busy = false
      if (isSignedOut(error)) return this.endSession()
      const [, field = '', says = ''] = /^(?:config\.)?(\w+): ([\s\S]*)$/.exec(sentence(error)) ?? ['', '', sentence(error)]
      this.trouble = { field, says: says.charAt(0).toUpperCase() + says.slice(1) }
      await this.updateComplete
      this.querySelector<HTMLElement>(`#target-${field}`)?.focus()
    }
  }

  private makeSecret(): void {
    this.made = newHookSecret((bytes) => crypto.getRandomValues(bytes as Uint8Array<ArrayBuffer>))
    this.copied = false
    this.set({ secret: this.made })
    const input = this.querySelector<HTMLInputElement>('#target-secret')!
    input.value = this.made
    void this.updateComplete.then(() => input.select())
  }

  private async copy(): Promise<void> {
    this.copied = await copyText(this.made, this.querySelector<HTMLInputElement>('#target-secret')!)
  }

  override render() {
    const { target, draft } = this
    const { kind } = draft
    return html`<dialog class="dialog target-dialog" aria-labelledby="target-title">
      <form class="dialog-form" novalidate autocomplete="off" @submit=${this.submit}>
        <h2 id="target-title">${target === null ? 'A new target' : `Change “${target.name}”`}</h2>
        ${target === null ? this.kinds() : nothing}
        ${this.field('name', 'Name', draft.name, (name) => this.set({ name }), { hint: 'What the desk calls it.', example: KIND_NAMES[kind] })}
        ${kind === 'folder' ? this.folder() : this.remote(kind)}
        ${
          this.trouble === null || this.querySelector(`#target-${this.trouble.field}`) !== null
            ? nothing
            : html`<p class="trouble" role="alert">${icon('alert')} ${this.trouble.says}</p>`
        }
        <div class="dialog-actions">
          <button class="button" type="button" @click=${() => this.dialog.close()}>Cancel</button>
          <button class="button primary" aria-busy=${this.busy ? 'true' : nothing}>
            ${target === null ? 'Add the target' : 'Save'}
          </button>
        </div>
      </form>
    </dialog>`
  }

  private kinds(): TemplateResult {
    return html`<fieldset class="target-kinds">
      <legend>What it is</legend>
      ${TARGET_KINDS.map(
        (kind) =>
          html`<label>
            <input
              type="radio"
              name="target-kind"
              value=${kind}
              .checked=${this.draft.kind === kind}
              @change=${() => this.set({ kind, secret: '' })}
            />
            <span><b>${KIND_NAMES[kind]}</b> <small>${KIND_SAYS[kind]}</small></span>
          </label>`,
      )}
    </fieldset>`
  }

  private folder(): TemplateResult {
    if (this.folders.length === 0)
      return html`<p class="hint" id="target-folder" tabindex="-1">
        No folder is allowed yet. Whoever runs the server names those that are, in its setting <code>SITE_FOLDERS</code>.
      </p>`
    return this.field('folder', 'Folder on the server', this.draft.config.folder ?? '', (folder) => this.configure({ folder }), {
      hint: `In ${this.folders.join(' or ')}. Best an empty one: files that are not ours are left alone.`,
      example: `${this.folders[0]}`,
    })
  }

  private remote(kind: Exclude<TargetKind, 'folder'>): TemplateResult {
    const { config, secret } = this.draft
    const words = SECRET_WORDS[kind]
    const url = URL_WORDS[kind]
    const kept = this.target?.hasSecret === true
    return html`${this.field('url', url.label, config.url ?? '', (value) => this.configure({ url: value.trim() }), { example: url.example, type: 'url' })}
    ${kind === 'wordpress' ? this.field('user', 'User', config.user ?? '', (user) => this.configure({ user }), { hint: 'As they sign in there. An editor or an author.' }) : nothing}
    ${this.field('secret', words.label, secret, (value) => this.set({ secret: value }), {
      hint: kept ? 'One is kept, and is never shown again. Leave this empty to keep it.' : words.hint,
      example: kept ? '' : words.example,
      type: this.made === '' ? 'password' : 'text',
    })}
    ${
      kind === 'webhook'
        ? html`<div class="target-made">
            <button class="button" type="button" @click=${() => this.makeSecret()}>Make a secret</button>
            ${
              this.made === ''
                ? nothing
                : html`<button class="button" type="button" @click=${this.copy}>
                      ${icon(this.copied ? 'check' : 'copy')} ${this.copied ? 'Copied' : 'Copy'}
                    </button>
                    <p class="hint">It is shown only now.</p>`
            }
          </div>`
        : this.check('asDraft', 'Send drafts, to be published there by hand')
    }
    ${this.check('allowPrivate', 'It is inside this network, or on this machine')}`
  }

  private check(name: 'asDraft' | 'allowPrivate', label: string): TemplateResult {
    return html`<label class="check">
      <input
        type="checkbox"
        .checked=${this.draft.config[name] === true}
        @change=${(event: Event) => this.configure({ [name]: (event.target as HTMLInputElement).checked })}
      />
      <span>${label}</span>
    </label>`
  }

  private field(
    name: string,
    label: string,
    value: string,
    change: (value: string) => void,
    { hint, example, type = 'text' }: { hint?: string; example?: string; type?: 'text' | 'url' | 'password' },
  ): TemplateResult {
    const id = `target-${name}`
    const wrong = this.trouble?.field === name ? this.trouble.says : null
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <input
        class="input"
        id=${id}
        type=${type}
        maxlength="500"
        value=${value}
        placeholder=${example ?? nothing}
        autocomplete=${type === 'password' ? 'new-password' : 'off'}
        autocapitalize="off"
        spellcheck="false"
        aria-invalid=${wrong === null ? 'false' : 'true'}
        aria-describedby="${id}-hint"
        @input=${(event: Event) => change((event.target as HTMLInputElement).value)}
      />
      <div id="${id}-hint">
        ${hint === undefined ? nothing : html`<p class="hint">${hint}</p>`}
        ${wrong === null ? nothing : html`<p class="wrong" role="alert">${icon('alert')} ${wrong}</p>`}
      </div>
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'target-dialog': TargetDialog
  }
}
