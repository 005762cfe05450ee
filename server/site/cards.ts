/**
 * The cards of stories, drawn when first asked for and kept in the data folder under the name of what they show, each
 * story's for itself: its name can be worked out from the words, and would say of another story that it is there.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cardTag, type CardWords } from '../../shared/site/page.ts'
import type { Desk } from '../context.ts'

const TAG = /^[a-z0-9]{11}$/
const WHOSE = /^[\w-]{1,60}$/

export class Cards {
  private readonly folder: string
  /** Asked for twice at once, it is drawn once. */
  private readonly drawing = new Map<string, Promise<boolean>>()

  constructor(private readonly parts: Pick<Desk, 'config' | 'pictures'>) {
    this.folder = join(parts.config.dataDir, 'cards')
  }

  /**
   * Null: it cannot be drawn.
   * @param whose of which story, and whether as the desk alone sees it
   * @throws Refusal `too-busy`
   */
  async of(whose: string, card: CardWords): Promise<Uint8Array<ArrayBuffer> | null> {
    const tag = cardTag(card)
    const kept = await this.kept(whose, tag)
    if (kept !== null) return kept
    const name = `${whose} ${tag}`
    let drawing = this.drawing.get(name)
    if (drawing === undefined) {
      drawing = this.draw(card, this.fileOf(whose, tag)).finally(() => this.drawing.delete(name))
      this.drawing.set(name, drawing)
    }
    return (await drawing) ? this.kept(whose, tag) : null
  }

  /** One that was drawn before, whatever has changed since. */
  async kept(whose: string, tag: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!TAG.test(tag) || !WHOSE.test(whose)) return null
    try {
      return new Uint8Array(await readFile(this.fileOf(whose, tag)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  private fileOf(whose: string, tag: string): string {
    return join(this.folder, `${whose}-${tag}.png`)
  }

  private async draw(card: CardWords, to: string): Promise<boolean> {
    await mkdir(this.folder, { recursive: true })
    return this.parts.pictures.darkroom.draw({ card, to })
  }
}
