/** What one story allows somebody beside their role. */
import type { PersonHere } from '../shared/api.ts'
import type { Exception, Role } from '../shared/can.ts'
import type { Db } from './open.ts'

export type PersonOfStory = PersonHere & { role: Role; byLink: string | null; exception: Exception | null }

/** Everybody of the newsroom, and the guests who came by the story's links: what of it may they do, and why. */
export async function peopleOfStory(db: Db, storyId: string): Promise<PersonOfStory[]> {
  const rows = await db
    .selectFrom('people')
    .leftJoin('story_people', (join) =>
      join.onRef('story_people.person_id', '=', 'people.id').on('story_people.story_id', '=', storyId),
    )
    .select([
      'people.id',
      'people.name',
      'people.hue',
      'people.role',
      'people.by_link',
      'story_people.person_id',
      'story_people.level',
      'story_people.legal',
      'story_people.passages',
      'story_people.link_id',
    ])
    .where('people.removed_at', 'is', null)
    .where((of) => of.or([of('people.by_link', '=', 0), of('story_people.person_id', 'is not', null)]))
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute()
  return rows.map(({ id, name, hue, role, person_id, level, legal, passages, link_id }) => ({
    id,
    name,
    hue,
    role,
    byLink: link_id,
    exception:
      person_id === null || link_id !== null
        ? null
        : {
            level,
            legal: legal === null ? null : legal === 1,
            passages: passages === null ? null : (JSON.parse(passages) as string[]),
          },
  }))
}

/** One that says nothing lets a guest in, and is none for anybody else. */
export async function setException(db: Db, storyId: string, personId: string, exception: Exception): Promise<void> {
  const values = {
    level: exception.level,
    legal: exception.legal === null ? null : exception.legal ? (1 as const) : (0 as const),
    passages: exception.passages === null ? null : JSON.stringify(exception.passages),
    link_id: null,
  }
  await db
    .insertInto('story_people')
    .values({ story_id: storyId, person_id: personId, ...values })
    .onConflict((conflict) => conflict.columns(['story_id', 'person_id']).doUpdateSet(values))
    .execute()
}

/** False: there was none. A guest may no longer see the story. */
export async function removeException(db: Db, storyId: string, personId: string): Promise<boolean> {
  const done = await db
    .deleteFrom('story_people')
    .where('story_id', '=', storyId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
