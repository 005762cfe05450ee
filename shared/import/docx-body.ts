/**
 * Reads the body of a Word file, or one of its notes or comments, as a run of events: no tree is kept.
 * Elements it does not know are gone through for the text in them: names of people and places stand in
 * smart tags.
 */
import { Blocks, splitAtGaps, tidy } from './blocks.ts'
import type { RunChanges } from './docx-changes.ts'
import type { Relation } from './docx-parts.ts'
import { apartBy, ownList, ownLook, type DocxOwn, type OwnParagraph } from './docx-own.ts'
import type { DocxPictures } from './docx-pictures.ts'
import { raised, signOf } from './docx-signs.ts'
import { takeLook, takeParagraph, type Numbering, type RunLook, type Style, type Styles } from './docx-styles.ts'
import { HARD, isBlank, LOSSES, textOf, wholly, without, type Draft, type Image, type Lost, type Piece } from './draft.ts'
import { PLAIN, type Look } from '../look.ts'
import { keptHref } from './hrefs.ts'
import type { Attributes, XmlEvents } from './xml.ts'

export type DocxContext = {
  styles: Styles
  numbering: Numbering
  relations: ReadonlyMap<string, Relation>
  lost: Lost
  pictures: DocxPictures
  changes: RunChanges
  /** Of a file that our own export wrote. */
  own: DocxOwn | null
  /** The number a note gets where it is first mentioned. */
  numberOf: (note: string) => number
}

type Paragraph = {
  style: string | null
  own: Pick<Style, 'heading' | 'list' | 'level' | 'border'>
  /** Words and pictures as they follow each other. */
  parts: (Piece[] | Image)[]
  /** What stands beside it in the page: text boxes and rules. */
  after: Draft[]
} & Pick<OwnParagraph, 'apart' | 'bookmarks'>
type Run = { look: RunLook; style: string | null }
type Field = { instruction: string; told: boolean; href: string | null }

/** Properties of other things, and what text there was before a change of its formatting. */
const SKIPPED = new Set(
  'sdtPr rPrChange pPrChange sectPrChange tblPrChange tblPrExChange tcPrChange trPrChange tblGridChange numberingChange rt fldData binData'.split(
    ' ',
  ),
)
const PROPERTIES = new Set('rPr pPr trPr tcPr numPr ctrlPr'.split(' '))

export class DocxBody implements XmlEvents {
  blocks: Blocks
  /** The parts of its page heads and feet. */
  readonly margins = new Set<string>()
  /** The paragraph that Word calls its title, when it comes first, and the subtitle right after it. */
  headline: Draft | null = null
  dek: Draft | null = null
  private readonly path: string[] = []
  private skippedFrom = 0
  private readonly paragraphs: Paragraph[] = []
  private readonly runs: Run[] = []
  private readonly fields: Field[] = []
  private readonly links: (string | null)[] = []
  /** The blocks around each text box. */
  private readonly outside: Blocks[] = []
  /** For each alternative, whether one has been taken. */
  private readonly taken: boolean[] = []
  private text_: string | null = null
  private exact = false
  private list = ''

  constructor(private readonly context: DocxContext) {
    this.blocks = new Blocks(context.lost)
    this.blocks.exact = context.own !== null
  }

  // --- events ---

  open(name: string, attributes: Attributes): void {
    const parent = this.path.at(-1) ?? ''
    this.path.push(name)
    if (this.skippedFrom > 0) return
    if (
      SKIPPED.has(name) ||
      (name === 'Fallback' && this.taken.at(-1) === true) ||
      (name === 'Choice' && this.taken.at(-1) === true)
    ) {
      this.skippedFrom = this.path.length
      if (name.endsWith('Change') && name !== 'sectPrChange')
        this.context.lost.add(
          'A tracked change of formatting, taken as it is now',
          '# tracked changes of formatting, taken as they are now',
        )
      else if (name === 'rt') this.context.lost.add('A reading aid above a word', '# reading aids above words')
      return
    }
    if (name === 'Choice') this.taken[this.taken.length - 1] = true
    if (parent === 'rPr' || parent === 'pPr' || parent === 'numPr' || parent === 'pBdr') this.property(name, parent, attributes)
    else if (parent === 'r') this.inRun(name, attributes)
    else this.element(name, parent, attributes)
  }

