/** Takes the story elsewhere: onto the clipboard as it is on this screen, or as a file as it is on the server's disk. */
import { toSubstack } from '../../shared/body/substack.ts'
import { toText } from '../../shared/body/text.ts'
import { readStory } from '../../shared/story.ts'
import { bodyFile, type FileForm, type NamedFile } from '../api/files.ts'
import { copyRich } from '../ui/copy.ts'
import { toast } from '../ui/toast-list.ts'
import type { Live } from './live.ts'
import { savedWords } from './saved-words.ts'

/** How long a file waits for the last words to be saved. */
const A_MOMENT = 3_000

const WORDS: Record<FileForm, string> = { docx: 'Word file', html: 'HTML file', markdown: 'Markdown file', text: 'text file' }

const REFUSED = 'The browser did not let the story be copied. Download it instead, or select the text and copy it.'

/** @param outlet what the newsroom is called, for stories that say who asks by it */
export async function copyForSubstack({ story }: Live, outlet: string): Promise<void> {
  if (story === null) return
  const now = { ...readStory(story.ydoc), headline: '', dek: '', byline: '' }
  const around = { outlet, addressOf: () => null }
  const { html, byHand } = toSubstack(now, around)
  if (!(await copyRich(html, toText(now, around)))) toast(REFUSED)
  else if (byHand.length === 0)
    toast('The story is on the clipboard: paste it into Substack. Headline and dek have fields of their own there.')
  else
    toast(
      `The story is on the clipboard: paste it into Substack. In brackets there, to be put in by hand: ${byHand.join(' and ')}.`,
    )
}

/** With its labels, so that it can be read where there is no bold. */
export async function copyPlain({ story }: Live, outlet: string): Promise<void> {
  if (story === null) return
  const text = toText(readStory(story.ydoc), { outlet, addressOf: () => null })
  toast((await copyRich(null, text)) ? 'The story is on the clipboard as plain text.' : REFUSED)
}

/** @throws what bodyFile throws */
export async function download(live: Live, form: FileForm): Promise<void> {
  if (live.story === null) return
  await live.settled(A_MOMENT)
  saveFile(await bodyFile(live.story.storyId, form))
  const saved = live.story?.saved
  toast(
    saved === undefined || saved.unsaved === 0
      ? `The ${WORDS[form]} is downloaded.`
      : `The ${WORDS[form]} is downloaded, without the latest words: ${savedWords(saved, true).text}.`,
  )
}

export function saveFile({ blob, name }: NamedFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The browser has taken it by then; a minute is kept for those that ask where to put it first.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
