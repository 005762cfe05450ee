/**
 * Keeps a colleague's caret in sight, wherever in the story it goes, until one does something oneself. Nothing of it
 * is told to anybody.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { LiveStory } from '../sync/live-story.ts'

/** Where the caret may be without the page moving, of what is free between the bars. */
const CALM = { from: 0.12, to: 0.78 }
/** Where it is brought to. */
const BRING_TO = 0.4
/** Keys that do nothing by themselves. */
const ONLY_HELD = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'])

type Moved = { added: number[]; updated: number[] }

export class Follow implements ReactiveController {
  /** Whom, by their id. */
  person: string | null = null
  private live: LiveStory | null = null
  /** The window of theirs in which they did something last. */
  private client: number | null = null
  private waiting = false
  private until: AbortController | null = null

  constructor(private readonly host: ReactiveControllerHost & HTMLElement) {
    host.addController(this)
  }

  hostDisconnected(): void {
    this.stop()
  }

  /** Begins, or ends when it is them already. */
  turn(person: string, live: LiveStory): void {
    const isOn = this.person === person
    this.stop()
    if (isOn) return
    this.person = person
    this.live = live
    this.client = null
    live.awareness.on('change', this.moved)
    live.ydoc.on('update', this.soon)
    this.until = new AbortController()
    const { signal } = this.until
    addEventListener('keydown', this.keyed, { capture: true, signal })
    for (const kind of ['pointerdown', 'wheel', 'touchmove'] as const)
      addEventListener(kind, this.acted, { capture: true, passive: true, signal })
    this.soon()
    this.host.requestUpdate()
  }

  stop(): void {
    if (this.person === null) return
    this.until?.abort()
    this.live?.awareness.off('change', this.moved)
    this.live?.ydoc.off('update', this.soon)
    this.person = null
    this.live = null
    this.host.requestUpdate()
  }

  private readonly acted = ({ target }: Event): void => {
    if (target instanceof Node && this.host.contains(target)) return
    this.stop()
  }

  private readonly keyed = (event: KeyboardEvent): void => {
    if (ONLY_HELD.has(event.key)) return
    if (event.key === 'Escape') {
      // It ends this and nothing else.
      event.preventDefault()
      event.stopPropagation()
      this.stop()
    } else this.acted(event)
  }

  private readonly moved = ({ added, updated }: Moved): void => {
    const theirs = this.live?.here.find(({ id }) => id === this.person)?.clients ?? []
    this.client = [...updated, ...added].find((client) => theirs.includes(client)) ?? this.client
    this.soon()
  }

  /** The caret is drawn a moment after it was told where it is. */
  private readonly soon = (): void => {
    if (this.waiting) return
    this.waiting = true
    setTimeout(() =>
      requestAnimationFrame(() => {
        this.waiting = false
        this.look()
      }),
    )
  }

  private look(): void {
    const at = this.place()?.getBoundingClientRect()
    if (at === undefined) return
    const top = document.querySelector('.story-bands')?.getBoundingClientRect().bottom ?? 0
    const free = innerHeight - top
    const middle = (at.top + at.bottom) / 2 - top
    if (middle > CALM.from * free && middle < CALM.to * free) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollBy({ top: middle - BRING_TO * free, behavior: isCalm ? 'instant' : 'smooth' })
  }

  /** Their caret in the copy, or the field they are in. */
  private place(): Element | null {
    const person = this.live?.here.find(({ id }) => id === this.person)
    if (person === undefined) return null
    const clients = this.client === null ? person.clients : [this.client, ...person.clients]
    for (const client of clients) {
      const caret = document.querySelector(`story-editor .caret[data-client="${client}"]`)
      if (caret !== null) return caret
    }
    if (person.field === null || person.field === 'body') return null
    return document.querySelector(`shared-field[data-name="${CSS.escape(person.field)}"]`)
  }
}
