/** Pull quotes: taken from a selection, kept to their source, brought up to date with it. */
import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, TextSelection, type Command, type EditorState } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { schema } from '../../shared/schema.ts'
import type { Speaker } from '../../shared/story.ts'
import { RELABEL } from './gutter.ts'
import { isVerbatim, stretchFor } from '../../shared/pull-quotes.ts'

const { paragraph, pullQuote } = schema.nodes

/** A line break counts as a blank, so that places in the text are places in the node. */
const textOf = (node: Node): string => node.textBetween(0, node.content.size, ' ', ' ')

/** Quotes the selected words of one paragraph below it. */
export const takeQuote: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection
  if (empty || $from.depth !== 1 || $from.parent.type !== paragraph || !$from.sameParent($to)) return false
  const source = $from.parent
  const text = textOf(source).slice($from.parentOffset, $to.parentOffset)
  const from = $from.parentOffset + text.length - text.trimStart().length
  const to = from + text.trim().length
  if (from >= to) return false
  if (dispatch) {
    const quote = pullQuote.create(
      { speaker: source.attrs.speaker as string | null, sourceBlock: source.attrs.id as string | null },
      wordsOf(source, from, to),
    )
    const at = $from.after(1)
    const tr = state.tr.insert(at, quote)
    dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1 + quote.content.size)).scrollIntoView())
  }
  return true
}

/** A quote leads nowhere and carries no remarks. */
function wordsOf(source: Node, from: number, to: number): Node[] {
  return source.content
    .cut(from, to)
    .content.map((node) =>
      node.mark(node.marks.filter(({ type }) => type !== schema.marks.link && type !== schema.marks.comment)),
    )
}

export type QuoteState = 'verbatim' | 'changed' | 'gone'
type Quote = { pos: number; node: Node; state: QuoteState; stretch: { from: number; to: number } | null; source: Node | null }

/** The two as they were laid beside each other last: a key somewhere else costs nothing. */
const known = new WeakMap<Node, { source: Node; found: Pick<Quote, 'state' | 'stretch'> }>()

function compared(node: Node, source: Node): Pick<Quote, 'state' | 'stretch'> {
  const last = known.get(node)
  if (last?.source === source) return last.found
  const [quote, text] = [textOf(node), textOf(source)]
  const found = isVerbatim(quote, text)
    ? { state: 'verbatim' as const, stretch: null }
    : { state: 'changed' as const, stretch: stretchFor(quote, text) }
  known.set(node, { source, found })
  return found
}

/** Every pull quote that names its source, and how it stands to it. */
export function quotesIn(doc: Node): Quote[] {
  const quotes: { pos: number; node: Node }[] = []
  doc.forEach((node, pos) => {
    if (node.type === pullQuote && typeof node.attrs.sourceBlock === 'string') quotes.push({ pos, node })
  })
  if (quotes.length === 0) return []
  const blocks = new Map(doc.children.map((node) => [node.attrs.id as unknown, node]))
  return quotes.map(({ pos, node }) => {
    const source = blocks.get(node.attrs.sourceBlock) ?? null
    if (source === null) return { pos, node, state: 'gone', stretch: null, source }
    return { pos, node, ...compared(node, source), source }
  })
}

/** The pull quote at the caret says again what its source says. */
export const updateQuote: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.depth === 0 || $from.node(1).type !== pullQuote) return false
  return updateAt($from.before(1))(state, dispatch)
}

function updateAt(pos: number): Command {
  return (state, dispatch) => {
    const quote = quotesIn(state.doc).find((one) => one.pos === pos)
    if (!quote?.stretch || quote.source === null) return false
    if (dispatch) {
      const { from, to } = quote.stretch
      const tr = state.tr.replaceWith(pos + 1, pos + 1 + quote.node.content.size, wordsOf(quote.source, from, to))
      dispatch(tr.setSelection(TextSelection.create(tr.doc, tr.doc.resolve(pos + 1).end())))
    }
    return true
  }
}

const SAYS: Record<Exclude<QuoteState, 'verbatim'>, string> = {
  changed: 'Not what the source says now.',
  gone: 'The paragraph it was taken from is gone.',
}

const key = new PluginKey<DecorationSet>('quotes')

/** Says under a pull quote whose words they are, and whether they are still theirs. */
export function quoteNotes(
  speakers: () => Readonly<Record<string, Speaker>>,
  alone: (command: Command) => Command,
): Plugin<DecorationSet> {
  const read = ({ doc }: EditorState): DecorationSet => {
    const marks: Decoration[] = []
    const named = speakers()
    doc.forEach((node, pos) => {
      const by = node.type === pullQuote ? named[String(node.attrs.speaker)]?.name : undefined
      if (by) marks.push(Decoration.node(pos, pos + node.nodeSize, { 'data-by': by }))
    })
    for (const { pos, node, state, stretch } of quotesIn(doc)) {
      if (state === 'verbatim') continue
      const end = pos + node.nodeSize
      marks.push(
        Decoration.node(pos, end, { class: 'stale' }),
        Decoration.widget(end, (view) => note(view, SAYS[state], stretch !== null), {
          side: -1,
          key: `${String(node.attrs.id)} ${state} ${stretch !== null}`,
          ignoreSelection: true,
          stopEvent: () => true,
        }),
      )
    }
    return DecorationSet.create(doc, marks)
  }
  const note = (view: EditorView, says: string, canUpdate: boolean): HTMLElement => {
    const dom = document.createElement('div')
    dom.className = 'quote-note'
    dom.contentEditable = 'false'
    dom.append(says)
    if (canUpdate && view.editable) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button quiet'
      button.tabIndex = -1
      button.textContent = 'Update the quote'
      button.addEventListener('click', () => {
        // Where it stands now, not where it stood when this was drawn.
        const pos = view.posAtDOM(dom, 0)
        const before = view.state.doc.resolve(pos).nodeBefore
        if (before !== null) alone(updateAt(pos - before.nodeSize))(view.state, view.dispatch, view)
        view.focus()
      })
      dom.append(button)
    }
    return dom
  }
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, state) => read(state),
      apply: (tr, was, _before, state) => (tr.docChanged || tr.getMeta(RELABEL) === true ? read(state) : was),
    },
    props: { decorations: (state) => key.getState(state) },
  })
}
