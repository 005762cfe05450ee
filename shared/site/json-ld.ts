/** What search engines are told of a story, in schema.org's words. */
import type { ReaderNote } from '../shapes/editions.ts'
import { wordsOfPart } from './body.ts'
import type { Layout } from '../body/parts.ts'
import { shapeOf } from '../pictures.ts'
import { countWords } from '../count-words.ts'
import { nameAddress, publicPicture } from './addresses.ts'
import { authorsOf, namePath } from './names.ts'
import { isoIn } from './when.ts'

export type Told = {
  layout: Layout
  headline: string
  description: string
  lang: string
  url: string
  base: string
  newsroom: string
  logo: string | null
  card: string
  pictures: readonly string[]
  topics: readonly string[]
  members: boolean
  publishedAt: number
  changedAt: number
  zone: string
  notes: readonly (ReaderNote & { at: number })[]
}

export function newsArticle(told: Told): string {
  const { base, zone, members } = told
  const publisher = {
    '@type': 'NewsMediaOrganization',
    name: told.newsroom,
    url: `${base}/`,
    ...(told.logo === null ? {} : { logo: picture(base, told.logo) }),
    correctionsPolicy: `${base}/corrections`,
  }
  const authors = authorsOf(told.layout.byline).map((name) => ({
    '@type': 'Person',
    name,
    url: base + nameAddress('author', namePath(name)),
  }))
  const corrections = told.notes
    .filter(({ label }) => label === 'correction' || label === 'retraction')
    .map(({ at, wrong, right }) => ({
      '@type': 'CorrectionComment',
      text: `${wrong} ${right}`.trim(),
      datePublished: isoIn(at, zone),
    }))
  const words = told.layout.parts.reduce((sum, part) => sum + countWords(wordsOfPart(part)), 0)
  return inScript({
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    mainEntityOfPage: { '@type': 'WebPage', '@id': told.url },
    url: told.url,
    headline: told.headline,
    ...(told.description === '' ? {} : { description: told.description }),
    image: [...told.pictures.map((asset) => picture(base, asset)), told.card],
    datePublished: isoIn(told.publishedAt, zone),
    dateModified: isoIn(told.changedAt, zone),
    inLanguage: told.lang,
    author: authors.length === 0 ? [{ '@type': 'NewsMediaOrganization', name: told.newsroom, url: `${base}/` }] : authors,
    publisher,
    ...(told.topics.length === 0 ? {} : { keywords: [...told.topics] }),
    wordCount: words,
    isAccessibleForFree: !members,
    ...(members ? { hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' } } : {}),
    ...(corrections.length === 0 ? {} : { correction: corrections.length === 1 ? corrections[0] : corrections }),
  })
}

function picture(base: string, asset: string): unknown {
  const shape = shapeOf(asset)
  return {
    '@type': 'ImageObject',
    url: base + publicPicture(asset, `${shape?.width ?? 0}.webp`),
    ...(shape === null ? {} : { width: shape.width, height: shape.height }),
  }
}

/** Nothing in it can end the script or begin a comment that swallows its end. */
const inScript = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/>/g, '\\u003e')
    .replace(/&/g, '\\u0026')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')}</script>`
