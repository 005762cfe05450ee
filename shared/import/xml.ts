/**
 * Reads XML as a run of events, of which names are told without their prefixes: Word, its strict twin and
 * other programs choose different ones. Nothing is fetched, and there are no entities but the five of XML
 * itself: a document type, which could define more, is refused.
 */
import { SaxesParser } from 'saxes'
import { damaged } from './archive.ts'

export type Attributes = ReadonlyMap<string, string>
export type XmlEvents = {
  open(name: string, attributes: Attributes): void
  close(name: string): void
  text(text: string): void
}

const DEEPEST = 2000
const PIECE = 64 * 1024

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** @throws Refusal `not-readable` */
export function readXml(source: Uint8Array | string, events: XmlEvents): void {
  const text = typeof source === 'string' ? source : decode(source)
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('doctype', () => {
    throw damaged()
  })
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > DEEPEST) throw damaged()
    const attributes = new Map<string, string>()
    // `r:id` counts before an `id` beside it.
    for (const [name, value] of Object.entries(tag.attributes))
      if (name.includes(':') || !attributes.has(name)) attributes.set(local(name), value)
    events.open(local(tag.name), attributes)
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    events.close(local(tag.name))
  })
  parser.on('text', (part) => events.text(part))
  parser.on('cdata', (part) => events.text(part))
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE))
  parser.close()
}

function decode(bytes: Uint8Array): string {
  const [a, b] = bytes
  const encoding =
    (a === 0xff && b === 0xfe) || (a === 0x3c && b === 0) ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw damaged()
  }
}
