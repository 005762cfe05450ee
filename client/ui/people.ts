/** How a person looks wherever they appear: a round mark with their initials in their colour. */
import { html, nothing, type TemplateResult } from 'lit'
import type { PersonHere } from '../../shared/api.ts'
import type { Role } from '../../shared/can.ts'
import { initials } from './initials.ts'

const HUES = 12
export const hueClass = (hue: number): string => `hue-${((Math.trunc(hue) % HUES) + HUES) % HUES}`

/** The letters are drawn by the stylesheet: to a screen reader and to a copied text this is a name. */
export const avatar = (person: PersonHere, size: '' | 'large' = ''): TemplateResult =>
  html`<span
    class="avatar ${hueClass(person.hue)} ${size}"
    role="img"
    aria-label=${person.name}
    title=${person.name}
    data-initials=${initials(person.name)}
  ></span>`

/** One mark a person, at most `most`; the rest is a number that names them. */
export function avatars(people: readonly PersonHere[], most = 4): TemplateResult | typeof nothing {
  if (people.length === 0) return nothing
  const shown = people.length > most ? people.slice(0, most - 1) : people
  const rest = people.slice(shown.length)
  const names = rest.map((person) => person.name).join(', ')
  return html`<span class="avatars" role="group" aria-label="In it now"
    >${shown.map((person) => avatar(person))}${
      rest.length === 0
        ? nothing
        : html`<span
            class="avatar more"
            role="img"
            aria-label="and ${rest.length} more: ${names}"
            title=${names}
            data-initials="+${rest.length}"
          ></span>`
    }</span
  >`
}

/** A link for a colleague is worth nothing when it leads to the colleague's own computer: said before it is sent. */
export const onlyHere = (): TemplateResult | typeof nothing =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)
    ? html`<p class="hint">
        The link begins with ${location.hostname}, so it opens on this computer only. For a colleague elsewhere, open the desk
        under an address they can reach: see the settings HOST and PUBLIC_URL.
      </p>`
    : nothing

export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  editor: 'Editor',
  writer: 'Writer',
  checker: 'Checker',
  guest: 'Guest',
}

/** What each role may do, in the words of the person who picks one. */
export const ROLE_HINTS: Record<Role, string> = {
  owner: 'Everything, people and the newsroom’s name included.',
  editor: 'Writes, shares and deletes every story.',
  writer: 'Writes in every story and starts new ones.',
  checker: 'Reads every story, comments and suggests; changes none.',
  guest: 'Reads and comments on the stories shared with them, and sees no other.',
}

/** `an editor`, `a writer`. */
export function withArticle(role: Role): string {
  return `${role === 'owner' || role === 'editor' ? 'an' : 'a'} ${ROLE_NAMES[role].toLowerCase()}`
}
