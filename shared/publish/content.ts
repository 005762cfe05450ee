/**
 * What readers get of a story at one moment, and nothing else: no comments, no suggestions, no notes of the desk. It is
 * what gates are passed on, what an edition keeps, and all that is ever rendered: page, feed, mail, other sites.
 */
import { Node } from 'prosemirror-model'
import { schema } from '../schema.ts'
import type { LabelStyle, Speaker, StoryText } from '../story.ts'
import type { Visibility } from './workflow.ts'

/** What a story says to readers beside its text. */
export type Particulars = {
  /** The last part of its public address; null: none was chosen yet. */
  path: string | null
  /** The small line above the headline, e.g. `Interview`. */
  kicker: string
  topics: readonly string[]
  visibility: Visibility
  /** For search engines; '': the headline and the dek. */
  searchTitle: string
  searchText: string
  /** For cards in social media; '': the headline. */
  socialTitle: string
}
export const PARTICULARS: Particulars = {
  path: null,
  kicker: '',
  topics: [],
  visibility: 'public',
  searchTitle: '',
  searchText: '',
  socialTitle: '',
}

export type Content = Particulars & {
  headline: string
  dek: string
  byline: string
  /** A BCP-47 tag; '': the site's. */
  lang: string
  /** '': the newsroom's. */
  labelStyle: LabelStyle | ''
  speakers: Record<string, Speaker>
  /** ProseMirror JSON of the body, without a mark of any thread. */
  body: unknown
}

export function contentOf(story: StoryText, particulars: Particulars): Content {
  const { path, kicker, topics, visibility, searchTitle, searchText, socialTitle } = particulars
  const speakers = Object.keys(story.speakers).toSorted()
  return {
    headline: story.headline,
    dek: story.dek,
    byline: story.byline,
    lang: story.settings.lang,
    labelStyle: story.settings.labelStyle,
    speakers: Object.fromEntries(speakers.map((id) => [id, plainSpeaker(story.speakers[id]!)])),
    body: plainBlock(story.body),
    path,
    kicker,
    topics: [...topics],
    visibility,
    searchTitle,
    searchText,
    socialTitle,
  }
}

/** What of a block no reader sees. */
const UNSEEN = new Set(['id', 'sourceBlock', 'roleState'])

/** The same for two contents that are the same to readers; its SHA-256 is the content's hash. */
export function contentKey(content: Content): string {
  return JSON.stringify(content, (name, value: unknown) => (UNSEEN.has(name) ? undefined : value))
}

/** The story of a content, for whatever shows stories. @throws RangeError when it is none of ours */
export function storyOf(content: Content): StoryText {
  return {
    headline: content.headline,
    dek: content.dek,
    byline: content.byline,
    speakers: content.speakers,
    settings: { lang: content.lang, labelStyle: content.labelStyle, target: 0 },
    body: Node.fromJSON(schema, content.body),
  }
}

const plainSpeaker = ({ name, initials, kind, short }: Speaker): Speaker => ({
  name,
  initials,
  kind,
  ...(short === undefined ? {} : { short }),
})

/** Iterative, because a hand-made body may be nested without end. */
function plainBlock(node: Node): unknown {
  const root: unknown[] = []
  const waiting: { node: Node; into: unknown[] }[] = [{ node, into: root }]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const content: unknown[] = []
    const { text, type, attrs } = at.node
    const marks = at.node.marks.filter((mark) => mark.type.name !== 'comment')
    at.into.push({
      type: type.name,
      ...(Object.keys(attrs).length === 0 ? {} : { attrs: sorted(attrs) }),
      ...(marks.length === 0 ? {} : { marks: marks.map((mark) => ({ type: mark.type.name, attrs: sorted(mark.attrs) })) }),
      ...(text === undefined ? {} : { text }),
      ...(at.node.childCount === 0 ? {} : { content }),
    })
    // The last first, so that they are taken in order.
    for (const child of joined(at.node).toReversed()) waiting.push({ node: child, into: content })
  }
  return root[0]
}

/** Its children, words that only a thread's mark kept apart put together. */
function joined(node: Node): Node[] {
  const out: Node[] = []
  for (const child of node.children) {
    const last = out.at(-1)
    const bare = child.isText ? child.mark(child.marks.filter((mark) => mark.type.name !== 'comment')) : child
    if (last?.isText && bare.isText && last.sameMarkup(bare))
      out[out.length - 1] = schema.text(last.text! + bare.text!, last.marks)
    else out.push(bare)
  }
  return out
}

const sorted = (attrs: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(attrs)
      .toSorted()
      .map((name) => [name, attrs[name]]),
  )
