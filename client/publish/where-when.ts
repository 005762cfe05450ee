/** Where an edition goes, and when. */
import { html, nothing, type TemplateResult } from 'lit'
import { live } from 'lit/directives/live.js'
import { offsetName, wallTime } from '../../shared/publish/wall-time.ts'
import { SITE } from '../../shared/publish/workflow.ts'
import type { WallTime } from '../../shared/shapes/editions.ts'
import type { Target } from '../../shared/shapes/targets.ts'
import { icon } from '../ui/icons.ts'
import type { Missing } from './draft.ts'
import type { Publishing } from './publishing.ts'
import { shortWall } from './button-words.ts'
import { deliveryWords, howLong, newestOfEach, wallWords, zoneName } from './words.ts'

const HOUR = 60 * 60_000
export const TARGET_WORDS: Record<Target['kind'], string> = {
  ghost: 'Ghost',
  wordpress: 'WordPress',
  webhook: 'Webhook',
  folder: 'Folder',
}

export function whereWhen(at: Publishing, wrongs: readonly Missing[], now: number): TemplateResult {
  return html`${where(at, wrongs, now)}${newsletter(at, wrongs)}${when(at, wrongs, now)}`
}

const here = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
export const zoneOf = (at: Publishing): string => at.settings?.zone ?? here()

function where(at: Publishing, wrongs: readonly Missing[], now: number): TemplateResult {
  const { draft, targets, editions } = at
  const last = new Map(newestOfEach(editions ?? []).map((one) => [one.delivery.target, one]))
  const wrong = wrongs.find(({ field }) => field === 'targets')
  const turn = (id: string, on: boolean): void =>
    at.change({ targets: on ? [...draft.targets, id] : draft.targets.filter((one) => one !== id) })
  const row = (id: string, name: string, kind: string, off: string | null): TemplateResult => {
    const before = last.get(id)
    const says =
      before === undefined
        ? 'Not there yet'
        : deliveryWords(before.delivery, before.edition.kind, now, (time) => shortWall(time, zoneOf(at), now)).says
    return html`<li>
      <label class="target">
        <input
          type="checkbox"
          .checked=${live(draft.targets.includes(id))}
          ?disabled=${off !== null}
          @change=${(event: Event) => turn(id, (event.target as HTMLInputElement).checked)}
        />
        <span>
          <b>${name}</b> <span class="muted">${kind}</span>
          <span class=${off === null ? 'muted' : 'is-off'}>${off ?? says}</span>
        </span>
      </label>
    </li>`
  }
  return html`<section aria-labelledby="where-title">
    <h3 id="where-title" tabindex="-1">Where</h3>
    ${draft.kind === 'kill' ? html`<p class="hint">Wherever it is out, it is taken back there too.</p>` : nothing}
    <ul class="targets">
      ${row(SITE, at.newsroom, 'this site', null)}
      ${targets.map(({ id, name, kind, on, trouble, config }) =>
        row(
          id,
          name,
          `${TARGET_WORDS[kind]}${config.asDraft === true ? ', as a draft' : ''}`,
          on ? null : (trouble ?? 'Switched off in the settings'),
        ),
      )}
    </ul>
    ${wrong === undefined ? nothing : html`<p class="wrong" role="alert">${icon('alert')} ${wrong.says}</p>`}
  </section>`
}

/** Only a Ghost site sends mail, and only for a story that it publishes. */
function newsletter(at: Publishing, wrongs: readonly Missing[]): TemplateResult | typeof nothing {
  const { draft, targets } = at
  const ghosts = targets.filter(
    ({ kind, id, config }) => kind === 'ghost' && draft.targets.includes(id) && config.asDraft !== true,
  )
  const ghost = ghosts.find(({ id }) => id === draft.newsletter?.target) ?? ghosts[0]
  if (ghost === undefined || draft.kind === 'kill') return nothing
  const letter = draft.newsletter
  const wrong = wrongs.find(({ field }) => field === 'newsletter')
  return html`<section aria-labelledby="letter-title">
    <h3 id="letter-title">Newsletter</h3>
    <label class="check">
      <input
        type="checkbox"
        .checked=${live(letter !== null)}
        @change=${(event: Event) =>
          at.change({
            newsletter: (event.target as HTMLInputElement).checked
              ? { target: ghost.id, slug: 'default-newsletter', segment: 'all' }
              : null,
          })}
      />
      <span>${ghost.name} mails it to its readers</span>
    </label>
    ${
      letter === null
        ? nothing
        : html`<p class="warn-line">
              ${icon('alert')} It is mailed once, and mail cannot be recalled: a correction does not reach who has it.
            </p>
            <div class="pair">
              <div class="field">
                <label for="letter-slug">Its name in Ghost</label>
                <input
                  class="input"
                  id="letter-slug"
                  maxlength="190"
                  autocomplete="off"
                  spellcheck="false"
                  .value=${live(letter.slug)}
                  aria-invalid=${wrong === undefined ? 'false' : 'true'}
                  @input=${(event: Event) => at.change({ newsletter: { ...letter, slug: (event.target as HTMLInputElement).value } })}
                />
                ${wrong === undefined ? nothing : html`<p class="wrong">${icon('alert')} ${wrong.says}</p>`}
              </div>
              <div class="field">
                <label for="letter-segment">To</label>
                <select
                  class="input"
                  id="letter-segment"
                  @change=${(event: Event) =>
                    at.change({
                      newsletter: { ...letter, segment: (event.target as HTMLSelectElement).value as typeof letter.segment },
                    })}
                >
                  <option value="all" ?selected=${letter.segment === 'all'}>all its readers</option>
                  <option value="status:free" ?selected=${letter.segment === 'status:free'}>free members</option>
                  <option value="status:-free" ?selected=${letter.segment === 'status:-free'}>paying members</option>
                </select>
              </div>
            </div>`
    }
  </section>`
}

