/** The one list of commands: each can be found by its words, and no two want the same key. */
import { expect, test } from 'vitest'
import { found } from '../../client/editor/deed-search.ts'
import { BAR, DEEDS, DEED_NAMES, inMenu } from '../../client/editor/deeds.ts'
import { MENUS, type Menu } from '../../client/editor/deed.ts'
import { keyName } from '../../client/editor/keys.ts'

test('no two commands want the same key or the same words', () => {
  const keys = DEED_NAMES.flatMap((name) => DEEDS[name].keys ?? [])
  expect(keys).toEqual([...new Set(keys)])
  const says = DEED_NAMES.map((name) => DEEDS[name].says)
  expect(says).toEqual([...new Set(says)])
})

test('every command stands in a menu and is found by its own words', () => {
  expect((Object.keys(MENUS) as Menu[]).flatMap(inMenu).toSorted()).toEqual(DEED_NAMES.toSorted())
  for (const name of DEED_NAMES) expect(found(DEEDS[name].says)[0], name).toBe(name)
})

test('the tool bar holds only a few of them, each once', () => {
  const bar = BAR.flatMap(({ deeds }) => deeds)
  expect(bar).toEqual([...new Set(bar)])
  expect(bar.length).toBeLessThan(16)
})

test('a command is found by the beginning of any of its words, by another name for it, or by its menu', () => {
  expect(found('uns nex')).toEqual(['nextUnsure'])
  expect(found('  ITAL ')[0]).toBe('em')
  expect(found('shortcuts')).toEqual(['keys'])
  expect(found('guess next')).toEqual(['nextUnsure'])
  expect(found('format bold')[0]).toBe('strong')
  expect(found('zzz')).toEqual([])
  expect(found('').length).toBe(DEED_NAMES.length)
})

test('a key is named as it is printed', () => {
  expect(keyName('Mod-Alt-q', false)).toBe('Ctrl+Alt+Q')
  expect(keyName('Mod-Shift-z', true)).toBe('⇧⌘Z')
  expect(keyName('Mod-/', false)).toBe('Ctrl+/')
  expect(keyName('Alt-ArrowUp', false)).toBe('Alt+↑')
  expect(keyName('F2', true)).toBe('F2')
})
