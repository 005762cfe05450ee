/** The bar over every page of the desk: the newsroom, the pages, what this page adds, and who I am. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Person, Session } from '../../shared/api.ts'
import { can } from '../../shared/can.ts'
import { sentence } from '../api.ts'
import { signOut } from '../api/entry.ts'
import { go } from './go.ts'
import { icon } from './icons.ts'
import { avatar } from './people.ts'
import { ROLE_NAMES } from './roles.ts'
import { showKeys } from './keys.ts'
import '../inbox/inbox-bell.ts'
import './pop-menu.ts'
import { toast } from './toast-list.ts'

/** `publishing`: all pages of `settingsTabs`. Guests are not told who else there is, nor how the newsroom works. */
const PAGES = [
  { at: 'stories', path: '/desk', name: 'Stories', forGuests: true },
  { at: 'people', path: '/desk/people', name: 'People', forGuests: false },
  { at: 'style', path: '/desk/style', name: 'Style', forGuests: false },
  { at: 'publishing', path: '/desk/publishing', name: 'Publishing', forGuests: false },
] as const

export type Place = (typeof PAGES)[number]['at'] | null

async function leave(from: EventTarget): Promise<void> {
  try {
    await signOut()
    from.dispatchEvent(new CustomEvent('signed-out', { bubbles: true, detail: 'on purpose' }))
  } catch (error) {
    toast(sentence(error))
  }
}

async function newPassword(person: Person): Promise<void> {
  try {
    const { askNewPassword } = await import('../entry/change-password.ts')
    askNewPassword(document.querySelector('desk-app') ?? document.body, person)
  } catch {
    toast('This part of the page could not be loaded. Check the connection, then try again.')
  }
}

export function topBar(session: Session, place: Place, tools: TemplateResult | typeof nothing = nothing): TemplateResult {
  const { person, newsroom } = session
  const pages = PAGES.filter(({ forGuests }) => forGuests || can(person.role, 'read every story'))
  return html`<header class="top-bar">
    <a class="skip-link visually-hidden" href="#main">Skip to the page</a>
    <a class="newsroom" href="/desk" title=${newsroom.name}>${newsroom.name}</a>
    <nav aria-label="Desk">
      ${pages.map(
        ({ at, path, name }) =>
          html`<a href=${path} class=${at === 'stories' ? '' : 'wide'} aria-current=${place === at ? 'page' : nothing}
            >${name}</a
          >`,
      )}
      ${
        // On a phone there is no room for all of them.
        pages.length < 2
          ? nothing
          : html`<pop-menu
              class="pages"
              .look=${'tool'}
              .label=${'More pages'}
              .face=${html`More ${icon('down')}`}
              .items=${pages.slice(1).map(({ path, name }) => ({ label: name, run: () => go(path) }))}
            ></pop-menu>`
      }
    </nav>
    <span class="grow"></span>
    ${tools}
    <inbox-bell></inbox-bell>
    <pop-menu
      class="me"
      .label=${`${person.name}: menu`}
      .face=${avatar(person)}
      .head=${html`<b>${person.name}</b>${person.email}<br />${ROLE_NAMES[person.role]}`}
      .items=${[
        { label: 'Keys', icon: icon('keys'), key: '?', run: showKeys },
        { label: 'Change password', icon: icon('lock'), run: () => void newPassword(person) },
        { label: 'Sign out', icon: icon('door'), run: () => void leave(document.querySelector('desk-app') ?? window) },
      ]}
    ></pop-menu>
  </header>`
}

/** The pages' single-letter keys: never while typing, never with a modifier, never over a dialog. */
export function isPlainKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false
  if (document.querySelector('dialog[open]') !== null) return false
  const at = event.target
  return !(at instanceof HTMLElement && at.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null)
}
