/** What the desk shows where there are no stories to show, and the way on from there. */
import { html, type TemplateResult } from 'lit'
import { can, type Role } from '../../shared/can.ts'
import { STAGE_NAMES } from '../standing/stage-names.ts'
import type { Filters, Only } from './filters.ts'

export const waiting = (): TemplateResult =>
  html`<div class="waiting">
    <span class="visually-hidden" role="status">Loading the stories</span>
    <div class="rows" aria-hidden="true">${[1, 2, 3].map(() => html`<div class="row-to-come"><i></i><i></i></div>`)}</div>
  </div>`

export const failed = (words: string, again: () => void): TemplateResult =>
  html`<div class="blank" role="alert">
    <h2>The stories could not be loaded</h2>
    <p>${words}</p>
    <button class="button" type="button" @click=${again}>Try again</button>
  </div>`

export function empty(role: Role, start: () => void): TemplateResult {
  if (can(role, 'create a story'))
    return html`<div class="blank">
      <h2>No stories yet</h2>
      <p>Paste an interview or drop a file here. Copydesk finds who asks and who answers, and marks what it is unsure of.</p>
      <button class="button primary" type="button" @click=${start}>New story</button>
    </div>`
  return role === 'guest'
    ? html`<div class="blank">
        <h2>Nothing is shared with you yet</h2>
        <p>Ask an editor for an invite link to a story. It appears here as soon as it is shared.</p>
      </div>`
    : html`<div class="blank">
        <h2>No stories yet</h2>
        <p>They appear here as soon as a writer starts one.</p>
      </div>`
}

export const none = (looked: string, clear: () => void): TemplateResult =>
  html`<div class="blank">
    <h2>No story matches “${looked}”</h2>
    <p>Looked in headlines, slugs, deks, bylines, stages and the people at work.</p>
    <button class="button" type="button" @click=${clear}>Show all stories</button>
  </div>`

const NONE_ONLY: Record<Only, readonly [head: string, text: string]> = {
  mine: ['Nothing on your table', 'Open a story that was filed and take it up, or set yourself as the one who has it.'],
  due: ['Nothing due today', 'Due times are set in a story under Standing.'],
  gates: ['No gate waits for you', 'When a story is filed, the gates that you may pass are listed here.'],
  hold: ['Nothing is on hold', 'Hold a story under Standing, with a reason that everybody sees.'],
}

/** Nothing is so at the moment: mostly good news, and what to do if it is not. */
export function noneChosen({ stage, only }: Filters, all: () => void): TemplateResult {
  const [first] = only
  const [head, text] =
    stage !== null && only.length === 0
      ? [`Nothing in ${STAGE_NAMES[stage].toLowerCase()}`, 'Stories appear here as soon as somebody moves them.']
      : only.length === 1 && stage === null && first !== undefined
        ? NONE_ONLY[first]
        : only.length === 0
          ? ['Nothing at work', 'What was spiked is kept: choose the stage Spiked to see it.']
          : ['No story is all of that', 'Take one of the choices above away, or show all stories.']
  return html`<div class="blank">
    <h2>${head}</h2>
    <p>${text}</p>
    ${stage === null && only.length === 0 ? '' : html`<button class="button" type="button" @click=${all}>Show all stories</button>`}
  </div>`
}
