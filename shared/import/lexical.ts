/** The text of a post as Ghost's editor keeps it, written as HTML so that one reader reads both. */
import { cardHtml, escaped, html, type Node } from './ghost-cards.ts'

const DEEPEST = 60
const BOLD = 1
const ITALIC = 2
const STRIKE = 4

export function lexicalHtml(source: string): { html: string; lost: string[] } {
  const lost: string[] = []
  let root: unknown
  try {
    root = (JSON.parse(source) as Node).root
  } catch {
    return { html: '', lost: ['The text of this post, which is damaged in the file'] }
  }
  const children = (node: Node, depth: number): string =>
    Array.isArray(node.children) ? node.children.map((child) => write(child as Node, depth + 1)).join('') : ''
  const write = (node: Node, depth: number): string => {
    if (typeof node !== 'object' || node === null) return ''
    if (depth > DEEPEST) {
      lost.push('What is nested deeper than anybody reads')
      return ''
    }
    const type = html(node.type).replace(/^extended-/, '')
    if (type === 'text') return looked(node)
    if (type === 'linebreak') return '<br>'
    const inner = children(node, depth)
    if (type === 'paragraph') return `<p>${inner}</p>`
    if (type === 'heading') {
      const tag = /^h[1-6]$/.test(html(node.tag)) ? html(node.tag) : 'h2'
      return `<${tag}>${inner}</${tag}>`
    }
    if (type === 'quote' || type === 'aside') return `<blockquote>${inner}</blockquote>`
    if (type === 'list') return node.listType === 'number' ? `<ol>${inner}</ol>` : `<ul>${inner}</ul>`
    if (type === 'listitem') return `<li>${inner}</li>`
    if (type === 'link') return `<a href="${escaped(node.url)}">${inner}</a>`
    const card = cardHtml(type, node, lost)
    if (card !== null) return card
    if (inner === '' && type !== 'root') lost.push(`A card of Ghost’s (${type})`)
    return inner
  }
  return { html: typeof root === 'object' && root !== null ? write(root as Node, 0) : '', lost }
}

function looked(node: Node): string {
  const format = Number(node.format) || 0
  let out = escaped(node.text)
  if (format & BOLD) out = `<b>${out}</b>`
  if (format & ITALIC) out = `<i>${out}</i>`
  if (format & STRIKE) out = `<s>${out}</s>`
  return out
}
