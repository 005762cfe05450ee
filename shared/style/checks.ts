/** The checks that come with Copydesk: what each is called, what it says, and how sure it is. */
import type { Severity } from './finding.ts'

type Check = {
  title: string
  /** What it looks for, on the page of the house style. */
  looks: string
  /** Beside a finding: why it matters and what to do. */
  why: string
  severity: Severity
  /** Changing it changes marks or blanks and no word. */
  marksOnly?: true
}

export const CHECKS = {
  'to-come': {
    title: 'Still to come',
    looks: 'TK, TKTK or [TK] left in the text.',
    why: 'TK stands for what is to come: it must not reach a reader.',
    severity: 'wrong',
  },
  doubled: {
    title: 'A word twice',
    looks: 'The same word twice in a row: “the the”. In answers only small words, because people do say “very very”.',
    why: 'Usually a slip of the hand.',
    severity: 'wrong',
  },
  blanks: {
    title: 'Two blanks',
    looks: 'More than one blank between words.',
    why: 'One is enough.',
    severity: 'wrong',
    marksOnly: true,
  },
  apostrophe: {
    title: 'Apostrophe the wrong way',
    looks: '‘22 and ‘em: an apostrophe for what is left out looks like ’.',
    why: 'What is left out is marked by ’, as in ’22: it never opens.',
    severity: 'wrong',
    marksOnly: true,
  },
  quote: {
    title: 'Quotation marks',
    looks: 'Marks turned the wrong way, and quotations that do not open or close.',
    why: 'A reader must see where the words of somebody else begin and end.',
    severity: 'wrong',
    marksOnly: true,
  },
  'mixed-quotes': {
    title: 'Straight and curly marks',
    looks: 'Straight marks in a story that has curly ones too.',
    why: 'One story has one kind of mark.',
    severity: 'wrong',
    marksOnly: true,
  },
  name: {
    title: 'A name in two spellings',
    looks: 'One spelling of a person or an organisation against the others in the same story.',
    why: 'One of them is wrong, or they are two names.',
    severity: 'ask',
  },
  'first-reference': {
    title: 'Last name first',
    looks: 'Somebody met by the last name before the reader was told the whole name.',
    why: 'At the first mention a reader is told the whole name.',
    severity: 'ask',
  },
  acronym: {
    title: 'Letters not explained',
    looks: 'An acronym that is neither well known nor explained anywhere in the story.',
    why: 'Spell it out at the first mention, or leave it when every reader knows it.',
    severity: 'ask',
  },
  'run-together': {
    title: 'Question and answer run together',
    looks: 'A paragraph that asks and then answers.',
    why: 'If the answer begins here, break the paragraph at this place.',
    severity: 'ask',
  },
  'answer-asks': {
    title: 'An answer that asks',
    looks: 'An answer whose last sentence ends in a question mark.',
    why: 'Is it the next question, or a voice that rose?',
    severity: 'ask',
  },
  brackets: {
    title: 'What brackets hold',
    looks: 'Brackets in spoken words that hold a number, or more than three words.',
    why: 'Brackets are for a word the speaker meant; a fact or a phrase in them is the editor speaking.',
    severity: 'ask',
  },
  affiliate: {
    title: 'Affiliate link without disclosure',
    looks: 'A link that earns a commission in a story that does not say so.',
    why: 'Readers are told when a link earns money: insert a disclosure.',
    severity: 'wrong',
  },
  'readers-note': {
    title: 'Reader’s note against the paywall',
    looks: 'A reader’s note that calls the story free while it has a paywall break, or the other way round.',
    why: 'One of the two is not true for the reader.',
    severity: 'wrong',
  },
  'relative-date': {
    title: 'Relative dates',
    looks: 'Yesterday, last month, Monday: words that mean another day to whoever reads later.',
    why: 'The story will be read on another day: give the date, or be sure it does not matter.',
    severity: 'check',
  },
  number: {
    title: 'Numbers',
    looks: 'Amounts, shares and counts. Years, dates, times and small spelled-out numbers are left alone.',
    why: 'Hold it against its source.',
    severity: 'check',
  },
  superlative: {
    title: 'Superlatives',
    looks: 'First, only, largest, most: claims that somebody could deny. In answers only those about the world.',
    why: 'Somebody will know a larger one: hold it against a source.',
    severity: 'check',
  },
} as const satisfies Record<string, Check>

export type CheckName = keyof typeof CHECKS
export const CHECK_NAMES = Object.keys(CHECKS) as CheckName[]
export const checkOf = (name: CheckName): Check => CHECKS[name]

export const titleOf = (check: string): string =>
  Object.hasOwn(CHECKS, check) ? CHECKS[check as CheckName].title : 'House style'
