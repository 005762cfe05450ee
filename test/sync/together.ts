/** How most scenes of a live story begin: a new newsroom, one story, and some who have it open. */
import type { Role } from '../../shared/can.ts'
import { TestNewsroom } from '../newsroom.ts'
import { Writer, deliverAll } from '../wire.ts'

type Given = [name: string, role?: Role, clientId?: number]

/** @returns the writers in the order of their names, each with everything on their screen */
export async function together<Names extends Given[]>(
  paragraphs: readonly string[],
  ...names: Names
): Promise<{ desk: TestNewsroom; storyId: string; writers: { [Name in keyof Names]: Writer } }> {
  const desk = await TestNewsroom.open()
  const storyId = await desk.story(paragraphs)
  const writers: Writer[] = []
  for (const [name, role, clientId] of names) writers.push(new Writer(desk, await desk.person(name, role), storyId, clientId))
  for (const writer of writers) await writer.connect()
  await deliverAll(desk, writers)
  return { desk, storyId, writers: writers as { [Name in keyof Names]: Writer } }
}
