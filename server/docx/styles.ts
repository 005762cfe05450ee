/**
 * How our Word files look: a manuscript that prints well. Every kind of block is a style, so that the
 * desk can redraw all of its questions at once, and Word's navigation pane shows the headings.
 */
import {
  AlignmentType,
  LevelFormat,
  LineRuleType,
  type IBaseCharacterStyleOptions,
  type IBordersOptions,
  type IBaseParagraphStyleOptions,
  type INumberingOptions,
  type IStylesOptions,
} from 'docx'
import { CHARACTER, markingsOfStyle, noticeStyle, PARAGRAPH, voiceStyle } from '../../shared/docx-names.ts'
import { NOTICE_KINDS, type NoticeKind } from '../../shared/schema.ts'
import type { Layout } from '../../shared/body/parts.ts'

type ParagraphStyle = IBaseParagraphStyleOptions & { id: string }
type CharacterStyle = IBaseCharacterStyleOptions & { id: string }
type Drawn = Pick<IBaseParagraphStyleOptions, 'run' | 'paragraph'>

const SERIF = 'Georgia'
const SANS = 'Arial'
const GREY = '57544C'
/** Half points. */
const COPY = 23

const spacing = (before: number, after: number) => ({ before, after })
const rule = (where: (keyof IBordersOptions)[], color: string, space = 6): IBordersOptions =>
  Object.fromEntries(where.map((side) => [side, { style: 'single', size: 6, space, color }]))

const style = (id: string, name: string, { run, paragraph }: Drawn = {}, next = 'Normal'): ParagraphStyle => ({
  id,
  name,
  basedOn: 'Normal',
  next,
  quickFormat: true,
  ...(run === undefined ? {} : { run }),
  ...(paragraph === undefined ? {} : { paragraph }),
})

const NOTICE_NAMES: Record<NoticeKind, string> = {
  'reader-note': 'Reader’s Note',
  'editors-note': 'Editor’s Note',
  disclosure: 'Disclosure',
  'edited-condensed': 'Edited and Condensed',
  'content-warning': 'Content Warning',
}

const CARD: Drawn = {
  run: { font: SANS, size: 20 },
  paragraph: { spacing: spacing(120, 200), border: rule(['left'], '1F4FA3', 10), indent: { left: 240 } },
}

const BLOCKS: ParagraphStyle[] = [
  style(PARAGRAPH.dek, 'Subtitle', { run: { size: 28, color: GREY }, paragraph: { spacing: spacing(0, 160), keepNext: true } }),
  style(PARAGRAPH.byline, 'Byline', { run: { font: SANS, size: 20, color: GREY }, paragraph: { spacing: spacing(0, 400) } }),
  style(PARAGRAPH.pullQuote, 'Pull Quote', {
    run: { size: 32, italics: true },
    paragraph: {
      spacing: spacing(320, 320),
      indent: { left: 560, right: 560 },
      border: rule(['top', 'bottom'], 'B9B3A4', 12),
      alignment: AlignmentType.CENTER,
    },
  }),
  style(PARAGRAPH.bullet, 'List Bullet', { paragraph: { spacing: spacing(0, 60) } }, PARAGRAPH.bullet),
  style(PARAGRAPH.number, 'List Number', { paragraph: { spacing: spacing(0, 60) } }, PARAGRAPH.number),
  style(PARAGRAPH.divider, 'Divider', {
    run: { color: GREY },
    paragraph: { spacing: spacing(240, 240), alignment: AlignmentType.CENTER },
  }),
  style(PARAGRAPH.paywall, 'Paywall', {
    run: { font: SANS, size: 18, color: '8A5A00', allCaps: true, characterSpacing: 20 },
    paragraph: { spacing: spacing(280, 280), alignment: AlignmentType.CENTER, border: rule(['top', 'bottom'], 'C9A24B', 8) },
  }),
  style(PARAGRAPH.picture, 'Picture', { run: { color: GREY }, paragraph: { spacing: spacing(240, 80), keepNext: true } }),
  style(PARAGRAPH.embed, 'Embed', CARD),
  style(PARAGRAPH.link, 'Link Card', CARD),
  style(PARAGRAPH.book, 'Book Card', CARD),
  style(PARAGRAPH.follow, 'Follow Card', CARD),
  style(PARAGRAPH.subscribe, 'Subscribe Card', CARD),
  ...NOTICE_KINDS.map((kind) =>
    style(
      noticeStyle(kind),
      NOTICE_NAMES[kind],
      {
        run: { italics: true, color: GREY },
        paragraph: {
          spacing: spacing(0, 160),
          indent: { left: 240 },
          border: rule(['left'], kind === 'content-warning' ? 'B3261E' : 'B9B3A4', 10),
        },
      },
      noticeStyle(kind),
    ),
  ),
]

