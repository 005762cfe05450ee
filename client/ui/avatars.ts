/** Several people as a row of their marks. */
import { html, nothing, type TemplateResult } from 'lit'
import type { PersonHere } from '../../shared/api.ts'
import { avatar } from './people.ts'

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
