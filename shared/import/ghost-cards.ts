/** The cards of Ghost's editors, old and new, written as HTML: what of them there is to read. */
import { Lost } from './draft.ts'
import { markdownHtml } from './markdown.ts'

export type Node = Record<string, unknown>

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: unknown): string =>
  typeof text === 'string' ? text.replace(/[&<>"]/g, (one) => ESCAPES[one] ?? one) : ''
export const html = (text: unknown): string => (typeof text === 'string' ? text : '')

const CARDS: Record<string, (node: Node, lost: string[]) => string> = {
  image: (node) =>
    `<figure><img src="${escaped(node.src)}" alt="${escaped(node.alt)}"><figcaption>${html(node.caption)}</figcaption></figure>`,
  horizontalrule: () => '<hr>',
  paywall: () => '<!--members-only-->',
  html: (node) => html(node.html),
  markdown: (node, lost) => {
    const ours = new Lost()
    const written = markdownHtml(html(node.markdown), false, ours)
    lost.push(...ours.list())
    return written
  },
  callout: (node) => `<p>${html(node.calloutText)}</p>`,
  toggle: (node) => `<p>${html(node.heading)}</p>${html(node.content)}`,
  button: (node) => `<p><a href="${escaped(node.buttonUrl)}">${escaped(node.buttonText)}</a></p>`,
  bookmark: (node) =>
    `<p><a href="${escaped(node.url)}">${escaped((node.metadata as Node | undefined)?.title ?? node.url)}</a></p>`,
  embed: (node) => html(node.html) || `<p>${escaped(node.url)}</p>`,
  header: (node) => `<h2>${html(node.header)}</h2><p>${html(node.subheader)}</p>`,
  codeblock: (node) => `<pre>${escaped(node.code)}</pre>`,
}

/** Their names in the old editor. */
const OLD: Record<string, string> = { hr: 'horizontalrule', 'card-markdown': 'markdown', code: 'codeblock' }

/** @returns null: no card that is known */
export function cardHtml(name: string, node: Node, lost: string[]): string | null {
  const known = Object.hasOwn(OLD, name) ? OLD[name]! : name
  return Object.hasOwn(CARDS, known) ? CARDS[known]!(node, lost) : null
}
