/** The site’s pages that are no list: about the newsroom, its feeds, and what says that something is not there. */
import MarkdownIt from 'markdown-it'
import { escapeHtml } from '../body/html-words.ts'
import { safeHref } from '../links.ts'
import { framed, type SiteAround } from './frame.ts'
import { wordsIn } from './words.ts'

/** No HTML of its own, no pictures from elsewhere, and its headings stand below the page’s. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false }).disable('image')
markdown.validateLink = (href) => safeHref(href) !== null
markdown.core.ruler.push('headings below the page’s', (state) => {
  for (const token of state.tokens)
    if (token.type === 'heading_open' || token.type === 'heading_close')
      token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`
})

export function aboutPage(around: SiteAround): string {
  const words = wordsIn(around.site.lang)
  const main = `<main id="main" class="story">\n<h1>${escapeHtml(words.about)}</h1>\n${markdown.render(around.site.about)}</main>`
  return framed(around, { title: words.about, description: '', canonical: '/about', main, here: 'about' })
}

export function feedsPage(around: SiteAround): string {
  const words = wordsIn(around.site.lang)
  const ways = [
    ['/feed.xml', 'RSS'],
    ['/atom.xml', 'Atom'],
    ['/feed.json', 'JSON Feed'],
  ].map(([href, name]) => `<li><a href="${href}">${name}</a> <span class="from">${escapeHtml(around.base)}${href}</span></li>`)
  const main = [
    '<main id="main" class="story">',
    `<h1>${escapeHtml(words.feeds)}</h1>`,
    `<p class="dek">${escapeHtml(words.feedsSay)}</p>`,
    '<ul>',
    ...ways,
    '</ul>',
    '</main>',
  ].join('\n')
  return framed(around, { title: words.feeds, description: '', canonical: '/feeds', main, here: 'feeds' })
}

/** A short page that says one thing. */
export function saysPage(around: SiteAround, title: string, says: string): string {
  const main = [
    '<main id="main" class="story">',
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(says)}</p>`,
    `<p><a href="/">${escapeHtml(wordsIn(around.site.lang).home)}</a></p>`,
    '</main>',
  ].join('\n')
  return framed(around, { title, description: '', canonical: null, main, isHidden: true })
}
