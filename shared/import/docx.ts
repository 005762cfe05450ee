/** Reads a Word file (.docx): its text with its looks, links, lists, pictures and notes, and what people wrote beside it. */
import { Refusal } from '../refusal.ts'
import { DocxBody, type DocxContext } from './docx-body.ts'
import { readComments, RunChanges } from './docx-changes.ts'
import { DocxOwn } from './docx-own.ts'
import { DocxParts, otherKind, type Relation } from './docx-parts.ts'
import { DocxPictures } from './docx-pictures.ts'
import { raised } from './docx-signs.ts'
import { Numbering, Styles } from './docx-styles.ts'
import { clean, draught, Lost, noFront, noSaid, plainOf, type Draft, type Front, type Picture, type Draught } from './draft.ts'
import { PLAIN } from '../look.ts'
import { readXml } from './xml.ts'

/** @throws Refusal `not-readable`, `too-large` */
export function draftDocx(bytes: Uint8Array): Draught {
  mustBeWordFile(bytes)
  const lost = new Lost()
  const parts = new DocxParts(bytes)
  const styles = new Styles(parts.beside('styles'))
  const all: Picture[] = []
  const pictures = new DocxPictures(parts, parts.relations, lost, all)
  const own = DocxOwn.of(parts.ofFile('custom-properties'))
  const changes = new RunChanges(readComments(parts.beside('comments'), parts.beside('commentsExtended'), own !== null))
  const notes = new Map<string, number>()
  const context: DocxContext = {
    styles,
    numbering: new Numbering(parts.beside('numbering'), styles),
    relations: parts.relations,
    lost,
    pictures,
    changes,
    own,
    numberOf: (note) => {
      if (!notes.has(note)) notes.set(note, notes.size + 1)
      return notes.get(note) ?? 0
    },
  }
  const body = new DocxBody(context)
  readXml(parts.document(), body)
  body.endList()
  const { drafts } = body.blocks
  const front = context.own?.front ?? frontOf(body)
  // What somebody added to our own file is part of the story around the interview.
  if (context.own !== null)
    for (const draft of drafts) if (draft.kind === 'paragraph') draft.said ??= { ...noSaid(), role: 'body' }
  const said = [...notesOf('footnotes', 'f', parts, context), ...notesOf('endnotes', 'e', parts, context)]
  const margins = marginsOf(parts, body.margins, parts.relations)
  if (margins !== '') lost.add(`Page heads and feet: ${margins}`)
  for (const draft of drafts) cleanWords(draft, lost)
  return draught({
    drafts,
    lost,
    front,
    own: context.own !== null,
    pictures: all,
    ...changes.list(),
    notes: said.toSorted((a, b) => a.number - b.number).flatMap(({ number, drafts: note }) => numbered(note, number)),
  })
}

function frontOf({ headline, dek, blocks: { drafts } }: DocxBody): Front {
  const front = noFront()
  front.headline = wordsOf(headline)
  front.dek = wordsOf(dek)
  for (const taken of [headline, dek]) if (taken !== null && drafts.length > 1) drafts.splice(drafts.indexOf(taken), 1)
  front.headline ??= onlyHeading(drafts)
  return front
}

/** What is no archive but an older or a protected file is told apart, so that a person knows what to do. */
function mustBeWordFile(bytes: Uint8Array): void {
  const [a, b] = bytes
  if (a === 0x50 && b === 0x4b) return
  if (a === 0x7b && b === 0x5c) throw otherKind('a rich text file')
  if (a !== 0xd0 || b !== 0xcf)
    throw new Refusal('not-readable', 422, 'This is not a Word file, whatever its name says. Nothing was changed.')
  const sign = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])
  const at = bytes.findIndex((byte, i) => byte === sign[0] && sign.every((one, n) => bytes[i + n] === one))
  throw new Refusal(
    'not-readable',
    422,
    at < 0
      ? 'This is a file of an older Word. Save it as .docx and try again. Nothing was changed.'
      : 'This file is protected with a password. Save it without one and try again. Nothing was changed.',
  )
}

const wordsOf = (draft: Draft | null): string | null => (draft !== null && 'pieces' in draft ? plainOf(draft.pieces) : null)

/** The one heading of the first level, when the file begins with it, is its headline. */
function onlyHeading(drafts: Draft[]): string | null {
  const [first] = drafts
  const tops = drafts.filter((draft) => draft.kind === 'heading' && draft.level === 1).length
  if (first?.kind !== 'heading' || first.level !== 1 || tops !== 1 || drafts.length < 2) return null
  drafts.shift()
  return plainOf(first.pieces)
}

/** The notes that the text mentions, each with its number. */
function notesOf(part: string, sign: string, parts: DocxParts, context: DocxContext): { number: number; drafts: Draft[] }[] {
  const xml = parts.beside(part)
  if (xml === null) return []
  const relations = parts.relationsBeside(part)
  const pictures = new DocxPictures(parts, relations, context.lost, context.pictures.all)
  const found: { number: number; drafts: Draft[] }[] = []
  let body: DocxBody | null = null
  readXml(xml, {
    open(name, attributes) {
      if (name === 'footnote' || name === 'endnote') {
        const type = attributes.get('type') ?? 'normal'
        body = new DocxBody({ ...context, own: null, relations, pictures })
        if (type !== 'normal') return
        context.lost.add('A note at the foot, now at the end of the story', '# notes at the foot, now at the end of the story')
        found.push({ number: context.numberOf(`${sign} ${attributes.get('id') ?? ''}`), drafts: body.blocks.drafts })
      } else body?.open(name, attributes)
    },
    close(name) {
      if (name === 'footnote' || name === 'endnote') {
        body?.endList()
        body = null
      } else body?.close(name)
    },
    text(text) {
      body?.text(text)
    },
  })
  return found
}

function numbered(drafts: Draft[], number: number): Draft[] {
  const [first] = drafts
  const sign = { text: `${raised(number)} `, look: PLAIN }
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', pieces: [sign], said: null }, ...drafts]
  return [{ ...first, pieces: [sign, ...first.pieces] }, ...drafts.slice(1)]
}

/** The words of page heads and feet, page numbers aside, in short. */
function marginsOf(parts: DocxParts, ids: ReadonlySet<string>, relations: ReadonlyMap<string, Relation>): string {
  const said = new Set<string>()
  for (const id of ids) {
    const xml = parts.xml(relations.get(id)?.target ?? '')
    if (xml === null) continue
    let text = ''
    let inText = false
    readXml(xml, {
      open(name) {
        if (name === 't') inText = true
        else if (name === 'p' || name === 'tab') text += ' '
      },
      close(name) {
        if (name === 't') inText = false
      },
      text(part) {
        if (inText && text.length < 1000) text += part
      },
    })
    const line = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}{2}/u.test(line)) said.add(line.slice(0, 80))
  }
  return [...said].join('; ')
}

function cleanWords(draft: Draft, lost: Lost): void {
  const pieces = 'pieces' in draft ? draft.pieces : draft.kind === 'list' ? draft.items.flatMap((item) => item.pieces) : []
  for (const piece of pieces) if (/[\u2028\u2029\ud800-\udfff\ufffe]/.test(piece.text)) piece.text = clean(piece.text, lost)
}
