/** Changes what is set of a story by hand: holder, due time, hold, embargo, and its particulars. */
import type { z } from 'zod'
import { takeBackHanded } from '../../db/inbox.ts'
import { changeStory, isTaken, keepParticulars, knownStanding, particularsOf } from '../../db/standing.ts'
import type { Db } from '../../db/open.ts'
import { personOf } from '../../db/people.ts'
import { rightsOn } from '../../db/stories.ts'
import type { Person } from '../../shared/api.ts'
import { may } from '../../shared/can.ts'
import { isReserved } from '../../shared/publish/path.ts'
import type { ChangeParticulars, ChangeStanding } from '../../shared/shapes/standing.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import { notify, type Told } from '../inbox/notify.ts'
import { newId } from '../secrets.ts'
import { noteContent, standingChanged } from './standing.ts'

/** @throws Refusal `no-person` */
export async function change(
  desk: Desk,
  storyId: string,
  by: Person,
  { holder, due, hold, embargo }: z.output<typeof ChangeStanding>,
): Promise<void> {
  if (holder != null) await mustBeOfTheDesk(desk, holder, storyId)
  const now = desk.clock.now()
  const { taken, told } = await desk.db.transaction().execute(async (trx) => {
    const heard = holder === undefined ? { taken: [], told: [] } : await handOn(desk, trx, { storyId, holder, by: by.id })
    await changeStory(trx, storyId, {
      ...(holder === undefined ? {} : { holder_id: holder }),
      ...(due === undefined ? {} : { due_at: due }),
      ...(hold === undefined ? {} : { hold_reason: hold?.reason ?? null, held_by: hold && by.id, held_at: hold && now }),
      ...(embargo === undefined ? {} : { embargo_until: embargo?.until ?? null, embargo_zone: embargo?.zone ?? null }),
    })
    return heard
  })
  for (const person of taken) desk.inbox.changed(person)
  desk.inbox.tell(told)
  standingChanged(desk, storyId)
}

/** Whoever gets it on their table hears of it; who had it for a moment, because a list was gone through by its keys, does not. */
async function handOn(
  desk: Desk,
  trx: Db,
  { storyId, holder, by }: { storyId: string; holder: string | null; by: string },
): Promise<{ taken: string[]; told: Told }> {
  const before = (await knownStanding(trx, storyId))?.holder?.id ?? null
  if (holder === before) return { taken: [], told: [] }
  const taken = await takeBackHanded(trx, storyId)
  if (holder === null) return { taken, told: [] }
  return { taken, told: await notify(desk, trx, [{ kind: 'handed', key: `handed:${newId()}`, storyId, by, to: [holder] }]) }
}

/** A story lies on the table of somebody who can see where it stands. */
async function mustBeOfTheDesk({ db }: Desk, personId: string, storyId: string): Promise<void> {
  const person = await personOf(db, personId)
  if (person === null || !may(await rightsOn(db, person, storyId), 'see its standing'))
    throw new Refusal('no-person', 404, 'There is nobody of this id who could hold this story.')
}

/** @throws Refusal `changed-meanwhile`, `path-taken` */
export async function changeParticulars(
  desk: Desk,
  storyId: string,
  { version, ...given }: z.output<typeof ChangeParticulars>,
): Promise<void> {
  const asked = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  await desk.db.transaction().execute(async (trx) => {
    const before = await particularsOf(trx, storyId)
    const after = { ...before, ...asked, version }
    if (after.path !== null && after.path !== before.path) {
      if (isReserved(after.path))
        throw new Refusal('path-taken', 409, `The site itself has “${after.path}”. Choose another path.`)
      if (await isTaken(trx, after.path, storyId))
        throw new Refusal('path-taken', 409, `Another story has, or once had, the path “${after.path}”. Choose another one.`)
    }
    if (!(await keepParticulars(trx, storyId, after)))
      throw new Refusal(
        'changed-meanwhile',
        409,
        'Somebody else has changed this since you looked: see what they did, and then change it again.',
      )
  })
  await noteContent(desk, storyId)
  standingChanged(desk, storyId)
}
