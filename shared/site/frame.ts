/** What stands around every page of the site: head, name and ways at the top, the newsroom’s own words at the foot. */
import { escapeHtml } from '../body/html-words.ts'
import type { SiteSettings } from '../shapes/settings.ts'
import { shapeOf } from '../pictures.ts'
import { cssAddress, publicPicture } from './addresses.ts'
import { attribute } from './body.ts'
import { siteCss } from './css.ts'
import { tagOf } from './tag.ts'
import { directionOf, wordsIn } from './words.ts'

/** What a page knows of the newsroom. */
export type SiteAround = {
  newsroom: { name: string }
  site: SiteSettings
  /** An IANA zone: where the newsroom is. */
  zone: string
  /** Scheme and host, where readers find the site. */
  base: string
}

export type Framed = {
  /** Without the newsroom's name. */
  title: string
  description: string
  /** The address of the page, below the base; null: it has none that may be kept. */
  canonical: string | null
  /** More of the head, as HTML. */
  head?: readonly string[]
  /** `<main …>…</main>`, as HTML. */
  main: string
  /** Words across the top of the page, and across the page itself. */
  band?: { says: string; watermark: boolean }
  isHidden?: boolean
  here?: 'stories' | 'archive' | 'corrections' | 'feeds' | 'about'
}

let lastCss = { accent: '', css: '', tag: '' }

/** The stylesheet of this newsroom, and the name of exactly these bytes. */
export function cssOf(site: SiteSettings): { css: string; address: string } {
  if (lastCss.accent !== site.accent) {
    const css = siteCss(site.accent)
    lastCss = { accent: site.accent, css, tag: tagOf(css) }
  }
  return { css: lastCss.css, address: cssAddress(lastCss.tag) }
}

export const meta = (name: string, content: string): string =>
  content === '' ? '' : `<meta name="${name}" content="${escapeHtml(content)}">`
export const property = (name: string, content: string): string =>
  content === '' ? '' : `<meta property="${name}" content="${escapeHtml(content)}">`

export function framed({ newsroom, site, base }: SiteAround, page: Framed): string {
  const words = wordsIn(site.lang)
  const title = page.title === '' ? newsroom.name : `${page.title} | ${newsroom.name}`
  const robots = page.isHidden ? 'noindex, nofollow, noarchive' : 'max-image-preview:large'
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    meta('description', page.description),
    meta('robots', robots),
    page.canonical === null ? '' : `<link rel="canonical" href="${escapeHtml(base + page.canonical)}">`,
    ...(page.head ?? []),
    '<link rel="icon" href="/site/icon.svg" type="image/svg+xml">',
    `<link rel="stylesheet" href="${cssOf(site).address}">`,
    ...(page.isHidden ? [] : feedLinks(newsroom.name)),
  ].filter((line) => line !== '')
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(site.lang)}" dir="${directionOf(site.lang)}">`,
    '<head>',
    ...head,
    '</head>',
    `<body${page.band?.watermark ? ' class="watermark"' : ''}>`,
    `<a class="skip" href="#main">${escapeHtml(words.skip)}</a>`,
    ...(page.band === undefined ? [] : [`<div class="band" role="note"><p>${escapeHtml(page.band.says)}</p></div>`]),
    ...top(newsroom.name, site, page.here),
    page.main,
    ...foot(site),
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

const feedLinks = (name: string): string[] =>
  (
    [
      ['application/rss+xml', '/feed.xml', 'RSS'],
      ['application/atom+xml', '/atom.xml', 'Atom'],
      ['application/feed+json', '/feed.json', 'JSON Feed'],
    ] as const
  ).map(([type, href, form]) => `<link rel="alternate" type="${type}" href="${href}" title="${escapeHtml(name)} (${form})">`)

function top(name: string, site: SiteSettings, here: Framed['here']): string[] {
  const words = wordsIn(site.lang)
  const way = (address: string, text: string, is: Framed['here']): string =>
    `<li><a href="${address}"${here === is ? ' aria-current="page"' : ''}>${escapeHtml(text)}</a></li>`
  return [
    '<header class="top">',
    `<p class="name"><a href="/" rel="home">${logo(site.logo, name)}</a></p>`,
    `<nav aria-label="${escapeHtml(name)}"><ul>`,
    way('/archive', words.stories, 'archive'),
    way('/corrections', words.corrections, 'corrections'),
    ...(site.about === '' ? [] : [way('/about', words.about, 'about')]),
    way('/feeds', words.feeds, 'feeds'),
    '</ul></nav>',
    '</header>',
  ]
}

function logo(asset: string | null, name: string): string {
  const shape = shapeOf(asset)
  if (asset === null || shape === null) return escapeHtml(name)
  return `<img src="${publicPicture(asset, `${shape.width}.webp`)}" width="${shape.width}" height="${shape.height}"${attribute('alt', name)}>`
}

function foot(site: SiteSettings): string[] {
  const words = wordsIn(site.lang)
  return [
    '<footer class="foot">',
    `<nav aria-label="${escapeHtml(words.more)}"><ul>`,
    `<li><a href="/">${escapeHtml(words.home)}</a></li>`,
    `<li><a href="/archive">${escapeHtml(words.archive)}</a></li>`,
    '</ul></nav>',
    ...(site.footer === '' ? [] : [`<p>${escapeHtml(site.footer)}</p>`]),
    '</footer>',
  ]
}
