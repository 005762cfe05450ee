/** Changes by chance, of every kind an editor can make, to a story whose every word stands in it once. */
import type { Node } from 'prosemirror-model'
import { schema } from '../../shared/schema.ts'
import type { StoryText } from '../../shared/story.ts'
import type { Random } from '../random.ts'
import * as text from './text.ts'

/** Everything a writer needs to make new words and blocks. */
export class Hand {
  readonly written: string[] = []
  readonly removed = new Set<string>()
  private ids = 0

  constructor(
    readonly name: string,
    readonly random: Random,
  ) {}

  word(): string {
    const word = `${this.name}w${this.written.length}x`
    this.written.push(word)
    return word
  }

  id(): string {
    this.ids += 1
    return `${this.name}${String(this.ids).padStart(11, '0')}`
  }

  /** Words to begin with. */
  words(count: number): string {
    return Array.from({ length: count }, () => this.word()).join(' ')
  }

  story(): StoryText {
    const blocks = [
      text.notice(this.id(), text.p(this.id(), this.words(6)), text.p(this.id(), this.words(4))),
      text.q(this.id(), this.words(5)),
      text.a(this.id(), this.words(14)),
      text.a(this.id(), this.words(9)),
      text.picture(this.id(), this.words(2)),
      text.list(this.id(), ...[3, 5, 2].map((n) => text.item(this.id(), this.words(n)))),
      text.h(this.id(), this.words(3)),
      text.p(this.id(), this.words(12)),
    ]
    return text.story(blocks, { headline: this.words(4), dek: this.words(5) })
  }

  /** One change. */
  change(was: StoryText): StoryText {
    const dice = this.random.below(100)
    if (dice < 6) return { ...was, headline: this.inText(was.headline) }
    if (dice < 9) return { ...was, dek: this.inText(was.dek) }
    if (dice < 11) return { ...was, byline: this.inText(was.byline) }
    const at = this.random.below(Math.max(1, was.body.childCount))
    const blocks = [...was.body.children]
    const block = blocks[at]
    if (block === undefined || dice < 18) blocks.splice(at, 0, this.block())
    else if (dice < 24) {
      const to = this.random.below(blocks.length)
      blocks.splice(at, 1)
      blocks.splice(to, 0, block)
    } else if (dice < 28) {
      this.remove(wordsOf(block))
      blocks.splice(at, 1)
    } else if (dice < 33 && block.isTextblock && blocks[at + 1]?.isTextblock) {
      blocks.splice(
        at,
        2,
        block.copy(
          block.content.append(schema.node('paragraph', null, [schema.text(' ')]).content).append(blocks[at + 1]!.content),
        ),
      )
    } else if (dice < 36 && block.type.name === 'paragraph') {
      blocks.splice(at, 1, text.list(this.id(), schema.node('listItem', { id: block.attrs.id as string }, block.content)))
    } else if (dice < 39 && (block.type.name === 'list' || block.type.name === 'notice')) {
      blocks.splice(at, 1, ...block.children.map((one) => schema.node('paragraph', { id: one.attrs.id as string }, one.content)))
    } else blocks.splice(at, 1, ...this.inBlock(block))
    return { ...was, body: schema.node('doc', null, blocks) }
  }

  private block(): Node {
    return this.random.pick([
      () => text.p(this.id(), this.words(1 + this.random.below(4))),
      () => text.a(this.id(), this.words(2)),
      () => text.picture(this.id(), ''),
      () => text.list(this.id(), text.item(this.id(), this.words(2)), text.item(this.id(), this.word())),
      () => text.p(this.id(), ''),
    ])()
  }

