/**
 * A random afternoon on the desk, made by a seed: two to five writers type, delete, split, join and flip
 * in one story, over lines that hold messages back and go dead, on a server that restarts and crashes.
 * Every word is unique, so a lost, torn or doubled one is counted exactly.
 */
import * as Y from 'yjs'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import { TestNewsroom } from '../newsroom.ts'
import { Random } from '../random.ts'
import { Writer, deliverAll, plainText, storyOnDisk } from '../wire.ts'

export type Outcome = {
  shownTooEarly: string[]
  /** Words of which a save was acknowledged and which are not on the disk. */
  lostAfterSaved: string[]
  missing: string[]
  doubled: string[]
  closed: string[]
  diverged: string[]
}

export async function afternoon(seed: number): Promise<Outcome> {
  const random = new Random(seed)
  const desk = await TestNewsroom.open()
  try {
    const storyId = await desk.story([
      'The harbour was quiet.',
      'What happened on Monday night?',
      'I tied her up and walked off.',
    ])
    const writers: Writer[] = []
    const count = 2 + random.below(4)
    for (let i = 0; i < count; i++) {
      const writer = new Writer(desk, await desk.person(`Writer${i}`), storyId, 1000 + i)
      await writer.connect()
      writers.push(writer)
    }
    await deliverAll(desk, writers)
    const undo = new Map(writers.map((writer) => [writer, undoOf(writer)]))

    const seen: Seen = { written: new Map(), deleted: new Set(), deletedParagraphs: new Set(), undone: new Set() }
    const { written } = seen
    const outcome: Outcome = { shownTooEarly: [], lostAfterSaved: [], missing: [], doubled: [], closed: [], diverged: [] }
    const steps = 60 + random.below(80)
    for (let step = 0; step < steps; step++) {
      const writer = random.pick(writers)
      const dice = random.below(100)
      if (dice < 34) edit(writer, random, seen)
      else if (dice < 40) undoOrRedo(writer, undo.get(writer)!, random, seen)
      else if (dice < 62) for (let n = random.below(6); n >= 0; n--) writer.deliverUp()
      else if (dice < 82) for (let n = random.below(6); n >= 0; n--) writer.deliverDown()
      else if (dice < 86) await desk.rooms.queue.settled()
      else if (dice < 90) desk.clock.pass(random.below(400))
      else if (dice < 93) writer.drop(random.chance(50))
      else if (dice < 97) {
        if (!writer.line) await writer.connect()
      } else if (dice < 99) {
        await desk.restart()
        for (const one of writers) one.drop(false)
      } else {
        const promised = new Set(
          writers.flatMap((one) => (one.line && one.saved >= one.sent.length && one.synced ? wordsIn(one.ydoc) : [])),
        )
        await desk.crash()
        for (const one of writers) one.drop(false)
        const onDisk = new Set(wordsIn(storyOnDisk(desk, storyId)))
        for (const word of promised) if (!onDisk.has(word) && !isDeleted(seen, word)) outcome.lostAfterSaved.push(word)
      }
    }

    for (const writer of writers) if (!writer.line || writer.line.closed) await reconnect(writer)
    await deliverAll(desk, writers)
    const disk = storyOnDisk(desk, storyId)
    const truth = plainStory(disk)
    for (const writer of writers) {
      outcome.shownTooEarly.push(...writer.shownTooEarly)
      if (writer.line?.closed) outcome.closed.push(`${writer.person.name}: ${writer.line.closed.reason}`)
      if (plainStory(writer.ydoc) !== truth)
        outcome.diverged.push(`${writer.person.name}: ${plainStory(writer.ydoc)} | disk: ${truth}`)
    }
    const words = wordsIn(disk)
    for (const word of written.keys()) {
      const times = words.filter((one) => one === word).length
      if (times === 0 && !isDeleted(seen, word)) outcome.missing.push(word)
      // Two who both deleted a word and both take that back each bring it back.
      if (times > 1 && !seen.undone.has(word)) outcome.doubled.push(word)
    }
    return outcome
  } finally {
    await desk.close()
  }
}

/** What was typed, each word with the paragraph it was typed into, and what was taken out on purpose. */
type Seen = { written: Map<string, string>; deleted: Set<string>; deletedParagraphs: Set<string>; undone: Set<string> }

