/** Blocks that are put into the story. */
import { NOTICE_KINDS, type NoticeKind } from '../../../shared/schema.ts'
import { opens, type Deed } from '../deed.ts'
import { later } from '../later.ts'
import { setList } from '../list-commands.ts'

const NOTICE_WORDS: Record<NoticeKind, { says: string; also: string }> = {
  'reader-note': { says: 'Note to readers', also: 'reader note notice free' },
  'editors-note': { says: 'Editor’s note', also: 'editors notice' },
  disclosure: { says: 'Disclosure', also: 'affiliate interest notice' },
  'edited-condensed': { says: 'Edited and condensed', also: 'length clarity notice' },
  'content-warning': { says: 'Content warning', also: 'trigger notice' },
}

const noticeDeed = (kind: NoticeKind): Deed => ({
  ...NOTICE_WORDS[kind],
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
    also: 'bullets unordered points',
    run: (page) => page.alone(setList(false)),
    on: ({ ordered }) => ordered === false,
  },
  numbers: {
    says: 'Numbered list',
    menu: 'insert',
    keys: ['Mod-Shift-7'],
    also: 'ordered',
    run: (page) => page.alone(setList(true)),
    on: ({ ordered }) => ordered === true,
  },
  pullQuote: {
    says: 'Pull quote of what is selected',
    menu: 'insert',
    apart: true,
    keys: ['Mod-Alt-p'],
    also: 'quotation blockquote highlight',
    run: (page) => later(({ takeQuote }) => page.alone(takeQuote)),
  },
  embed: {
    says: 'Player or post …',
    menu: 'insert',
    also: 'embed video audio youtube podcast tweet social',
    ...opens(
      'embed',
      later(({ isAtBlock }) => isAtBlock),
    ),
  },
  linkCard: {
    says: 'Link card …',
    menu: 'insert',
    also: 'book follow subscribe affiliate button read more',
    ...opens(
      'linkCard',
      later(({ isAtBlock }) => isAtBlock),
    ),
  },
  cardOfLine: {
    says: 'Card of the link on this line …',
    menu: 'insert',
    also: 'embed link convert',
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
    also: 'line rule break section',
    run: (page) => later(({ insertDivider }) => page.alone(insertDivider)),
  },
  paywall: {
    says: 'Paywall break',
    menu: 'insert',
    also: 'members only preview subscribers',
    run: (page) => later(({ insertPaywall }) => page.alone(insertPaywall)),
  },
  readerNote: noticeDeed('reader-note'),
  editorsNote: noticeDeed('editors-note'),
  disclosure: noticeDeed('disclosure'),
  condensed: noticeDeed('edited-condensed'),
  warning: noticeDeed('content-warning'),
} satisfies Record<string, Deed>
