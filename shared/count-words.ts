/** Words as a reader counts them. */
import * as Y from 'yjs'
import { bodyOf } from './story.ts'

const isBlank = (code: number): boolean =>
  code < 128 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(String.fromCodePoint(code))
const isLetterOrDigit = (code: number): boolean =>
  code < 128
    ? (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
    : /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))

/**
 * Runs of anything but blanks that hold a letter or a digit. Letter by letter, because
 * the server counts every story that is typed in every few seconds.
 */
export function countWords(text: string): number {
  let words = 0
  let isCounted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!
    if (code > 0xffff) at += 1
    if (isBlank(code)) isCounted = false
    else if (!isCounted && isLetterOrDigit(code)) {
      isCounted = true
      words += 1
    }
  }
  return words
}

/** The words of a live story's body, without making nodes of it. */
export function wordsOf(ydoc: Y.Doc): number {
  let words = 0
  const waiting: Y.AbstractType<any>[] = [bodyOf(ydoc)] // oxlint-disable-line typescript/no-explicit-any -- the type's own events do not matter
  for (let type = waiting.pop(); type; type = waiting.pop()) {
    let text = ''
    for (let item = type._start; item; item = item.right) {
      if (item.deleted) continue
      if (item.content instanceof Y.ContentString) text += item.content.str
      else if (item.content instanceof Y.ContentType) waiting.push(item.content.type)
    }
    words += countWords(text)
  }
  return words
}
