/** What readers would stumble over in a story's text, its pictures, links and quotes: where it is, and whether it stops it. */
import type { Node } from 'prosemirror-model'
import { safeHref } from '../links.ts'
import { verbatimIn } from '../pull-quotes.ts'
import type { Check, CheckName, CheckPlace } from '../shapes/checks.ts'
import { FIELDS, type StoryText } from '../story.ts'
import { isAsked } from '../style/asked.ts'
import { relativeDatesIn } from '../style/facts.ts'
import { languageOf, type Language } from '../style/language.ts'
import { saysFree } from '../style/notices.ts'
import { blocksOf, fieldBlocks, passagesOf, type Passage, type PassageKind } from '../style/passages.ts'
import { marksIn } from '../style/quotes.ts'
import type { Content } from './content.ts'

const LONG_HEADLINE = 110

export function textChecks(content: Content, story: StoryText): Check[] {
  const blocks = story.body.children.map((node): Block => ({ node, id: idOf(node), passages: passagesOf(node) }))
  const language = languageOf(content.lang, [...fieldBlocks(content), ...blocksOf(story.body, (_block, index) => index)])
  return [
    ...placeholders(content, blocks, language),
    ...unsureRoles(story.body),
    ...pictures(blocks),
    ...freeNotes(content, blocks, language),
    ...affiliates(blocks),
    ...missing(content, blocks),
    ...links(blocks),
    ...staleQuotes(story.body),
    ...paywalls(blocks),
    ...straightQuotes(content, blocks),
    ...relativeDates(content, blocks, language),
  ]
}

type Block = { node: Node; id: string | null; passages: Passage[] }

const idOf = (node: Node): string | null => (typeof node.attrs.id === 'string' && node.attrs.id !== '' ? node.attrs.id : null)
const inBlock = (id: string | null, words: string): CheckPlace | null =>
  id === null || id.length > 60 ? null : { of: 'block', block: id, words }
const inField = (field: (typeof FIELDS)[number], words: string): CheckPlace => ({ of: 'field', field, words })
const inParticulars = (name: string): CheckPlace => ({ of: 'particulars', name })

const blocker = (name: CheckName, says: string, place: CheckPlace | null): Check => ({ name, blocks: true, says, place })
const warning = (name: CheckName, says: string, place: CheckPlace | null): Check => ({ name, blocks: false, says, place })

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const isBlank = (value: unknown): boolean => text(value).trim() === ''
const beginning = (words: string): string => (words.length > 80 ? `${words.slice(0, 79).trimEnd()}…` : words)

// What is still to come

/** Not `TK Maxx`, not the Super Bowl of 1996; lower case only where no word can be meant. */
const PLACEHOLDER = /(?<![\p{L}\p{N}])(?:TK(?! Maxx)|(?:tk){2,}|(?:TK){2,}|(?<!Super Bowl )X{3,})(?![\p{L}\p{N}])/gu

function placeholdersIn(words: string, language: Language | null): string[] {
  return [...words.matchAll(PLACEHOLDER)]
    .filter(
      // In German TK is also a health insurer.
      ({ 0: found, index }) => language !== 'de' || found !== 'TK' || /^\s*[\])?]/.test(words.slice(index + 2)),
    )
    .map(([found]) => found)
}

/** Beside the text. */
const WHERE: Partial<Record<PassageKind, string>> = {
  caption: 'a caption',
  credit: 'the credit of a picture',
  licence: 'the licence of a picture',
  alt: 'the description of a picture',
  title: 'the title of a card',
  fallback: 'the words of an embed',
}

