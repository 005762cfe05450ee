/** Links to a story on the site for those who have them: previews and gifts. */
import { z } from 'zod'
import { line, PersonHere, time } from '../api.ts'
import { id } from './words.ts'

export const SiteLink = z
  .object({
    id,
    kind: z.enum(['preview', 'gift']),
    label: z.string(),
    path: z.string().optional().describe('Only in the answer that made it: the secret is kept nowhere.'),
    by: PersonHere,
    madeAt: time,
    expiresAt: time,
    uses: z.number().int(),
  })
  .meta({ id: 'SiteLink' })
export const SiteLinks = z.object({ links: z.array(SiteLink) }).meta({ id: 'SiteLinks' })
export const NewSiteLink = z
  .object({
    kind: z.enum(['preview', 'gift']),
    label: line(80).trim().default(''),
    days: z.number().int().min(1).max(365).default(7),
  })
  .meta({ id: 'NewSiteLink' })

export type SiteLink = z.infer<typeof SiteLink>
