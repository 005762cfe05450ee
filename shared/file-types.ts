/** The files a story can be read from: what they are called, and their media types. */

export const FILE_TYPES = {
  'text/plain': ['txt', 'text', 'srt', 'vtt'],
  'text/markdown': ['md', 'markdown'],
  'text/html': ['html', 'htm', 'xhtml'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/json': ['json'],
  'application/xml': ['xml', 'wxr'],
} as const satisfies Record<string, readonly string[]>

export type FileType = keyof typeof FILE_TYPES

/** Told by the name: browsers and systems disagree about types. Null: none that is read. */
export function fileTypeOf(name: string): FileType | null {
  const ending = name.split('.').pop()?.toLowerCase() ?? ''
  for (const [type, endings] of Object.entries(FILE_TYPES) as [FileType, readonly string[]][])
    if (endings.includes(ending)) return type
  return null
}

export const isFileType = (type: string): type is FileType => Object.hasOwn(FILE_TYPES, type)

/** What a person is told is read. */
export const FILES_READ = 'Word (.docx), text, captions (.srt, .vtt), Markdown, HTML, or an export of Ghost or WordPress'
