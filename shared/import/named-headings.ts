/** Transcripts that have the name of whoever speaks as a heading above each turn: read as the labels they are. */
import { PLAIN } from '../look.ts'
import { plainOf, type Draft } from './draft.ts'
import { fold, labelAt } from './labels.ts'
import { asks } from './told.ts'

const MOST_VOICES = 12

/** The headings of one level as labels; null where they are headings. */
export function namedByHeadings(drafts: Draft[]): Draft[] | null {
  for (const level of [1, 2, 3, 4, 5, 6]) {
    const places = drafts.flatMap((draft, i) => (draft.kind === 'heading' && draft.level === level ? [i] : []))
    if (places.length < 4) continue
    const nameAt = (i: number): string | null => {
      const draft = drafts[i]
      const text = draft?.kind === 'heading' ? plainOf(draft.pieces).replace(/\s*[:：]$/, '') : ''
      const label = labelAt(`${text}:`, text.length)
      return label !== null && label.end === text.length + 1 ? text : null
    }
    const turns = new Map<string, { n: number; asking: number }>()
    for (const i of places) {
      const next = drafts[i + 1]
      const name = nameAt(i)
      if (name === null || next?.kind !== 'paragraph') continue
      const turn = turns.get(fold(name)) ?? { n: 0, asking: 0 }
      turns.set(fold(name), { n: turn.n + 1, asking: turn.asking + (asks(plainOf(next.pieces)) ? 1 : 0) })
    }
    const all = [...turns.values()]
    const named = all.reduce((sum, { n }) => sum + n, 0)
    const again = all.filter(({ n }) => n >= 2).length
    // Sections repeat their headings, too; but under none of them somebody asks again and again.
    const asked = all.some(({ n, asking }) => asking >= 2 && asking >= n * 0.3)
    if (named < places.length * 0.9 || again < 2 || turns.size > Math.min(MOST_VOICES, named / 2) || !asked) continue
    return drafts.map((draft, i): Draft => {
      const name = draft.kind === 'heading' && draft.level === level ? nameAt(i) : null
      return name === null
        ? draft
        : { kind: 'paragraph', pieces: [{ text: `${name}:`, look: { ...PLAIN, strong: true } }], said: null }
    })
  }
  return null
}
