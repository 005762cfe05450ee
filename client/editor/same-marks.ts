/** Whether two sets of marks in the copy look the same: then nothing needs to be drawn. */
import type { DecorationSet } from 'prosemirror-view'

/** ProseMirror asks this of its sets itself, and leaves it out of their types. */
type Comparable = { eq: (other: DecorationSet) => boolean }

export const sameMarks = (one: DecorationSet, other: DecorationSet): boolean => (one as unknown as Comparable).eq(other)
