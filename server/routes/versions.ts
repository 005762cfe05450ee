/** Kept versions of a story: listed, named, opened, compared with the story or with each other, put back. */
import { Hono, type Context } from 'hono'
import type * as Y from 'yjs'
import { z } from 'zod'
import { newsroomName } from '../../db/people.ts'
import { nameVersion, versionOf, versionsOf } from '../../db/versions.ts'
import { StoryBody, type Person } from '../../shared/api.ts'
import { toHtml } from '../../shared/body/html.ts'
import { storyToJson } from '../../shared/body/json.ts'
import { toText } from '../../shared/body/text.ts'
import { may, type OnStory } from '../../shared/can.ts'
import { pictureAddress, shapeOf } from '../../shared/pictures.ts'
import { Compared, KeptVersions, NameVersion, Restored, Version } from '../../shared/shapes/versions.ts'
import { Refusal } from '../../shared/refusal.ts'
import { readStory, type StoryText } from '../../shared/story.ts'
import { changesBetween } from '../../shared/versions/changes.ts'
import { Moves } from '../../shared/write/moves.ts'
import type { Desk } from '../context.ts'
import { standingChanged } from '../publish/standing.ts'
import { comparedTexts } from '../versions/compare.ts'
import { keepVersion } from '../versions/keep.ts'
import { openVersion } from '../versions/open.ts'
import { restoreVersion } from '../versions/restore.ts'
import { deedsBetween, lettersIn, whoseIn } from '../versions/whose.ts'
import { describe, json, mustBeAbleOn, mustBeSignedIn, query, type Env } from './edge.ts'

const FORMS = { json: 'application/json', html: 'text/html; charset=utf-8', text: 'text/plain; charset=utf-8' } as const
const As = z.object({ as: z.enum(['json', 'html', 'text']).default('json') })
const With = z.object({ with: z.string().max(60).default('now') })

export function versionRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  app.get(
    '/api/stories/:id/versions',
    describe({
      summary: 'Kept versions of the story',
      description:
        'One is kept at every move of its stage, gate, import and publication, before another is put back, and when somebody asks.',
      tag: 'Publishing',
      answer: { status: 200, description: 'The newest first.', schema: KeptVersions },
      problems: ['no-story', 'not-allowed'],
    }),
    async (c) => {
      const { storyId, rights } = await asks(desk, c, 'see its standing')
      return c.json({ versions: (await versionsOf(desk.db, storyId)).map(shown), mayKeep: may(rights, 'keep versions') })
    },
  )

  app.post(
    '/api/stories/:id/versions',
    describe({
      summary: 'Keep this version',
      tag: 'Publishing',
      takes: NameVersion,
      answer: { status: 201, description: 'The story as it is on disk now, under this name.', schema: Version },
      problems: ['no-story', 'not-allowed', 'story-damaged'],
    }),
    async (c) => {
      const { storyId, person } = await asks(desk, c, 'keep versions')
      const { name } = await json(c, NameVersion)
      const id = await keepVersion(desk, { storyId, reason: 'named', says: 'kept by hand', by: person.id, name })
      standingChanged(desk, storyId)
      return c.json(shown((await versionOf(desk.db, storyId, id))!), 201)
    },
  )

  app.patch(
    '/api/stories/:id/versions/:version',
    describe({
      summary: 'Name a kept version',
      tag: 'Publishing',
      takes: NameVersion,
      answer: { status: 200, description: 'The version, under its new name.', schema: Version },
      problems: ['no-story', 'not-allowed', 'no-version'],
    }),
    async (c) => {
      const { storyId } = await asks(desk, c, 'keep versions')
      const { name } = await json(c, NameVersion)
      const version = c.req.param('version')
      if (!(await nameVersion(desk.db, storyId, version, name))) noVersion()
      standingChanged(desk, storyId)
      return c.json(shown((await versionOf(desk.db, storyId, version))!))
    },
  )

  app.get(
    '/api/stories/:id/versions/:version',
    describe({
      summary: 'The words of a kept version',
      tag: 'Publishing',
      query: { as: { description: 'The form; json without it.', choices: ['json', 'html', 'text'] } },
      answer: {
        status: 200,
        description: 'What the story said then.',
        schema: StoryBody,
        media: ['application/json', 'text/html', 'text/plain'],
      },
      problems: ['no-story', 'not-allowed', 'no-version', 'story-damaged', 'invalid-field'],
    }),
    async (c) => {
      const { storyId } = await asks(desk, c, 'see its standing')
      const { as } = query(c, As)
      const around = { outlet: await newsroomName(desk.db), addressOf }
      const headers = { 'content-type': FORMS[as] }
      const text = await openVersion(desk, storyId, c.req.param('version'), (_ydoc, story) => story)
      if (as === 'json') return c.json(storyToJson(text), 200, headers)
      return c.body(as === 'html' ? toHtml(text, around) : toText(text, around), 200, headers)
    },
  )

  app.get(
    '/api/stories/:id/versions/:version/compare',
    describe({
      summary: 'What changed between two versions',
      description: 'Always from the earlier to the later, whichever is named first.',
      tag: 'Publishing',
      query: { with: { description: 'The id of another version, or `now`: the story as it is. `now` without it.' } },
      answer: { status: 200, description: 'The changes, and the later text with them in it.', schema: Compared },
      problems: ['no-story', 'not-allowed', 'no-version', 'story-damaged', 'invalid-field'],
    }),
    async (c) => {
      const { storyId } = await asks(desk, c, 'see its standing')
      const { with: other } = query(c, With)
      const version = c.req.param('version')
      return c.json(await compared(desk, storyId, await inOrder(desk, storyId, version, other)))
    },
  )

  app.post(
    '/api/stories/:id/versions/:version/restore',
    describe({
      summary: 'Put a kept version back',
      description:
        'An ordinary edit of the story, at once and whole. What colleagues are typing at that moment stays; comments stay on the ' +
        'words that stay. Headline, dek and byline are put back with the body; path, topics and visibility are not. What the story ' +
        'said before is kept as a version.',
      tag: 'Publishing',
      answer: { status: 200, description: 'On disk.', schema: Restored },
      problems: [
        'no-story',
        'not-allowed',
        'no-version',
        'story-damaged',
        'not-saved',
        'does-not-fit',
        'too-large',
        'foreign-origin',
      ],
    }),
    async (c) => {
      const { storyId, person } = await asks(desk, c, 'keep versions')
      return c.json(await restoreVersion(desk, { storyId, version: c.req.param('version'), person }))
    },
  )

  return app
}

