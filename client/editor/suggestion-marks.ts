/**
 * Shows in the copy what somebody suggests: what would be taken out is struck, what would come is underlined, a
 * block that would come, go or change has a line at its side, and whose it is stands in letters. In one's own fork
 * the change is made already, and what is drawn is what it took out. Typing moves the marks along.
 */
import { DOMSerializer, Fragment, type Node } from 'prosemirror-model'
import { Plugin, PluginKey, type EditorState } from 'prosemirror-state'
import { Decoration, type DecorationSet } from 'prosemirror-view'
import { schema } from '../../shared/schema.ts'
import type { Hunk } from '../../shared/review.ts'
import { initials } from '../ui/initials.ts'
import { hueClass } from '../ui/people.ts'
import { cameAnew } from './came.ts'
import { itemsOf, marginOf } from './comment-marks.ts'
import { marksIn } from './marks-in.ts'
import { Pause } from './pause.ts'
import { readCaret } from './read-caret.ts'
import { sameMarks } from './same-marks.ts'
import type { MarginItem, StoryMargin } from './margin.ts'

/** A change that is suggested, in the text on the screen. */
export type Shown = {
  /** The margin's name for it: what is decided together has the same. */
  key: string
  hunk: Pick<Hunk, 'kind' | 'was' | 'now' | 'slice' | 'says' | 'by'>
  /** The text has it already: one's own fork. */
  done: boolean
  /** The words it takes out, or, when it is done, those it has put in. Of a block, all of it. */
  from: number
  to: number
  /** Of a block: whether it comes, goes or is another. */
  block: 'in' | 'out' | 'changed' | null
}

/** Who knows what is suggested; says `change` when it is something else than before. */
export type ShownSource = EventTarget & { shownIn: (doc: Node) => readonly Shown[] }

const key = new PluginKey<DecorationSet>('suggestions')
const ANEW = 'suggestions-anew'
/** After the last key; while somebody goes on typing, at least this often. */
const PAUSE = 250
const AT_LAST = 1_000

/** @param margin says which suggestion is looked at */
export function suggestionMarks(source: ShownSource, margin: StoryMargin): Plugin<DecorationSet> {
  const anew = ({ doc }: EditorState): DecorationSet => draw(doc, source.shownIn(doc), margin.current)
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, state) => anew(state),
      apply(tr, was, _before, state) {
        const drawn = tr.getMeta(ANEW) as DecorationSet | undefined
        if (drawn !== undefined) return drawn
        if (cameAnew(tr)) return anew(state)
        return tr.docChanged ? was.map(tr.mapping, tr.doc) : was
      },
    },
    props: { decorations: (state) => key.getState(state) },
    view(view) {
      let waiting = false
      let current = margin.current
      const again = (): void => {
        if (view.isDestroyed) return
        // What is drawn beside a word that is being composed would break it.
        if (view.composing) return pause.stir()
        // As a rule typing has moved them to where they belong.
        if (sameMarks(anew(view.state), key.getState(view.state)!)) return
        readCaret(view)
        view.dispatch(view.state.tr.setMeta(ANEW, anew(view.state)))
      }
      const pause = new Pause(again, PAUSE, AT_LAST)
      // A moment later: it may have changed in the midst of an update of this very view.
      const changed = (): void => {
        if (waiting) return
        waiting = true
        queueMicrotask(() => {
          waiting = false
          again()
        })
      }
      const turned = (): void => {
        if (margin.current === current) return
        current = margin.current
        changed()
      }
      source.addEventListener('change', changed)
      margin.addEventListener('change', turned)
      return {
        update(now, before) {
          if (now.state.doc === before.doc) return
          pause.stir()
        },
        destroy() {
          pause.stop()
          source.removeEventListener('change', changed)
          margin.removeEventListener('change', turned)
        },
      }
    },
  })
}

/** The margin's names of those that are decided by a key: all in a selection, or the one that is looked at. */
export function suggestedAt(state: EditorState): string[] {
  const items = itemsOf(state).filter(({ kind }) => kind === 'suggestion')
  const { from, to, empty } = state.selection
  const current = items.find(({ key }) => key === marginOf(state)?.current)
  if (current !== undefined && (empty || isOn(current, from, to))) return [current.key]
  return items.filter((item) => isOn(item, from, to) && item.spots.every(({ field }) => field === null)).map((item) => item.key)
}

