/**
 * Our own interviews as other hands would have written them down: with labels in many languages and shapes,
 * with looks, with numbers and dashes. `sure`: whether what they show says it all, so that nothing may be asked.
 */
import { readHtml, readMarkdown, readText, type Reading } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import type { Talk } from './talks.ts'

type Hand = { name: string; sure: boolean; read: (paragraphs: Talk['paragraphs']) => Reading }
type Kind = 'B' | 'N' | 'Q' | 'A'

const text = (lines: string[]): Reading => readText(lines.join('\n\n'), counter())
const md = (lines: string[]): Reading => readMarkdown(lines.join('\n\n'), counter())
const html = (lines: string[]): Reading => readHtml(lines.join('\n'), counter())
const asks = (kind: Kind): boolean => kind === 'Q'

/** A label at the head of each turn. */
const labelled = (paragraphs: Talk['paragraphs'], question: (n: number) => string, answer: (n: number) => string): string[] => {
  let turns = 0
  return paragraphs.map(([kind, words], i) => {
    const before = paragraphs[i - 1]?.[0]
    if (asks(kind)) return question(turns++) + words
    return kind === 'A' && before !== undefined && asks(before) ? answer(turns) + words : words
  })
}
const plain = (question: string, answer: string) => (paragraphs: Talk['paragraphs']) =>
  text(
    labelled(
      paragraphs,
      () => question,
      () => answer,
    ),
  )

export const HANDS: Hand[] = [
  ...(
    [
      ['Dutch', 'Vraag: ', 'Antwoord: '],
      ['Swedish', 'Fråga: ', 'Svar: '],
      ['Polish', 'Pytanie: ', 'Odpowiedź: '],
      ['Russian letters', 'В: ', 'О: '],
      ['French names', 'Claire Aubry : ', 'Émile Zerbe : '],
      ['German roles', 'Reporterin: ', 'Jürgen Öz: '],
      ['Japanese', '記者：', '山田：'],
      ['capitals and en dash', 'ANA RUIZ – ', 'BO EK – '],
      ['names and en dash', 'Ana Ruiz – ', 'Bo Ek – '],
      ['names in square brackets', '[Ana Ruiz] ', '[Bo Ek] '],
      ['names in brackets and colon', '[Ana]: ', '[Bo]: '],
      ['outlet and surname', 'The Courier: ', 'Ek: '],
      ['host and guest', 'HOST: ', 'GUEST: '],
      ['initials', 'AR: ', 'BE: '],
      ['name with role', 'Ana Ruiz (host): ', 'Bo Ek (guest): '],
    ] as const
  ).map(([name, question, answer]) => ({ name: `labels: ${name}`, sure: true, read: plain(question, answer) })),
  {
    name: 'full names, then initials',
    sure: true,
    read: (paragraphs) =>
      text(
        labelled(
          paragraphs,
          (n) => (n === 0 ? 'Ana Ruiz: ' : 'AR: '),
          (n) => (n === 1 ? 'Bo Ek: ' : 'BE: '),
        ),
      ),
  },
  {
    name: 'time stamps before names',
    sure: true,
    read: (paragraphs) =>
      text(
        labelled(
          paragraphs,
          (n) => `[00:0${n % 10}:11] Ana Ruiz: `,
          (n) => `[00:0${n % 10}:31] Bo Ek: `,
        ),
      ),
  },
  {
    name: 'names on lines of their own, with times',
    sure: true,
    read: (paragraphs) =>
      text(
        labelled(
          paragraphs,
          (n) => `Ana Ruiz  0${n % 10}:11\n`,
          (n) => `Bo Ek  0${n % 10}:31\n`,
        ),
      ),
  },
  {
    name: 'two who ask',
    sure: true,
    read: (paragraphs) =>
      text(
        labelled(
          paragraphs,
          (n) => (n % 3 === 2 ? 'Cleo: ' : 'Ana: '),
          () => 'Bo: ',
        ),
      ),
  },
  {
    name: 'numbered questions',
    sure: true,
    read: (paragraphs) =>
      text(
        labelled(
          paragraphs,
          (n) => `${n + 1}. `,
          () => '',
        ),
      ),
  },
  {
    name: 'questions after a dash',
    sure: true,
    read: (paragraphs) =>
      text(
        labelled(
          paragraphs,
          () => '— ',
          () => '',
        ),
      ),
  },
  ...(
    [
      ['bold', '<b>', '</b>'],
      ['bold spans', '<span style="font-weight:700">', '</span>'],
      ['italics', '<em>', '</em>'],
      ['bold italics', '<b><i>', '</i></b>'],
    ] as const
  ).map(([name, open, close]): Hand => ({
    name: `questions in ${name}`,
    sure: true,
    read: (paragraphs) => html(paragraphs.map(([kind, words]) => `<p>${asks(kind) ? open + words + close : words}</p>`)),
  })),
  ...['###', '####'].map((sign): Hand => ({
    name: `questions as ${sign}`,
    sure: true,
    read: (paragraphs) => md(paragraphs.map(([kind, words]) => (asks(kind) ? `${sign} ${words}` : words))),
  })),
  {
    name: 'bold questions with a bold lede',
    sure: true,
    read: (paragraphs) =>
      html(paragraphs.map(([kind, words], i) => `<p>${asks(kind) || (kind === 'B' && i === 0) ? `<b>${words}</b>` : words}</p>`)),
  },
  {
    name: 'questions quoted in a mail',
    sure: true,
    read: (paragraphs) =>
      html(
        paragraphs.map(([kind, words]) =>
          asks(kind) ? `<blockquote type="cite"><div>${words}</div></blockquote>` : `<div>${words}</div>`,
        ),
      ),
  },
  {
    name: 'questions quoted with >',
    sure: true,
    read: (paragraphs) =>
      text(
        labelled(
          paragraphs,
          () => '> ',
          () => '',
        ),
      ),
  },
  {
    name: 'one line a paragraph',
    sure: false,
    read: (paragraphs) => readText(paragraphs.map(([, words]) => words).join('\n'), counter()),
  },
]

export const truthOf = ({ paragraphs }: Talk): string[] => paragraphs.map(([kind]) => (kind === 'N' ? 'B' : kind))
