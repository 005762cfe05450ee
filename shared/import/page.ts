/** Reads an HTML file, which may have front matter before its markup. */
import { clean, Lost, type Draught } from './draft.ts'
import { readFront } from './front-matter.ts'
import { draftHtml, draftMarkup } from './html.ts'

export function draftPage(source: string): Draught {
  if (!/^\ufeff?(?:---|\+\+\+|\{)[ \t]*\r?\n/.test(source)) return draftHtml(source)
  const lost = new Lost()
  const { front, rest } = readFront(clean(source, lost), lost)
  const draught = draftMarkup(rest, 'html', lost)
  const first = draught.front
  return {
    ...draught,
    front: {
      ...front,
      headline: front.headline ?? first.headline,
      dek: front.dek ?? first.dek,
      byline: front.byline ?? first.byline,
    },
  }
}
