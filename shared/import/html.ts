/**
 * Reads HTML: files, and what word processors and mail programs put on the clipboard.
 *
 * parse5 cuts the markup into tags and text as a browser does; the rest is one pass over them. Looks are
 * inherited as in CSS: that is what tells Google Docs' `<b style="font-weight:normal">` from bold.
 */
import { Tokenizer, TokenizerMode, Token, type TokenHandler } from 'parse5'
import { Blocks, splitAtGaps, tidy } from './blocks.ts'
import { raised } from './docx-signs.ts'
import {
  clean,
  draught,
  HARD,
  isBlank,
  LOSSES,
  Lost,
  noFront,
  plainOf,
  textOf,
  type Draught,
  type Front,
  type Image,
  type Picture,
  type Piece,
  type Said,
} from './draft.ts'
import { PLAIN } from '../look.ts'
import { UNSAID_STYLE } from '../story.ts'
import { BLOCK, DROPPED, FORMATTING, inherited, LISTS, OpenElements, PRE, RAW, VOID, type Frame } from './html-elements.ts'
import { attr, classes, headingLevel, isMail, isNoteNumber, itemLevel, lookOf, styles } from './html-look.ts'
import { isCommentLink, takeComments } from './html-comments.ts'
import { embedOf, imageOf, isCaption, isPaywall } from './html-media.ts'
import { onlyMeant } from './spaces.ts'
import { ownComment, ownElement, ownImage, ownStory, type OwnField } from './html-own.ts'

const FRAME = ['An embedded frame', '# embedded frames'] as const
/** The schema's limit for a caption. */
const MAX_CAPTION = 2000

type Source = 'html' | 'markdown' | 'own-markdown'
/** Words that are no part of the body's flow, gathered until their element ends. */
type Field = { name: OwnField | 'title'; text: string; depth: number }

type Open = {
  kind: 'paragraph' | 'heading' | 'pullQuote' | 'item'
  pieces: Piece[]
  /** The last character so far, kept aside: asking a long text for it each time is what makes readers slow. */
  tail: string
  level: number
  said: Said | null
  mail: boolean
}

class HtmlReader implements TokenHandler {
  readonly front: Front = noFront()
  readonly pictures: Picture[] = []
  readonly blocks: Blocks
  own: boolean
  private readonly tokenizer: Tokenizer
  private readonly elements = new OpenElements(PLAIN)
  private open: Open | null = null
  private item: { level: number; pieces: Piece[] } | null = null
  private itemBreak = false
  /** The bullet or number that Word drew as text: not words. */
  private bullet: { text: string; depth: number } | null = null
  private field: Field | null = null
  /** The picture of the figure being read. */
  private figure: Image | null = null
  /** A picture has just cut a paragraph in two. */
  private cut = false
  private title = ''
  private afterLabel = false

