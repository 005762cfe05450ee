/**
 * Tracked changes and comments of a Word file. What was added is in the text and listed, what was taken
 * out is not in it and listed: a person decides, with who changed what and when before their eyes.
 */
import type { FileComment, Remark } from './draft.ts'
import { placesOf } from '../places.ts'
import { readXml, type Attributes } from './xml.ts'

const MOST_WORDS = 600
/** As long as what somebody says in a story may be, with their name before it. */
const MOST_TEXT = 9000
const KINDS: Record<string, Remark['kind']> = { ins: 'inserted', del: 'deleted', moveFrom: 'moved away', moveTo: 'moved here' }

const clipped = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return [...line].length > MOST_WORDS ? `${[...line].slice(0, MOST_WORDS).join('')}…` : line
}

export class RunChanges {
  private readonly remarks: Remark[] = []
  private readonly open: Remark[] = []
  private readonly marked = new Set<Remark>()
  private readonly mentioned = new Set<string>()
  /** The change whose words came last, while nothing else has come between. */
  private last: Remark | null = null

  /** @param comments by their ids in the file */
  constructor(private readonly comments: ReadonlyMap<string, Remark>) {}

  begin(name: string, attributes: Attributes): void {
    this.open.push(this.change(name, attributes))
  }

  end(): void {
    this.open.pop()
  }

  /** The end of a paragraph was added or taken out. */
  mark(name: string, attributes: Attributes): void {
    this.marked.add(this.change(name, attributes))
  }

  private change(name: string, attributes: Attributes): Remark {
    const remark: Remark = {
      kind: KINDS[name] ?? 'inserted',
      who: attributes.get('author') ?? '',
      when: attributes.get('date') ?? '',
      words: '',
      on: '',
      resolved: false,
    }
    const { last } = this
    // Word cuts one change into many where its look changes.
    if (last !== null && last.kind === remark.kind && last.who === remark.who && last.when === remark.when) return last
    this.remarks.push(remark)
    return remark
  }

  /**
   * Notes words where a change or a comment is about them; false: they are not in the text any more.
   * @param isApart they are no words of their paragraph
   */
  say(text: string, isApart = false): boolean {
    const change = this.open.at(-1) ?? null
    this.last = change
    if (change !== null && change.words.length < 2 * MOST_WORDS) change.words += text
    const gone = this.open.some(({ kind }) => kind === 'deleted' || kind === 'moved away')
    if (gone || isApart) return !gone
    this.text += text
    if (text !== '') this.inLine = !text.endsWith('\n')
    for (const remark of this.about) if (remark.on.length < 2 * MOST_WORDS) remark.on += text
    return true
  }

  endParagraph(): void {
    for (const remark of this.marked) remark.words += ' ¶ '
    this.marked.clear()
    for (const remark of this.about) if (remark.on !== '') remark.on += ' '
    // Paragraphs without words are none in the story.
    if (this.inLine) this.text += '\n'
    this.inLine = false
  }

  // --- comments ---

  private readonly about = new Set<Remark>()
  /** The words of the file so far, a line a paragraph, and from where to where in them comments are. */
  private text = ''
  /** Its line has words. Asking a long text for its end each time is what makes readers slow. */
  private inLine = false
  private readonly ends = new Map<Remark, { from: number; to: number }>()

  beginComment(id: string): void {
    const remark = this.comments.get(id)
    if (remark === undefined) return
    this.about.add(remark)
    this.ends.set(remark, { from: this.text.length, to: this.text.length })
    this.mentionComment(id)
  }

  endComment(id: string): void {
    const remark = this.comments.get(id)
    if (remark === undefined) return
    this.about.delete(remark)
    const ends = this.ends.get(remark)
    if (ends !== undefined) ends.to = this.text.length
  }

  mentionComment(id: string): void {
    const remark = this.comments.get(id)
    if (remark === undefined || this.mentioned.has(id)) return
    this.mentioned.add(id)
    this.remarks.push(remark)
  }

  /** In the order of the text. */
  list(): { remarks: Remark[]; comments: FileComment[] } {
    const left = [...this.comments].filter(([id]) => !this.mentioned.has(id)).map(([, remark]) => remark)
    const remarks: Remark[] = []
    const comments: FileComment[] = []
    for (const remark of [...this.remarks, ...left]) {
      const listed = { ...remark, words: clipped(remark.words), on: clipped(remark.on) }
      if (listed.words === '' && listed.on === '') continue
      const comment = this.commentOf(remark)
      if (comment !== null) comments.push({ ...comment, remark: remarks.length })
      remarks.push(listed)
    }
    return { remarks, comments }
  }

  /** Null: nobody needs to answer it, or it is on no words. */
  private commentOf(remark: Remark): Omit<FileComment, 'remark'> | null {
    const ends = this.ends.get(remark)
    const text = remark.words.trim()
    if (ends === undefined || remark.resolved || text === '') return null
    const all = this.text.slice(ends.from, ends.to)
    const quote = all.trim()
    if (quote === '') return null
    const from = ends.from + all.indexOf(quote)
    const places = placesOf(this.text, quote)
    const nth = places.indexOf(from)
    return nth < 0 ? null : { who: remark.who, text, quote, nth, times: places.length }
  }
}

/** @param more says which comments are settled; null where the file does not say */
export function readComments(xml: Uint8Array | null, more: Uint8Array | null): Map<string, Remark> {
  const out = new Map<string, Remark>()
  if (xml === null) return out
  const settled = new Set<string>()
  if (more !== null)
    readXml(more, {
      open(name, attributes) {
        if (name === 'commentEx' && /^(1|true)$/.test(attributes.get('done') ?? '')) settled.add(attributes.get('paraId') ?? '')
      },
      close() {},
      text() {},
    })
  let here: Remark | null = null
  let inText = false
  readXml(xml, {
    open(name, attributes) {
      if (name === 'comment') {
        here = {
          kind: 'comment',
          who: attributes.get('author') ?? attributes.get('initials') ?? '',
          when: attributes.get('date') ?? '',
          words: '',
          on: '',
          resolved: false,
        }
        out.set(attributes.get('id') ?? '', here)
      } else if (name === 'p' && here !== null) {
        if (here.words !== '') here.words += '\n'
        if (settled.has(attributes.get('paraId') ?? '')) here.resolved = true
      } else if (name === 't') inText = true
      else if ((name === 'br' || name === 'tab') && here !== null) here.words += ' '
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'comment') here = null
    },
    text(text) {
      if (inText && here !== null && here.words.length < MOST_TEXT) here.words += text.slice(0, MOST_TEXT)
    },
  })
  return out
}
