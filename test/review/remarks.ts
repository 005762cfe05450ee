/**
 * A random hour over one interview, made by a seed: editors type, split, join, flip, move, cut, copy, paste, replace,
 * delete and undo, checkers and editors remark on what they see, some of it for the lawyers alone, over lines that
 * hold messages back and go dead, on a server that restarts and dies. Every word is unique, so that a thread is known
 * to be on its words.
 */
import { joinBackward } from 'prosemirror-commands'
import type { Command } from 'prosemirror-state'
import { defaultDeleteFilter } from 'y-prosemirror'
import * as Y from 'yjs'
import { enter, flip, setHeading } from '../../client/editor/commands.ts'
import { KEPT, takeBack } from '../../client/editor/take-back.ts'
import { marked, spansBetween, wordsOfSpans } from '../../shared/review/anchors.ts'
import type { NewPlace } from '../../shared/review.ts'
import { bodyOf, fieldOf } from '../../shared/story.ts'
import { Moves } from '../../shared/write/moves.ts'
import { Random } from '../random.ts'
import { deliverAll, plainText, storyOnDisk } from '../wire.ts'
import { clipboard, deleted, moved, typed } from './hands.ts'
import { review, type Colleague } from './review.ts'

export type Remarks = {
  /** Threads that are not listed. */
  lost: string[]
  /** Threads that are on none of their words, though the story has some. */
  strayed: string[]
  /** Threads that are also where none of their words are. */
  grown: string[]
  /** Threads without their words that are not listed as detached, or not with their quote. */
  unsaid: string[]
  closed: string[]
  diverged: string[]
}

type Remark = {
  id: string
  on: Set<string>
  others: Set<string>
  quote: string
  /** The server had not heard of its words: it finds them later, or never. */
  isLate: boolean
  legal: boolean
  by: Colleague
}
type Hand = { who: Colleague; undo: Y.UndoManager; held: ReturnType<typeof clipboard> }
/** Every word once written; those of which there may be a second one, because they were copied or brought back. */
type Known = {
  written: number
  twice: Set<string>
  /** Who cut which words. */
  cuts: { word: string; by: Colleague }[]
  /** Threads and words that were cut by somebody who had not heard of the thread: a paste brings no mark. */
  unaware: Set<string>
  /** Threads that were put on other words. */
  wasElsewhere: Set<string>
}

const wordsIn = (text: string): string[] => text.match(/w\d+x/g) ?? []
const textOf = (ydoc: Y.Doc): string =>
  `${bodyOf(ydoc).toArray().map(plainText).join('\n')}\n${fieldOf(ydoc, 'headline').toString()}`

