/** Stories made up from a seed: every block, mark and awkward character the exports must carry. */
import type { Node } from 'prosemirror-model'
import { LINK_KINDS, NOTICE_KINDS, schema } from '../../shared/schema.ts'
import { LABEL_STYLES, type Speaker, type StoryText } from '../../shared/story.ts'

/** A small seeded generator (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const AWKWARD = [
  'Why?', 'the harbour', '**not bold**', '_under_', '# no heading', '1. no list', '- no list', '+ plus', '> no quote', '`tick`', '[x](y)', '[brackets]',
  '<b>tag</b>', '<script>alert(1)</script>', '&amp;', '&copy', 'A & B', 'a*b*c', 'snake_case_word', '~~struck~~', '||', '\\', 'back\\slash', '!', '![img](u)',
  'Q: really?', 'A: no', 'Mara Lind: so', 'ML: then', 'Tab\there', 'two  blanks', '\u00a0hard\u00a0', '’22', '“quoted”', '—', '…', '😀', '👩‍👩‍👧‍👧', 'cafe\u0301', 'שלום', '采访稿', '---', '===', '***', '* * *', '+++',
  '| a | b |', ':--|--:', '```', '~~~', 'http://example.org/?a=1&b=2', '<!-- body -->', '{#anchor}', '{% tag %}', '10) ten', '#hash', 'end#', 'x^2', '$5', '"straight"', "it's", '=', ':', '.', '--',
] // prettier-ignore
const HREFS = [
  'https://example.org/',
  'https://example.org/a_(b)?c=1,2;d=3&e=4',
  'mailto:desk@example.org',
  '/about#x',
  '//cdn.example/x',
  'https://example.org/a b',
  'https://example.org/<x>"y',
]

export const MARA: Speaker = { name: 'Mara Lind', initials: 'ML', kind: 'interviewer' }
export const JONAS: Speaker = {
  name: 'Jonas O’Keefe-Vål',
  initials: 'JOV',
  kind: 'subject',
  short: 'O’Keefe',
  tapeLabels: ['Speaker 2', 'Jo #2'],
}
export const SPEAKERS: Record<string, Speaker> = { s1: MARA, s2: JONAS, s3: { name: 'Ines [Q&A]', initials: 'Q', kind: 'other' } }
/** Two who share a name and initials, and one who says nothing. */
const NAMESAKES: Record<string, Speaker> = {
  s1: { name: 'Kim Berg', initials: 'KB', kind: 'interviewer' },
  s2: { name: 'Kim Berg', initials: 'KB', kind: 'subject' },
  s3: { name: 'Lee: Park', initials: '', kind: 'subject', short: 'Q' },
  s4: { name: 'Nobody Heard', initials: 'ML', kind: 'other' },
}

