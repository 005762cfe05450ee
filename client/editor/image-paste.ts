/**
 * Pictures in what is pasted. Their own bytes are uploaded, those of another story are copied for this one's
 * readers; of a picture that is elsewhere only its words and its address come in, and the address is never
 * asked: whoever pastes must not tell another site of it.
 */
import { Fragment, Slice, type Node } from 'prosemirror-model'
import { safeHref } from '../../shared/links.ts'
import { schema } from '../../shared/schema.ts'
import { freshId } from './fresh-id.ts'

const MOST_ADDRESS = 2000

/** Whether there is nothing in it but one picture: then the file beside it says more. */
export function isOnlyPicture(html: string): boolean {
  const inside = html.replace(/<!--[\s\S]*?-->|<(style|title|head)\b[\s\S]*?<\/\1\s*>/gi, '')
  const words = inside.replace(/<(?:"[^"]*"|'[^']*'|[^'">])*>/g, '').replace(/&nbsp;|\s/g, '')
  return words === '' && inside.match(/<img\b/gi)?.length === 1
}

/** The alt text of the only picture in it. */
export function altIn(html: string): { alt?: string } {
  const alt = /<img\b[^>]*?\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(html)
  const words = new DOMParser().parseFromString((alt?.[1] ?? alt?.[2] ?? '').replaceAll('<', '&lt;'), 'text/html').body
    .textContent
  const line = words.replace(/\s+/g, ' ').trim().slice(0, MOST_ADDRESS)
  return line === '' ? {} : { alt: line }
}

/** A picture that was taken out of what is pasted, to be put where its block then is. */
export type TakenOut = { id: string } & ({ file: Blob } | { asset: string })

/**
 * What is pasted, with no picture of another story in it and no address but those of the web. A block whose
 * picture is to follow has a new id, by which `taken` names it.
 * @param files the pictures that came with it, by the `source` of their blocks
 * @param known whether this story has an asset already
 */
export function takeOut(
  slice: Slice,
  files: ReadonlyMap<string, Blob>,
  known: (asset: string) => boolean,
): { slice: Slice; taken: TakenOut[] } {
  const taken: TakenOut[] = []
  const followed = (node: Node, what: { file: Blob } | { asset: string }): Node => {
    const id = freshId()
    taken.push({ id, ...what })
    return node.type.create({ ...node.attrs, id, asset: null, source: '' })
  }
  const blocks: Node[] = []
  slice.content.forEach((node) => {
    if (node.type !== schema.nodes.image) {
      blocks.push(node)
      return
    }
    const { asset, source } = node.attrs as { asset: string | null; source: string }
    const file = files.get(source)
    if (asset && known(asset)) blocks.push(node)
    else if (asset) blocks.push(followed(node, { asset }))
    else if (file !== undefined) blocks.push(followed(node, { file }))
    else blocks.push(node.type.create({ ...node.attrs, source: webAddress(source) }))
  })
  return { slice: new Slice(Fragment.fromArray(blocks), slice.openStart, slice.openEnd), taken }
}

function webAddress(source: string): string {
  const address = safeHref(source.startsWith('//') ? `https:${source}` : source)
  return address !== null && /^https?:\/\//i.test(address) && address.length <= MOST_ADDRESS ? address : ''
}
