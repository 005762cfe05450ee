/** The text of a post as Ghost's old editor kept it (Mobiledoc 0.3), written as HTML so that one reader reads all. */
import { cardHtml, escaped, html, type Node } from './ghost-cards.ts'

const MARKUPS: Record<string, string> = {
  strong: 'b',
  b: 'b',
  em: 'i',
  i: 'i',
  s: 's',
  del: 's',
  strike: 's',
  sup: 'sup',
  u: 'u',
}
const SECTIONS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote'])

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export function mobiledocHtml(source: string): { html: string; lost: string[] } {
  const lost: string[] = []
  let doc: Node
  try {
    doc = Object(JSON.parse(source)) as Node
  } catch {
    return { html: '', lost: ['The text of this post, which is damaged in the file'] }
  }
  const [markups, atoms, cards] = [list(doc.markups), list(doc.atoms), list(doc.cards)]

  const opening = (at: unknown): [open: string, close: string] => {
    const [name, attributes] = list(markups[Number(at)])
    if (name === 'a') {
      const pairs = list(attributes)
      return [`<a href="${escaped(pairs[pairs.indexOf('href') + 1])}">`, '</a>']
    }
    const tag = MARKUPS[html(name)]
    return tag === undefined ? ['', ''] : [`<${tag}>`, `</${tag}>`]
  }
  const words = (markers: unknown): string => {
    const open: string[] = []
    let out = ''
    for (const marker of list(markers)) {
      const [kind, opens, closes, what] = list(marker)
      for (const at of list(opens)) {
        const [before, after] = opening(at)
        out += before
        open.push(after)
      }
      if (kind === 0) out += escaped(what)
      else {
        const [name, shown] = list(atoms[Number(what)])
        out += name === 'soft-return' ? '<br>' : escaped(shown)
      }
      for (let left = Number(closes) || 0; left > 0 && open.length > 0; left--) out += open.pop()
    }
    return out + open.toReversed().join('')
  }
  const section = (given: unknown): string => {
    const [kind, name, content] = list(given)
    if (kind === 1) {
      const tag = SECTIONS.has(html(name)) ? html(name) : name === 'aside' || name === 'pull-quote' ? 'blockquote' : 'p'
      return `<${tag}>${words(content)}</${tag}>`
    }
    if (kind === 3) {
      const tag = name === 'ol' ? 'ol' : 'ul'
      return `<${tag}>${list(content)
        .map((item) => `<li>${words(item)}</li>`)
        .join('')}</${tag}>`
    }
    if (kind === 2) return `<img src="${escaped(name)}">`
    const [card, node] = list(cards[Number(name)])
    const written = kind === 10 ? cardHtml(html(card), Object(node) as Node, lost) : null
    if (written === null) lost.push(`A card of Ghost’s (${html(card) || 'unknown'})`)
    return written ?? ''
  }
  return { html: list(doc.sections).map(section).join(''), lost }
}
