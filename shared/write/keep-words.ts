/**
 * Keeps words where they belong when two people work on the same paragraphs. A colleague who splits, joins or moves a
 * paragraph takes out the letters she sees and puts them in elsewhere (shared/write/moves.ts). Ours that she had not
 * seen stay behind: here they follow, each client taking its own, so that it happens once and in their author's name.
 * Letters that two people moved at the same time are there twice: whoever learns of it deletes the second ones, all
 * the same ones, and a deletion counts once however often it is made.
 */
import * as Y from 'yjs'
import { NOT_APART, isOfWord, standsApart, type Apart } from './apart.ts'
import {
  elementsCut,
  goesAlong,
  isBare,
  isDead,
  itemOf,
  lettersOf,
  placeOf,
  placeOfDead,
  putLetters,
  removeBlock,
  runsOf,
  takeLetters,
  textOf,
  textsCut,
  withoutThreads,
  wordsOf,
  type Letter,
  type Run,
} from './moved.ts'
import { Moves, covers, nameOf, type Id, type Step } from './moves.ts'

type Element = Y.XmlElement
type Deed = () => void
/** Of an update can be told what of ours its author had seen: what it deletes by name. A sync step 2 names all that is deleted. */
type Heard = { update: Uint8Array; whole: boolean; seen: ((id: Id) => boolean) | null }

export class KeepWords {
  readonly moves: Moves
  private heard: Heard | null = null
  private mending = false
  /** Letters have gone or moved since this was last set false. */
  stirred = false

  /**
   * @param origin of the edits it makes, so that undo knows them as this person's
   * @param fresh an id for a paragraph that must be made for words that have none left
   */
  constructor(
    private readonly ydoc: Y.Doc,
    private readonly body: Y.XmlFragment,
    private readonly origin: unknown,
    private readonly fresh: () => string,
  ) {
    this.moves = new Moves(ydoc)
    ydoc.on('afterTransaction', this.look)
  }

  stop(): void {
    this.ydoc.off('afterTransaction', this.look)
  }

  /** The bytes that the next transaction is made of; `whole`: of a sync step 2. */
  hears(update: Uint8Array, whole: boolean): void {
    this.heard = { update, whole, seen: null }
  }

  private readonly isMine = ({ id }: Letter): boolean => id.client === this.ydoc.clientID

  private readonly look = (transaction: Y.Transaction): void => {
    if (this.mending) return
    const { heard } = this
    this.heard = null
    if (transaction.local) return
    const steps = this.moves.readNew(transaction)
    if (steps.length === 0 && transaction.deleteSet.clients.size === 0) return
    this.stirred = true
    const second = this.moves.secondCopies(steps)
    const secondTexts = new Set(second.map((id) => textOf(this.ydoc, id)).filter((text) => text !== null))
    const gone = new Set(second.map(nameOf))
    const deeds = [
      ...[...textsCut(transaction), ...secondTexts].flatMap((text) => this.follow(text, transaction, steps, gone, heard)),
      ...this.kindsFollow(transaction, heard),
      ...this.oneIsEnough(second),
      ...[...textsCut(transaction)].flatMap((text) => this.emptySecond(text)),
    ]
    if (deeds.length === 0) return
    this.mending = true
    try {
      this.ydoc.transact(() => {
        for (const deed of deeds) deed()
      }, this.origin)
    } finally {
      this.mending = false
    }
  }

