/** The pictures of a Word file: the new kind and the old, with what they show; charts and shapes are counted as lost. */
import { safeHref } from '../links.ts'
import type { DocxParts, Relation } from './docx-parts.ts'
import { LOSSES, type Image, type Lost, type Picture } from './draft.ts'
import { noImage } from './html-media.ts'
import type { Attributes } from './xml.ts'

const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
}
const MAX_PICTURES = 100
const MAX_ALT = 2000

type Drawing = { alt: string; decorative: boolean; seen: boolean }

export class DocxPictures {
  /** Drawings that are being read; a text box in one may hold another. */
  private readonly drawings: Drawing[] = []
  private readonly byTarget = new Map<string, Picture>()

  constructor(
    private readonly parts: DocxParts,
    private readonly relations: ReadonlyMap<string, Relation>,
    private readonly lost: Lost,
    readonly all: Picture[],
  ) {}

  beginDrawing(): void {
    this.drawings.push({ alt: '', decorative: false, seen: false })
  }

  /** What is in the drawing has been read as something else. */
  seen(): void {
    const drawing = this.drawings.at(-1)
    if (drawing !== undefined) drawing.seen = true
  }

  endDrawing(): void {
    const drawing = this.drawings.pop()
    if (drawing?.seen === false) this.lost.add('A drawing or chart', '# drawings or charts')
  }

  /** An element inside a drawing: the picture, when it is one. */
  take(name: string, attributes: Attributes): Image | null {
    const drawing = this.drawings.at(-1)
    if (drawing === undefined) return null
    if (name === 'docPr' || name === 'cNvPr') drawing.alt = altOf(attributes.get('descr'), attributes.get('title')) || drawing.alt
    else if (name === 'shape') drawing.alt = altOf(attributes.get('alt')) || drawing.alt
    else if (name === 'decorative') drawing.decorative = /^(1|true)$/.test(attributes.get('val') ?? '')
    else if (name === 'blip') return this.image(drawing, attributes.get('embed') ?? attributes.get('link') ?? '')
    else if (name === 'imagedata') {
      drawing.alt ||= altOf(attributes.get('title'))
      return this.image(drawing, attributes.get('id') ?? attributes.get('relid') ?? '')
    }
    return null
  }

  private image(drawing: Drawing, relationId: string): Image {
    drawing.seen = true
    const { alt, decorative } = drawing
    const relation = this.relations.get(relationId)
    if (relation === undefined || relation.external) {
      this.lost.add(...LOSSES.pictureElsewhere)
      const address = safeHref(relation?.target ?? '')
      return noImage({ alt, decorative, source: address !== null && /^https?:\/\//i.test(address) ? address : '' })
    }
    const picture = this.pictureAt(relation.target, alt)
    return noImage({ alt, decorative, source: picture === null ? '' : `picture:${picture.id}` })
  }

  private pictureAt(target: string, alt: string): Picture | null {
    const known = this.byTarget.get(target)
    if (known !== undefined) return known
    const type = TYPES[target.split('.').pop()?.toLowerCase() ?? '']
    const bytes = type === undefined || this.all.length >= MAX_PICTURES ? null : this.parts.picture(target)
    if (type === undefined || bytes === null) {
      this.lost.add(
        'A picture of a kind that is not taken: its place is kept',
        '# pictures of a kind that is not taken: their places are kept',
      )
      return null
    }
    const picture = { id: String(this.all.length + 1), bytes, type, alt }
    this.all.push(picture)
    this.byTarget.set(target, picture)
    return picture
  }
}

const altOf = (...texts: (string | undefined)[]): string =>
  (texts.find((text) => text !== undefined && text.trim() !== '') ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_ALT)