  close(name: string): void {
    if (this.skippedFrom > 0) {
      if (this.path.length === this.skippedFrom) this.skippedFrom = 0
      this.path.pop()
      return
    }
    this.path.pop()
    const parent = this.path.at(-1) ?? ''
    if (name === 't' || name === 'delText' || name === 'instrText' || name === 'delInstrText') this.endText(name)
    else if (name === 'r') this.runs.pop()
    else if (name === 'p') this.endParagraph()
    else if (name === 'hyperlink') this.links.pop()
    else if (name === 'fldSimple') this.fields.pop()
    else if (name === 'txbxContent') this.endTextBox()
    else if (name === 'AlternateContent') this.taken.pop()
    else if (name === 'tc') this.endList()
    else if (name === 'tr') {
      this.endList()
      this.blocks.endRow()
    } else if (name === 'tbl') this.blocks.endTable()
    else if (name === 'drawing' || name === 'pict' || name === 'object') this.context.pictures.endDrawing()
    else if (this.isChange(name, parent)) this.context.changes.end()
  }

  text(text: string): void {
    if (this.skippedFrom === 0 && this.text_ !== null) this.text_ += text
  }

  // --- elements ---

  private property(name: string, parent: string, attributes: Attributes): void {
    const paragraph = this.paragraphs.at(-1)
    if (parent === 'rPr') {
      const run = this.path.at(-3) === 'r' ? this.runs.at(-1) : undefined
      if (run === undefined) {
        // The end of the paragraph itself was written or taken away.
        if (this.path.at(-3) === 'pPr' && this.isChange(name, '')) this.context.changes.mark(name, attributes)
      } else if (name === 'rStyle') run.style = attributes.get('val') ?? null
      else takeLook(run.look, name, attributes)
    } else if (paragraph === undefined) return
    else if (name === 'pStyle') paragraph.style = attributes.get('val') ?? null
    else if (name === 'sectPr') return
    else takeParagraph(paragraph.own, name, parent, attributes)
  }

  private inRun(name: string, attributes: Attributes): void {
    if (name === 't' || name === 'delText' || name === 'instrText' || name === 'delInstrText') {
      this.text_ = ''
      this.exact = attributes.get('space') === 'preserve'
    } else if (name === 'tab' || name === 'ptab') this.add('\t')
    else if (name === 'br') {
      if (!/^(page|column)$/.test(attributes.get('type') ?? '')) this.add(HARD)
    } else if (name === 'cr') this.add(HARD)
    else if (name === 'noBreakHyphen') this.add('\u2011')
    else if (name === 'sym') this.sign(attributes)
    else if (name === 'fldChar') this.fieldSign(attributes.get('fldCharType') ?? '')
    else if (name === 'footnoteReference' || name === 'endnoteReference') {
      const note = `${name.charAt(0)} ${attributes.get('id') ?? ''}`
      this.add(raised(this.context.numberOf(note)), PLAIN)
    } else if (name === 'commentReference') this.context.changes.mentionComment(attributes.get('id') ?? '')
    else if (name === 'drawing' || name === 'pict' || name === 'object') this.context.pictures.beginDrawing()
    else this.element(name, 'r', attributes)
  }

  private element(name: string, parent: string, attributes: Attributes): void {
    const { pictures, changes, lost } = this.context
    if (name === 'p')
      this.paragraphs.push({
        style: null,
        own: { heading: undefined, list: undefined, level: undefined, border: undefined },
        parts: [],
        after: [],
        apart: {},
        bookmarks: [],
      })
    else if (name === 'r') this.runs.push({ look: {}, style: null })
    else if (name === 't' && parent !== 'r') {
      // Equations and the like have runs of their own kind.
      this.text_ = ''
      this.exact = true
    } else if (name === 'hyperlink') this.links.push(this.linkOf(attributes))
    else if (name === 'fldSimple')
      this.fields.push({ instruction: '', told: true, href: this.hrefIn(attributes.get('instr') ?? '') })
    else if (name === 'bookmarkStart') this.paragraphs.at(-1)?.bookmarks.push(attributes.get('name') ?? '')
    else if (name === 'commentRangeStart') changes.beginComment(attributes.get('id') ?? '')
    else if (name === 'commentRangeEnd') changes.endComment(attributes.get('id') ?? '')
    else if (name === 'AlternateContent') this.taken.push(false)
    else if (name === 'txbxContent') this.beginTextBox()
    else if (name === 'tbl') {
      this.endList()
      this.blocks.beginTable()
    } else if (name === 'tr') this.blocks.beginRow()
    else if (name === 'tc') this.blocks.beginCell()
    else if (name === 'oMath') lost.add('An equation, kept as plain text', '# equations, kept as plain text')
    else if (name === 'headerReference' || name === 'footerReference') this.margins.add(attributes.get('id') ?? '')
    else if (name === 'rect' && /^(t|true|1)$/.test(attributes.get('hr') ?? '')) {
      pictures.seen()
      this.paragraphs.at(-1)?.after.push({ kind: 'divider' })
    } else if (this.isChange(name, parent)) changes.begin(name, attributes)
    else {
      const image = pictures.take(name, attributes)
      if (image !== null) this.picture(image)
    }
  }

