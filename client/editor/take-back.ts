/**
 * Undo and redo, which say what went where as the first doing did (shared/write/moves.ts). Letters of a split go back from
 * its second half, and what a colleague wrote among them goes with them. What a colleague has moved or taken out since
 * stays as the colleague left it: this takes back only what this person did.
 */
import * as Y from 'yjs'
import {
  goesAlong,
  isBare,
  isDead,
  itemOf,
  lettersOf,
  placeOf,
  putLetters,
  removeBlock,
  runsOf,
  textOf,
  textsIn,
  type Letter,
} from '../../shared/write/moved.ts'
import { nameOf, type Id, type Moves, type Pair } from '../../shared/write/moves.ts'

/** Nodes that undo must not take away while a colleague's words are in them. */
export const KEPT = new Set(['paragraph', 'heading', 'pullQuote', 'list', 'listItem', 'notice'])

type StackItem = Y.UndoManager['undoStack'][number]
type Element = Y.XmlElement
type Went = { from: Id; to: Id }

/** @returns whether anything was taken back or done again */
export function takeBack(undoManager: Y.UndoManager, moves: Moves, way: 'undo' | 'redo'): boolean {
  const under = way === 'undo' ? 'undoing' : 'redoing'
  let done = false
  try {
    undoManager.doc.transact((transaction) => {
      const item = undoManager[way]()
      if (item === null) return
      done = true
      moves.forgetCuts()
      // Whoever is told of this transaction when it ends must find it under way, as without what is said here.
      undoManager[under] = true
      undoManager.currStackItem = item
      new TakenBack(transaction, item, moves, takenOutBy(undoManager)).say()
    }, undoManager)
  } finally {
    undoManager[under] = false
    undoManager.currStackItem = null
  }
  return done
}

const takenOutBy =
  ({ undoStack, redoStack }: Y.UndoManager) =>
  ({ client, clock }: Id): boolean =>
    [...undoStack, ...redoStack].some(({ deletions }) => Y.isDeleted(deletions, Y.createID(client, clock)))

class TakenBack {
  private readonly ydoc: Y.Doc
  private readonly begin: number
  /** What this transaction took out. */
  private readonly gone: ReturnType<typeof Y.mergeDeleteSets>
  private readonly pairs: Pair[] = []
  private readonly texts = new Set<Y.XmlText>()
  /** Where letters are now, by what they were last; those that have left a place for it, not only come back. */
  private readonly now = new Map<string, Id>()
  private readonly left = new Set<string>()

  constructor(
    private readonly transaction: Y.Transaction,
    private readonly item: StackItem,
    private readonly moves: Moves,
    /** What this person has taken out, by doing or undoing. */
    private readonly isOwnCut: (id: Id) => boolean,
  ) {
    this.ydoc = transaction.doc
    this.begin = transaction.beforeState.get(this.ydoc.clientID) ?? 0
    // Of a transaction under way it is in no order.
    this.gone = Y.mergeDeleteSets([transaction.deleteSet])
  }

  say(): void {
    const { letters, blocks, without } = this.putBack()
    const emptied = new Set<Y.XmlText>()
    for (const { from, to } of letters) {
      const at = this.moves.whereIs(from)
      const text = itemOf(this.ydoc, to)?.parent
      if (!(text instanceof Y.XmlText)) continue
      if (this.isMine(from, at)) {
        this.goes(at, to)
        if (nameOf(at) !== nameOf(from)) this.left.add(nameOf(at))
        this.texts.add(text)
      } else {
        const place = placeOf(text, to)
        if (place >= 0) text.delete(place, 1)
        emptied.add(text)
      }
    }
    for (const [text, lost] of without) this.putElsewhere(text, lost)
    for (const text of this.textsLeft()) this.bringAlong(text)
    this.clear(emptied)
    this.blocksToo(blocks)
    this.moves.say(this.pairs, this.moves.knownIn(this.texts))
  }

