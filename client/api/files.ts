/** A story as a file. */
import { NoAnswer, part, problem, unreachable } from '../api.ts'

export type FileForm = 'docx' | 'html' | 'markdown' | 'text'

export type NamedFile = { blob: Blob; name: string }

/**
 * The story as a file, as it is on the server's disk.
 * @throws Refusal, NoAnswer
 */
export const bodyFile = (id: string, form: FileForm): Promise<NamedFile> =>
  fileAt(`/stories/${part(id)}/body?as=${form}`, `story.${form}`)

/** The story as a letter to readers. @throws Refusal, NoAnswer */
export const emailFile = (id: string, as: 'html' | 'text' | 'eml'): Promise<NamedFile> =>
  fileAt(`/stories/${part(id)}/email?as=${as}`, `letter.${as === 'text' ? 'txt' : as}`)

/** @param otherwise what it is called when the server does not say */
async function fileAt(path: string, otherwise: string): Promise<NamedFile> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, { cache: 'no-store' })
  } catch {
    throw unreachable()
  }
  if (!response.ok) throw await problem(response)
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  try {
    return { blob: await response.blob(), name: decodeURIComponent(name ?? otherwise) }
  } catch {
    throw new NoAnswer('The file was cut off on its way. Try again.')
  }
}
