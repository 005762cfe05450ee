/**
 * Decides suggestions. What is accepted is an ordinary edit of the story, with the decision and what the forks stand on in
 * the very same transaction; what is rejected goes out of its fork; either can be taken back as one act.
 */
import { gunzipSync, gzipSync } from 'node:zlib'
import type * as Y from 'yjs'
import { addDecision, decisionOf, forgetUndo, noteUndone } from '../../db/forks.ts'
import { takeFromInboxes } from '../../db/inbox.ts'
import type { Db } from '../../db/open.ts'
import { putThreadElsewhere, threadsNamed, threadsOnSuggestions, threadsOnWords } from '../../db/threads.ts'
import type { Person } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Decided } from '../../shared/review.ts'
import { readStory, type StoryText } from '../../shared/story.ts'
import { compare } from '../../shared/suggest/compare.ts'
import { packStory, unpackStory } from '../../shared/suggest/pack.ts'
import { port } from '../../shared/suggest/port.ts'
import { writeAgain } from '../../shared/write/again.ts'
import type { Desk } from '../context.ts'
import { notify, type InboxEvent } from '../inbox/notify.ts'
import { newId } from '../secrets.ts'
import { knownOf, meant, suggestionsIn, takenBack, type Act, type Entry, type Undo } from './act.ts'
import { carry, type Carried } from './carried.ts'
import type { Fork, Stand } from './fork.ts'
import { nameIn, ownNames } from './hunks.ts'
import { onSuggestions, putBack, watched, type Back } from './put-back.ts'
import { tellThread } from './tell.ts'

/** So long an act can be taken back. */
const UNDO_MS = 7 * 24 * 60 * 60_000

type Parts = Pick<Desk, 'db' | 'clock' | 'rooms' | 'inbox' | 'forks'>

/** One ordinary edit of the story, in the name of who accepts. What has changed meanwhile is left. */
export function accept(desk: Parts, storyId: string, person: Person, ids: readonly string[]): Promise<Decided> {
  const { db, rooms } = desk
  return desk.forks.inTurn(storyId, async () => {
    const forks = await desk.forks.lookAt(storyId)
    const act = newAct(desk, storyId, person, 'accept')
    const threads = await threadsOnSuggestions(db, storyId)
    const onWords = await threadsOnWords(db, storyId)
    let carried: Carried[] = []
    await rooms.edit(
      storyId,
      person,
      (ydoc) => {
        const story = readStory(ydoc)
        const steps: Undo['forks'] = {}
        let now = story
        for (const fork of forks) {
          if (fork.row.kind === 'private' || ownNames(fork.id, ids).size === 0) continue
          const { view, clashes } = fork.on(now)
          const review = compare(now, view, clashes)
          const those = meant(fork, review.hunks, ids)
          if (those.hunks.length === 0) continue
          const before = now
          now = review.taking(those.hunks.map(({ id }) => id))
          steps[fork.id] = { before: packStory(before), after: packStory(now) }
          act.taken.push({ ...those, stand: { base: now, view, noted: fork.accepted(clashes) } })
        }
        if (act.taken.length === 0) return
        if (act.taken.length > 1) act.undo.forks = steps
        const lost = watched(ydoc, onWords)
        act.undo.gone = writeAgain(ydoc, now, takenBack(act.taken))
        act.undo.story = { before: packStory(story), after: packStory(now) }
        const accepted = suggestionsIn(act.taken)
        carried = threads.flatMap((thread) => {
          const hunk = accepted.get(thread.suggestion ?? '')
          return hunk === undefined ? [] : [carry(ydoc, thread, hunk)]
        })
        act.undo.threads = { words: lost(), suggestions: onSuggestions(carried) }
      },
      async (trx) => {
        await keepAct(desk, trx, act)
        for (const { thread, place } of carried) await putThreadElsewhere(trx, thread.id, { ...place, changed_at: act.at })
      },
    )
    for (const { thread } of carried) await tellThread(desk, storyId, thread.id, null)
    return decided(desk, act, ids)
  })
}

/**
 * They go out of their fork, and the story is not touched.
 * @param own whether only what this person has suggested may go
 */
export function reject(desk: Parts, storyId: string, person: Person, ids: readonly string[], own: boolean): Promise<Decided> {
  const { db, forks } = desk
  return forks.inTurn(storyId, async () => {
    const act = newAct(desk, storyId, person, 'reject')
    for (const fork of await forks.lookAt(storyId)) {
      if (fork.row.kind === 'private' || (own && fork.row.by.id !== person.id)) continue
      const review = fork.review()
      const those = meant(fork, review.hunks, ids)
      if (those.hunks.length === 0) continue
      const view = review.without(those.hunks.map(({ id }) => id))
      act.undo.forks[fork.id] = { before: packStory(fork.view), after: packStory(view) }
      act.taken.push({ ...those, stand: { view } })
    }
    await db.transaction().execute((trx) => keepAct(desk, trx, act))
    return decided(desk, act, ids)
  })
}

function newAct({ clock }: Parts, storyId: string, person: Person, decision: Act['decision']): Act {
  return { id: newId(), storyId, person, decision, at: clock.now(), taken: [], undo: { story: null, forks: {} }, told: [] }
}

