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

  private readonly comments: ReadonlyMap<string, Remark>

  constructor(private readonly said: CommentsOfFile) {
    this.comments = said.byId
  }

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
    const places = new Map<Remark, number>()
    const remarks: Remark[] = []
    for (const remark of [...this.remarks, ...left]) {
      const listed = { ...remark, words: clipped(remark.words), on: clipped(remark.on) }
      if (listed.words === '' && listed.on === '') continue
      places.set(remark, remarks.length)
      remarks.push(listed)
    }
    const comments = [...places].flatMap(([remark, place]): FileComment[] => {
      const comment = this.commentOf(remark)
      if (comment === null) return []
      const parent = this.said.answers?.get(remark)
      const answers = parent === undefined ? null : (places.get(parent) ?? null)
      return [{ ...comment, remark: place, ...(this.said.answers === null ? {} : { answers }) }]
    })
    return { remarks, comments }
  }

  /** Null: nobody needs to answer it, or it is on no words. */
  private commentOf(remark: Remark): Omit<FileComment, 'remark' | 'answers'> | null {
    const ends = this.ends.get(remark)
    const text = remark.words.trim()
    const isSettled = remark.resolved || this.said.answers?.get(remark)?.resolved === true
    if (ends === undefined || isSettled || text === '') return null
    const all = this.text.slice(ends.from, ends.to)
    const quote = all.trim()
    if (quote === '') return null
    const from = ends.from + all.indexOf(quote)
    const places = placesOf(this.text, quote)
    const nth = places.indexOf(from)
    return nth < 0 ? null : { who: remark.who, text, quote, nth, times: places.length }
  }
}

/** By their ids in the file. `answers`: which of them answer which; null where the file does not say. */
export type CommentsOfFile = { byId: ReadonlyMap<string, Remark>; answers: ReadonlyMap<Remark, Remark> | null }

/**
 * @param more says which comments are settled and which they answer; null where the file has no such part
 * @param isOwn our own files have that part when one answers another
 */
export function readComments(xml: Uint8Array | null, more: Uint8Array | null, isOwn: boolean): CommentsOfFile {
  const byId = new Map<string, Remark>()
  if (xml === null) return { byId, answers: null }
  const settled = new Set<string>()
  /** Of their paragraphs. */
  const parents = new Map<string, string>()
  if (more !== null)
    readXml(more, {
      open(name, attributes) {
        if (name !== 'commentEx') return
        const paragraph = attributes.get('paraId') ?? ''
        if (/^(1|true)$/.test(attributes.get('done') ?? '')) settled.add(paragraph)
        const parent = attributes.get('paraIdParent')
        if (parent !== undefined) parents.set(paragraph, parent)
      },
      close() {},
      text() {},
    })
  const ofParagraph = new Map<string, Remark>()
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
        byId.set(attributes.get('id') ?? '', here)
      } else if (name === 'p' && here !== null) {
        if (here.words !== '') here.words += '\n'
        const paragraph = attributes.get('paraId')
        if (paragraph !== undefined) ofParagraph.set(paragraph, here)
        if (settled.has(paragraph ?? '')) here.resolved = true
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
  if (more === null && !isOwn) return { byId, answers: null }
  const answers = new Map<Remark, Remark>()
  for (const [paragraph, parent] of parents) {
    const [one, other] = [ofParagraph.get(paragraph), ofParagraph.get(parent)]
    if (one !== undefined && other !== undefined && one !== other) answers.set(one, other)
  }
  return { byId, answers }
}
