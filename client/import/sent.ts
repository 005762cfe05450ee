/** A text on its way to the server: a file, or what was pasted. */
import { FILES_READ, fileTypeOf } from '../../shared/file-types.ts'

export type Sent = { name: string; type: string; bytes: Blob | string }

/** What a file chooser offers. */
export const ACCEPT = '.docx,.txt,.text,.srt,.vtt,.md,.markdown,.html,.htm,.xhtml,.json,.xml,.wxr'

/** Null: of no kind that is read; `notRead` says so. */
export function sentFile(file: File): Sent | null {
  const type = fileTypeOf(file.name)
  return type === null ? null : { name: file.name, type, bytes: file }
}

export const notRead = (name: string): string =>
  /\.(doc|rtf|odt|pages|pdf)$/i.test(name)
    ? `“${name}” is not a kind of file Copydesk reads. Save it as .docx in the program that made it, or paste its text.`
    : `“${name}” is not a kind of file Copydesk reads. It reads ${FILES_READ}.`
