/**
 * Who speaks, and what is a question: decided from a whole file, in the order of evidence. Labels
 * first; then a look that alternates (headings, bold, italics); then the words alone. Paragraphs are
 * never joined, and never parted but at a label or a bold question that stands on a line of its own.
 */
import { byLabels } from './by-labels.ts'
import { byLook } from './by-look.ts'
import { byShape } from './by-shape.ts'
import { rolesFromText } from './chain.ts'
import { plainOf, type Draft, type Draught } from './draft.ts'
import { namedByHeadings } from './named-headings.ts'
import { isApparatus, noticeOf } from './notices.ts'
import { asExported } from './own.ts'
import { asIs, asks, told, type Block, type Recognised } from './told.ts'

export function recognise({ drafts, front, lost, own, notes }: Draught): Recognised {
  if (own) return asExported(drafts, front.speakers)
  const named = namedByHeadings(drafts)
  const found =
    (named === null ? null : byLabels(named, front, lost)) ??
    byLabels(drafts, front, lost) ??
    byLook(drafts, front, lost) ??
    byShape(drafts, lost) ??
    byText(drafts)
  return { speakers: found.speakers, blocks: [...setApart(found.blocks), ...asNotes(notes)] }
}

/** Without looking for questions and answers. */
export const asItStands = ({ drafts, notes }: Draught): Block[] => [...drafts.map(asBody), ...asNotes(notes)]

const asNotes = (notes: Draft[]): Block[] => (notes.length === 0 ? [] : [{ kind: 'divider' }, ...notes.map(asBody)])

const asBody = (draft: Draft): Block => (draft.kind === 'paragraph' ? told(draft.pieces) : asIs(draft))

function byText(drafts: Draft[]): Recognised {
  // What stands under a heading of its own after the last question is no answer to it.
  const lastAsked = drafts.findLastIndex((draft) => draft.kind === 'paragraph' && asks(plainOf(draft.pieces)))
  const parted = drafts.findIndex((draft, i) => i > lastAsked && draft.kind === 'heading')
  const talk = drafts.slice(0, parted < 0 ? undefined : parted).filter((draft) => draft.kind === 'paragraph')
  const roles = new Map(rolesFromText(talk.map((draft) => plainOf(draft.pieces))).map((found, i) => [talk[i], found]))
  const blocks = drafts.map((draft): Block => {
    if (draft.kind !== 'paragraph') return asIs(draft)
    return { ...told(draft.pieces), ...roles.get(draft) }
  })
  return { blocks, speakers: new Map() }
}

/** Paragraphs before and after the talk that are about the story become notices. */
function setApart(blocks: Block[]): Block[] {
  return blocks.map((block): Block => {
    if (block.kind !== 'paragraph') return block
    const text = plainOf(block.pieces)
    if (block.role !== 'body' && isApparatus(text)) return told(block.pieces)
    if (block.role !== 'body' || block.guess) return block
    const notice = noticeOf(text)
    return notice === null ? block : { kind: 'notice', notice, paragraphs: [block] }
  })
}
