/**
 * Two people at the same blocks at once, by chance: one gives commands, the other types into any block. What a
 * command only says of a block, or puts beside it, costs nobody a word.
 */
import { updateYFragment, yXmlFragmentToProseMirrorRootNode } from 'y-prosemirror'
import type { Node } from 'prosemirror-model'
import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import * as Y from 'yjs'
import { describe, expect, test } from 'vitest'
import { blockIds } from '../../client/editor/block-ids.ts'
import { insertDivider, insertPaywall, setNotice } from '../../client/editor/block-commands.ts'
import { insertCard } from '../../client/editor/card-commands.ts'
import { accept, flip, setRole } from '../../client/editor/commands.ts'
import { indent, setList } from '../../client/editor/list-commands.ts'
import { bold, bracket, title } from '../../client/editor/mark-commands.ts'
import { takeQuote } from '../../client/editor/quote-commands.ts'
import { newTurn, setSpeaker } from '../../client/editor/speaker-commands.ts'
import { schema } from '../../shared/schema.ts'
import { bodyOf, seedStory } from '../../shared/story.ts'
import { Random } from '../random.ts'
import { SPEAKERS, a, body, list, notice, p, q } from '../editor/words.ts'

/** SEEDS=2000 runs more; SEED=17 replays one. */
const only = process.env.SEED
const seeds = only ? [Number(only)] : Array.from({ length: Number(process.env.SEEDS ?? 40) }, (_, i) => i + 1)

/** A window without a screen: the story's Y.Doc, and commands by way of y-prosemirror's own conversions. */
class Desk {
  readonly ydoc = new Y.Doc()

  constructor(start: Uint8Array, client: number) {
    bodyOf(this.ydoc)
    Y.applyUpdate(this.ydoc, start)
    this.ydoc.clientID = client
  }

  does(random: Random, command: Command): void {
    const meta = { mapping: new Map(), isOMark: new Map() }
    const doc = yXmlFragmentToProseMirrorRootNode(bodyOf(this.ydoc), schema)
    const places: number[] = []
    doc.descendants((node, pos) => {
      if (node.isTextblock) places.push(pos + 1, pos + node.nodeSize - 1)
    })
    const anchor = random.pick(places)
    const $at = doc.resolve(anchor)
    const head = random.chance(50) ? anchor : random.chance(50) ? $at.end() : random.pick(places)
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, anchor, head), plugins: [blockIds()] })
    let after = state
    command(state, (tr) => (after = state.apply(tr)))
    if (after === state) return
    this.ydoc.transact(() => updateYFragment(this.ydoc, bodyOf(this.ydoc), after.doc, meta as never))
  }

  /** A word of its own at the beginning or the end of a block. */
  types(random: Random, word: string): boolean {
    const texts: Y.XmlText[] = []
    const waiting: Y.XmlFragment[] = [bodyOf(this.ydoc)]
    for (let part = waiting.pop(); part; part = waiting.pop()) {
      for (const child of part.toArray()) {
        if (child instanceof Y.XmlText) texts.push(child)
        else if (child instanceof Y.XmlElement) waiting.push(child)
      }
    }
    if (texts.length === 0) return false
    const text = random.pick(texts)
    text.insert(random.chance(50) ? 0 : text.length, ` ${word} `)
    return true
  }

  get words(): string[] {
    return bodyOf(this.ydoc)
      .toString()
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .filter((word) => /^w\d/.test(word))
      .toSorted()
  }
}

const exchange = (one: Desk, other: Desk): void => {
  const [mine, theirs] = [Y.encodeStateAsUpdate(one.ydoc), Y.encodeStateAsUpdate(other.ydoc)]
  Y.applyUpdate(one.ydoc, theirs)
  Y.applyUpdate(other.ydoc, mine)
}

const story = () =>
  seedStory(
    {
      body: body(
        notice(p('Free today.')),
        p('A lede.'),
        q('Where?'),
        a('Here.', { roleState: 'guess' }),
        a('And there.'),
        list('rope', 'boat', 'lamp'),
        q('When?'),
        a('Now.'),
      ),
    },
    'block0000000',
  )

/** Only with the whole selection in one block of this name: else the command would make such a block of others. */
const within =
  (name: string, command: (block: Node) => Command): Command =>
  (state, dispatch) => {
    const { $from, $to } = state.selection
    const block = $from.node(1)
    return block.type.name === name && block === $to.node(1) && command(block)(state, dispatch)
  }

const SAYS: Record<string, Command> = {
  flip: flip(SPEAKERS),
  question: setRole('question', SPEAKERS),
  paragraph: setRole('body', SPEAKERS),
  accept,
  speaker: setSpeaker('cs', 'interviewer'),
  newTurn,
  indent: indent(1),
  outdent: indent(-1),
  'kind of list': within('list', ({ attrs }) => setList(attrs.ordered !== true)),
  'kind of notice': within('notice', ({ attrs }) => setNotice(attrs.kind === 'disclosure' ? 'editors-note' : 'disclosure')),
  bold,
  title,
}
const PUTS: Record<string, Command> = {
  divider: insertDivider,
  paywall: insertPaywall,
  card: insertCard('linkCard', { url: 'https://a.example', title: 'A' }),
  quote: takeQuote,
  insertion: bracket,
  'new notice': (state, dispatch) =>
    state.selection.empty && state.selection.$from.node(1).type.name !== 'notice'
      ? setNotice('disclosure')(state, dispatch)
      : false,
}

describe.each([
  ['what a command says of a block', SAYS],
  ['what a command puts beside it', PUTS],
])('[P2] [P4] %s', (_, commands) => {
  test('costs nobody a word, whoever types where at the same time, and both have the same story', () => {
    for (const seed of seeds) {
      const random = new Random(seed)
      const start = story()
      const [ana, ben] = [new Desk(start, 1), new Desk(start, 2)]
      const typed: string[] = []
      for (let round = 0; round < 6; round++) {
        const name = random.pick(Object.keys(commands))
        ana.does(random, commands[name]!)
        for (let i = 0; i < 3; i++) {
          const word = `w${round}${i}`
          if (ben.types(random, word)) typed.push(word)
        }
        exchange(ana, ben)
        expect(bodyOf(ben.ydoc).toString(), `seed ${seed}, ${name}`).toBe(bodyOf(ana.ydoc).toString())
        // A quote repeats what somebody said, also what Ben has just typed there.
        const words = commands === PUTS ? [...new Set(ana.words)] : ana.words
        expect(words, `seed ${seed}, ${name}`).toEqual(typed.toSorted())
        // And y-prosemirror can show it: it would delete for both what it could not.
        yXmlFragmentToProseMirrorRootNode(bodyOf(ana.ydoc), schema).check()
      }
    }
  })
})
