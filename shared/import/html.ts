/**
 * Reads HTML: files, and what word processors and mail programs put on the clipboard.
 *
 * parse5 cuts the markup into tags and text as a browser does; the rest is one pass over them with a
 * list of open elements of bounded depth. There is no tree and no recursion, so that ten thousand
 * nested quotes or a torn file cost no more than their length. Looks are inherited as in CSS: that is
 * what tells Google Docs' `<b style="font-weight:normal">` from bold.
 */
import { Tokenizer, TokenizerMode, Token, type TokenHandler } from 'parse5'
import { safeHref } from '../links.ts'
import { NOTICE_KINDS, oneOf } from '../schema.ts'
import {
  clean,
  HARD,
  isBlank,
  Lost,
  noFront,
  PLAIN,
  plainOf,
  textOf,
  trim,
  type Draft,
  type Draught,
  type Front,
  type Look,
  type Piece,
  type Said,
} from './draft.ts'

const words = (list: string) => new Set(list.split(' '))

const VOID = words('area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr')
const BLOCK = words(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul',
)
/** Never text for a reader. */
const DROPPED = words(
  'script style iframe noembed noframes noscript title textarea template object svg head xml select datalist video audio canvas applet',
)
const RAW: Record<string, number> = {
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
/** These go on after their block ends without their end tag, as in browsers. */
const FORMATTING = words('a b big code em font i s small strike strong tt u')
const PRE = words('pre xmp plaintext listing')
const LISTS = words('ul ol menu')
const ROWS = words('tr tbody thead tfoot')
/** An end tag inside does not reach an element outside of these. */
const SCOPE = words('table td th caption html')
const LIST_SCOPE = words('ul ol menu table td th')
const DL_SCOPE = words('dl table td th')
const ROW_SCOPE = words('table tr')
const TABLE_SCOPE = words('table')
const HTML_ONLY = words('html')
const DEPTH = 256
/** The schema's limits. */
const MAX_HREF = 4000
const MAX_LEVEL = 8

const FRAME = ['An embedded frame', '# embedded frames'] as const
const SPEAKER_KINDS = ['other', 'interviewer', 'subject'] as const

type List = Extract<Draft, { kind: 'list' }>
type Field = 'headline' | 'dek' | 'byline' | 'label' | 'title'
type Source = 'html' | 'markdown' | 'own-markdown'

type Frame = {
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
  list: number
  /** Word's list paragraphs, which are no list elements: their level. */
  mso: number | null
  said: Said | null
}

/** A table row being read: the blocks of each cell. */
type Row = Draft[][]

type Open = {
  kind: 'paragraph' | 'heading' | 'pullQuote' | 'item'
  pieces: Piece[]
  /** The last character so far, kept aside: asking a long text for it each time is what makes readers slow. */
  tail: string
  level: number
  said: Said | null
}

const attr = (tag: Token.TagToken, name: string): string | null => Token.getTokenAttr(tag, name)

function styles(tag: Token.TagToken): Map<string, string> {
  const out = new Map<string, string>()
  for (const part of (attr(tag, 'style') ?? '').split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0)
      out.set(
        part.slice(0, colon).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      )
  }
  return out
}

const classes = (tag: Token.TagToken): string[] => (attr(tag, 'class') ?? '').split(/\s+/)

/** The look an element gives to what is in it. */
function lookOf(tag: Token.TagToken, css: Map<string, string>, own: boolean, lost: Lost): (look: Look) => Look {
  const change: Partial<Look> = {}
  const name = tag.tagName
  if (name === 'b' || name === 'strong') change.strong = true
  if (name === 'i' || name === 'em' || name === 'dfn' || name === 'var') change.em = true
  if (name === 's' || name === 'strike' || name === 'del') change.strike = true
  if (name === 'cite') change.workTitle = true
  if (/^h[1-6]$/.test(name)) change.strong = false
  const weight = css.get('font-weight')
  if (weight !== undefined) {
    if (/^(bold|bolder|[6-9]\d\d|1000)\b/.test(weight)) change.strong = true
    else if (/^(normal|lighter|[1-5]\d\d|\d\d?)\b/.test(weight)) change.strong = false
  }
  const slant = css.get('font-style')
  if (slant !== undefined) {
    if (slant.startsWith('italic') || slant.startsWith('oblique')) change.em = true
    else if (slant.startsWith('normal')) change.em = false
  }
  const line = `${css.get('text-decoration') ?? ''} ${css.get('text-decoration-line') ?? ''}`
  if (line.includes('line-through')) change.strike = true
  if (own && name === 'span') {
    if (classes(tag).includes('bracketed')) change.bracketed = true
    const lang = attr(tag, 'lang')
    if (lang !== null) change.lang = lang
  }
  if (name === 'a') {
    const href = attr(tag, 'href')
    if (href !== null) {
      const safe = safeHref(href)
      change.href = safe === null || safe.length > MAX_HREF ? null : safe
      change.affiliate = attr(tag, 'data-affiliate') !== null
      if (change.href === null && href.trim() !== '') {
        lost.add(
          'A link that is not safe to follow (its words are kept)',
          '# links that are not safe to follow (their words are kept)',
        )
      }
    }
  }
  if (name === 'u' || (name === 'span' && line.includes('underline'))) lost.add('Underlining (the words are kept)')
  if (name === 'sup' || name === 'sub') lost.add('Raised or lowered type (the words are kept)')
  return (look) => ({ ...look, ...change })
}

