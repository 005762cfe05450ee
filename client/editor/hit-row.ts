/** A row of the list of hits: the words around it, what would stand there instead, and what one can do with it. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Context } from './find.ts'

export type Row = {
  words: Context
  /** What would stand there, or null when nothing is to be replaced. */
  becomes: string | null
  /** Where it is, in a word. */
  where: string
  isHere: boolean
  /** `said`: left as it was said. `read`: nothing can be done with it. */
  lot: 'open' | 'skipped' | 'said' | 'read'
  go: () => void
  toggle: () => void
  replace: () => void
}

export function hitRow({ words, becomes, where, isHere, lot, go, toggle, replace }: Row): TemplateResult {
  const { before, text, after } = words
  const isKept = lot === 'said' || lot === 'skipped'
  const found = becomes === null || isKept ? html`<mark>${text}</mark>` : html`<del>${text}</del><ins>${becomes}</ins>`
  const name = `“${before.slice(-20)}${text}${after.slice(0, 20)}”`
  return html`<li class="hit ${isHere ? 'is-here' : ''} ${isKept ? 'kept' : ''}">
    <button class="hit-words" type="button" aria-current=${isHere ? 'true' : nothing} @click=${go}>
      <span class="hit-where">${where}</span> <span dir="auto">${before}${found}${after}</span>
    </button>
    ${lot === 'said' ? html`<span class="hit-kept" title="Somebody said this">as said</span>` : nothing}
    ${
      lot === 'open' || lot === 'skipped'
        ? html`<button
              class="hit-act"
              type="button"
              aria-pressed=${lot === 'skipped' ? 'true' : 'false'}
              aria-label="Skip ${name}"
              @click=${toggle}
            >
              Skip</button
            ><button class="hit-act" type="button" aria-label="Replace ${name}" @click=${replace}>Replace</button>`
        : nothing
    }
  </li>`
}
