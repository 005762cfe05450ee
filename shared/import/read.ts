/** Reads a file as an interview: the one way in for text, Markdown, HTML, Word files and exports. */
import { draftDocx } from './docx.ts'
import { draftPage } from './page.ts'
import { draftJson } from './json.ts'
import { draftMarkdown } from './markdown.ts'
import { reading, type Reading } from './reading.ts'
import { draftText } from './text.ts'
import { draftWxr } from './wxr.ts'

export const readText = (text: string, ids: () => string): Reading => reading(draftText(text), ids)
export const readMarkdown = (text: string, ids: () => string): Reading => reading(draftMarkdown(text), ids)
export const readHtml = (html: string, ids: () => string): Reading => reading(draftPage(html), ids)
/** @throws Refusal `not-readable`, `too-large` */
export const readDocx = (bytes: Uint8Array, ids: () => string): Reading => reading(draftDocx(bytes), ids)
/** @param pick which of the stories in the file @throws Refusal `not-readable` */
export const readJson = (json: string, ids: () => string, pick = 0): Reading => reading(draftJson(json, pick), ids)
/** @param pick which of the stories in the file @throws Refusal `not-readable` */
export const readWxr = (xml: string, ids: () => string, pick = 0): Reading => reading(draftWxr(xml, pick), ids)

export { openingOf, type Reading } from './reading.ts'