class HtmlReader implements TokenHandler {
  readonly drafts: Draft[] = []
  readonly front: Front = noFront()
  own: boolean
  private readonly tokenizer: Tokenizer
  private readonly frames: Frame[] = []
  private readonly openCount = new Map<string, number>()
  /** Elements below the depth we keep, by name, so that their end tags close nothing else. */
  private readonly tooDeep = new Map<string, number>()
  private readonly rows: Row[] = []
  private open: Open | null = null
  private list: List | null = null
  private item: List['items'][number] | null = null
  private itemBreak = false
  private notice: Extract<Draft, { kind: 'notice' }> | null = null
  /** The bullet or number that Word drew as text: not words. */
  private bullet: { text: string; depth: number } | null = null
  private field: { name: Field; text: string; depth: number } | null = null
  private title = ''
  private boldQuestion = false

  constructor(
    private readonly source: Source,
    private readonly lost: Lost,
  ) {
    this.own = source === 'own-markdown'
    this.tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this)
  }

  read(html: string): void {
    this.tokenizer.write(html, true)
    this.closeFrom(0)
    this.endBlock()
    this.endList()
  }

  /** The page's own title, where the first heading repeats it. */
  titleIs(text: string): boolean {
    const fold = (value: string) => value.replace(/\s+/g, ' ').trim().toLowerCase()
    return text !== '' && fold(this.title).startsWith(fold(text))
  }

  // --- words ---

  readonly onParseError = null

  onDoctype(): void {}

  onEof(): void {}

  onNullCharacter(): void {
    this.lost.add('A control character', '# control characters')
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token)
  }

  onCharacter(token: Token.CharacterToken): void {
    const top = this.frames.at(-1)
    if (this.field !== null) this.field.text += token.chars
    else if (top?.dropped === true) return
    else if (this.bullet !== null) this.bullet.text += token.chars
    else if (this.own) this.addOwn(token.chars, top)
    else {
      const chars = top?.padding === true ? token.chars.replaceAll('\u00a0', ' ') : token.chars
      if (top?.pre === true) this.add(chars.replaceAll('\n', HARD), top, true)
      else this.add(chars.replace(/[ \t\n\f\r]+/g, ' '), top, false)
    }
  }

  /** In our own export only line ends are of the markup, every other blank is the writer's. */
  private addOwn(chars: string, top: Frame | undefined): void {
    const end = chars.indexOf('\n')
    if (end < 0) this.add(chars, top, true)
    else if (!isBlank(chars)) this.add(chars.replace(/[ \t]*\n[ \t]*/g, ' '), top, true)
    else if (this.open !== null) this.add(chars.slice(0, end), top, true)
  }

  private add(text: string, top: Frame | undefined, exact: boolean): void {
    if (text === '') return
    if (this.open === null && (exact ? /^[\n\u2028]*$/.test(text) : /^[ \u2028]*$/.test(text))) return
    const open = this.open ?? this.begin(top)
    let words = text
    const before = open.tail
    if (this.itemBreak && open.kind === 'item') {
      this.itemBreak = false
      if (before !== '') open.pieces.push({ text: HARD, look: PLAIN })
      if (!exact) words = words.replace(/^ /, '')
    } else if (!exact && ' \n\u2028'.includes(before)) words = words.replace(/^ /, '')
    if (words === '') return
    open.tail = words.at(-1) ?? ''
    const look = top?.look ?? PLAIN
    const last = open.pieces.at(-1)
    if (last !== undefined && last.look === look) last.text += words
    else open.pieces.push({ text: words, look })
  }

  private lineBreak(top: Frame | undefined): void {
    if (this.bullet !== null || this.field !== null || top?.dropped === true) return
    if (this.open === null && !this.own) return
    const open = this.open ?? this.begin(top)
    open.pieces.push({ text: HARD, look: PLAIN })
    open.tail = HARD
  }

  private begin(top: Frame | undefined): Open {
    const open: Open = { kind: 'paragraph', pieces: [], tail: '', level: top?.heading ?? 0, said: top?.said ?? null }
    if (open.level > 0) open.kind = 'heading'
    else if (top !== undefined && (top.list > 0 || top.mso !== null)) {
      open.kind = 'item'
      const level = top.list > 0 ? top.list - 1 : (top.mso ?? 0)
      const list = (this.list ??= { kind: 'list', ordered: false, start: 1, items: [] })
      // Words after a nested list are an item again, so that they stay in their place.
      if (this.item === null || this.item !== list.items.at(-1) || this.item.level !== level) {
        this.item = { level, pieces: [] }
        list.items.push(this.item)
        this.itemBreak = false
      }
      open.pieces = this.item.pieces
      open.tail = this.item.pieces.at(-1)?.text.at(-1) ?? ''
    } else if (top?.quote === true) open.kind = 'pullQuote'
    this.open = open
    return open
  }

  // --- blocks ---

  private endBlock(): void {
    const open = this.open
    this.open = null
    if (open === null) return
    if (open.kind === 'item') {
      this.itemBreak = true
      return
    }
    // Two breaks in a row are how some programs write the end of a paragraph.
    for (const pieces of this.own ? [open.pieces] : splitAtGaps(open.pieces).map(tidy)) {
      if (isBlank(textOf(pieces))) continue
      if (open.kind === 'heading') this.put({ kind: 'heading', level: open.level, pieces })
      else if (open.kind === 'pullQuote') this.put({ kind: 'pullQuote', pieces })
      else this.put({ kind: 'paragraph', pieces, said: open.said })
    }
  }

  private put(draft: Draft): void {
    this.endList()
    const cell = this.rows.at(-1)?.at(-1)
    if (this.notice !== null && draft.kind === 'paragraph') this.notice.paragraphs.push(draft)
    else if (cell === undefined) this.drafts.push(draft)
    else cell.push(draft)
  }

  private endList(): void {
    const list = this.list
    this.list = null
    this.item = null
    this.itemBreak = false
    if (list === null) return
    const items = list.items
      .map((item) => ({ level: item.level, pieces: this.own ? item.pieces : tidy(item.pieces) }))
      .filter((item) => !isBlank(textOf(item.pieces)))
    const least = items.reduce((low, item) => Math.min(low, item.level), Infinity)
    if (items.length > 0)
      this.put({ ...list, items: items.map((item) => ({ ...item, level: Math.min(item.level - least, MAX_LEVEL) })) })
  }

  /** A row is a line of text; a cell with more than one block in it cannot be, and its blocks follow each other. */
  private endRow(): void {
    const row = this.rows.pop()
    if (row === undefined) return
    const pieces: Piece[] = []
    for (const [i, cell] of row.entries()) {
      const [block, more] = cell
      if (more !== undefined || (block !== undefined && block.kind !== 'paragraph' && block.kind !== 'heading')) {
        for (const draft of row.flat()) this.put(draft)
        return
      }
      if (i > 0) pieces.push({ text: '\t', look: PLAIN })
      if (block !== undefined) pieces.push(...block.pieces)
    }
    if (!isBlank(textOf(pieces))) this.put({ kind: 'paragraph', pieces, said: null })
  }

  // --- tags ---

  onStartTag(tag: Token.TagToken): void {
    const name = tag.tagName
    const raw = RAW[name]
    if (raw !== undefined) this.tokenizer.state = raw
    else if (name === 'plaintext') this.tokenizer.state = TokenizerMode.PLAINTEXT
    if (this.field !== null && BLOCK.has(name)) this.closeFrom(this.field.depth - 1)
    const top = this.frames.at(-1)
    if (VOID.has(name)) this.single(tag, name, top)
    else if (this.field !== null || top?.dropped === true) this.push(tag, name, top, new Map())
    else this.element(tag, name)
  }

  /** An element without content. */
  private single(tag: Token.TagToken, name: string, top: Frame | undefined): void {
    if (top?.dropped === true) return
    if (name === 'br') this.lineBreak(top)
    else if (name === 'hr') {
      this.endBlock()
      if ((top?.list ?? 0) === 0) this.put({ kind: 'divider' })
    } else if (name === 'img') {
      const alt = (attr(tag, 'alt') ?? '').replace(/\s+/g, ' ').trim().slice(0, 120)
      if (alt === '') this.lost.add('An image', '# images')
      else this.lost.add(`An image (${alt})`, `# images (${alt})`)
    } else if (name === 'embed' || name === 'frame') this.lost.add(...FRAME)
  }

  private element(tag: Token.TagToken, name: string): void {
    if (BLOCK.has(name)) {
      this.impliedEnds(name)
      this.endBlock()
    } else if (name === 'a') this.closeNearest('a', SCOPE)
    const top = this.frames.at(-1)
    if (name === 'cite' && top?.quote === true && top.name === 'blockquote') this.endBlock()
    else if (name === 'table') {
      this.lost.add(
        'A table, kept as lines of text with tabs between its cells',
        '# tables, kept as lines of text with tabs between their cells',
      )
    } else if (name === 'iframe' || name === 'object' || name === 'applet') this.lost.add(...FRAME)
    else if (name === 'video' || name === 'audio') this.lost.add('A video or sound', '# videos or sounds')
    else if (LISTS.has(name) && (top?.list ?? 0) === 0) {
      this.endList()
      const start = Number.parseInt(attr(tag, 'start') ?? '', 10)
      this.list = { kind: 'list', ordered: name === 'ol', start: Number.isNaN(start) ? 1 : start, items: [] }
    } else if (name === 'li') {
      this.item = null
      this.itemBreak = false
    } else if (name === 'article' && attr(tag, 'data-copydesk') !== null && this.source === 'html') this.own = true
    const depth = this.frames.length
    this.push(tag, name, top, styles(tag))
    if (this.frames.length > depth && this.frames.at(-1)?.dropped === false) {
      if (name === 'tr') this.rows.push([])
      else if (name === 'td' || name === 'th') this.rows.at(-1)?.push([])
    }
    if (name === 'q') this.add('“', this.frames.at(-1), true)
    else if (name === 'title') this.beginField('title')
    if (this.own) this.ownElement(tag, name)
  }

  private push(tag: Token.TagToken, name: string, top: Frame | undefined, css: Map<string, string>): void {
    if (tag.selfClosing && (name.includes(':') || DROPPED.has(name))) return
    if (this.frames.length >= DEPTH) {
      this.tooDeep.set(name, (this.tooDeep.get(name) ?? 0) + 1)
      return
    }
    const silent = top?.dropped === true
    const hidden = css.get('display') === 'none' || css.get('mso-hide') === 'all' || attr(tag, 'hidden') !== null
    if (hidden && !silent) this.lost.add('Hidden text')
    const space = css.get('white-space')
    const level = BLOCK.has(name) ? /level(\d{1,2})/.exec(css.get('mso-list') ?? '')?.[1] : undefined
    const cell = name === 'td' || name === 'th'
    if (level !== undefined) this.item = null
    const styled = lookOf(tag, css, this.own, silent ? new Lost() : this.lost)
    this.reopen({
      name,
      look: PLAIN,
      styled,
      dropped: silent || hidden || DROPPED.has(name),
      pre: PRE.has(name) || (space === undefined ? (top?.pre ?? false) : /^(pre|pre-wrap|break-spaces)\b/.test(space)),
      padding: css.get('mso-spacerun') === 'yes' || classes(tag).includes('Apple-converted-space') || (top?.padding ?? false),
      heading: /^h[1-6]$/.test(name) ? Number(name.charAt(1)) : (top?.heading ?? 0),
      quote: name === 'blockquote' || (top?.quote ?? false),
      list: cell ? 0 : (top?.list ?? 0) + (LISTS.has(name) ? 1 : 0),
      mso: level === undefined ? (top?.mso ?? null) : Math.min(Math.max(Number(level) - 1, 0), 8),
      said: top?.said ?? null,
    })
    if (css.get('mso-list') === 'ignore' && this.bullet === null && !silent) this.bullet = { text: '', depth: this.frames.length }
  }

  private reopen(frame: Frame): void {
    this.frames.push({ ...frame, look: frame.styled(this.frames.at(-1)?.look ?? PLAIN) })
    this.openCount.set(frame.name, (this.openCount.get(frame.name) ?? 0) + 1)
  }

  onEndTag(tag: Token.TagToken): void {
    const name = tag.tagName
    const deep = this.tooDeep.get(name) ?? 0
    if (deep > 0) {
      this.tooDeep.set(name, deep - 1)
      if (BLOCK.has(name)) this.endBlock()
    } else if (name === 'br') this.lineBreak(this.frames.at(-1))
    else this.closeNearest(name, name === 'table' ? HTML_ONLY : SCOPE)
  }

  /** A block's start tag ends those that cannot hold it, as in browsers. */
  private impliedEnds(name: string): void {
    this.closeNearest('p', SCOPE)
    if (name === 'li') this.closeNearest('li', LIST_SCOPE)
    else if (name === 'dt' || name === 'dd') {
      this.closeNearest('dt', DL_SCOPE)
      this.closeNearest('dd', DL_SCOPE)
    } else if (ROWS.has(name)) this.closeNearest('tr', TABLE_SCOPE)
    else if (name === 'td' || name === 'th') {
      this.closeNearest('td', ROW_SCOPE)
      this.closeNearest('th', ROW_SCOPE)
    } else if (/^h[1-6]$/.test(name)) {
      const top = this.frames.at(-1)
      if (top !== undefined && /^h[1-6]$/.test(top.name)) this.closeFrom(this.frames.length - 1)
    }
  }

  private closeNearest(name: string, walls: ReadonlySet<string>): void {
    if ((this.openCount.get(name) ?? 0) === 0) return
    for (let at = this.frames.length - 1; at >= 0; at -= 1) {
      const here = this.frames[at]?.name ?? ''
      if (here === name) {
        if (FORMATTING.has(name) && at < this.frames.length - 1) this.unformat(at)
        else this.closeFrom(at)
        return
      }
      if (walls.has(here)) return
    }
  }

  /** The end of a look while other elements are still open in it: they stay open and lose it. */
  private unformat(at: number): void {
    const name = this.frames[at]?.name ?? ''
    this.frames.splice(at, 1)
    this.openCount.set(name, (this.openCount.get(name) ?? 1) - 1)
    for (let i = at; i < this.frames.length; i += 1) {
      const frame = this.frames[i]!
      frame.look = frame.styled(this.frames[i - 1]?.look ?? PLAIN)
    }
    if (this.bullet !== null && this.bullet.depth > at) this.bullet.depth -= 1
    if (this.field !== null && this.field.depth > at) this.field.depth -= 1
  }

  private closeFrom(at: number): void {
    const closed = this.frames.splice(at)
    const [target] = closed
    if (this.field !== null && at < this.field.depth) this.endField(target)
    if (this.bullet !== null && at < this.bullet.depth) this.endBullet(target)
    for (const frame of closed.toReversed()) {
      this.openCount.set(frame.name, (this.openCount.get(frame.name) ?? 1) - 1)
      if (frame.dropped) continue
      if (frame.name === 'q') this.add('”', frame, true)
      if (!BLOCK.has(frame.name)) continue
      this.endBlock()
      if (LISTS.has(frame.name) && frame.list === 1) this.endList()
      else if (frame.name === 'tr') {
        this.endList()
        this.endRow()
      } else if (frame.name === 'td' || frame.name === 'th') this.endList()
      else if (frame.name === 'aside') this.endNotice()
    }
    // Formatting that its block did not close goes on after it, but never out of a table.
    if (target === undefined || SCOPE.has(target.name)) return
    const carried = closed.slice(1).filter((frame) => FORMATTING.has(frame.name) && !frame.dropped)
    const top = this.frames.at(-1)
    for (const frame of carried.slice(0, 8)) {
      this.reopen({ ...frame, ...inherited(top) })
    }
  }

  // --- Word ---

  onComment(token: Token.CommentToken): void {
    const said = token.data.trim()
    if (/^\[if !supportLists\]/i.test(said)) this.bullet ??= { text: '', depth: this.frames.length }
    else if (/^\[endif\]/i.test(said)) {
      if (this.bullet !== null) this.endBullet(this.frames.at(-1))
    } else if (said === 'members-only') {
      this.endBlock()
      this.put({ kind: 'paywall' })
    } else if (this.own) this.ownComment(said)
  }

  private endBullet(frame: Frame | undefined): void {
    const text = (this.bullet?.text ?? '').trim()
    this.bullet = null
    if (frame?.heading !== undefined && frame.heading > 0) this.lost.add('The number of a heading', 'The numbers of # headings')
    else if (this.list === null && frame?.mso !== null && frame?.mso !== undefined) {
      this.list = { kind: 'list', ordered: /^\(?(\d+|[a-z]{1,4})[.)]/i.test(text), start: 1, items: [] }
    }
  }

  // --- our own export ---

  private ownElement(tag: Token.TagToken, name: string): void {
    const top = this.frames.at(-1)
    if (top === undefined) return
    const kinds = classes(tag)
    if (name === 'aside' && kinds.includes('notice')) {
      this.endList()
      this.notice = { kind: 'notice', notice: oneOf(NOTICE_KINDS, attr(tag, 'data-kind')), paragraphs: [] }
    } else if (name === 'h1') this.beginField('headline')
    else if (name === 'p' && kinds.includes('dek')) this.beginField('dek')
    else if (name === 'p' && kinds.includes('byline')) this.beginField('byline')
    else if (name === 'p') {
      const role = kinds.includes('q') ? 'question' : kinds.includes('a') ? 'answer' : 'body'
      top.said = {
        role: this.source === 'html' ? role : null,
        guess: kinds.includes('guess'),
        label: null,
        speaker: null,
        unlabelled: false,
      }
      this.boldQuestion = role === 'question'
    } else if (name === 'strong' && this.boldQuestion) {
      // A question is bold as a whole in the export; that is its role, not a mark.
      this.boldQuestion = false
      top.styled = (look) => look
      top.look = this.frames.at(-2)?.look ?? PLAIN
    } else if (name === 'span' && kinds.includes('speaker') && top.said !== null) {
      const kind = attr(tag, 'data-kind')
      if (kind !== null) {
        top.said.speaker = { name: '', initials: attr(tag, 'data-initials') ?? '', kind: oneOf(SPEAKER_KINDS, kind) }
      }
      this.beginField('label')
    }
  }

  /** What our Markdown says of a paragraph that its look cannot. */
  private ownComment(comment: string): void {
    const said = this.open?.said
    if (said === null || said === undefined) return
    for (const word of comment.split(' ')) {
      if (word === 'body' || word === 'question' || word === 'answer') said.role = word
      else if (word === 'unsure') said.guess = true
      else if (word === 'unlabelled') said.unlabelled = true
    }
  }

  private endNotice(): void {
    const notice = this.notice
    this.notice = null
    if (notice !== null && notice.paragraphs.length > 0) this.put(notice)
  }

  private beginField(name: Field): void {
    this.field = { name, text: '', depth: this.frames.length }
  }

  private endField(frame: Frame | undefined): void {
    const field = this.field
    this.field = null
    if (field === null) return
    if (field.name === 'title') this.title = field.text
    else if (field.name !== 'label') this.front[field.name] ??= field.text
    else if (frame?.said !== null && frame?.said !== undefined) {
      frame.said.label = field.text.replace(/:\s*$/, '')
      if (frame.said.speaker !== null) frame.said.speaker.name = frame.said.label
    }
  }
}

