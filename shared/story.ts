/** The parts of a story's Y.Doc and the ways to read them: the one place that knows their names. */
import * as Y from 'yjs'
import type { Node } from 'prosemirror-model'
import { prosemirrorToYXmlFragment, yXmlFragmentToProseMirrorRootNode } from 'y-prosemirror'
import { schema } from './schema.ts'

/** Shared text fields beside the body. */
export const FIELDS = ['headline', 'dek', 'byline'] as const
export type Field = (typeof FIELDS)[number]

export const STAGES = ['writing', 'filed', 'editing', 'ready', 'live', 'spiked'] as const
export type Stage = (typeof STAGES)[number]

export const KINDS_OF_SPEAKER = ['interviewer', 'subject', 'other'] as const

/** Somebody who speaks in the interview. Kept in the Y.Map `speakers` under its id. */
export type Speaker = {
  name: string
  /** What the gutter and the labels show, e.g. `CS`. */
  initials: string
  kind: (typeof KINDS_OF_SPEAKER)[number]
  /** What the second and later labels call them, e.g. the surname; without it, the last word of the name. */
  short?: string
  /** What the tape or its transcript calls them, e.g. `Speaker 2`. */
  tapeLabels?: readonly string[]
}

/** How a story says who speaks, in the gutter and in what goes out; the text itself never holds labels. */
export const LABEL_STYLES = ['bold', 'full-then-initials', 'full-then-surname', 'full', 'q-a', 'outlet'] as const
export type LabelStyle = (typeof LABEL_STYLES)[number]
/** Of a story that says nothing, in what goes to no site of ours. */
export const UNSAID_STYLE: LabelStyle = 'bold'

/** What holds for a whole story and for everybody in it. */
export type Settings = {
  /** A BCP-47 tag such as `en-GB`; '': not said. */
  lang: string
  /** '': it says nothing, and so is labelled as the newsroom does. */
  labelStyle: LabelStyle | ''
  /** Words that are asked for; 0: none. */
  target: number
}
export const SETTINGS: Readonly<Settings> = { lang: '', labelStyle: '', target: 0 }

export const bodyOf = (ydoc: Y.Doc): Y.XmlFragment => ydoc.getXmlFragment('body')
export const fieldOf = (ydoc: Y.Doc, field: Field): Y.Text => ydoc.getText(field)
export const speakersOf = (ydoc: Y.Doc): Y.Map<Speaker> => ydoc.getMap<Speaker>('speakers')
/** Only what somebody has set; `readSettings` has every one. */
export const settingsOf = (ydoc: Y.Doc): Y.Map<Settings[keyof Settings]> => ydoc.getMap('settings')

/** What somebody has looked at and lets stand, by the key of the finding (shared/style). */
export const stetOf = (ydoc: Y.Doc): Y.Map<true> => ydoc.getMap<true>('stet')

/**
 * Which letters and blocks became which when an editor split, joined or moved a paragraph, so that what a colleague
 * typed there meanwhile can follow. An entry is numbers: how many writers its maker knew in those paragraphs, Yjs
 * client and clock of each; then runs of five: client and clock before, client and clock after, how many. Never read
 * by anything that shows the story.
 */
export const movesOf = (ydoc: Y.Doc): Y.Array<number[]> => ydoc.getArray('moves')

/** Gives every part its type, as it must have before bytes come in that name it. */
export function nameParts(ydoc: Y.Doc): void {
  bodyOf(ydoc)
  speakersOf(ydoc)
  settingsOf(ydoc)
  stetOf(ydoc)
  movesOf(ydoc)
  for (const field of FIELDS) fieldOf(ydoc, field)
}

export const isText = (value: unknown, most: number): boolean => typeof value === 'string' && value.length <= most

const FITS: { [K in keyof Settings]: (value: unknown) => boolean } = {
  lang: (value) => value === '' || (isText(value, 35) && /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(value as string)),
  labelStyle: (value) => value === '' || (LABEL_STYLES as readonly unknown[]).includes(value),
  target: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1_000_000,
}

/** Whether a story may have this setting: the server refuses any other. */
export const isSetting = (name: string, value: unknown): boolean =>
  Object.hasOwn(FITS, name) && FITS[name as keyof Settings](value)

export function readSettings(ydoc: Y.Doc): Settings {
  const set = [...settingsOf(ydoc).entries()].filter(([name, value]) => isSetting(name, value))
  return { ...SETTINGS, ...(Object.fromEntries(set) as Partial<Settings>) }
}

/** A story as plain data, at one moment. */
export type StoryText = {
  headline: string
  dek: string
  byline: string
  speakers: Record<string, Speaker>
  settings: Settings
  body: Node
}

export function readStory(ydoc: Y.Doc): StoryText {
  return {
    headline: fieldOf(ydoc, 'headline').toString(),
    dek: fieldOf(ydoc, 'dek').toString(),
    byline: fieldOf(ydoc, 'byline').toString(),
    speakers: speakersOf(ydoc).toJSON() as Record<string, Speaker>,
    settings: readSettings(ydoc),
    body: yXmlFragmentToProseMirrorRootNode(bodyOf(ydoc), schema),
  }
}

/** What a new story starts with. */
export type Seed = Partial<Record<Field, string>> & {
  speakers?: Record<string, Speaker>
  settings?: Partial<Settings>
  body?: Node
}

/** Two who begin to type in an empty paragraph must find the same text in it. */
function giveTexts(holder: Y.XmlFragment): void {
  for (const element of holder.toArray()) {
    if (!(element instanceof Y.XmlElement)) continue
    const isText = schema.nodes[element.nodeName as string]?.isTextblock === true
    if (isText && element.length === 0) element.insert(0, [new Y.XmlText()])
    else if (!isText) giveTexts(element as Y.XmlElement)
  }
}

/**
 * The first update of a story. Made once, by the server: two clients that each seeded an empty story
 * would double it.
 */
export function seedStory(seed: Seed, paragraphId: string): Uint8Array {
  const ydoc = new Y.Doc()
  ydoc.transact(() => {
    for (const field of FIELDS) if (seed[field]) fieldOf(ydoc, field).insert(0, seed[field])
    for (const [id, speaker] of Object.entries(seed.speakers ?? {})) speakersOf(ydoc).set(id, speaker)
    for (const [name, value] of Object.entries(seed.settings ?? {})) settingsOf(ydoc).set(name, value)
    const body = seed.body ?? schema.node('doc', null, [schema.node('paragraph', { id: paragraphId })])
    prosemirrorToYXmlFragment(body, bodyOf(ydoc))
    giveTexts(bodyOf(ydoc))
  })
  const update = Y.encodeStateAsUpdate(ydoc)
  ydoc.destroy()
  return update
}
