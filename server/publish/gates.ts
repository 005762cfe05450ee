/** Passes gates, each on exactly the content that was read, and takes them back. */
import { changeStory, keepGate, takeGateBack } from '../../db/standing.ts'
import type { PersonHere } from '../../shared/api.ts'
import type { Gate } from '../../shared/publish/workflow.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import { newId } from '../secrets.ts'
import { putVersion } from '../versions/keep.ts'
import { contentIn, contentTaken } from './content-now.ts'
import { keepPath } from './move.ts'
import { standingChanged } from './standing.ts'

/**
 * A story that has no path yet gets the one of its headline, and is passed with it.
 * @throws Refusal `text-moved`, `no-story`, `story-damaged`
 */
export async function pass(
  desk: Desk,
  storyId: string,
  gate: Gate,
  by: PersonHere,
  given: { hash: string; note: string },
): Promise<void> {
  const { taken, story, particulars, hash } = await contentTaken(desk, storyId)
  if (hash !== given.hash)
    throw new Refusal('text-moved', 409, 'The story has changed since you read it: look at it again, and then pass it.')
  await desk.db.transaction().execute(async (trx) => {
    const passed = contentIn(await keepPath(trx, storyId, particulars, story), story)
    const version = await putVersion(desk, trx, taken, { storyId, reason: 'gate', says: `${gate} passed`, by: by.id })
    await keepGate(trx, {
      id: newId(),
      story_id: storyId,
      gate,
      hash: passed.hash,
      version_id: version,
      person_id: by.id,
      at: desk.clock.now(),
      note: given.note,
      taken_back_at: null,
      taken_back_by: null,
    })
    await changeStory(trx, storyId, { content_hash: passed.hash })
  })
  standingChanged(desk, storyId)
}

export async function takeBack(desk: Desk, storyId: string, gate: Gate, by: PersonHere): Promise<void> {
  // Done already counts as done.
  if (await takeGateBack(desk.db, storyId, gate, by.id, desk.clock.now())) standingChanged(desk, storyId)
}