export async function remarksOf(seed: number): Promise<Remarks> {
  const random = new Random(seed)
  const count = 2 + random.below(3)
  const names = Array.from({ length: count }, (_none, i) => [`Editor${i}`, 'editor', 1000 + ((i * 7 + seed) % 10)] as const)
  const known: Known = { written: 0, twice: new Set(), cuts: [], unaware: new Set(), wasElsewhere: new Set() }
  const fresh = (n: number): string => Array.from({ length: n }, () => `w${known.written++}x`).join(' ')
  const { desk, storyId, people } = await review(
    { paragraphs: [`${fresh(5)} colour ${fresh(4)} `, `${fresh(6)} `, `${fresh(3)} colour ${fresh(2)} `], headline: fresh(5) },
    ...names.map((one) => [...one] as [string, 'editor', number]),
    ['Checker', 'checker', 2000],
  )
  const hands: Hand[] = people.slice(0, count).map((who) => ({
    who,
    undo: new Y.UndoManager([bodyOf(who.ydoc), fieldOf(who.ydoc, 'headline')], {
      captureTimeout: 0,
      trackedOrigins: new Set([who.page, null]),
      deleteFilter: (item) => defaultDeleteFilter(item, KEPT),
    }),
    held: clipboard(),
  }))
  const writers = people.map(({ writer }) => writer)
  const remarks: Remark[] = []
  for (let step = 0, steps = 50 + random.below(60); step < steps; step++) {
    const who = random.pick(people)
    const { writer } = who
    const hand = hands.find((one) => one.who === who)
    const dice = random.below(100)
    if (dice < 42 && hand) edit(hand, random, fresh, known, remarks)
    else if (dice < 52) await remark(who, random, remarks, known)
    else if (dice < 66) for (let n = random.below(6); n >= 0; n--) writer.deliverUp()
    else if (dice < 82) for (let n = random.below(6); n >= 0; n--) writer.deliverDown()
    else if (dice < 88) await desk.rooms.queue.settled()
    else if (dice < 92) desk.clock.pass(random.below(4000))
    else if (dice < 95) writer.drop(random.chance(50))
    else if (dice < 98) {
      if (!writer.line) await writer.connect()
    } else {
      await (random.chance(50) ? desk.restart() : desk.crash())
      for (const one of writers) one.drop(false)
    }
  }
  for (const writer of writers)
    if (!writer.line || writer.line.closed) {
      writer.drop()
      await writer.connect()
    }
  for (let round = 0; round < 3; round++) {
    await deliverAll(desk, writers)
    desk.clock.pass(11_000)
    for (let i = 0; i < 20; i++) await new Promise(setImmediate)
  }
  // As every page does that comes back.
  await people[0]!.threads()
  await deliverAll(desk, writers)

  const disk = storyOnDisk(desk, storyId)
  const truth = textOf(disk)
  const found: Remarks = {
    lost: [],
    strayed: [],
    grown: [],
    unsaid: [],
    closed: writers.flatMap(({ line, person }) => (line?.closed ? [`${person.name}: ${line.closed.reason}`] : [])),
    diverged: writers.filter(({ ydoc }) => textOf(ydoc) !== truth).map(({ person }) => person.name),
  }
  const marks = marked(disk)
  const moves = new Moves(disk)
  const listed = await people[0]!.threads()
  const there = new Set(wordsIn(truth))
  // Of two of a word, brought about by two who cut and paste at the same time, nobody can say which it is.
  for (const word of there) if (wordsIn(truth).filter((one) => one === word).length > 1) known.twice.add(word)
  const { wasElsewhere } = known
  for (const { id, on, others, quote, isLate, legal } of remarks) {
    const thread = listed.find((one) => one.id === id)
    if (thread === undefined) {
      found.lost.push(`${id} on "${quote}"`)
      continue
    }
    const { place } = thread
    const isDetached = place.of === 'detached'
    const spans =
      legal && place.of === 'words' ? spansBetween(disk, moves, { from: place.from!, to: place.to! }) : (marks.get(id) ?? [])
    const stands = spans === 'unknown' ? '' : wordsOfSpans(spans)
    const name = `${id}${legal ? ' (legal)' : ''} on "${quote}" stands on "${stands}" of "${truth}"`
    const words = new Set(wordsIn(stands))
    if (isDetached !== (stands === '') || (thread.quote !== quote && !isLate)) found.unsaid.push(name)
    // Without a mark, a thread knows only where its words began and ended, or all of them together.
    const left = [...on].filter((word) => there.has(word) && !known.twice.has(word) && !known.unaware.has(`${id} ${word}`))
    if (
      legal
        ? truth.includes(quote) && left.length === on.size && isDetached
        : left.length > 0 && !left.some((word) => words.has(word))
    )
      found.strayed.push(name)
    const isStrange = (word: string): boolean =>
      others.has(word) &&
      !on.has(word) &&
      !known.twice.has(word) &&
      !(wasElsewhere.has(id) && known.cuts.some((one) => one.word === word))
    // Among its words, or at their ends, others may have been put by who had not heard of the thread; never elsewhere.
    const stretches = stands.split('\n').map(wordsIn)
    if (!legal && stretches.some((line) => line.some(isStrange) && !line.some((word) => on.has(word)))) found.grown.push(name)
  }
  return found
}

/** Somebody who is online remarks on words that the server has heard of, or puts a detached thread on others. */
async function remark(who: Colleague, random: Random, remarks: Remark[], known: Known): Promise<void> {
  const { writer, ydoc } = who
  if (!writer.line || writer.line.closed || !writer.synced) return
  while (writer.deliverUp());
  const chosen = choose(who, random)
  if (chosen === null) return
  const { place, quote } = chosen
  const about = { quote, on: new Set(wordsIn(quote)), others: new Set(wordsIn(textOf(ydoc))) }
  const own = remarks.filter(({ by }) => by === who)
  if (own.length > 0 && random.chance(15)) {
    const one = random.pick(own)
    const { body } = await answered(who, who.asks<{ quote: string }>('PATCH', `/threads/${one.id}`, { place, quote }))
    const isLate = isWaiting(who, one.id)
    Object.assign(one, about, { quote: body.quote, isLate, on: new Set(wordsIn(isLate ? quote : body.quote)) })
    known.wasElsewhere.add(one.id)
    noteCuts(one, known)
    return
  }
  const legal = writer.person.role === 'editor' && random.chance(20)
  const thread = await answered(who, who.comments(place, { quote, kind: legal ? 'legal' : 'remark' }))
  // What was taken out before it arrived is not what it stands on.
  const isLate = isWaiting(who, thread.id)
  const made = { ...about, on: new Set(wordsIn(thread.quote)), quote: thread.quote, isLate, id: thread.id, legal, by: who }
  remarks.push(made)
  noteCuts(made, known)
}

function isWaiting({ desk }: Colleague, id: string): boolean {
  const row = desk.disk.prepare('select letters from threads where id = ?').get(id) as { letters: string | null }
  return row.letters === null
}

/** Of the words of a thread, those that somebody has cut of whom not everything is on the server yet. */
function noteCuts({ id, on }: Remark, known: Known): void {
  for (const { word, by } of known.cuts) {
    const { writer } = by
    const isHere = writer.line !== null && writer.synced && writer.line.up.length === 0 && writer.saved >= writer.sent.length
    if (on.has(word) && !isHere) known.unaware.add(`${id} ${word}`)
  }
}

