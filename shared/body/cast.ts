/** Who is in a story and what holds for all of it; whatever a hand-written client left there, only what is whole. */
import { oneOf } from '../schema.ts'
import { isSetting, KINDS_OF_SPEAKER, SETTINGS, type Settings, type Speaker } from '../story.ts'
import { oneLine } from './spans.ts'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A speaker with a name to say; null when there is none. */
export function speakerIn(value: unknown): Speaker | null {
  if (!isRecord(value)) return null
  const initials = oneLine(value.initials)
  const name = oneLine(value.name) || initials
  if (name === '') return null
  const short = oneLine(value.short)
  const labels = (Array.isArray(value.tapeLabels) ? value.tapeLabels : []).map(oneLine).filter((label) => label !== '')
  return {
    name,
    initials,
    // `other` stands first in no list of ours: it is what an unknown kind counts as.
    kind: KINDS_OF_SPEAKER.includes(value.kind as Speaker['kind']) ? oneOf(KINDS_OF_SPEAKER, value.kind) : 'other',
    ...(short === '' ? {} : { short }),
    ...(labels.length === 0 ? {} : { tapeLabels: labels }),
  }
}

/** By their ids. */
export function speakersIn(speakers: unknown): Map<string, Speaker> {
  const out = new Map<string, Speaker>()
  for (const [id, value] of isRecord(speakers) ? Object.entries(speakers) : []) {
    const speaker = speakerIn(value)
    if (speaker !== null) out.set(id, speaker)
  }
  return out
}

/** Every setting, those that do not fit as if nobody had set them. */
export function settingsIn(settings: unknown): Settings {
  const fit = Object.entries(isRecord(settings) ? settings : {}).filter(([name, value]) => isSetting(name, value))
  return { ...SETTINGS, ...(Object.fromEntries(fit) as Partial<Settings>) }
}
