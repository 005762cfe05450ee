/**
 * Updates written by hand, struct by struct: what a hostile client can put on the wire and no Yjs ever
 * would. The seeded forger takes honest edits and bends them.
 */
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { bodyOf, fieldOf, speakersOf } from '../../shared/story.ts'
import type { Random } from '../random.ts'
import { plainText } from '../wire.ts'

export type Id = { client: number; clock: number }
export type Content =
  | { kind: 'gc' | 'skip' | 'deleted'; length: number }
  | { kind: 'string'; text: string }
  | { kind: 'format'; key: string; value: unknown }
  | { kind: 'any'; values: unknown[] }
  | { kind: 'embed'; value: unknown }
  | { kind: 'element'; name: string }
  | { kind: 'type'; ref: number }

export type Struct = {
  origin?: Id | null
  right?: Id | null
  /** A root's name, or the id of the item that brings the type. */
  parent?: string | Id | null
  sub?: string | null
  content: Content
}
export type Block = { client: number; clock: number; structs: Struct[] }
export type Range = { client: number; clock: number; length: number }

const REFS = { deleted: 1, string: 4, embed: 5, format: 6, element: 7, type: 7, any: 8 } as const
const XML_ELEMENT = 3

export function forge(blocks: readonly Block[], deleted: readonly Range[] = []): Uint8Array {
  const out = encoding.createEncoder()
  encoding.writeVarUint(out, blocks.length)
  for (const { client, clock, structs } of blocks) {
    encoding.writeVarUint(out, structs.length)
    encoding.writeVarUint(out, client)
    encoding.writeVarUint(out, clock)
    for (const struct of structs) writeStruct(out, struct)
  }
  const clients = new Map<number, Range[]>()
  for (const range of deleted) clients.set(range.client, [...(clients.get(range.client) ?? []), range])
  encoding.writeVarUint(out, clients.size)
  for (const [client, ranges] of clients) {
    encoding.writeVarUint(out, client)
    encoding.writeVarUint(out, ranges.length)
    for (const { clock, length } of ranges) {
      encoding.writeVarUint(out, clock)
      encoding.writeVarUint(out, length)
    }
  }
  return encoding.toUint8Array(out)
}

function writeStruct(out: encoding.Encoder, { origin, right, parent, sub, content }: Struct): void {
  const id = (one: Id) => {
    encoding.writeVarUint(out, one.client)
    encoding.writeVarUint(out, one.clock)
  }
  if (content.kind === 'gc' || content.kind === 'skip') {
    encoding.writeUint8(out, content.kind === 'gc' ? 0 : 10)
    encoding.writeVarUint(out, content.length)
    return
  }
  const beside = origin ?? right
  encoding.writeUint8(out, REFS[content.kind] | (origin ? 128 : 0) | (right ? 64 : 0) | (typeof sub === 'string' ? 32 : 0))
  if (origin) id(origin)
  if (right) id(right)
  if (!beside) {
    encoding.writeVarUint(out, typeof parent === 'object' && parent ? 0 : 1)
    if (typeof parent === 'object' && parent) id(parent)
    else encoding.writeVarString(out, parent ?? 'body')
    if (typeof sub === 'string') encoding.writeVarString(out, sub)
  }
  if (content.kind === 'deleted') encoding.writeVarUint(out, content.length)
  else if (content.kind === 'string') encoding.writeVarString(out, content.text)
  else if (content.kind === 'embed') encoding.writeVarString(out, JSON.stringify(content.value))
  else if (content.kind === 'format') {
    encoding.writeVarString(out, content.key)
    encoding.writeVarString(out, JSON.stringify(content.value))
  } else if (content.kind === 'any') {
    encoding.writeVarUint(out, content.values.length)
    for (const value of content.values) encoding.writeAny(out, value as never)
  } else if (content.kind === 'element') {
    encoding.writeVarUint(out, XML_ELEMENT)
    encoding.writeVarString(out, content.name)
  } else if (content.kind === 'type') encoding.writeVarUint(out, content.ref)
}

/** An update of honest make, taken apart. */
export function takenApart(update: Uint8Array): { blocks: Block[]; deleted: Range[] } {
  const { structs, ds } = Y.decodeUpdate(update)
  const blocks: Block[] = []
  for (const struct of structs) {
    const last = blocks.at(-1)
    const block = last?.client === struct.id.client ? last : { ...struct.id, structs: [] }
    if (block !== last) blocks.push(block)
    block.structs.push(asWritten(struct))
  }
  const deleted = [...ds.clients].flatMap(([client, ranges]) => ranges.map(({ clock, len }) => ({ client, clock, length: len })))
  return { blocks, deleted }
}