function when(at: Publishing, wrongs: readonly Missing[], now: number): TemplateResult {
  const { draft } = at
  const wall = draft.at
  const wrong = wrongs.find(({ field }) => field === 'when')
  const later = (): void => {
    const zone = zoneOf(at)
    const embargo = at.standing.now?.embargo ?? null
    const next = embargo !== null && embargo.until > now ? embargo.until : Math.ceil((now + HOUR) / HOUR) * HOUR
    at.change({ at: { local: wallTime(next, zone), zone } })
  }
  return html`<section aria-labelledby="when-title">
    <h3 id="when-title">When</h3>
    <div class="kinds" role="radiogroup" aria-labelledby="when-title">
      <label class="kind">
        <input type="radio" name="when" .checked=${live(wall === null)} @change=${() => at.change({ at: null })} />
        <span><b>Now</b></span>
      </label>
      <label class="kind">
        <input type="radio" name="when" .checked=${live(wall !== null)} @change=${later} />
        <span><b>At a time</b></span>
      </label>
    </div>
    ${wall === null ? nothing : timeForm(at, wall, wrong, now)}
  </section>`
}

function timeForm(at: Publishing, wall: WallTime, wrong: Missing | undefined, now: number): TemplateResult {
  const preview = at.isShown ? (at.shown?.preview ?? null) : null
  const zones = [...new Set([zoneOf(at), here(), wall.zone, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
  const change = (part: Partial<WallTime>): void => {
    const { fold: _, ...kept } = wall
    at.change({ at: { ...kept, ...part } })
  }
  return html`<div class="pair">
      <div class="field">
        <label for="when-local">Date and time</label>
        <input
          class="input"
          id="when-local"
          type="datetime-local"
          .value=${live(wall.local)}
          aria-invalid=${wrong === undefined ? 'false' : 'true'}
          aria-describedby="when-says"
          @input=${(event: Event) => change({ local: (event.target as HTMLInputElement).value.slice(0, 16) })}
        />
        ${wrong === undefined ? nothing : html`<p class="wrong">${icon('alert')} ${wrong.says}</p>`}
      </div>
      <div class="field">
        <label for="when-zone">On the clocks of</label>
        <select
          class="input"
          id="when-zone"
          @change=${(event: Event) => change({ zone: (event.target as HTMLSelectElement).value })}
        >
          ${zones.map((zone) => html`<option value=${zone} ?selected=${zone === wall.zone}>${zone.replaceAll('_', ' ')}</option>`)}
        </select>
      </div>
    </div>
    <div class="when-says" id="when-says" aria-live="polite">
      ${
        preview === null
          ? nothing
          : html`<p>
                ${wallWords(preview.at, wall.zone)} in ${zoneName(wall.zone)} (${offsetName(preview.at, wall.zone)}):
                ${howLong(preview.at - now)}.
                ${wall.zone === here() ? nothing : html`Here, in ${zoneName(here())}, it is ${wallWords(preview.at, here())} then.`}
              </p>
              ${preview.says === null ? nothing : html`<p class="warn-line">${icon('alert')} ${preview.says}</p>`}
              ${preview.says !== null && / comes twice /.test(preview.says) ? folds(wall, at) : nothing}`
      }
    </div>`
}

/** The clocks show this time twice. */
const folds = (wall: WallTime, at: Publishing): TemplateResult =>
  html`<div class="kinds" role="radiogroup" aria-label="Which of the two">
    ${(['earlier', 'later'] as const).map(
      (fold) =>
        html`<label class="kind">
          <input
            type="radio"
            name="fold"
            .checked=${live((wall.fold ?? 'earlier') === fold)}
            @change=${() => at.change({ at: { ...wall, fold } })}
          />
          <span><b>The ${fold} one</b></span>
        </label>`,
    )}
  </div>`