  /** Whether what a letter or block was last is for this person to take back: nobody has moved it or taken it out since. */
  private isMine(from: Id, at: Id): boolean {
    const isIn = (set: typeof this.gone): boolean => Y.isDeleted(set, Y.createID(at.client, at.clock))
    return (
      nameOf(at) === nameOf(from) ||
      isIn(this.gone) ||
      (itemOf(this.ydoc, at)?.deleted !== false && (isIn(this.item.deletions) || this.isOwnCut(at)))
    )
  }

  private goes(from: Id, to: Id): void {
    this.pairs.push({ from, to })
    this.now.set(nameOf(from), to)
  }

  private isNow({ client, clock }: Id): boolean {
    return client === this.ydoc.clientID && clock >= this.begin
  }

  /** The letters and blocks that were put in again, and letters that were not, because their text is gone. */
  private putBack(): { letters: Went[]; blocks: Went[]; without: Map<Y.XmlText, Letter[]> } {
    const [letters, blocks]: [Went[], Went[]] = [[], []]
    const without = new Map<Y.XmlText, Letter[]>()
    Y.iterateDeletedStructs(this.transaction, this.item.deletions, (struct: Y.Item | Y.GC) => {
      if (!(struct instanceof Y.Item)) return
      const { id, redone, content, parent } = struct
      if (redone !== null && !this.isNow(redone)) return
      if (content instanceof Y.ContentString) {
        for (const [i, is] of content.str.split('').entries()) {
          const from = along(id, i)
          if (redone !== null) letters.push({ from, to: along(redone, i) })
          else if (parent instanceof Y.XmlText && isDead(parent) && !Y.isDeleted(this.item.insertions, id))
            without.set(parent, [...(without.get(parent) ?? []), { id: from, is, gone: 'before' }])
        }
      } else if (redone !== null && content instanceof Y.ContentType && content.type instanceof Y.XmlElement)
        blocks.push({ from: id, to: redone })
    })
    return { letters, blocks, without }
  }

  /** A colleague has moved the rest of their paragraph: they go to the letters that they stood beside. */
  private putElsewhere(text: Y.XmlText, lost: readonly Letter[]): void {
    const all = lettersOf(text, null).map(({ id }) => id)
    for (const letter of lost) {
      const at = this.moves.whereIs(letter.id)
      if (!this.isMine(letter.id, at)) continue
      const place = all.findIndex((id) => nameOf(id) === nameOf(letter.id))
      const placed = (id: Id): Id | null => {
        const now = this.now.get(nameOf(this.moves.whereIs(id))) ?? this.moves.whereIs(id)
        return textOf(this.ydoc, now) === null ? null : now
      }
      const before = firstOf(all.slice(0, place).toReversed(), placed)
      const beside = before ?? firstOf(all.slice(place + 1), placed)
      const to = beside && textOf(this.ydoc, beside)
      if (!beside || !to) continue
      const made = putLetters(to, placeOf(to, beside) + (before === null ? 0 : 1), [{ letters: [letter], looks: {} }])[0]!
      this.goes(at, made)
      if (nameOf(at) !== nameOf(letter.id)) this.left.add(nameOf(at))
      this.texts.add(to)
    }
  }

  /** The texts that letters went back from. */
  private textsLeft(): Set<Y.XmlText> {
    const texts = new Set<Y.XmlText>()
    for (const { from } of this.pairs) {
      const text = this.left.has(nameOf(from)) ? itemOf(this.ydoc, from)?.parent : undefined
      if (text instanceof Y.XmlText) texts.add(text)
    }
    for (const text of texts) this.texts.add(text)
    return texts
  }