const isOn = ({ spots }: MarginItem, from: number, to: number): boolean =>
  spots.some((spot) => spot.field === null && spot.from <= to && spot.to >= from)

function draw(doc: Node, shown: readonly Shown[], current: string | null): DecorationSet {
  const marks = shown.flatMap((one): Decoration[] => {
    if (one.from < 0 || one.to > doc.content.size) return []
    return one.block === null ? inText(one, one.key === current, doc) : ofBlock(doc, one, one.key === current)
  })
  return marksIn(doc, marks)
}

const classes = (one: Shown, look: string, now: boolean): string =>
  `suggested is-${look} ${hueClass(one.hunk.by.hue)}${now ? ' is-current' : ''}${one.done ? ' is-own' : ''}`

/** Whose it is, where it is not one's own; drawn by the stylesheet. */
const byline = (one: Shown): Record<string, string> => (one.done ? {} : { 'data-by': initials(one.hunk.by.name) })

const title = (one: Shown): string => (one.done ? one.hunk.says : `${one.hunk.by.name}: ${one.hunk.says}`)

function inText(given: Shown, now: boolean, doc: Node): Decoration[] {
  if (isOnlyBreak(given)) return [breakSign(given, now, doc)]
  const one = { ...given, from: begin(doc, given) }
  const { hunk, done, from, to } = one
  const isWords = hunk.kind !== 'looks'
  const put = isWords ? (done ? hunk.was : hunk.now) : ''
  const marks: Decoration[] = []
  if (from < to) {
    const look = isWords ? (done ? 'in' : 'out') : 'looks'
    marks.push(
      Decoration.inline(
        from,
        to,
        {
          ...(isWords ? { nodeName: done ? 'ins' : 'del' } : {}),
          title: title(one),
          class: classes(one, look, now),
        },
        // What is typed at the end of one's own new words belongs to them.
        { inclusiveEnd: done },
      ),
    )
  }
  if (put !== '') marks.push(sign(one, done ? from : to, done ? 'out' : 'in', put, now))
  else if (!done && from < to) marks.push(whose(one, lastWord(doc, one)))
  return marks
}

/** Where the last of its words ends: what goes may end with the break behind a paragraph. */
function lastWord(doc: Node, { from, to }: Shown): number {
  let end = to
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.isInline) end = Math.min(to, pos + node.nodeSize)
  })
  return end
}

/** Behind all of the words, however many marks of other kinds part them. */
function whose(one: Shown, at: number): Decoration {
  const { name, hue } = one.hunk.by
  const letters = (): HTMLElement => {
    const element = document.createElement('span')
    element.className = `suggested-by ${hueClass(hue)}`
    element.dataset.by = initials(name)
    element.title = title(one)
    return element
  }
  return Decoration.widget(at, letters, { side: -1, key: `${one.key} by ${name} ${hue}`, marks: [], ignoreSelection: true })
}

/** What begins with the break behind a paragraph is drawn at the start of the next one. */
function begin(doc: Node, { from, to }: Shown): number {
  const $from = doc.resolve(from)
  if (from === to || $from.parentOffset < $from.parent.content.size) return from
  let next = from
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.isTextblock && pos >= from && next === from) next = pos + 1
    return !node.isTextblock
  })
  return Math.min(next, to)
}

/** A split or a join that leaves the words as they are. */
const isOnlyBreak = ({ hunk: { kind, was, now } }: Shown): boolean =>
  (kind === 'split' || kind === 'join') && was.replaceAll('\n', '') === now.replaceAll('\n', '')

function breakSign(one: Shown, now: boolean, doc: Node): Decoration {
  const { hunk, done, from, to } = one
  // Where the text has the break the sign stands at the end of the paragraph before it.
  const has = (hunk.kind === 'split') === done
  const letters = (hunk.kind === 'split' ? hunk.now : hunk.was).indexOf('\n')
  const at = has ? Math.min(doc.resolve(from).end(), to) : Math.min(from + Math.max(0, letters), to)
  return sign(one, at, 'sign', hunk.kind === 'split' ? '¶' : '⁀', now)
}

