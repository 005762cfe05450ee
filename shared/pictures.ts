/**
 * What holds for every picture of a story, on the server and on the screens: how large it may be, in which
 * widths it is kept, and where each is found.
 */

/** The largest file that is taken. */
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024
/** The most pixels it may have: above every camera a newsroom meets, below what would fill the memory. */
export const MAX_PICTURE_PIXELS = 64_000_000
export const WIDEST = 1920
export const TALLEST = 6000
const STEPS = [640, 1280]

export type Shape = { width: number; height: number }

/**
 * An asset's id ends in the shape of its picture, `…-1600x900`: a page keeps its place free before it is
 * there, and an export can say its size, without asking anybody.
 */
export const assetId = (random: string, { width, height }: Shape): string => `${random}-${width}x${height}`

/** @returns null when this is no id of an asset */
export function shapeOf(asset: unknown): Shape | null {
  const [, width, height] = (typeof asset === 'string' && /^[0-9A-Za-z]{12,24}-([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(asset)) || []
  return width === undefined ? null : { width: Number(width), height: Number(height) }
}

/** The widths a picture is kept in, in pixels: its own, and the steps that are clearly narrower. */
export const widthsFor = (width: number): number[] => [...STEPS.filter((step) => step < width * 0.9), width]

/** Where a picture is, as WebP. For those who may read its story. */
export const pictureAddress = (asset: string, width: number): string => `/api/assets/${asset}/${width}.webp`

/** The `srcset` of a picture; empty when this is no asset. */
export function sourcesOf(asset: string): string {
  const shape = shapeOf(asset)
  if (shape === null) return ''
  return widthsFor(shape.width)
    .map((width) => `${pictureAddress(asset, width)} ${width}w`)
    .join(', ')
}