/** What a reopened element takes from where it stands now. */
const inherited = (top: Frame | undefined) => ({
  pre: top?.pre ?? false,
  padding: top?.padding ?? false,
  heading: top?.heading ?? 0,
  quote: top?.quote ?? false,
  list: top?.list ?? 0,
  mso: top?.mso ?? null,
  said: top?.said ?? null,
})

/** Two or more breaks in a row end a paragraph. */
function splitAtGaps(pieces: Piece[]): Piece[][] {
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
function tidy(pieces: Piece[]): Piece[] {
  const trimmed = trim(pieces)
  return trimmed.map((piece) => ({ look: piece.look, text: piece.text.replace(/(?<! ) {1,80}(?=[\n\u2028])/g, '') }))
}

export function draftHtml(source: string, from: Source = 'html'): Draught {
  const lost = new Lost()
  return draftMarkup(from === 'html' ? clean(source, lost) : source, from, lost)
}

export function draftMarkup(html: string, from: Source, lost: Lost): Draught {
  const reader = new HtmlReader(from, lost)
  reader.read(html)
  const { drafts, front } = reader
  const [first] = drafts
  const tops = drafts.filter((draft) => draft.kind === 'heading' && draft.level === 1).length
  if (!reader.own && first?.kind === 'heading' && first.level === 1 && tops === 1 && drafts.length > 1) {
    const text = plainOf(first.pieces)
    if (from === 'markdown' || reader.titleIs(text)) {
      front.headline = text
      drafts.shift()
    }
  }
  return { front, drafts, lost, own: reader.own }
}
