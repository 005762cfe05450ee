/** What the desk shows where there are no stories to show, and the way on from there. */
import { html, type TemplateResult } from 'lit'
import { can, type Role } from '../../shared/can.ts'

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
