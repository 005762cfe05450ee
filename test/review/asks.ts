/** What somebody with a story open asks of the desk over HTTP. */
import { mustBeDescribed } from '../routes/described.ts'
import type { SignedInPerson, TestNewsroom } from '../newsroom.ts'

export type Answered<T> = { status: number; problem: string | null; body: T }

export async function ask<T = Record<string, unknown>>(
  desk: TestNewsroom,
  person: SignedInPerson,
  method: string,
  path: string,
  json?: unknown,
): Promise<Answered<T>> {
  const headers: Record<string, string> = { cookie: person.cookie }
  if (json !== undefined) headers['content-type'] = 'application/json'
  const response = await desk.room.app.request(path, {
    method,
    headers,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const body: unknown = type.includes('json') ? JSON.parse(text) : {}
  const problem = type.includes('problem') ? String((body as { type: string }).type).replace('/problems/', '') : null
  await mustBeDescribed(desk.room.app, method, path, { status: response.status, type, problem, body })
  return { status: response.status, problem, body: body as T }
}
