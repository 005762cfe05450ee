/** What stands in the paper's place while a story opens, and when it does not. */
import { html, type TemplateResult } from 'lit'

export const opening = (): TemplateResult =>
  html`<article class="paper" aria-busy="true" aria-label="Opening the story">
    <div class="skeleton head"></div>
    <div class="skeleton dek"></div>
    <div class="skeleton line"></div>
    <div class="skeleton line"></div>
    <div class="skeleton line half"></div>
  </article>`

/** @param trouble a sentence; '' when there is no such story */
export const notOpen = (trouble: string): TemplateResult =>
  html`<article class="paper">
    <div class="story-trouble" role="alert">
      <h2>${trouble === '' ? 'There is no such story' : 'The story did not open'}</h2>
      <p>${trouble || 'It was deleted, or it is not shared with you.'}</p>
      <p><a class="button primary" href="/desk">To the desk</a></p>
    </div>
  </article>`
