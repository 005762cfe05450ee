/** Taking the story elsewhere: on the clipboard, or as a file. */
import { opens, type Deed } from '../deed.ts'

const out = { menu: 'story', reading: true } as const

export const outDeeds = {
  copySubstack: {
    says: 'Copy for Substack',
    also: 'export clipboard newsletter html',
    ...out,
    ...opens('copySubstack'),
  },
  copyPlain: {
    says: 'Copy as plain text',
    also: 'export clipboard labels speakers',
    ...out,
    ...opens('copyPlain'),
  },
  docx: {
    says: 'Download a Word file (.docx)',
    also: 'export save as document',
    apart: true,
    ...out,
    ...opens('docx'),
  },
  html: { says: 'Download HTML', also: 'export save as web page file', ...out, ...opens('html') },
  markdown: { says: 'Download Markdown', also: 'export save as md file', ...out, ...opens('markdown') },
  text: { says: 'Download plain text', also: 'export save as txt file', ...out, ...opens('text') },
} satisfies Record<string, Deed>
