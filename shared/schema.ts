/**
 * The shape of a story's body, for the editor, the server and every export.
 *
 * Two rules make it safe to edit together. It is flat: a question that becomes an answer is an
 * attribute, never another node type, because y-prosemirror re-inserts a node whose type changed and
 * loses what a colleague types in it. And it is tolerant: every text block takes every mark and every
 * inline node, containers may be empty, every attribute has a default, because y-prosemirror deletes
 * for everyone a node that two valid edits, merged, made invalid.
 */
import { Schema, type Attrs, type MarkSpec, type NodeSpec } from 'prosemirror-model'
import { safeHref } from './links.ts'

/** Raised whenever a client without the change would delete or damage what it does not know (P9). */
export const SCHEMA = 2

export const ROLES_OF_TEXT = ['body', 'question', 'answer'] as const
/** What a paragraph is in the interview. */
export type TextRole = (typeof ROLES_OF_TEXT)[number]
/** `guess`: recognition is unsure and asks. */
export type RoleState = 'sure' | 'guess'
export const NOTICE_KINDS = ['reader-note', 'editors-note', 'disclosure', 'edited-condensed', 'content-warning'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
export const LINK_KINDS = ['link', 'book', 'follow', 'subscribe'] as const
/** What a link card is for. */
export type LinkKind = (typeof LINK_KINDS)[number]
/** How deep a list item may be; 0 is the outermost. */
export const DEEPEST_LEVEL = 8

/** Reads an attribute that must be one of a list; anything else counts as the first. */
export function oneOf<const T extends readonly [string, ...string[]]>(list: T, value: unknown): T[number] {
  return list.includes(value as string) ? (value as T[number]) : list[0]
}

const data = (attrs: Attrs, names: string[]) => {
  const out: Record<string, string> = {}
  for (const name of names) {
    const value: unknown = attrs[name]
    if (value !== null && value !== undefined && value !== false) out[`data-${name.toLowerCase()}`] = String(value)
  }
  return out
}

/** Attributes with the values they may have; the server refuses any other (server/sync/inspect.ts). */
type AttributeOf = { default: unknown; validate: (value: unknown) => void }
const attribute = (initial: unknown, what: string, fits: (value: unknown) => boolean): AttributeOf => ({
  default: initial,
  validate(value) {
    if (!fits(value)) throw new RangeError(`must be ${what}`)
  },
})
const words = (initial: string | null = '') =>
  attribute(initial, 'text', (value) => value === null || (typeof value === 'string' && value.length <= 4000))
const flag = () => attribute(false, 'true or false', (value) => typeof value === 'boolean' || value === null)
const choice = (list: readonly string[]) =>
  attribute(list[0], `one of ${list.join(', ')}`, (value) => list.includes(value as string))
const from0to = (most: number, initial: number) =>
  attribute(
    initial,
    `a number up to ${most}`,
    (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most,
  )

const id = { id: words(null) }

/** Reads from `data-` attributes what `data` wrote; a value that does not fit counts as not given. */
const given =
  (attrs: Record<string, AttributeOf>) =>
  (dom: HTMLElement): Attrs => {
    const out: Record<string, unknown> = {}
    for (const [name, { default: initial, validate }] of Object.entries(attrs)) {
      const raw = dom.getAttribute(`data-${name.toLowerCase()}`)
      if (raw === null) continue
      const value = typeof initial === 'boolean' ? raw !== 'false' : typeof initial === 'number' ? Number(raw) : raw
      try {
        validate(value)
      } catch {
        continue
      }
      out[name] = value
    }
    return out
  }

const paragraphAttrs = {
  ...id,
  role: choice(ROLES_OF_TEXT),
  speaker: words(null),
  turnStart: flag(),
  roleState: choice(['sure', 'guess']),
}
const quoteAttrs = { ...id, speaker: words(null), sourceBlock: words(null) }
const imageAttrs = {
  ...id,
  asset: words(null),
  /** The address or `picture:<id>` it came from; what is shown of it while there is no asset. */
  source: words(),
  alt: words(),
  decorative: flag(),
  caption: words(),
  credit: words(),
  licence: words(),
}
const embedAttrs = { ...id, url: words(), provider: words(), title: words(), fallbackText: words() }
const cardAttrs = {
  ...id,
  url: words(),
  title: words(),
  kind: choice(LINK_KINDS),
  affiliate: flag(),
}
const itemAttrs = { ...id, level: from0to(DEEPEST_LEVEL, 0) }

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    group: 'block',
    content: 'inline*',
    attrs: paragraphAttrs,
    parseDOM: [{ tag: 'p', getAttrs: given(paragraphAttrs) }],
    toDOM: (node) => [
      'p',
      {
        dir: 'auto',
        ...data(node.attrs, ['id', 'speaker', 'turnStart', 'roleState']),
        'data-role': oneOf(ROLES_OF_TEXT, node.attrs.role),
      },
      0,
    ],
  },
  heading: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: { ...id, level: from0to(6, 2) },
    parseDOM: [
      { tag: 'h1', attrs: { level: 2 } },
      { tag: 'h2', attrs: { level: 2 } },
      { tag: 'h3', attrs: { level: 3 } },
      { tag: 'h4', attrs: { level: 3 } },
    ],
    toDOM: (node) => [node.attrs.level === 3 ? 'h3' : 'h2', { dir: 'auto', ...data(node.attrs, ['id']) }, 0],
  },
  pullQuote: {
    group: 'block',
    content: 'inline*',
    defining: true,
    attrs: quoteAttrs,
    parseDOM: [{ tag: 'blockquote', getAttrs: given(quoteAttrs) }],
    toDOM: (node) => ['blockquote', { dir: 'auto', ...data(node.attrs, ['id', 'speaker', 'sourceBlock']) }, 0],
  },
  image: {
    group: 'block',
    atom: true,
    attrs: imageAttrs,
    parseDOM: [{ tag: 'figure.picture', getAttrs: given(imageAttrs) }],
    toDOM: (node) => [
      'figure',
      { class: 'picture', ...data(node.attrs, Object.keys(imageAttrs)) },
      String(node.attrs.alt || node.attrs.caption),
    ],
  },
  embed: {
    group: 'block',
    atom: true,
    attrs: embedAttrs,
    parseDOM: [{ tag: 'div.embed', getAttrs: given(embedAttrs) }],
    toDOM: (node) => [
      'div',
      { class: 'embed', ...data(node.attrs, Object.keys(embedAttrs)) },
      String(node.attrs.title || node.attrs.url),
    ],
  },
  linkCard: {
    group: 'block',
    atom: true,
    attrs: cardAttrs,
    parseDOM: [{ tag: 'div.link-card', getAttrs: given(cardAttrs) }],
    toDOM: (node) => [
      'div',
      { class: 'link-card', ...data(node.attrs, Object.keys(cardAttrs)) },
      String(node.attrs.title || node.attrs.url),
    ],
  },
  list: {
    group: 'block',
    content: 'listItem*',
    attrs: { ...id, ordered: flag() },
    parseDOM: [
      { tag: 'ul', attrs: { ordered: false } },
      { tag: 'ol', attrs: { ordered: true } },
    ],
    toDOM: (node) => [node.attrs.ordered === true ? 'ol' : 'ul', data(node.attrs, ['id']), 0],
  },
  listItem: {
    content: 'inline*',
    defining: true,
    /** `level` 0 is the outermost: nesting is a number, so that indenting never re-inserts a node. */
    attrs: itemAttrs,
    parseDOM: [{ tag: 'li', getAttrs: given(itemAttrs) }],
    toDOM: (node) => ['li', { dir: 'auto', ...data(node.attrs, ['id', 'level']) }, 0],
  },
  divider: {
    group: 'block',
    atom: true,
    attrs: id,
    parseDOM: [{ tag: 'hr' }],
    toDOM: (node) => ['hr', data(node.attrs, ['id'])],
  },
  paywall: {
    group: 'block',
    atom: true,
    attrs: id,
    parseDOM: [{ tag: 'div.paywall' }],
    toDOM: (node) => ['div', { class: 'paywall', ...data(node.attrs, ['id']) }, 'Members only below'],
  },
  notice: {
    group: 'block',
    content: 'paragraph*',
    defining: true,
    attrs: { ...id, kind: choice(NOTICE_KINDS) },
    parseDOM: [{ tag: 'aside', getAttrs: (dom) => ({ kind: oneOf(NOTICE_KINDS, dom.getAttribute('data-kind')) }) }],
    toDOM: (node) => ['aside', { ...data(node.attrs, ['id']), 'data-kind': oneOf(NOTICE_KINDS, node.attrs.kind) }, 0],
  },
  text: { group: 'inline' },
  hardBreak: {
    group: 'inline',
    inline: true,
    selectable: false,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { href: words(), affiliate: flag() },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom) => {
          const href = safeHref(dom.getAttribute('href'))
          return href === null ? false : { href, affiliate: dom.hasAttribute('data-affiliate') }
        },
      },
    ],
    toDOM: (mark) => {
      const href = safeHref(mark.attrs.href)
      return ['a', { ...(href === null ? {} : { href }), rel: 'noopener nofollow', ...data(mark.attrs, ['affiliate']) }, 0]
    },
  },
  em: {
    parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }],
    toDOM: () => ['em', 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      /** Google Docs wraps its whole clipboard in a <b> of normal weight. */
      { tag: 'b', getAttrs: (dom) => (dom.style.fontWeight === 'normal' ? false : null) },
      { style: 'font-weight', getAttrs: (value) => (/^(bold(er)?|[6-9]\d{2})$/.test(value) ? null : false) },
    ],
    toDOM: () => ['strong', 0],
  },
  strike: {
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { style: 'text-decoration=line-through' }],
    toDOM: () => ['s', 0],
  },
  /** The editor's insertion in a quote; the brackets themselves stay in the text. */
  bracketed: {
    inclusive: false,
    parseDOM: [{ tag: 'span.bracketed' }],
    toDOM: () => ['span', { class: 'bracketed' }, 0],
  },
  workTitle: {
    parseDOM: [{ tag: 'cite' }],
    toDOM: () => ['cite', 0],
  },
  lang: {
    attrs: { lang: words() },
    parseDOM: [{ tag: 'span[lang]', getAttrs: (dom) => ({ lang: dom.getAttribute('lang') }) }],
    toDOM: (mark) => ['span', { lang: String(mark.attrs.lang) }, 0],
  },
  /** The place of a comment thread; a Word file has it as a comment for who may see it, no other output at all. */
  comment: {
    attrs: id,
    inclusive: false,
    excludes: '',
    toDOM: (mark) => ['span', { class: 'comment', ...data(mark.attrs, ['id']) }, 0],
  },
} satisfies Record<string, MarkSpec>

export const schema = new Schema({ nodes, marks })
