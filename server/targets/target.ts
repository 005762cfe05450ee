/** What every place that stories are pushed to is to the outbox: one interface, and an adapter behind it for each kind. */
import type { Content } from '../../shared/publish/content.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { ReaderNote } from '../../shared/shapes/editions.ts'

/** What a target calls what it has of a story. Kept with the delivery, as JSON. */
export type Remote = {
  id: string
  url: string | null
  /** What it said of itself when it was last read (`updated_at`, `modified_gmt`): another value means somebody changed it there. */
  seen: string | null
  /** SHA-256 of what was sent, as the target gives it back: for finding drift. */
  hash: string | null
  /** The pictures it was sent, by our asset's id: what it calls each. They are not sent again. */
  pictures?: Record<string, string>
}

/** An edition on its way. Everything an adapter sends is made of this. */
export type Parcel = {
  /** The same at every try: the idempotency key. */
  id: string
  storyId: string
  kind: EditionKind
  number: number
  content: Content
  /** All notes to readers that hold now, the oldest first. */
  notes: readonly (ReaderNote & { at: number })[]
  /** The canonical page on the built-in site. */
  url: string
  publishedAt: number
  changedAt: number
  /** What this target has of the story, by the delivery before; null: nothing that we know of. */
  before: Remote | null
  newsletter: { slug: string; segment: string } | null
  /** An earlier try may have reached the target: look there before anything is made anew. */
  isRetry: boolean
  /** Somebody has seen that the target's text was changed there, and has decided that ours goes over it. */
  overwrite: boolean
}

export type Sent =
  | { outcome: 'out'; remote: Remote; says?: string }
  /** Worth another try. */
  | { outcome: 'again'; says: string; afterMs?: number }
  /** It was changed there since: the desk decides. `theirs`: its HTML. */
  | { outcome: 'clash'; says: string; theirs: string; remote: Remote }
  /** It is of no use to try again. `off`: the target is gone for good and is switched off. */
  | { outcome: 'no'; says: string; off?: true }

export type Adapter = {
  deliver(parcel: Parcel): Promise<Sent>
  /** What the target holds now, in words, where it differs from what was sent; null: it is the same. */
  compare(parcel: Parcel, remote: Remote): Promise<string | null>
  /** Whether it would take stories; nothing is published. */
  test(): Promise<{ ok: boolean; says: string }>
}
