/**
 * The elements that are open while HTML is read, as browsers would have them: a list of bounded depth,
 * no tree and no recursion, so that ten thousand nested quotes or a torn page cost no more than their
 * length.
 */
import { TokenizerMode } from 'parse5'
import type { Said } from './draft.ts'
import type { Look } from '../look.ts'

const words = (list: string) => new Set(list.split(' '))

/** What stands in them is text, and no markup. */
export const RAW: Record<string, number> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
}

export const VOID = words('area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr')
export const BLOCK = words(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul',
)
/** Never text for a reader. */
export const DROPPED = words(
  'script style iframe noembed noframes noscript title textarea template object svg head xml datalist video audio canvas applet',
)
/** These go on after their block ends without their end tag, as in browsers. */
export const FORMATTING = words('a b big code em font i s small strike strong tt u')
export const PRE = words('pre xmp plaintext listing')
export const LISTS = words('ul ol menu')
export const isHeading = (name: string): boolean => /^h[1-6]$/.test(name)

/** An end tag inside does not reach an element outside of these. */
const SCOPE = words('table td th caption html')
const LIST_SCOPE = words('ul ol menu table td th')
const DL_SCOPE = words('dl table td th')
const ROW_SCOPE = words('table tr')
const TABLE_SCOPE = words('table')
const HTML_ONLY = words('html')
const ROWS = words('tr tbody thead tfoot')
const DEPTH = 256
const CARRIED = 8

export type Frame = {
  name: string
  look: Look
  /** What the element itself asks for, to open it again after its block ended without it. */
  styled: (look: Look) => Look
  dropped: boolean
  pre: boolean
  /** Non-breaking spaces here only stand for a run of blanks. */
  padding: boolean
  heading: number
  quote: boolean
  /** In the mail that this one answers. */
  mail: boolean
  /** Above the line. */
  raised: boolean
  /** How many lists it is in, and whether the innermost is numbered. */
  list: number
  ordered: boolean
  /** Word's list paragraphs, which are no list elements: their level. */
  mso: number | null
  said: Said | null
}

/** What an element takes from where it stands, its look apart. */
export const inherited = (top: Frame | undefined) => ({
  pre: top?.pre ?? false,
  padding: top?.padding ?? false,
  heading: top?.heading ?? 0,
  quote: top?.quote ?? false,
  mail: top?.mail ?? false,
  raised: top?.raised ?? false,
  list: top?.list ?? 0,
  ordered: top?.ordered ?? false,
  mso: top?.mso ?? null,
  said: top?.said ?? null,
})

export class OpenElements {
  private readonly frames: Frame[] = []
  private readonly counts = new Map<string, number>()
  /** Elements below the depth we keep, by name, so that their end tags close nothing else. */
  private readonly tooDeep = new Map<string, number>()
  private slips: ReadonlySet<string> = new Set()

  constructor(private readonly plain: Look) {}

  /** Bold and italics that a page opens more often than it closes: somebody forgot to, and meant the block. */
  look(html: string): void {
    const open = new Map<string, number>()
    for (const [, end, name = ''] of html.matchAll(/<(\/?)(b|strong|i|em)(?=[\s>])/gi)) {
      const key = name.toLowerCase()
      open.set(key, (open.get(key) ?? 0) + (end === '' ? 1 : -1))
    }
    this.slips = new Set([...open].filter(([, count]) => count > 0).map(([name]) => name))
  }

  get top(): Frame | undefined {
    return this.frames.at(-1)
  }

  get depth(): number {
    return this.frames.length
  }

  at(depth: number): Frame | undefined {
    return this.frames[depth]
  }

  /** The look around the innermost element. */
  get around(): Look {
    return this.frames.at(-2)?.look ?? this.plain
  }

  has(name: string): boolean {
    return (this.counts.get(name) ?? 0) > 0
  }

  /** False: too deep; only its name is noted. */
  push(frame: Omit<Frame, 'look'>): boolean {
    if (this.frames.length >= DEPTH) {
      this.tooDeep.set(frame.name, (this.tooDeep.get(frame.name) ?? 0) + 1)
      return false
    }
    this.frames.push({ ...frame, look: frame.styled(this.top?.look ?? this.plain) })
    this.counts.set(frame.name, (this.counts.get(frame.name) ?? 0) + 1)
    return true
  }

  /** True when an end tag belongs to an element that was too deep to keep. */
  endsTooDeep(name: string): boolean {
    const deep = this.tooDeep.get(name) ?? 0
    if (deep > 0) this.tooDeep.set(name, deep - 1)
    return deep > 0
  }

  /** Where the element is that an end tag closes; null for none. */
  endedBy(name: string): number | null {
    return this.nearest(name, name === 'table' ? HTML_ONLY : SCOPE)
  }

  /** Where the elements are that a block's start tag ends, one after the other: those that cannot hold it, as in browsers. */
  *endedByStartOf(name: string): Generator<number> {
    const each = (closed: string, walls: ReadonlySet<string>) => this.nearest(closed, walls)
    const asked: [string, ReadonlySet<string>][] = [['p', SCOPE]]
    if (name === 'li') asked.push(['li', LIST_SCOPE])
    else if (name === 'dt' || name === 'dd') asked.push(['dt', DL_SCOPE], ['dd', DL_SCOPE])
    else if (ROWS.has(name)) asked.push(['tr', TABLE_SCOPE])
    else if (name === 'td' || name === 'th') asked.push(['td', ROW_SCOPE], ['th', ROW_SCOPE])
    for (const [closed, walls] of asked) {
      const at = each(closed, walls)
      if (at !== null) yield at
    }
    if (isHeading(name) && this.top !== undefined && isHeading(this.top.name)) yield this.depth - 1
  }

  private nearest(name: string, walls: ReadonlySet<string>): number | null {
    if (!this.has(name)) return null
    for (let at = this.frames.length - 1; at >= 0; at -= 1) {
      const here = this.frames[at]?.name ?? ''
      if (here === name) return at
      if (walls.has(here)) return null
    }
    return null
  }

  /** The end of a look while other elements are still open in it: they stay open and lose it. */
  unformat(at: number): void {
    const name = this.frames[at]?.name ?? ''
    this.frames.splice(at, 1)
    this.counts.set(name, (this.counts.get(name) ?? 1) - 1)
    for (let i = at; i < this.frames.length; i += 1) {
      const frame = this.frames[i]!
      frame.look = frame.styled(this.frames[i - 1]?.look ?? this.plain)
    }
  }

  /** Takes out everything from a depth on, outermost first. */
  cut(at: number): Frame[] {
    const closed = this.frames.splice(at)
    for (const { name } of closed) this.counts.set(name, (this.counts.get(name) ?? 1) - 1)
    return closed
  }

  /** Formatting that its block did not close goes on after it, but never out of a table, and not where it is a slip. */
  carryOn(closed: Frame[]): void {
    const [target, ...inner] = closed
    if (target === undefined || SCOPE.has(target.name)) return
    const goesOn = ({ name, dropped }: Frame): boolean => FORMATTING.has(name) && !dropped && !this.slips.has(name)
    for (const frame of inner.filter(goesOn).slice(0, CARRIED)) this.push({ ...frame, ...inherited(this.top) })
  }
}
