/** Those of the desk's icons (`icons.ts`) that a story shows before what stands beside it has come. */
import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit'

export const firstDrawings = {
  search: svg`<circle cx="8" cy="8" r="4.6" /><path d="m11.5 11.5 3.6 3.6" />`,
  more: svg`<path d="M4 9h.01M9 9h.01M14 9h.01" stroke-width="2.6" />`,
  close: svg`<path d="m4.8 4.8 8.4 8.4M13.2 4.8l-8.4 8.4" />`,
  pencil: svg`<path d="m3.4 14.6.7-3.1 7.9-7.9 2.4 2.4-7.9 7.9zM10.6 5l2.4 2.4" />`,
  down: svg`<path d="m5 7.2 4 4 4-4" />`,
  alert: svg`<path d="M9 2.9 16 15H2zM9 7.3v3.4M9 12.9v.05" />`,
  lock: svg`<rect x="3.8" y="7.8" width="10.4" height="7" rx="1.5" /><path d="M6 7.8V5.9a3 3 0 0 1 6 0v1.9M9 10.6v1.6" />`,
  picture: svg`<rect x="2.6" y="3.6" width="12.8" height="10.8" rx="1.4" /><circle cx="6.3" cy="7" r="1.2" /><path d="m3 12.6 3.4-3 2.5 2.2 3.2-3.4 3.1 3.2" />`,
  comment: svg`<path d="M3.2 4.6c0-.8.6-1.4 1.4-1.4h8.8c.8 0 1.4.6 1.4 1.4v6.2c0 .8-.6 1.4-1.4 1.4H8.6l-3.2 2.9v-2.9h-.8c-.8 0-1.4-.6-1.4-1.4zM9 5.6v4.2M6.9 7.7h4.2" />`,
} satisfies Record<string, SVGTemplateResult>

export const drawn = (drawing: SVGTemplateResult): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 18 18" aria-hidden="true">${drawing}</svg>`

export const icon = (name: keyof typeof firstDrawings): TemplateResult => drawn(firstDrawings[name])
