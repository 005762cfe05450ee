/**
 * A random hour of work on paragraphs, made by a seed: two to four editors type, split, join, flip, move, paste,
 * replace, make headings, undo and redo in one interview with the editor's own commands, over lines that hold messages
 * back and go dead. Every word is unique, so a lost, torn or doubled one is counted exactly; only whoever wrote a word
 * takes it back.
 */
import { joinBackward } from 'prosemirror-commands'
import { Fragment, Slice } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import { enter, flip, setHeading } from '../../client/editor/commands.ts'
import { schema } from '../../shared/schema.ts'
import { Page } from '../editor/page.ts'
import { TestNewsroom } from '../newsroom.ts'
import { Random } from '../random.ts'
import { Writer, deliverAll, storyOnDisk } from '../wire.ts'
import { plainStory, wordsIn } from './world.ts'

export type Hour = {
  missing: string[]
  doubled: string[]
  torn: string[]
  doubledBlocks: string[]
  /** Words of others that somebody's undo or redo took. */
  stolen: string[]
  closed: string[]
  diverged: string[]
}

type Editor = { writer: Writer; page: Page }
/** What one of them has cut and not pasted yet. */
type Clipboard = { held: Slice | null }

/** @param cuts the first editor also cuts what stands in the story and pastes it elsewhere; `and undo`: and takes that back, too */
export async function hour(seed: number, cuts: 'none' | 'cuts' | 'cuts and undo' = 'none'): Promise<Hour> {
  const random = new Random(seed)
  const desk = await TestNewsroom.open()
  try {
    const storyId = await desk.story(['The colour of the harbour ', 'Why colour ', 'Because '])
    const editors: Editor[] = []
    for (let i = 0, count = 2 + random.below(3); i < count; i++) {
      const writer = new Writer(desk, await desk.person(`Editor${i}`), storyId, 1000 + ((i * 7 + seed) % 10))
      await writer.connect()
      editors.push({ writer, page: new Page(writer.ydoc) })
    }
    const writers = editors.map(({ writer }) => writer)
    for (const { writer, page } of editors) writer.hears = (update, whole) => page.keep.hears(update, whole)
    await deliverAll(desk, writers)

    const written: string[] = []
    const authors = new Map<string, Page>()
    const takenBack = new Set<string>()
    const stolen: string[] = []
    const fresh = (page: Page) => (): string => {
      const word = `w${written.length}x`
      written.push(word)
      authors.set(word, page)
      return `${word} `
    }
    const travel = (page: Page): void => {
      const before = new Set(wordsIn(page.ydoc))
      if (random.chance(65)) page.undo()
      else page.redo()
      const after = new Set(wordsIn(page.ydoc))
      for (const word of after) if (!before.has(word)) takenBack.delete(word)
      for (const word of written)
        if (before.has(word) && !after.has(word)) {
          if (authors.get(word) === page || (cuts !== 'none' && page === editors[0]!.page)) takenBack.add(word)
          else stolen.push(word)
        }
    }
    const clipboard: Clipboard = { held: null }
    const cutOrPaste = (): void => {
      const { page } = editors[0]!
      const before = new Set(wordsIn(page.ydoc))
      if (clipboard.held === null) cut(page, random, clipboard)
      else paste(page, random, clipboard)
      const after = new Set(wordsIn(page.ydoc))
      for (const word of before) if (!after.has(word)) takenBack.add(word)
      for (const word of after) if (!before.has(word)) takenBack.delete(word)
    }
    const steps = 40 + random.below(60)
    for (let step = 0; step < steps; step++) {
      const editor = random.pick(editors)
      const { writer } = editor
      const dice = random.below(100)
      if (dice < 42) edit(editor.page, random, fresh(editor.page))
      else if (dice < 50) {
        if (cuts === 'none' || (cuts === 'cuts and undo' && random.chance(50))) travel(editor.page)
        else cutOrPaste()
      } else if (dice < 68) for (let n = random.below(6); n >= 0; n--) writer.deliverUp()
      else if (dice < 86) for (let n = random.below(6); n >= 0; n--) writer.deliverDown()
      else if (dice < 92) await desk.rooms.queue.settled()
      else if (dice < 95) desk.clock.pass(random.below(400))
      else if (dice < 97) writer.drop(random.chance(50))
      else if (!writer.line) await writer.connect()
    }
    if (clipboard.held !== null) cutOrPaste()
    for (const writer of writers)
      if (!writer.line || writer.line.closed) {
        writer.drop()
        await writer.connect()
      }
    await deliverAll(desk, writers)
    const disk = storyOnDisk(desk, storyId)
    const truth = plainStory(disk)
    const words = wordsIn(disk)
    const ids = [...truth.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    return {
      missing: written.filter((word) => !words.includes(word) && !takenBack.has(word)),
      doubled: written.filter((word) => words.filter((one) => one === word).length > 1),
      torn:
        truth
          .replaceAll(/<[^>]*>/g, ' ')
          .match(/w\d*(?![\dx])|(?<![w\d])\d+x?/g)
          ?.map(String) ?? [],
      doubledBlocks: ids.filter((id, i) => ids.indexOf(id) !== i),
      stolen,
      closed: writers.flatMap(({ line, person }) => (line?.closed ? [`${person.name}: ${line.closed.reason}`] : [])),
      diverged: writers
        .filter(({ ydoc }) => plainStory(ydoc) !== truth)
        .map(({ ydoc }) => `${plainStory(ydoc)} | disk: ${truth}`),
    }
  } finally {
    await desk.close()
  }
}

/** Types, splits, joins, flips, moves, pastes, replaces or makes a heading; takes out no word. */
export function edit(page: Page, random: Random, fresh: () => string): void {
  const { doc } = page.state
  if (doc.childCount === 0) return
  const paragraph = random.below(doc.childCount)
  const text = doc.child(paragraph).textContent
  const gap = random.pick(gapsIn(text))
  const dice = random.below(100)
  if (dice < 40) page.types(fresh(), paragraph, gap)
  else if (dice < 55) page.does(enter({}), [paragraph, gap])
  else if (dice < 67) page.does(joinBackward, [paragraph, 0])
  else if (dice < 75) page.does(flip({}), [paragraph, gap])
  else if (dice < 85) page.does(moved(random.pick([-1, 1])), [paragraph, 0])
  else if (dice < 90) page.does(pasted(fresh(), fresh()), [paragraph, gap])
  else if (dice < 96) page.does(random.chance(50) ? replaced('colour', 'color') : replaced('color ', 'colour '), [paragraph, gap])
  else page.does(setHeading(2), [paragraph, gap])
}

const gapsIn = (text: string): number[] => [...text.matchAll(/(?<= )|^/g)].map(({ index }) => index)

/** Takes out words, a paragraph's whole text, or the paragraph itself, and keeps them. */
function cut(page: Page, random: Random, clipboard: Clipboard): void {
  const { doc } = page.state
  if (doc.childCount < 2) return
  const first = random.below(doc.childCount)
  const text = doc.child(first).textContent
  if (random.chance(40)) {
    page.does(
      (state, dispatch) => {
        const { $from } = state.selection
        clipboard.held = state.doc.slice($from.before(1), $from.after(1))
        dispatch?.(state.tr.delete($from.before(1), $from.after(1)))
        return true
      },
      [first, 0],
    )
    return
  }
  const last = Math.min(doc.childCount - 1, first + random.below(2))
  const from = random.pick(gapsIn(text))
  const ends = [...gapsIn(doc.child(last).textContent), doc.child(last).textContent.length].filter(
    (at) => last > first || at >= from,
  )
  page.does(
    (state, dispatch) => {
      clipboard.held = state.selection.content()
      dispatch?.(state.tr.deleteSelection())
      return true
    },
    [first, from],
    [last, random.pick(ends)],
  )
}

function paste(page: Page, random: Random, clipboard: Clipboard): void {
  const { doc } = page.state
  const { held } = clipboard
  if (held === null || doc.childCount === 0) return
  clipboard.held = null
  const paragraph = random.below(doc.childCount)
  const gap = random.pick(gapsIn(doc.child(paragraph).textContent))
  page.does(
    (state, dispatch) => {
      dispatch?.(state.tr.replaceSelection(held))
      return true
    },
    [paragraph, gap],
  )
}

const moved =
  (way: -1 | 1): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    const [from, to] = [$from.before(1), $from.after(1)]
    const beside = way < 0 ? state.doc.resolve(from).nodeBefore : state.doc.resolve(to).nodeAfter
    if (beside === null) return false
    dispatch?.(state.tr.delete(from, to).insert(way < 0 ? from - beside.nodeSize : from + beside.nodeSize, $from.node(1)))
    return true
  }

const pasted =
  (...lines: string[]): Command =>
  (state, dispatch) => {
    const blocks = lines.map((line) => schema.node('paragraph', null, [schema.text(line)]))
    dispatch?.(state.tr.replaceSelection(new Slice(Fragment.from(blocks), 1, 1)))
    return true
  }

const replaced =
  (what: string, by: string): Command =>
  (state, dispatch) => {
    const hits: number[] = []
    state.doc.descendants((node, pos) => {
      if (node.isText) for (const { index } of node.text!.matchAll(new RegExp(what, 'g'))) hits.unshift(pos + index)
    })
    const { tr } = state
    for (const hit of hits.toSorted((a, b) => b - a)) tr.insertText(by, hit, hit + what.length)
    dispatch?.(tr)
    return hits.length > 0
  }