function placeholders(content: Content, blocks: readonly Block[], language: Language | null): Check[] {
  const found = (words: string, where: string, place: (words: string) => CheckPlace | null): Check[] =>
    placeholdersIn(words, language).map((one) => blocker('placeholder', `${one} is still in ${where}.`, place(one)))
  return [
    ...FIELDS.flatMap((field) => found(content[field], `the ${field}`, (words) => inField(field, words))),
    ...blocks.flatMap(({ id, passages }) =>
      passages.flatMap(({ text: words, kind }) => found(words, WHERE[kind] ?? 'the text', (found) => inBlock(id, found))),
    ),
    ...Object.values(content.speakers).flatMap(({ name, short = '', initials }) =>
      [name, short, initials].flatMap((words) => found(words, 'the name of a speaker', () => null)).slice(0, 1),
    ),
    ...found(content.kicker, 'the kicker', () => inParticulars('kicker')),
    ...content.topics.flatMap((topic) => found(topic, 'a topic', () => inParticulars('topics'))),
    ...found(content.searchTitle, 'the title for search engines', () => inParticulars('searchTitle')),
    ...found(content.searchText, 'the text for search engines', () => inParticulars('searchText')),
    ...found(content.socialTitle, 'the title for social media', () => inParticulars('socialTitle')),
  ]
}

// The text

/** Paragraphs of which nobody has said yet what they are in the interview. */
export function unsureRoles(body: Node): Check[] {
  return body.children
    .filter((block) => block.type.name === 'paragraph' && block.attrs.roleState === 'guess' && !isBlank(block.textContent))
    .map((block) =>
      blocker(
        'unsure-role',
        'Is this a question or an answer? It was only guessed.',
        inBlock(idOf(block), beginning(block.textContent)),
      ),
    )
}

function missing(content: Content, blocks: readonly Block[]): Check[] {
  const hasBody = blocks.some(
    ({ node, passages }) =>
      passages.some((passage) => passage.notice === null && passage.attribute === null && !isBlank(passage.text)) ||
      /^(image|embed)$/.test(node.type.name),
  )
  return [
    ...(isBlank(content.headline) ? [blocker('no-headline', 'It has no headline.', inField('headline', ''))] : []),
    ...(isBlank(content.byline) ? [blocker('no-byline', 'It has no byline.', inField('byline', ''))] : []),
    ...(hasBody ? [] : [blocker('no-body', 'It has no text.', null)]),
    ...(isBlank(content.dek) ? [warning('no-dek', 'It has no dek.', inField('dek', ''))] : []),
    ...(content.headline.trim().length > LONG_HEADLINE
      ? [
          warning(
            'long-headline',
            `The headline has ${content.headline.trim().length} letters: search engines and cards cut it.`,
            inField('headline', ''),
          ),
        ]
      : []),
  ]
}

function staleQuotes(body: Node): Check[] {
  // A line break counts as a blank, as it does to whoever takes a quote.
  const words = (node: Node): string => node.textBetween(0, node.content.size, ' ', ' ')
  const sources = new Map(body.children.map((node) => [idOf(node), node]))
  const read = new Map<string, (quote: string) => boolean>()
  return body.children.flatMap((node) => {
    const from = node.attrs.sourceBlock as unknown
    if (node.type.name !== 'pullQuote' || typeof from !== 'string' || isBlank(node.textContent)) return []
    const source = sources.get(from)
    const place = inBlock(idOf(node), beginning(words(node)))
    if (source === undefined)
      return [blocker('stale-quote', 'This pull quote was taken from a paragraph that is no longer in the story.', place)]
    const isVerbatim = read.get(from) ?? verbatimIn(words(source))
    read.set(from, isVerbatim)
    return isVerbatim(words(node))
      ? []
      : [blocker('stale-quote', 'This pull quote no longer says what its paragraph says.', place)]
  })
}

function straightQuotes(content: Content, blocks: readonly Block[]): Check[] {
  const places: CheckPlace[] = []
  let count = 0
  const look = (words: string, place: (words: string) => CheckPlace | null) => {
    const { straight } = marksIn(words)
    count += straight.length
    const at = straight[0]
    const found = at === undefined ? null : place(words.slice(Math.max(0, at - 15), at + 16))
    if (found !== null) places.push(found)
  }
  for (const field of FIELDS) look(content[field], (words) => inField(field, words))
  for (const { id, passages } of blocks) for (const passage of passages) look(passage.text, (words) => inBlock(id, words))
  if (count === 0) return []
  const many = count === 1 ? 'A straight quotation mark is' : `${count} straight quotation marks are`
  return [warning('straight-quotes', `${many} left.`, places[0] ?? null)]
}

