/** A newsroom with so many stories on its site, an hour apart, each of 3,000 words: for what is measured on it. */
import { rmSync } from 'node:fs'
import { addPerson } from '../../db/people.ts'
import { pack } from '../../db/packed.ts'
import { wallClock } from '../../server/clock.ts'
import { makeLog } from '../../server/log.ts'
import { newsroom } from '../../server/newsroom.ts'
import { contentOf, PARTICULARS } from '../../shared/publish/content.ts'
import { schema } from '../../shared/schema.ts'
import { SITE_SETTINGS } from '../../shared/shapes/settings.ts'
import { storyPage } from '../../shared/site/page.ts'
import { SETTINGS } from '../../shared/story.ts'
import { newFolder, openQuickly } from '../new-folder.ts'

const BASE = 'http://localhost:4400'

/** 3,000 words. */
const words = 'The harbour was quiet for hours, the longest stop since the boats went electric, and she slept. '
const body = schema.node(
  'doc',
  null,
  Array.from({ length: 45 }, (_, i) =>
    schema.node('paragraph', { id: `b${i}`, role: i % 3 === 0 ? 'question' : 'answer' }, [schema.text(words.repeat(4).trim())]),
  ),
)
const contentCalled = (headline: string, path: string) =>
  contentOf(
    { headline, dek: 'A dek.', byline: 'By Ana Ruiz', speakers: {}, settings: { ...SETTINGS }, body },
    { ...PARTICULARS, path, topics: ['Ferries'] },
  )

export async function filledSite(stories: number) {
  const folder = await newFolder()
  const db = await openQuickly(folder)
  const config = {
    port: 4400,
    host: 'localhost',
    dataDir: folder,
    publicUrl: null,
    mail: null,
    siteFolders: [folder],
    demo: false,
  }
  const room = await newsroom({ db, config: config as never, clock: wallClock, log: makeLog('silent') })
  const ana = (await addPerson(db, {
    id: 'ana',
    email: 'ana@desk.example',
    name: 'Ana',
    role: 'owner',
    passwordHash: '',
    now: 1,
  }))!
  const now = Date.now()
  const content = contentCalled('A story', 'x')
  const given = {
    newsroom: { name: 'Copydesk' },
    site: SITE_SETTINGS,
    zone: 'UTC',
    base: BASE,
    notes: [],
    correctedAt: null,
    kind: 'first' as const,
  }
  const page = pack(storyPage({ ...given, content, at: now, publishedAt: now, changedAt: now, url: `${BASE}/x` }))
  const packed = pack(JSON.stringify(content))
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < stories; i += 1) {
      const [id, at] = [`s${i}`, now - (stories - i) * 3_600_000]
      await trx
        .insertInto('stories')
        .values({
          id,
          slug: id,
          headline: `Story ${i}`,
          dek: '',
          byline: '',
          words: 0,
          stage: 'live',
          schema: 2,
          created_by: ana.id,
          created_at: at,
          edited_by: ana.id,
          edited_at: at,
        } as never)
        .execute()
      await trx
        .insertInto('versions')
        .values({
          id: `v${i}`,
          story_id: id,
          seq: 1,
          state: packed,
          same_as: null,
          reason: 'publication',
          says: '',
          name: null,
          person_id: ana.id,
          at,
          headline: '',
          words: 0,
        } as never)
        .execute()
      await trx
        .insertInto('editions')
        .values({
          id: `e${i}`,
          story_id: id,
          number: 1,
          kind: 'first',
          content: packed,
          hash: '',
          page,
          page_hash: '',
          headline: `Story ${i}`,
          note: null,
          without_note: null,
          at,
          zone: 'UTC',
          person_id: ana.id,
          made_at: at,
          version_id: `v${i}`,
        })
        .execute()
      await trx
        .insertInto('site_stories')
        .values({
          story_id: id,
          edition_id: `e${i}`,
          path: `story-${i}`,
          headline: `Story ${i}`,
          dek: 'A dek.',
          byline: 'By Ana Ruiz',
          kicker: '',
          visibility: 'public',
          published_at: at,
          changed_at: at,
          corrected_at: null,
          killed_at: null,
          month: new Date(at).toISOString().slice(0, 7),
        })
        .execute()
      await trx
        .insertInto('site_names')
        .values({ kind: 'author', path: 'ana-ruiz', story_id: id, name: 'Ana Ruiz', published_at: at })
        .execute()
      await trx
        .insertInto('site_changes')
        .values({ edition_id: `e${i}`, story_id: id, number: 1, kind: 'first', at, note: null, noted_at: null })
        .execute()
    }
  })
  return {
    room,
    folder,
    async close() {
      await room.close()
      await db.destroy()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
