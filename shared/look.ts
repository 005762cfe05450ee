/** How a stretch of words looks, the same for what is read from a file and what is written into one. */
export type Look = {
  strong: boolean
  em: boolean
  strike: boolean
  bracketed: boolean
  workTitle: boolean
  lang: string | null
  href: string | null
  affiliate: boolean
}

export const PLAIN: Look = {
  strong: false,
  em: false,
  strike: false,
  bracketed: false,
  workTitle: false,
  lang: null,
  href: null,
  affiliate: false,
}
