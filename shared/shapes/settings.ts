/** How a newsroom publishes, and how its public site is. */
import { z } from 'zod'
import { line } from '../api.ts'
import { lines, zone } from './words.ts'
import { GATES } from '../publish/workflow.ts'
import { LABEL_STYLES } from '../story.ts'

export const PublishingSettings = z
  .object({
    gates: z.array(z.enum(GATES)).max(GATES.length).describe('Those every story needs.'),
    publishers: z
      .array(z.enum(['owner', 'editor', 'writer']))
      .min(1, 'must name somebody')
      .max(3)
      .describe('The roles that may publish, of those who may write the story.'),
    secondPerson: z.boolean().describe('Whoever publishes must be another than those who passed the gates.'),
    zone: zone.describe('Where the newsroom is: every time it shows to readers.'),
  })
  .meta({ id: 'PublishingSettings' })
export const ChangePublishingSettings = PublishingSettings.partial().meta({
  id: 'ChangePublishingSettings',
  description: 'Only what is given changes.',
})
export const PUBLISHING: z.infer<typeof PublishingSettings> = {
  gates: ['edit', 'copy'],
  publishers: ['owner', 'editor'],
  secondPerson: false,
  zone: 'UTC',
}
export const SiteSettings = z
  .object({
    tagline: line(200).trim(),
    accent: z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1f4fa3'),
    lang: z.string().regex(/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i, 'must be a language tag such as en'),
    about: lines(20_000).trim().describe('Markdown.'),
    footer: lines(1000).trim(),
    labelStyle: z.enum(LABEL_STYLES).describe('For stories that say nothing themselves.'),
    logo: z.string().max(60).nullable().describe('The name of the kept picture.'),
    joinUrl: z.string().max(500).describe('Where readers become members; empty: it is not said.'),
  })
  .meta({ id: 'SiteSettings' })
export const ChangeSiteSettings = SiteSettings.extend({
  logo: z.null().describe('Null takes the logo away; a new one is uploaded.'),
})
  .partial()
  .meta({ id: 'ChangeSiteSettings', description: 'Only what is given changes.' })
export const SiteLook = z.object({ page: z.string() }).meta({ id: 'SiteLook' })
export const SITE_SETTINGS: z.infer<typeof SiteSettings> = {
  tagline: '',
  accent: '#1f4fa3',
  lang: 'en',
  about: '',
  footer: '',
  labelStyle: 'bold',
  logo: null,
  joinUrl: '',
}

export type PublishingSettings = z.infer<typeof PublishingSettings>
export type SiteSettings = z.infer<typeof SiteSettings>
