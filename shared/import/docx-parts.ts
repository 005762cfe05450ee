/** The parts of a Word file, found by what they are to each other, never by their names: Word Online has `document2.xml`. */
import { Archive, damaged } from './archive.ts'
import { Refusal } from '../refusal.ts'
import { readXml } from './xml.ts'

const MAX_XML = 64 * 1024 * 1024
const MAX_PICTURE = 24 * 1024 * 1024

/** What it is instead of a Word file, so that a person knows what to do. */
export const otherKind = (what: string): Refusal =>
  new Refusal('not-readable', 422, `This is ${what}. Save it as .docx and try again. Nothing was changed.`)

export type Relation = { type: string; target: string; external: boolean }

export class DocxParts {
  private readonly archive: Archive
  private readonly main: string
  /** Of the main part, by their ids. */
  readonly relations: ReadonlyMap<string, Relation>

  /** @throws Refusal `not-readable` */
  constructor(bytes: Uint8Array) {
    this.archive = new Archive(bytes)
    const main = [...this.relationsOf('').values()].find(({ type }) => type === 'officeDocument')
    if (main === undefined) throw this.archive.has('content.xml') ? otherKind('an OpenDocument text') : damaged()
    this.main = main.target
    this.relations = this.relationsOf(this.main)
  }

  document(): Uint8Array {
    return this.xml(this.main) ?? fail()
  }

  /** The part that is `styles`, `comments` and the like to the document; null where it has none. */
  beside(type: string): Uint8Array | null {
    const found = [...this.relations.values()].find((one) => one.type === type && !one.external)
    return found === undefined ? null : this.xml(found.target)
  }

  /** The relations of a part beside the document: its links and pictures. */
  relationsBeside(type: string): ReadonlyMap<string, Relation> {
    const found = [...this.relations.values()].find((one) => one.type === type && !one.external)
    return found === undefined ? new Map() : this.relationsOf(found.target)
  }

  xml(name: string): Uint8Array | null {
    return this.archive.read(name, MAX_XML)
  }

  /** The custom properties of the file and the like, which belong to the file as a whole. */
  ofFile(type: string): Uint8Array | null {
    const found = [...this.relationsOf('').values()].find((one) => one.type === type && !one.external)
    return found === undefined ? null : this.xml(found.target)
  }

  picture(name: string): Uint8Array<ArrayBuffer> | null {
    return this.archive.read(name, MAX_PICTURE)
  }

  private relationsOf(part: string): Map<string, Relation> {
    const slash = part.lastIndexOf('/')
    const [folder, name] = [part.slice(0, slash + 1), part.slice(slash + 1)]
    const out = new Map<string, Relation>()
    const bytes = this.xml(`${folder}_rels/${name}.rels`)
    if (bytes === null) return out
    readXml(bytes, {
      open(element, attributes) {
        if (element !== 'Relationship') return
        const external = attributes.get('TargetMode') === 'External'
        const target = attributes.get('Target') ?? ''
        out.set(attributes.get('Id') ?? '', {
          // The last word of its address, which strict files share with the others.
          type: /[^/]*$/.exec(attributes.get('Type') ?? '')?.[0] ?? '',
          target: external ? target : resolve(folder, target),
          external,
        })
      },
      close() {},
      text() {},
    })
    return out
  }
}

function fail(): never {
  throw damaged()
}

/** Where a target is inside the archive; it can lead to nothing outside. */
function resolve(folder: string, target: string): string {
  const parts: string[] = []
  for (const part of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
