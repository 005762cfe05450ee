/** Gathers the facts of a story for `checks`: the one way to know whether it may go out. */
import type { Node } from 'prosemirror-model'
import { storiesOfAssets } from '../../db/assets.ts'
import { gatesOf, isTaken, knownStanding } from '../../db/standing.ts'
import { publishingSettings } from '../../db/publishing.ts'
import { rightsOn } from '../../db/stories.ts'
import { threadsOf } from '../../db/threads.ts'
import type { Person } from '../../shared/api.ts'
import { checks } from '../../shared/publish/checks.ts'
import { isReserved } from '../../shared/publish/path.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { Check } from '../../shared/shapes/checks.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import { maySee } from '../review/seen.ts'
import type { ContentNow } from './content-now.ts'
import { gatesNow, pathFor } from './standing.ts'

/**
 * `at`: when it is to go out. `person`: who publishes it; legal threads are counted only for who may see them.
 * `mailBytes`: the letter made of it, where that is known.
 */
export async function checkStory(
  desk: Desk,
  storyId: string,
  given: ContentNow & { kind: EditionKind; at: number; person: Person; mailBytes?: number | null },
): Promise<Check[]> {
  const { content, hash, story, kind, at, person, mailBytes = null } = given
  const { db } = desk
  const known = await knownStanding(db, storyId)
  if (known === null) throw new Refusal('no-story', 404, 'There is no such story, or it is not shared with you.')
  const settings = await publishingSettings(db)
  const reader = { id: person.id, rights: await rightsOn(db, person, storyId) }
  // What must be fixed stops it, whoever asks.
  const threads = (await threadsOf(db, storyId))
    .filter((one) => one.resolved_at === null && (maySee(one, reader) || one.kind === 'must-fix'))
    .map((one) => ({ id: one.id, kind: one.kind, quote: maySee(one, reader) ? one.quote : '' }))
  const { hunks } = await desk.forks.suggestions(storyId)
  return checks({
    content,
    story,
    kind,
    at,
    stage: known.stage,
    hold: known.hold,
    embargo: known.embargo,
    gates: gatesNow(settings.gates, await gatesOf(db, storyId), hash).map(({ gate, state, wanted, passed }) => ({
      gate,
      state,
      wanted,
      by: passed?.by ?? null,
    })),
    secondPerson: settings.secondPerson,
    person,
    suggestions: new Set(hunks.map(({ suggestion }) => suggestion)).size,
    threads,
    pathTaken: content.path !== null && (isReserved(content.path) || (await isTaken(db, content.path, storyId))),
    pictures: await picturesNotIts(desk, storyId, story.body),
    suggestedPath: content.path === null ? await pathFor(db, storyId, content.headline) : null,
    mailBytes,
  })
}

async function picturesNotIts({ db, pictures }: Desk, storyId: string, body: Node) {
  const shown = body.children.map(({ attrs }) => attrs.asset as unknown).filter((id) => typeof id === 'string' && id !== '')
  const stories = await storiesOfAssets(db, [...new Set(shown as string[])])
  const [foreign, lost] = [new Set<string>(), new Set<string>()]
  for (const id of new Set(shown as string[])) {
    const story = stories.get(id)
    if (story !== undefined && story !== storyId) foreign.add(id)
    else if (story === undefined || !(await pictures.isThere(id))) lost.add(id)
  }
  return { foreign, lost }
}
