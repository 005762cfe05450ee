/** Versions of a story. */
import type { Compared, KeptVersions, Restored, Version } from '../../shared/shapes/versions.ts'
import { ask, part, problem, unreachable } from '../api.ts'

const versionsOf = (story: string): string => `/stories/${part(story)}/versions`
export const readVersions = async (story: string) => (await ask<{ versions: Version[] }>('GET', versionsOf(story))).versions
export const readHistory = (story: string) => ask<KeptVersions>('GET', versionsOf(story))
export const keepVersion = (story: string, name: string) => ask<Version>('POST', versionsOf(story), { name })
const versionOf = (story: string, version: string) => `${versionsOf(story)}/${part(version)}`
export const nameVersion = (story: string, version: string, name: string) =>
  ask<Version>('PATCH', versionOf(story, version), { name })
/** With another version, or with the story as it is: from the earlier to the later. */
export const compareVersions = (story: string, version: string, other: 'now' | (string & {})) =>
  ask<Compared>('GET', `${versionOf(story, version)}/compare?with=${part(other)}`)
/** With the story as it is. */
export const compareVersion = (story: string, version: string) => compareVersions(story, version, 'now')
export const restoreVersion = (story: string, version: string) => ask<Restored>('POST', `${versionOf(story, version)}/restore`)
export async function readVersionHtml(story: string, version: string): Promise<string> {
  let response: Response
  try {
    response = await fetch(`/api${versionOf(story, version)}?as=html`, { cache: 'no-store' })
  } catch {
    throw unreachable()
  }
  if (!response.ok) throw await problem(response)
  return response.text()
}
