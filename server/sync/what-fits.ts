/** What may stand where in a story: the names, types, marks and values that an update may bring. */
import * as Y from 'yjs'
import { schema } from '../../shared/schema.ts'
import { FIELDS, isSetting } from '../../shared/story.ts'
import { isMove, isSpeaker, isStet } from '../../shared/story-values.ts'

/** What a type in the story may hold. `gone`: deleted and collected, so whatever enters it vanishes. */
export type Place = 'body' | 'field' | 'speakers' | 'settings' | 'stet' | 'moves' | 'text' | 'gone' | { element: string }

/** Thrown with a reason that whoever wrote it is told. */
export class Refused extends Error {}

export function rootCalled(name: string): Place {
  if (name === 'body' || name === 'speakers' || name === 'settings' || name === 'stet' || name === 'moves') return name
  if ((FIELDS as readonly string[]).includes(name)) return 'field'
  throw new Refused(`A story has no part called "${name.slice(0, 40)}".`)
}

/** Which types may stand where: the content expressions of the schema, one level at a time. */
export function madeIn(place: Place, sub: string | null, type: Y.AbstractType<unknown>): Place {
  if (place === 'gone') return 'gone'
  const holder = place === 'body' ? schema.topNodeType : typeof place === 'object' ? schema.nodes[place.element] : undefined
  if (!holder || sub !== null) throw new Refused('A part of the story where none can be.')
  if (type.constructor === Y.XmlText) {
    if (holder.inlineContent) return 'text'
    throw new Refused(`Text directly in ${holder.name}.`)
  }
  if (type.constructor !== Y.XmlElement) throw new Refused('A type that no story has.')
  const name = (type as Y.XmlElement).nodeName
  const made = Object.hasOwn(schema.nodes, name) ? schema.nodes[name] : undefined
  if (!made || made.isText || holder.contentMatch.matchType(made) === null)
    throw new Refused(`A story has no "${String(name).slice(0, 40)}" in ${holder.name}.`)
  return { element: name }
}

/** A field is plain text; only where a thread stands is said in it. */
export function checkFieldMark(key: string, value: unknown): void {
  if (!/^comment:[\w-]{1,60}$/.test(key) || (value !== null && value !== true))
    throw new Refused(`A field has no formatting called "${key.slice(0, 40)}".`)
}

export function checkMark(key: string, value: unknown): void {
  // y-prosemirror names a mark of which one text may have several `name--hash`, and knows no other mark so.
  const [, name = '', hash] = /^([a-zA-Z]+)(--[a-zA-Z0-9+/=]{8})?$/.exec(key) ?? []
  const mark = Object.hasOwn(schema.marks, name) ? schema.marks[name] : undefined
  if (!mark || (hash !== undefined && mark.excludes(mark)))
    throw new Refused(`A story has no formatting called "${key.slice(0, 40)}".`)
  if (value === null || value === true) return
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refused(`"${name}" with a value that does not fit.`)
  for (const [attr, given] of Object.entries(value)) checkAttribute(mark.spec.attrs, name, attr, given)
}

/** Values set one after another arrive as one struct; the last is the one that holds. */
export function checkValue(place: Place, sub: string | null, values: unknown[], { client, clock }: Y.ID): void {
  if (place === 'gone') return
  if (place === 'moves') {
    if (sub !== null || !values.every((value, i) => isMove(value, { client, clock: clock + i })))
      throw new Refused('A move that does not fit.')
    return
  }
  if (sub === null) throw new Refused('A value where none can be.')
  if (place === 'speakers') {
    if (!values.every(isSpeaker) || sub.length > 64 || sub === '__proto__') throw new Refused('A speaker that does not fit.')
    return
  }
  if (place === 'settings') {
    if (!values.every((value) => isSetting(sub, value))) throw new Refused(`A setting "${sub.slice(0, 40)}" that does not fit.`)
    return
  }
  if (place === 'stet') {
    if (!values.every((value) => isStet(sub, value))) throw new Refused('Something let stand that does not fit.')
    return
  }
  const type = typeof place === 'object' ? schema.nodes[place.element] : undefined
  if (!type) throw new Refused('A value where none can be.')
  for (const value of values) checkAttribute(type.spec.attrs, type.name, sub, value)
}

function checkAttribute(
  attrs: Record<string, { validate?: unknown }> | undefined,
  of: string,
  attr: string,
  value: unknown,
): void {
  const spec = attrs && Object.hasOwn(attrs, attr) ? attrs[attr] : undefined
  if (!spec || typeof spec.validate !== 'function') throw new Refused(`"${of}" has no attribute "${attr.slice(0, 40)}".`)
  try {
    spec.validate(value)
  } catch (error) {
    throw new Refused(`"${attr}" of "${of}" ${error instanceof Error ? error.message : 'does not fit'}.`)
  }
}
