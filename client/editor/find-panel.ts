/**
 * Find and replace, beside the copy: what is looked for, every place where it stands, and what to do with each.
 * What somebody said is shown but left alone, until the switch says otherwise. Everything replaced at once,
 * in the body and the fields above it, is one step to undo.
 */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import type { Command } from 'prosemirror-state'
import { ySyncPluginKey, yUndoPluginKey } from 'y-prosemirror'
import type { UndoManager } from 'yjs'
import { rewrite } from '../../shared/rewrite.ts'
import { FIELDS, fieldOf, type Field } from '../../shared/story.ts'
import type { LiveStory } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import { contextOf, finderFor, hitsInField, NOTHING, type FieldHit, type Hit, type Match, type Search } from './find.ts'
import { ask, foundIn, goToHit, replaceAll, replaceOne, skip, step, toReplace, type Found } from './finding.ts'
import { hitRow, type Row } from './hit-row.ts'
import type { StoryEditor } from './story-editor.ts'
import './find.css'

/** Rows that are drawn; a search for one letter finds thousands. */
const MOST_ROWS = 200
/** While colleagues type, the list is drawn anew this often at most. */
const CALM = 150

const FIELD_NAMES: Record<Field, string> = { headline: 'Headline', dek: 'Dek', byline: 'Byline' }
const places = (n: number): string => `${n.toLocaleString('en-GB')} ${n === 1 ? 'place' : 'places'}`

