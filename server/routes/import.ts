/** Brings a written text into a story: shown first if asked, then read as an interview and put in by one ordinary edit. */
import { Hono, type Context } from 'hono'
import type * as Y from 'yjs'
import { z } from 'zod'
import { Imported, Preview } from '../../shared/api.ts'
import { FILE_TYPES, FILES_READ, isFileType } from '../../shared/file-types.ts'
import { openingOf, type Reading } from '../../shared/import/read.ts'
import { may } from '../../shared/can.ts'
import { MOST_THREADS } from '../../shared/review.ts'
import { textsOfBody } from '../../shared/review/anchors.ts'
import { Refusal } from '../../shared/refusal.ts'
import { slugFrom } from '../../shared/slug.ts'
import { countWords } from '../../shared/count-words.ts'
import { changeSlug, storyFor } from '../../db/stories.ts'
import { countThreads } from '../../db/threads.ts'
import type { Desk } from '../context.ts'
import { mustBeAble } from '../person.ts'
import { ThreadsFromFile } from '../review/from-file.ts'
import { tellThread } from '../review/tell.ts'
import { FileReader } from '../read-file.ts'
import { isEmpty, keptOf, notEmpty, storePictures, takeIn } from '../take-in.ts'
import { putVersion, versionIn, type Taken } from '../versions/keep.ts'
import { bytesOf, contentType, describe, mustBeAbleOn, mustBeSignedIn, noStory, query, type Env } from './edge.ts'
import { hereOf, storyNow } from './stories.ts'

const MAX_FILE_BYTES = 32 * 1024 * 1024
const TYPES = Object.keys(FILE_TYPES)

const Pick = z.coerce.number().int().min(0).max(100_000).default(0)
const Into = z.object({ into: z.enum(['empty', 'append']).default('empty'), pick: Pick })
const For = z.object({ story: z.string().max(40).optional(), pick: Pick })
const PICK = { description: 'Which of the stories in the file, where it holds several, counted from 0.' }

