/**
 * Writes a text as write-story.ts does, and says of words that it had taken out and now puts in again that they are the
 * same (moves.ts): whoever has carried them elsewhere meanwhile, and had heard of neither, would have them twice.
 */
import * as Y from 'yjs'
import { bodyOf, type StoryText } from '../story.ts'
import { itemOf, lettersOf, textsCut, textsIn, wordsOf, type Letter } from './moved.ts'
import { Moves, nameOf, type Id } from './moves.ts'
import { runs, sameWords, type Placed } from './same-words.ts'
import { hasNew } from './write-body.ts'
import { writeStory } from './write-story.ts'

/** Neighbours that were taken out: what they said, and which letters they were, as runs of client, clock and length. */
export type Gone = { words: string; ids: number[] }

/** So many letters are remembered. */
const MOST = 4000

/** What a text of earlier had that is nowhere now. */
export function goneSince(then: Y.Doc, ydoc: Y.Doc): Gone[] {
  const moves = new Moves(ydoc)
  const texts = (bodyOf(then).toArray() as Y.XmlElement[]).flatMap((block) => [...textsIn(block)])
  const there = texts
    .flatMap((text) => placed(text, ({ gone }) => gone === null))
    .map((letter) => (isThere(ydoc, letter.id) ? letter : { ...letter, id: moves.whereIs(letter.id) }))
  return packed(runs(there, ({ id }) => !isThere(ydoc, id)))
}

/**
 * In one transaction of the caller's, or its own.
 * @param gone what was taken out before
 * @returns what is to be remembered from now on
 */
export function writeAgain(ydoc: Y.Doc, text: StoryText, gone: readonly Gone[]): Gone[] {
  return ydoc.transact((transaction) => {
    const begin = Y.getState(ydoc.store, ydoc.clientID)
    writeStory(ydoc, text)
    const moves = new Moves(ydoc)
    const isNew = ({ client, clock }: Id): boolean => client === ydoc.clientID && clock >= begin
    const isItself = (id: Id): boolean => nameOf(moves.firstOf(id)) === nameOf(id)
    // What was carried elsewhere and taken out there is another matter.
    const mayCome = ({ id }: Letter): boolean => !moves.wasMoved(id) || isThere(ydoc, moves.whereIs(id))
    const remembered = gone.map((run) => lettersOfGone(run).filter(mayCome))
    const put = remembered.length === 0 ? [] : runs(newIn(ydoc, isNew), ({ id }) => isNew(id) && isItself(id))
    const again = sameWords(remembered, put)
    moves.say(
      again.map(([from, to]) => ({ from: from.id, to: to.id })),
      new Map(),
    )
    // What was taken out by this can still be read.
    const lost = runs(
      [...textsCut(transaction)].flatMap((one) => placed(one, ({ id, is }) => is !== '' && !isNew(id))),
      (letter) => letter.gone !== null && !moves.wasMoved(letter.id),
    )
    // What has come again, or been carried elsewhere, is not out any more.
    return packed(latest([...remembered.map((run) => run.filter(({ id }) => !moves.wasMoved(id))), ...lost]))
  })
}

/** The letters that are there, of blocks that have new ones. */
const newIn = (ydoc: Y.Doc, isNew: (id: Id) => boolean): Placed[] =>
  (bodyOf(ydoc).toArray() as Y.XmlElement[])
    .filter((block) => hasNew(block, isNew))
    .flatMap((block) => [...textsIn(block)])
    .flatMap((text) => placed(text, ({ gone }) => gone === null))

const isThere = (ydoc: Y.Doc, id: Id): boolean => itemOf(ydoc, id)?.deleted === false

const placed = (text: Y.XmlText, isSo: (letter: Letter) => boolean): Placed[] =>
  lettersOf(text, null)
    .filter(isSo)
    .map((letter, pos) => ({ ...letter, pos, text }))

function latest(all: readonly (readonly Letter[])[]): readonly (readonly Letter[])[] {
  let left = MOST
  return all
    .filter((run) => run.length > 0)
    .toReversed()
    .filter((run) => (left -= run.length) >= 0)
    .toReversed()
}

const packed = (all: readonly (readonly Letter[])[]): Gone[] => all.map((run) => ({ words: wordsOf(run), ids: idsOf(run) }))

function idsOf(run: readonly Letter[]): number[] {
  const ids: number[] = []
  let length = 0
  run.forEach(({ id: { client, clock } }, i) => {
    const before = run[i - 1]?.id
    length = client === before?.client && clock === before.clock + 1 ? length + 1 : 1
    if (length === 1) ids.push(client, clock, 1)
    else ids[ids.length - 1] = length
  })
  return ids
}

function lettersOfGone({ words, ids }: Gone): (Letter & { text: null })[] {
  const letters: (Letter & { text: null })[] = []
  for (let i = 0; i < ids.length; i += 3)
    for (let by = 0; by < ids[i + 2]!; by++) {
      const id = { client: ids[i]!, clock: ids[i + 1]! + by }
      letters.push({ id, is: words[letters.length]!, gone: 'before', text: null })
    }
  return letters
}
