/**
 * What comes in by paste or drop: what other programs copy is read as files are, our own copies come back as
 * they were. Only what the schema knows, never a link that runs something, never so much at once that it could
 * not be saved.
 */
import { DOMParser, Fragment, Slice, type Node } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { schema } from '../../shared/schema.ts'
import type { Speaker } from '../../shared/story.ts'
import { anchorRule, mayComeBack } from './anchor-pastes.ts'
import { isId } from './fresh-id.ts'
import type * as Reader from './pasted.ts'
import type { Pasted } from './pasted.ts'

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

/** Our own copies hold no styles and no handlers; what claims to be one and has them is cleared of what the page's policy forbids. */
export function readable(html: string): string {
  return html
    .replace(/<style[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\s(on[a-z]+|style)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi, ''))
}

/** For our own copies; what other programs copy is read as files are (pasted.ts). */
const ownParser = (storyId: string): DOMParser =>
  new DOMParser(schema, [
    anchorRule(storyId),
    { tag: 'script, style, img, svg, video, audio, iframe, object, template', ignore: true },
    ...DOMParser.fromSchema(schema).rules,
  ])

/** Ids that are no ids are dropped, and the marks of threads that stand elsewhere: a copy is not what was remarked on. */
function cleaned(fragment: Fragment, place: Node | null, keeps: (thread: unknown) => boolean): Fragment {
  const nodes: Node[] = []
  fragment.forEach((node) => {
    if (node.isText) {
      nodes.push(node.mark(node.marks.filter((mark) => mark.type.name !== 'comment' || keeps(mark.attrs.id))))
      return
    }
    const inner = cleaned(node.content, place, keeps)
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

/**
 * @param place the paragraph it goes into when it comes from another program: its role is theirs too
 * @param keeps threads whose words these may be
 */
export function cleanSlice(slice: Slice, place: Node | null, keeps: (thread: unknown) => boolean = () => false): Slice {
  return new Slice(cleaned(slice.content, place, keeps), slice.openStart, slice.openEnd)
}

export type Pasting = {
  storyId: string
  /** Who speaks in the story. */
  speakers: () => Readonly<Record<string, Speaker>>
  addSpeaker: (id: string, speaker: Speaker) => void
  /** Told what is about to be pasted and the pictures that came with it; gives it back without what no story may hold. */
  pictures: (slice: Slice, files: ReadonlyMap<string, Blob>) => Slice
  /** Told a sentence when nothing was pasted, or when something of it is not as it was. */
  say: (sentence: string) => void
}

const NO_PICTURES: ReadonlyMap<string, Blob> = new Map()
const NOTHING = 'There is nothing on the clipboard that a story can hold.'
const isOwn = (html: string): boolean => html.includes('data-pm-slice')

export function paste({ storyId, speakers, addSpeaker, pictures, say }: Pasting): Plugin {
  /** What was read from another program, until ProseMirror asks for it. */
  let read: Pasted | null = null
  let own = false
  let nothing = false
  /** Comes a moment after the editor, which must not wait for it. */
  let readClip: typeof Reader.readClip | null = null
  const reader = () => import('./pasted.ts').then((loaded) => (readClip = loaded.readClip))
  // Told when somebody pastes.
  reader().catch(() => undefined)
  const stops = (event: Event, data: DataTransfer | null): boolean => {
    if (data === null || !tooMuch(data.getData('text/plain'), data.getData('text/html'))) return false
    event.preventDefault()
    say(TOO_MUCH)
    return true
  }
  /** Pasted before the reader was there: again, as soon as it is. */
  const waits = (view: EditorView, event: ClipboardEvent): boolean => {
    if (readClip !== null || event.clipboardData === null) return false
    const [html, text] = ['text/html', 'text/plain'].map((type) => event.clipboardData?.getData(type) ?? '') as [string, string]
    if (html === '' && text === '') return false
    event.preventDefault()
    reader().then(
      () => (html === '' ? view.pasteText(text) : view.pasteHTML(html)),
      () => say('What reads pasted text could not be loaded. Nothing was pasted. Paste again when the network is back.'),
    )
    return true
  }
  const refused = (event: Event, slice: Slice): boolean => {
    if (!nothing && !sliceTooMuch(slice)) return false
    event.preventDefault()
    say(nothing ? NOTHING : TOO_MUCH)
    nothing = false
    return true
  }
  return new Plugin({
    props: {
      clipboardParser: ownParser(storyId),
      transformPastedHTML(html, view) {
        own = isOwn(html)
        if (own) return readable(html)
        read = readClip?.({ html }, view.state, speakers()) ?? null
        nothing = read === null
        // Nothing of another program's markup is parsed by the page.
        return ''
      },
      clipboardTextParser(text, _context, plain, view) {
        own = false
        // One line goes into the line it is pasted into, with its look.
        if (plain || !/[\r\n]/.test(text.trim())) return null as unknown as Slice
        read = readClip?.({ text }, view.state, speakers()) ?? null
        return read?.slice ?? Slice.empty
      },
      transformPasted(slice, view) {
        const pasted = read
        read = null
        const whole = pasted?.slice ?? slice
        const { $from } = view.state.selection
        const inTurn = $from.parent.type.name === 'paragraph' && $from.depth === 1
        const takesRole = !own && inTurn && view.dragging === null && pasted?.interview !== true
        own = false
        if (pasted !== null && !sliceTooMuch(whole)) {
          for (const [id, speaker] of pasted.speakers) addSpeaker(id, speaker)
          if (pasted.words !== '') say(pasted.words)
        }
        // What is dragged is still where it comes from; it is looked at once it is there (anchor-pastes.ts).
        const keeps = view.dragging === null ? mayComeBack(view.state) : () => true
        return pictures(cleanSlice(whole, takesRole ? $from.parent : null, keeps), pasted?.pictures ?? NO_PICTURES)
      },
      handleDOMEvents: {
        paste: (view, event) => stops(event, event.clipboardData) || waits(view, event),
        drop: (_view, event) => stops(event, event.dataTransfer),
      },
      handlePaste: (_view, event, slice) => refused(event, slice),
      handleDrop: (_view, event, slice) => refused(event, slice),
    },
  })
}
