/** Whether two texts say the same to a reader, whatever became of their markup on the way, and if not, where they part. */
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'

/** Elements that words never go across. */
const INLINE = new Set([
  'a',
  'abbr',
  'b',
  'cite',
  'code',
  'em',
  'i',
  'mark',
  'q',
  's',
  'small',
  'span',
  'strong',
  'sub',
  'sup',
  'u',
])
const UNSEEN = new Set(['script', 'style', 'template', 'noscript'])

/** The words of some HTML, as a reader sees them. */
export function wordsOfHtml(html: string): string[] {
  let text = ''
  const waiting: (DefaultTreeAdapterTypes.ChildNode | ' ')[] = [...parseFragment(html).childNodes].toReversed()
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === ' ') text += at
    else if ('value' in at) text += at.value
    else if ('childNodes' in at && !UNSEEN.has(at.nodeName)) {
      const apart = !INLINE.has(at.nodeName)
      if (apart) text += ' '
      if (apart) waiting.push(' ')
      for (const child of at.childNodes.toReversed()) waiting.push(child)
    }
  }
  return text
    .normalize('NFC')
    .split(/[\s\u00ad\u200b\ufeff]+/)
    .filter((word) => word !== '')
}

/** The pictures of some HTML, in their order. */
export function imagesIn(html: string): { src: string; className: string }[] {
  const images: { src: string; className: string }[] = []
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = [...parseFragment(html).childNodes].toReversed()
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (!('childNodes' in at)) continue
    const attribute = (name: string): string => at.attrs.find((one) => one.name === name)?.value ?? ''
    if (at.nodeName === 'img') images.push({ src: attribute('src'), className: attribute('class') })
    for (const child of at.childNodes.toReversed()) waiting.push(child)
  }
  return images
}

const AROUND = 6

/** Some words of each from where they part; null: they say the same. An end is said as one. */
export function partingOf(ours: readonly string[], theirs: readonly string[]): { ours: string; theirs: string } | null {
  let at = 0
  while (at < ours.length && at < theirs.length && ours[at] === theirs[at]) at += 1
  if (at === ours.length && at === theirs.length) return null
  const from = Math.max(0, at - 2)
  const some = (words: readonly string[]): string => {
    const cut = words.slice(from, at + AROUND)
    const more = words.length > at + AROUND ? ' …' : ''
    return cut.length === 0 ? 'nothing' : `“${from > 0 ? '… ' : ''}${cut.join(' ')}${more}”`
  }
  return { ours: some(ours), theirs: some(theirs) }
}
