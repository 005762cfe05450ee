/** The story's guest links: make one, see who came by which and when last, end it, give it more time. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { GuestLink } from '../../shared/access.ts'
import { GUEST_LEVELS } from '../../shared/can.ts'
import { isSignedOut, sentence } from '../api.ts'
import { changeGuestLink, listGuestLinks, makeGuestLink } from '../api/access.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import { avatars } from '../ui/avatars.ts'
import { until, when, wholeDate } from '../ui/when.ts'
import type { Chosen } from '../editor/chosen-blocks.ts'
import { LEVEL_HINTS, LEVEL_NAMES, named, saysOf } from './words.ts'
import './link-field.ts'

type Change = Parameters<typeof changeGuestLink>[1]

const blocksOf = ({ blocks }: Chosen): string => (blocks.length === 1 ? '1 block' : `${blocks.length} blocks`)

@customElement('guest-links')
export class GuestLinks extends PageElement {
  @property({ attribute: false }) storyId = ''
  @property({ attribute: false }) opened = 0
  @property({ type: Boolean }) legal = false
  /** What is selected in the story. */
  @property({ attribute: false }) chosen: Chosen | null = null
  @state() private links: GuestLink[] | null = null
  @state() private made: GuestLink | null = null
  @state() private readBack = false
  @state() private busy = false
  @state() private wrong = ''
  /** What was done last, and how it is undone. */
  @state() private told: { says: string; undo: (() => void) | null } | null = null

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('opened')) return
    this.made = null
    this.told = null
    this.wrong = ''
    this.readBack = this.chosen !== null
    void this.load()
  }

  private async load(): Promise<void> {
    await this.act(async () => {
      this.links = await listGuestLinks(this.storyId)
    })
  }

  private async act(run: () => Promise<void>): Promise<boolean> {
    this.wrong = ''
    this.busy = true
    try {
      await run()
      return true
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.wrong = sentence(error)
      return false
    } finally {
      this.busy = false
    }
  }

  private make(event: SubmitEvent): void {
    event.preventDefault()
    if (this.busy) return
    const form = new FormData(event.target as HTMLFormElement)
    const passages = this.readBack ? (this.chosen?.blocks ?? null) : null
    void this.act(async () => {
      this.made = await makeGuestLink({
        storyId: this.storyId,
        label: String(form.get('label')),
        level: passages === null ? (form.get('level') as GuestLink['level']) : 'comment',
        legal: form.get('legal') !== null,
        passages,
        most: Number(form.get('most')),
        days: Number(form.get('days')),
      })
      this.links = await listGuestLinks(this.storyId)
    })
  }

  private async change(link: GuestLink, change: Change, says: string, back?: Change): Promise<void> {
    const done = await this.act(async () => {
      const now = await changeGuestLink(link.id, change)
      this.links = (this.links ?? []).map((one) => (one.id === now.id ? now : one))
    })
    const undo = back === undefined ? null : () => void this.change(link, back, `${named(link)} works again.`)
    if (done) this.told = { says, undo }
  }

  override render() {
    const { made, links } = this
    const undo = this.told?.undo ?? null
    return html`${
        made === null
          ? this.form()
          : html`<link-field
                .label=${`Link: ${named(made)}`}
                .path=${made.path ?? ''}
                .ends=${made.expiresAt}
                .often=${made.most === 1 ? 'It works for one person' : `It works for up to ${made.most} people`}
              ></link-field>
              <button class="button quiet" type="button" @click=${() => (this.made = null)}>Another link</button>`
      }
      ${this.wrong === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.wrong}</p>`}
      <p class="share-told" role="status">
        ${this.told?.says ?? nothing}${undo === null ? nothing : html` <button class="link" type="button" @click=${undo}>Undo</button>`}
      </p>
      ${
        links === null || links.length === 0
          ? nothing
          : html`<h3 id="guest-links-title">Links to this story <small>${links.length}</small></h3>
              <ul class="share-rows" aria-labelledby="guest-links-title">
                ${repeat(
                  links,
                  ({ id }) => id,
                  (link) => this.row(link),
                )}
              </ul>`
      }`
  }

  private form(): TemplateResult {
    const { chosen, readBack } = this
    return html`<form class="share-form" @submit=${this.make}>
      <p>
        For a lawyer, a fact-checker or the person you spoke with: whoever opens the link gives a name, and is in this story only.
      </p>
      <div class="field">
        <label for="guest-label">For</label>
        <input class="input" id="guest-label" name="label" maxlength="80" autocomplete="off" placeholder="The lawyers" />
        <p class="hint">For you to know it by. Guests are not shown it.</p>
      </div>
      <fieldset class="roles">
        <legend>They see</legend>
        <label class="role">
          <input type="radio" name="what" .checked=${!readBack} @change=${() => (this.readBack = false)} />
          <span><b>The whole story</b></span>
        </label>
        <label class="role">
          <input
            type="radio"
            name="what"
            ?disabled=${chosen === null}
            .checked=${readBack}
            @change=${() => (this.readBack = true)}
          />
          <span
            ><b>Only the selected passages</b>, to read back
            <span class="muted"
              >${
                chosen === null
                  ? 'Select them in the story first.'
                  : `${blocksOf(chosen)}${chosen.begins === '' ? '' : `, from “${chosen.begins}” on`}. They can comment, and see nothing else.`
              }</span
            ></span
          >
        </label>
      </fieldset>
      ${
        readBack
          ? nothing
          : html`<fieldset class="roles">
              <legend>They may</legend>
              ${GUEST_LEVELS.map(
                (level) =>
                  html`<label class="role">
                    <input type="radio" name="level" value=${level} ?checked=${level === 'comment'} />
                    <span><b>${LEVEL_NAMES[level]}</b> <span class="muted">${LEVEL_HINTS[level]}</span></span>
                  </label>`,
              )}
            </fieldset>`
      }
      ${
        this.legal && !readBack
          ? html`<label class="check"><input type="checkbox" name="legal" /> <span>They see legal threads</span></label>`
          : nothing
      }
      <div class="share-pair">
        <div class="field">
          <label for="guest-most">People at most</label>
          <input class="input" id="guest-most" name="most" type="number" min="1" max="100" value=${readBack ? 1 : 5} required />
        </div>
        <div class="field">
          <label for="guest-days">Ends</label>
          <select class="input" id="guest-days" name="days">
            <option value="3">in 3 days</option>
            <option value="7" selected>in a week</option>
            <option value="30">in 30 days</option>
          </select>
        </div>
      </div>
      ${
        readBack && chosen !== null
          ? html`<p class="share-only" role="note" id="guest-only">
              ${icon('alert')}
              <span>
                You have selected words in the story: whoever comes by this link sees ${blocksOf(chosen)} and nothing else.
                <button class="link" type="button" @click=${() => this.wholeStory()}>Share the whole story instead</button>
              </span>
            </p>`
          : nothing
      }
      <button
        class="button"
        aria-busy=${this.busy}
        aria-disabled=${this.busy}
        aria-describedby=${readBack ? 'guest-only' : nothing}
      >
        ${readBack ? 'Make a link to these passages' : 'Make a guest link'}
      </button>
    </form>`
  }

  /** The button goes with what it said: the keyboard goes on from the choice that was made. */
  private async wholeStory(): Promise<void> {
    this.readBack = false
    await this.updateComplete
    this.querySelector<HTMLElement>('[name="what"]')?.focus()
  }

  private row(link: GuestLink): TemplateResult {
    const now = Date.now()
    const isOpen = link.endedAt === null
    return html`<li class=${isOpen ? '' : 'is-over'}>
      <div>
        <b>${named(link)}</b> <span class="muted">${saysOf(link)}</span>
        <p class="muted">
          ${link.uses} of ${link.most} came${link.lastUsedAt === null ? '' : `, last ${when(link.lastUsedAt, now)}`} ·
          <time title=${wholeDate(link.endedAt ?? link.expiresAt)}
            >${isOpen ? `ends ${until(link.expiresAt, now)}` : `ended ${when(link.endedAt!, now)}`}</time
          >
        </p>
      </div>
      ${avatars(link.guests)}
      <pop-menu .label=${`${named(link)}: menu`} .items=${this.menu(link, isOpen)}></pop-menu>
    </li>`
  }

  private menu(link: GuestLink, isOpen: boolean): MenuItem[] {
    if (!isOpen)
      return [
        {
          label: 'Open it again for a week',
          icon: icon('open'),
          run: () => void this.change(link, { open: true, days: 7 }, `${named(link)} works again, for a week.`),
        },
      ]
    return [
      {
        label: 'A week from now',
        icon: icon('open'),
        run: () => void this.change(link, { days: 7 }, `${named(link)} ends in a week.`),
      },
      ...GUEST_LEVELS.filter((level) => level !== link.level && !(link.passages !== null && level === 'suggest')).map(
        (level) => ({
          label: `May ${LEVEL_NAMES[level].toLowerCase()}`,
          icon: icon('pencil'),
          run: () => void this.change(link, { level }, `Who came by ${named(link)} may ${LEVEL_NAMES[level].toLowerCase()} now.`),
        }),
      ),
      {
        label: 'End the link now',
        icon: icon('bin'),
        danger: true,
        run: () => void this.change(link, { open: false }, 'The link is over: its guests are out of the story.', { open: true }),
      },
    ]
  }
}
