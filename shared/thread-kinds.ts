/** What a thread may be about. Legal threads are seen by those with that right alone; must-fix stops publishing while open. */
export const THREAD_KINDS = ['remark', 'fact', 'quote', 'legal', 'must-fix'] as const
export type ThreadKind = (typeof THREAD_KINDS)[number]
