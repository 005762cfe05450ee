/** The edge of every route: who asks, what they sent, and how the route is described. */
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { describeRoute, resolver } from 'hono-openapi'
import type { z } from 'zod'
import { Problem, type Person } from '../../shared/api.ts'
import { may, type OnStory, type StoryDeed } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import { rightsOn } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { addressOf } from '../limits.ts'
import { signedIn, type SignedIn } from '../person.ts'
import { PROBLEMS, type ProblemName } from '../problems.ts'

export type Env = { Bindings: HttpBindings }

export const MAX_JSON_BYTES = 1024 * 1024

export function whoAsks(desk: Desk, c: Context<Env>): Promise<SignedIn | null> {
  return signedIn(desk, c.req.header('cookie'))
}

/** @throws Refusal `signed-out` */
export async function mustBeSignedIn(desk: Desk, c: Context<Env>): Promise<SignedIn> {
  const who = await whoAsks(desk, c)
  if (who === null) throw new Refusal('signed-out', 401, 'You are not signed in. Sign in and try again.')
  return who
}

/** The same for a story that is not there and for one that is not theirs. */
export function noStory(): never {
  throw new Refusal('no-story', 404, 'There is no such story, or it is not shared with you.')
}

/**
 * What this person may do in the story, when that is enough for the deed. Who sees only passages learns of nothing else.
 * @throws Refusal `no-story`, `not-allowed`
 */
export async function mustBeAbleOn(desk: Desk, person: Person, storyId: string, deed: StoryDeed): Promise<OnStory> {
  const rights = await rightsOn(desk.db, person, storyId)
  if (may(rights, deed)) return rights
  if (!may(rights, 'read it')) noStory()
  throw new Refusal('not-allowed', 403, `In this story you may ${LEVEL_WORDS[rights.level ?? 'read']}, and no more.`)
}

const LEVEL_WORDS = { read: 'read', comment: 'read and comment', suggest: 'comment and suggest', write: 'write' }

export function askedFrom(c: Context<Env>): string {
  // A test that asks without a socket brings no bindings.
  const bindings: Partial<HttpBindings> | undefined = c.env
  return addressOf(bindings?.incoming?.socket.remoteAddress)
}

/** The JSON body, in the shape of the schema. @throws Refusal that names the field */
export async function json<S extends z.ZodType>(c: Context<Env>, schema: S): Promise<z.output<S>> {
  const { type, charset } = contentType(c)
  if (type !== 'application/json' || !/^(utf-?8)?$/.test(charset))
    throw new Refusal('wrong-type', 415, 'Send JSON: Content-Type: application/json.')
  const bytes = await bytesOf(c, MAX_JSON_BYTES)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new Refusal('bad-json', 400, 'The body is no JSON.')
  }
  return fit(schema, value)
}

/** The parameters after the `?`. */
export function query<S extends z.ZodType>(c: Context<Env>, schema: S): z.output<S> {
  return fit(schema, c.req.query())
}

function fit<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const field = issue?.path.join('.') || 'the body'
  throw new Refusal('invalid-field', 422, `${field}: ${issue?.message ?? 'does not fit'}.`)
}

export function contentType(c: Context<Env>): { type: string; charset: string } {
  const [type = '', ...parameters] = (c.req.header('content-type') ?? '').split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1]).find((one) => one !== undefined)
  return { type: type.trim().toLowerCase(), charset: charset?.toLowerCase() ?? '' }
}

/** Reads no further than allowed, whatever Content-Length says. @throws Refusal `too-large` */
export async function bytesOf(c: Context<Env>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new Refusal('too-large', 413, `That is too large: at most ${Math.floor(most / 1024 / 1024)} MB.`)
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge()
  const reader = c.req.raw.body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const chunk = await reader?.read()
    if (chunk === undefined || chunk.done) break
    const bytes: Uint8Array = chunk.value
    length += bytes.byteLength
    if (length > most) {
      await reader?.cancel()
      throw tooLarge()
    }
    chunks.push(bytes)
  }
  const all = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}

type Answer = { status: 200 | 201 | 204; description: string; schema?: z.ZodType; media?: string[] }
type Description = {
  summary: string
  description?: string
  tag: 'Signing in' | 'Newsroom' | 'Stories' | 'Review' | 'House style' | 'Inbox' | 'Publishing' | 'Server'
  /** The JSON body it takes. */
  takes?: z.ZodType
  /** Or: the media types of the file it takes. */
  takesFile?: string[]
  query?: Record<string, { description: string; choices?: string[] }>
  answer: Answer
  problems?: ProblemName[]
  /** Anybody may ask, signed in or not. */
  open?: boolean
}

/** Describes a route for /api/openapi.json, the problems that every route shares included. */
export function describe(given: Description) {
  const { summary, description, tag, takes, takesFile, answer, open } = given
  const names = new Set<ProblemName>([...(given.problems ?? []), 'internal-error'])
  if (!open) names.add('signed-out')
  if (takes) for (const name of ['bad-json', 'too-large', 'wrong-type', 'invalid-field'] as const) names.add(name)
  if (takesFile) for (const name of ['too-large', 'wrong-type', 'not-readable'] as const) names.add(name)
  // Whatever changes something: not by a page of another site, and not when the disk takes nothing.
  const changes = takes !== undefined || takesFile !== undefined || answer.status !== 200 || names.has('foreign-origin')
  if (changes) for (const name of ['foreign-origin', 'not-saved'] as const) names.add(name)

  const problems: Record<number, string[]> = {}
  for (const name of names) {
    const [status, when] = PROBLEMS[name]
    problems[status] = [...(problems[status] ?? []), `\`${name}\`: ${when}`]
  }
  const content = Object.fromEntries(
    (answer.media ?? ['application/json']).map((media) => [
      media,
      media === 'application/json' && answer.schema
        ? { schema: resolver(answer.schema) }
        : { schema: { type: 'string' as const } },
    ]),
  )
  return describeRoute({
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...(open ? { security: [] } : {}),
    ...(given.query === undefined
      ? {}
      : {
          parameters: Object.entries(given.query).map(([name, parameter]) => ({
            in: 'query' as const,
            name,
            description: parameter.description,
            schema: { type: 'string' as const, ...(parameter.choices ? { enum: parameter.choices } : {}) },
          })),
        }),
    ...(takes ? { requestBody: { required: true, content: { 'application/json': { schema: resolver(takes) } } } } : {}),
    ...(takesFile
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(takesFile.map((media) => [media, { schema: { type: 'string' as const } }])),
          },
        }
      : {}),
    responses: {
      [answer.status]: { description: answer.description, ...(answer.status === 204 ? {} : { content }) },
      ...Object.fromEntries(
        Object.entries(problems).map(([status, lines]) => [
          status,
          { description: lines.join('\n\n'), content: { 'application/problem+json': { schema: resolver(Problem) } } },
        ]),
      ),
    },
  })
}
