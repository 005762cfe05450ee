/**
 * Headline, dek or byline: a line of plain text that two people may type in at once. Each key becomes the
 * smallest edit of the shared text, found by this field's own caret; a colleague's edit moves that caret
 * along and never waits for anything but a word that is still being composed.
 */
import { html, nothing } from 'lit'
import { customElement, property, query, state } from 'lit/decorators.js'
import * as Y from 'yjs'
import { putIn } from '../../shared/put-in.ts'
import { fieldOf, type Field } from '../../shared/story.ts'
import { smart } from '../../shared/typography.ts'
import { wantsSmartTyping } from '../editor/smart-typing.ts'
import type { Here, LiveStory } from '../sync/live-story.ts'
import { PageElement } from '../ui/element.ts'
import { avatar, hueClass } from '../ui/people.ts'
import { editBetween, endOfChange, oneLine, placeAfter, type Delta } from './field-edit.ts'
import { fieldMarks, type FieldMark } from './field-marks.ts'

/** As long as the API takes; a headline of two thousand letters is a mistake. */
const MOST = 2_000

@customElement('shared-field')
export class SharedField extends PageElement {
  @property({ attribute: false }) live!: LiveStory
  @property({ attribute: false }) name: Field = 'headline'
  @property({ attribute: false }) label = ''
  @property({ type: Boolean }) writable = false
  /** Colleagues who have their caret in this field. */
  @property({ attribute: false }) others: readonly Here[] = []
  /** Stretches that somebody has commented on, in their order. */
  @property({ attribute: false, hasChanged: (now, before) => JSON.stringify(now) !== JSON.stringify(before) })
  marks: readonly FieldMark[] = []
  @state() private text = ''
  @query('textarea') private area!: HTMLTextAreaElement

