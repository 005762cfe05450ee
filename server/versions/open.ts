/** Opens what was kept of a story, whatever it has become since. */
import { gunzipSync } from 'node:zlib'
import * as Y from 'yjs'
import { writersOf } from '../../db/updates.ts'
import { stateOf } from '../../db/versions.ts'
import type { PersonHere } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import { fieldOf, nameParts, readStory, type StoryText } from '../../shared/story.ts'
import { elementsOf } from '../../shared/suggest/places.ts'
import type { Whose } from '../../shared/versions/changes.ts'
import type { Desk } from '../context.ts'

/** What somebody looks at, with who wrote which words of it. */
export type Opened<T> = (ydoc: Y.Doc, text: StoryText) => T

/**
 * A kept version, as long as it is looked at.
 * @throws Refusal `no-version`, `story-damaged`
 */
export async function openVersion<T>(desk: Pick<Desk, 'db'>, storyId: string, id: string, look: Opened<T>): Promise<T> {
  const state = await stateOf(desk.db, storyId, id)
  if (state === null) throw new Refusal('no-version', 404, 'There is no such version of this story.')
  const ydoc = new Y.Doc()
  try {
    nameParts(ydoc)
    let text: StoryText
    try {
      Y.applyUpdateV2(ydoc, gunzipSync(state))
      text = readStory(ydoc)
    } catch {
      throw new Refusal(
        'story-damaged',
        503,
        'This version is damaged and cannot be read. The story itself is not touched by that.',
      )
    }
    return look(ydoc, text)
  } finally {
    ydoc.destroy()
  }
}

/** Whose words stand where in a story, by the Yjs clients they were typed under. */
export type Writers = ReadonlyMap<number, PersonHere>

export async function writersIn(desk: Pick<Desk, 'db'>, storyId: string): Promise<Writers> {
  return new Map((await writersOf(desk.db, storyId)).map(({ client, ...person }) => [client, person]))
}

/** Answers from what the Y.Doc is now: it may be gone when the answer is wanted. */
export function whoseIn(ydoc: Y.Doc, writers: Writers): Whose {
  const elements = elementsOf(ydoc)
  const keys = [...elements.keys()]
  return {
    words({ from, to }) {
      const people = new Map<string, PersonHere>()
      if (from.field !== null) collect(fieldOf(ydoc, from.field), from.at, to.at, writers, people)
      else {
        const [first, last] = [keys.indexOf(from.block ?? ''), keys.indexOf(to.block ?? '')]
        for (let i = Math.max(0, first); i <= last; i++)
          collect(elements.get(keys[i]!)!, i === first ? from.at : 0, i === last ? to.at : Infinity, writers, people)
      }
      return [...people.values()]
    },
    details(block, names) {
      const people = new Map<string, PersonHere>()
      for (const name of names) note(elements.get(block)?._map.get(name)?.id.client, writers, people)
      return [...people.values()]
    },
  }
}

/** Those who typed letters `from` to `to` of a text, or of all texts of a block. */
function collect(type: Y.Text | Y.XmlElement, from: number, to: number, writers: Writers, people: Map<string, PersonHere>): void {
  let at = 0
  const look = (one: Y.Text | Y.XmlElement): void => {
    for (let item = one._start; item !== null; item = item.right) {
      if (item.deleted || !item.countable) continue
      if (item.content instanceof Y.ContentType && item.content.type instanceof Y.XmlText) {
        look(item.content.type)
        continue
      }
      if (at < to && at + item.length > from) note(item.id.client, writers, people)
      at += item.length
    }
  }
  look(type)
}

function note(client: number | undefined, writers: Writers, people: Map<string, PersonHere>): void {
  const person = client === undefined ? undefined : writers.get(client)
  if (person) people.set(person.id, person)
}
