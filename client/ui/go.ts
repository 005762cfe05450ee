/** Moves between the desk's pages. The address is the truth: main.ts shows the page it names. */

/** `replace`: the page one leaves is not worth coming back to (a used link, the sign-in page). */
export function go(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'replace') history.replaceState(null, '', path)
  else history.pushState(null, '', path)
  dispatchEvent(new CustomEvent('went', { detail: how }))
}

/** Where to go after signing in: a page of the desk, never another site. */
export function pathBack(search: string): string {
  const to = new URLSearchParams(search).get('to') ?? ''
  return /^\/desk(\/|$)/.test(to) ? to : '/desk'
}
