/** What a thread may be about. Legal threads are seen by those with that right alone; must-fix stops publishing while open. */
export const THREAD_KINDS = ['remark', 'fact', 'quote', 'legal', 'must-fix'] as const
export type ThreadKind = (typeof THREAD_KINDS)[number]

export const KIND_NAMES: Record<ThreadKind, string> = {
  remark: 'Remark',
  fact: 'Fact',
  quote: 'Quote',
  legal: 'Legal',
  'must-fix': 'Must fix',
}

/** How a comment in a Word file says that it is more than a remark: whoever reads the file sees it, and import reads it back. */
export const kindSign = (kind: ThreadKind): string => (kind === 'remark' ? '' : `[${KIND_NAMES[kind]}] `)

/** What a comment of a file is, when it says so itself, and what it says beside. */
export function kindSaid(text: string): { kind: ThreadKind | null; text: string } {
  const sign = /^\s*\[([^\]\n]{1,20})\]\s*/.exec(text)
  const kind = THREAD_KINDS.find((one) => one !== 'remark' && KIND_NAMES[one].toLowerCase() === sign?.[1]?.trim().toLowerCase())
  return sign === null || kind === undefined ? { kind: null, text } : { kind, text: text.slice(sign[0].length) }
}
