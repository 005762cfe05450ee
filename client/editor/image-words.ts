/**
 * The words beside a picture (alt text, caption, credit, licence) as one person writes them while others may.
 * Each is one value in the story, of which the last one set holds: what two people write at the same moment
 * would cost one of them their words. So each window keeps what it wrote, and when another's value takes its
 * place that was written without knowing it, both are brought together letter by letter.
 */
import * as Y from 'yjs'
import { merged } from '../../shared/merge.ts'

export const WORDS_OF_IMAGE = ['alt', 'caption', 'credit', 'licence'] as const
export type ImageWord = (typeof WORDS_OF_IMAGE)[number]

/** A value this window put into the story, and what it put it in place of. */
type Written = { client: number; clock: number; value: string; before: string }
type Line = { base: string; mine: string; written: Written[] }

/** The picture with this id, wherever it has been moved. */
export function imageIn(body: Y.XmlFragment, id: string): Y.XmlElement | null {
  for (const child of body.toArray())
    if (child instanceof Y.XmlElement && child.nodeName === 'image' && child.getAttribute('id') === id) return child
  return null
}

export class ImageWords {
  private readonly lines = new Map<ImageWord, Line>()

  /** @param put sets a word in the story, as an ordinary change of this person */
  constructor(
    private readonly body: Y.XmlFragment,
    readonly id: string,
    private readonly put: (word: ImageWord, value: string) => void,
  ) {
    for (const word of WORDS_OF_IMAGE) {
      const value = this.inStory(word)
      this.lines.set(word, { base: value, mine: value, written: [] })
    }
  }

  /** As it stands in this window. */
  read(word: ImageWord): string {
    return this.lines.get(word)!.mine
  }

  type(word: ImageWord, value: string): void {
    this.lines.get(word)!.mine = value
  }

  /** Puts into the story what was typed. */
  write(): void {
    this.look()
    const image = imageIn(this.body, this.id)
    if (image === null) return
    for (const [word, line] of this.lines) {
      if (line.mine === line.base) continue
      const before = line.base
      line.base = line.mine
      this.put(word, line.mine)
      const item = imageIn(this.body, this.id)?._map.get(word)
      if (item !== undefined) line.written.push({ ...item.id, value: line.mine, before })
    }
  }

  /**
   * Takes in what others wrote; call whenever the story has changed.
   * @returns whether this window now has words that the story has not
   */
  look(): boolean {
    const image = imageIn(this.body, this.id)
    if (image === null) return false
    for (const [word, line] of this.lines) {
      const now = this.inStory(word)
      if (now === line.base) continue
      line.mine = merged(this.commonGround(image, word, line), line.mine, now)
      line.base = now
      line.written = []
    }
    return [...this.lines.values()].some(({ base, mine }) => base !== mine)
  }

  /** What the value now in the story was made from, as far as this window's own values go. */
  private commonGround(image: Y.XmlElement, word: ImageWord, { base, written }: Line): string {
    const item = image._map.get(word)
    const first = written[0]
    if (item === undefined || first === undefined || item.id.client === image.doc?.clientID) return base
    return written.findLast((one) => knew(image, item, one))?.value ?? first.before
  }

  private inStory(word: ImageWord): string {
    const value: unknown = imageIn(this.body, this.id)?.getAttribute(word)
    return typeof value === 'string' ? value : ''
  }
}

/** Whether a value was set by somebody who had seen another: each names the one it took the place of. */
function knew(image: Y.XmlElement, item: Y.Item, { client, clock }: Written): boolean {
  for (let seen: Y.ID | null = item.lastId; seen !== null;) {
    const at: Y.Item | Y.GC = Y.getItem(image.doc!.store, seen)
    // Values one after another are kept as one item once they are gone; only those up to `seen` count.
    if (at.id.client === client && at.id.clock <= clock && clock <= seen.clock) return true
    seen = at instanceof Y.Item ? at.origin : null
  }
  return false
}
