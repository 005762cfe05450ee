/**
 * A story as one row of blocks, as the merge of suggestions sees it: its settings, speakers, headline, dek and byline
 * first, then its body, where lists and notices stand before what they hold. Every row of blocks can be made a
 * story again, whatever was put in or left out of it.
 */
import { Fragment, type Attrs, type Node } from 'prosemirror-model'
import { schema } from '../schema.ts'
import { FIELDS, type Field, type Settings, type Speaker, type StoryText } from '../story.ts'
import { contentOf, wordsOf, type Word } from './words.ts'

/** What a block is: a node of the body, or one of the parts before it. `body` stands before the first node. */
export type Block = {
  /** Its id where it has one of its own; else a name made for it. */
  readonly key: string
  readonly type: string
  readonly attrs: Attrs
  /** The key of the list or notice it stands in. */
  readonly wrap: string | null
  /** What it holds, if it holds words: as a node, or as words that were put together. */
  readonly node: Node | null
  readonly made: readonly Word[] | null
}

const NO_WORDS: readonly Word[] = []
export const wordsIn = ({ node, made }: Block): readonly Word[] => made ?? (node === null ? NO_WORDS : wordsOf(node))

export const holdsWords = ({ type }: Block): boolean => type === 'field' || schema.nodes[type]?.isTextblock === true
/** A list or a notice. */
export const holdsBlocks = (type: string): boolean => type === 'list' || type === 'notice'
/** A part that is always there, and always in the same place. */
export const isFixed = ({ type }: Block): boolean => type === 'settings' || type === 'field' || type === 'body'
export const fieldOfBlock = ({ type, key }: Block): Field | null =>
  type === 'field' ? (key.slice('field:'.length) as Field) : null
export const speakerOfBlock = ({ type, key }: Block): string | null => (type === 'speaker' ? key.slice('speaker:'.length) : null)

const part = (key: string, type: string, attrs: Attrs, node: Node | null = null): Block => ({
  key,
  type,
  attrs,
  wrap: null,
  node,
  made: null,
})

const cached = new WeakMap<StoryText, readonly Block[]>()

export function blocksOf(story: StoryText): readonly Block[] {
  const known = cached.get(story)
  if (known) return known
  const blocks: Block[] = [part('settings', 'settings', story.settings)]
  for (const id of Object.keys(story.speakers).toSorted())
    blocks.push(part(`speaker:${id}`, 'speaker', story.speakers[id] as Attrs))
  for (const field of FIELDS)
    blocks.push(
      part(`field:${field}`, 'field', {}, schema.node('paragraph', null, story[field] === '' ? [] : [schema.text(story[field])])),
    )
  blocks.push(part('body', 'body', {}))
  const seen = new Set(blocks.map(({ key }) => key))
  // Not counted from the beginning for each of ten thousand blocks of one id.
  const times = new Map<string, number>()
  const keyFor = (node: Node): string => {
    const id: unknown = node.attrs.id
    const name = typeof id === 'string' && id !== '' ? id : `?${node.type.name}`
    let key = name
    let n = times.get(name) ?? 1
    while (seen.has(key) || key === '?') key = `${name}~${(n += 1)}`
    times.set(name, n)
    seen.add(key)
    return key
  }
  const add = (node: Node, wrap: string | null): void => {
    const key = keyFor(node)
    blocks.push({ key, type: node.type.name, attrs: node.attrs, wrap, node: node.isTextblock ? node : null, made: null })
    if (holdsBlocks(node.type.name)) node.forEach((inner) => add(inner, key))
  }
  story.body.forEach((node) => add(node, null))
  cached.set(story, blocks)
  return blocks
}

/** An id that is the same whenever it is made of the same names. */
export function idFrom(...names: string[]): string {
  let [a, b] = [0x811c9dc5, 0x1b873593]
  for (const letter of names.join('\u0000')) {
    const code = letter.codePointAt(0)!
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b) + 0x27d4eb2f
  }
  return ((a >>> 0).toString(36).padStart(7, '0') + (b >>> 0).toString(36).padStart(7, '0')).slice(0, 12)
}

type Open = { key: string; type: string; attrs: Attrs; items: Node[]; at: number }

/** The story that a row of blocks is. */
export function storyOf(blocks: readonly Block[], containers: Containers): StoryText {
  const [speakers, fields]: [Record<string, Speaker>, Partial<Record<Field, string>>] = [{}, {}]
  let settings: Settings | null = null
  const body: Block[] = []
  for (const block of blocks) {
    const { type, attrs } = block
    if (type === 'settings') settings = attrs as Settings
    else if (type === 'speaker') speakers[speakerOfBlock(block)!] = attrs as Speaker
    else if (type === 'field') fields[fieldOfBlock(block)!] = textIn(block)
    else if (type !== 'body') body.push(block)
  }
  return {
    headline: fields.headline ?? '',
    dek: fields.dek ?? '',
    byline: fields.byline ?? '',
    speakers,
    settings: settings!,
    body: schema.nodes.doc.create(null, Fragment.from(nodesOf(body, containers))),
  }
}

