/** Blocks that are put into the story. */
import { NOTICE_KINDS, type NoticeKind } from '../../../shared/schema.ts'
import { opens, type Deed } from '../deed.ts'
import { later } from '../later.ts'
import { setList } from '../list-commands.ts'

const NOTICE_WORDS: Record<NoticeKind, string> = {
  'reader-note': 'Note to readers',
  'editors-note': 'Editor’s note',
  disclosure: 'Disclosure',
  'edited-condensed': 'Edited and condensed',
  'content-warning': 'Content warning',
}

const noticeDeed = (kind: NoticeKind): Deed => ({
  says: NOTICE_WORDS[kind],
  menu: 'insert',
  ...(kind === NOTICE_KINDS[0] ? { apart: true } : {}),
  run: (page) => later(({ setNotice }) => page.alone(setNotice(kind))),
  on: (looks) => looks.notice === kind,
})

export const insertDeeds = {
  bullets: {
    says: 'Bulleted list',
    menu: 'insert',
    keys: ['Mod-Shift-8'],
    run: (page) => page.alone(setList(false)),
    on: ({ ordered }) => ordered === false,
  },
  numbers: {
    says: 'Numbered list',
    menu: 'insert',
    keys: ['Mod-Shift-7'],
    run: (page) => page.alone(setList(true)),
    on: ({ ordered }) => ordered === true,
  },
  pullQuote: {
    says: 'Pull quote of what is selected',
    menu: 'insert',
    apart: true,
    keys: ['Mod-Alt-p'],
    run: (page) => later(({ takeQuote }) => page.alone(takeQuote)),
  },
  embed: {
    says: 'Player or post …',
    menu: 'insert',
    ...opens(
      'embed',
      later(({ isAtBlock }) => isAtBlock),
    ),
  },
  linkCard: {
    says: 'Link card …',
    menu: 'insert',
    ...opens(
      'linkCard',
      later(({ isAtBlock }) => isAtBlock),
    ),
  },
  cardOfLine: {
    says: 'Card of the link on this line …',
    menu: 'insert',
    ...opens(
      'card of line',
      later(({ isAtLinkLine }) => isAtLinkLine),
    ),
  },
  divider: {
    says: 'Divider',
    menu: 'insert',
    apart: true,
    keys: ['Mod-Shift-Enter'],
    run: (page) => later(({ insertDivider }) => page.alone(insertDivider)),
  },
  paywall: {
    says: 'Paywall break',
    menu: 'insert',
    run: (page) => later(({ insertPaywall }) => page.alone(insertPaywall)),
  },
  readerNote: noticeDeed('reader-note'),
  editorsNote: noticeDeed('editors-note'),
  disclosure: noticeDeed('disclosure'),
  condensed: noticeDeed('edited-condensed'),
  warning: noticeDeed('content-warning'),
} satisfies Record<string, Deed>
