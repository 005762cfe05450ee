/**
 * Comments of a file that is brought into a story become threads on the same words, in the name of whoever brings it in
 * and beginning with who said it. One whose words are not found, or might be in several places, stays only listed; so does
 * one that says it is legal, unless whoever brings it in may see such threads.
 */
import type * as Y from 'yjs'
import { putThread } from '../../db/threads.ts'
import type { CommentsTable, ThreadsTable } from '../../db/schema.ts'
import type { Also } from '../../db/updates.ts'
import { oneLine, words as visible } from '../../shared/body/spans.ts'
import type { FileComment } from '../../shared/import/draft.ts'
import type { Reading } from '../../shared/import/read.ts'
import { mark, sameQuote, textsOfBody } from '../../shared/review/anchors.ts'
import { FIELDS, fieldOf } from '../../shared/story.ts'
import { kindSaid, type ThreadKind } from '../../shared/thread-kinds.ts'
import { newId } from '../secrets.ts'
import { placeOn, rowOf } from './places.ts'

/** Letters that are looked through at most, for all of them together: everybody waits meanwhile. A long interview has 100,000. */
const MOST_LETTERS = 50_000_000
const LONGEST_NAME = 100

type FromFile = { thread: ThreadsTable; comments: Pick<CommentsTable, 'id' | 'text'>[] }

export class ThreadsFromFile {
  readonly threads: FromFile[] = []
  /** The places, among the remarks of the file, of those that are threads now. */
  readonly placed = new Set<number>()

  constructor(
    private readonly reading: Reading,
    private readonly about: { storyId: string; by: string; now: number; most: number; maySeeLegal: boolean },
  ) {}

  /**
   * Puts their marks on the words; part of the edit that takes the file in.
   * @param had so many texts of the body are not of the file
   */
  putOnWords(ydoc: Y.Doc, had: number): void {
    // A field the story had before has other words.
    const fields = FIELDS.filter((field) => fieldOf(ydoc, field).toString() === this.reading[field])
    const texts = [...fields.map((field) => fieldOf(ydoc, field)), ...textsOfBody(ydoc).slice(had)]
    const letters = texts.reduce((sum, text) => sum + text.length, 1)
    const talks = new Talks()
    for (const comment of this.reading.comments.slice(0, Math.floor(MOST_LETTERS / letters))) {
      const { kind, text } = kindSaid(comment.text)
      const talk = talks.of(comment)
      // What says nothing of itself in answer to something legal is as legal, and no more for all to see.
      if ((talk === 'hushed' && kind === null) || (kind === 'legal' && !this.about.maySeeLegal)) {
        talks.put(comment, 'hushed')
        continue
      }
      const isReply = talk !== null && talk !== 'hushed' && (kind === null || kind === talk.thread.kind)
      const thread = isReply ? talk : this.threadOn(ydoc, texts, comment, kind ?? 'remark')
      talks.put(comment, thread)
      if (thread === null) continue
      thread.comments.push({ id: newId(), text: said({ ...comment, text }) })
      this.placed.add(comment.remark)
    }
  }

  private threadOn(ydoc: Y.Doc, texts: readonly Y.Text[], comment: FileComment, kind: ThreadKind): FromFile | null {
    if (this.threads.length >= this.about.most) return null
    const spans = sameQuote(texts, comment)
    const place = spans && placeOn(ydoc, spans)
    if (spans === null || place === null) return null
    const { storyId, by, now } = this.about
    const made: FromFile = { thread: rowOf({ id: newId(), kind }, place, storyId, by, now), comments: [] }
    // Marks are seen by all.
    if (kind !== 'legal') mark(spans, made.thread.id)
    this.threads.push(made)
    return made
  }

  /** Goes to disk with the edit, or not at all. */
  readonly also: Also = async (trx) => {
    for (const { thread, comments } of this.threads) await putThread(trx, thread, comments)
  }
}

/** A thread that was made, or one that is not for all to see. */
type Talk = FromFile | 'hushed' | null

/** Which comment of the file goes on with which. */
class Talks {
  private readonly byRemark = new Map<number, Talk>()
  private last: FileComment | null = null

  of({ answers, quote, nth }: FileComment): Talk {
    const { last } = this
    if (answers === undefined && last !== null && last.quote === quote && last.nth === nth) answers = last.remark
    return answers === undefined || answers === null ? null : (this.byRemark.get(answers) ?? null)
  }

  put(comment: FileComment, talk: Talk): void {
    this.byRemark.set(comment.remark, talk)
    this.last = comment
  }
}

const said = ({ who, text }: FileComment): string => `${oneLine(who.slice(0, LONGEST_NAME)) || 'Somebody'}: ${visible(text)}`
