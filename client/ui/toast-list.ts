/** Short notes at the foot of the page that say what was just done, and take it back. */
import { html, nothing } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { PageElement } from './element.ts'
import { icon } from './first-icons.ts'

type Act = { label: string; run: () => void }
type Toast = { id: number; text: string; act: Act | null }

const STAYS = 6_000
/** Long enough to read it, find the button and press it. */
const STAYS_WITH_ACT = 12_000

@customElement('toast-list')
export class ToastList extends PageElement {
  @state() private toasts: Toast[] = []
  private timers = new Map<number, ReturnType<typeof setTimeout>>()
  private last = 0

  /** @returns takes it away again, when it is no longer so */
  show(text: string, act: Act | null): () => void {
    const toast = { id: ++this.last, text, act }
    this.toasts = [...this.toasts.slice(-2), toast]
    this.start(toast)
    return () => this.drop(toast)
  }

  /** Takes the latest act: the key for it works wherever the focus is. @returns whether there was one */
  takeBack(): boolean {
    const latest = this.toasts.findLast((toast) => toast.act !== null)
    if (latest === undefined) return false
    this.take(latest)
    return true
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    for (const timer of this.timers.values()) clearTimeout(timer)
    this.timers.clear()
  }

  private start(toast: Toast): void {
    this.stop(toast)
    this.timers.set(
      toast.id,
      setTimeout(() => this.drop(toast), toast.act === null ? STAYS : STAYS_WITH_ACT),
    )
  }

  /** While someone points at it or is on its button it stays. */
  private stop(toast: Toast): void {
    clearTimeout(this.timers.get(toast.id))
    this.timers.delete(toast.id)
  }

  private drop(toast: Toast): void {
    this.stop(toast)
    this.toasts = this.toasts.filter((one) => one.id !== toast.id)
  }

  private take(toast: Toast): void {
    this.drop(toast)
    toast.act?.run()
  }

  override render() {
    return html`<div class="toasts" role="status" aria-live="polite">
      ${this.toasts.map(
        (toast) =>
          html`<div
            class="toast"
            @pointerenter=${() => this.stop(toast)}
            @pointerleave=${() => this.start(toast)}
            @focusin=${() => this.stop(toast)}
            @focusout=${() => this.start(toast)}
          >
            <p>${toast.text}</p>
            ${toast.act === null ? nothing : html`<button type="button" @click=${() => this.take(toast)}>${toast.act.label}</button>`}
            <button type="button" class="close" aria-label="Dismiss" @click=${() => this.drop(toast)}>${icon('close')}</button>
          </div>`,
      )}
    </div>`
  }
}

const list = (): ToastList | null => document.querySelector('toast-list')

export function toast(text: string, act: Act | null = null): void {
  list()?.show(text, act)
}

/** @returns takes it away again, when it is no longer so */
export const toastFor = (text: string, act: Act | null = null): (() => void) => list()?.show(text, act) ?? (() => {})

/** @returns whether there was anything to take back */
export const takeBackLatest = (): boolean => list()?.takeBack() ?? false
