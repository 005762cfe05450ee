/** In place of lib0's own in the pages: what Yjs warns of is said without colours. */
export const BOLD = ''
export const UNBOLD = ''
export const ORANGE = ''
export const RED = ''
// oxlint-disable-next-line no-console -- It is no newsroom's word, but for whoever looks into a page.
export const warn = (...said: unknown[]): void => console.warn(...said)
export const print = warn