async function compared(desk: Desk, storyId: string, [from, to]: readonly [string, string]): Promise<Compared> {
  const [after, until] = [
    await seqOf(desk, storyId, from),
    to === 'now' ? Number.MAX_SAFE_INTEGER : await seqOf(desk, storyId, to),
  ]
  const deeds = await deedsBetween(desk, storyId, after, until)
  const { before, early } = await openVersion(desk, storyId, from, (ydoc, text) => ({ before: text, early: lettersIn(ydoc) }))
  const look = (ydoc: Y.Doc, text: StoryText) => ({ later: text, now: lettersIn(ydoc), moves: new Moves(ydoc) })
  const { later, now, moves } =
    to === 'now'
      ? await desk.rooms.read(storyId, (ydoc) => look(ydoc, readStory(ydoc)))
      : await openVersion(desk, storyId, to, look)
  const { hunks, html } = await comparedTexts(desk.clock, before, later, true)
  return { changes: changesBetween(before, later, whoseIn({ early, now, moves }, deeds), hunks), html }
}

/** The last update that a version holds. @throws Refusal `no-version` */
const seqOf = async ({ db }: Desk, storyId: string, version: string): Promise<number> =>
  (await versionOf(db, storyId, version))?.seq ?? noVersion()

/** The earlier first. @throws Refusal `no-version` */
async function inOrder(desk: Desk, storyId: string, version: string, other: string): Promise<readonly [string, string]> {
  const places = (await versionsOf(desk.db, storyId)).map(({ id }) => id)
  const [one, two] = [version, other].map((id) => (id === 'now' ? -1 : places.indexOf(id)))
  if (version === 'now' || one === -1 || (other !== 'now' && two === -1)) noVersion()
  return one! >= two! ? [version, other] : [other, version]
}

function noVersion(): never {
  throw new Refusal('no-version', 404, 'There is no such version of this story.')
}

/** @throws Refusal `no-story`, `not-allowed` */
async function asks(
  desk: Desk,
  c: Context<Env>,
  deed: 'see its standing' | 'keep versions',
): Promise<{ person: Person; storyId: string; rights: OnStory }> {
  const { person } = await mustBeSignedIn(desk, c)
  const storyId = c.req.param('id') ?? ''
  const rights = await mustBeAbleOn(desk, person, storyId, deed)
  return { person, storyId, rights }
}

const shown = ({ id, reason, says, name, by, at, headline, words }: Version): Version => ({
  id,
  reason,
  says,
  name,
  by,
  at,
  headline,
  words,
})

const addressOf = (asset: string): string | null => {
  const shape = shapeOf(asset)
  return shape === null ? null : pictureAddress(asset, shape.width)
}
