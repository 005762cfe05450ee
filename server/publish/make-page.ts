/** Makes the page of an edition that is to be: one function for the preview and for what is published. */
import { editionsOf, wholeEdition, type EditionRow } from '../../db/editions.ts'
import { newsroomName } from '../../db/people.ts'
import { publishingSettings, siteSettings } from '../../db/publishing.ts'
import { particularsOf } from '../../db/standing.ts'
import { contentOf, type Content } from '../../shared/publish/content.ts'
import { datesOf, type Dates } from '../../shared/publish/dates.ts'
import type { Before } from '../../shared/publish/kinds.ts'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { ReaderNote } from '../../shared/shapes/editions.ts'
import type { PublishingSettings, SiteSettings } from '../../shared/shapes/settings.ts'
import { readStory, type StoryText } from '../../shared/story.ts'
import { storyPage } from '../../shared/site/page.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import { versionIn, type Taken } from '../versions/keep.ts'
import { hashOf } from './content-now.ts'
import { sha256, stampOf } from './stamp.ts'

/** What readers of a story have, and have been told. */
export type History = {
  /** Every edition that was made, the first first. */
  all: EditionRow[]
  out: EditionRow[]
  before: Before
}

export async function historyOf(desk: Desk, storyId: string): Promise<History> {
  const all = await editionsOf(desk.db, storyId)
  const out = all.filter(({ state }) => state === 'out')
  const last = out.at(-1)
  return { all, out, before: last === undefined ? 'nothing' : last.kind === 'kill' ? 'killed' : 'live' }
}

export type NoteAt = ReaderNote & { at: number }

export const noteOf = ({ note }: Pick<EditionRow, 'note'>): ReaderNote | null =>
  note === null ? null : (JSON.parse(note) as ReaderNote)

/** All that was said to readers, the oldest first. */
export function notesOf(editions: readonly EditionRow[]): NoteAt[] {
  return editions.flatMap((edition) => {
    const note = noteOf(edition)
    return note === null ? [] : [{ ...note, at: edition.at }]
  })
}

/** All that a page, a letter to readers and a parcel are made of. */
export type PageOf = Dates & {
  content: Content
  kind: EditionKind
  /** The time of the edition. */
  at: number
  notes: readonly NoteAt[]
  zone: string
  newsroom: { name: string }
  site: SiteSettings
  url: string
  base: string
}

export type ToMake = { kind: EditionKind; note: ReaderNote | null; at: number }

export type Made = ToMake & {
  content: Content
  hash: string
  /** The story as it is now. */
  story: StoryText
  /** It as a version, of the very same moment; only for what is to be kept. */
  taken: Taken | null
  history: History
  settings: PublishingSettings
  of: PageOf
  page: string
  pageHash: string
  stamp: string
}

/** Looks at the live text, never at a stored copy: everything typed that has come in is in it. */
export async function makePage(desk: Desk, storyId: string, { kind, note, at }: ToMake, toKeep = false): Promise<Made> {
  await desk.rooms.queue.settled()
  const history = await historyOf(desk, storyId)
  const now = await textNow(desk, storyId, toKeep)
  const { content, hash } = kind === 'kill' ? await whatReadersHave(desk, history, now) : now
  const [settings, site, name] = await Promise.all([publishingSettings(desk.db), siteSettings(desk.db), newsroomName(desk.db)])
  const base = siteUrl(desk.config)
  const of: PageOf = {
    ...datesOf([...history.out, { kind, hash, at }]),
    content,
    kind,
    at,
    notes: [...notesOf(history.out), ...(note === null ? [] : [{ ...note, at }])],
    zone: settings.zone,
    newsroom: { name },
    site,
    url: `${base}/${content.path ?? ''}`,
    base,
  }
  const page = storyPage(of)
  const pageHash = sha256(page)
  return {
    kind,
    note,
    at,
    content,
    hash,
    story: now.story,
    taken: now.taken,
    history,
    settings,
    of,
    page,
    pageHash,
    stamp: stampOf({ at, kind, note, hash, pageHash }),
  }
}

async function textNow({ db, rooms }: Desk, storyId: string, toKeep: boolean) {
  const { version: _, ...particulars } = await particularsOf(db, storyId)
  const { story, taken } = await rooms.read(storyId, (ydoc, seq) => ({
    story: readStory(ydoc),
    taken: toKeep ? versionIn(ydoc, seq) : null,
  }))
  const content = contentOf(story, particulars)
  return { content, hash: hashOf(content), story, taken }
}

/** What is withdrawn is what is out, whatever was typed since. */
async function whatReadersHave(
  desk: Desk,
  { out }: History,
  now: { content: Content; hash: string },
): Promise<{ content: Content; hash: string }> {
  const last = out.at(-1)
  if (last === undefined) return now
  return { content: (await wholeEdition(desk.db, last.id)).content, hash: last.hash }
}
