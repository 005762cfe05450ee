/** Brings a written text into a story: the file is read as an interview, and put in by one ordinary edit. */
import { Hono } from 'hono'
import { Node } from 'prosemirror-model'
import { prosemirrorToYDoc, prosemirrorToYXmlFragment } from 'y-prosemirror'
import * as Y from 'yjs'
import { z } from 'zod'
import { Imported } from '../../shared/api.ts'
import type { Reading } from '../../shared/import/read.ts'
import { Refusal } from '../../shared/refusal.ts'
import { schema } from '../../shared/schema.ts'
import { fold, slugFrom } from '../../shared/slug.ts'
import { FIELDS, bodyOf, fieldOf, settingsOf, speakersOf, wordsOf, type Speaker } from '../../shared/story.ts'
import { changeSlug, storyFor } from '../../db/stories.ts'
import type { Desk } from '../context.ts'
import { mustBeAble } from '../person.ts'
import { FileReader, READERS, type FileType } from '../read-file.ts'
import { newId } from '../secrets.ts'
import { bytesOf, contentType, describe, mustBeSignedIn, noStory, query, type Env } from './edge.ts'
import { hereOf, storyNow } from './stories.ts'

const MAX_FILE_BYTES = 8 * 1024 * 1024
const Into = z.object({ into: z.enum(['empty', 'append']).default('empty') })

export function importRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  const files = new FileReader(desk.clock)

  app.post(
    '/api/stories/:id/import',
    describe({
      summary: 'Read a text into a story',
      description:
        'The body is the file. Questions, answers and speakers are recognised; what is unsure is marked for a person to decide. ' +
        'Without a charset the file counts as UTF-8, or as what its byte order mark says. ' +
        'Headline, dek and byline are filled in only where they are empty.',
      tag: 'Stories',
      takesFile: Object.keys(READERS),
      query: {
        into: {
          description: '`append` adds to a story that has words; without it such a story is refused.',
          choices: ['empty', 'append'],
        },
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
      mustBeAble(person.role, 'write the story')
      const { into } = query(c, Into)
      const { type, charset } = contentType(c)
      if (!isFileType(type))
        throw new Refusal('wrong-type', 415, `Send the file as ${Object.keys(READERS).join(', ')}, named in Content-Type.`)
      const text = decode(await bytesOf(c, MAX_FILE_BYTES), charset, type)
      const reading = await files.read(type, text, person.id)
      const lost = [...reading.lost]
      await desk.rooms.edit(row.id, hereOf(person), (ydoc) => lost.push(...put(ydoc, reading, into)))
      if (row.slug === slugFrom('', row.id) && reading.headline !== null)
        await changeSlug(desk.db, row.id, slugFrom(reading.headline, row.id))
      desk.feed.storyChanged(row.id)
      return c.json({
        story: await storyNow(desk, person, row.id),
        turns: reading.turns,
        unsure: reading.unsure,
        lost,
      })
    },
  )

  return app
}

function isFileType(type: string): type is FileType {
  return Object.hasOwn(READERS, type)
}

/** A byte order mark knows best, then what was declared, then what a web page says of itself. */
function decode(bytes: Uint8Array, declared: string, type: string): string {
  const encoding = markOf(bytes) ?? (declared || (type === 'text/html' && metaOf(bytes)) || 'utf-8')
  let text: string
  try {
    const decoder = new TextDecoder(encoding, { fatal: true })
    text = decoder.encoding === 'windows-1252' ? windows1252(bytes) : decoder.decode(bytes)
  } catch {
    throw new Refusal(
      'not-readable',
      422,
      `This file is not text in ${encoding.toUpperCase()}. Save it as UTF-8 and try again. Nothing was changed.`,
    )
  }
  if (text.includes('\0')) throw new Refusal('not-readable', 422, 'This file is not a text. Nothing was changed.')
  return text
}

/** Node's own decoder reads the curly quotes and dashes of Windows as control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function windows1252(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return latin.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS.charAt(sign.charCodeAt(0) - 0x80))
}

function markOf(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return null
}

function metaOf(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? null
}

/**
 * @returns what the story has already and the file was not allowed to replace
 * @throws Refusal `story-not-empty`, before anything is changed
 */
function put(ydoc: Y.Doc, reading: Reading, into: 'empty' | 'append'): string[] {
  const body = bodyOf(ydoc)
  const empty = wordsOf(ydoc) === 0 && !holdsThings(body)
  if (!empty && into === 'empty')
    throw new Refusal(
      'story-not-empty',
      409,
      'This story has words already. Nothing was changed; import into a new story, or append.',
    )

  const known = speakersOf(ydoc)
  const names = new Map<string, string>()
  for (const [id, speaker] of Object.entries(reading.speakers))
    names.set(id, sameSpeaker(known, speaker) ?? addSpeaker(known, id, speaker))
  const node = renamed(reading.body, names)

  // Into an empty body by difference, so that the paragraph somebody's caret is in stays the same one.
  if (empty) prosemirrorToYXmlFragment(node, body)
  else append(body, node)
  const settings = settingsOf(ydoc)
  for (const [name, value] of Object.entries(reading.settings)) if (!settings.has(name)) settings.set(name, value)
  const kept: string[] = []
  for (const field of FIELDS) {
    const words = reading[field]
    const now = fieldOf(ydoc, field)
    if (words === null || words === now.toString()) continue
    if (now.length === 0) now.insert(0, words)
    else kept.push(`The file’s ${field}, because the story has one: ${words}`)
  }
  return kept
}

/** Pictures, embeds, dividers: a body without a word that is not empty all the same. */
function holdsThings(body: Y.XmlFragment): boolean {
  return body.toArray().some((child) => child instanceof Y.XmlElement && schema.nodes[child.nodeName]?.isAtom === true)
}

/** Somebody of the same name is the same speaker, also when a second part of the interview comes in later. */
function sameSpeaker(known: Y.Map<Speaker>, speaker: Speaker): string | null {
  for (const [id, one] of known.entries()) if (fold(one.name.trim()) === fold(speaker.name.trim())) return id
  return null
}

function addSpeaker(known: Y.Map<Speaker>, id: string, speaker: Speaker): string {
  const free = known.has(id) ? newId() : id
  known.set(free, speaker)
  return free
}

/** The same body with speakers under the ids they have in this story. */
function renamed(body: Node, names: Map<string, string>): Node {
  const walk = (node: Node): Node => {
    if (node.isText) return node
    const children: Node[] = []
    node.forEach((child) => children.push(walk(child)))
    const speaker = names.get(String(node.attrs.speaker))
    return node.type.create(speaker === undefined ? node.attrs : { ...node.attrs, speaker }, children, node.marks)
  }
  return walk(body)
}

/** After what is there, and without touching it. */
function append(body: Y.XmlFragment, node: Node): void {
  const beside = prosemirrorToYDoc(node, 'body')
  const copies = beside
    .getXmlFragment('body')
    .toArray()
    .map((child) => child.clone() as Y.XmlElement | Y.XmlText)
  body.insert(body.length, copies)
  beside.destroy()
}
