/** What a file would bring in, for a person to judge before it does: how it was read, what is lost, what is listed. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Preview, Remark } from '../../shared/api.ts'
import { copyRich } from '../ui/copy.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { toast } from '../ui/toast-list.ts'
import './import.css'

const count = (n: number, one: string, many: string): string => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })

const DEEDS: Record<Remark['kind'], string> = {
  comment: 'comments',
  inserted: 'has added',
  deleted: 'has deleted',
  'moved away': 'has moved from here',
  'moved here': 'has moved to here',
}

/** Dispatches `pick` with the number of the story to be read instead. */
@customElement('import-preview')
export class ImportPreview extends PageElement {
  @property({ attribute: false }) preview!: Preview
  @property({ type: Number }) picked = 0

  override render() {
    const { headline, choices, opening, lost, remarks } = this.preview
    return html`
      ${choices.length < 2 ? nothing : this.choice(choices)}
      <div class="reading">
        ${headline === null ? nothing : html`<p class="reading-headline">${headline}</p>`}
        <p>${summary(this.preview)}</p>
      </div>
      ${
        opening.length === 0
          ? nothing
          : html`<div class="opening" role="group" tabindex="0" aria-label="How the beginning was read">
              ${opening.map(line)}
            </div>`
      }
      ${
        lost.length === 0
          ? html`<p class="kept">${icon('check')} Every word and all formatting that a story has comes in.</p>`
          : html`<section>
              <h3>What will not be as it is in the file</h3>
              <ul class="lost">
                ${lost.map((one) => html`<li>${one}</li>`)}
              </ul>
            </section>`
      }
      ${remarks.length === 0 ? nothing : this.remarks(remarks)}
    `
  }

  private choice(choices: string[]): TemplateResult {
    return html`<div class="field">
      <label for="import-pick">Which story of the ${choices.length} in the file</label>
      <select
        class="input"
        id="import-pick"
        @change=${(event: Event) =>
          this.dispatchEvent(new CustomEvent('pick', { detail: Number((event.target as HTMLSelectElement).value) }))}
      >
        ${choices.map((headline, i) => html`<option value=${i} ?selected=${i === this.picked}>${headline}</option>`)}
      </select>
    </div>`
  }

  private remarks(remarks: Remark[]): TemplateResult {
    return html`<section>
      <h3>Comments and tracked changes</h3>
      <p class="hint">
        Open comments come in as threads on their words. What was added is in the text, what was deleted is not; here is who did
        what.
        <button class="link" type="button" @click=${() => void this.copy(remarks)}>Copy the list</button>
      </p>
      <ul class="remarks">
        ${remarks.map(
          (remark) =>
            html`<li>
              <span class="remark-who"
                ><b>${remark.who || 'Somebody'}</b>
                ${DEEDS[remark.kind]}${on(remark)}${date(remark.when)}${remark.resolved ? ', resolved' : ''}</span
              >
              <q>${remark.words}</q>
            </li>`,
        )}
      </ul>
    </section>`
  }

  private async copy(remarks: Remark[]): Promise<void> {
    const text = remarks
      .map(
        (remark) =>
          `${remark.who || 'Somebody'} ${DEEDS[remark.kind]}${on(remark)}${date(remark.when)}${remark.resolved ? ', resolved' : ''}: ${remark.words}`,
      )
      .join('\n')
    toast(
      (await copyRich(null, text))
        ? 'The list is on the clipboard.'
        : 'The browser did not allow it. Select the list and copy it.',
    )
  }
}

const on = ({ on: words }: Remark): string => (words === '' ? '' : ` on “${words}”`)

function date(given: string): string {
  const time = Date.parse(given)
  return Number.isNaN(time)
    ? ''
    : `, ${new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })}`
}

/** In a few sentences what was read. */
export function summary({ words, turns, unsure, speakers, pictures }: Preview): string {
  const said = [`${count(words, 'word', 'words')}.`]
  if (turns === 0) said.push('No questions and answers were found in it.')
  else
    said.push(
      `${count(turns, 'paragraph', 'paragraphs')} read as questions and answers${unsure === 0 ? '.' : `, ${unsure} of them to check.`}`,
    )
  const named = (kind: string) => speakers.filter((one) => one.kind === kind).map(({ name }) => name)
  const [ask, answer] = [named('interviewer'), named('subject')]
  if (ask.length > 0) said.push(`${list.format(ask)} ${ask.length === 1 ? 'asks' : 'ask'}.`)
  if (answer.length > 0) said.push(`${list.format(answer)} ${answer.length === 1 ? 'answers' : 'answer'}.`)
  if (pictures > 0) said.push(`${count(pictures, 'picture', 'pictures')}.`)
  return said.join(' ')
}

function line({ role, unsure, speaker, text }: Preview['opening'][number]): TemplateResult {
  const label = role === 'question' ? 'Q' : role === 'answer' ? 'A' : ''
  return html`<p class="opening-line ${role ?? 'other'} ${unsure ? 'unsure' : ''}">
    <span class="opening-label" title=${speaker ?? ''}
      >${label}${unsure ? html`<span class="visually-hidden"> to check</span>` : nothing}</span
    >
    <span>${text}</span>
  </p>`
}

declare global {
  interface HTMLElementTagNameMap {
    'import-preview': ImportPreview
  }
}
