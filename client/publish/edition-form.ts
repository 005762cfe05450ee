/** What kind of edition it is, and what readers are told of it. */
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { kindsAfter } from '../../shared/publish/kinds.ts'
import type { EditionKind, NoteLabel } from '../../shared/publish/workflow.ts'
import { icon } from '../ui/icons.ts'
import { asKind, needsReason, type Missing } from './draft.ts'
import type { Publishing } from './publishing.ts'
import { beforeOf, LABEL_NAMES, LABELS_FOR } from './words.ts'

const KINDS: Record<EditionKind, { says: string; hint: string }> = {
  first: { says: 'First edition', hint: '' },
  update: { says: 'Update', hint: 'New, better or more words.' },
  correction: { says: 'Correction', hint: 'Something we said was wrong.' },
  kill: { says: 'Withdraw', hint: 'Readers get a notice in its place.' },
  return: { says: 'Bring it back', hint: 'Readers get the story again.' },
}

const CLASSES = {
  none: 'Readers will see no difference in the text.',
  typo: 'It looks like a typo put right: readers need no note.',
  substantive: 'It looks like a change of substance: readers are told, or you say why not.',
} as const

export function editionForm(at: Publishing, wrongs: readonly Missing[]): TemplateResult | typeof nothing {
  const { draft, shown } = at
  const kinds = kindsAfter(beforeOf(at.standing.now?.live ?? null))
  if (kinds[0] === 'first' && draft.kind === 'first') return nothing
  return html`<section class="edition-form" aria-labelledby="kind-title">
    <h3 id="kind-title">What it is</h3>
    ${
      kinds.length === 1
        ? html`<p>${KINDS[draft.kind].says}. <span class="muted">${KINDS[draft.kind].hint}</span></p>`
        : html`<div class="kinds" role="radiogroup" aria-labelledby="kind-title">
            ${kinds.map(
              (kind) =>
                html`<label class="kind ${kind === 'kill' ? 'is-kill' : ''}">
                  <input
                    type="radio"
                    name="kind"
                    value=${kind}
                    .checked=${live(draft.kind === kind)}
                    @change=${() => at.change(asKind(kind))}
                  />
                  <span><b>${KINDS[kind].says}</b> <span class="muted">${KINDS[kind].hint}</span></span>
                </label>`,
            )}
          </div>`
    }
    ${draft.kind === 'update' || draft.kind === 'return' ? html`<p class="hint">${shown === null ? nothing : CLASSES[shown.preview.class]}</p>` : nothing}
    ${note(at, wrongs)}
  </section>`
}

function note(at: Publishing, wrongs: readonly Missing[]): TemplateResult {
  const { draft, shown } = at
  const labels = LABELS_FOR[draft.kind]
  const silent = needsReason(draft, shown?.preview ?? null)
  return html`${
    draft.kind === 'correction'
      ? nothing
      : html`<div class="field">
          <label for="note-label">Tell readers</label>
          <select
            class="input"
            id="note-label"
            @change=${(event: Event) => at.change({ label: ((event.target as HTMLSelectElement).value || null) as NoteLabel | null })}
          >
            <option value="" ?selected=${draft.label === null}>
              ${draft.kind === 'kill' ? 'Only that it was withdrawn' : 'No note'}
            </option>
            ${labels.map((label) => html`<option value=${label} ?selected=${label === draft.label}>${LABEL_NAMES[label]}</option>`)}
          </select>
        </div>`
  }
  ${
    draft.label === 'correction'
      ? area('wrong', 'What was wrong', draft.wrong, wrongs, at, 'An earlier version said that …')
      : nothing
  }
  ${
    draft.label === null
      ? nothing
      : area(
          'right',
          draft.label === 'correction'
            ? 'What is right'
            : draft.kind === 'kill'
              ? 'The notice readers will get'
              : 'What readers are to know',
          draft.right,
          wrongs,
          at,
          '',
        )
  }
  ${
    draft.label === null || draft.kind === 'kill'
      ? nothing
      : html`<label class="check">
          <input
            type="checkbox"
            .checked=${live(draft.atTop)}
            @change=${(event: Event) => at.change({ atTop: (event.target as HTMLInputElement).checked })}
          />
          <span>Above the story: its headline or its premise was wrong</span>
        </label>`
  }
  ${silent ? area('without', 'It needs no note, because', draft.withoutNote, wrongs, at, '') : nothing}`
}

const PARTS = { wrong: 'wrong', right: 'right', without: 'withoutNote' } as const
const MOST = { wrong: 1000, right: 2000, without: 300 } as const

function area(
  field: keyof typeof PARTS,
  label: string,
  value: string,
  wrongs: readonly Missing[],
  at: Publishing,
  placeholder: string,
): TemplateResult {
  const wrong = wrongs.find((one) => one.field === field)
  const id = `note-${field}`
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <textarea
      class="input"
      id=${id}
      rows=${field === 'without' ? 1 : 2}
      maxlength=${MOST[field]}
      spellcheck="true"
      placeholder=${placeholder || nothing}
      aria-invalid=${wrong === undefined ? 'false' : 'true'}
      aria-describedby=${wrong === undefined ? nothing : `${id}-wrong`}
      .value=${live(value)}
      @input=${(event: Event) => at.change({ [PARTS[field]]: (event.target as HTMLTextAreaElement).value })}
    ></textarea>
    ${wrong === undefined ? nothing : html`<p class="wrong" id="${id}-wrong">${icon('alert')} ${wrong.says}</p>`}
  </div>`
}
