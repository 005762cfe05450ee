/** The cards of stories, drawn when first asked for and kept in the data folder under the name of what they show. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cardTag, type CardWords } from '../../shared/site/page.ts'
import type { Desk } from '../context.ts'

const TAG = /^[a-z0-9]{11}$/

export class Cards {
  private readonly folder: string
  /** Asked for twice at once, it is drawn once. */
  private readonly drawing = new Map<string, Promise<boolean>>()

  constructor(private readonly parts: Pick<Desk, 'config' | 'pictures'>) {
    this.folder = join(parts.config.dataDir, 'cards')
  }

  /** Null: it cannot be drawn. @throws Refusal `too-busy` */
  async of(card: CardWords): Promise<Uint8Array<ArrayBuffer> | null> {
    const tag = cardTag(card)
    const kept = await this.kept(tag)
    if (kept !== null) return kept
    let drawing = this.drawing.get(tag)
    if (drawing === undefined) {
      drawing = this.draw(card, tag).finally(() => this.drawing.delete(tag))
      this.drawing.set(tag, drawing)
    }
    return (await drawing) ? this.kept(tag) : null
  }

  /** One that was drawn before, whatever has changed since. */
  async kept(tag: string): Promise<Uint8Array<ArrayBuffer> | null> {
    if (!TAG.test(tag)) return null
    try {
      return new Uint8Array(await readFile(join(this.folder, `${tag}.png`)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
  }

  private async draw(card: CardWords, tag: string): Promise<boolean> {
    await mkdir(this.folder, { recursive: true })
    return this.parts.pictures.darkroom.draw({ card, to: join(this.folder, `${tag}.png`) })
  }
}
