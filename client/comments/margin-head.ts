/** The head of the margin: how many threads there are, which of them are shown, and those that have lost their words. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Thread } from '../../shared/review.ts'
import { keyOf } from '../editor/keys.ts'
import { icon } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import { FILTER_NAMES, FILTERS, type Filter } from './filter.ts'
import type { StoryThreads } from './story-threads.ts'
import '../ui/pop-menu.ts'
import './thread-card.ts'

/** What the sheet of a small screen can do besides. */
type Sheet = { step: (way: 1 | -1) => void; close: () => void }

function filters(threads: StoryThreads): MenuItem[] {
  const counts = threads.counts()
  return FILTERS.filter((filter) => filter !== 'legal' || counts.legal > 0 || threads.filter === 'legal').map(
    (filter: Filter) => ({
      label: `${FILTER_NAMES[filter]} (${counts[filter]})`,
      on: threads.filter === filter,
      ...(filter === 'must-fix' || filter === 'resolved' ? { apart: true } : {}),
      run: () => threads.show(filter),
    }),
  )
}

/** @param bar more, of who else has items in the margin */
export function marginHead(threads: StoryThreads, bar: TemplateResult | null, sheet: Sheet | null): TemplateResult {
  const { unread } = threads
  const button = (name: 'up' | 'down' | 'close', label: string, run: () => void) =>
    html`<button type="button" class="icon-button" aria-label=${label} @click=${run}>${icon(name)}</button>`
  return html`<header class="margin-head">
    <h2 tabindex="-1">
      Comments
      <span class="margin-count">${threads.threads === null ? '' : threads.counts()[threads.filter]}</span>
    </h2>
    ${unread === 0 ? nothing : html`<button type="button" class="unread-count" @click=${() => threads.show('unread')}>${unread} new</button>`}
    <span class="grow"></span>
    ${bar ?? nothing}
    <pop-menu
      .label=${`Show: ${FILTER_NAMES[threads.filter]}`}
      .look=${'tool'}
      .face=${html`${FILTER_NAMES[threads.filter]} ${icon('down')}`}
      .items=${() => filters(threads)}
    ></pop-menu>
    ${
      sheet === null
        ? nothing
        : html`${button('up', 'Previous comment', () => sheet.step(-1))} ${button('down', 'Next comment', () => sheet.step(1))}
          ${button('close', 'Close the comments', () => sheet.close())}`
    }
  </header>`
}

/** Says what is here when nothing is. */
export function nothingHere(threads: StoryThreads): TemplateResult | typeof nothing {
  if (threads.threads === null)
    return threads.trouble === '' ? nothing : html`<p class="margin-empty trouble">${icon('alert')} ${threads.trouble}</p>`
  if (threads.filter !== 'open')
    return html`<p class="margin-empty">
      Nothing here.
      <button type="button" class="link" @click=${() => threads.show('open')}>Show what is open</button>
    </p>`
  if (!threads.mayComment) return html`<p class="margin-empty">No comments.</p>`
  return html`<p class="margin-empty">Select some words and press <kbd>${keyOf('comment')}</kbd> to say something about them.</p>`
}

export function lostTheirWords(
  threads: StoryThreads,
  current: string | null,
  isOpen: boolean,
  toggled: (isOpen: boolean) => void,
  putOn: (thread: Thread) => void,
): TemplateResult | typeof nothing {
  const { detached } = threads
  if (detached.length === 0) return nothing
  return html`<details
    class="detached"
    ?open=${isOpen}
    @toggle=${(event: Event) => toggled((event.target as HTMLDetailsElement).open)}
  >
    <summary>
      ${detached.length === 1 ? '1 comment has lost its words' : `${detached.length} comments have lost their words`}
    </summary>
    ${detached.map(
      (thread) =>
        html`<div class="detached-one" tabindex="-1" data-thread=${thread.id}>
          <thread-card
            .threads=${threads}
            .thread=${thread}
            .quoted=${true}
            .isCurrent=${current === `thread:${thread.id}`}
          ></thread-card>
          ${
            threads.mayChange(thread)
              ? html`<button type="button" class="button put-back" @click=${() => putOn(thread)}>
                  Put it back on the selected words
                </button>`
              : nothing
          }
        </div>`,
    )}
  </details>`
}
