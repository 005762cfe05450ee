/** Places on the web whose players and posts a story shows as a block of their own: a link with a title, no script. */
import { safeHref } from './links.ts'

const PROVIDERS: readonly (readonly [host: RegExp, name: string])[] = [
  [/(^|\.)(youtube(-nocookie)?\.com|youtu\.be)$/, 'YouTube'],
  [/(^|\.)vimeo\.com$/, 'Vimeo'],
  [/(^|\.)spotify\.com$/, 'Spotify'],
  [/(^|\.)soundcloud\.com$/, 'SoundCloud'],
  [/(^|\.)podcasts\.apple\.com$/, 'Apple Podcasts'],
  [/(^|\.)(twitter|x)\.com$/, 'X'],
  [/(^|\.)instagram\.com$/, 'Instagram'],
  [/(^|\.)tiktok\.com$/, 'TikTok'],
  [/(^|\.)bsky\.(app|social)$/, 'Bluesky'],
  [/(^|\.)(facebook|fb)\.(com|watch)$/, 'Facebook'],
  [/(^|\.)ted\.com$/, 'TED'],
  [/(^|\.)(dailymotion\.com|dai\.ly)$/, 'Dailymotion'],
  [/(^|\.)bandcamp\.com$/, 'Bandcamp'],
]

/** Which of them an address leads to, and the page there that a reader wants; null for any other address. */
export function placeOf(address: string): { url: string; provider: string } | null {
  const given = safeHref(address.startsWith('//') ? `https:${address}` : address)
  if (given === null || !/^https?:\/\//i.test(given)) return null
  let url: URL
  try {
    url = new URL(given)
  } catch {
    return null
  }
  const provider = PROVIDERS.find(([host]) => host.test(url.hostname))?.[1]
  return provider === undefined ? null : { url: pageOf(url), provider }
}

/** A player's address leads to a bare player; its page is what a reader wants. */
function pageOf(url: URL): string {
  const player = /^\/embed\/([\w-]{6,20})$/.exec(url.pathname)?.[1]
  if (/youtube/.test(url.hostname) && player !== undefined && player !== 'videoseries')
    return `https://www.youtube.com/watch?v=${player}`
  const video = url.hostname === 'player.vimeo.com' ? /^\/video\/(\d+)/.exec(url.pathname)?.[1] : undefined
  if (video !== undefined) return `https://vimeo.com/${video}`
  if (url.hostname === 'open.spotify.com') return url.href.replace('/embed/', '/').replace(/\?.*$/, '')
  const sound = url.hostname === 'w.soundcloud.com' ? url.searchParams.get('url') : null
  if (sound !== null && /^https:\/\/(api\.)?soundcloud\.com\//.test(sound)) return sound
  if (url.hostname === 'embed.podcasts.apple.com') return url.href.replace('//embed.', '//')
  return url.href
}
