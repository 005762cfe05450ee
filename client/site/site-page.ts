/** How the public site is: its words, logo and colour, with the front page beside them as it would look. Owners set it, others read it. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { live } from 'lit/directives/live.js'
import type { SiteSettings } from '../../shared/shapes/settings.ts'
import type { LabelStyle } from '../../shared/story.ts'
import { isSignedOut } from '../api.ts'
import { changeSite, lookAtSite, readSite, uploadLogo } from '../api/site.ts'
import { SettingsPage } from '../ui/settings-page.ts'
import { toast } from '../ui/toast-list.ts'
import './site-page.css'

type Change = Partial<Omit<SiteSettings, 'logo'>> & { logo?: null }
type TextField = 'tagline' | 'lang' | 'about' | 'footer' | 'joinUrl'

const LABELS: Record<LabelStyle, string> = {
  bold: 'Questions in bold, no names',
  'full-then-initials': 'Full name, then initials',
  'full-then-surname': 'Full name, then surname',
  full: 'Full name always',
  'q-a': 'Q and A',
  outlet: 'The newsroom’s name asks',
}

@customElement('site-page')
export class SitePage extends SettingsPage {
  @state() private settings: SiteSettings | null = null
  @state() private look = ''
  @state() private isUploading = false
  /** What is typed and not kept yet. */
  private typed: Change = {}
  private asked = 0

  private mayEdit = () => this.may('set up publishing')

  protected override get isRead(): boolean {
    return this.settings !== null
  }

  protected override async read(): Promise<void> {
    this.settings = await readSite()
    // Of what is half typed the front page is there already.
    if (Object.keys(this.typed).length === 0) await this.show()
  }

  /** The front page with what is typed; an answer that was overtaken is not shown. */
  private async show(): Promise<void> {
    if (!this.mayEdit()) return
    const asked = (this.asked += 1)
    const { page } = await lookAtSite(this.typed)
    if (asked === this.asked) this.look = page
  }

  private async types(change: Change): Promise<void> {
    this.typed = { ...this.typed, ...change }
    try {
      await this.show()
    } catch (error) {
      // Half a word may make no sense yet: what is kept says so.
      if (isSignedOut(error)) this.endSession()
    }
  }

  private async keep(change: Change, done: string): Promise<void> {
    const before = this.settings
    if (before === null) return
    try {
      this.settings = await changeSite(change)
      this.typed = {}
      await this.show()
      toast(done)
    } catch (error) {
      this.failed(error)
      this.requestUpdate()
    }
  }

  private async takeLogo(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0]
    input.value = ''
    if (file === undefined) return
    this.isUploading = true
    try {
      this.settings = await uploadLogo(file)
      await this.show()
      toast('The logo is on the site.')
    } catch (error) {
      this.failed(error)
    } finally {
      this.isUploading = false
    }
  }

  override render() {
    const says = html`What readers see around every story. A change holds at once; the words of published stories stay as they
      were approved. ${this.mayEdit() ? nothing : 'An owner changes this.'}
      <a href="/" target="_blank" rel="noopener">Open the site</a>`
    return this.frame({ place: 'publishing', tab: 'site', title: 'The public site', says, wide: true }, () =>
      this.both(this.settings!),
    )
  }

  private both(settings: SiteSettings): TemplateResult {
    return html`<div class="site-both">
      <div class="site-fields">${this.fields(settings)}</div>
      ${
        this.look === ''
          ? nothing
          : html`<section class="site-look" aria-labelledby="look-title">
              <h2 id="look-title">The front page</h2>
              <iframe title="The front page as it would look" sandbox="" .srcdoc=${this.look}></iframe>
            </section>`
      }
    </div>`
  }

  private fields(settings: SiteSettings): TemplateResult {
    return html`${this.line('tagline', 'Tagline', 'One line under the name, on the front page.', settings)}
      <div class="field">
        <label for="accent">Colour</label>
        <div class="site-colour">
          <input
            id="accent"
            type="color"
            ?disabled=${!this.mayEdit()}
            .value=${live(this.typed.accent ?? settings.accent)}
            aria-describedby="accent-hint"
            @input=${(event: Event) => void this.types({ accent: (event.target as HTMLInputElement).value })}
            @change=${(event: Event) => void this.keep({ accent: (event.target as HTMLInputElement).value }, 'The colour is changed.')}
          />
          <span class="muted">${settings.accent}</span>
        </div>
        <p class="hint" id="accent-hint">Made darker on paper and lighter at night where it could not be read.</p>
      </div>
      <div class="field">
        <span class="site-label" id="logo-label">Logo</span>
        <div class="site-colour">
          <label class="button">
            ${this.isUploading ? 'Adding …' : settings.logo === null ? 'Choose a picture' : 'Choose another'}
            <input
              class="visually-hidden"
              type="file"
              accept="image/png,image/jpeg,image/webp,image/avif"
              aria-labelledby="logo-label"
              ?disabled=${!this.mayEdit() || this.isUploading}
              @change=${(event: Event) => void this.takeLogo(event.target as HTMLInputElement)}
            />
          </label>
          ${
            settings.logo === null || !this.mayEdit()
              ? nothing
              : html`<button
                  class="button"
                  type="button"
                  @click=${() => void this.keep({ logo: null }, 'The site has its name again.')}
                >
                  Take it away
                </button>`
          }
        </div>
        <p class="hint">In the place of the name. PNG, JPEG, WebP or AVIF.</p>
      </div>
      ${this.line('lang', 'Language', 'A tag such as en, en-GB or de: of the site’s own words and of stories that name none.', settings)}
      <div class="field">
        <label for="labels">How questions and answers are labelled</label>
        <select
          class="input"
          id="labels"
          ?disabled=${!this.mayEdit()}
          @change=${(event: Event) => void this.keep({ labelStyle: (event.target as HTMLSelectElement).value as LabelStyle }, 'Stories that say nothing themselves are labelled so from now on.')}
        >
          ${(Object.keys(LABELS) as LabelStyle[]).map(
            (style) => html`<option value=${style} ?selected=${style === settings.labelStyle}>${LABELS[style]}</option>`,
          )}
        </select>
      </div>
      ${this.line('joinUrl', 'Where readers become members', 'An address, or nothing: then it is not said.', settings)}
      ${this.lines('about', 'About', 'A page of its own, in Markdown. Empty: there is none.', 8, settings)}
      ${this.lines('footer', 'At the foot of every page', 'Imprint, address, thanks.', 3, settings)}`
  }

  private line(name: TextField, title: string, hint: string, settings: SiteSettings): TemplateResult {
    return html`<div class="field">
      <label for=${name}>${title}</label>
      <input
        class="input"
        id=${name}
        autocomplete="off"
        ?disabled=${!this.mayEdit()}
        .value=${live(this.typed[name] ?? settings[name])}
        aria-describedby="${name}-hint"
        @input=${(event: Event) => void this.types({ [name]: (event.target as HTMLInputElement).value })}
        @change=${(event: Event) => void this.keep({ [name]: (event.target as HTMLInputElement).value }, `${title}: kept.`)}
      />
      <p class="hint" id="${name}-hint">${hint}</p>
    </div>`
  }

  private lines(name: TextField, title: string, hint: string, rows: number, settings: SiteSettings): TemplateResult {
    return html`<div class="field">
      <label for=${name}>${title}</label>
      <textarea
        class="input"
        id=${name}
        rows=${rows}
        ?disabled=${!this.mayEdit()}
        .value=${live(this.typed[name] ?? settings[name])}
        aria-describedby="${name}-hint"
        @input=${(event: Event) => void this.types({ [name]: (event.target as HTMLTextAreaElement).value })}
        @change=${(event: Event) => void this.keep({ [name]: (event.target as HTMLTextAreaElement).value }, `${title}: kept.`)}
      ></textarea>
      <p class="hint" id="${name}-hint">${hint}</p>
    </div>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'site-page': SitePage
  }
}