  private inBlock(block: Node): Node[] {
    const { random } = this
    if (block.type.name === 'image') {
      const attrs = random.chance(50) ? { alt: 'So' } : { credit: random.pick(['Ana', 'Ben']) }
      return [block.type.create({ ...block.attrs, ...attrs })]
    }
    if (block.type.name === 'list' || block.type.name === 'notice') {
      const items = [...block.children]
      const at = random.below(Math.max(1, items.length))
      const one = items[at]
      if (one === undefined) return []
      const dice = random.below(10)
      if (dice < 2 && items.length > 1) {
        items.splice(at, 1)
        items.splice(random.below(items.length + 1), 0, one)
      } else if (dice < 3 && items.length > 1) {
        this.remove(one.textContent)
        items.splice(at, 1)
      } else if (dice < 4 && block.type.name === 'list')
        return [block.type.create({ ...block.attrs, ordered: !block.attrs.ordered }, items)]
      else {
        const made = this.inBlock(one)
        if (made.every(({ type }) => type === one.type)) items.splice(at, 1, ...made)
      }
      return [block.copy(schema.node(block.type.name === 'list' ? 'list' : 'notice', null, items).content)]
    }
    const dice = random.below(100)
    const gaps = [...block.textContent.matchAll(/(?<= )|^/g)].map(({ index }) => index)
    if (dice < 15) {
      const at = random.pick(gaps)
      return [block.cut(0, at), block.type.create({ ...block.attrs, id: this.id() }, block.content.cut(at))]
    }
    if (dice < 25) {
      const [from, to] = [random.pick(gaps), random.pick(gaps)].toSorted((x, y) => x - y) as [number, number]
      const marked = schema.marks[random.pick(['strong', 'em'])]!.create()
      const inner: Node[] = []
      block.forEach((child, offset) => {
        const cut = (x: number, y: number, how: (node: Node) => Node): void => {
          if (y > x) inner.push(how(child.cut(x - offset, y - offset)))
        }
        const end = offset + child.nodeSize
        const [first, last] = [Math.max(offset, Math.min(end, from)), Math.max(offset, Math.min(end, to))]
        cut(offset, first, (node) => node)
        cut(first, last, (node) => node.mark(marked.addToSet(node.marks)))
        cut(last, end, (node) => node)
      })
      return [block.copy(schema.node('paragraph', null, inner).content)]
    }
    if (dice < 33 && block.type.name === 'paragraph')
      return [block.type.create({ ...block.attrs, role: random.pick(['question', 'answer', 'body']) }, block.content)]
    if (dice < 37 && block.type.name === 'paragraph')
      return [schema.node('heading', { id: block.attrs.id as string }, block.content)]
    return [this.reworded(block)]
  }

  private reworded(block: Node): Node {
    const { content } = block
    const gaps = [...block.textContent.matchAll(/(?<= )|^/g)].map(({ index }) => index)
    const at = this.random.pick(gaps)
    const words = [...block.textContent.slice(at).matchAll(/\s*\S+ */g)].map(([word]) => word)
    if (this.random.chance(35) && words.length > 0) {
      const gone = words.slice(0, 1 + this.random.below(3)).join('')
      this.remove(gone)
      const put = this.random.chance(50) ? [schema.text(`${this.word()}${gone.endsWith(' ') ? ' ' : ''}`)] : []
      return block.copy(
        content
          .cut(0, at)
          .append(schema.node('paragraph', null, put).content)
          .append(content.cut(at + gone.length)),
      )
    }
    const put =
      at === 0 || block.textContent.slice(0, at).endsWith(' ') ? `${this.word()}${at < block.textContent.length ? ' ' : ''}` : ''
    return put === ''
      ? block
      : block.copy(
          content
            .cut(0, at)
            .append(schema.node('paragraph', null, [schema.text(put)]).content)
            .append(content.cut(at)),
        )
  }

  private inText(was: string): string {
    const words = was.split(' ').filter(Boolean)
    const at = this.random.below(words.length + 1)
    if (this.random.chance(30) && words.length > 0) this.remove(words.splice(Math.min(at, words.length - 1), 1)[0]!)
    else words.splice(at, 0, this.word())
    return words.join(' ')
  }

  private remove(words: string): void {
    for (const word of words.match(/\w+/g) ?? []) this.removed.add(word)
  }
}

function wordsOf(block: Node): string {
  const all = block.type.name === 'image' ? [String(block.attrs.caption)] : []
  block.descendants((node, _pos, parent) => {
    if (node.isText) all.push(node.text!)
    return parent === null || !parent.isTextblock
  })
  return all.join(' ')
}

export function wordsIn(text: StoryText): string[] {
  const all = [text.headline, text.dek, text.byline]
  text.body.descendants((node) => {
    if (node.isTextblock) all.push(node.textContent)
    else if (node.type.name === 'image') all.push(String(node.attrs.caption))
    return !node.isTextblock
  })
  return all.join(' ').match(/\w+/g) ?? []
}
