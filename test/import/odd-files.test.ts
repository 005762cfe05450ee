/** Files that are not what they are called, or far longer than most: a clear word, or everything in. */
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readGiven } from '../../server/read-file.ts'
import { readDocx, readJson } from '../../shared/import/read.ts'
import { Refusal } from '../../shared/refusal.ts'
import { counter } from '../body/stories.ts'
import { docx, para } from './word.ts'

const refused = (bytes: Uint8Array): string => {
  try {
    readDocx(bytes, counter())
    return 'read'
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

test('an OpenDocument or a rich text that is called .docx is named, with what to do', () => {
  const odt = zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.text'),
    'content.xml': strToU8('<office:document-content/>'),
  })
  expect(refused(odt)).toBe('This is an OpenDocument text. Save it as .docx and try again. Nothing was changed.')
  expect(refused(strToU8('{\\rtf1\\ansi Where?\\par}'))).toBe(
    'This is a rich text file. Save it as .docx and try again. Nothing was changed.',
  )
})

test('a book of 600 pages is read while one waits, every paragraph of it', () => {
  const words = 'It takes as long as it takes, and the harbour will be there. '.repeat(8)
  const pages = Array.from({ length: 4000 }, (_none, i) => para(`${i} ${words}`))
  const { body } = readDocx(docx(pages.join('')), counter())
  expect(body.childCount).toBe(4000)
  expect(body.lastChild?.textContent.startsWith('3999 It takes')).toBe(true)
})

test('a page whose word for its own letters cannot be true is read as UTF-8', () => {
  for (const charset of ['utf-16', 'x-harbour']) {
    const bytes = strToU8(`<meta charset="${charset}"><p>Où étiez-vous ?</p>`) as Uint8Array<ArrayBuffer>
    expect(readGiven({ bytes, type: 'text/html', charset: '', pick: 0 }).body.textContent).toBe('Où étiez-vous ?')
  }
})

test('posts whose words stand where other tools put them are read; posts without a place for words are refused, not read as empty', () => {
  const read = (post: object): string => readJson(JSON.stringify({ posts: [post] }), counter()).body.textContent
  expect(read({ url: 'x', data: { title: 'Barge', html: '<p>It moves.</p>' } })).toBe('It moves.')
  expect(read({ title: 'Barge', body: '<p>It moves.</p>' })).toBe('It moves.')
  expect(() => read({ title: 'Barge', words: 'It moves.' })).toThrow('no story that Copydesk knows')
})
