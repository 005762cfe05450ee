/** Links for readers who are not of the newsroom: to a story that is not out, or as a gift to one for members. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { SiteLink } from '../../shared/shapes/site-links.ts'
import { isSignedOut, sentence } from '../api.ts'
import { endSiteLink, listSiteLinks, makeSiteLink } from '../api/site.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { until, wholeDate } from '../ui/when.ts'
import '../share/link-field.ts'

const KINDS: Record<SiteLink['kind'], { says: string; hint: string }> = {
  preview: { says: 'Preview', hint: 'The story as it will look, marked as not published. Search engines are kept out.' },
  gift: { says: 'Gift', hint: 'A story for members, whole, for whoever has the link.' },
}

@customElement('site-link-list')
export class SiteLinkList extends PageElement {
  @property({ attribute: false }) storyId = ''
  @state() private links: readonly SiteLink[] | null = null
  @state() private made: SiteLink | null = null
  @state() private busy = false
  @state() private wrong = ''
  @state() private told = ''

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('storyId')) return
    this.made = null
    void this.act(() => this.read())
  }

  private async read(): Promise<void> {
    this.links = await listSiteLinks(this.storyId)
  }

  private async act(run: () => Promise<void>): Promise<void> {
    this.wrong = ''
    this.busy = true
    try {
      await run()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.wrong = sentence(error)
    } finally {
      this.busy = false
    }
  }

  private make(event: SubmitEvent): void {
    event.preventDefault()
    if (this.busy) return
    const form = new FormData(event.target as HTMLFormElement)
    const label = String(form.get('label')).trim()
    void this.act(async () => {
      this.made = await makeSiteLink(this.storyId, {
        kind: form.get('kind') as SiteLink['kind'],
        label,
        days: Number(form.get('days')),
      })
      await this.read()
    })
  }

  private end(link: SiteLink): void {
    if (this.busy) return
    void this.act(async () => {
      await endSiteLink(this.storyId, link.id)
      if (this.made?.id === link.id) this.made = null
      await this.read()
      this.told = 'The link is over: it leads nowhere any more.'
    })
  }

  override render() {
    const { made, links } = this
    return html`${
        made === null
          ? this.form()
          : html`<link-field
                .label=${`${KINDS[made.kind].says} link${made.label === '' ? '' : `: ${made.label}`}`}
                .path=${made.path ?? ''}
                .ends=${made.expiresAt}
                .often=${'It works for whoever has it'}
              ></link-field>
              <button class="button quiet" type="button" @click=${() => (this.made = null)}>Another link</button>`
      }
      ${this.wrong === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.wrong}</p>`}
      <p class="visually-hidden" role="status">${this.told}</p>
      ${
        links === null || links.length === 0
          ? nothing
          : html`<h3 id="site-links-title">Links that work <small>${links.length}</small></h3>
              <ul class="out-rows" aria-labelledby="site-links-title">
                ${repeat(
                  links,
                  ({ id }) => id,
                  (link) => this.row(link),
                )}
              </ul>`
      }`
  }

  private form(): TemplateResult {
    return html`<form class="site-link-form" @submit=${this.make}>
      <div class="kinds" role="radiogroup" aria-label="What kind of link">
        ${(Object.keys(KINDS) as SiteLink['kind'][]).map(
          (kind) =>
            html`<label class="kind">
              <input type="radio" name="kind" value=${kind} ?checked=${kind === 'preview'} />
              <span><b>${KINDS[kind].says}</b> <span class="muted">${KINDS[kind].hint}</span></span>
            </label>`,
        )}
      </div>
      <div class="pair">
        <div class="field">
          <label for="site-link-label">For</label>
          <input
            class="input"
            id="site-link-label"
            name="label"
            maxlength="80"
            autocomplete="off"
            placeholder="The press office"
          />
        </div>
        <div class="field">
          <label for="site-link-days">Ends</label>
          <select class="input" id="site-link-days" name="days">
            <option value="1">in a day</option>
            <option value="7" selected>in a week</option>
            <option value="30">in 30 days</option>
          </select>
        </div>
      </div>
      <div class="ways-out"><button class="button" aria-busy=${this.busy} aria-disabled=${this.busy}>Make a link</button></div>
    </form>`
  }

  private row(link: SiteLink): TemplateResult {
    const name = link.label === '' ? `${KINDS[link.kind].says} link` : link.label
    return html`<li>
      <div class="out-head">
        <div>
          <b>${name}</b> <span class="muted">${KINDS[link.kind].says.toLowerCase()}, by ${link.by.name}</span>
          <p class="muted">
            Opened ${link.uses} ${link.uses === 1 ? 'time' : 'times'} ·
            <time title=${wholeDate(link.expiresAt)}>ends ${until(link.expiresAt, Date.now())}</time>
          </p>
        </div>
        <span class="acts">
          <button class="button quiet" type="button" aria-label="End it: ${name}" @click=${() => this.end(link)}>End it</button>
        </span>
      </div>
    </li>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'site-link-list': SiteLinkList
  }
}
