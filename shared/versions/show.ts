/**
 * Two texts of a story as one page that shows what changed: the later text, with `ins` and `del`. Everything typed is
 * escaped. It says without colour what is new (`ins` is underlined, `del` struck through) and, where that is no word,
 * says it in words.
 */
import { escapeHtml, inlineHtml } from '../body/html-words.ts'
import { spansOf } from '../body/spans.ts'
import { pictureAddress, shapeOf } from '../pictures.ts'
import { schema } from '../schema.ts'
import type { Speaker, StoryText } from '../story.ts'
import { containersIn, fieldOfBlock, holdsBlocks, holdsWords, sameStart, wordsIn, type Block } from '../suggest/blocks.ts'
import { atBlock, lay, type Laid } from '../suggest/lay.ts'
import type { Edit } from '../suggest/match.ts'
import { nameOf } from '../suggest/says.ts'
import { contentOf, sameLooks, type Word } from '../suggest/words.ts'

type Is = 'same' | 'ins' | 'del' | 'looks'
/** A word, or the end of a paragraph that came or went. */
type Piece = { is: Is; word: Word | null }
type Row = {
  /** Whether the whole block came or went. */
  is: 'same' | 'ins' | 'del'
  block: Block
  /** As it was, if it is not so any more. */
  was: Block | null
  moved: boolean
  pieces: Piece[]
}

export function comparedHtml(before: StoryText, after: StoryText): string {
  const { s, v, grouped, laid } = lay(before, after)
  const [order, movers] = [grouped.orders[0]!, grouped.movers[0]!]
  const rows = order.flatMap((key): Row[] => {
    const one = laid.get(key)
    const own = one ? rowsOf(one) : grouped.groups.get(key)!.others[0]!.map((block) => row('same', block))
    if (movers.has(key) && own[0]) own[0].moved = true
    return own
  })
  const speakers = { ...before.speakers, ...after.speakers }
  return new Page(containersIn(v, s).byKey, speakers).of(rows)
}

const row = (is: Row['is'], block: Block, was: Block | null = null): Row => ({
  is,
  block,
  was: was !== null && !sameStart(was, block) ? was : null,
  moved: false,
  pieces: was === null ? wordsIn(block).map((word) => ({ is, word })) : [],
})

/** A group that is not the same in both, block by block. */
function rowsOf({ a, b, edits }: Laid): Row[] {
  const rows: Row[] = []
  const open = (is: Row['is'], block: Block, was: Block | null = null): void =>
    void rows.push({ ...row(is, block, was), pieces: [] })
  const put = (is: Is, word: Word | null): void => void rows.at(-1)!.pieces.push({ is, word })
  let [i, j] = [0, 0]
  const keep = (until: number): void => {
    for (; i < until; i++, j++) {
      const [was, now] = [a[i]!, b[j]!]
      if (now.start !== null) open('same', now.start, was.start)
      else put(sameLooks(was.word!, now.word) ? 'same' : 'looks', now.word)
    }
  }
  for (const edit of edits) {
    const { from, to, begin, end } = widened(a, b, edit)
    keep(from)
    const [gone, come] = [a.slice(from, to), b.slice(begin, end)]
    const whole = atBlock(a, to) && gone[0]?.start !== null && come[0]?.start !== null
    for (const { start, word } of gone)
      if (start === null) put('del', word)
      else if (whole) open('del', start)
      else put('del', null)
    for (const { start, word } of come)
      if (start === null) put('ins', word)
      else {
        if (!whole) put('ins', null)
        open(whole ? 'ins' : 'same', start)
      }
    ;[i, j] = [to, end]
  }
  keep(a.length)
  return rows
}

/** Where a paragraph took the place of another, that both end in a full stop says nothing. */
function widened(a: Laid['a'], b: Laid['b'], edit: Edit): Edit {
  const { from, to, begin, end } = edit
  const hasStart = (tokens: Laid['a'], i: number, until: number): boolean =>
    tokens.slice(i, until).some(({ start }) => start !== null)
  if (!hasStart(a, from, to) || !hasStart(b, begin, end)) return edit
  let more = 0
  while (isSign(a[to + more]) && isSign(b[end + more])) more++
  return atBlock(a, to + more) && atBlock(b, end + more) ? { from, to: to + more, begin, end: end + more } : edit
}

const isSign = (token: Laid['a'][number] | undefined): boolean => token?.word != null && token.word.is !== 'word'

const TAGS: Record<string, readonly [tag: string, name: string]> = {
  headline: ['h1', 'headline'],
  dek: ['p', 'dek'],
  byline: ['p', 'byline'],
}

class Page {
  private open: string | null = null
  private out: string[] = []

  constructor(
    private readonly holders: ReadonlyMap<string, Block>,
    private readonly speakers: Readonly<Record<string, Speaker>>,
  ) {}

  of(rows: readonly Row[]): string {
    for (const one of rows) {
      const { type } = one.block
      if (type === 'settings' || type === 'speaker' || type === 'body') continue
      if (holdsBlocks(type)) {
        this.hold(one)
        continue
      }
      if (one.block.wrap !== this.open) this.turnTo(one.block.wrap)
      const shown = this.block(one)
      if (shown !== '') this.out.push(shown)
    }
    this.turnTo(null)
    return this.out.join('\n')
  }

  /** A list or a notice: what it holds comes next. */
  private hold({ block, was }: Row): void {
    this.turnTo(block.key)
    if (was !== null && block.type === 'list')
      this.out.push(`<li class="what">${block.attrs.ordered === true ? 'Numbered now' : 'Points, no numbers now'}</li>`)
  }

