/** Pictures and players in HTML: their places are kept, their addresses are never fetched. */
import { fromBase64 } from 'lib0/buffer'
import type { Token } from 'parse5'
import { placeOf } from '../embeds.ts'
import { safeHref } from '../links.ts'
import { LOSSES, type Draft, type Image, type Lost, type Picture } from './draft.ts'
import { absolute, MAX_ADDRESS } from './hrefs.ts'
import { attr, classes } from './html-look.ts'

/** The schema's limit for the words of a picture. */
const MAX_WORDS = 2000
const MAX_PICTURES = 100
const MAX_PICTURE_LETTERS = 28_000_000
/** What is decoded here will be looked at as a picture by its bytes. */
const PICTURE_TYPES = /^data:image\/(png|jpe?g|gif|webp|avif)[;,]/i

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+$/u

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS)

export const noImage = (given: Partial<Image>): Image => ({
  kind: 'image',
  source: '',
  alt: '',
  decorative: false,
  caption: '',
  credit: '',
  licence: '',
  ...given,
})

/** An `<img>`: a picture's place, a letter drawn as a picture, or null for what nobody sees. */
export function imageOf(tag: Token.TagToken, pictures: Picture[], lost: Lost): Image | string | null {
  const alt = oneLine(attr(tag, 'alt') ?? '')
  // Mail programs and WordPress draw emoji as pictures.
  if (EMOJI.test(alt)) return alt
  if (attr(tag, 'aria-roledescription') === 'checkbox') {
    lost.add('A check box', '# check boxes')
    return null
  }
  if (/^[012](px)?$/.test(attr(tag, 'width') ?? '') && /^[012](px)?$/.test(attr(tag, 'height') ?? '')) return null
  const source = attr(tag, 'src') ?? attr(tag, 'data-src') ?? ''
  if (/^\s*data:/i.test(source)) {
    const picture = pictureIn(source.trim(), alt, pictures, lost)
    return noImage({ source: picture === null ? '' : `picture:${picture.id}`, alt })
  }
  const address = safeHref(source)
  const web = address !== null && /^(https?:)?\/\//i.test(address) && address.length <= MAX_ADDRESS
  lost.add(...LOSSES.pictureElsewhere)
  return noImage({ source: web ? absolute(address) : '', alt })
}

function pictureIn(data: string, alt: string, pictures: Picture[], lost: Lost): Picture | null {
  const comma = data.indexOf(',')
  const head = data.slice(0, Math.max(comma, 0))
  const letters = pictures.reduce((sum, one) => sum + (one.bytes.length * 4) / 3, data.length)
  if (!PICTURE_TYPES.test(data) || !/;base64$/i.test(head) || pictures.length >= MAX_PICTURES || letters > MAX_PICTURE_LETTERS) {
    lost.add('A picture of a kind or size that is not taken', '# pictures of a kind or size that is not taken')
    return null
  }
  const base64 = data
    .slice(comma + 1)
    .replace(/%3D/gi, '=')
    .replace(/\s+/g, '')
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    lost.add('A damaged picture', '# damaged pictures')
    return null
  }
  const type = /^data:([\w/+.-]+)/.exec(head)?.[1]?.toLowerCase() ?? ''
  const picture = { id: String(pictures.length + 1), bytes: fromBase64(base64), type, alt }
  pictures.push(picture)
  return picture
}

/** The page that a player or a bare address shows, of the places whose pages are worth a card; null for any other. */
export function embedOf(address: string, title: string): Extract<Draft, { kind: 'embed' }> | null {
  const found = address.length > MAX_ADDRESS ? null : placeOf(address)
  return found && { kind: 'embed', ...found, title: oneLine(title), fallbackText: '' }
}

/** A paywall as the programs that have one write it. */
export const isPaywall = (tag: Token.TagToken): boolean =>
  classes(tag).some((one) => one === 'paywall' || one === 'paywall-jump') || attr(tag, 'data-component-name') === 'PaywallToDOM'

/** WordPress's captions from before there were figures. */
export const isCaption = (tag: Token.TagToken): boolean => classes(tag).includes('wp-caption-text')