/** Time goes on while the server waits for words that are on their way. */
async function answered<T>({ desk }: Colleague, answer: Promise<T>): Promise<T> {
  const isThere = answer.then(() => true)
  const aMoment = async (): Promise<false> => {
    await new Promise(setImmediate)
    await desk.rooms.queue.settled()
    desk.clock.pass(250)
    return false
  }
  while (!(await Promise.race([isThere, aMoment()])));
  return answer
}

function choose(who: Colleague, random: Random): { place: NewPlace; quote: string } | null {
  const body = bodyOf(who.ydoc)
  if (random.chance(10)) {
    const words = wordsIn(fieldOf(who.ydoc, 'headline').toString())
    return words.length === 0 ? null : { place: who.inField('headline', words[0]!), quote: words[0]! }
  }
  if (body.length === 0) return null
  const paragraph = random.below(body.length)
  const text = plainText(body.get(paragraph))
  const words = [...text.matchAll(/w\d+x/g)]
  if (words.length === 0) return null
  const first = random.below(words.length)
  const last = Math.min(words.length - 1, first + random.below(4))
  const [from, to] = [words[first]!.index, words[last]!.index + words[last]![0].length]
  const next = random.chance(15) && paragraph + 1 < body.length ? plainText(body.get(paragraph + 1)) : ''
  const beyond = /w\d+x/.exec(next)
  if (beyond !== null) {
    const until = beyond.index + beyond[0].length
    return {
      place: who.letters(paragraph, from, until, paragraph + 1),
      quote: `${text.slice(from)}\n${next.slice(0, until)}`,
    }
  }
  return { place: who.letters(paragraph, from, to), quote: text.slice(from, to) }
}

function edit({ who, undo, held }: Hand, random: Random, fresh: (n: number) => string, known: Known, remarks: Remark[]): void {
  const { page, ydoc } = who
  const { doc } = page.state
  if (doc.childCount === 0) return
  const paragraph = random.below(doc.childCount)
  const text = doc.child(paragraph).textContent
  const gaps = [...text.matchAll(/(?<= )|^/g)].map(({ index }) => index)
  const gap = random.pick(gaps)
  const until = gaps.find((one) => one > gap && random.chance(50)) ?? gap
  const dice = random.below(100)
  if (dice < 30) page.types(`${fresh(1)} `, paragraph, gap)
  else if (dice < 42) page.does(enter({}), [paragraph, gap])
  else if (dice < 52) page.does(joinBackward, [paragraph, 0])
  else if (dice < 58) page.does(flip({}), [paragraph, gap])
  else if (dice < 66) page.does(moved(random.pick([-1, 1])), [paragraph, 0])
  else if (dice < 70) page.does(setHeading(2), [paragraph, gap])
  else if (dice < 74) page.does(random.chance(50) ? replaced('colour', 'color') : replaced('color ', 'colour '), [paragraph, gap])
  else if (dice < 80 && until > gap) {
    const marks = marked(ydoc)
    for (const word of wordsIn(text.slice(gap, until))) {
      known.cuts.push({ word, by: who })
      for (const { id, on } of remarks)
        if (on.has(word) && !wordsOfSpans(marks.get(id) ?? []).includes(word)) known.unaware.add(`${id} ${word}`)
    }
    page.does(held.cuts, [paragraph, gap], [paragraph, until])
    if (random.chance(70)) paste(page.state.doc.childCount)
  } else if (dice < 84 && until > gap) {
    for (const word of wordsIn(text.slice(gap, until))) known.twice.add(word)
    page.does(held.copies, [paragraph, gap], [paragraph, until])
    paste(doc.childCount)
  } else if (dice < 88 && until > gap) page.does(deleted, [paragraph, gap], [paragraph, until])
  else if (dice < 90 && until > gap) page.does(typed(`${fresh(1)} `), [paragraph, gap], [paragraph, until])
  else if (dice < 94) {
    const headline = fieldOf(ydoc, 'headline')
    const at = random.pick([...headline.toString().matchAll(/(?<= )|^/g)].map(({ index }) => index))
    ydoc.transact(() => headline.insert(at, `${fresh(1)} `, {}))
  } else {
    const before = wordsIn(textOf(ydoc))
    takeBack(undo, page.keep.moves, random.chance(70) ? 'undo' : 'redo')
    // Two who both take a change back each bring its words back.
    for (const word of wordsIn(textOf(ydoc))) if (!before.includes(word)) known.twice.add(word)
  }

  function paste(paragraphs: number): void {
    const to = random.below(paragraphs)
    const places = [...page.state.doc.child(to).textContent.matchAll(/(?<= )|^/g)].map(({ index }) => index)
    page.does(held.pastes, [to, random.pick(places)])
  }
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
