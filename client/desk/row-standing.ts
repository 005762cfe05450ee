/** What a row of the desk says of where its story stands: gates, who has it, when it is due or went out, and trouble. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Story } from '../../shared/api.ts'
import type { StandingRow } from '../../shared/api.ts'
import { dueNow, dueSays, exactly, GATE_NAMES, GATE_SIGNS, GATE_STATE_NAMES, shortly } from '../standing/words.ts'
import { icon } from '../ui/icons.ts'
import { wholeDate } from '../ui/when.ts'

const gate = ({ gate: name, state }: StandingRow['gates'][number]): TemplateResult =>
  html`<li class="gate is-${state === 'not needed' ? 'off' : state}" title="${GATE_NAMES[name]}: ${GATE_STATE_NAMES[state]}">
    <i aria-hidden="true">${GATE_SIGNS[state]}</i> ${GATE_NAMES[name]}<span class="visually-hidden"
      >: ${GATE_STATE_NAMES[state]}</span
    >
  </li>`

/** Not of what is still being written, and not of what readers have as it was passed. */
export function gatesOf({ stage, standing }: Story): TemplateResult | typeof nothing {
  const gates = standing?.gates ?? []
  if (standing == null || gates.length === 0) return nothing
  const passed = gates.filter(({ state }) => state !== 'wanted')
  if (stage === 'spiked' || (stage === 'writing' && passed.length === 0) || (stage === 'live' && !standing.behind)) return nothing
  if (gates.length > 1 && gates.every(({ state }) => state === 'passed'))
    return html`<p class="gates">
      <span class="gate is-passed"><i aria-hidden="true">●</i> All passed</span>
    </p>`
  return html`<ul class="gates" aria-label="Gates">
    ${gates.map(gate)}
  </ul>`
}

type Facts = { who: string; at: number | null; look: 'due-later' | 'due-soon' | 'due-over' | 'calm'; says: string }

/** The one thing to know about when: it goes out, it is out, it is due. */
function factsOf({ stage, standing }: Story, now: number): Facts | null {
  if (standing == null) return null
  const { waitingFor, liveAt, due, holder } = standing
  if (waitingFor !== null) return { who: 'Goes out', at: waitingFor, look: 'calm', says: `Goes out ${wholeDate(waitingFor)}` }
  if (stage === 'live' && liveAt !== null)
    return { who: 'Live since', at: liveAt, look: 'calm', says: `Live since ${wholeDate(liveAt)}` }
  if (stage === 'live') return { who: 'Withdrawn', at: null, look: 'calm', says: '' }
  const isFree = stage === 'filed' || stage === 'editing' || stage === 'ready'
  const who = holder !== null ? `With ${holder.name}` : isFree ? 'With nobody' : ''
  if (due === null || stage === 'spiked') return { who, at: null, look: 'calm', says: '' }
  return { who, at: due, look: `due-${dueNow(due, now)}`, says: dueSays(due, now) }
}

export function whoAndWhen(story: Story, now: number): TemplateResult {
  const facts = factsOf(story, now)
  const at = facts?.at ?? null
  return html`<p class="row-who">${facts?.who ?? ''}</p>
    <p class="row-due">
      ${
        facts === null || at === null
          ? nothing
          : html`<time class=${facts.look} datetime=${new Date(at).toISOString()} title=${facts.says}
              ><span aria-hidden="true"
                >${facts.look === 'calm' ? nothing : html`<span class="due-word">due </span>`}${facts.look === 'due-over' ? html`${icon('alert')} ` : nothing}${facts.who === 'Goes out' ? exactly(at, now) : shortly(at, now)}</span
              ><span class="visually-hidden">${facts.says}</span></time
            >`
      }
    </p>`
}

/** What somebody should know before anything else of it. */
export function marksOf({ standing }: Story): TemplateResult | typeof nothing {
  if (standing == null) return nothing
  const { alarm, hold, behind } = standing
  if (!alarm && hold === null && !behind) return nothing
  return html`<ul class="row-marks">
    ${alarm ? html`<li class="is-trouble">${icon('alert')}<span>A delivery went wrong: open it to see what to do</span></li>` : nothing}
    ${
      hold === null
        ? nothing
        : html`<li class="is-held">
            ${icon('pause')}<span><b>On hold:</b> ${hold}</span>
          </li>`
    }
    ${behind ? html`<li class="is-behind">${icon('half')}<span>Changed since it was published</span></li>` : nothing}
  </ul>`
}
