/** What the page says of one finding, and the buttons that decide about it: the same in the card and in the list. */
import { html, nothing, type TemplateResult } from 'lit'
import { titleOf } from '../../shared/style/checks.ts'
import type { Issue } from '../editor/issues.ts'
import { keyOf } from '../editor/keys.ts'
import type { Checks } from '../editor/style-changes.ts'

export const headOf = ({ finding }: Issue): TemplateResult =>
  html`<span class="issue-kind is-${finding.severity}"><i aria-hidden="true"></i>${titleOf(finding.check)}</span>`

const BESIDE: Readonly<Record<string, string>> = {
  caption: 'the caption of a picture',
  credit: 'the credit of a picture',
  licence: 'the licence of a picture',
  alt: 'the alt text of a picture',
  title: 'the title of a card',
  fallbackText: 'what stands in place of a player or post',
}

/** Where it is, when it is not in the body's own text; '': there it is. */
export function whereOf({ spots }: Issue): string {
  const { field, place } = spots[0]!
  if (field !== null) return `In the ${field}`
  return place.attribute === null ? '' : `In ${BESIDE[place.attribute] ?? 'a card'}`
}

/** Why, and what to beware of. */
export function adviceOf({ finding, spots }: Issue): string {
  const spoken = spots.filter(({ place }) => place.spoken)
  if (spoken.length === 0) return finding.why
  if (finding.marksOnly) return `${finding.why} Only marks change, no spoken word does.`
  const proposes = spots.some(({ place }) => place.change !== null)
  return proposes
    ? `${finding.why} These words were spoken: check the tape before they are changed.`
    : `${finding.why} These words were spoken: check the tape.`
}

const blank = (text: string): string => text.replaceAll('\u00a0', ' ')

/** What would be written instead, when that can be said in a line. */
export function changeOf({ spots }: Issue): TemplateResult | typeof nothing {
  const [{ place }] = spots as [Issue['spots'][number]]
  if (spots.length > 1 || place.change === null || place.words.trim() === '') return nothing
  return html`<p class="issue-change">
    <del aria-label="Now">${blank(place.words)}</del> <span aria-hidden="true">→</span>
    <ins aria-label="Proposed">${blank(place.change)}</ins>
  </p>`
}

const button = (label: string, run: () => void, key: string | null, primary = false): TemplateResult =>
  html`<button type="button" class="button ${primary ? 'primary' : ''}" @click=${run}>
    ${label}${key === null ? nothing : html` <kbd>${key}</kbd>`}
  </button>`

export function decide(issue: Issue, checks: Checks, writable: boolean): TemplateResult | typeof nothing {
  if (!writable) return nothing
  const changes = issue.spots.filter(({ place }) => place.change !== null)
  const free = changes.filter(({ place }) => !place.spoken)
  const { marksOnly } = issue.finding
  const many = issue.spots.length > 1
  const buttons: TemplateResult[] = []
  if (changes.length > 0) {
    const key = keyOf('changeIssue')
    if (many && free.length > 0 && free.length < changes.length)
      buttons.push(button(`Change ${free.length} outside answers`, () => checks.change('not spoken'), marksOnly ? null : key))
    const all = many ? `Change all ${changes.length}` : 'Change'
    if (free.length === changes.length || marksOnly) buttons.push(button(all, () => checks.change('all'), key, true))
    else buttons.push(button('Change, the tape says so', () => checks.change('all'), null))
  }
  buttons.push(
    button(issue.finding.severity === 'check' ? 'Checked' : 'Let it stand', () => checks.letStand(), keyOf('letStand')),
  )
  return html`<div class="issue-acts">${buttons}</div>`
}