  constructor(
    private readonly source: Source,
    private readonly lost: Lost,
  ) {
    this.blocks = new Blocks(lost)
    this.own = source === 'own-markdown'
    this.blocks.exact = this.own
    this.tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, this)
  }

  read(html: string): void {
    this.elements.look(html)
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
    const { top } = this.elements
    if (this.field !== null) this.field.text += token.chars
    else if (top?.dropped === true) return
    else if (this.bullet !== null) this.bullet.text += token.chars
    else if (this.own) this.addOwn(token.chars)
    else {
      const spaced = top?.padding === true ? token.chars.replaceAll('\u00a0', ' ') : token.chars
      const chars = top?.raised === true ? this.raisedIn(spaced, top) : spaced
      if (top?.pre === true) this.add(chars.replaceAll('\n', HARD), true)
      else this.add(chars.replace(/[ \t\n\f\r]+/g, ' '), false)
    }
  }

  /** Figures that are raised stay raised; one that leads to a note of the page is the note's number, and no link. */
  private raisedIn(chars: string, frame: Frame): string {
    const figures = /^\s*[[(]?(\d{1,3})[\])]?\s*$/.exec(chars)?.[1]
    if (figures === undefined) {
      if (!isBlank(chars) && !isCommentLink(frame.look.href)) this.lost.add('Raised type (the words are kept)')
      return chars
    }
    if (frame.look.href?.startsWith('#') === true) frame.look = { ...frame.look, href: null }
    return raised(Number(figures))
  }

  /** In our own export only line ends are of the markup, every other blank is the writer's. */
  private addOwn(given: string): void {
    const chars = this.afterLabel ? given.replace(/^ /, '') : given
    this.afterLabel = false
    const end = chars.indexOf('\n')
    if (end < 0) this.add(chars, true)
    else if (!isBlank(chars)) this.add(chars.replace(/[ \t]*\n[ \t]*/g, ' '), true)
    else if (this.open !== null) this.add(chars.slice(0, end), true)
  }

  private add(text: string, exact: boolean): void {
    if (text === '') return
    if (this.open === null && (exact ? /^[\n\u2028]*$/.test(text) : /^[ \u2028]*$/.test(text))) return
    const open = this.open ?? this.begin()
    let words = text
    const before = open.tail
    if (this.itemBreak && open.kind === 'item') {
      this.itemBreak = false
      if (before !== '') open.pieces.push({ text: HARD, look: PLAIN })
      if (!exact) words = words.replace(/^ /, '')
    } else if (!exact && ' \n\u2028'.includes(before)) words = words.replace(/^ /, '')
    if (words === '') return
    open.tail = words.at(-1) ?? ''
    const look = this.elements.top?.look ?? PLAIN
    const last = open.pieces.at(-1)
    if (last !== undefined && last.look === look) last.text += words
    else open.pieces.push({ text: words, look })
  }

  private lineBreak(): void {
    if (this.field !== null) this.field.text += ' '
    if (this.bullet !== null || this.field !== null || this.elements.top?.dropped === true) return
    if (this.open === null && !this.own) return
    const open = this.open ?? this.begin()
    open.pieces.push({ text: HARD, look: PLAIN })
    open.tail = HARD
  }

  private begin(): Open {
    const { top } = this.elements
    const open: Open = {
      kind: 'paragraph',
      pieces: [],
      tail: '',
      level: top?.heading ?? 0,
      said: top?.said ?? null,
      mail: top?.mail ?? false,
    }
    if (open.level > 0) open.kind = 'heading'
    else if (top !== undefined && (top.list > 0 || top.mso !== null)) {
      open.kind = 'item'
      const level = top.mso ?? Math.max(top.list - 1, 0)
      // Words after a nested list are an item again, so that they stay in their place.
      if (this.item === null || this.item.level !== level) {
        this.item = { level, pieces: this.blocks.item(level, top.ordered) }
        this.itemBreak = false
      }
      open.pieces = this.item.pieces
      open.tail = this.item.pieces.at(-1)?.text.at(-1) ?? ''
    } else if (top?.quote === true) open.kind = 'pullQuote'
    if (this.cut && open.kind === 'paragraph') this.lost.add(...LOSSES.cutByPicture)
    this.cut = false
    this.open = open
    return open
  }

  // --- blocks ---

  private endBlock(): void {
    const { open } = this
    this.open = null
    if (open === null) return
    if (open.kind === 'item') {
      this.itemBreak = true
      return
    }
    this.endItem()
    // Two breaks in a row are how some programs write the end of a paragraph.
    for (const pieces of this.own ? [open.pieces] : splitAtGaps(onlyMeant(open.pieces)).map(tidy)) {
      if (isBlank(textOf(pieces))) continue
      if (open.kind === 'heading') this.blocks.put({ kind: 'heading', level: open.level, pieces })
      else if (open.kind === 'pullQuote') this.blocks.put({ kind: 'pullQuote', pieces, said: open.said })
      else this.blocks.put({ kind: 'paragraph', pieces, said: open.said, quoted: open.mail })
    }
  }

  private endItem(): void {
    this.item = null
    this.itemBreak = false
  }

  private endList(): void {
    this.endItem()
    this.blocks.endList()
  }

  // --- tags ---

  onStartTag(tag: Token.TagToken): void {
    const name = tag.tagName
    const raw = RAW[name]
    if (raw !== undefined) this.tokenizer.state = raw
    else if (name === 'plaintext') this.tokenizer.state = TokenizerMode.PLAINTEXT
    if (this.field !== null && BLOCK.has(name)) {
      if (this.field.name === 'caption') this.field.text += ' '
      else this.closeFrom(this.field.depth - 1)
    }
    const { top } = this.elements
    if (VOID.has(name)) this.single(tag, name)
    else if (this.field !== null || top?.dropped === true) this.push(tag, name, new Map())
    else this.element(tag, name)
  }

  /** An element without content. */
  private single(tag: Token.TagToken, name: string): void {
    const { top } = this.elements
    if (top?.dropped === true) return
    if (name === 'br') this.lineBreak()
    else if (name === 'hr') {
      this.endBlock()
      if ((top?.list ?? 0) === 0) this.blocks.put({ kind: 'divider' })
    } else if (name === 'img') this.picture(tag)
    else if (name === 'embed' || name === 'frame') this.lost.add(...FRAME)
  }

  private picture(tag: Token.TagToken): void {
    if (this.own) {
      this.endBlock()
      this.figure = ownImage(tag)
      this.blocks.put(this.figure)
      // In Markdown its caption follows in the same paragraph.
      const said = this.elements.top?.said ?? null
      if (said !== null) said.card = { kind: 'caption', of: this.figure }
      return
    }
    const image = imageOf(tag, this.pictures, this.lost)
    if (image === null) return
    if (typeof image === 'string') {
      if (this.field === null) this.add(image, true)
      else this.field.text += image
      return
    }
    const href = this.elements.top?.look.href ?? null
    if (href !== null && !/\.(jpe?g|png|gif|webp|avif)\b|substackcdn/i.test(href))
      this.lost.add('A link on a picture', '# links on pictures')
    const within = this.open !== null && this.open.kind !== 'item' && !isBlank(textOf(this.open.pieces))
    this.endBlock()
    this.blocks.put(image)
    this.figure = image
    this.cut = within
  }

  private element(tag: Token.TagToken, name: string): void {
    if (BLOCK.has(name)) {
      for (const at of this.elements.endedByStartOf(name)) this.closeFrom(at)
      this.endBlock()
      this.cut = false
    } else if (name === 'a') this.close('a')
    const { top } = this.elements
    if (name === 'cite' && top?.quote === true && top.name === 'blockquote') this.endBlock()
    else if (name === 'table') this.blocks.beginTable()
    else if (name === 'iframe' || name === 'object' || name === 'applet') this.frame(tag)
    else if (name === 'video' || name === 'audio') this.lost.add('A video or sound', '# videos or sounds')
    else if (LISTS.has(name) && (top?.list ?? 0) === 0) {
      this.endItem()
      const start = Number.parseInt(attr(tag, 'start') ?? '', 10)
      // Word Online writes every item as a list of its own.
      const goesOn = classes(tag).some((one) => /^(Bullet|Numbered?)ListStyle\d/.test(one))
      if (!goesOn || !this.blocks.goOn(name === 'ol')) this.blocks.beginList(name === 'ol', Number.isNaN(start) ? 1 : start)
    } else if (name === 'li') this.endItem()
    else if (name === 'figure') this.figure = null
    else if (name === 'article' && attr(tag, 'data-copydesk') !== null && this.source === 'html') {
      this.own = true
      this.blocks.exact = true
      ownStory(tag, this.front)
    }
    if (!this.own && isPaywall(tag)) this.blocks.put({ kind: 'paywall' })
    const { depth } = this.elements
    this.push(tag, name, styles(tag))
    if (this.elements.depth > depth && this.elements.top?.dropped === false) {
      if (name === 'tr') this.blocks.beginRow()
      else if (name === 'td' || name === 'th') this.blocks.beginCell()
    }
    if (name === 'q') this.add('“', true)
    else if (name === 'title') this.beginField('title')
    else if ((name === 'figcaption' || isCaption(tag)) && this.figure?.caption === '' && !this.own) this.beginField('caption')
    if (this.own) this.ownElement(tag, name)
  }

  private frame(tag: Token.TagToken): void {
    const embed = embedOf(attr(tag, 'src') ?? attr(tag, 'data-src') ?? '', attr(tag, 'title') ?? '')
    if (embed === null) this.lost.add(...FRAME)
    else {
      this.endBlock()
      this.blocks.put(embed)
    }
  }

  private push(tag: Token.TagToken, name: string, css: Map<string, string>): void {
    if (tag.selfClosing && (name.includes(':') || DROPPED.has(name))) return
    const { top } = this.elements
    const silent = top?.dropped === true
    const hidden = css.get('display') === 'none' || css.get('mso-hide') === 'all' || attr(tag, 'hidden') !== null
    if (hidden && !silent) this.lost.add('Hidden text')
    const from = inherited(top)
    const space = css.get('white-space')
    const level = itemLevel(tag) ?? (BLOCK.has(name) ? /level(\d{1,2})/.exec(css.get('mso-list') ?? '')?.[1] : undefined)
    const cell = name === 'td' || name === 'th'
    if (level !== undefined) this.endItem()
    this.elements.push({
      ...from,
      name,
      styled: lookOf(tag, css, top?.look ?? PLAIN, this.own, silent ? new Lost() : this.lost),
      dropped: silent || hidden || DROPPED.has(name),
      pre: PRE.has(name) || (space === undefined ? from.pre : /^(pre|pre-wrap|break-spaces)\b/.test(space)),
      padding: css.get('mso-spacerun') === 'yes' || classes(tag).includes('Apple-converted-space') || from.padding,
      heading: headingLevel(tag) ?? from.heading,
      quote: (name === 'blockquote' && !isMail(tag)) || from.quote,
      mail: isMail(tag) || from.mail,
      raised: name === 'sup' || isNoteNumber(tag) || (from.raised && !BLOCK.has(name)),
      list: cell ? 0 : from.list + (LISTS.has(name) ? 1 : 0),
      ordered: LISTS.has(name) ? name === 'ol' : from.ordered,
      mso: level === undefined ? from.mso : Math.min(Math.max(Number(level) - 1, 0), 8),
    })
    if (css.get('mso-list') === 'ignore' && this.bullet === null && !silent)
      this.bullet = { text: '', depth: this.elements.depth }
  }

  onEndTag(tag: Token.TagToken): void {
    const name = tag.tagName
    if (this.elements.endsTooDeep(name)) {
      if (BLOCK.has(name)) this.endBlock()
    } else if (name === 'br') this.lineBreak()
    else this.close(name)
  }

  private close(name: string): void {
    const at = this.elements.endedBy(name)
    if (at === null) return
    if (!FORMATTING.has(name) || at === this.elements.depth - 1) {
      this.closeFrom(at)
      return
    }
    this.elements.unformat(at)
    if (this.bullet !== null && this.bullet.depth > at) this.bullet.depth -= 1
    if (this.field !== null && this.field.depth > at) this.field.depth -= 1
  }

  private closeFrom(at: number): void {
    const closed = this.elements.cut(at)
    const [target] = closed
    if (this.field !== null && at < this.field.depth) this.endField(target)
    if (this.bullet !== null && at < this.bullet.depth) this.endBullet(target)
    for (const frame of closed.toReversed()) if (!frame.dropped) this.closed(frame)
    this.elements.carryOn(closed)
  }

  private closed({ name, list }: Frame): void {
    if (name === 'q') this.add('”', true)
    if (!BLOCK.has(name)) return
    this.endBlock()
    this.cut = false
    if (LISTS.has(name) && list === 1) this.endList()
    else if (name === 'tr') {
      this.endItem()
      this.blocks.endRow()
    } else if (name === 'td' || name === 'th') this.endList()
    else if (name === 'table') this.blocks.endTable()
    else if (name === 'aside') this.blocks.endNotice()
    else if (name === 'figure') this.figure = null
  }

  // --- Word ---

  onComment(token: Token.CommentToken): void {
    const said = token.data.trim()
    if (/^\[if !supportLists\]/i.test(said)) this.bullet ??= { text: '', depth: this.elements.depth }
    else if (/^\[endif\]/i.test(said)) {
      if (this.bullet !== null) this.endBullet(this.elements.top)
    } else if (said === 'members-only') {
      this.endBlock()
      this.blocks.put({ kind: 'paywall' })
    } else if (this.own) {
      const about = this.open?.said ?? this.elements.top?.said ?? null
      if (about !== null) ownComment(about, said, this.elements.top, this.elements.around, this.open === null)
    }
  }

  private endBullet(frame: Frame | undefined): void {
    const text = (this.bullet?.text ?? '').trim()
    this.bullet = null
    if (frame?.heading !== undefined && frame.heading > 0) this.lost.add('The number of a heading', 'The numbers of # headings')
    else if (frame?.mso !== null && frame?.mso !== undefined) {
      frame.ordered = /^\(?(\d+|[a-z]{1,4})[.)]/i.test(text)
      if (!this.blocks.inList) this.blocks.beginList(frame.ordered, 1)
    }
  }

  // --- what stands beside the body ---

  private ownElement(tag: Token.TagToken, name: string): void {
    const frame = this.elements.top
    if (frame === undefined) return
    const { labelStyle } = this.front.settings
    const roles = this.source === 'html'
    const field = ownElement(tag, name, frame, this.elements.around, this.blocks, roles, (labelStyle || UNSAID_STYLE) === 'bold')
    if (field !== null) this.beginField(field)
  }

  private beginField(name: Field['name']): void {
    this.field = { name, text: '', depth: this.elements.depth }
  }

  private endField(frame: Frame | undefined): void {
    const { field } = this
    this.field = null
    if (field === null) return
    if (field.name === 'title') this.title = field.text
    else if (field.name === 'caption') this.caption(field.text.replace(/\s+/g, ' ').trim())
    else if (field.name === 'credit' || field.name === 'licence') {
      if (this.figure !== null) this.figure[field.name] = field.text.trim()
    } else if (field.name !== 'label') this.front[field.name] ??= field.text
    // A label that is seen is parted from the words by a blank of its own.
    else if (frame?.name === 'strong') this.afterLabel = true
  }

  private caption(text: string): void {
    if (this.figure !== null && text.length <= MAX_CAPTION) this.figure.caption = text
    else this.blocks.put({ kind: 'paragraph', pieces: [{ text, look: PLAIN }], said: null })
  }
}

export function draftHtml(source: string, from: Source = 'html', lost = new Lost()): Draught {
  return draftMarkup(from === 'html' ? clean(source, lost) : source, from, lost)
}

export function draftMarkup(html: string, from: Source, lost: Lost): Draught {
  const reader = new HtmlReader(from, lost)
  reader.read(html)
  const { front, own, pictures } = reader
  const { drafts, remarks, comments } = takeComments(reader.blocks.drafts)
  const [first] = drafts
  const tops = drafts.filter((draft) => draft.kind === 'heading' && draft.level === 1).length
  if (!own && first?.kind === 'heading' && first.level === 1 && tops === 1 && drafts.length > 1) {
    const text = plainOf(first.pieces)
    if (from === 'markdown' || reader.titleIs(text)) {
      front.headline = text
      drafts.shift()
    }
  }
  return draught({ front, drafts, lost, own, pictures, remarks, comments })
}
