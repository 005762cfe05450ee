/** A reading in short: one line a block, marks in angle brackets, so that a test reads like the page. */
import type { Reading } from '../../shared/import/read.ts'

/** Pictures as `[alt: caption]`, `h2`, `-` for list items, `>` for quotes; marks in angle brackets. */
export function short({ body }: Pick<Reading, 'body'>): string[] {
  const out: string[] = []
  body.descendants((node) => {
    if (!node.isTextblock) {
      const { alt, caption, url } = node.attrs as Record<string, string>
      if (node.type.name === 'image') out.push(`[${alt}: ${caption}]`)
      else if (node.isBlock && node.isAtom) out.push(url === undefined ? node.type.name : `${node.type.name} ${url}`)
      return true
    }
    let text = ''
    node.forEach((child) => {
      const names = child.marks
        .map((mark) => (mark.type.name === 'link' ? `a ${String(mark.attrs.href)}` : mark.type.name))
        .join('+')
      text += child.isText ? (names === '' ? child.text : `<${names}>${child.text}</>`) : '⏎'
    })
    const sign =
      {
        paragraph: '',
        heading: `h${node.attrs.level} `,
        pullQuote: '> ',
        listItem: `${'  '.repeat(Number(node.attrs.level))}- `,
      }[node.type.name] ?? ''
    out.push(sign + text)
    return false
  })
  return out
}
