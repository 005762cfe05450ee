/** Reads a plain text file. Every character is kept; only line ends are taken as structure. */
import { captionsIn } from './captions.ts'
import { clean, draught, HARD, isBlank, Lost, trim, type Draught, type Draft } from './draft.ts'
import { PLAIN } from '../look.ts'
import { stampsBeside } from './stamps.ts'

/**
 * A blank line separates paragraphs. A file that has none but several lines has a paragraph a line;
 * else a single line end stays a break inside its paragraph.
 */
export function draftText(source: string): Draught {
  const lost = new Lost()
  const text = stampsBeside(clean(source, lost))
  const captions = captionsIn(text, lost)
  if (captions !== null) return draught({ drafts: captions, lost })
  const lines = text.split('\n')
  while (lines.length > 0 && isBlank(lines[0] ?? '')) lines.shift()
  while (lines.length > 0 && isBlank(lines.at(-1) ?? '')) lines.pop()
  const lineByLine = !lines.some((line) => isBlank(line))
  const drafts: Draft[] = []
  let paragraph: string[] = []
  const end = () => {
    if (paragraph.length === 0) return
    drafts.push({ kind: 'paragraph', pieces: [{ text: paragraph.join(HARD), look: PLAIN }], said: null })
    paragraph = []
  }
  for (const line of lines) {
    if (isBlank(line)) end()
    else paragraph.push(line)
    if (lineByLine) end()
  }
  end()
  return draught({ drafts: withoutMail(drafts, lost), lost })
}

const QUOTED = /^(?:> ?)+/

/** Questions by mail come back with a `>` before each of their lines; a single such line is the writer's own. */
function withoutMail(drafts: Draft[], lost: Lost): Draft[] {
  const isQuoted = (draft: Draft): boolean =>
    draft.kind === 'paragraph' && draft.pieces.every(({ text }) => text.split(HARD).every((line) => QUOTED.test(line)))
  const quoted = drafts.filter(isQuoted)
  if (quoted.length < 2 || quoted.length === drafts.length) return drafts
  return drafts.map((draft) => {
    if (draft.kind !== 'paragraph' || !isQuoted(draft)) return draft
    lost.add('The > before a line of quoted mail', 'The > before # paragraphs of quoted mail')
    const pieces = draft.pieces.map(({ text, look }) => ({
      text: text
        .split(HARD)
        .map((line) => line.replace(QUOTED, ''))
        .join(HARD),
      look,
    }))
    return { ...draft, pieces: trim(pieces), quoted: true }
  })
}
