/** What the styles and lists of a Word file say, with what each takes from the one it is based on. */
import { readXml, type Attributes } from './xml.ts'

/** What a style or a run itself says; undefined: what it is based on says it. */
export type RunLook = {
  strong?: boolean
  em?: boolean
  strike?: boolean
  hidden?: boolean
}

export type Style = {
  id: string
  /** As Word calls it in every language: `heading 1`, `Title`. */
  name: string
  look: RunLook
  /** 1 to 9 for headings; 0 for none; undefined: not said. */
  heading: number | undefined
  list: string | undefined
  level: number | undefined
  border: boolean | undefined
}

const DEPTH = 20

/** A switch such as `<w:b/>`: on, unless it says otherwise. */
export const isOn = (attributes: Attributes): boolean => !/^(0|false|off|none)$/.test(attributes.get('val') ?? '1')

const LOOKS: Record<string, keyof RunLook> = { b: 'strong', i: 'em', strike: 'strike', dstrike: 'strike', vanish: 'hidden' }

/** Takes one property of a run into its look. */
export function takeLook(look: RunLook, name: string, attributes: Attributes): void {
  const key = LOOKS[name]
  if (key !== undefined) look[key] = isOn(attributes) || (key === 'strike' && look.strike === true)
}

/** The heading level that an outline level stands for. */
export const outlineHeading = (attributes: Attributes): number => {
  const level = Number(attributes.get('val'))
  return Number.isInteger(level) && level >= 0 && level < 9 ? level + 1 : 0
}

export class Styles {
  private readonly byId = new Map<string, { style: Style; basedOn: string | null; of: string }>()
  private readonly whole = new Map<string, Style>()
  /** The style of paragraphs that name none. */
  private usual: string | null = null
  /** What the whole file says before any style does. */
  readonly base: RunLook = {}

  constructor(xml: Uint8Array | null) {
    if (xml !== null) this.readFrom(xml)
  }

  private readFrom(xml: Uint8Array): void {
    const path: string[] = []
    let here: { style: Style; basedOn: string | null; of: string } | null = null
    readXml(xml, {
      open: (name, attributes) => {
        const parent = path.at(-1)
        path.push(name)
        if (name === 'style' && parent === 'styles') {
          const id = attributes.get('styleId') ?? ''
          const style: Style = {
            id,
            name: id,
            look: {},
            heading: undefined,
            list: undefined,
            level: undefined,
            border: undefined,
          }
          here = { style, basedOn: null, of: attributes.get('type') ?? 'paragraph' }
          this.byId.set(id, here)
          if (here.of === 'paragraph' && /^(1|true|on)$/.test(attributes.get('default') ?? '')) this.usual = id
        } else if (parent === 'rPr' && path.includes('rPrDefault')) takeLook(this.base, name, attributes)
        else if (here === null) return
        else if (name === 'name' && parent === 'style') here.style.name = (attributes.get('val') ?? '').toLowerCase()
        else if (name === 'basedOn' && parent === 'style') here.basedOn = attributes.get('val') ?? null
        else if (parent === 'rPr' && path.at(-3) === 'style') takeLook(here.style.look, name, attributes)
        else if (path[path.length - 3] === 'style' || path[path.length - 4] === 'style')
          takeParagraph(here.style, name, parent, attributes)
      },
      close: (name) => {
        path.pop()
        if (name === 'style') here = null
      },
      text() {},
    })
  }

  paragraph(id: string | null): Style {
    return this.resolve(id !== null && this.byId.get(id)?.of === 'paragraph' ? id : this.usual)
  }

  character(id: string | null): Style {
    return this.resolve(id !== null && this.byId.get(id)?.of === 'character' ? id : null)
  }

  /** The list that a list style stands for. */
  listOf(id: string): string | null {
    return this.resolve(this.byId.has(id) ? id : null).list ?? null
  }

  private resolve(id: string | null): Style {
    const known = this.whole.get(id ?? '')
    if (known !== undefined) return known
    const out: Style = {
      id: id ?? '',
      name: '',
      look: {},
      heading: undefined,
      list: undefined,
      level: undefined,
      border: undefined,
    }
    let at = id
    for (let n = 0; at !== null && n < DEPTH; n += 1) {
      const found = this.byId.get(at)
      if (found === undefined) break
      const { style } = found
      if (n === 0) out.name = style.name
      out.look = { ...style.look, ...out.look }
      out.heading ??= headingOf(style.name) ?? style.heading
      out.list ??= style.list
      out.level ??= style.level
      out.border ??= style.border
      at = found.basedOn
    }
    this.whole.set(id ?? '', out)
    return out
  }
}

