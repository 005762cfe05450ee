/** Which link targets a story may carry: the one place that decides what is safe to click. */

const SAFE = /^(https?:|mailto:|tel:|ftp:)/i

/**
 * The href if it is safe to put in a page, else null. Scripts and data are refused whatever their
 * spelling: browsers ignore control characters and leading blanks in a scheme, so we drop them first,
 * and signs that no XML can hold: a Word file with one would not open.
 * Relative and protocol-relative addresses are kept.
 */
export function safeHref(value: unknown): string | null {
  if (typeof value !== 'string') return null
  // oxlint-disable-next-line no-control-regex
  const href = value.replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, '').trim()
  if (href === '') return null
  const scheme = /^[^/?#]*?:/.exec(href)
  return scheme === null || SAFE.test(href) ? href : null
}
