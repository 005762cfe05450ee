/** Every word a reader of an imported story would see, in order, without what the screen adds to it. */
import type { Node } from 'prosemirror-model'
import type { Reading } from '../../shared/import/read.ts'

/** Without blanks; small raised figures count as figures. */
export const letters = (text: string): string => text.normalize('NFKC').replace(/[\s\u00a0\ufeff]+/g, '')

export function shown({ headline, dek, byline, body }: Reading): string {
  const out = [headline, dek, byline].map((field) => field ?? '')
  body.descendants((node: Node) => {
    const { caption, credit, title } = node.attrs as Record<string, string | undefined>
    if (node.isText) out.push(node.text ?? '')
    else if (node.isAtom) out.push(caption ?? '', credit ?? '', title ?? '')
    return true
  })
  return letters(out.join(''))
}