  private isChange(name: string, parent: string): boolean {
    return (name === 'ins' || name === 'del' || name === 'moveFrom' || name === 'moveTo') && !PROPERTIES.has(parent)
  }

  // --- words ---

  private endText(name: string): void {
    const text = this.text_ ?? ''
    this.text_ = null
    const field = this.fields.at(-1)
    if (name.endsWith('nstrText')) {
      if (field !== undefined && !field.told) field.instruction += text
      return
    }
    const words = text.replace(/[\r\n]+/g, ' ')
    this.add(this.exact ? words : words.replace(/^[ \t]+|[ \t]+$/g, ''))
  }

  private add(text: string, look = this.look()): void {
    const paragraph = this.paragraphs.at(-1)
    // Words of an instruction to Word are none of the writer's.
    if (text === '' || paragraph === undefined || this.fields.some((field) => !field.told)) return
    if (look === null) {
      this.context.lost.add('Hidden text')
      return
    }
    const apart = this.context.own === null ? null : apartBy(this.context.styles.character(this.runs.at(-1)?.style ?? null).name)
    if (!this.context.changes.say(text, apart !== null)) return
    if (apart !== null) {
      paragraph.apart[apart] = (paragraph.apart[apart] ?? '') + text
      return
    }
    let pieces = paragraph.parts.at(-1)
    if (!Array.isArray(pieces)) paragraph.parts.push((pieces = []))
    const last = pieces.at(-1)
    if (text !== HARD && last !== undefined && last.text !== HARD && same(last.look, look)) last.text += text
    else pieces.push({ text, look: text === HARD ? PLAIN : look })
  }

  /** Null: hidden. */
  private look(): Look | null {
    const run = this.runs.at(-1)
    const paragraph = this.paragraphs.at(-1)
    const { styles } = this.context
    const of = styles.paragraph(paragraph?.style ?? null)
    const { name, look: character } = styles.character(run?.style ?? null)
    const heading = (paragraph?.own.heading ?? of.heading ?? 0) > 0 || of.name === 'title'
    const around = heading ? {} : { ...styles.base, ...of.look }
    // A switch in a style of words turns the one of its paragraph over.
    const on = (key: 'strong' | 'em') => run?.look[key] ?? (around[key] ?? false) !== (character[key] ?? false)
    if (run?.look.hidden ?? character.hidden ?? of.look.hidden ?? false) return null
    const href = this.fields.findLast((field) => field.href !== null)?.href ?? this.links.at(-1) ?? null
    if (this.context.own !== null) return ownLook(run?.look ?? {}, name, character, href)
    return {
      ...PLAIN,
      strong: on('strong'),
      em: on('em'),
      strike: run?.look.strike ?? character.strike ?? around.strike ?? false,
      href,
    }
  }

  private sign(attributes: Attributes): void {
    const sign = signOf(attributes.get('char') ?? '')
    if (sign !== null) this.add(sign)
    else this.context.lost.add('A letter of a font of signs', '# letters of a font of signs')
  }

  // --- links ---

  private fieldSign(type: string): void {
    const field = this.fields.at(-1)
    if (type === 'begin') this.fields.push({ instruction: '', told: false, href: null })
    else if (type === 'separate' && field !== undefined) {
      field.told = true
      field.href = this.hrefIn(field.instruction)
    } else if (type === 'end') this.fields.pop()
  }

