/** The public site, and links to what is not on it. */
import type { ChangeSiteSettings, SiteSettings } from '../../shared/shapes/settings.ts'
import type { NewSiteLink, SiteLink } from '../../shared/shapes/site-links.ts'
import { ask, type In, part } from '../api.ts'

export const readSite = () => ask<SiteSettings>('GET', '/newsroom/site')
export const changeSite = (change: In<typeof ChangeSiteSettings>) => ask<SiteSettings>('PATCH', '/newsroom/site', change)
export const uploadLogo = (file: Blob) =>
  ask<SiteSettings>('POST', '/newsroom/site/logo', undefined, { bytes: file, type: file.type })
/** The front page as it would be with this; nothing changes. */
export const lookAtSite = (change: In<typeof ChangeSiteSettings>) => ask<{ page: string }>('POST', '/newsroom/site/look', change)

const siteLinksOf = (story: string) => `/stories/${part(story)}/site-links`
export const listSiteLinks = async (story: string) => (await ask<{ links: SiteLink[] }>('GET', siteLinksOf(story))).links
export const makeSiteLink = (story: string, link: In<typeof NewSiteLink>) => ask<SiteLink>('POST', siteLinksOf(story), link)
export const endSiteLink = (story: string, id: string) => ask<void>('DELETE', `${siteLinksOf(story)}/${part(id)}`)
