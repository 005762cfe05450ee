/**
 * Puts the cards of a margin beside their words. All that is read comes before all that is written, and it is
 * done when the copy or a card gets another size, before that is painted: never at a key that changes neither.
 */
import type { MarginItem } from '../editor/margin.ts'
import type { StoryEditor } from '../editor/story-editor.ts'
import { layOut } from './layout.ts'

/** Between two cards. */
const GAP = 10
/** A card begins a little above its words. */
const ABOVE = 6
/** Room for the copy, the margin and the gap between them. */
const WIDE = 968

/** What there is to be placed. */
export type Placed = { editor: StoryEditor | null; items: readonly MarginItem[]; current: string | null; isBeside: boolean }

export class CardPlaces {
  private readonly watched = new Set<Element>()
  private readonly sizes = new ResizeObserver((entries) => {
    const galley = entries.find(({ target }) => target.classList.contains('galley'))
    if (galley !== undefined) this.widened(galley.contentRect.width >= WIDE)
    this.place()
  })

  /** @param widened told whether the margin has room beside the copy */
  constructor(
    private readonly host: HTMLElement,
    private readonly placed: () => Placed,
    private readonly widened: (isBeside: boolean) => void,
  ) {}

  stop(): void {
    this.sizes.disconnect()
    this.watched.clear()
  }

  private get list(): HTMLElement | null {
    return this.host.querySelector('.margin-items')
  }

  private get galley(): Element | null {
    return this.host.closest('.galley')
  }

  /** Looks after what is on the page now. */
  watch(): void {
    const wanted = new Set<Element>(this.host.querySelectorAll('.margin-item, .margin-head, .detached'))
    const { editor } = this.placed()
    for (const one of [editor?.querySelector('.copy'), this.galley, this.galley?.querySelector('.paper .head')])
      if (one) wanted.add(one)
    for (const one of this.watched) {
      if (wanted.has(one)) continue
      this.sizes.unobserve(one)
      this.watched.delete(one)
    }
    for (const one of wanted) {
      if (this.watched.has(one)) continue
      this.sizes.observe(one)
      this.watched.add(one)
    }
  }

  place(): void {
    const { list } = this
    const { editor, items, current, isBeside } = this.placed()
    const review = editor?.review ?? null
    if (review === null || !isBeside || list === null) return
    const boxes = [...list.querySelectorAll<HTMLElement>(':scope > .margin-item')]
    // The next drawing places them.
    if (boxes.length !== items.length) return
    const base = list.getBoundingClientRect().top
    const tops = review.tops(items)
    const cards = items.map(({ key, spots }, i) => ({
      want: (tops.get(key) ?? this.fieldTop(spots[0]!)) - base - ABOVE,
      height: boxes[i]!.offsetHeight,
    }))
    const places = layOut(
      cards,
      GAP,
      0,
      items.findIndex(({ key }) => key === current),
    )
    boxes.forEach((box, i) => {
      const at = `0 ${Math.round(places[i]!)}px`
      if (box.style.translate !== at) box.style.translate = at
      // From where it first stands nothing slides in.
      if (!box.classList.contains('is-placed')) requestAnimationFrame(() => box.classList.add('is-placed'))
    })
    const height = places.length === 0 ? '' : `${Math.round(places.at(-1)! + cards.at(-1)!.height)}px`
    if (list.style.minHeight !== height) list.style.minHeight = height
  }

  topOf(item: MarginItem): number {
    return this.placed().editor?.review?.tops([item]).get(item.key) ?? this.fieldTop(item.spots[0]!)
  }

  private fieldTop({ field, from }: MarginItem['spots'][number]): number {
    const box = this.galley?.querySelector(`shared-field[data-name="${field}"]`)
    const mark = box?.querySelector(`.field-marks [data-from="${from}"]`)
    return (mark ?? box)?.getBoundingClientRect().top ?? 0
  }

  /** Its words come into sight, and on a small screen not behind the sheet. */
  reveal(item: MarginItem): void {
    const top = this.topOf(item)
    const foot = this.placed().isBeside ? innerHeight - 80 : innerHeight * 0.34
    if (top < 130 || top > foot) scrollBy({ top: top - Math.max(160, innerHeight * 0.2) })
  }

  /** The button beside what is selected. @param top null: nothing is */
  placeAdd(add: HTMLElement, top: number | null): void {
    add.hidden = top === null
    const { list } = this
    if (top === null || list === null || !this.placed().isBeside) return
    add.style.translate = `0 ${Math.round(top - this.host.getBoundingClientRect().top - 5)}px`
  }
}