  /** Letters of ours that a text lost its letters around, or that went with it unseen. */
  private follow(
    text: Y.XmlText,
    transaction: Y.Transaction,
    steps: readonly Step[],
    second: ReadonlySet<string>,
    heard: Heard | null,
  ): Deed[] {
    const letters = lettersOf(text, transaction)
    if (!letters.some((letter) => letter.gone !== 'before' && this.isMine(letter))) return []
    const went = letters.map(({ id, gone }) =>
      gone === null ? second.has(nameOf(id)) : this.moves.wasMoved(id) || this.moves.isSecond(id),
    )
    // From which of ours on: whoever took it and knew ours left them there, as we do ourselves.
    const taken = letters.map(({ id, gone }) =>
      gone !== null ? this.moves.unknownToTaker(id, this.ydoc.clientID) : second.has(nameOf(id)) ? 0 : Infinity,
    )
    // The second of two paragraphs goes when it is empty, as far as whoever takes it out can see.
    const block = text.parent instanceof Y.XmlElement ? text.parent._item : null
    const wasSecond = heard?.whole === true && block !== null && this.moves.isSecond(block.id)
    const movers = new Set(
      steps
        .filter(
          ({ from, length, seen: known }) =>
            known.size > 0 &&
            (letters.some(({ id }) => covers(from, length, id)) || (block !== null && nameOf(from) === nameOf(block.id))),
        )
        .map((one) => one.seen),
    )
    // Out of a text that is there, only who knows a letter takes it.
    const seen = ({ id, gone }: Letter): boolean =>
      (gone !== null && !isDead(text)) ||
      (movers.size === 0
        ? !wasSecond && this.wasSeen(id, heard)
        : [...movers].every((one) => (one.get(id.client) ?? 0) > id.clock))
    const staysWord = letters.some((one, at) => one.gone === null && !went[at] && !this.isMine(one) && isOfWord(one))
    const deeds: Deed[] = []
    const homeless: Run[] = []
    for (let i = 0; i < letters.length; i++) {
      if (!this.isStray(letters, i, went, taken, seen)) continue
      const group = [letters[i]!]
      while (i + 1 < letters.length && this.isStray(letters, i + 1, went, taken, seen)) group.push(letters[(i += 1)]!)
      // A blank that is needed here, too, as words stay.
      if (group[0]!.gone === null && wordsOf(group).trim() === '' && staysWord) continue
      const { clock } = group[0]!.id
      const before = i - group.length
      const after = i + 1
      const withIt = (at: number): boolean => went[at]! && taken[at]! <= clock
      const wentNow = group[0]!.gone === 'now'
      // What had gone before stands in another place of its text by now.
      const place =
        this.placeBeside(letters, (at) => wentNow && withIt(at) && letters[at]!.gone !== 'before', before, after) ??
        this.placeBeside(letters, withIt, before, after) ??
        this.placeBeside(letters, (at) => went[at]!, before, after)
      const runs = runsOf(text, group, transaction.deleteSet)
      // Within their text they follow who moves words there, not who only follows others: two would chase each other for ever.
      if (place !== null && (movers.size > 0 || textOf(this.ydoc, place.id) !== text))
        deeds.push(this.bring(text, place, runs, standsApart(letters, before + 1, after)))
      else if (place === null && group[0]!.gone === 'now') homeless.push(...runs)
    }
    if (homeless.some(({ letters: some }) => wordsOf(some).trim() !== '')) deeds.push(this.inParagraphOfTheirOwn(text, homeless))
    return deeds
  }

  private isStray(
    letters: readonly Letter[],
    i: number,
    went: readonly boolean[],
    taken: readonly number[],
    seen: (letter: Letter) => boolean,
  ): boolean {
    const letter = letters[i]!
    if (!this.isMine(letter) || went[i] || letter.gone === 'before' || seen(letter)) return false
    if (letter.gone === 'now') return true
    // Still there: only where everything around it was taken.
    const kindAt = (at: number): 'went' | 'stays' | 'open' | undefined => {
      const one = letters[at]
      if (one === undefined) return undefined
      if (taken[at]! <= letter.id.clock) return 'went'
      return one.gone === null && !this.isMine(one) ? 'stays' : 'open'
    }
    return goesAlong(kindAt, i)
  }

  /** Where the words around a gap are now: behind the one before it, or before the one after it. */
  private placeBeside(letters: readonly Letter[], went: (at: number) => boolean, before: number, after: number): Place | null {
    const now = (at: number): Id | null => {
      const id = went(at) ? this.moves.whereIs(letters[at]!.id) : null
      return id !== null && textOf(this.ydoc, id) !== null ? id : null
    }
    for (let i = before; i >= 0; i--) {
      const id = now(i)
      if (id !== null) return { id, by: 1 }
    }
    for (let i = after; i < letters.length; i++) {
      const id = now(i)
      if (id !== null) return { id, by: 0 }
    }
    return null
  }

  private bring(from: Y.XmlText, place: Place, runs: readonly Run[], apart: Apart): Deed {
    return () => {
      // What it goes beside may just have followed others itself.
      const id = this.moves.whereIs(place.id)
      const to = textOf(this.ydoc, id)
      if (to === null) return
      this.insert(to, placeOf(to, id) + place.by, runs, apart)
      takeLetters(from, runs)
      removeIfEmpty(from)
    }
  }

  /** Words that nobody wrote as one stay two. */
  private insert(to: Y.XmlText, at: number, runs: readonly Run[], apart: Apart): void {
    const group = runs.flatMap(({ letters }) => letters)
    const there = lettersOf(to, null).filter(({ gone }) => gone === null)
    const needsBefore = apart.before && isOfWord(there[at - 1]) && isOfWord(group[0])
    const needsAfter = apart.after && isOfWord(there[at]) && isOfWord(group.at(-1))
    const made = putLetters(to, at, runs)
    if (needsAfter) to.insert(at + made.length, ' ')
    if (needsBefore) to.insert(at, ' ')
    this.moves.say(
      group.map(({ id }, i) => ({ from: id, to: made[i]! })),
      new Map(),
    )
  }

