/**
 * Comments in a Google Docs file saved as HTML: letters in brackets behind the words, each a link to what was said, which
 * stands below the text. They are no words of the story. The file says where the words end that a comment is on, not where
 * they begin, and not who wrote it: it is put on the last of them.
 */
import { placesOf } from '../places.ts'
import { isBlank, textOf, type Draft, type FileComment, type Piece, type Remark } from './draft.ts'

const REFERENCE = /^#cmnt(\d{1,6})$/
const SAID = /^#cmnt_ref(\d{1,6})$/
const MOST = 2000
const MOST_TEXT = 9000
const MOST_SHOWN = 200
const LAST_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]{0,60}[^\p{L}\p{N}\s]{0,9}\s{0,9}$/u

export const isCommentLink = (href: string | null): boolean => href !== null && (REFERENCE.test(href) || SAID.test(href))

type Found = { drafts: Draft[]; remarks: Remark[]; comments: FileComment[] }

/** The drafts without what belongs to comments, and the comments. */
export function takeComments(drafts: Draft[]): Found {
  const begins = drafts.findIndex((draft) => draft.kind === 'paragraph' && saidBy(draft.pieces) !== null)
  if (begins < 0) return { drafts, remarks: [], comments: [] }
  const said = new Map<string, string>()
  let id = ''
  const rest = drafts.slice(begins).filter((draft) => {
    if (draft.kind !== 'paragraph') return true
    const number = saidBy(draft.pieces)
    id = number ?? id
    const words = textOf(number === null ? draft.pieces : draft.pieces.slice(1)).trim()
    const before = said.get(id) ?? ''
    if (before.length < MOST_TEXT) said.set(id, (before === '' ? words : `${before}\n${words}`).slice(0, MOST_TEXT))
    return false
  })
  const kept = [...drafts.slice(0, begins), ...rest]

  const ends: { id: string; line: string; at: number }[] = []
  let text = ''
  for (const pieces of kept.flatMap(textsOf)) {
    const bare: Piece[] = []
    let line = ''
    for (const piece of pieces) {
      const [, of] = REFERENCE.exec(piece.look.href ?? '') ?? []
      if (of !== undefined && said.has(of)) {
        if (ends.length < MOST) ends.push({ id: of, line: line.slice(-MOST_SHOWN), at: text.length + line.length })
        continue
      }
      bare.push(piece)
      line += piece.text
    }
    pieces.splice(0, pieces.length, ...bare)
    text += `${line}\n`
  }
  const remarks: Remark[] = []
  const comments: FileComment[] = []
  const places = new Map<string, Map<number, number>>()
  for (const { id: of, line, at } of ends) {
    const words = said.get(of) ?? ''
    const quote = LAST_WORD.exec(line)?.[0].trim() ?? ''
    const known = places.get(quote) ?? new Map(placesOf(text, quote).map((place, nth) => [place, nth]))
    places.set(quote, known)
    const nth = known.get(at - line.length + line.lastIndexOf(quote))
    if (quote !== '' && words !== '' && nth !== undefined)
      comments.push({ remark: remarks.length, who: '', text: words, quote, nth, times: known.size })
    remarks.push({ kind: 'comment', who: '', when: '', words, on: line.trim(), resolved: false })
  }
  return { drafts: kept.filter((draft) => draft.kind !== 'paragraph' || !isBlank(textOf(draft.pieces))), remarks, comments }
}

/** The number of the comment that a paragraph begins to say. */
function saidBy(pieces: readonly Piece[]): string | null {
  return SAID.exec(pieces[0]?.look.href ?? '')?.[1] ?? null
}

function textsOf(draft: Draft): Piece[][] {
  if (draft.kind === 'list') return draft.items.map(({ pieces }) => pieces)
  if (draft.kind === 'notice') return draft.paragraphs.map(({ pieces }) => pieces)
  return 'pieces' in draft ? [draft.pieces] : []
}
