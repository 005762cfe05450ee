/** The adapter of a target, whatever kind of place it is, with all that it works with. */
import { assetById } from '../../db/assets.ts'
import { newsroomName } from '../../db/people.ts'
import { publishingSettings, siteSettings } from '../../db/publishing.ts'
import type { TargetsTable } from '../../db/schema.ts'
import { siteRowOf } from '../../db/site.ts'
import { configOf } from '../../db/targets.ts'
import { Refusal } from '../../shared/refusal.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import { folderAdapter } from './folder.ts'
import { ghostAdapter } from './ghost.ts'
import { askOutside } from './guard.ts'
import { unlock } from './secret.ts'
import type { Adapter, Sent } from './target.ts'
import type { Way } from './way.ts'
import { webhookAdapter } from './webhook.ts'
import { wordpressAdapter } from './wordpress.ts'

/**
 * Made anew for each delivery: what a target is told to be may have changed since the last.
 * @throws nothing that a target is to blame for: then it is an adapter that says so
 */
export async function adapterFor(desk: Desk, target: TargetsTable): Promise<Adapter> {
  const config = configOf(target)
  let secret = ''
  try {
    secret = target.secret === null ? '' : await unlock(desk.config, target.secret, target.id)
  } catch (error) {
    if (error instanceof Refusal) return idle(error.message)
    throw error
  }
  const way = await wayFor(desk, config.allowPrivate === true)
  switch (target.kind) {
    case 'ghost':
      return ghostAdapter(way, config, secret)
    case 'wordpress':
      return wordpressAdapter(way, config, secret)
    case 'webhook':
      return webhookAdapter(way, config, secret)
    case 'folder':
      return folderAdapter(desk, config)
  }
}

/** Of a target that can be asked nothing. */
function idle(says: string): Adapter {
  const sent: Sent = { outcome: 'no', says }
  return {
    deliver: () => Promise.resolve(sent),
    compare: () => Promise.resolve(says),
    test: () => Promise.resolve({ ok: false, says }),
  }
}

async function wayFor(desk: Desk, allowPrivate: boolean): Promise<Way> {
  const { db, clock, config, pictures, log } = desk
  const { zone } = await publishingSettings(db)
  return {
    ask: (ask) => askOutside({ ...ask, allowPrivate }),
    now: () => clock.now(),
    isOnSite: async (storyId) => (await siteRowOf(db, storyId))?.killed_at === null,
    async picture(id) {
      const asset = await assetById(db, id)
      try {
        return asset === null ? null : await pictures.plain(asset)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        log.warn({ asset: id }, 'a picture is missing that was to be sent to a target')
        return null
      }
    },
    newsroom: { name: await newsroomName(db) },
    site: await siteSettings(db),
    zone,
    base: siteUrl(config),
  }
}