export function importRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  const files = new FileReader(desk.clock)

  /** @throws Refusal */
  async function readSent(c: Context<Env>, personId: string, pick: number): Promise<Reading> {
    const { type, charset } = contentType(c)
    // Older systems call WordPress's export so.
    const named = type === 'text/xml' ? 'application/xml' : type
    if (!isFileType(named)) throw new Refusal('wrong-type', 415, `Send the file as ${TYPES.join(', ')}, named in Content-Type.`)
    return files.read({ type: named, bytes: await bytesOf(c, MAX_FILE_BYTES), charset, pick }, personId)
  }

  app.post(
    '/api/imports/preview',
    describe({
      summary: 'Read a file and say what would come in',
      description:
        `The body is the file: ${FILES_READ}. Nothing is changed. ` +
        'Importing the same file then gives what was shown: what was found, what would be lost, and the comments and tracked changes. ' +
        'Comments become threads where their words are found; the rest is only listed.',
      tag: 'Stories',
      takesFile: TYPES,
      query: {
        story: { description: 'The story it is for: what that one has already is not replaced, and is told.' },
        pick: PICK,
      },
      answer: { status: 200, description: 'What was read.', schema: Preview },
      problems: ['not-allowed', 'no-story', 'invalid-field', 'story-damaged', 'too-busy', 'too-long'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const { story, pick } = query(c, For)
      if (story === undefined) mustBeAble(person.role, 'create a story')
      else await mustBeAbleOn(desk, person, story, 'write it')
      const row = story === undefined ? null : ((await storyFor(desk.db, person, story)) ?? noStory())
      const reading = await readSent(c, person.id, pick)
      const kept = row === null ? [] : await desk.rooms.read(row.id, (ydoc) => keptOf(ydoc, reading))
      return c.json(previewOf(reading, kept))
    },
  )

  app.post(
    '/api/stories/:id/import',
    describe({
      summary: 'Read a file into a story',
      description:
        `The body is the file: ${FILES_READ}. Questions, answers and speakers are recognised; what is unsure is marked for a person to decide. ` +
        'Without a charset the file counts as UTF-8, or as what its byte order mark says. ' +
        'Headline, dek and byline are filled in only where they are empty. ' +
        'Pictures in the file are stored; pictures elsewhere are never fetched, their places are kept. ' +
        'Open comments of a Word file become threads on their words, in the name of whoever imports it and beginning with who said it; ' +
        '`remarks` are the comments that did not, and the tracked changes.',
      tag: 'Stories',
      takesFile: TYPES,
      query: {
        into: {
          description: '`append` adds to a story that has words; without it such a story is refused.',
          choices: ['empty', 'append'],
        },
        pick: PICK,
      },
      answer: { status: 200, description: 'On disk; what was found, and what could not be kept.', schema: Imported },
      problems: [
        'not-allowed',
        'no-story',
        'story-not-empty',
        'invalid-field',
        'not-saved',
        'story-damaged',
        'too-busy',
        'too-long',
      ],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      const row = (await storyFor(desk.db, person, c.req.param('id'))) ?? noStory()
      const rights = await mustBeAbleOn(desk, person, row.id, 'write it')
      const { into, pick } = query(c, Into)
      const read = await readSent(c, person.id, pick)
      const lost = [...read.lost]
      // Before any picture is stored; and again in the edit, for who typed meanwhile.
      if (into === 'empty' && !(await desk.rooms.read(row.id, isEmpty))) throw notEmpty()
      const reading = await storePictures(desk, row.id, person.id, read, lost)
      const most = MOST_THREADS - (await countThreads(desk.db, row.id))
      const maySeeLegal = may(rights, 'see legal threads')
      const said = new ThreadsFromFile(reading, { storyId: row.id, by: person.id, now: desk.clock.now(), most, maySeeLegal })
      const versions: [Taken, string][] = []
      const change = (ydoc: Y.Doc, seq: number) => {
        const empty = isEmpty(ydoc)
        if (!empty) versions.push([versionIn(ydoc, seq), 'before a file was added'])
        const had = empty ? 0 : textsOfBody(ydoc).length
        lost.push(...takeIn(ydoc, reading, into))
        said.putOnWords(ydoc, had)
        versions.push([versionIn(ydoc, seq + 1), empty ? 'as it came in' : 'with the file that was added'])
      }
      await desk.rooms.edit(row.id, hereOf(person), change, async (trx) => {
        await said.also(trx)
        for (const [taken, says] of versions)
          await putVersion(desk, trx, taken, { storyId: row.id, reason: 'import', says, by: person.id })
      })
      if (desk.rooms.isOpen(row.id)) for (const { thread } of said.threads) await tellThread(desk, row.id, thread.id, null)
      if (row.slug === slugFrom('', row.id) && reading.headline !== null)
        await changeSlug(desk.db, row.id, slugFrom(reading.headline, row.id))
      desk.feed.storyChanged(row.id)
      return c.json({
        story: await storyNow(desk, person, row.id),
        turns: reading.turns,
        unsure: reading.unsure,
        lost,
        remarks: reading.remarks.filter((_remark, i) => !said.placed.has(i)),
      })
    },
  )

  return app
}

function previewOf(reading: Reading, kept: string[]): Preview {
  const { headline, dek, byline, turns, unsure, lost, remarks, choices, pictures, speakers, body } = reading
  return {
    headline,
    dek,
    byline,
    words: countWords(body.textBetween(0, body.content.size, ' ', ' ')),
    turns,
    unsure,
    speakers: Object.values(speakers).map(({ name, initials, kind }) => ({ name, initials, kind })),
    pictures: pictures.length,
    lost: [...lost, ...kept],
    remarks,
    choices,
    opening: openingOf(reading),
  }
}