  private ytext: Y.Text | null = null
  private undoManager: Y.UndoManager | null = null
  private composing = false
  /** What the text was when this field and the shared text last agreed, and what colleagues did since. */
  private agreed = ''
  private waiting: Delta[] = []

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.bind()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.unbind()
  }

  override firstUpdated(): void {
    this.bind()
  }

  override focus(): void {
    this.area.focus()
  }

  /** Shows a stretch of the text, as a search has found it. */
  select(from: number, to: number): void {
    this.area.focus()
    this.area.setSelectionRange(from, to)
  }

  /** What was typed so far is not taken back any more: the text is another. */
  forgetUndo(): void {
    this.undoManager?.clear()
  }

  private bind(): void {
    this.unbind()
    this.ytext = fieldOf(this.live.ydoc, this.name)
    this.undoManager = new Y.UndoManager(this.ytext, { trackedOrigins: new Set([this]), captureTimeout: 500 })
    this.ytext.observe(this.changed)
    this.agreed = this.ytext.toString()
    this.show(this.agreed)
  }

  private unbind(): void {
    this.ytext?.unobserve(this.changed)
    this.undoManager?.destroy()
    this.ytext = null
    this.undoManager = null
  }

  private show(text: string): void {
    // Set only when different: setting it moves the caret and ends a composition.
    if (this.area.value !== text) this.area.value = text
    this.text = text
  }

  private readonly changed = (event: Y.YTextEvent, transaction: Y.Transaction): void => {
    if (transaction.origin === this) return
    const delta = event.delta as Delta
    if (this.composing) {
      this.waiting.push(delta)
      return
    }
    const { selectionStart, selectionEnd, selectionDirection, scrollTop } = this.area
    this.agreed = event.target.toString()
    this.show(this.agreed)
    if (document.activeElement !== this.area) return
    if (transaction.origin === this.undoManager) {
      const end = endOfChange(delta)
      this.area.setSelectionRange(end, end)
    } else {
      const caret = selectionStart === selectionEnd
      const start = placeAfter(delta, selectionStart, caret ? -1 : 1)
      const end = caret ? start : Math.max(start, placeAfter(delta, selectionEnd, -1))
      this.area.setSelectionRange(start, end, selectionDirection)
    }
    this.area.scrollTop = scrollTop
  }

  /** Brings what this person did into the shared text. */
  private typed(): void {
    this.text = this.area.value
    if (this.composing || this.ytext === null) return
    const now = oneLine(this.area.value)
    if (now !== this.area.value) {
      const caret = oneLine(this.area.value.slice(0, this.area.selectionEnd)).length
      this.area.value = now
      this.area.setSelectionRange(caret, caret)
    }
    const edit = editBetween(this.agreed, now, this.area.selectionEnd)
    let caret = this.area.selectionEnd
    const { waiting } = this
    this.waiting = []
    if (edit !== null) {
      let [at, end] = [edit.at, edit.at + edit.remove]
      for (const delta of waiting) {
        at = placeAfter(delta, at, -1)
        end = Math.max(at, placeAfter(delta, end, -1))
      }
      const { ytext } = this
      ytext.doc!.transact(() => {
        if (end > at) ytext.delete(at, end - at)
        if (edit.insert !== '') putIn(ytext, at, edit.insert)
      }, this)
      if (waiting.length > 0) caret = at + edit.insert.length
    } else for (const delta of waiting) caret = placeAfter(delta, caret, -1)
    this.agreed = this.ytext.toString()
    this.show(this.agreed)
    if (waiting.length > 0) this.area.setSelectionRange(caret, caret)
    else if (edit?.insert.length === 1 && wantsSmartTyping()) this.smarten(edit.insert)
  }

  /** What was just typed becomes what the language writes for it, as a step of its own to undo. */
  private smarten(typed: string): void {
    const { ytext, undoManager } = this
    const caret = this.area.selectionEnd
    const before = this.area.value.slice(0, caret)
    const change = before.endsWith(typed) ? smart(before.slice(0, -1), typed, this.lang) : null
    if (change === null || ytext === null) return
    const { from, to, insert } = change
    undoManager?.stopCapturing()
    ytext.doc!.transact(() => {
      ytext.delete(from, to - from)
      putIn(ytext, from, insert)
    }, this)
    undoManager?.stopCapturing()
    this.agreed = ytext.toString()
    this.show(this.agreed)
    const after = caret + insert.length - (to - from)
    this.area.setSelectionRange(after, after)
  }

  private keyed(event: KeyboardEvent): void {
    if (event.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    const key = event.key.toLowerCase()
    // Enter with Ctrl and Alt is a key of the page.
    if (event.key === 'Enter' && !(mod && event.altKey)) {
      event.preventDefault()
      if (!event.shiftKey && !mod && !event.altKey) this.dispatchEvent(new CustomEvent('next'))
    } else if (mod && !event.altKey && (key === 'z' || key === 'y')) {
      event.preventDefault()
      this.travel(key === 'y' || event.shiftKey ? 'redo' : 'undo')
    }
  }

  private travel(way: 'undo' | 'redo'): void {
    if (this.writable) this.undoManager?.[way]()
  }

  /** The menu's and the phone's undo, which know nothing of the colleagues. */
  private beforeInput(event: InputEvent): void {
    const way = { historyUndo: 'undo', historyRedo: 'redo' }[event.inputType] as 'undo' | 'redo' | undefined
    if (way !== undefined) {
      event.preventDefault()
      this.travel(way)
    } else if (event.inputType === 'insertLineBreak' && !this.composing) {
      event.preventDefault()
      this.dispatchEvent(new CustomEvent('next'))
    }
  }

  private ended(): void {
    this.composing = false
    this.typed()
  }

  private here(name: Field | null): void {
    this.live.awareness.setLocalStateField('field', name)
    if (name === null && this.composing) this.ended()
    if (name === null) this.undoManager?.stopCapturing()
  }

  override render() {
    const { others } = this
    const first = others[0]
    return html`<div class="shared-field ${first === undefined ? '' : `held ${hueClass(first.hue)}`}" data-field=${this.name}>
      <div class="grow" data-text=${`${this.text}\u200b`}>
        ${this.marks.length === 0 ? nothing : fieldMarks(this.text, this.marks)}
        <textarea
          rows="1"
          dir="auto"
          aria-label=${this.label}
          placeholder=${this.label}
          maxlength=${MOST}
          spellcheck="true"
          autocomplete="off"
          autocapitalize="sentences"
          enterkeyhint="next"
          ?readonly=${!this.writable}
          @input=${this.typed}
          @keydown=${this.keyed}
          @beforeinput=${this.beforeInput}
          @compositionstart=${() => (this.composing = true)}
          @compositionend=${this.ended}
          @focus=${() => this.here(this.name)}
          @blur=${() => this.here(null)}
        ></textarea>
      </div>
      ${
        others.length === 0
          ? nothing
          : html`<span class="holders" role="group" aria-label="Also in the ${this.name}"
              >${others.map((person) => avatar(person))}</span
            >`
      }
    </div>`
  }
}