export const textIn = (block: Block): string =>
  block.made === null ? (block.node?.textContent ?? '') : block.made.map(({ text }) => text).join('')

/** A list or a notice that something was put behind stands before what it holds again. */
function holdersFirst(blocks: readonly Block[]): readonly Block[] {
  const astray = blocks.filter(
    ({ key, type }, i) => holdsBlocks(type) && blocks[i + 1]?.wrap !== key && blocks.some(({ wrap }) => wrap === key),
  )
  if (astray.length === 0) return blocks
  const rest = blocks.filter((block) => !astray.includes(block))
  for (const holder of astray)
    rest.splice(
      rest.findIndex(({ wrap }) => wrap === holder.key),
      0,
      holder,
    )
  return rest
}

/** The nodes of the body. What stands in no list or notice any more gets one like its own, or none. */
export function nodesOf(blocks: readonly Block[], { byKey, empty }: Containers): Node[] {
  const nodes: (Node | null)[] = []
  let open: Open | null = null
  const close = (): void => {
    if (open !== null && (open.items.length > 0 || empty.has(open.key)))
      nodes[open.at] = schema.nodes[open.type]!.create(open.attrs, Fragment.from(open.items))
    open = null
  }
  const begin = (key: string, type: string, attrs: Attrs): Open => {
    close()
    nodes.push(null)
    return (open = { key, type, attrs, items: [], at: nodes.length - 1 })
  }
  for (const block of holdersFirst(blocks)) {
    const { key, type, attrs, wrap } = block
    if (holdsBlocks(type)) {
      begin(key, type, attrs)
      continue
    }
    const node = nodeOf(block)
    const inside = holderFor(block, open, byKey)
    if (inside === null) {
      close()
      nodes.push(node)
    } else if (inside === 'open') open!.items.push(node)
    else begin(wrap ?? key, inside.type, { ...inside.attrs, id: idFrom(wrap ?? '', key) }).items.push(node)
  }
  close()
  return nodes.filter((node) => node !== null)
}

function holderFor(
  { type, wrap }: Block,
  open: Open | null,
  containers: ReadonlyMap<string, Block>,
): 'open' | { type: string; attrs: Attrs } | null {
  const needed = type === 'listItem' ? 'list' : wrap === null ? null : 'notice'
  if (needed === null || (needed === 'notice' && type !== 'paragraph')) return null
  if (open !== null && open.type === needed && (wrap === null || open.key === wrap || open.items.length > 0)) return 'open'
  const like = wrap === null ? undefined : containers.get(wrap)
  if (like?.type === needed) return like
  return needed === 'list' ? { type: 'list', attrs: {} } : null
}

const nodes = new WeakMap<Block, Node>()

function nodeOf(block: Block): Node {
  const { type, attrs, node, made } = block
  if (made === null && node !== null && node.type.name === type && node.attrs === attrs) return node
  let built = nodes.get(block)
  if (!built) {
    const content = !holdsWords(block) ? null : made === null && node !== null ? node.content : contentOf(made ?? NO_WORDS)
    nodes.set(block, (built = schema.nodes[type]!.create(attrs, content)))
  }
  return built
}

/** Lists and notices by their keys, and those that held nothing. */
export type Containers = { byKey: ReadonlyMap<string, Block>; empty: ReadonlySet<string> }

export function containersIn(...rows: readonly (readonly Block[])[]): Containers {
  const byKey = new Map<string, Block>()
  const empty = new Set<string>()
  for (const row of rows)
    row.forEach((block, i) => {
      if (!holdsBlocks(block.type)) return
      byKey.set(block.key, block)
      if (row[i + 1]?.wrap !== block.key) empty.add(block.key)
    })
  return { byKey, empty }
}

export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b))

export function sameAttrs(a: Attrs, b: Attrs): boolean {
  if (a === b) return true
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => sameValue(a[key], b[key]))
}

/** The same block, but perhaps for its words. */
export const sameStart = (a: Block, b: Block): boolean => a.type === b.type && a.wrap === b.wrap && sameAttrs(a.attrs, b.attrs)

/** Whether two blocks hold the same, comments and all, as far as that is to be seen quickly. */
export const sureSameWords = (a: Block, b: Block): boolean =>
  (a.made === null &&
    b.made === null &&
    (a.node === b.node || (a.node !== null && b.node !== null && a.node.content.eq(b.node.content)))) ||
  (a.made !== null && a.made === b.made)
