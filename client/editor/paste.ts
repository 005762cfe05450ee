/**
 * What comes in by paste or drop: only what the schema knows, never a picture from somewhere else, never a
 * link that runs something, and never so much at once that it could not be saved.
 */
import { DOMParser, Fragment, Slice, type Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { schema } from '../../shared/schema.ts'
import { isId } from './block-ids.ts'

/** One message to the server holds 2 MB; words take up to three bytes, and every paragraph adds its own. */
const MOST_BYTES = 1_000_000
const MOST_HTML = 12_000_000
const MOST_BLOCKS = 5_000

export const TOO_MUCH =
  'That is too much to paste at once: more than about a megabyte of text. Nothing was pasted. Paste it in parts, or start a new story from the file.'

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** Looked at before anything is parsed. */
export function tooMuch(text: string, html: string): boolean {
  return text.length > MOST_BYTES || html.length > MOST_HTML || bytesOf(text) > MOST_BYTES
}

/** Looked at after: markup can hold far more than its plain text says. */
export function sliceTooMuch(slice: Slice): boolean {
  let blocks = 0
  slice.content.descendants((node) => {
    if (node.isBlock) blocks++
    return true
  })
  return blocks > MOST_BLOCKS || bytesOf(slice.content.textBetween(0, slice.content.size, '\n')) > MOST_BYTES
}

/**
 * Styles renamed to data: a strict page applies no style attribute, so the parser could not see what is
 * bold, and each would be reported as a breach, like each handler. Runs over the text, because parsing is
 * what reports; what is safe is decided by the schema, not here.
 */
export function readable(html: string): string {
  return html.replace(/<style[\s\S]*?<\/style\s*>/gi, '').replace(/<[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/\son[a-z]+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, '')
      .replace(/\sstyle\s*=\s*("([^"]*)"|'([^']*)'|[^\s>]+)/gi, (_whole, raw: string, a?: string, b?: string) => {
        const style = (a ?? b ?? raw).replace(/"/g, '&quot;')
        return ` data-style="${style}"`
      }),
  )
}

const styleOf = (dom: HTMLElement, name: string): string | null => {
  const style = dom.getAttribute('data-style') ?? ''
  for (const part of style.split(';')) {
    const colon = part.indexOf(':')
    if (colon > 0 && part.slice(0, colon).trim().toLowerCase() === name) {
      return part
        .slice(colon + 1)
        .trim()
        .toLowerCase()
    }
  }
  return null
}

const depthOf = (dom: HTMLElement): number => {
  const own = dom.getAttribute('data-level')
  if (own !== null) return Math.max(0, Math.min(8, Math.trunc(Number(own)) || 0))
  let depth = 0
  for (let at = dom.parentElement?.parentElement?.closest('ul, ol'); at; at = at.parentElement?.closest('ul, ol')) depth++
  return Math.min(8, depth)
}

const isBold = (weight: string | null) => weight !== null && /^(bold|bolder|[6-9]00)$/.test(weight)

/** The schema's own parser, able to read the renamed styles, and deaf to what we do not want. */
export const pasteParser = new DOMParser(schema, [
  { tag: 'script, style, img, svg, picture, video, audio, iframe, object, template', ignore: true },
  // The schema's lists are flat: how deep an item is, is a number, and paragraphs inside it are its words.
  { tag: 'li ul, li ol, ul ul, ul ol, ol ul, ol ol', skip: true, priority: 70 },
  { tag: 'li p, li div', skip: true, priority: 70 },
  { tag: 'li', node: 'listItem', priority: 60, getAttrs: (dom) => ({ id: dom.getAttribute('data-id'), level: depthOf(dom) }) },
  // Google Docs wraps its whole clipboard in a <b> of normal weight.
  {
    tag: 'b[data-style], strong[data-style]',
    priority: 80,
    skip: true,
    getAttrs: (dom) => (/^(normal|400)$/.test(styleOf(dom, 'font-weight') ?? '') ? null : false),
  },
  {
    tag: 'span[data-style], a[data-style], font[data-style], u[data-style], em[data-style], i[data-style]',
    mark: 'strong',
    priority: 65,
    consuming: false,
    getAttrs: (dom) => (isBold(styleOf(dom, 'font-weight')) ? null : false),
  },
  {
    tag: 'span[data-style], a[data-style], font[data-style], u[data-style], b[data-style], strong[data-style]',
    mark: 'em',
    priority: 64,
    consuming: false,
    getAttrs: (dom) => (styleOf(dom, 'font-style') === 'italic' ? null : false),
  },
  {
    tag: 'span[data-style], a[data-style], font[data-style], u[data-style]',
    mark: 'strike',
    priority: 63,
    consuming: false,
    getAttrs: (dom) =>
      /line-through/.test(styleOf(dom, 'text-decoration') ?? styleOf(dom, 'text-decoration-line') ?? '') ? null : false,
  },
  ...DOMParser.fromSchema(schema).rules,
])

/** Ids that are no ids are dropped, and foreign comment marks with them: a copy is not what was remarked on. */
function cleaned(fragment: Fragment, place: Node | null): Fragment {
  const nodes: Node[] = []
  fragment.forEach((node) => {
    if (node.isText) {
      nodes.push(node.mark(node.marks.filter((mark) => mark.type.name !== 'comment')))
      return
    }
    const inner = cleaned(node.content, place)
    const attrs = { ...node.attrs }
    if ('id' in attrs && !isId(attrs.id)) attrs.id = null
    if (place !== null && node.type.name === 'paragraph' && attrs.role === 'body') {
      attrs.role = place.attrs.role
      attrs.speaker = place.attrs.speaker
    }
    nodes.push(node.type.create(attrs, inner, node.marks))
  })
  return Fragment.from(nodes)
}

/** @param place the paragraph it goes into when it comes from another program: its role is theirs too */
export function cleanSlice(slice: Slice, place: Node | null): Slice {
  return new Slice(cleaned(slice.content, place), slice.openStart, slice.openEnd)
}

/** @param refuse is told the sentence when nothing was pasted */
export function paste(refuse: (sentence: string) => void): Plugin {
  const stops = (event: Event, data: DataTransfer | null): boolean => {
    if (data === null || !tooMuch(data.getData('text/plain'), data.getData('text/html'))) return false
    event.preventDefault()
    refuse(TOO_MUCH)
    return true
  }
  let fromHere = false
  return new Plugin({
    props: {
      clipboardParser: pasteParser,
      transformPastedHTML(html) {
        fromHere = /data-pm-slice/.test(html)
        return readable(html)
      },
      transformPastedText(text) {
        fromHere = false
        return text
      },
      transformPasted(slice, view) {
        const { $from } = view.state.selection
        const inTurn = $from.parent.type.name === 'paragraph' && $from.depth === 1
        const place = !fromHere && inTurn && view.dragging === null ? $from.parent : null
        fromHere = false
        return cleanSlice(slice, place)
      },
      handleDOMEvents: {
        paste: (_view, event) => stops(event, event.clipboardData),
        drop: (_view, event) => stops(event, event.dataTransfer),
      },
      handlePaste: (_view, event, slice) => refused(event, slice),
      handleDrop: (_view, event, slice) => refused(event, slice),
    },
  })

  function refused(event: Event, slice: Slice): boolean {
    if (!sliceTooMuch(slice)) return false
    event.preventDefault()
    refuse(TOO_MUCH)
    return true
  }
}
