/** How a person looks wherever they appear: a round mark with their initials in their colour. */
import { html, type TemplateResult } from 'lit'
import type { PersonHere } from '../../shared/api.ts'
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
