/**
 * Clipboards and exports of other programs come in with all their visible text in order, and nothing
 * else. The words to expect are taken by parse5's own tree, another way than the importer reads.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, test } from 'vitest'
import { SETTINGS } from '../../shared/story.ts'
import { toText } from '../../shared/body/text.ts'
import { readHtml } from '../../shared/import/read.ts'
import { counter } from '../body/stories.ts'

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

const letters = (text: string): string => text.replace(/[\s\u00a0\ufeff]+/g, '')

const folder = '../shared/fixtures/paste-html'
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.html')) : []

describe.skipIf(files.length === 0)('clipboards of Google Docs, Word, LibreOffice and others', () => {
  test.each(files)('%s comes in with its words in order', (name) => {
    const html = readFileSync(`${folder}/${name}`, 'utf8')
    const { body, speakers, headline } = readHtml(html, counter())
    const text = toText({ headline: headline ?? '', dek: '', byline: '', speakers: {}, settings: SETTINGS, body })
    expect(speakers).toEqual({})
    // Numbers and dashes of lists, and Q and A of turns, are our own.
    expect(letters(text.replace(/^ *(?:-|\d+\.) /gm, '').replace(/^[QA]: /gm, ''))).toBe(
      letters(visibleText(html)).replace(/^-(?=\S)/gm, ''),
    )
    expect(JSON.stringify(body.toJSON())).not.toMatch(/mso-|<style|javascript:|data:/i)
  })
})

const exported = '../shared/fixtures/exports'
const pages = existsSync(exported) ? readdirSync(exported).filter((name) => name.endsWith('.html')) : []

describe.skipIf(pages.length === 0)('exports of Medium and Substack', () => {
  test.each(pages)('%s comes in with its words in order', (name) => {
    const html = readFileSync(`${exported}/${name}`, 'utf8')
    const { body, headline } = readHtml(html, counter())
    const text = toText({ headline: headline ?? '', dek: '', byline: '', speakers: {}, settings: SETTINGS, body })
    expect(letters(text.replace(/^ *(?:-|\d+\.) /gm, '').replaceAll('* * *', ''))).toBe(letters(visibleText(html)))
  })
})