/** In the transaction that the act is: it is kept, and whose suggestions they were is told. */
async function keepAct({ clock }: Parts, trx: Db, act: Act): Promise<void> {
  const { id, storyId, person, decision, at, taken } = act
  if (taken.length === 0) return
  const undo: Undo = { ...act.undo, known: knownOf(taken) }
  const entries = taken.flatMap(({ fork, hunks }) =>
    hunks.map((hunk): Entry => ({ id: nameIn(fork.id, hunk.id), fork: fork.id, by: fork.row.by.id, says: hunk.says })),
  )
  const row = { id, story_id: storyId, person_id: person.id, decision, at, hunks: JSON.stringify(entries), undone_at: null }
  const standings = new Map(taken.map(({ fork, stand }) => [fork.id, fork.standing(stand)]))
  await addDecision(trx, { ...row, undo: gzipSync(JSON.stringify(undo), { level: 1 }) }, standings)
  const events = taken.map(({ fork, hunks }): InboxEvent => {
    const { says, was } = hunks[0]!
    const kind = decision === 'accept' ? 'accepted' : 'rejected'
    return { key: id, storyId, by: person.id, to: [fork.row.by.id], kind, changes: hunks.length, words: says, quote: was }
  })
  act.told = await notify({ clock }, trx, events)
}

async function decided(
  { db, inbox, forks }: Parts,
  { id, storyId, at, taken, told }: Act,
  ids: readonly string[],
): Promise<Decided> {
  const done = taken.flatMap(({ fork, hunks, asked }) => hunks.map((hunk) => nameIn(fork.id, asked.get(hunk.id) ?? hunk.id)))
  const gone = ids.filter((one) => !done.includes(one))
  if (done.length === 0) return { done, gone, act: null }
  for (const { fork, stand } of taken) forks.nowStands(fork, stand)
  inbox.tell(told)
  await forgetUndo(db, at - UNDO_MS)
  await forks.lookAt(storyId)
  return { done, gone, act: id }
}

/**
 * Takes back what was decided in one act, as far as nobody has gone on from it: what was accepted is a suggestion
 * again, and what was rejected, too.
 * @param decides whether this person may change the story
 * @throws Refusal `nothing-to-undo`
 */
export function undo(desk: Parts, storyId: string, person: Person, act: string, decides: boolean): Promise<Decided> {
  const { db, rooms, inbox } = desk
  return desk.forks.inTurn(storyId, async () => {
    const decision = await decisionOf(db, storyId, act)
    const theirs = decision?.person_id === person.id && (decides || decision.decision === 'reject')
    if (!theirs || decision.undo === null || decision.undone_at !== null)
      throw new Refusal('nothing-to-undo', 409, 'This can no longer be taken back. Nothing was changed.')
    const undo = JSON.parse(gunzipSync(decision.undo).toString()) as Undo
    const entries = JSON.parse(decision.hunks) as Entry[]
    const forks = await desk.forks.lookAt(storyId)
    const at = desk.clock.now()
    const stands = new Map<Fork, Stand>()
    const knownTo = (fork: Fork) => undo.known?.[fork.id] ?? []
    const toPutBack = undo.threads ?? { words: [], suggestions: [] }
    const threads = await threadsNamed(
      db,
      storyId,
      [...toPutBack.words, ...toPutBack.suggestions].map(({ id }) => id),
    )
    let back: Back[] = []
    const keep = async (trx: Db): Promise<void> => {
      await noteUndone(trx, act, at, new Map([...stands].map(([fork, stand]) => [fork.id, fork.standing(stand)])))
      await takeFromInboxes(trx, act)
      for (const { id, change } of back) await putThreadElsewhere(trx, id, { ...change, changed_at: at })
    }
    if (undo.story) {
      const [before, after] = [unpackStory(undo.story.before), unpackStory(undo.story.after)]
      const change = (ydoc: Y.Doc): void => {
        const now = readStory(ydoc)
        const text = port(after, before, now).text
        const gone = writeAgain(ydoc, text, undo.gone ?? [])
        // What goes out of the story stays in the fork it came from: there it is a suggestion again.
        for (const fork of forks)
          if (entries.some((one) => one.fork === fork.id))
            stands.set(fork, { base: text, view: withoutOthers(fork, now, undo), noted: fork.knowing(knownTo(fork), gone) })
        back = putBack(ydoc, toPutBack, threads, new Set([...stands.keys()].map(({ id }) => id)))
      }
      await rooms.edit(storyId, person, change, keep)
    } else {
      for (const fork of forks) {
        const change = undo.forks[fork.id]
        if (change)
          stands.set(fork, {
            view: port(unpackStory(change.after), unpackStory(change.before), fork.view, true).text,
            noted: fork.knowing(knownTo(fork)),
          })
      }
      await db.transaction().execute(keep)
    }
    for (const [fork, stand] of stands) desk.forks.nowStands(fork, stand)
    for (const author of new Set(entries.map(({ by }) => by))) inbox.changed(author)
    await desk.forks.lookAt(storyId)
    for (const { id } of back) await tellThread(desk, storyId, id, null)
    return { done: entries.map(({ id }) => id), gone: [], act: null }
  })
}

/** A fork on a story in which the suggestions of several were accepted, without those of the others. */
function withoutOthers(fork: Fork, story: StoryText, { forks }: Undo): StoryText {
  const others = Object.entries(forks).filter(([id]) => id !== fork.id)
  return others.reduceRight(
    (view, [, { before, after }]) => port(unpackStory(after), unpackStory(before), view).text,
    fork.on(story).view,
  )
}
