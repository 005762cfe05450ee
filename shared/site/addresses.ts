/** Where everything of the public site is: the one place that knows, for links, routes and the words no story may be called by. */

/** First parts of addresses that are no story’s: the site’s own pages, and those of the desk beside it. */
export const SITE_ROUTES = [
  'about',
  'api',
  'archive',
  'authors',
  'cards',
  'corrections',
  'desk',
  'feeds',
  'gift',
  'inbox',
  'join',
  'live',
  'page',
  'pictures',
  'preview',
  'problems',
  'public',
  'search',
  'site',
  'stop-mail',
  'sync',
  'topics',
] as const

/** Raised when a font file changes: what is under an address never does. */
export const FONTS = '/site/newsreader-5.3.0'

export const STORIES_A_PAGE = 20
export const STORIES_A_LIST = 100
/** Further back the archive leads: every new story moves all of these on, wherever they are kept. */
export const FRONT_PAGES = 10

export const frontAddress = (page: number): string => (page === 1 ? '/' : `/page/${page}`)
const numbered = (address: string, page: number): string => (page === 1 ? address : `${address}/${page}`)
export const monthAddress = (month: string, page = 1): string => numbered(`/archive/${month.replace('-', '/')}`, page)
export const nameAddress = (kind: 'author' | 'topic', path: string, page = 1): string =>
  numbered(`/${kind === 'author' ? 'authors' : 'topics'}/${path}`, page)
export const publicPicture = (asset: string, file: string): string => `/pictures/${asset}/${file}`
export const cardAddress = (path: string, tag: string): string => `/cards/${path}-${tag}.png`
export const cssAddress = (tag: string): string => `/site/${tag}.css`
/** The stylesheet in a colour that is only being tried. */
export const lookAddress = (accent: string): string => `/site/look-${accent.slice(1).toLowerCase()}.css`