const headingOf = (name: string): number | undefined => {
  const level = /^heading ([1-9])$/.exec(name)?.[1]
  return level === undefined ? undefined : Number(level)
}

/** What a paragraph's own properties and those of its style have in common. */
export function takeParagraph(
  into: Pick<Style, 'heading' | 'list' | 'level' | 'border'>,
  name: string,
  parent: string | undefined,
  attributes: Attributes,
): void {
  if (name === 'outlineLvl') into.heading = outlineHeading(attributes)
  else if (name === 'numId' && parent === 'numPr') into.list = attributes.get('val') ?? '0'
  else if (name === 'ilvl' && parent === 'numPr') into.level = Math.min(Math.max(Number(attributes.get('val')) || 0, 0), 8)
  else if (name === 'bottom' && parent === 'pBdr')
    into.border = attributes.get('val') !== 'none' && attributes.get('val') !== 'nil'
}

type Level = { format: string; start: number; sign: string }
type Numbers = { levels: Map<number, Level>; style: string | null }

/** The lists of a Word file: whether each is numbered, and where its counting has got to. */
export class Numbering {
  private readonly abstracts = new Map<string, Numbers>()
  private readonly lists = new Map<string, { abstract: string; own: Map<number, Level> }>()
  private readonly counts = new Map<string, number[]>()

  constructor(
    xml: Uint8Array | null,
    private readonly styles: Styles,
  ) {
    if (xml !== null) this.readFrom(xml)
  }

  private readFrom(xml: Uint8Array): void {
    const path: string[] = []
    let numbers: Numbers | null = null
    let list: { abstract: string; own: Map<number, Level> } | null = null
    let level: Level | null = null
    let override = 0
    readXml(xml, {
      open: (name, attributes) => {
        path.push(name)
        const value = attributes.get('val') ?? ''
        if (name === 'abstractNum') {
          numbers = { levels: new Map(), style: null }
          this.abstracts.set(attributes.get('abstractNumId') ?? '', numbers)
        } else if (name === 'num') {
          list = { abstract: '', own: new Map() }
          this.lists.set(attributes.get('numId') ?? '', list)
        } else if (name === 'abstractNumId' && list !== null) list.abstract = value
        else if (name === 'numStyleLink' && numbers !== null) numbers.style = value
        else if (name === 'lvlOverride') override = Number(attributes.get('ilvl')) || 0
        else if (name === 'startOverride' && list !== null) {
          const of = this.abstracts.get(list.abstract)?.levels.get(override)
          list.own.set(override, { format: of?.format ?? 'decimal', sign: of?.sign ?? '%1.', start: Number(value) || 0 })
        } else if (name === 'lvl') {
          level = { format: 'decimal', start: 1, sign: '%1.' }
          const into = list?.own ?? numbers?.levels
          into?.set(Number(attributes.get('ilvl')) || 0, level)
        } else if (level !== null && name === 'numFmt') level.format = value
        else if (level !== null && name === 'start') level.start = Number(value) || 0
        else if (level !== null && name === 'lvlText') level.sign = value
      },
      close: (name) => {
        path.pop()
        if (name === 'abstractNum') numbers = null
        else if (name === 'num') list = null
        else if (name === 'lvl') level = null
      },
      text() {},
    })
  }

  /** @returns null where the list is none to the eye; `known` false where the file names a list that is not in it */
  next(list: string, depth: number): { ordered: boolean; number: number; known: boolean } | null {
    const found = this.lists.get(list)
    const level = found?.own.get(depth) ?? this.levelsOf(found?.abstract ?? '', 0)?.get(depth)
    if (level === undefined) return { ordered: false, number: 1, known: false }
    if (level.format === 'none' || (level.sign === '' && level.format !== 'bullet')) return null
    const key = found?.own.has(depth) === true ? `own ${list}` : (found?.abstract ?? '')
    const counts = this.counts.get(key) ?? []
    this.counts.set(key, counts)
    counts.length = Math.min(counts.length, depth + 1)
    const number = counts[depth] === undefined ? level.start : counts[depth] + 1
    counts[depth] = number
    return { ordered: level.format !== 'bullet', number, known: true }
  }

  private levelsOf(abstract: string, hops: number): ReadonlyMap<number, Level> | undefined {
    const numbers = this.abstracts.get(abstract)
    if (numbers === undefined || numbers.style === null || hops > DEPTH) return numbers?.levels
    const linked = this.lists.get(this.styles.listOf(numbers.style) ?? '')?.abstract
    return linked === undefined || linked === abstract ? numbers.levels : this.levelsOf(linked, hops + 1)
  }
}