/** Words that are not in the text. */
function sign(one: Shown, at: number, look: 'in' | 'out' | 'sign', words: string, now: boolean): Decoration {
  const { hunk, done, key } = one
  return Decoration.widget(at, () => widget(one, look, words, now), {
    side: done && look === 'out' ? -1 : 1,
    key: `${key} ${look} ${hunk.was} ${hunk.now} ${now ? 1 : 0}${done ? 1 : 0}${hunk.by.hue}`,
    marks: [],
    ignoreSelection: true,
  })
}

function widget(one: Shown, look: 'in' | 'out' | 'sign', words: string, now: boolean): HTMLElement {
  const element = document.createElement(look === 'out' ? 'del' : look === 'in' ? 'ins' : 'span')
  element.className = classes(one, look, now)
  element.title = title(one)
  for (const [name, value] of Object.entries(byline(one))) element.setAttribute(name, value)
  if (look === 'sign') element.setAttribute('aria-label', one.hunk.says)
  if (look === 'sign') element.setAttribute('role', 'img')
  const content = look === 'in' ? inline(one.hunk.slice) : null
  if (content !== null) element.append(content)
  else element.textContent = words.replaceAll('\n', ' ¶ ')
  return element
}

const serializer = DOMSerializer.fromSchema(schema)

function nodesOf(slice: unknown): Node[] {
  if (slice === null || slice === undefined) return []
  try {
    const content = Array.isArray(slice) ? slice : (slice as { content?: unknown }).content
    const nodes: Node[] = []
    Fragment.fromJSON(schema, Array.isArray(content) ? content : [slice]).forEach((node) => nodes.push(node))
    return nodes
  } catch {
    // Of a kind this page does not know: its words are said instead.
    return []
  }
}

function inline(slice: unknown): DocumentFragment | null {
  const nodes = nodesOf(slice)
  if (nodes.length === 0 || !nodes.every((node) => node.isInline)) return null
  return serializer.serializeFragment(Fragment.from(nodes)) as DocumentFragment
}

const SAYS = { in: 'Added', out: 'Taken out', changed: 'Changed' } as const

function ofBlock(doc: Node, one: Shown, now: boolean): Decoration[] {
  const { block, from, to, done, hunk } = one
  // What would come, or has gone, is not in the text: it is drawn where it would stand.
  if ((block === 'in' && !done) || (block === 'out' && done))
    return [
      Decoration.widget(from, () => blockWidget(one, now), {
        side: -1,
        key: `${one.key} ${JSON.stringify(hunk.slice)} ${hunk.now} ${now ? 1 : 0}`,
        ignoreSelection: true,
      }),
    ]
  const marks: Decoration[] = []
  doc.nodesBetween(from, Math.min(to, doc.content.size), (node, pos) => {
    if (pos < from || pos + node.nodeSize > to) return !node.isTextblock
    marks.push(
      Decoration.node(pos, pos + node.nodeSize, {
        class: classes(one, `block-${block ?? 'changed'}`, now),
        title: title(one),
        // Of several in a row the first one says it.
        ...(marks.length === 0 ? { 'data-suggested': labelOf(one) } : {}),
      }),
    )
    return false
  })
  return marks
}

const labelOf = ({ block, hunk, done }: Shown): string => {
  const what = hunk.kind === 'move' ? 'Moved' : SAYS[block ?? 'changed']
  return done ? what : `${what}, ${hunk.by.name}`
}

function blockWidget(one: Shown, now: boolean): HTMLElement {
  const { hunk, block } = one
  const element = document.createElement(block === 'in' ? 'ins' : 'del')
  element.className = classes(one, `block-${block ?? 'changed'}`, now)
  element.dataset.suggested = labelOf(one)
  element.title = title(one)
  const nodes = block === 'in' ? nodesOf(hunk.slice).filter((node) => node.isBlock) : []
  if (nodes.length > 0) element.append(serializer.serializeFragment(Fragment.from(nodes)))
  else
    for (const words of ((block === 'in' ? hunk.now : hunk.was) || hunk.says).split('\n')) {
      const line = document.createElement('p')
      line.textContent = words
      element.append(line)
    }
  return element
}
