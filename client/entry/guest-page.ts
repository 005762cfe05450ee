/** A guest link: says what it opens, asks for a name, and lets in. The end of one is told here, too. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property } from 'lit/decorators.js'
import type { Link, Session } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import { enterByGuestLink } from '../api/entry.ts'
import { card, ended, field, secretInAddress, type Values } from './entry-form.ts'
import { LinkForm } from './link-form.ts'

const MAY: Record<string, string> = {
  read: 'You can read it, live, as it is written.',
  comment: 'You can read it and comment in its margin. Nothing you do changes the text.',
  suggest: 'You can read it, comment, and suggest changes. An editor decides which go into the text.',
}

@customElement('guest-page')
export class GuestPage extends LinkForm {
  /** Null: a stranger. */
  @property({ attribute: false }) session: Session | null = null
  protected override readonly kind = 'guest'

  protected override async send({ name }: Values): Promise<void> {
    try {
      const { session, storyId, readBack } = await enterByGuestLink({
        token: secretInAddress(),
        ...(name === undefined ? {} : { name }),
      })
      this.enter(session, readBack ? `/desk/read-back/${storyId}` : `/desk/story/${storyId}`)
    } catch (error) {
      if (!(error instanceof Refusal && error.type === 'link-ended')) throw error
      this.link = 'ended'
    }
  }

  override render() {
    const { link } = this
    if (link === 'looking') return card(html`<p class="muted" role="status">Looking at the link…</p>`)
    if (link === 'ended')
      return ended(
        'This link has ended',
        'Guest links are good for a time, and can be taken back. What you wrote is kept. Ask whoever sent it for a new one.',
        html``,
      )
    if ('trouble' in link)
      return ended(
        'The link could not be looked at',
        link.trouble,
        html`<p><button class="button primary" @click=${this.look}>Try again</button></p>`,
      )
    return card(
      html`<h1 tabindex="-1">${link.readBack ? 'Read it back' : 'Read a story'}</h1>
        ${this.invitation(link)}
        <form class="entry-form" novalidate @submit=${this.submit}>
          ${
            this.session === null
              ? field({
                  name: 'name',
                  label: 'Your name',
                  autocomplete: 'name',
                  hint: 'Stands beside what you write. No e-mail, no password.',
                  wrong: this.wrong['name'],
                })
              : html`<p class="muted">You are here as ${this.session.person.name}.</p>`
          }
          ${this.button(link.readBack ? 'Read the passages' : 'Open the story')}
        </form>`,
    )
  }

  private invitation({ invitedBy, story, newsroom, level, readBack }: Link): TemplateResult {
    const headline = story?.headline.trim()
    return html`<p class="entry-lede">
      ${invitedBy ?? 'The newsroom'} of ${newsroom}
      ${
        readBack
          ? html`asks you to read what you are quoted with.
              <span class="muted">You see those passages only. You can comment on them; nothing you do changes the text.</span>`
          : html`asks you to read
            ${headline ? html`<b class="story-name">${headline}</b>.` : html`a story that has no headline yet.`}
            ${level === null ? nothing : html`<span class="muted">${MAY[level]}</span>`}`
      }
    </p>`
  }
}