const isDeleted = (seen: Seen, word: string) => seen.deleted.has(word) || seen.deletedParagraphs.has(seen.written.get(word) ?? '')

const idOf = (element: Y.XmlElement) => `${element._item?.id.client}.${element._item?.id.clock}`

async function reconnect(writer: Writer): Promise<void> {
  writer.drop()
  await writer.connect()
}

function edit(writer: Writer, random: Random, seen: Seen): void {
  const { written, deleted } = seen
  const { ydoc } = writer
  const body = bodyOf(ydoc)
  if (body.length === 0) return
  const paragraph = random.below(body.length)
  const element = body.get(paragraph) as Y.XmlElement
  const dice = random.below(100)
  ydoc.transact(() => {
    if (dice < 55) {
      const word = `w${written.size}x`
      written.set(word, idOf(element))
      const text = writer.textOf(paragraph)
      text.insert(random.pick(gapsIn(plainText(text))), `${word} `)
    } else if (dice < 65) {
      const text = writer.textOf(paragraph)
      const found = [...plainText(text).matchAll(/w\d+x /g)]
      if (found.length === 0) return
      const one = random.pick(found)
      deleted.add(one[0].trim())
      text.delete(one.index, one[0].length)
    } else if (dice < 72) element.setAttribute('role', random.pick(['question', 'answer', 'body']))
    else if (dice < 79) {
      const word = `w${written.size}x`
      const added = new Y.XmlElement('paragraph')
      added.setAttribute('role', 'answer')
      const text = new Y.XmlText()
      text.insert(0, `${word} 👩‍👩‍👧 `)
      added.insert(0, [text])
      body.insert(random.below(body.length + 1), [added])
      written.set(word, idOf(added))
    } else if (dice < 86) {
      const text = writer.textOf(paragraph)
      const [from, to] = [random.pick(gapsIn(plainText(text))), random.pick(gapsIn(plainText(text)))].toSorted((a, b) => a - b)
      if (from! < to!) text.format(from!, to! - from!, random.pick([{ strong: {} }, { em: {} }, { strong: null }]))
    } else if (dice < 93) {
      const headline = fieldOf(ydoc, 'headline')
      const word = `w${written.size}x`
      written.set(word, 'headline')
      headline.insert(random.pick(gapsIn(headline.toString())), `${word} `)
    } else if (body.length > 1) {
      // What colleagues type into it at this moment goes with it.
      seen.deletedParagraphs.add(idOf(element))
      body.delete(paragraph, 1)
    }
  })
}

function undoOf({ ydoc }: Writer): Y.UndoManager {
  return new Y.UndoManager([bodyOf(ydoc), fieldOf(ydoc, 'headline')], { captureTimeout: 0, trackedOrigins: new Set([null]) })
}

/** Takes back, or brings back, what this writer did last; what goes by that is gone on purpose. */
function undoOrRedo({ ydoc }: Writer, undo: Y.UndoManager, random: Random, seen: Seen): void {
  const before = wordsIn(ydoc)
  const paragraphs = bodyOf(ydoc)
    .toArray()
    .map((one) => idOf(one as Y.XmlElement))
  if (random.chance(70)) undo.undo()
  else undo.redo()
  const after = new Set(wordsIn(ydoc))
  for (const word of before) if (!after.has(word)) seen.deleted.add(word)
  const left = new Set(
    bodyOf(ydoc)
      .toArray()
      .map((one) => idOf(one as Y.XmlElement)),
  )
  for (const id of paragraphs) if (!left.has(id)) seen.deletedParagraphs.add(id)
  for (const word of after) if (!before.includes(word)) seen.undone.add(word)
}

/** Between two words, so that a word of another writer is never torn by an insertion. */
function gapsIn(text: string): number[] {
  const gaps = [0]
  for (let at = 0; at < text.length; at++) if (text[at] === ' ') gaps.push(at + 1)
  return gaps
}

export function wordsIn(ydoc: Y.Doc): string[] {
  return (`${bodyOf(ydoc).toArray().map(plainText).join(' ')} ${fieldOf(ydoc, 'headline').toString()}`.match(/w\d+x/g) ??
    []) as string[]
}

export function plainStory(ydoc: Y.Doc): string {
  return `${bodyOf(ydoc).toString()} / ${fieldOf(ydoc, 'headline').toString()}`
}
