/** What changed from one text of a story to another, as people say it: for comparing versions, and for what readers will see. */
import type { PersonHere } from '../api.ts'
import { storyOf, type Content } from '../publish/content.ts'
import type { Change } from '../shapes/versions.ts'
import type { StoryText } from '../story.ts'
import { blocksOf, sameValue, type Block } from '../suggest/blocks.ts'
import { compare, type PlainHunk, type Range } from '../suggest/compare.ts'
import { quoted } from '../suggest/says.ts'
import { told } from './told.ts'

/** Who made the later text what it is, as far as that is known. */
export type Whose = {
  /** Who wrote what the later text has there. */
  words: (range: Range) => PersonHere[]
  /** Who took out what the earlier text has there. */
  gone: (range: Range) => PersonHere[]
  looks: (range: Range, before: Range) => PersonHere[]
  /** Who put blocks elsewhere. */
  moved: (range: Range) => PersonHere[]
  /** Who made a block say this of itself. */
  details: (block: string, names: readonly string[]) => PersonHere[]
}
const NOT_KNOWN: Whose = { words: () => [], gone: () => [], looks: () => [], moved: () => [], details: () => [] }

/**
 * In the order of the story. Comments are no changes.
 * @param hunks what `compare` has found between them
 */
export function changesBetween(
  before: StoryText,
  after: StoryText,
  whose = NOT_KNOWN,
  hunks: readonly PlainHunk[] = compare(before, after).hunks,
): Change[] {
  const [was, now] = [rows(before), rows(after)]
  return hunks.map((hunk): Change => {
    const kind = kindOf(hunk, was, now)
    return {
      kind,
      block: kind === 'removed' ? hunk.block : (hunk.view.from.block ?? hunk.block),
      was: hunk.was,
      now: hunk.now,
      says: told(hunk.says),
      by: byWhom(hunk, was, now, whose),
    }
  })
}

function byWhom(hunk: PlainHunk, was: Rows, now: Rows, whose: Whose): PersonHere[] {
  const { kind, story, view } = hunk
  if (kind === 'move') return whose.moved(view)
  if (kind === 'looks') return whose.looks(view, story)
  const came = hunk.now.trim() === '' ? [] : whose.words(view)
  const went = hunk.was.trim() === '' && (kind !== 'block' || hunk.now.trim() !== '') ? [] : whose.gone(story)
  const both = new Map([...came, ...went].map((person) => [person.id, person]))
  if (both.size > 0) return [...both.values()]
  const [old, fresh] = [was.get(story.from.block ?? ''), now.get(view.from.block ?? '')]
  if (!fresh) return []
  const names = Object.keys(fresh.attrs).filter((name) => !old || !sameValue(old.attrs[name], fresh.attrs[name]))
  return whose.details(fresh.key, names)
}

/** What readers will see changed: the text, and what the story says beside it. */
export function changesOfContent(before: Content, after: Content, hunks?: readonly PlainHunk[]): Change[] {
  const particulars = PARTICULARS.flatMap(([name, called]): Change[] => {
    const [was, now] = [before[name], after[name]].map((value) => (Array.isArray(value) ? value.join(', ') : String(value ?? '')))
    if (was === now) return []
    const says =
      was === ''
        ? `Set the ${called} to ${quoted(now!)}`
        : now === ''
          ? `Removed the ${called} ${quoted(was!)}`
          : `Changed the ${called} from ${quoted(was!)} to ${quoted(now!)}`
    return [{ kind: 'particulars', block: null, was: was!, now: now!, says, by: [] }]
  })
  return [...particulars, ...changesBetween(storyOf(before), storyOf(after), NOT_KNOWN, hunks)]
}

const PARTICULARS = [
  ['path', 'path'],
  ['kicker', 'kicker'],
  ['topics', 'topics'],
  ['visibility', 'visibility'],
  ['searchTitle', 'title for search engines'],
  ['searchText', 'text for search engines'],
  ['socialTitle', 'title for social media'],
] as const satisfies readonly (readonly [keyof Content, string])[]

type Rows = ReadonlyMap<string, Block>
const rows = (text: StoryText): Rows => new Map(blocksOf(text).map((block) => [block.key, block]))

function kindOf(hunk: PlainHunk, was: Rows, now: Rows): Change['kind'] {
  const [old, fresh] = [was.get(hunk.story.from.block ?? ''), now.get(hunk.view.from.block ?? '')]
  switch (hunk.kind) {
    case 'field':
      return 'field'
    case 'move':
      return 'moved'
    case 'looks':
      return 'formatted'
    case 'details':
    case 'speaker':
      if (old?.type === 'image' || fresh?.type === 'image') return 'picture'
      if (old && fresh && old.type === fresh.type && !sameValue(old.attrs.role, fresh.attrs.role)) return 'flipped'
      return hunk.block === null && hunk.kind === 'details' ? 'particulars' : 'changed'
    case 'split':
    case 'join':
      return 'changed'
    case 'block':
      if (isPicture(hunk, old, fresh)) return 'picture'
  }
  if (hunk.was.trim() === '' && hunk.now.trim() !== '') return 'added'
  if (hunk.now.trim() === '' && hunk.was.trim() !== '') return 'removed'
  return hunk.kind === 'block' && hunk.says.startsWith('Add') ? 'added' : hunk.says.startsWith('Remove') ? 'removed' : 'changed'
}

/** One picture alone that came or went. */
function isPicture({ was, now }: PlainHunk, old: Block | undefined, fresh: Block | undefined): boolean {
  return was.trim() === '' && now.trim() === '' && (old?.type === 'image' || fresh?.type === 'image')
}
