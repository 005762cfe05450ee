/** The pages on which an owner sets up how stories get to readers: one entry in the bar, and a line to go from one to the other. */
import { html, nothing, type TemplateResult } from 'lit'

/** A page of them adds itself by one line here. */
const PAGES = [{ at: 'publishing', path: '/desk/publishing', name: 'Gates and people' }] as const

export type SettingsPage = (typeof PAGES)[number]['at']

export const settingsTabs = (at: SettingsPage): TemplateResult | typeof nothing =>
  PAGES.length < 2
    ? nothing
    : html`<nav class="settings-tabs" aria-label="Publishing">
        ${PAGES.map((page) => html`<a href=${page.path} aria-current=${page.at === at ? 'page' : nothing}>${page.name}</a>`)}
      </nav>`
