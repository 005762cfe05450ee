/** The pages on which the newsroom sets up how stories get to readers: one entry in the bar, and a line to go from one to the other. */
import { html, nothing, type TemplateResult } from 'lit'
import { can, type Deed, type Role } from '../../shared/can.ts'

type Page = { at: string; path: string; name: string; for: Deed }

/** A page adds itself by one line here. */
const PAGES = [
  { at: 'publishing', path: '/desk/publishing', name: 'Gates and people', for: 'read every story' },
  { at: 'site', path: '/desk/site', name: 'Site', for: 'read every story' },
  { at: 'targets', path: '/desk/targets', name: 'Targets', for: 'write the story' },
] as const satisfies readonly Page[]

export type SettingsTab = (typeof PAGES)[number]['at']

export function settingsTabs(at: SettingsTab, role: Role): TemplateResult {
  return html`<nav class="settings-tabs" aria-label="Publishing">
    ${PAGES.filter((page) => can(role, page.for)).map(
      (page) => html`<a href=${page.path} aria-current=${page.at === at ? 'page' : nothing}>${page.name}</a>`,
    )}
  </nav>`
}