/** In an answer it is what somebody said. */
function relativeDates(content: Content, blocks: readonly Block[], language: Language | null): Check[] {
  if (language === null) return []
  const found = (words: string, place: (words: string) => CheckPlace | null): Check[] =>
    relativeDatesIn(words, language).map(({ from, to }) => {
      const day = words.slice(from, to)
      return warning('relative-date', `“${day}” will be another day when it is read.`, place(day))
    })
  return [
    ...found(content.headline, (words) => inField('headline', words)),
    ...found(content.dek, (words) => inField('dek', words)),
    ...blocks.flatMap(({ id, passages }) =>
      passages
        .filter(({ role, kind }) => role !== 'answer' && kind !== 'pullQuote' && isAsked('dates', kind))
        .flatMap((passage) => found(passage.text, (words) => inBlock(id, words))),
    ),
  ]
}

// Pictures, links, notices, the paywall

function pictures(blocks: readonly Block[]): Check[] {
  return blocks.flatMap(({ node: { type, attrs }, id }) => {
    if (type.name !== 'image') return []
    const place = inBlock(id, beginning(text(attrs.caption) || text(attrs.alt)))
    return [
      ...(isBlank(attrs.asset) ? [blocker('image-missing', 'This picture has not been uploaded.', place)] : []),
      ...(isBlank(attrs.alt) && attrs.decorative !== true
        ? [blocker('image-alt', 'This picture says nothing to who cannot see it: describe it, or mark it as decorative.', place)]
        : []),
      ...(isBlank(attrs.credit) ? [blocker('image-credit', 'This picture has no credit.', place)] : []),
    ]
  })
}

function freeNotes(content: Content, blocks: readonly Block[], language: Language | null): Check[] {
  if (content.visibility !== 'members') return []
  return blocks.flatMap(({ id, passages }) =>
    passages
      .filter(({ notice }) => notice === 'reader-note')
      .flatMap((passage) => {
        const words = saysFree(passage.text, language)
        return words === null
          ? []
          : [
              blocker(
                'free-note-on-members',
                'The note to readers says that it is free, and it is for members.',
                inBlock(id, words),
              ),
            ]
      }),
  )
}

function affiliates(blocks: readonly Block[]): Check[] {
  const isDisclosed = blocks.some(({ passages }) =>
    passages.some((passage) => passage.notice === 'disclosure' && !isBlank(passage.text)),
  )
  if (isDisclosed) return []
  for (const { id, passages, node } of blocks)
    for (const { affiliate, text: words } of passages) {
      const [first] = affiliate
      if (first !== undefined) {
        const on = words.slice(first[0], first[1]) || text(node.attrs.title)
        const says = 'A link here earns a commission, and nothing in the story says so: add a disclosure.'
        return [blocker('affiliate-without-disclosure', says, inBlock(id, on))]
      }
    }
  return []
}

function links(blocks: readonly Block[]): Check[] {
  return blocks.flatMap(({ node, id }) => {
    const found: Check[] = []
    const look = (href: unknown, words: string) => {
      if (safeHref(href) === null)
        found.push(blocker('unsafe-link', 'This link leads nowhere that is safe to click.', inBlock(id, words)))
    }
    if (/^(linkCard|embed)$/.test(node.type.name) && !isBlank(node.attrs.url)) look(node.attrs.url, text(node.attrs.title))
    node.descendants((child) => {
      for (const { type, attrs } of child.marks) if (type.name === 'link') look(attrs.href, child.text ?? '')
    })
    return found
  })
}

function paywalls(blocks: readonly Block[]): Check[] {
  return blocks
    .filter(({ node }) => node.type.name === 'paywall')
    .slice(1)
    .map(({ id }) => blocker('two-paywalls', 'There is another paywall break above this one: only one can be.', inBlock(id, '')))
}
