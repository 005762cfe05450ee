/** What keeps a story from going out, and what is worth a look: each leads to its place. */
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Check, CheckPlace } from '../../shared/shapes/checks.ts'
import type { GateNow } from '../../shared/shapes/standing.ts'
import type { Gate } from '../../shared/publish/workflow.ts'
import { icon } from '../ui/icons.ts'
import type { Missing } from './draft.ts'

export type CheckActs = {
  to: (place: CheckPlace) => void
  /** Null: what would be passed is not in the frame. */
  pass: ((gate: Gate) => void) | null
  /** Takes the path that is made of the headline, where there is none yet. */
  usePath: (() => void) | null
  gates: readonly GateNow[]
}

/** What the button beside it leads to. */
const LEADS: Record<CheckPlace['of'], string> = {
  block: 'Show',
  field: 'Show',
  suggestions: 'Show',
  thread: 'Show',
  gate: 'Gates',
  particulars: 'Set it',
  standing: 'Show',
}

const keyOf = ({ name, says, place }: Check): string => `${name} ${says} ${JSON.stringify(place)}`

/** Of several that say the same, which is which. */
function quoted({ place, says }: Check): string | null {
  if (place === null || (place.of !== 'block' && place.of !== 'field')) return null
  const words = place.words.trim()
  if (words === '' || says.includes(words)) return null
  return words.length > 70 ? `${words.slice(0, 69).trimEnd()}…` : words
}

function row(check: Check, { to, pass, usePath, gates }: CheckActs): TemplateResult {
  const { place, says, blocks } = check
  const quote = quoted(check)
  const gate = place?.of === 'gate' ? place.gate : null
  const mayPass =
    gate !== null && pass !== null && gates.some((one) => one.gate === gate && one.mayPass && one.state !== 'passed')
  return html`<li class=${blocks ? 'is-blocker' : 'is-warning'}>
    <span class="sign" aria-hidden="true">${blocks ? icon('alert') : nothing}</span>
    <p>${says}${quote === null ? nothing : html` <q>${quote}</q>`}</p>
    <span class="acts">
      ${mayPass ? html`<button class="button" type="button" @click=${() => pass(gate)}>Pass ${gate}</button>` : nothing}
      ${
        check.name === 'no-path' && usePath !== null
          ? html`<button class="button" type="button" @click=${usePath}>Use it</button>`
          : nothing
      }
      ${
        place === null
          ? nothing
          : html`<button class="button quiet" type="button" aria-label="${LEADS[place.of]}: ${says}" @click=${() => to(place)}>
              ${LEADS[place.of]}
            </button>`
      }
    </span>
  </li>`
}

const lackRows = (lacks: readonly Missing[], fill: (what: Missing) => void): TemplateResult =>
  html`<h3 id="lacks" tabindex="-1">Still to be filled in</h3>
    <ul class="check-rows" aria-labelledby="lacks">
      ${lacks.map(
        (one) =>
          html`<li class="is-blocker">
            <span class="sign" aria-hidden="true">${icon('alert')}</span>
            <p id="lack-${one.field}">${one.says}</p>
            <span class="acts">
              <button class="button quiet" type="button" aria-describedby="lack-${one.field}" @click=${() => fill(one)}>
                Fill it in
              </button>
            </span>
          </li>`,
      )}
    </ul>`

/**
 * @param lacks what whoever makes the edition has not filled in yet
 * @param fill leads there
 */
export function checkRows(
  checks: readonly Check[],
  acts: CheckActs,
  lacks: readonly Missing[],
  fill: (what: Missing) => void,
): TemplateResult {
  const blockers = checks.filter(({ blocks }) => blocks)
  const warnings = checks.filter(({ blocks }) => !blocks)
  const list = (some: readonly Check[], name: string): TemplateResult =>
    html`<ul class="check-rows" aria-labelledby=${name}>
      ${repeat(some, keyOf, (check) => row(check, acts))}
    </ul>`
  const keeps =
    blockers.length > 0
      ? html`<h3 id="blockers" tabindex="-1">
            ${blockers.length === 1 ? 'One thing keeps' : `${blockers.length} things keep`} it from going out
          </h3>
          ${list(blockers, 'blockers')}`
      : html`<p class="all-clear" id="all-clear" tabindex="-1">${icon('check')} Nothing keeps it from going out.</p>`
  return html`${lacks.length === 0 ? nothing : lackRows(lacks, fill)}
  ${lacks.length > 0 && blockers.length === 0 ? nothing : keeps}
  ${
    warnings.length === 0
      ? nothing
      : html`<h3 id="warnings">Worth a look</h3>
          ${list(warnings, 'warnings')}`
  }`
}
