/** Behind the letters of a field: the same letters, unseen, with a wash under those that somebody commented on. */
import { html, type TemplateResult } from 'lit'

/** A marked stretch of a field. */
export type FieldMark = { from: number; to: number; look: string }

export function fieldMarks(text: string, marks: readonly FieldMark[]): TemplateResult {
  const ends = new Set([0, text.length])
  for (const { from, to } of marks) for (const end of [from, to]) ends.add(Math.min(Math.max(0, end), text.length))
  const cuts = [...ends].sort((a, b) => a - b)
  const parts = cuts.slice(0, -1).map((from, i) => {
    const to = cuts[i + 1]!
    const looks = marks.filter((mark) => mark.from < to && mark.to > from).map(({ look }) => look)
    const words = text.slice(from, to)
    return looks.length === 0 ? words : html`<span class=${looks.join(' ')} data-from=${from}>${words}</span>`
  })
  // No blank of ours: they would be seen.
  return html`<div class="field-marks" aria-hidden="true">${parts}</div>`
}
