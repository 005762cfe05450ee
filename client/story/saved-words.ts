/** The saved state in words, at two widths. A pure function: what it says is a promise, so it is tested word for word. */
import { CLOSE } from '../../shared/protocol.ts'
import type { SavedState } from '../sync/live-story.ts'

export type Words = {
  text: string
  /** For a narrow window: the same truth in fewer words. */
  short: string
  tone: 'ok' | 'busy' | 'trouble'
  /** What one can do about it. */
  act: 'reload' | 'sign-in' | 'desk' | null
  /** Words typed here are on no disk and will not get there by themselves. */
  stranded: boolean
}

const changes = (n: number): string => `${n} ${n === 1 ? 'change' : 'changes'}`

/** Why the server has ended this session for good, in a sentence and with the way out. */
const ENDED: Record<number, { text: string; short: string; act: Words['act'] }> = {
  [CLOSE.signedOut]: { text: 'You are signed out', short: 'Signed out', act: 'sign-in' },
  [CLOSE.linkEnded]: { text: 'The link you came by has ended', short: 'Link ended', act: null },
  [CLOSE.noStory]: { text: 'This story was deleted, or is no longer open to you', short: 'Story closed', act: 'desk' },
  [CLOSE.damaged]: { text: 'The saved copy of this story is damaged', short: 'Story damaged', act: 'desk' },
  [CLOSE.tooLarge]: { text: 'Too large to save', short: 'Too large to save', act: 'reload' },
  [CLOSE.tooMany]: { text: 'Too much came from this page at once', short: 'Stopped', act: 'reload' },
  [CLOSE.badMessage]: { text: 'The server refused what this page sent', short: 'Refused', act: 'reload' },
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

export function savedWords(saved: SavedState, mayWrite: boolean): Words {
  const { kind, unsaved, since } = saved
  const held = unsaved === 0 ? '' : `${changes(unsaved)} on this device${since === null ? '' : ` since ${clock.format(since)}`}`
  const calm = { act: null, stranded: false } as const
  switch (kind) {
    case 'opening':
      return { text: 'Opening…', short: 'Opening…', tone: 'busy', ...calm }
    case 'saved':
      return mayWrite
        ? { text: 'All changes saved', short: 'Saved', tone: 'ok', ...calm }
        : { text: 'Reading, live', short: 'Reading', tone: 'ok', ...calm }
    case 'saving':
      return { text: 'Saving…', short: 'Saving…', tone: 'busy', ...calm }
    case 'not-saved':
      return held === ''
        ? { text: 'Not saved', short: 'Not saved', tone: 'trouble', ...calm }
        : { text: `Not saved: ${held}`, short: `Not saved: ${changes(unsaved)}`, tone: 'trouble', ...calm }
    case 'offline':
      return held === ''
        ? { text: 'Offline', short: 'Offline', tone: 'trouble', ...calm }
        : { text: `Offline. Not saved: ${held}`, short: `Offline: ${changes(unsaved)}`, tone: 'trouble', ...calm }
    case 'reload':
      return {
        text: held === '' ? 'Reload to continue' : `Reload to continue. Not saved: ${held}`,
        short: 'Reload to continue',
        tone: 'trouble',
        act: 'reload',
        stranded: unsaved > 0,
      }
    case 'ended': {
      const why = ENDED[saved.code ?? 0] ?? { text: 'This session has ended', short: 'Ended', act: 'reload' as const }
      return {
        text: held === '' ? why.text : `${why.text}. Not saved: ${held}`,
        short: why.short,
        tone: 'trouble',
        act: why.act,
        stranded: unsaved > 0,
      }
    }
  }
}