const CHARACTERS: CharacterStyle[] = [
  { id: CHARACTER.speaker, name: 'Speaker Label', quickFormat: true, run: { bold: true } },
  { id: CHARACTER.credit, name: 'Credit', run: { color: GREY, smallCaps: true } },
  { id: CHARACTER.licence, name: 'Licence', run: { color: GREY } },
  { id: CHARACTER.provider, name: 'Provider', run: { color: GREY } },
]

/** A question's and an answer's style for everybody who speaks, and one for nobody in particular. */
function voices({ cast, settings }: Layout): ParagraphStyle[] {
  const bold = settings.labelStyle === 'bold'
  return [null, ...cast.keys()].flatMap((at) => {
    const number = at === null ? null : at + 1
    // In a style's name a comma would begin another name of it.
    const who = at === null ? '' : ` – ${cast[at]!.name.replace(/[,;]/g, ' ').slice(0, 80)}`
    const [question, answer] = [voiceStyle('question', number), voiceStyle('answer', number)]
    return [
      style(
        question,
        `Question${who}`,
        { run: { bold }, paragraph: { spacing: spacing(260, 160), keepNext: true } },
        voiceStyle('answer', null),
      ),
      style(answer, `Answer${who}`, {}, answer),
    ]
  })
}

export function stylesOf(layout: Layout, markings: readonly { id: string; name: string }[]): IStylesOptions {
  const { lang } = layout.settings
  return {
    default: {
      document: {
        run: { font: SERIF, size: COPY, ...(lang === '' ? {} : { language: { value: lang } }) },
        paragraph: { spacing: { after: 160, line: 312, lineRule: LineRuleType.AUTO } },
      },
      title: { run: { font: SERIF, size: 48, bold: true }, paragraph: { spacing: spacing(0, 120), keepNext: true } },
      heading2: {
        run: { font: SERIF, size: 30, bold: true, color: '1B1A17' },
        paragraph: { spacing: spacing(400, 140), keepNext: true },
      },
      heading3: {
        run: { font: SERIF, size: 25, bold: true, color: '1B1A17' },
        paragraph: { spacing: spacing(320, 100), keepNext: true },
      },
      caption: { run: { font: SANS, size: 18, color: GREY }, paragraph: { spacing: spacing(0, 280) } },
    },
    paragraphStyles: [...BLOCKS, ...voices(layout)],
    characterStyles: [...CHARACTERS, ...markings.map(drawn)],
  }
}

function drawn({ id, name }: { id: string; name: string }): CharacterStyle {
  const { workTitle, lang } = markingsOfStyle(id)
  return {
    id,
    name,
    quickFormat: true,
    run: { ...(workTitle ? { italics: true } : {}), ...(lang === null ? {} : { language: { value: lang } }) },
  }
}

export const LISTS = { bullet: 'bullets', number: 'numbers' } as const
const BULLETS = ['•', '–', '▪']
const LEVELS = Array.from({ length: 9 }, (_, level) => level)
const hanging = (level: number) => ({ paragraph: { indent: { left: 400 * (level + 1), hanging: 320 } } })

export const NUMBERING: INumberingOptions = {
  config: [
    {
      reference: LISTS.bullet,
      levels: LEVELS.map((level) => ({
        level,
        format: LevelFormat.BULLET,
        text: BULLETS[level % BULLETS.length]!,
        style: hanging(level),
      })),
    },
    {
      reference: LISTS.number,
      levels: LEVELS.map((level) => ({
        level,
        format: [LevelFormat.DECIMAL, LevelFormat.LOWER_LETTER, LevelFormat.LOWER_ROMAN][level % 3]!,
        text: `%${level + 1}.`,
        style: hanging(level),
      })),
    },
  ],
}
