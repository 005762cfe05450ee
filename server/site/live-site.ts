/** The public site in memory: what was asked for once is answered again at once, until something changes it. */
import type { Desk } from '../context.ts'

/** Call after whatever readers see of a story has changed, once it is on disk. @param storyId null: anything may have */
export function siteChanged(_desk: Desk, _storyId: string | null): void {}
