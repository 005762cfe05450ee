/** What became of the editions: per target what is out since when, or what went wrong and what happens next; and all that there were. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { Delivery, Edition } from '../../shared/shapes/editions.ts'
import { isSignedOut, sentence } from '../api.ts'
import { readEdition } from '../api/editions.ts'
import { confirmed } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { when, wholeDate } from '../ui/when.ts'
import type { Publishing } from './publishing.ts'
import { TARGET_WORDS, zoneOf } from './where-when.ts'
import { shortWall } from './button-words.ts'
import { deliveryWords, howLong, KIND_NAMES, LABEL_NAMES, newestOfEach, waits, wallWords, zoneName } from './words.ts'
import './clash-choice.ts'
import './page-frame.ts'

@customElement('whats-out')
export class WhatsOut extends PageElement {
  @property({ attribute: false }) at!: Publishing
  /** Rises when something of it has changed. */
  @property({ attribute: false }) turn = 0
  /** The edition whose page is looked at, and the page once it is here. */
  @state() private opened: number | null = null
  @state() private pages = new Map<number, string>()
  @state() private trouble = ''

  override render() {
    const { at } = this
    const { editions } = at
    if (editions === null) return html`<p class="empty-line">One moment…</p>`
    if (editions.length === 0)
      return html`<p class="empty-line">
        Nothing of this story is out. What goes out, and how it stands with each target, is listed here.
      </p>`
    const now = Date.now()
    const waiting = editions.filter((edition) => waits(edition, now))
    const out = newestOfEach(editions).filter(({ edition }) => !waiting.includes(edition))
    return html`${waiting.map((edition) => this.waiting(edition, now))}
      ${(at.standing.now?.alarms ?? []).map((says) => html`<p class="trouble" role="alert">${icon('alert')}${says}</p>`)}
      ${
        out.length === 0
          ? nothing
          : html`<h3 id="out-title" tabindex="-1">Where it is</h3>
              <ul class="out-rows" aria-labelledby="out-title">
                ${repeat(
                  out,
                  ({ delivery }) => delivery.target,
                  ({ edition, delivery }) => this.delivery(edition, delivery, now),
                )}
              </ul>`
      }
      <h3 id="editions-title">Editions <small>${editions.length}</small></h3>
      ${this.trouble === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.trouble}</p>`}
      <ol class="edition-rows" reversed aria-labelledby="editions-title">
        ${repeat(
          editions,
          ({ number }) => number,
          (edition) => this.edition(edition, now),
        )}
      </ol>`
  }

  private waiting(edition: Edition, now: number): TemplateResult {
    const { at } = this
    const behind = at.standing.now?.waiting?.behind === true
    return html`<section class="waiting-edition" aria-label="What is scheduled">
      <p>
        <b>${KIND_NAMES[edition.kind]} goes out ${wallWords(edition.at, edition.zone)}</b> in ${zoneName(edition.zone)},
        ${howLong(edition.at - now)}.
      </p>
      <p class="muted">
        By ${edition.by.name}, to ${edition.deliveries.map((one) => this.nameOf(one)).join(', ')}. It goes out as it was looked
        at, whatever is typed until then.
      </p>
      ${
        behind
          ? html`<p class="warn-line">
              ${icon('alert')} The story has changed since. To have the change in it, schedule it anew.
            </p>`
          : nothing
      }
      ${
        at.mayPublish
          ? html`<div class="ways-out">
              <button class="button" type="button" aria-disabled=${at.busy !== null} @click=${() => this.cancel(edition)}>
                Cancel it
              </button>
              <button
                class="button quiet"
                type="button"
                @click=${() => this.dispatchEvent(new CustomEvent('move-edition', { bubbles: true, detail: edition }))}
              >
                Another time …
              </button>
            </div>`
          : nothing
      }
    </section>`
  }

  /** The site has the newsroom’s name. */
  private nameOf({ kind, name }: Delivery): string {
    return kind === 'site' ? this.at.newsroom : name
  }

  private async cancel(edition: Edition): Promise<void> {
    const { at } = this
    if (at.busy !== null) return
    const sure = await confirmed({
      title: 'Cancel what is scheduled?',
      text: 'It will not go out. The story stays as it is, and can be published or scheduled again.',
      yes: 'Cancel it',
      no: 'Keep it',
      danger: true,
    })
    if (sure && (await at.cancel(edition))) this.dispatchEvent(new CustomEvent('cancelled', { bubbles: true }))
  }

  private delivery(edition: Edition, delivery: Delivery, now: number): TemplateResult {
    const { at } = this
    const zone = zoneOf(at)
    const { says, tone } = deliveryWords(delivery, edition.kind, now, (time) => shortWall(time, zone, now))
    const kind = delivery.kind === 'site' ? 'this site' : TARGET_WORDS[delivery.kind]
    const act = (deed: 'try again' | 'compare', label: string): TemplateResult =>
      html`<button
        class="button quiet"
        type="button"
        aria-label="${label}: ${delivery.name}"
        aria-disabled=${at.busy !== null}
        @click=${() => at.busy === null && void at.decide(edition, delivery.target, deed)}
      >
        ${label}
      </button>`
    return html`<li class="is-${tone}">
      <div class="out-head">
        <span class="dot" aria-hidden="true"></span>
        <div>
          <b>${this.nameOf(delivery)}</b> <span class="muted">${kind}</span>
          <p>${says}<span class="muted"> · edition ${edition.number}</span></p>
          ${delivery.says === null ? nothing : html`<p class="says">${delivery.says}</p>`}
          ${delivery.drift === null ? nothing : html`<p class="warn-line">${icon('alert')} It was changed there since: ${delivery.drift}</p>`}
        </div>
        <span class="acts">
          ${delivery.url === null || delivery.state !== 'out' ? nothing : html`<a class="button quiet" href=${delivery.url} target="_blank" rel="noopener">Open</a>`}
          ${at.mayPublish && (delivery.state === 'trouble' || delivery.state === 'given up') ? act('try again', 'Try again') : nothing}
          ${at.mayPublish && delivery.state === 'out' && delivery.kind !== 'site' && delivery.kind !== 'webhook' ? act('compare', 'Compare') : nothing}
        </span>
      </div>
      ${
        delivery.state === 'clash'
          ? html`<clash-choice .at=${at} .edition=${edition} .delivery=${delivery}></clash-choice>`
          : nothing
      }
    </li>`
  }

  private edition(edition: Edition, now: number): TemplateResult {
    const { number, kind, note, withoutNote, headline, by, at: goesOut, pageHash, deliveries } = edition
    const isOpen = this.opened === number
    const called = deliveries.length > 0 && deliveries.every(({ state }) => state === 'cancelled')
    return html`<li class=${called ? 'is-over' : ''}>
      <div class="edition-head">
        <div>
          <b>${number}. ${KIND_NAMES[kind]}</b>
          <span class="muted">
            ${called ? 'cancelled, by' : 'by'} ${by.name},
            <time title=${wholeDate(goesOut)}>${goesOut > now ? wallWords(goesOut, edition.zone) : when(goesOut, now)}</time>
          </span>
          <p>${headline}</p>
          ${
            note === null
              ? nothing
              : html`<p class="note-line">
                  <b>${LABEL_NAMES[note.label]}.</b> ${note.wrong === '' ? nothing : html`${note.wrong} `}${note.right}
                </p>`
          }
          ${withoutNote === null ? nothing : html`<p class="note-line muted">No note, because ${withoutNote}</p>`}
          <p class="receipt muted">Receipt <code title=${pageHash}>${pageHash.slice(0, 12)}</code></p>
        </div>
        <span class="acts">
          <button
            class="button quiet"
            type="button"
            aria-expanded=${isOpen}
            aria-label="${isOpen ? 'Hide page' : 'See page'}: edition ${number}"
            @click=${() => this.toggle(number)}
          >
            ${isOpen ? 'Hide page' : 'See page'}
          </button>
        </span>
      </div>
      ${
        isOpen && this.pages.has(number)
          ? html`<page-frame .page=${this.pages.get(number)!} .label=${`The page of edition ${number}`}></page-frame>`
          : nothing
      }
    </li>`
  }

  private async toggle(number: number): Promise<void> {
    this.opened = this.opened === number ? null : number
    this.trouble = ''
    if (this.opened === null || this.pages.has(number)) return
    try {
      const { page } = await readEdition(this.at.story.storyId, number)
      this.pages = new Map(this.pages).set(number, page)
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.trouble = sentence(error)
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'whats-out': WhatsOut
  }
}