function asWritten(struct: Y.Item | Y.GC | Y.Skip): Struct {
  if (!(struct instanceof Y.Item)) return { content: { kind: struct instanceof Y.GC ? 'gc' : 'skip', length: struct.length } }
  const { origin, rightOrigin: right, parentSub: sub } = struct
  return { origin, right, parent: struct.parent as unknown as string | Id, sub, content: contentOf(struct) }
}

function contentOf({ content, length }: Y.Item): Content {
  if (content instanceof Y.ContentString) return { kind: 'string', text: content.str }
  if (content instanceof Y.ContentFormat) return { kind: 'format', key: content.key, value: content.value }
  if (content instanceof Y.ContentAny) return { kind: 'any', values: content.arr }
  if (content instanceof Y.ContentType)
    return content.type instanceof Y.XmlElement ? { kind: 'element', name: content.type.nodeName } : { kind: 'type', ref: 6 }
  return { kind: 'deleted', length }
}

/** What an honest editor might do to a story, on a copy of it. */
export function honestEdit(ydoc: Y.Doc, random: Random): Uint8Array {
  const before = Y.encodeStateVector(ydoc)
  const gone: Uint8Array[] = []
  const hear = (update: Uint8Array) => gone.push(update)
  ydoc.on('update', hear)
  ydoc.transact(() => {
    for (let n = 1 + random.below(3); n > 0; n--) edit(ydoc, random)
  })
  ydoc.off('update', hear)
  return gone.length > 0 ? Y.mergeUpdates(gone) : Y.encodeStateAsUpdate(ydoc, before)
}

function edit(ydoc: Y.Doc, random: Random): void {
  const body = bodyOf(ydoc)
  const blocks = body.toArray().filter((one) => one instanceof Y.XmlElement)
  const dice = random.below(100)
  if (dice < 15 || blocks.length === 0) {
    const made = new Y.XmlElement(random.pick(['paragraph', 'paragraph', 'heading', 'list', 'notice', 'image', 'divider']))
    if (made.nodeName === 'paragraph') made.insert(0, [new Y.XmlText(random.pick(['New 🐟 one.', 'Another.']))])
    if (made.nodeName === 'list') made.insert(0, [new Y.XmlElement('listItem')])
    body.insert(random.below(body.length + 1), [made])
    return
  }
  if (dice < 25) return fieldOf(ydoc, random.pick(['headline', 'dek'])).insert(0, random.pick(['Late ', 'News 🐟 ']))
  if (dice < 30) speakersOf(ydoc).set(random.pick(['s1', 's2']), { name: 'Nora Holm', initials: 'NH', kind: 'subject' })
  const block = random.pick(blocks)
  if (dice < 40) {
    const attribute = block.nodeName === 'paragraph' ? random.pick(['id', 'speaker']) : 'id'
    return block.setAttribute(attribute, random.pick(['a', 'b', 'c']))
  }
  if (dice < 46 && blocks.length > 2) return body.delete(random.below(body.length), 1)
  const text = block.toArray().find((one) => one instanceof Y.XmlText)
  if (!(text instanceof Y.XmlText)) return
  const places = [...plainText(text).matchAll(/ |$/g)].map((one) => one.index)
  const at = random.pick(places)
  if (dice < 75) text.insert(at, random.pick(['word ', '🐟 ', 'é']))
  else if (dice < 85) text.format(0, at, random.pick([{ strong: {} }, { em: {} }, { link: { href: 'https://a.example' } }]))
  else if (dice < 92 && at > 0) text.delete(0, at)
  else if (block.nodeName === 'paragraph') block.insert(block.length, [new Y.XmlElement('hardBreak'), new Y.XmlText('after')])
}

const TEXTS = ['x', 'forged ', '🐟', 'two\nlines', '\u0000', '']
const KEYS = ['strong', 'em--abcdefgh', 'strong--x', 'comment--AAAAAAAA', 'future', '__proto__', 'lang', 'strong--']
const NAMES = ['paragraph', 'heading', 'listItem', 'hardBreak', 'list', 'image', 'future', 'doc', 'text', '__proto__']
const SUBS = ['id', 'role', 'level', 'speaker', 's1', '__proto__', 'x']
const VALUES: unknown[] = ['body', 'question', 2, true, null, { name: 'Ann', initials: 'A', kind: 'other' }, { name: 7 }, [], 'x']

