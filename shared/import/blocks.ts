/**
 * Where the readers of HTML and of Word files put what they find: blocks in order, list items gathered
 * into lists, the cells of a table's row into a line.
 */
import { HARD, isBlank, textOf, trim, type Draft, type Lost, type Paragraph, type Piece } from './draft.ts'
import { PLAIN } from '../look.ts'
import { onlyMeant } from './spaces.ts'
import { DEEPEST_LEVEL, type NoticeKind } from '../schema.ts'

type List = Extract<Draft, { kind: 'list' }>

export class Blocks {
  readonly drafts: Draft[] = []
  /** Every blank is the writer's, as in our own export. */
  exact = false
  /** Table rows being read: the blocks of each cell. */
  private readonly rows: Draft[][][] = []
  /** Whether each table being read has rows of more than one cell. */
  private readonly wide: boolean[] = []
  private list: List | null = null
  /** Pictures between the items of a list follow it: a list holds only words. */
  private afterList: Draft[] = []
  private notice: { notice: NoticeKind; paragraphs: Paragraph[] } | null = null

  constructor(private readonly lost: Lost) {}

  put(draft: Draft): void {
    if (this.list !== null && this.list.items.length > 0 && (draft.kind === 'image' || draft.kind === 'embed')) {
      this.afterList.push(draft)
      return
    }
    this.endList()
    const cell = this.rows.at(-1)?.at(-1)
    if (this.notice !== null && draft.kind === 'paragraph') this.notice.paragraphs.push(draft)
    else if (cell === undefined) this.drafts.push(draft)
    else cell.push(draft)
  }

  /** What was put last in the same place; null at its beginning. */
  get last(): Draft | null {
    return (this.rows.at(-1)?.at(-1) ?? this.drafts).at(-1) ?? null
  }

  // --- lists ---

  get inList(): boolean {
    return this.list !== null
  }

  beginList(ordered: boolean, start: number): void {
    this.endList()
    this.list = { kind: 'list', ordered, start, items: [] }
  }

  /** Opens the list again that was put last; false when there is none of that kind. */
  goOn(ordered: boolean): boolean {
    const { last } = this
    if (this.list !== null || last?.kind !== 'list' || last.ordered !== ordered) return false
    ;(this.rows.at(-1)?.at(-1) ?? this.drafts).pop()
    this.list = last
    return true
  }

  /** The words of a new item, to be filled in; the list begins with it if need be. */
  item(level: number, ordered: boolean): Piece[] {
    this.list ??= { kind: 'list', ordered, start: 1, items: [] }
    if (this.list.ordered !== ordered && this.list.items.length > 0 && level > 0)
      this.lost.add(
        'Bullets and numbers mixed in one list: all of it is the one or the other now',
        'Bullets and numbers mixed in one list, # items: all of it is the one or the other now',
      )
    const pieces: Piece[] = []
    this.list.items.push({ level, pieces })
    return pieces
  }

  endList(): void {
    const list = this.list
    this.list = null
    if (list === null) return
    const items = list.items
      .map((item) => ({ level: item.level, pieces: this.exact ? item.pieces : tidy(onlyMeant(item.pieces)) }))
      .filter((item) => !isBlank(textOf(item.pieces)))
    const least = items.reduce((low, item) => Math.min(low, item.level), Infinity)
    if (items.length > 0)
      this.put({ ...list, items: items.map((item) => ({ ...item, level: Math.min(item.level - least, DEEPEST_LEVEL) })) })
    for (const draft of this.afterList.splice(0)) this.put(draft)
  }

  // --- tables ---

  beginTable(): void {
    this.wide.push(false)
  }

  /** A table of one column is only a frame around its words. */
  endTable(): void {
    if (this.wide.pop() === true)
      this.lost.add(
        'A table, kept as lines of text with tabs between its cells',
        '# tables, kept as lines of text with tabs between their cells',
      )
  }

  beginRow(): void {
    this.rows.push([])
  }

  beginCell(): void {
    this.rows.at(-1)?.push([])
  }

  /** A row is a line of text; a cell with more than one block in it cannot be, and its blocks follow each other. */
  endRow(): void {
    this.endList()
    const row = this.rows.pop()
    if (row === undefined) return
    if (row.length > 1 && this.wide.length > 0) this.wide[this.wide.length - 1] = true
    const pieces: Piece[] = []
    for (const [i, cell] of row.entries()) {
      const [block, more] = cell
      if (
        row.length === 1 ||
        more !== undefined ||
        (block !== undefined && block.kind !== 'paragraph' && block.kind !== 'heading')
      ) {
        for (const draft of row.flat()) this.put(draft)
        return
      }
      if (i > 0) pieces.push({ text: '\t', look: PLAIN })
      if (block !== undefined) pieces.push(...block.pieces)
    }
    if (!isBlank(textOf(pieces))) this.put({ kind: 'paragraph', pieces, said: null })
  }

  // --- notices ---

  beginNotice(notice: NoticeKind): void {
    this.endList()
    this.notice = { notice, paragraphs: [] }
  }

  endNotice(): void {
    const notice = this.notice
    this.notice = null
    if (notice !== null && notice.paragraphs.length > 0) this.put({ kind: 'notice', ...notice })
  }
}

/** Two or more breaks in a row end a paragraph. */
export function splitAtGaps(pieces: Piece[]): Piece[][] {
  const out: Piece[][] = [[]]
  let breaks = 0
  for (const piece of pieces) {
    for (const part of piece.text.split(/(\n[ \n\u2028]*)/)) {
      if (part === '') continue
      const many = part.startsWith('\n') ? part.split('\n').length - 1 : 0
      if (many > 0) breaks += many
      else {
        if (breaks > 1) out.push([])
        else if (breaks === 1) out.at(-1)?.push({ text: HARD, look: PLAIN })
        breaks = 0
        out.at(-1)?.push({ text: part, look: piece.look })
      }
    }
  }
  return out
}

/** Blanks and breaks at the ends are an accident of the markup. */
export function tidy(pieces: Piece[]): Piece[] {
  const trimmed = trim(pieces)
  return trimmed.map((piece) => ({ look: piece.look, text: piece.text.replace(/(?<! ) {1,80}(?=[\n\u2028])/g, '') }))
}
