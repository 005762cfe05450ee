/** What is in the inbox: who did what where, the newest first, each a link to its place. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { InboxItem } from '../../shared/inbox.ts'
import { pathOf, sayItem, storyName } from '../../shared/inbox-words.ts'
import { isSignedOut, sentence } from '../api.ts'
import { muteStory, unmuteStory } from '../api/inbox.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { avatar } from '../ui/people.ts'
import '../ui/pop-menu.ts'
import { toast } from '../ui/toast-list.ts'
import { when, wholeDate } from '../ui/when.ts'
import { askHowToHear } from './inbox-settings.ts'
import { inbox } from './live-inbox.ts'

@customElement('inbox-list')
export class InboxList extends PageElement {
  @state() private trouble = ''

  override connectedCallback(): void {
    super.connectedCallback()
    inbox.addEventListener('change', this.heard)
    if (inbox.items === null) void this.read()
  }

  override disconnectedCallback(): void {
    inbox.removeEventListener('change', this.heard)
    super.disconnectedCallback()
  }

  private readonly heard = (): void => this.requestUpdate()

  private async read(): Promise<void> {
    this.trouble = ''
    try {
      await inbox.look()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.trouble = sentence(error)
    }
  }

  private async doing(act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else toast(sentence(error))
    }
  }

  private gone(): void {
    this.dispatchEvent(new Event('gone'))
  }

  private async mute({ story }: InboxItem): Promise<void> {
    await muteStory(story.id)
    toast(`You hear nothing more of “${story.headline || 'Untitled story'}”.`, {
      label: 'Undo',
      run: () => void this.doing(() => unmuteStory(story.id)),
    })
  }

  private settings(): void {
    this.gone()
    void this.doing(() => askHowToHear())
  }

  override render() {
    const { items } = inbox
    return html`<div class="inbox-head">
        <h2 id="inbox-title" tabindex="-1">Inbox</h2>
        ${
          inbox.unread === 0
            ? nothing
            : html`<button class="link" type="button" @click=${() => void this.doing(() => inbox.markAll())}>
                Mark all as read
              </button>`
        }
        <button
          class="icon-button"
          type="button"
          aria-label="How you hear of things"
          title="How you hear of things"
          @click=${() => this.settings()}
        >
          ${icon('cog')}
        </button>
        <button class="icon-button" type="button" aria-label="Close the inbox" title="Close" @click=${() => this.gone()}>
          ${icon('close')}
        </button>
      </div>
      ${this.list(items)}`
  }

  private list(items: readonly InboxItem[] | null): TemplateResult {
    if (this.trouble !== '')
      return html`<p class="trouble" role="alert">
        ${icon('alert')}<span
          >${this.trouble} <button class="link" type="button" @click=${() => void this.read()}>Try again</button></span
        >
      </p>`
    if (items === null) return html`<p class="inbox-none" aria-busy="true">Looking …</p>`
    if (items.length === 0)
      return html`<p class="inbox-none">
        Nothing yet. When somebody mentions you with @, replies to you, asks you to look at a comment, puts a story on your table
        or decides on a suggestion of yours, it is here.
      </p>`
    const now = Date.now()
    return html`<ul class="inbox-items">
        ${repeat(
          items,
          ({ id }) => id,
          (item) => this.item(item, now),
        )}
      </ul>
      ${
        inbox.more
          ? html`<button class="button quiet inbox-more" type="button" @click=${() => void this.doing(() => inbox.lookFurther())}>
              Show older ones
            </button>`
          : nothing
      }`
  }

  private item(item: InboxItem, now: number): TemplateResult {
    const { by, quote, words, read, at } = item
    const says = sayItem(item)
    return html`<li class=${read ? 'inbox-item' : 'inbox-item is-unread'}>
      ${by === null ? html`<span class="avatar more" data-initials="…"></span>` : avatar(by)}
      <a
        href=${pathOf(item)}
        @click=${() => {
          void this.doing(() => inbox.mark(item, true))
          this.gone()
        }}
      >
        <span class="inbox-says">${read ? nothing : html`<span class="visually-hidden">Unread: </span>`}<b>${says}</b></span>
        <span class="inbox-story">${storyName(item)}${item.legal ? html` <span class="inbox-legal">Legal</span>` : nothing}</span>
        ${quote === '' ? nothing : html`<q class="inbox-quote">${quote}</q>`}
        ${words === '' ? nothing : html`<span class="inbox-words">${words}</span>`}
        <time datetime=${new Date(at).toISOString()} title=${wholeDate(at)}>${when(at, now)}</time>
      </a>
      <pop-menu
        .label=${`${says}: menu`}
        .items=${[
          {
            label: read ? 'Mark as unread' : 'Mark as read',
            icon: icon('check'),
            run: () => void this.doing(() => inbox.mark(item, !read)),
          },
          { label: 'Mute this story', icon: icon('close'), run: () => void this.doing(() => this.mute(item)) },
        ]}
      ></pop-menu>
    </li>`
  }
}
