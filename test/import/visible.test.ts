/**
 * Clipboards and exports of other programs come in with all their visible text in order, and nothing
 * else. The words to expect are taken by parse5's own tree, another way than the importer reads.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, test } from 'vitest'
import { readHtml } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'
import { letters, shown } from './shown.ts'

type Tree = DefaultTreeAdapterTypes.Node

/** The text a reader sees, without the bullets that Word draws as text. */
function visibleText(html: string): string {
  let text = ''
  let bullet = false
  const waiting: Tree[] = [parse(html)]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.nodeName === '#comment' && 'data' in at) {
      if (/^\[if !supportLists\]/i.test(at.data)) bullet = true
      else if (/^\[endif\]/i.test(at.data)) bullet = false
    }
    if (at.nodeName === '#text' && 'value' in at && !bullet) text += at.value
    if (/^(script|style|title|iframe|noscript|template|xml)$/.test(at.nodeName)) continue
    if ('attrs' in at && at.attrs.some(({ name, value }) => name === 'style' && /mso-list:\s*ignore/i.test(value))) continue
    if ('childNodes' in at) waiting.push(...at.childNodes.toReversed())
  }
  return text
}

const folder = '../shared/fixtures/paste-html'
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : []

describe.skipIf(files.length === 0)('clipboards of Google Docs, Word, LibreOffice and others', () => {
  test.each(files)('%s comes in with its words in order', (name) => {
    const html = readFileSync(`${folder}/${name}`, 'utf8')
    const reading = readHtml(html, counter())
    expect(reading.speakers).toEqual({})
    expect(shown(reading)).toBe(letters(visibleText(html)))
    expect(JSON.stringify(reading.body.toJSON())).not.toMatch(/mso-|<style|javascript:|data:|file:/i)
  })
})

const exported = '../shared/fixtures/exports'
const pages = existsSync(exported) ? readdirSync(exported).filter((name) => name.endsWith('.html')) : []

describe.skipIf(pages.length === 0)('exports of Medium and Substack', () => {
  test.each(pages)('%s comes in with its words in order', (name) => {
    const html = readFileSync(`${exported}/${name}`, 'utf8')
    expect(shown(readHtml(html, counter()))).toBe(letters(visibleText(html)))
  })
})
