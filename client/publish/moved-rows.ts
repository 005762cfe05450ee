/** What readers would get now, in place of what was looked at. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Moved } from './moved.ts'

export const byWords = (names: readonly string[]): string => (names.length === 0 ? '' : `, by ${names.join(' and ')}`)

export function movedRows({ rows, by }: Moved): TemplateResult {
  return html`<section class="moved" aria-labelledby="moved-title">
    <h3 id="moved-title" tabindex="-1">The text has changed since you looked${byWords(by)}</h3>
    <p>Nothing was published. This is what readers would get now:</p>
    <ol class="change-list">
      ${rows
        .slice(0, 20)
        .map(
          ({ was, now }) =>
            html`<li>
              ${was === null ? nothing : html`<p class="was"><del>${was}</del></p>`}
              ${now === null ? nothing : html`<p class="now"><ins>${now}</ins></p>`}
            </li>`,
        )}
    </ol>
    ${rows.length > 20 ? html`<p class="muted">and ${rows.length - 20} more</p>` : nothing}
    ${rows.length === 0 ? html`<p class="muted">What changed is not in the words of the page: pictures, links or particulars.</p>` : nothing}
  </section>`
}
