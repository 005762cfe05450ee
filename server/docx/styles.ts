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
import { CHARACTER, markingsOf, noticeStyle, PARAGRAPH, styleName, voiceName, voiceStyle } from '../../shared/docx-names.ts'
import { NOTICE_KINDS } from '../../shared/schema.ts'
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

const style = (id: string, { run, paragraph }: Drawn = {}, next = 'Normal', name = styleName(id)): ParagraphStyle => ({
  id,
  name,
  basedOn: 'Normal',
  next,
  quickFormat: true,
  ...(run === undefined ? {} : { run }),
  ...(paragraph === undefined ? {} : { paragraph }),
})

const CARD: Drawn = {
  run: { font: SANS, size: 20 },
  paragraph: { spacing: spacing(120, 200), border: rule(['left'], '1F4FA3', 10), indent: { left: 240 } },
}

const BLOCKS: ParagraphStyle[] = [
  style(PARAGRAPH.dek, { run: { size: 28, color: GREY }, paragraph: { spacing: spacing(0, 160), keepNext: true } }),
  style(PARAGRAPH.byline, { run: { font: SANS, size: 20, color: GREY }, paragraph: { spacing: spacing(0, 400) } }),
  style(PARAGRAPH.pullQuote, {
    run: { size: 32, italics: true },
    paragraph: {
      spacing: spacing(320, 320),
      indent: { left: 560, right: 560 },
      border: rule(['top', 'bottom'], 'B9B3A4', 12),
      alignment: AlignmentType.CENTER,
    },
  }),
  style(PARAGRAPH.bullet, { paragraph: { spacing: spacing(0, 60) } }, PARAGRAPH.bullet),
  style(PARAGRAPH.number, { paragraph: { spacing: spacing(0, 60) } }, PARAGRAPH.number),
  style(PARAGRAPH.divider, {
    run: { color: GREY },
    paragraph: { spacing: spacing(240, 240), alignment: AlignmentType.CENTER },
  }),
  style(PARAGRAPH.paywall, {
    run: { font: SANS, size: 18, color: '8A5A00', allCaps: true, characterSpacing: 20 },
    paragraph: { spacing: spacing(280, 280), alignment: AlignmentType.CENTER, border: rule(['top', 'bottom'], 'C9A24B', 8) },
  }),
  style(PARAGRAPH.picture, { run: { color: GREY }, paragraph: { spacing: spacing(240, 80), keepNext: true } }),
  style(PARAGRAPH.embed, CARD),
  style(PARAGRAPH.link, CARD),
  style(PARAGRAPH.book, CARD),
  style(PARAGRAPH.follow, CARD),
  style(PARAGRAPH.subscribe, CARD),
  ...NOTICE_KINDS.map((kind) =>
    style(
      noticeStyle(kind),
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
  { id: CHARACTER.speaker, name: styleName(CHARACTER.speaker), quickFormat: true, run: { bold: true } },
  { id: CHARACTER.credit, name: styleName(CHARACTER.credit), run: { color: GREY, smallCaps: true } },
  { id: CHARACTER.licence, name: styleName(CHARACTER.licence), run: { color: GREY } },
  { id: CHARACTER.provider, name: styleName(CHARACTER.provider), run: { color: GREY } },
]

/** A question's and an answer's style for everybody who speaks, and one for nobody in particular. */
function voices({ cast, labelStyle }: Layout): ParagraphStyle[] {
  const bold = labelStyle === 'bold'
  return [null, ...cast.keys()].flatMap((at) => {
    const number = at === null ? null : at + 1
    const called = at === null ? '' : cast[at]!.name
    const [question, answer] = [voiceStyle('question', number), voiceStyle('answer', number)]
    return [
      style(
        question,
        { run: { bold }, paragraph: { spacing: spacing(260, 160), keepNext: true } },
        voiceStyle('answer', null),
        voiceName('question', number, called),
      ),
      style(answer, {}, answer, voiceName('answer', number, called)),
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
  const { workTitle = false, lang = null } = markingsOf(name) ?? {}
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