  /** What colleagues wrote among letters that went back, since these were put there. */
  private bringAlong(text: Y.XmlText): void {
    if (isDead(text)) return
    const letters = lettersOf(text, null)
    const known = new Map<number, number>()
    for (const { id } of letters)
      if (this.left.has(nameOf(id)))
        for (const [client, clock] of this.moves.seenWhenPut(id)) known.set(client, Math.max(known.get(client) ?? 0, clock))
    const kinds = letters.map(({ id, gone }) => {
      if (this.left.has(nameOf(id))) return 'went'
      return gone === null && (this.isNow(id) || id.clock < (known.get(id.client) ?? 0)) ? 'stays' : 'open'
    })
    for (let i = 0; i < letters.length; i++) {
      const isStray = (at: number): boolean =>
        kinds[at] === 'open' && letters[at]!.gone === null && goesAlong((n) => kinds[n], at)
      if (!isStray(i)) continue
      const group = [letters[i]!]
      while (i + 1 < letters.length && isStray(i + 1)) group.push(letters[(i += 1)]!)
      const before = letters.slice(0, i - group.length + 1).findLast(({ id }) => this.left.has(nameOf(id)))
      const after = before === undefined ? letters.slice(i).find(({ id }) => this.left.has(nameOf(id))) : undefined
      const beside = this.now.get(nameOf((before ?? after)!.id))!
      const to = itemOf(this.ydoc, beside)?.parent
      if (!(to instanceof Y.XmlText) || isDead(to)) continue
      const made = putLetters(to, placeOf(to, beside) + (before === undefined ? 0 : 1), runsOf(text, group, this.gone))
      for (const [n, { id }] of group.entries()) {
        text.delete(placeOf(text, id), 1)
        this.goes(id, made[n]!)
      }
    }
  }

  /** Paragraphs that stayed only for a colleague's words, and those whose words stay where a colleague has put them. */
  private clear(emptied: ReadonlySet<Y.XmlText>): void {
    const made = new Set<Y.XmlText>()
    Y.iterateDeletedStructs(this.transaction, this.item.insertions, (struct: Y.Item | Y.GC) => {
      const element = struct instanceof Y.Item ? this.elementNow(struct) : null
      if (element !== null) for (const text of textsIn(element)) made.add(text)
    })
    for (const text of [...this.texts, ...emptied]) {
      const block = text.parent
      if (!(block instanceof Y.XmlElement) || isDead(block) || !isBare(block as Element)) continue
      if (made.has(text) || (emptied.has(text) && this.isNow(block._item!.id))) removeBlock(block as Element)
    }
  }

  private elementNow(item: Y.Item): Element | null {
    let now: Y.Item | null = item
    while (now !== null && now.redone !== null) now = itemOf(this.ydoc, now.redone)
    return now !== null && !now.deleted && now.content instanceof Y.ContentType && now.content.type instanceof Y.XmlElement
      ? (now.content.type as Element)
      : null
  }

  private blocksToo(blocks: readonly Went[]): void {
    const paired = new Set<string>()
    for (const { from, to } of blocks) {
      const at = this.moves.whereIs(from)
      const [was, now] = [itemOf(this.ydoc, at), itemOf(this.ydoc, to)]
      if (now === null || now.deleted) continue
      if (nameOf(at) !== nameOf(from) && was !== null && was.deleted) this.keepKinds(was, now)
      paired.add(nameOf(at))
      this.pairs.push({ from: at, to })
    }
    Y.iterateDeletedStructs(this.transaction, this.transaction.deleteSet, (struct: Y.Item | Y.GC) => {
      if (!(struct instanceof Y.Item) || !(struct.content instanceof Y.ContentType) || paired.has(nameOf(struct.id))) return
      if (struct.content.type instanceof Y.XmlElement && !this.isNow(struct.id)) this.pairs.push({ from: struct.id, to: null })
    })
  }

  /** What a colleague has made of a block meanwhile, a question say, it stays in its old place. */
  private keepKinds(was: Y.Item, now: Y.Item): void {
    const [old, element] = [was, now].map(({ content }) => (content instanceof Y.ContentType ? content.type : null))
    if (!(old instanceof Y.XmlElement) || !(element instanceof Y.XmlElement) || old.nodeName !== element.nodeName) return
    for (const [name, { id, content }] of old._map)
      if (name !== 'id' && id.client !== this.ydoc.clientID && content instanceof Y.ContentAny)
        element.setAttribute(name, content.arr.at(-1) as string)
  }
}

const along = ({ client, clock }: Id, by: number): Id => ({ client, clock: clock + by })

function firstOf(ids: readonly Id[], find: (id: Id) => Id | null): Id | null {
  for (const id of ids) {
    const found = find(id)
    if (found !== null) return found
  }
  return null
}
