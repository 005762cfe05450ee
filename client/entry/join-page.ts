/** An invite: who asks one in, as what and into which story, and the way in for newcomers and for colleagues. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Link, Session } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import { sentence } from '../api.ts'
import { acceptLink, signOut } from '../api/entry.ts'
import { icon } from '../ui/icons.ts'
import { ROLE_HINTS, ROLE_NAMES } from '../ui/roles.ts'
import { card, ended, field, secretInAddress, type Values } from './entry-form.ts'
import { LinkForm } from './link-form.ts'

@customElement('join-page')
export class JoinPage extends LinkForm {
  /** Null: a newcomer, or a colleague who is not signed in here. */
  @property({ attribute: false }) session: Session | null = null
  protected override readonly kind = 'invite'

  protected override async send(values: Values): Promise<void> {
    const token = secretInAddress()
    const { name, email, password } = values
    const newcomer = name !== undefined && email !== undefined && password !== undefined
    try {
      const { session, storyId } = await acceptLink(newcomer ? { token, name, email, password } : { token })
      this.enter(session, storyId === null ? '/desk' : `/desk/story/${storyId}`)
    } catch (error) {
      if (!(error instanceof Refusal && error.type === 'link-ended')) throw error
      this.link = 'ended'
    }
  }

  private async leave(): Promise<void> {
    try {
      await signOut()
      this.session = null
      location.reload()
    } catch (error) {
      this.trouble = sentence(error)
    }
  }

  override render() {
    const { link } = this
    if (link === 'looking') return card(html`<p class="muted" role="status">Looking at the invite…</p>`)
    if (link === 'ended')
      return ended(
        'This invite has ended',
        'An invite works once, for a few days, and can be taken back. Ask whoever sent it for a new one. If you have joined already, sign in.',
        html`<p>
          <a class="button primary" href="/desk${this.session === null ? '/sign-in' : ''}"
            >${this.session === null ? 'Sign in' : 'Go to the stories'}</a
          >
        </p>`,
      )
    if ('trouble' in link)
      return ended(
        'The invite could not be looked at',
        link.trouble,
        html`<p><button class="button primary" @click=${this.look}>Try again</button></p>`,
      )
    return card(this.session === null ? this.newcomer(link) : this.colleague(link, this.session))
  }

  private invitation({ invitedBy, story, role, newsroom }: Link): TemplateResult {
    const headline = story?.headline.trim()
    return html`<p class="entry-lede">
      ${invitedBy ?? 'The newsroom'} invites you${role === null ? nothing : html` as <b>${ROLE_NAMES[role].toLowerCase()}</b>`}
      ${story === null ? html`to ${newsroom}.` : headline ? html`to the story <b class="story-name">${headline}</b>.` : html`to a story that has no headline yet.`}
      ${role === null ? nothing : html`<span class="muted">${ROLE_HINTS[role]}</span>`}
    </p>`
  }

  private newcomer(link: Link): TemplateResult {
    return html`<h1 tabindex="-1">Join ${link.newsroom}</h1>
      ${this.invitation(link)}
      <form class="entry-form" novalidate @submit=${this.submit}>
        ${field({ name: 'name', label: 'Your name', autocomplete: 'name', hint: 'As colleagues see it beside your words.', wrong: this.wrong['name'] })}
        ${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', hint: 'Only to sign in: nothing is sent.', wrong: this.wrong['email'] })}
        <password-field .fresh=${true} .wrong=${this.wrong['password']}></password-field>
        ${this.button(link.story === null ? 'Join' : 'Join and open the story')}
      </form>
      <p class="entry-foot">
        In this newsroom already? <a href="/desk/sign-in?to=%2Fdesk%2Fjoin${location.hash}">Sign in</a> and the invite opens for
        you.
      </p>`
  }

  private colleague(link: Link, { person }: Session): TemplateResult {
    const foot = html`<p class="entry-foot">
      Not ${person.name}? <button class="link" type="button" @click=${this.leave}>Sign out</button> and use the invite as a
      newcomer.
    </p>`
    if (link.story === null)
      return html`<h1 tabindex="-1">You are in already</h1>
        <p>You are signed in to ${link.newsroom} as ${person.name}. This invite is for somebody who is not; it stays good.</p>
        ${this.trouble === null ? nothing : html`<p class="trouble" role="alert">${icon('alert')} <span>${this.trouble}</span></p>`}
        <p><a class="button primary" href="/desk">Go to the stories</a></p>
        ${foot}`
    return html`<h1 tabindex="-1">Open the story</h1>
      <p class="entry-lede">
        ${link.invitedBy ?? 'The newsroom'} shares
        ${link.story.headline.trim() === '' ? 'a story that has no headline yet' : html`<b class="story-name">${link.story.headline}</b>`}
        with you, ${person.name}.
      </p>
      <form class="entry-form" @submit=${this.submit}>${this.button('Open the story')}</form>
      ${foot}`
  }
}
