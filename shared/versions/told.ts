/** What a suggestion asks for, told as something that has happened. */

const PAST: Record<string, string> = {
  add: 'added',
  remove: 'removed',
  replace: 'replaced',
  change: 'changed',
  make: 'made',
  give: 'gave',
  take: 'took',
  put: 'put',
  move: 'moved',
  begin: 'began',
  join: 'joined',
  settle: 'settled',
  number: 'numbered',
  mark: 'marked',
  link: 'linked',
}

/** @param says a sentence of shared/suggest/says.ts; of looks it has several parts */
export function told(says: string): string {
  let inWords = 0
  let atStart = true
  return says.replace(/[“”]|, |[A-Za-z]+|[^]/gu, (piece) => {
    if (piece === '“') inWords += 1
    else if (piece === '”') inWords -= 1
    if (inWords > 0 || piece === '”') return piece
    const past = atStart ? PAST[piece.toLowerCase()] : undefined
    atStart = piece === ', '
    if (past === undefined) return piece
    return /^[A-Z]/.test(piece) ? past.charAt(0).toUpperCase() + past.slice(1) : past
  })
}
