/**
 * A story's style as it is written: sends the worker what has changed, and keeps what it found. The worker is
 * told of a block once; the answer is about the body as it was asked, and is carried over to what it is now.
 */
import type { Node } from 'prosemirror-model'
import type * as Y from 'yjs'
import { SEVERITIES, type Finding, type Severity } from '../../shared/style/finding.ts'
import type { Spot } from './issues.ts'
import { Pause } from './pause.ts'
import type { HouseRule } from '../../shared/style/house.ts'
import { blocksOf, FIELDS_CHECKED, type Block } from '../../shared/style/passages.ts'
import { fieldOf, readSettings, settingsOf, speakersOf, stetOf, type Field } from '../../shared/story.ts'

export type House = { rules: HouseRule[]; off: string[] }

type Fields = Record<Field, string>
export type ToWorker =
  | { house: House }
  | { number: number; order: number[]; fresh: Block[]; fields: Fields; lang: string; speakers: string[] }
export type FromWorker = { number: number; findings: Finding[] }

/** After the last key; while somebody goes on typing, at least this often. */
const SOON = 150
const AT_LAST = 1_000

/** What one does not want to see stays out of sight in this browser. */
const KEPT = 'copydesk.checks.hidden'

function keptHidden(): ReadonlySet<Severity> {
  try {
    const kept = localStorage.getItem(KEPT)?.split(' ') ?? []
    return new Set(SEVERITIES.filter((one) => kept.includes(one)))
  } catch {
    // A browser that keeps nothing shows everything.
    return new Set()
  }
}

function keepHidden(hidden: ReadonlySet<Severity>): void {
  try {
    localStorage.setItem(KEPT, [...hidden].join(' '))
  } catch {
    // It holds while this page is open.
  }
}

export class StoryStyle extends EventTarget {
  /** What was found in `checked`, whether or not somebody lets it stand. */
  findings: readonly Finding[] = []
  /** The body as it was when it was checked. */
  checked: Node | null = null
  /** Which finding is shown; the walk and a click choose it. */
  current: string | null = null
  /** Where it was gone to: the same words may be odd twice in a paragraph. */
  at: Spot | null = null
  /** From where the walk goes on for who comes out of a field: an order as the margin's (`margin.ts`). */
  resumeAt: number | null = null
  /** Kinds of findings this person does not want to see now. */
  hidden: ReadonlySet<Severity> = keptHidden()
  /** Rises with every change of what is found or shown. */
  turn = 0
  /** The checks are not running. */
  trouble = false

  private worker: Worker | null = null
  private house: House = { rules: [], off: [] }
  private readonly numbers = new WeakMap<Node, number>()
  private readonly sent = new Set<number>()
  private last = 0
  private asked: { number: number; body: Node; fields: Fields } | null = null
  private fields: Fields | null = null
  private body: Node | null = null
  private dirty = false
  private readonly pause = new Pause(() => this.ask(), SOON, AT_LAST)
  private readonly stopWatching: () => void

  /**
   * @param ydoc what is checked: the story, or somebody's fork of it
   * @param story where it is kept for everybody what was let stand; whoever may not write there lets things stand in
   *   the fork, and for themselves
   */
  constructor(
    readonly ydoc: Y.Doc,
    private readonly story: { ydoc: Y.Doc; mayWrite: boolean },
  ) {
    super()
    const again = (): void => {
      // Where findings stand in a field is another place by now.
      this.turn++
      this.pause.stir()
    }
    const parts = [...FIELDS_CHECKED.map((field) => fieldOf(ydoc, field)), speakersOf(ydoc), settingsOf(ydoc)]
    for (const part of parts) part.observe(again)
    const stets = new Set([stetOf(ydoc), stetOf(story.ydoc)])
    for (const stet of stets) stet.observe(this.told)
    this.stopWatching = () => {
      for (const part of parts) part.unobserve(again)
      for (const stet of stets) stet.unobserve(this.told)
    }
  }

  /** The rules of the house; until they are known only the built-in checks run. */
  use(house: House): void {
    this.house = house
    if (this.worker !== null) this.tell(this.worker, { house })
    this.pause.stir()
  }

  /** The body has changed. */
  look(body: Node): void {
    this.body = body
    this.pause.stir()
  }

  hide(severity: Severity, hidden: boolean): void {
    const next = new Set(this.hidden)
    if (hidden) next.add(severity)
    else next.delete(severity)
    this.hidden = next
    keepHidden(next)
    this.told()
  }

  /** @param spot where it is, when it was gone to: the page brings a field above the body to the eye */
  show(key: string | null, spot?: Spot): void {
    const isAnother = this.current !== key || (spot !== undefined && spot.place !== this.at?.place)
    this.at = spot ?? null
    this.current = key
    if (isAnother) this.told()
    if (spot !== undefined && spot.field !== null) this.dispatchEvent(new CustomEvent('field', { detail: spot }))
  }

  isStet(key: string): boolean {
    return stetOf(this.ydoc).has(key) || stetOf(this.story.ydoc).has(key)
  }

  letStand(key: string, stands: boolean): void {
    const stet = stetOf(this.story.mayWrite ? this.story.ydoc : this.ydoc)
    if (stands) stet.set(key, true)
    else stet.delete(key)
  }

  numberOf(block: Node): number | undefined {
    return this.numbers.get(block)
  }

  /** A field as it was when it was checked. */
  fieldChecked(field: Field): string {
    return this.fields?.[field] ?? ''
  }

  fieldNow(field: Field): string {
    return fieldOf(this.ydoc, field).toString()
  }

  stop(): void {
    this.pause.stop()
    this.stopWatching()
    this.worker?.terminate()
    this.worker = null
  }

  private readonly told = (): void => {
    this.turn++
    this.dispatchEvent(new Event('change'))
  }

  private ask(): void {
    const { body } = this
    if (body === null) return
    if (this.asked !== null) {
      this.dirty = true
      return
    }
    this.worker ??= this.start()
    const number = ++this.last
    const blocks = blocksOf(body, (node) => {
      const known = this.numbers.get(node)
      if (known !== undefined) return known
      const fresh = ++this.last
      this.numbers.set(node, fresh)
      return fresh
    })
    const order = blocks.map((block) => block.number)
    const fresh = blocks.filter((block) => !this.sent.has(block.number))
    this.sent.clear()
    for (const one of order) this.sent.add(one)
    const fields = Object.fromEntries(FIELDS_CHECKED.map((field) => [field, this.fieldNow(field)])) as Fields
    this.asked = { number, body, fields }
    this.tell(this.worker, {
      number,
      order,
      fresh,
      fields,
      lang: readSettings(this.ydoc).lang,
      speakers: [...speakersOf(this.ydoc).values()].map(({ name }) => name).filter((name) => typeof name === 'string'),
    })
  }

  private tell(worker: Worker, message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(message)
  }

  private start(): Worker {
    const worker = new Worker(new URL('style-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.answered(data))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      this.failed()
    })
    this.tell(worker, { house: this.house })
    this.sent.clear()
    return worker
  }

  private answered({ number, findings }: FromWorker): void {
    if (this.asked?.number !== number) return
    this.checked = this.asked.body
    this.fields = this.asked.fields
    this.findings = findings
    this.asked = null
    this.trouble = false
    this.told()
    if (this.dirty) {
      this.dirty = false
      this.ask()
    }
  }

  /** Said on the page; the next change of the story tries again with a new worker. */
  private failed(): void {
    this.worker?.terminate()
    this.worker = null
    this.asked = null
    this.dirty = false
    this.trouble = true
    this.told()
  }
}