  private turnTo(wrap: string | null): void {
    if (this.open !== null) this.out.push(`</${this.tagOf(this.open)}>`)
    this.open = wrap
    if (wrap !== null) this.out.push(`<${this.tagOf(wrap)}>`)
  }

  private tagOf(key: string): string {
    const holder = this.holders.get(key)
    return holder?.type === 'notice' ? 'aside' : holder?.attrs.ordered === true ? 'ol' : 'ul'
  }

  private block(one: Row): string {
    const { block, is } = one
    const classes = [is === 'ins' ? 'added' : is === 'del' ? 'removed' : '', one.moved ? 'moved' : '']
    const field = fieldOfBlock(block)
    const moved = one.moved ? '<span class="what">Moved here</span> ' : ''
    if (!holdsWords(block)) return this.thing(one, classes, moved)
    const words = wordsHtml(one.pieces)
    if (field !== null) return words === '' ? '' : element(TAGS[field]![0], [TAGS[field]![1], ...classes], words)
    const role = String(block.attrs.role ?? '')
    const start = moved + this.start(one)
    if (words === '' && start === '' && is === 'same') return ''
    const tag = block.type === 'heading' ? (block.attrs.level === 3 ? 'h3' : 'h2') : block.type === 'listItem' ? 'li' : 'p'
    const inner = start + (words === '' ? mark(is, '¶') : words)
    if (block.type === 'pullQuote') return `<blockquote>${element('p', classes, inner)}</blockquote>`
    return element(tag, [role === 'question' || role === 'answer' ? role : '', ...classes], inner)
  }

  /** What stands before the words: who speaks, and what the block was. */
  private start({ is, block, was }: Row): string {
    const who = this.who(block)
    const before = was === null ? who : this.who(was)
    const name =
      who === before
        ? who === ''
          ? ''
          : `<span class="who">${mark(is, escapeHtml(who))}</span> `
        : `<span class="who">${before === '' ? '' : `<del>${escapeHtml(before)}</del> `}${who === '' ? '' : `<ins>${escapeHtml(who)}</ins>`}</span> `
    if (was === null) return name
    const [one, other] = [nameOf(was), nameOf(block)]
    if (one !== other) return `<span class="what">Was ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${escapeHtml(one)}</span> ${name}`
    if (who !== before) return name
    return was.attrs.level !== block.attrs.level || was.wrap !== block.wrap
      ? `<span class="what">Stands differently</span> ${name}`
      : name
  }

  private who({ type, attrs }: Block): string {
    const speaker = this.speakers[String(attrs.speaker)]
    if (type === 'pullQuote') return speaker?.name ?? ''
    if (type !== 'paragraph' || (attrs.role !== 'question' && attrs.role !== 'answer')) return ''
    const letter = attrs.role === 'question' ? 'Q' : 'A'
    return speaker ? `${letter} ${speaker.name}` : letter
  }

  /** A picture, an embed, a card, a line. */
  private thing({ is, block, was }: Row, classes: readonly string[], moved: string): string {
    const { type, attrs } = block
    const lines = LINES.flatMap(([key, called]): string[] => {
      const [old, now] = [was === null ? attrs[key] : was.attrs[key], attrs[key]].map((value) => String(value ?? ''))
      if (old === '' && now === '') return []
      const text =
        old === now
          ? mark(is, escapeHtml(now!))
          : [old && `<del>${escapeHtml(old)}</del>`, now && `<ins>${escapeHtml(now)}</ins>`].filter(Boolean).join(' ')
      return [`<span class="line"><b>${called}</b> ${text}</span>`]
    })
    const name = nameOf(block)
    const change =
      is === 'ins'
        ? `<span class="what">New ${name}</span>`
        : is === 'del'
          ? `<span class="what">Removed ${name}</span>`
          : was !== null && was.attrs.asset !== attrs.asset
            ? '<span class="what">Another picture</span>'
            : ''
    const shape = type === 'image' && typeof attrs.asset === 'string' ? shapeOf(attrs.asset) : null
    const image =
      shape === null
        ? ''
        : `<img src="${escapeHtml(pictureAddress(String(attrs.asset), shape.width))}" width="${shape.width}" height="${shape.height}" alt="${escapeHtml(String(attrs.alt ?? ''))}" loading="lazy">`
    const line = type === 'divider' ? '<hr>' : type === 'paywall' ? '<span class="line">Members only below</span>' : ''
    return element('figure', [...classes, type], [moved, change, image, line, ...lines].filter((one) => one !== '').join('\n'))
  }
}

const LINES = [
  ['title', 'Title'],
  ['url', 'Address'],
  ['caption', 'Caption'],
  ['alt', 'Description'],
  ['credit', 'Credit'],
  ['licence', 'Licence'],
  ['fallbackText', 'Without the embed'],
] as const

const element = (tag: string, classes: readonly string[], inner: string): string => {
  const names = classes.filter((one) => one !== '').join(' ')
  return `<${tag}${names === '' ? '' : ` class="${names}"`}>${inner}</${tag}>`
}

const mark = (is: Is, inner: string): string =>
  is === 'ins' || is === 'del' ? `<${is}>${inner}</${is}>` : is === 'looks' ? `<span class="looks">${inner}</span>` : inner

function wordsHtml(pieces: readonly Piece[]): string {
  let out = ''
  for (let at = 0; at < pieces.length;) {
    const { is, word } = pieces[at]!
    let end = at + 1
    if (word === null) out += mark(is, '¶')
    else {
      while (end < pieces.length && pieces[end]!.is === is && pieces[end]!.word !== null) end++
      const words = pieces.slice(at, end).map((one) => one.word!)
      out += mark(is, inlineHtml(spansOf(schema.nodes.paragraph.create(null, contentOf(words)))))
    }
    at = end
  }
  return out
}
