/** Looks a command up by its words, and by other words that somebody may look for it with. */
import { MENUS } from './deed.ts'
import { DEEDS, DEED_NAMES, type DeedName } from './deeds.ts'

/** Here, not with the deeds: nobody looks before the story shows. */
const ALSO: Partial<Record<DeedName, string>> = {
  flip: 'flip swap switch',
  paragraph: 'plain body text',
  speaker: 'speaker name said by',
  newTurn: 'cut turn start',
  speakers: 'names initials label style interviewer',
  accept: 'accept guess sure',
  nextUnsure: 'guess',
  lastUnsure: 'guess',
  heading: 'title crosshead',
  smallHeading: 'title subheading',
  strong: 'strong',
  em: 'emphasis',
  link: 'address url',
  strike: 'strike strikethrough',
  bracketed: 'bracketed brackets square editor',
  workTitle: 'book film cite name',
  lang: 'foreign words lang',
  clear: 'plain remove bold italic',
  undo: 'take back',
  redo: 'again',
  bullets: 'bullets unordered points',
  numbers: 'ordered',
  pullQuote: 'quotation blockquote highlight',
  embed: 'embed video audio youtube podcast tweet social',
  linkCard: 'book follow subscribe affiliate button read more',
  cardOfLine: 'embed link convert',
  divider: 'line rule break section',
  paywall: 'members only preview subscribers',
  readerNote: 'reader note notice free',
  editorsNote: 'editors notice',
  disclosure: 'affiliate interest notice',
  condensed: 'length clarity notice',
  warning: 'trigger notice',
  picture: 'image graphic photo photograph upload add file',
  pictureWords: 'image description licence replace remove upload',
  edit: 'edit embed link card address title',
  updateQuote: 'verbatim changed',
  lineBelow: 'paragraph after',
  moveUp: 'paragraph before above',
  moveDown: 'paragraph after below',
  remove: 'delete remove paragraph',
  indent: 'indent deeper',
  outdent: 'outdent',
  comment: 'remark note annotate thread fact quote legal ask',
  intoCard: 'reply answer thread margin card',
  resolveThread: 'done close thread reopen',
  margin: 'list margin threads filter resolved unread detached',
  editing: 'editing mode stop suggesting',
  suggesting: 'suggesting mode track changes propose',
  privately: 'private draft unseen alone',
  passagePrivately: 'private draft unseen selection paragraph',
  acceptSuggestion: 'approve take change selection',
  rejectSuggestion: 'decline refuse discard take back selection',
  publish: 'check preview schedule update correction readers site kill withdraw editions',
  stage: 'stage ready send back spike bring back take up editing status',
  fileIt: 'stage hand in submit done writing',
  passGate: 'approve sign off edit quotes facts copy legal checked',
  hold: 'stop wait block release',
  standing: 'stage gates holder due embargo address path url slug kicker topics tags visibility members search social seo',
  find: 'search look for',
  findNext: 'again search',
  findLast: 'again search',
  counts: 'length minutes reading time',
  language: 'spelling spellcheck quotes',
  smartTyping: 'quotes dashes ellipsis apostrophe typography autocorrect',
  print: 'paper pdf',
  outline: 'turns contents jump go to',
  calm: 'distraction free focus zen full screen hide',
  importFile: 'open upload docx word markdown html text ghost wordpress add',
  keepVersion: 'save name snapshot checkpoint history',
  versions: 'history older earlier compare changes revisions restore put back',
  copySubstack: 'export clipboard newsletter html',
  copyPlain: 'export clipboard labels speakers',
  docx: 'export save as document',
  html: 'export save as web page file',
  markdown: 'export save as md file',
  text: 'export save as txt file',
  nextIssue: 'check finding style error problem suggestion thread walk',
  lastIssue: 'check finding style error problem suggestion thread walk',
  changeIssue: 'fix correct replace accept issue check',
  letStand: 'ignore dismiss issue check',
  checks: 'style issues findings panel house',
  follow: 'caret cursor who is here watch',
  inbox: 'mentions replies assigned bell mail',
  palette: 'find command palette help',
  keys: 'shortcuts keyboard help',
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The commands in whose words every word that was typed begins a word; what is called exactly so comes first. */
export function found(typed: string, names: readonly DeedName[] = DEED_NAMES): DeedName[] {
  const looked = wordsOf(typed)
  const begins = (text: string) => {
    const words = wordsOf(text)
    return looked.every((start) => words.some((word) => word.startsWith(start)))
  }
  const named = names.filter((name) => begins(DEEDS[name].says))
  const otherwise = names.filter(
    (name) => !named.includes(name) && begins(`${DEEDS[name].says} ${ALSO[name] ?? ''} ${MENUS[DEEDS[name].menu]}`),
  )
  const exact = named.filter((name) => wordsOf(DEEDS[name].says).join(' ') === looked.join(' '))
  return [...new Set([...exact, ...named, ...otherwise])]
}
