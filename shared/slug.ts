/** A story's short working name, and how words are compared when somebody searches. */

const LONGEST = 60

/** Letters that carry their accent inside, so that Unicode does not take it off. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
}

/** Lower case, without accents. Marks that are letters of their own (Thai, Hindi, Arabic) stay. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøðđþłıħŋ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
}

/** True when every word looked for is somewhere in the texts. */
export function found(query: string, texts: string[]): boolean {
  const all = fold(texts.join('\n'))
  return fold(query)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/** An apostrophe joins: the mender’s gap is `menders-gap`. */
const words = (text: string): string[] =>
  fold(text)
    .replace(/['’ʼ]/g, '')
    .match(/[a-z0-9]+/g) ?? []

/** Need not be unique. A headline without a Latin letter or digit leaves only the story's id. */
export function slugFrom(headline: string, storyId: string): string {
  let slug = ''
  for (const word of words(headline)) {
    const longer = slug === '' ? word : `${slug}-${word}`
    if (longer.length > LONGEST) break
    slug = longer
  }
  const firstWord = words(headline)[0] ?? ''
  return slug || firstWord.slice(0, LONGEST) || `story-${storyId.slice(0, 6).toLowerCase()}`
}
