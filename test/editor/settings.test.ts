/** What a story may be told about itself, and about who speaks in it: the same rule for the screens and the server. */
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { isSetting, readSettings, seedStory, settingsOf } from '../../shared/story.ts'
import { isSpeaker } from '../../shared/story-values.ts'

describe('settings', () => {
  test('an old story, which has none, gets the usual ones', () => {
    expect(readSettings(new Y.Doc())).toEqual({ lang: '', labelStyle: '', target: 0 })
  })

  test('a story begins with those it is given', () => {
    const ydoc = new Y.Doc()
    Y.applyUpdate(ydoc, seedStory({ settings: { lang: 'nb-NO', target: 1_800 } }, 'block0000001'))
    expect(readSettings(ydoc)).toEqual({ lang: 'nb-NO', labelStyle: '', target: 1_800 })
  })

  test('what does not fit is not read', () => {
    const ydoc = new Y.Doc()
    settingsOf(ydoc).set('target', -1)
    settingsOf(ydoc).set('labelStyle', 'constructor')
    expect(readSettings(ydoc)).toEqual({ lang: '', labelStyle: '', target: 0 })
  })

  test.each([
    ['lang', 'en', true],
    ['lang', 'sr-Latn-RS', true],
    ['lang', '', true],
    ['lang', '<script>', false],
    ['lang', 'e'.repeat(40), false],
    ['labelStyle', 'full-then-surname', true],
    ['labelStyle', '', true],
    ['labelStyle', 'toString', false],
    ['target', 0, true],
    ['target', 2_000.5, false],
    ['theme', 'pink', false],
    ['__proto__', {}, false],
  ])('%s: %j fits: %j', (name, value, fits) => {
    expect(isSetting(name, value)).toBe(fits)
  })
})

describe('speakers', () => {
  const nora = { name: 'Nora Holm', initials: 'NH', kind: 'subject' }
  test('with and without what later labels and the tape call them', () => {
    expect(isSpeaker(nora)).toBe(true)
    expect(isSpeaker({ ...nora, short: 'Holm', tapeLabels: ['Speaker 2', 'NH'] })).toBe(true)
  })

  test.each([
    ['a role', { ...nora, role: 'owner' }],
    ['a page of tape labels', { ...nora, tapeLabels: Array.from({ length: 21 }, () => 'S') }],
    ['a tape label that is a number', { ...nora, tapeLabels: [2] }],
    ['a name as long as a page', { ...nora, name: 'x'.repeat(501) }],
    ['no name', { initials: 'NH', kind: 'subject' }],
  ])('not with %s', (_, given) => {
    expect(isSpeaker(given)).toBe(false)
  })
})
