/** Taking a story from writing to ready: its stage, its gates, and what holds it. */
import { opens, type Deed } from '../deed.ts'

const desk = { menu: 'publish', reading: true } as const

export const standingDeeds = {
  stage: {
    says: 'Move it on',
    keys: ['Mod-Alt-Shift-m'],
    also: 'stage ready send back spike bring back take up editing status',
    ...desk,
    ...opens('stage'),
  },
  fileIt: { says: 'File it', keys: ['Mod-Alt-Shift-f'], also: 'stage hand in submit done writing', ...desk, ...opens('file it') },
  passGate: {
    says: 'Pass a gate',
    keys: ['Mod-Alt-Shift-g'],
    also: 'approve sign off edit quotes facts copy legal checked',
    ...desk,
    ...opens('pass gate'),
  },
  hold: { says: 'Hold it, or let it go', keys: ['Mod-Alt-Shift-h'], also: 'stop wait block release', ...desk, ...opens('hold') },
  standing: {
    says: 'Standing and particulars',
    keys: ['Mod-Alt-Shift-s'],
    also: 'stage gates holder due embargo address path url slug kicker topics tags visibility members search social seo',
    ...desk,
    ...opens('standing'),
  },
} satisfies Record<string, Deed>