  private hrefIn(instruction: string): string | null {
    const address = /^\s*HYPERLINK\s+"([^"]*)"/i.exec(instruction)?.[1]
    return address === undefined ? null : keptHref(address, this.context.lost)
  }

  private linkOf(attributes: Attributes): string | null {
    const relation = this.context.relations.get(attributes.get('id') ?? '')
    if (relation === undefined || !relation.external) return null
    const anchor = attributes.get('anchor')
    return keptHref(
      anchor === undefined || relation.target.includes('#') ? relation.target : `${relation.target}#${anchor}`,
      this.context.lost,
    )
  }

  // --- blocks ---

  private picture(image: Image): void {
    const paragraph = this.paragraphs.at(-1)
    if (paragraph === undefined) this.blocks.put(image)
    else paragraph.parts.push(image)
  }

  private beginTextBox(): void {
    this.context.pictures.seen()
    this.outside.push(this.blocks)
    this.blocks = new Blocks(this.context.lost)
    this.list = ''
  }

  private endTextBox(): void {
    this.endList()
    const { drafts } = this.blocks
    this.blocks = this.outside.pop() ?? this.blocks
    if (drafts.length === 0) return
    this.context.lost.add(
      'A text box, put after the paragraph it stands beside',
      '# text boxes, put after the paragraphs they stand beside',
    )
    const paragraph = this.paragraphs.at(-1)
    if (paragraph === undefined) for (const draft of drafts) this.blocks.put(draft)
    else paragraph.after.push(...drafts)
  }

  endList(): void {
    this.list = ''
    this.blocks.endList()
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop()
    if (paragraph === undefined) return
    const { own } = paragraph
    const style = this.context.styles.paragraph(paragraph.style)
    const heading = own.heading ?? style.heading ?? 0
    const list = own.list ?? style.list ?? '0'
    const images = paragraph.parts.filter((part): part is Image => !Array.isArray(part))
    const all = paragraph.parts.filter((part) => Array.isArray(part)).flat()
    this.context.changes.endParagraph()
    const level = own.level ?? style.level ?? 0
    const number = list === '0' ? null : this.context.numbering.next(list, level)
    const ours = this.context.own?.take({ ...paragraph, style: style.name, listed: number !== null, pieces: all, images }) ?? null
    if (ours !== null) this.putAll(ours)
    else if (isBlank(textOf(all))) {
      this.putAll(images)
      if (images.length === 0 && (own.border ?? style.border) === true) this.put({ kind: 'divider' })
    } else if (heading > 0 || style.name === 'title') {
      if (number !== null) this.context.lost.add('The number of a heading', 'The numbers of # headings')
      const pieces = tidy(all)
      this.putHeading(
        { kind: 'heading', level: Math.max(heading, 1), pieces: wholly(pieces, 'strong') ? without(pieces, 'strong') : pieces },
        style.name,
      )
      this.putAll(images)
    } else if (number !== null) {
      if (!number.known) this.context.lost.add('The numbering of a list, which is not in the file')
      const given = this.context.own === null ? null : ownList({ style: style.name, bookmarks: paragraph.bookmarks })
      const { key, begins } = given ?? { key: list, begins: level === 0 && this.list !== list }
      if (!this.blocks.inList || begins || (given !== null && this.list !== key))
        this.blocks.beginList(number.ordered, number.number)
      this.list = key
      this.blocks.item(level, number.ordered).push(...all)
      this.putAll(images)
    } else this.putWords(paragraph.parts, style.name)
    this.putAll(paragraph.after)
  }

  private putHeading(draft: Draft, style: string): void {
    if (style === 'title' && this.blocks.drafts.length === 0) this.headline ??= draft
    this.put(draft)
  }

  private putWords(parts: Paragraph['parts'], style: string): void {
    let told = 0
    for (const part of parts) {
      if (!Array.isArray(part)) this.put(part)
      else {
        for (const pieces of splitAtGaps(part).map(tidy)) {
          if (isBlank(textOf(pieces))) continue
          const { last } = this.blocks
          if (style === 'caption' && last?.kind === 'image' && last.caption === '')
            last.caption = textOf(pieces).replace(/\s+/g, ' ')
          else if (/^(intense )?quote$/.test(style)) this.put({ kind: 'pullQuote', pieces })
          else {
            const draft: Draft = { kind: 'paragraph', pieces, said: null }
            if (style === 'subtitle' && this.headline !== null && last === this.headline) this.dek = draft
            this.put(draft)
          }
        }
        if (!isBlank(textOf(part))) told += 1
      }
    }
    if (told > 1) this.context.lost.add(...LOSSES.cutByPicture)
  }

  private putAll(drafts: Draft[]): void {
    for (const draft of drafts) this.put(draft)
  }

  private put(draft: Draft): void {
    this.blocks.put(draft)
    if (!this.blocks.inList) this.list = ''
  }
}

const same = (a: Look, b: Look): boolean => (Object.keys(a) as (keyof Look)[]).every((key) => a[key] === b[key])
