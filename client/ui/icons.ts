/** The desk's icons, drawn on an 18-unit grid with one pen. Always beside words or under a label. */
import { svg, type SVGTemplateResult, type TemplateResult } from 'lit'
import { drawn, firstDrawings } from './first-icons.ts'

const drawings = {
  ...firstDrawings,
  plus: svg`<path d="M9 3.5v11M3.5 9h11" />`,
  bin: svg`<path d="M3.5 5h11M7 5V3.4h4V5M4.9 5l.6 9.6h7l.6-9.6M7.5 7.8v4M10.5 7.8v4" />`,
  open: svg`<path d="M3.5 9h10M10 5.2 13.8 9 10 12.8" />`,
  copy: svg`<rect x="6.2" y="6.2" width="8.3" height="8.3" rx="1.6" /><path d="M11.8 3.5H5.1a1.6 1.6 0 0 0-1.6 1.6v6.7" />`,
  up: svg`<path d="m5 10.8 4-4 4 4" />`,
  check: svg`<path d="m3.8 9.6 3.4 3.4 7-7.6" />`,
  file: svg`<path d="M4.4 2.8h6l3.2 3.2v9.2H4.4zM10.2 3v3.2h3.2M6.8 9.4h4.4M6.8 12h4.4" />`,
  out: svg`<path d="M9 3v8M5.8 8 9 11.2 12.2 8M3.8 11.6v3.2h10.4v-3.2" />`,
  door: svg`<path d="M10.4 3.2H4.2v11.6h6.2M8 9h6.8M12.2 6.2 15 9l-2.8 2.8" />`,
  keys: svg`<rect x="2.4" y="4.6" width="13.2" height="8.8" rx="1.6" /><path d="M5.2 7.4h.01M8 7.4h.01M10.8 7.4h.01M12.9 10.4h.01M5.2 10.4h.01M7.4 10.6h3.4" />`,
  bell: svg`<path d="M4.6 12.8V8.2a4.4 4.4 0 0 1 8.8 0v4.6l1.2 1.2H3.4zM7.4 14.2a1.7 1.7 0 0 0 3.2 0" />`,
  cog: svg`<path d="M3 5.4h5.4M12.2 5.4H15M3 12.6h2.8M9.6 12.6H15" /><circle cx="10.3" cy="5.4" r="1.9" /><circle cx="7.7" cy="12.6" r="1.9" />`,
  link: svg`<path d="M7.6 10.4a2.7 2.7 0 0 0 3.9 0l2.4-2.4a2.75 2.75 0 0 0-3.9-3.9l-1 1M10.4 7.6a2.7 2.7 0 0 0-3.9 0L4.1 10A2.75 2.75 0 0 0 8 13.9l1-1" />`,
  pause: svg`<path d="M6.4 4.4v9.2M11.6 4.4v9.2" stroke-width="2.2" />`,
  clock: svg`<circle cx="9" cy="9" r="6" /><path d="M9 5.4V9l2.4 1.6" />`,
  half: svg`<circle cx="9" cy="9" r="5.6" /><path d="M9 3.4a5.6 5.6 0 0 1 0 11.2z" fill="currentColor" />`,
} satisfies Record<string, SVGTemplateResult>

export type IconName = keyof typeof drawings

export const icon = (name: IconName): TemplateResult => drawn(drawings[name])
