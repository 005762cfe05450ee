/** Taking a story from writing to ready: its stage, its gates, and what holds it. */
import { opens, type Deed } from '../deed.ts'

const desk = { menu: 'publish', reading: true } as const

export const standingDeeds = {
  stage: {
    says: 'Move it on',
    keys: ['Mod-Alt-Shift-m'],
    ...desk,
    ...opens('stage'),
  },
  fileIt: { says: 'File it', keys: ['Mod-Alt-Shift-f'], ...desk, ...opens('file it') },
  passGate: {
    says: 'Pass a gate',
    keys: ['Mod-Alt-Shift-g'],
    ...desk,
    ...opens('pass gate'),
  },
  hold: { says: 'Hold it, or let it go', keys: ['Mod-Alt-Shift-h'], ...desk, ...opens('hold') },
  standing: {
    says: 'Standing and particulars',
    keys: ['Mod-Alt-Shift-s'],
    ...desk,
    ...opens('standing'),
  },
} satisfies Record<string, Deed>
