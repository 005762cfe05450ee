/** A story under review: some write in it with the editor's own commands, over lines that hold messages back, and remark on it over HTTP. */
import { onTestFinished } from 'vitest'
import * as Y from 'yjs'
import type { Role } from '../../shared/can.ts'
import type { NewPlace, NewThread, Thread } from '../../shared/review.ts'
import { marked, wordsOfSpans } from '../../shared/review/anchors.ts'
import { fieldOf, type Field, type Seed } from '../../shared/story.ts'
import { Page } from '../editor/page.ts'
import { TestNewsroom } from '../newsroom.ts'
import { Writer, deliverAll, plainText, storyOnDisk } from '../wire.ts'
import { remark } from './desk.ts'

const base64 = (position: Y.RelativePosition): string => Buffer.from(Y.encodeRelativePosition(position)).toString('base64')

/** Somebody at the story. */
export class Colleague {
  page: Page
  constructor(
    readonly desk: TestNewsroom,
    readonly storyId: string,
    readonly writer: Writer,
  ) {
    this.page = new Page(writer.ydoc)
    writer.hears = (update, whole) => this.page.keep.hears(update, whole)
  }

  get ydoc(): Y.Doc {
    return this.writer.ydoc
  }

  /** Letters of a paragraph as this window has it, as a page says where they are. */
  letters(paragraph: number, from: number, to: number, until = paragraph): NewPlace {
    const [first, last] = [this.writer.textOf(paragraph), this.writer.textOf(until)]
    return {
      of: 'words',
      from: base64(Y.createRelativePositionFromTypeIndex(first, from)),
      to: base64(Y.createRelativePositionFromTypeIndex(last, to, -1)),
    }
  }

  /** Words of a paragraph, the nth time they stand there. */
  words(words: string, paragraph = 0, nth = 0): NewPlace {
    const text = plainText(this.writer.textOf(paragraph))
    let at = text.indexOf(words)
    for (let n = 0; n < nth; n++) at = text.indexOf(words, at + 1)
    if (at < 0) throw new Error(`"${words}" is not in "${text}"`)
    return this.letters(paragraph, at, at + words.length)
  }

  inField(field: Field, words: string): NewPlace {
    const text = fieldOf(this.ydoc, field)
    const at = text.toString().indexOf(words)
    const [from, to] = [
      Y.createRelativePositionFromTypeIndex(text, at),
      Y.createRelativePositionFromTypeIndex(text, at + words.length, -1),
    ]
    return { of: 'words', field, from: base64(from), to: base64(to) }
  }

  async asks<T>(method: string, path: string, json?: unknown): Promise<{ status: number; body: T }> {
    const response = await this.desk.room.app.request(
      `/api/stories/${this.storyId}${path}`,
      {
        method,
        headers: { cookie: this.writer.person.cookie, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      },
      { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
    )
    const text = await response.text()
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as T }
  }

  async comments(place: NewPlace, given: Partial<NewThread> = {}): Promise<Thread> {
    const { status, body } = await this.asks<Thread>('POST', '/threads', remark('Hm.', { place, ...given }))
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }

  async threads(): Promise<Thread[]> {
    return (await this.asks<{ threads: Thread[] }>('GET', '/threads')).body.threads
  }

  /** The words that a thread's mark is on in this window. */
  marked(thread: { id: string }): string {
    return wordsOfSpans(marked(this.ydoc).get(thread.id) ?? [])
  }
}

/** Of each thread: the words its mark is on, or that it is detached and what it was on; as it is on disk. */
export async function anchors(reader: Colleague): Promise<string[]> {
  const marks = marked(storyOnDisk(reader.desk, reader.storyId))
  return (await reader.threads()).map(({ id, place, quote }) =>
    place.of === 'detached' ? `detached: ${quote}` : wordsOfSpans(marks.get(id) ?? []),
  )
}

type Given = [name: string, role?: Role, clientId?: number]

export async function review<Names extends Given[]>(
  story: readonly string[] | (Seed & { paragraphs?: readonly string[] }),
  ...names: Names
): Promise<{ desk: TestNewsroom; storyId: string; people: { [Name in keyof Names]: Colleague }; meet: () => Promise<void> }> {
  const desk = await TestNewsroom.open()
  onTestFinished(() => desk.close())
  const { paragraphs = [''], ...seed } = 'length' in story ? { paragraphs: story } : story
  const storyId = await desk.story(paragraphs, seed)
  const people: Colleague[] = []
  for (const [i, [name, role, clientId = 1000 + i]] of names.entries()) {
    const writer = new Writer(desk, await desk.person(name, role), storyId, clientId)
    await writer.connect()
    people.push(new Colleague(desk, storyId, writer))
  }
  const writers = people.map(({ writer }) => writer)
  const meet = (): Promise<void> => deliverAll(desk, writers)
  await meet()
  return { desk, storyId, people: people as { [Name in keyof Names]: Colleague }, meet }
}
