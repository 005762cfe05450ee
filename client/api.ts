/**
 * The desk's only way to the server's HTTP API: every call typed, and every failure one of two things a
 * person can act on, a refusal (the server said no, and why) or no answer (the wire).
 */
import type * as shapes from '../shared/api.ts'
import type { HouseStyle, Session, Story } from '../shared/api.ts'
import type { OnStory } from '../shared/can.ts'
import { Refusal } from '../shared/refusal.ts'
import type { z } from 'zod'

export type In<Shape extends z.ZodType> = z.input<Shape>

/** The server could not be reached, or what came back was not from it. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** One sentence for the screen. What is neither a refusal nor the wire is a bug, and is said as one. */
export function sentence(error: unknown): string {
  if (error instanceof Refusal || error instanceof NoAnswer) return error.message
  return 'Something went wrong in this page. Reload it and try again.'
}

/** The sign-in has ended: the page can only send the person to the sign-in page and back. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Refusal && error.type === 'signed-out'
}

type Sent = { type: string; bytes: Blob | string }

export async function ask<Answer>(method: string, path: string, json?: unknown, sent?: Sent): Promise<Answer> {
  const body = sent === undefined ? (json === undefined ? null : JSON.stringify(json)) : sent.bytes
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== null) headers['content-type'] = sent === undefined ? 'application/json' : sent.type
  let response: Response
  try {
    response = await fetch(`/api${path}`, { method, body, headers, cache: 'no-store' })
  } catch {
    throw unreachable()
  }
  return answerIn(response)
}

export const unreachable = () => new NoAnswer('The server cannot be reached. Check the connection, then try again.')

export async function answerIn<Answer>(response: Response): Promise<Answer> {
  if (response.ok) {
    if (response.status === 204) return undefined as Answer
    try {
      return (await response.json()) as Answer
    } catch {
      throw new NoAnswer('The answer was cut off on its way. Try again.')
    }
  }
  throw await problem(response)
}

/** Turns an answer of application/problem+json back into the refusal it was. */
export async function problem(response: Response): Promise<Error> {
  try {
    const told = (await response.json()) as Partial<shapes.Problem>
    const type = told.type?.split('/').pop()
    const message = told.detail ?? told.title
    if (type && message) return new Refusal(type, response.status as Refusal['status'], message, told)
  } catch {
    // Not ours: a proxy's page, say. Told below by its number.
  }
  return new NoAnswer(
    response.status >= 500
      ? `The server is in trouble (${response.status}). Nothing was changed. Try again in a moment.`
      : `Something between here and the server refused this (${response.status}). Try again, or tell whoever runs Copydesk.`,
  )
}

export const part = encodeURIComponent

export const readSession = () => ask<Session>('GET', '/session')
export const readStory = (id: string) => ask<Story>('GET', `/stories/${part(id)}`)
export const readRights = (id: string) => ask<OnStory>('GET', `/stories/${part(id)}/rights`)
export const changeStory = (id: string, change: In<typeof shapes.ChangeStory>) =>
  ask<Story>('PATCH', `/stories/${part(id)}`, change)
export const readHouseStyle = () => ask<HouseStyle>('GET', '/style')