function anyContent(random: Random): Content {
  return random.pick<() => Content>([
    () => ({ kind: 'string', text: random.pick(TEXTS) }),
    () => ({ kind: 'string', text: 'abcdef'.slice(random.below(5)) }),
    () => ({ kind: 'deleted', length: random.pick([0, 1, 3, 5, 1000, 2 ** 31]) }),
    () => ({ kind: 'gc', length: random.pick([0, 1, 2, 7, 1000]) }),
    () => ({ kind: 'skip', length: random.pick([0, 1, 3]) }),
    () => ({ kind: 'format', key: random.pick(KEYS), value: random.pick<unknown>([null, true, {}, { id: 'x' }, 'x']) }),
    () => ({ kind: 'any', values: Array.from({ length: 1 + random.below(2) }, () => random.pick(VALUES)) }),
    () => ({ kind: 'embed', value: { x: 1 } }),
    () => ({ kind: 'element', name: random.pick(NAMES) }),
    () => ({ kind: 'type', ref: random.below(8) }),
  ])()
}

/** An id that is in the story, in the update itself, a little beyond, or nowhere. */
function anyId(random: Random, ydoc: Y.Doc, blocks: readonly Block[]): Id {
  const known = [...ydoc.store.clients.keys()]
  if (random.chance(45)) {
    const { client, clock } = random.pick(blocks)
    return { client, clock: Math.max(0, clock - 2 + random.below(8)) }
  }
  const client = random.pick(known)
  return { client, clock: random.below(Y.getState(ydoc.store, client) + (random.chance(10) ? 3 : 0)) }
}

/** One bend of an update. */
function bend(random: Random, ydoc: Y.Doc, made: { blocks: Block[]; deleted: Range[] }, own: readonly number[]): void {
  const { blocks, deleted } = made
  if (blocks.length === 0) {
    const client = random.pick(own)
    blocks.push({ client, clock: Y.getState(ydoc.store, client), structs: [{ parent: 'body', content: anyContent(random) }] })
  }
  const block = random.pick(blocks)
  const { structs } = block
  if (structs.length === 0) structs.push({ content: anyContent(random) })
  const at = random.below(structs.length)
  const struct = structs[at]!
  const id = () => anyId(random, ydoc, blocks)
  const place = () => {
    delete struct.origin
    delete struct.right
    struct.parent = random.chance(40) ? random.pick(['body', 'headline', 'speakers', 'admin']) : id()
    struct.sub = random.chance(50) ? random.pick(SUBS) : null
  }
  const bends: (() => unknown)[] = [
    () => (struct.origin = random.chance(20) ? null : id()),
    () => (struct.right = random.chance(20) ? null : id()),
    () => ((struct.origin = id()), (struct.right = id())),
    place,
    () => (struct.sub = random.pick(SUBS)),
    () => (struct.content = anyContent(random)),
    () => structs.splice(at, 0, { ...struct, content: anyContent(random) }),
    () => structs.splice(at, 1),
    () => structs.push({ origin: id(), right: random.chance(50) ? id() : null, content: anyContent(random) }),
    () => structs.reverse(),
    // An overlap with what is known already: the first clocks repeat others.
    () => (block.clock = Math.max(0, block.clock - 1 - random.below(3))),
    () => ((block.clock = Math.max(0, block.clock - 1)), structs.unshift({ ...struct, content: { kind: 'string', text: 'xy' } })),
    () => (block.clock += random.below(3)),
    () => blocks.push({ ...block, structs: [...structs] }),
    () => blocks.push({ client: block.client, clock: block.clock + structs.length, structs: structs.splice(at) }),
    () => blocks.push({ client: block.client, clock: block.clock, structs: [] }),
    () => blocks.reverse(),
    () => {
      const client = random.pick(own)
      const [mine, theirs] = [id(), id()]
      blocks.push({
        client,
        clock: Y.getState(ydoc.store, client),
        structs: [
          { origin: mine, right: random.chance(50) ? theirs : null, content: anyContent(random) },
          { origin: id(), content: anyContent(random) },
        ],
      })
    },
    () => (block.client = random.pick(own)),
    () => deleted.push({ ...id(), length: random.pick([0, 1, 2, 5, 40]) }),
  ]
  random.pick(bends)()
  for (let i = blocks.length - 1; i >= 0; i--) if (blocks[i]!.structs.length === 0 && random.chance(80)) blocks.splice(i, 1)
}

/** @param own client ids the forger may write under */
export function forged(copy: Y.Doc, random: Random, own: readonly number[]): Uint8Array {
  const made = takenApart(honestEdit(copy, random))
  for (let n = random.below(4); n >= 0; n--) bend(random, copy, made, own)
  return forge(made.blocks, made.deleted)
}
