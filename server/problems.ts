/** The one place that turns what was thrown into an HTTP answer: `application/problem+json` (RFC 9457). */
import { RequestError } from '@hono/node-server'
import type { Context } from 'hono'
import { isDiskTrouble } from '../db/open.ts'
import { Refusal } from '../shared/refusal.ts'
import type { Problem } from '../shared/api.ts'
import type { Desk } from './context.ts'

/** Every problem the API answers with: its status, and when it comes. Their names are stable. */
export const PROBLEMS = {
  'bad-json': [400, 'The body is no JSON.'],
  'bad-request': [400, 'The request could not be read.'],
  'signed-out': [401, 'Nobody is signed in, or the sign-in has ended.'],
  'wrong-password': [401, 'The e-mail or the password is wrong.'],
  'old-password-wrong': [403, 'The old password is wrong.'],
  'foreign-origin': [403, 'The request comes from a page of another site.'],
  'not-allowed': [403, "The person's role may not do this."],
  'not-found': [404, 'There is nothing under this address.'],
  'no-story': [404, 'There is no such story for this person.'],
  'no-asset': [404, 'There is no such picture for this person.'],
  'no-person': [404, 'There is no such person.'],
  'no-thread': [404, 'There is no such thread for this person.'],
  'no-comment': [404, 'There is no such comment, or it was taken back.'],
  'no-item': [404, 'There is no such thing in the inbox of this person.'],
  'no-draft': [404, 'This person has no private draft of the story.'],
  'no-rule': [404, 'There is no such rule of the house style.'],
  'no-check': [404, 'There is no such built-in check.'],
  'no-invite': [404, 'There is no such open invite.'],
  'no-link': [404, 'There is no such guest link for this person.'],
  'no-target': [404, 'There is no such target.'],
  'no-version': [404, 'There is no such version of the story.'],
  'no-edition': [404, 'There is no such edition of the story, or none that this can be done with.'],
  'text-moved': [409, 'What readers would get has changed since it was looked at: look again.'],
  'no-move': [409, 'The story is not in a stage from which it can go there.'],
  'still-live': [409, 'Readers still have the story: it is withdrawn first.'],
  'path-taken': [409, 'Another story has, or once had, this path.'],
  blocked: [422, 'Something keeps the story from going out; the problem lists all of it under `checks`.'],
  'wrong-kind': [409, 'Such an edition cannot follow what readers have now: somebody may have published meanwhile.'],
  'needs-note': [
    422,
    'Readers would get another story without a word about it: a note is missing, or the reason why none is needed.',
  ],
  'already-in': [409, 'The person is in this newsroom already, and the invite opens no story.'],
  'email-taken': [409, 'Somebody has this e-mail already.'],
  'id-taken': [409, 'Something else has this id already.'],
  'changed-meanwhile': [409, 'Somebody else has changed or removed it since it was read.'],
  'nothing-to-undo': [409, 'The act was somebody else’s, is taken back already, or was too long ago.'],
  'not-tried': [409, 'A rule is tried on all stories before it is switched on.'],
  'wrong-examples': [409, 'The rule does not do with its examples what they say.'],
  'last-owner': [409, 'A newsroom keeps at least one owner.'],
  'story-not-empty': [409, 'The story has words already; ?into=append adds to them.'],
  'too-many-threads': [409, 'The story has as many threads as it takes.'],
  'thread-full': [409, 'The thread has as many comments, or letters, as it takes.'],
  'link-full': [409, 'As many people have come by the link as may.'],
  'link-ended': [410, 'The link is unknown, used, ended or taken back.'],
  'too-large': [413, 'The body or the story would be too large.'],
  'wrong-type': [415, 'The file, or its Content-Type, is of a kind that this address does not take.'],
  'too-long': [413, 'The file has more paragraphs than a story takes.'],
  'does-not-fit': [422, 'The change does not fit the story.'],
  'invalid-field': [422, 'A field is missing or does not fit; the detail names it.'],
  'not-readable': [422, 'The file is damaged, or not text in the encoding it claims.'],
  'too-many-files': [429, 'This person has added very many pictures in the last hour.'],
  'too-many-tries': [429, 'Too many wrong passwords from this address.'],
  'internal-error': [500, 'A bug; the log of the server has the details.'],
  'wrong-key': [503, 'What is kept was locked with another key than the server has.'],
  'no-client': [503, 'The client is not built: run npm run build.'],
  'not-saved': [503, 'The change could not be put on disk; nothing was changed.'],
  'story-damaged': [503, 'The saved copy of the story cannot be read.'],
  'too-busy': [503, 'Too much of this kind is being done at this moment: passwords, files or pictures.'],
} as const satisfies Record<string, readonly [status: number, when: string]>

export type ProblemName = keyof typeof PROBLEMS

/** A refusal goes out as it is, a disk that takes nothing is told; anything else is a bug: logged in full, told without a word of it. */
export function answerProblem(desk: Pick<Desk, 'log'>, error: unknown, c: Context): Response {
  if (error instanceof Refusal) return problem(error.type, error.status, error.message, error.more)
  if (error instanceof RequestError) return problem('bad-request', 400, 'The request could not be read.')
  // The path of a preview is its secret.
  const path = c.req.path.replace(/^(\/preview\/)[^/]+/, '$1…')
  desk.log.error({ err: error, method: c.req.method, path }, 'a request failed')
  if (c.req.method !== 'GET' && isDiskTrouble(error))
    return problem(
      'not-saved',
      503,
      'The server cannot write to its disk just now, so nothing was changed. Try again in a moment, or tell whoever runs Copydesk.',
    )
  return problem('internal-error', 500, 'Something went wrong on the server, and nothing was done. Its log has the details.')
}

export function problem(type: string, status: number, detail: string, more: Readonly<Record<string, unknown>> = {}): Response {
  const body: Problem = { ...more, type: `/problems/${type}`, title: titleOf(type), status, detail }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
}

export function titleOf(type: string): string {
  const words = type.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
