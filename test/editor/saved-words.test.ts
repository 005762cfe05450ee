/** What the page says about the words being safe: true, the same at any width, and with a way out. */
import { expect, test } from 'vitest'
import { CLOSE } from '../../shared/protocol.ts'
import { savedWords } from '../../client/story/saved-words.ts'
import type { SavedState } from '../../client/sync/saved.ts'

const since = new Date(2026, 10, 3, 14, 2).getTime()
const saved = (kind: SavedState['kind'], more: Partial<SavedState> = {}): SavedState => ({
  kind,
  unsaved: 0,
  since: null,
  reason: null,
  code: null,
  ...more,
})
const said = (state: SavedState, mayWrite = true): string => savedWords(state, mayWrite).text

test('calm states say it in two words', () => {
  expect(said(saved('saved'))).toBe('All changes saved')
  expect(said(saved('saving', { unsaved: 2, since }))).toBe('Saving…')
  expect(said(saved('opening'))).toBe('Opening…')
  expect(said(saved('saved'), false)).toBe('Reading, live')
})

test('[P1] what is not saved is counted, with the time since when', () => {
  expect(said(saved('not-saved', { unsaved: 3, since }))).toBe('Not saved: 3 changes on this device since 14:02')
  expect(said(saved('not-saved', { unsaved: 1, since }))).toBe('Not saved: 1 change on this device since 14:02')
  expect(said(saved('not-saved'))).toBe('Not saved')
  expect(said(saved('offline'))).toBe('Offline')
  expect(said(saved('offline', { unsaved: 2, since }))).toBe('Offline. Not saved: 2 changes on this device since 14:02')
  expect(savedWords(saved('not-saved', { unsaved: 3, since }), true).short).toBe('Not saved: 3 changes')
})

test('[P9] an older page is told to reload, and keeps what it could not send', () => {
  const words = savedWords(saved('reload', { unsaved: 1, since, code: CLOSE.olderClient }), true)
  expect(words).toMatchObject({ short: 'Reload to continue', act: 'reload', stranded: true })
})

test('a session that has ended says why and where to go', () => {
  const ended = (code: number) => savedWords(saved('ended', { code }), true)
  expect(ended(CLOSE.signedOut)).toMatchObject({ text: 'You are signed out', act: 'sign-in', stranded: false })
  expect(ended(CLOSE.noStory)).toMatchObject({ short: 'Story closed', act: 'desk' })
  expect(ended(CLOSE.damaged).act).toBe('desk')
  expect(ended(4499)).toMatchObject({ text: 'This session has ended', act: 'reload' })
  expect(savedWords(saved('ended', { code: CLOSE.signedOut, unsaved: 2, since }), true)).toMatchObject({
    text: 'You are signed out. Not saved: 2 changes on this device since 14:02',
    stranded: true,
  })
})