@customElement('find-panel')
export class FindPanel extends PageElement {
  @property({ attribute: false }) editor: StoryEditor | null = null
  @property({ attribute: false }) live!: LiveStory
  @property({ type: Boolean }) writable = false
  @state() private search: Search = NOTHING
  @state() private found: Found | null = null
  @state() private inFields: FieldHit[] = []
  /** Hits in the fields that “Replace all” leaves alone, as `headline 0`: the first of the headline. */
  @state() private skipped: ReadonlySet<string> = new Set()
  @query('#find-text') private text!: HTMLInputElement
  private timer: ReturnType<typeof setTimeout> | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    this.live.ydoc.on('afterTransaction', this.soon)
    void this.updateComplete.then(() => this.show())
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.timer)
    this.timer = undefined
    this.live.ydoc.off('afterTransaction', this.soon)
    this.editor?.act(ask(null))
  }

  /** Takes what is selected as what to look for, and the keyboard. */
  show(): void {
    const chosen = this.selected()
    this.look({ ...this.search, ...(chosen === '' || chosen.length > 200 ? {} : { text: chosen }) })
    this.text.value = this.search.text
    this.text.focus()
    this.text.select()
  }

  private selected(): string {
    const state = this.editor?.state
    if (!state) return ''
    const { $from, $to, from, to } = state.selection
    return $from.sameParent($to) ? state.doc.textBetween(from, to, '', ' ') : ''
  }

  private readonly soon = (): void => {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.read()
    }, CALM)
  }

  private read(): void {
    const state = this.editor?.state ?? null
    // The copy was bound anew: it has to be asked once more.
    if (state !== null && foundIn(state) === null) this.editor?.act(ask(this.search))
    this.found = this.editor?.state ? foundIn(this.editor.state) : null
    const finder = finderFor(this.search)
    this.inFields =
      finder === null || typeof finder === 'string'
        ? []
        : FIELDS.flatMap((field) => hitsInField(finder, field, fieldOf(this.live.ydoc, field).toString()))
  }

  private act(command: Command): boolean {
    const done = this.editor?.act(command) ?? false
    this.read()
    return done
  }

  /** Looks for something else, and goes to the first of it from the caret on. */
  private look(search: Search): void {
    this.search = search
    this.skipped = new Set()
    this.act(ask(search))
    if (this.found !== null && this.found.at >= 0) this.act(goToHit(this.found.at))
    this.reveal()
  }

  private change(part: Partial<Search>): void {
    const search = { ...this.search, ...part }
    if ('text' in part || 'exact' in part || 'wholeWord' in part || 'regexp' in part) this.look(search)
    else {
      this.search = search
      this.act(ask(search))
    }
  }

  private step(way: 1 | -1): void {
    this.act(step(way))
    this.reveal()
  }

  /** Brings the hit into sight while the keyboard stays here. */
  private reveal(): void {
    const mark = this.editor?.querySelector('.found-here')
    const box = mark?.getBoundingClientRect()
    if (box !== undefined && (box.top < 180 || box.bottom > innerHeight - 80)) mark!.scrollIntoView({ block: 'center' })
    void this.updateComplete.then(() => this.querySelector('.hit.is-here')?.scrollIntoView({ block: 'nearest' }))
  }

  private close(): void {
    this.dispatchEvent(new CustomEvent('close-panel', { bubbles: true }))
  }

  private keyed(event: KeyboardEvent): void {
    if (event.isComposing) return
    const again = event.key.toLowerCase() === 'g' && (event.ctrlKey || event.metaKey)
    if (event.key === 'Escape') this.close()
    else if (again) this.step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Enter' && event.target === this.text) this.step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  private replaceHere(): void {
    const { found } = this
    if (found === null || found.at < 0) return this.step(1)
    const hit = found.hits[found.at]!
    // What is left alone is passed by, as in “Replace all”.
    if (toReplace(found).includes(hit)) this.alone(() => this.act(replaceOne(found.at)))
    this.step(1)
  }

  private replaceField({ field, from, to, becomes }: FieldHit): void {
    const ytext = fieldOf(this.live.ydoc, field)
    const text = ytext.toString()
    // In the editor's name, so that its undo takes it back.
    this.live.ydoc.transact(() => rewrite(ytext, text.slice(0, from) + becomes + text.slice(to)), ySyncPluginKey)
  }

  private replaceAll(): void {
    const { found } = this
    const inFields = this.inFields.filter(({ key }) => !this.skipped.has(key))
    const n = found === null ? 0 : toReplace(found).length + inFields.length
    if (n === 0) return
    const done = this.alone(() => {
      this.act(replaceAll)
      for (const hit of inFields.toReversed()) this.replaceField(hit)
    })
    this.read()
    toast(`Replaced in ${places(n)}.`, {
      label: 'Undo',
      run: () => {
        if (done !== undefined && this.undoManager?.undoStack.at(-1) === done) this.editor?.run('undo')
        else toast('You have typed since: undo takes that back first, step by step.')
      },
    })
  }

  private get undoManager(): UndoManager | undefined {
    const state = this.editor?.state
    return state ? (yUndoPluginKey.getState(state)?.undoManager as UndoManager | undefined) : undefined
  }

  /** Makes it a step of its own to undo. @returns the step */
  private alone(act: () => void): UndoManager['undoStack'][number] | undefined {
    const { undoManager } = this
    // One's undo of the body goes over the fields too: what is replaced together is taken back together.
    undoManager?.addToScope(FIELDS.map((field) => fieldOf(this.live.ydoc, field)))
    undoManager?.stopCapturing()
    act()
    undoManager?.stopCapturing()
    return undoManager?.undoStack.at(-1)
  }

  override render() {
    const { found, search, writable } = this
    const wrong = found?.wrong ?? ''
    return html`<section class="side find-panel" role="search" aria-label="Find and replace" @keydown=${this.keyed}>
      <header>
        <h2>${writable ? 'Find and replace' : 'Find'}</h2>
        <button class="icon-button" type="button" aria-label="Close find" title="Close (Esc)" @click=${this.close}>
          ${icon('close')}
        </button>
      </header>
      <div class="find-row">
        <input
          id="find-text"
          class="input"
          type="text"
          aria-label="Find"
          placeholder="Find"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="search"
          maxlength="500"
          aria-invalid=${wrong === '' ? 'false' : 'true'}
          aria-describedby="find-count"
          @input=${() => this.change({ text: this.text.value })}
        />
        ${this.tool('up', 'Previous', () => this.step(-1))} ${this.tool('down', 'Next', () => this.step(1))}
      </div>
      <p id="find-count" class=${wrong === '' ? 'find-count' : 'find-count wrong'} role="status">${wrong || this.count()}</p>
      <div class="find-ways" role="group" aria-label="How to find">
        ${this.way('exact', 'Match exactly', 'Case and quotation marks as written')} ${this.way('wholeWord', 'Whole words')}
        ${this.way('regexp', 'Pattern', 'A regular expression; $1 is what its first group found')}
      </div>
      ${writable ? this.replacing() : nothing} ${search.text === '' ? nothing : this.list()}
    </section>`
  }

  private tool(name: 'up' | 'down', label: string, run: () => void): TemplateResult {
    const key = name === 'up' ? 'Shift+Enter' : 'Enter'
    return html`<button class="icon-button" type="button" aria-label=${label} title="${label} (${key})" @click=${run}>
      ${icon(name)}
    </button>`
  }

  private way(name: 'exact' | 'wholeWord' | 'regexp', label: string, title: string = label): TemplateResult {
    return html`<label title=${title}
      ><input
        type="checkbox"
        .checked=${this.search[name]}
        @change=${(event: Event) => this.change({ [name]: (event.target as HTMLInputElement).checked })}
      />${label}</label
    >`
  }

  private count(): string {
    const { found, inFields, search } = this
    if (found === null || search.text === '') return ''
    const all = found.hits.length + inFields.length
    if (all === 0) return 'Not found'
    return found.at < 0
      ? places(all)
      : `${(inFields.length + found.at + 1).toLocaleString('en-GB')} of ${all.toLocaleString('en-GB')}`
  }

  private replacing(): TemplateResult {
    const { found, search } = this
    const said = found?.hits.filter((hit) => hit.said).length ?? 0
    const n = found === null ? 0 : toReplace(found).length + this.inFields.filter(({ key }) => !this.skipped.has(key)).length
    return html`<div class="find-row">
        <input
          class="input"
          type="text"
          aria-label="Replace with"
          placeholder="Replace with"
          autocomplete="off"
          autocapitalize="off"
          maxlength="500"
          .value=${search.replacement}
          @input=${(event: Event) => this.change({ replacement: (event.target as HTMLInputElement).value })}
          @keydown=${(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || event.isComposing) return
            event.preventDefault()
            this.replaceHere()
          }}
        />
      </div>
      <label class="find-said">
        <input
          type="checkbox"
          role="switch"
          .checked=${search.answers}
          @change=${(event: Event) => this.change({ answers: (event.target as HTMLInputElement).checked })}
        />
        <span
          >Also replace what somebody said${said === 0 ? nothing : html` <b>(${said.toLocaleString('en-GB')})</b>`}
          <small
            >${
              search.answers
                ? 'Check the tape: these become words they may not have said.'
                : 'Answers and quotes are left as they were said.'
            }</small
          ></span
        >
      </label>
      <div class="find-acts">
        <button class="button" type="button" aria-disabled=${n === 0 ? 'true' : nothing} @click=${this.replaceHere}>
          Replace
        </button>
        <button class="button" type="button" aria-disabled=${n === 0 ? 'true' : nothing} @click=${this.replaceAll}>
          Replace all${n === 0 ? nothing : ` (${n.toLocaleString('en-GB')})`}
        </button>
      </div>`
  }

  private list(): TemplateResult | typeof nothing {
    const { found, inFields } = this
    if (found === null || found.hits.length + inFields.length === 0) return nothing
    const first = Math.max(0, Math.min(found.at - MOST_ROWS / 2, found.hits.length - MOST_ROWS))
    const rows = found.hits.slice(first, first + MOST_ROWS)
    const more = found.hits.length - rows.length
    return html`<ol class="hits" aria-label="Places">
      ${inFields.map((hit) => this.fieldRow(hit))} ${rows.map((hit, i) => this.row(found, hit, first + i))}
      ${more === 0 ? nothing : html`<li class="muted">and ${places(more)} more</li>`}
    </ol>`
  }

  private row(found: Found, hit: Hit, index: number): TemplateResult {
    const isSaid = hit.said && !found.search.answers
    return hitRow({
      words: contextOf(hit),
      becomes: this.becomes(hit),
      where: hit.where,
      isHere: index === found.at,
      lot: this.lot(isSaid ? 'said' : found.skipped.has(hit.from) ? 'skipped' : 'open'),
      go: () => {
        this.act(goToHit(index))
        this.editor?.focus()
      },
      toggle: () => this.act(skip(index)),
      replace: () => void this.alone(() => this.act(replaceOne(index))),
    })
  }

  private fieldRow(hit: FieldHit): TemplateResult {
    const { field, from, to, key } = hit
    return hitRow({
      words: hit,
      becomes: this.becomes(hit),
      where: FIELD_NAMES[field],
      isHere: false,
      lot: this.lot(this.skipped.has(key) ? 'skipped' : 'open'),
      go: () => this.dispatchEvent(new CustomEvent('show-field', { bubbles: true, detail: { field, from, to } })),
      toggle: () => {
        const next = new Set(this.skipped)
        if (!next.delete(key)) next.add(key)
        this.skipped = next
      },
      replace: () => {
        this.alone(() => this.replaceField(hit))
        this.read()
      },
    })
  }

  private becomes = ({ becomes }: Match): string | null => (this.writable && this.search.replacement !== '' ? becomes : null)

  private lot = (lot: Row['lot']): Row['lot'] => (this.writable ? lot : 'read')
}

declare global {
  interface HTMLElementTagNameMap {
    'find-panel': FindPanel
  }
}
