/** The stories of the desk: made, deleted, brought in from files. */
import type * as shapes from '../../shared/api.ts'
import type { Imported, Preview, Story } from '../../shared/api.ts'
import { ask, type In, part } from '../api.ts'

export const listStories = async () => (await ask<{ stories: Story[] }>('GET', '/stories')).stories
export const createStory = (form: In<typeof shapes.NewStory>) => ask<Story>('POST', '/stories', form)
export const deleteStory = (id: string) => ask<void>('DELETE', `/stories/${part(id)}`)
export const restoreStory = (id: string) => ask<Story>('POST', `/stories/${part(id)}/restore`)
/** @param type the Content-Type; with no charset the server finds out by the bytes */
export const previewImport = (type: string, bytes: Blob | string, { story, pick = 0 }: { story?: string; pick?: number } = {}) =>
  ask<Preview>('POST', `/imports/preview?pick=${pick}${story === undefined ? '' : `&story=${part(story)}`}`, undefined, {
    type,
    bytes,
  })
/** @param type the Content-Type; with no charset the server finds out by the bytes */
export const importInto = (
  id: string,
  type: string,
  bytes: Blob | string,
  { into = 'empty', pick = 0 }: { into?: 'empty' | 'append'; pick?: number } = {},
) => ask<Imported>('POST', `/stories/${part(id)}/import?into=${into}&pick=${pick}`, undefined, { type, bytes })