  /** Their paragraph is gone and nothing took its place: they get one. */
  private inParagraphOfTheirOwn(text: Y.XmlText, runs: readonly Run[]): Deed {
    return () => {
      if (!isDead(text)) return
      const place = placeOfDead(text)
      if (place === null) return
      const made = new Y.XmlElement(place.block.nodeName === 'listItem' ? 'listItem' : 'paragraph')
      place.holder.insert(place.at, [made as Element])
      made.setAttribute('id', this.fresh())
      const words = new Y.XmlText()
      made.insert(0, [words])
      // On which words a thread is, where all those around them are gone, is not for us to say.
      this.insert(words, 0, withoutThreads(runs), NOT_APART)
    }
  }

  private wasSeen({ client, clock }: Id, heard: Heard | null): boolean {
    if (heard === null) return true
    if (heard.seen === null) {
      const { ds } = Y.decodeUpdate(heard.update)
      heard.seen = (id) => Y.isDeleted(ds, Y.createID(id.client, id.clock))
    }
    return heard.seen({ client, clock })
  }

  /** What we made of a paragraph (a question, say) that was moved meanwhile, it becomes in its new place. */
  private kindsFollow(transaction: Y.Transaction, heard: Heard | null): Deed[] {
    const deeds: Deed[] = []
    for (const element of elementsCut(transaction)) {
      const item = element._item
      const now = item && this.moves.wasMoved(item.id) ? itemOf(this.ydoc, this.moves.whereIs(item.id)) : null
      const twin = now !== null && now.content instanceof Y.ContentType ? now.content.type : null
      if (!(twin instanceof Y.XmlElement) || twin.nodeName !== element.nodeName) continue
      for (const [name, { id, length, content }] of element._map) {
        if (name === 'id' || id.client !== this.ydoc.clientID || !(content instanceof Y.ContentAny)) continue
        if (this.wasSeen({ client: id.client, clock: id.clock + length - 1 }, heard)) continue
        const value = content.arr.at(-1) as string
        deeds.push(() => {
          if (!isDead(twin)) twin.setAttribute(name, value)
        })
      }
    }
    return deeds
  }

  /** Takes out second copies; a paragraph that has nothing else goes with them. */
  private oneIsEnough(second: readonly Id[]): Deed[] {
    return second.map((id) => () => {
      const text = textOf(this.ydoc, id)
      if (text !== null) {
        const at = placeOf(text, id)
        if (at >= 0) text.delete(at, 1)
        removeIfEmpty(text)
        return
      }
      const block = elementOf(this.ydoc, id)
      if (block === null || isDead(block)) return
      this.moveOver(block, elementOf(this.ydoc, this.moves.whereIs(id)))
      if (isBare(block)) removeBlock(block)
    })
  }

  /** The second of two paragraphs, when its last word has gone elsewhere. */
  private emptySecond(text: Y.XmlText): Deed[] {
    const block = text.parent
    const item = block instanceof Y.XmlElement && !isDead(block) ? block._item : null
    return item !== null && this.moves.isSecond(item.id) ? [() => removeIfEmpty(text)] : []
  }

  /** Ours that stands in the second of two paragraphs goes to the first. */
  private moveOver(second: Element, first: Element | null): void {
    const from = second.firstChild
    const to = first?.firstChild
    if (!(from instanceof Y.XmlText) || !(to instanceof Y.XmlText) || isDead(to)) return
    const letters = lettersOf(from, null)
    const own = letters.filter((letter) => letter.gone === null && this.isMine(letter))
    if (own.length === 0) return
    const runs = runsOf(from, own, null)
    this.insert(to, to.length, runs, standsApart(letters, letters.indexOf(own[0]!), letters.length))
    takeLetters(from, runs)
  }
}

type Place = { id: Id; by: 0 | 1 }

function elementOf(ydoc: Y.Doc, id: Id): Element | null {
  const item = itemOf(ydoc, id)
  const type = item !== null && item.content instanceof Y.ContentType ? item.content.type : null
  return type instanceof Y.XmlElement ? (type as Element) : null
}

function removeIfEmpty(text: Y.XmlText): void {
  const block = text.parent
  if (block instanceof Y.XmlElement && !isDead(block) && isBare(block as Element)) removeBlock(block as Element)
}
