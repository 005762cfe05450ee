/**
 * Puts an earlier version back, as one ordinary edit of the story's room in the name of whoever asks: whole, or not at
 * all, whatever becomes of their page. What colleagues are typing at that moment stays, comments stay on the words that
 * stay, and those whose words come back are on them again. Just before, the story is kept as a version of its own, in
 * the very same transaction, so that there is always a way back.
 */
import { Fragment, type Node } from 'prosemirror-model'
import * as Y from 'yjs'
import type { ThreadsTable } from '../../db/schema.ts'
import { threadsOnWords } from '../../db/threads.ts'
import { lastUpdates } from '../../db/updates.ts'
import { versionOf } from '../../db/versions.ts'
import type { Person } from '../../shared/api.ts'
import { may } from '../../shared/can.ts'
import type { Restored } from '../../shared/shapes/versions.ts'
import { Refusal } from '../../shared/refusal.ts'
import { findQuote, mark, marked, quoteOf, wordsOfSpans } from '../../shared/review/anchors.ts'
import { readStory, type StoryText } from '../../shared/story.ts'
import { blocksOf } from '../../shared/suggest/blocks.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { port, sameRow } from '../../shared/suggest/port.ts'
import { goneSince, writeAgain } from '../../shared/write/again.ts'
import type { Desk } from '../context.ts'
import { standingChanged } from '../publish/standing.ts'
import { textsByName } from '../review/put-back.ts'
import { putVersion, versionIn, type Taken } from './keep.ts'
import { openVersion } from './open.ts'
import { Typing } from './typing.ts'
import { writersIn } from './whose.ts'

type Wanted = { storyId: string; version: string; person: Person }

/** @throws Refusal `no-version`, `no-story`, `story-damaged`, `not-saved`, `does-not-fit`, `too-large` */
export async function restoreVersion(desk: Desk, { storyId, version, person }: Wanted): Promise<Restored> {
  const row = await versionOf(desk.db, storyId, version)
  if (row === null) throw new Refusal('no-version', 404, 'There is no such version of this story.')
  const called = row.name ?? row.says
  const threads = await threadsOnWords(desk.db, storyId)
  const typing = await typingNow(desk, storyId, person)
  let taken: Taken | null = null
  let before: string | null = null
  let changes = 0
  await openVersion(desk, storyId, version, (then, text) =>
    desk.rooms.edit(
      storyId,
      person,
      (ydoc, seq) => {
        const now = readStory(ydoc)
        const next = restored(now, text, typing.without(ydoc))
        changes = next.changes
        if (changes === 0) return
        taken = versionIn(ydoc, seq)
        writeAgain(ydoc, next.text, goneSince(then, ydoc))
        putThreadsBack(ydoc, then, threads)
      },
      async (trx) => {
        if (taken === null) return
        const says = `before “${called}” was restored`
        before = await putVersion(desk, trx, taken, { storyId, reason: 'restore', says, by: person.id })
      },
    ),
  )
  if (before !== null) tellRestored(desk, storyId, person, { id: before, called })
  return { before, changes }
}

async function typingNow({ db, rooms, clock }: Desk, storyId: string, { id }: Person): Promise<Typing> {
  const own = [...(await writersIn({ db }, storyId))].flatMap(([client, person]) => (person.id === id ? [client] : []))
  const known = await rooms.read(storyId, (ydoc) => Y.decodeStateVector(Y.encodeStateVector(ydoc)))
  const log = await lastUpdates(db, storyId)
  return new Typing(log, clock.now(), id, known, new Set(own))
}

/**
 * What the story is to say: the version, with what is being typed in it, and the comments of the story as it is.
 * @param settled the story without what is being typed; its Y.Doc ends here
 */
function restored(now: StoryText, then: StoryText, settled: Y.Doc | null): { text: StoryText; changes: number } {
  let want = withoutNotes(then)
  if (settled !== null) {
    want = withoutNotes(port(readStory(settled), want, now, true).text)
    settled.destroy()
  }
  const review = compare(now, want)
  const next = review.taking(review.hunks.map(({ id }) => id))
  // What cannot be put together of words is taken as it is: comments then follow their words a moment later.
  const text = sameRow(blocksOf(withoutNotes(next)), blocksOf(want)) ? next : want
  return { text, changes: review.hunks.length }
}

/** Old marks say where threads stood then; that is another matter. */
const withoutNotes = (text: StoryText): StoryText => ({ ...text, body: bare(text.body) })

function bare(node: Node): Node {
  if (node.isText) return node.mark(node.marks.filter(({ type }) => type.name !== 'comment'))
  return node.childCount === 0 ? node : node.copy(Fragment.fromArray(node.children.map(bare)))
}

/** Threads that are on no words of the story, but were on words of the version: these are back. */
function putThreadsBack(ydoc: Y.Doc, then: Y.Doc, threads: readonly ThreadsTable[]): void {
  const [on, were] = [marked(ydoc), marked(then)]
  const [now, old] = [textsByName(ydoc), new Map([...textsByName(then)].map(([name, text]) => [text, name]))]
  for (const { id, kind, is_placed } of threads) {
    if (kind === 'legal' || is_placed === 0 || on.has(id)) continue
    const spans = (were.get(id) ?? []).flatMap((span) => {
      const text = now.get(old.get(span.text) ?? '')
      if (text === undefined) return []
      // Where a colleague is typing in it, its place in it has moved.
      return lettersOf(text) === lettersOf(span.text) ? [{ ...span, text }] : (findQuote([text], quoteOf([span]), span.at) ?? [])
    })
    mark(spans, id)
  }
}

const lettersOf = (text: Y.Text): string => wordsOfSpans([{ text, at: 0, length: text.length }])

function tellRestored(desk: Desk, storyId: string, person: Person, { id, called }: { id: string; called: string }): void {
  const by = { id: person.id, name: person.name, hue: person.hue }
  desk.rooms.tell(storyId, ({ rights }) => ({ restored: { by, says: may(rights, 'see its standing') ? called : '', id } }))
  standingChanged(desk, storyId)
}