export function madeUpStory(seed: number): StoryText {
  const roll = dice(seed)
  const below = (n: number) => Math.floor(roll() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  let ids = 0
  const id = () => `b${(ids += 1)}`

  const marks = () => {
    const out = []
    if (roll() < 0.2) out.push(schema.marks.strong.create())
    if (roll() < 0.2) out.push(schema.marks.em.create())
    if (roll() < 0.1) out.push(schema.marks.strike.create())
    if (roll() < 0.08) out.push(schema.marks.bracketed.create())
    if (roll() < 0.08) out.push(schema.marks.workTitle.create())
    if (roll() < 0.05) out.push(schema.marks.lang.create({ lang: pick(['fr', 'pt-BR']) }))
    if (roll() < 0.12) out.push(schema.marks.link.create({ href: pick(HREFS), affiliate: roll() < 0.3 }))
    return out
  }
  const words = (): string => {
    const n = 1 + below(4)
    const text = Array.from({ length: n }, () => pick(AWKWARD)).join(roll() < 0.85 ? ' ' : '')
    return (roll() < 0.2 ? ' ' : '') + text + (roll() < 0.2 ? ' ' : '')
  }
  const inline = (): Node[] => {
    const out: Node[] = []
    const n = 1 + below(4)
    for (let i = 0; i < n; i += 1) {
      out.push(schema.text(words(), marks()))
      if (roll() < 0.12) out.push(schema.node('hardBreak'))
    }
    return out
  }

  /** The words of a picture or a link are one line. */
  const field = () => (roll() < 0.3 ? '' : words().replace(/\s+/g, ' ').trim())
  const blocks: Node[] = []
  /** Any paragraph may be quoted, also one further down. */
  const quotable: string[] = []
  let last: { role: string; speaker: string | null } | null = null
  const n = 1 + below(9)
  for (let i = 0; i < n; i += 1) {
    const kind = roll()
    if (kind < 0.62) {
      const role = pick(['body', 'question', 'answer', 'answer'])
      const speaker = role === 'body' || roll() < 0.15 ? null : pick(['s1', 's2', 's3'])
      const again = role !== 'body' && last?.role === role && last.speaker === speaker
      const own = id()
      quotable.push(own)
      blocks.push(
        schema.node(
          'paragraph',
          { id: own, role, speaker, turnStart: again && roll() < 0.4, roleState: roll() < 0.2 ? 'guess' : 'sure' },
          inline(),
        ),
      )
      last = role === 'body' ? null : { role, speaker }
    } else if (kind < 0.7) {
      blocks.push(schema.node('heading', { id: id(), level: pick([2, 3]) }, inline()))
      last = null
    } else if (kind < 0.75) {
      const speaker = roll() < 0.5 ? null : pick(['s1', 's2', 's3'])
      const sourceBlock = roll() < 0.3 ? 'b2' : (quotable[below(quotable.length + 1)] ?? null)
      blocks.push(schema.node('pullQuote', { id: id(), speaker, sourceBlock }, inline()))
    } else if (kind < 0.82) {
      let level = -1
      const items = Array.from({ length: 1 + below(4) }, () => {
        level = below(level + 2)
        return schema.node('listItem', { id: id(), level }, inline())
      })
      blocks.push(schema.node('list', { id: id(), ordered: roll() < 0.5 }, items))
    } else if (kind < 0.88) {
      const paragraphs = Array.from({ length: 1 + below(2) }, () => schema.node('paragraph', { id: id() }, inline()))
      blocks.push(schema.node('notice', { id: id(), kind: pick(NOTICE_KINDS) }, paragraphs))
      last = null
    } else if (kind < 0.91) {
      const words = { alt: field(), decorative: roll() < 0.2, caption: field(), credit: field(), licence: field() }
      const where = roll() < 0.5 ? { asset: `asset-${i}` } : { source: pick(['', 'https://elsewhere.example/a b.jpg?x=1&y=2']) }
      blocks.push(schema.node('image', { id: id(), ...where, ...words }))
    } else if (kind < 0.94) {
      const [url, title] = pick([
        [pick(HREFS), field()],
        ['', 'Only a title'],
      ] as const)
      blocks.push(
        roll() < 0.5
          ? schema.node('embed', { id: id(), url, title, provider: field(), fallbackText: field() })
          : schema.node('linkCard', { id: id(), url, title, kind: pick(LINK_KINDS), affiliate: roll() < 0.4 }),
      )
    } else {
      blocks.push(schema.node(pick(['divider', 'paywall']), { id: id() }))
      last = null
    }
  }
  return {
    headline: roll() < 0.7 ? 'The "harbour" & <what> it: keeps' : '',
    dek: roll() < 0.5 ? 'Said # plainly' : '',
    byline: roll() < 0.5 ? 'Mara Lind' : '',
    speakers: roll() < 0.8 ? SPEAKERS : NAMESAKES,
    settings: { lang: pick(['', 'en-GB', 'pt-BR']), labelStyle: pick(['', ...LABEL_STYLES] as const), target: pick([0, 1200]) },
    body: schema.node('doc', null, blocks),
  }
}

/** Where a picture of the newsroom is found, in these tests. */
export const addressOf = (asset: string): string => `https://desk.example/assets/${asset}`

/**
 * The body without what is new at every import: ids, speakers and sources by what they name, and a picture's
 * asset by its address, as an import has it before somebody uploads it again.
 */
export function comparable(body: Node, speakers: Record<string, Speaker>): unknown {
  const places = new Map<unknown, number>()
  body.forEach((node, _offset, i) => {
    if (node.type.name === 'paragraph' && !places.has(node.attrs.id)) places.set(node.attrs.id, i)
  })
  const strip = (node: Node): unknown => {
    const { id: _, ...attrs } = node.attrs as Record<string, unknown>
    if (typeof attrs.speaker === 'string') attrs.speaker = speakers[attrs.speaker] ?? null
    if ('sourceBlock' in attrs) attrs.sourceBlock = places.get(attrs.sourceBlock) ?? null
    if (typeof attrs.asset === 'string') Object.assign(attrs, { asset: null, source: addressOf(attrs.asset) })
    return {
      type: node.type.name,
      attrs,
      ...(node.isText ? { text: node.text } : {}),
      ...(node.marks.length > 0 ? { marks: node.marks.map((mark) => mark.toJSON() as unknown) } : {}),
      ...(node.childCount > 0 ? { content: node.children.map(strip) } : {}),
    }
  }
  return strip(body)
}

export function counter(): () => string {
  let n = 0
  return () => `i${(n += 1)}`
}
