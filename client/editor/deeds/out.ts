/** Taking the story elsewhere: on the clipboard, or as a file. */
import { opens, type Deed } from '../deed.ts'

const out = { menu: 'story', reading: true } as const

export const outDeeds = {
  copySubstack: {
    says: 'Copy for Substack',
    ...out,
    ...opens('copySubstack'),
  },
  copyPlain: {
    says: 'Copy as plain text',
    ...out,
    ...opens('copyPlain'),
  },
  docx: {
    says: 'Download a Word file (.docx)',
    apart: true,
    ...out,
    ...opens('docx'),
  },
  html: { says: 'Download HTML', ...out, ...opens('html') },
  markdown: { says: 'Download Markdown', ...out, ...opens('markdown') },
  text: { says: 'Download plain text', ...out, ...opens('text') },
} satisfies Record<string, Deed>
