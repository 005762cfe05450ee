/** What each kind of target needs to be told, checked when it is typed in. Nothing of it ever says a secret back. */
import { isAbsolute, relative, resolve } from 'node:path'
import type { TargetConfig } from '../../shared/shapes/targets.ts'
import type { TargetKind } from '../../shared/publish/workflow.ts'
import { Refusal } from '../../shared/refusal.ts'
import { mustBeAllowed, NoReply } from './guard.ts'

const wrong = (field: string, says: string) => new Refusal('invalid-field', 422, `${field}: ${says}`)

/**
 * Only what this kind knows, in its one spelling.
 * @param folders those the operator allows
 * @throws Refusal `invalid-field`
 */
export function fitConfig(kind: TargetKind, given: TargetConfig, folders: readonly string[]): TargetConfig {
  if (kind === 'folder') return { folder: mustBeBelow(given.folder ?? '', folders) }
  const allowPrivate = given.allowPrivate === true
  const url = addressIn(given.url ?? '', allowPrivate)
  if (kind === 'webhook') return { url: url.href, allowPrivate }
  if (url.search !== '' || url.hash !== '') throw wrong('config.url', 'Give the address of the site, without ? and #.')
  const site = url.href.replace(/\/(ghost|wp-admin|wp-json)(\/.*)?$/, '').replace(/\/+$/, '')
  const asDraft = given.asDraft === true
  if (kind === 'ghost') return { url: site, allowPrivate, asDraft }
  const user = given.user ?? ''
  if (user === '' || user.includes(':')) throw wrong('config.user', 'Give the name of the WordPress user, as they sign in.')
  return { url: site, user, allowPrivate, asDraft }
}

function addressIn(given: string, allowPrivate: boolean): URL {
  try {
    return mustBeAllowed(given.trim(), allowPrivate)
  } catch (error) {
    if (error instanceof NoReply) throw wrong('config.url', error.message)
    throw error
  }
}

/** The folder itself may be one that is allowed. Where links lead on the disk is looked at when it is written to. */
function mustBeBelow(given: string, folders: readonly string[]): string {
  if (folders.length === 0)
    throw wrong('config.folder', 'No folder is allowed yet. Whoever runs Copydesk names those that are in SITE_FOLDERS.')
  const folder = resolve(given.trim())
  if (given.includes('\0') || !isAbsolute(given.trim()) || !folders.some((one) => isBelow(folder, one)))
    throw wrong('config.folder', `Give the whole path of a folder in ${folders.join(' or ')}.`)
  return folder
}

export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!isAbsolute(way) && way.split(/[\\/]/)[0] !== '..')
}

const SECRETS: Record<TargetKind, { fits: RegExp | null; says: string }> = {
  ghost: {
    fits: /^[0-9a-f]{24}:[0-9a-f]{64}$/i,
    says: 'Give the whole Admin API key: it has a colon in the middle. Ghost shows it under Integrations.',
  },
  wordpress: {
    fits: /^[0-9a-z ]{16,100}$/i,
    says: 'Give an application password: WordPress makes them on the page of the user.',
  },
  webhook: { fits: /^whsec_[0-9A-Za-z+/]{32,88}={0,2}$/, says: 'Give a secret of at least 24 bytes that begins with whsec_.' },
  folder: { fits: null, says: 'A folder has no secret.' },
}

/** @throws Refusal `invalid-field` */
export function fitSecret(kind: TargetKind, given: string): string | null {
  const { fits, says } = SECRETS[kind]
  const secret = given.trim()
  if (fits === null ? secret !== '' : !fits.test(secret)) throw wrong('secret', says)
  return fits === null ? null : secret
}

/** Where a secret was for: it is not sent anywhere else without being given again. */
export function isSameReceiver(kind: TargetKind, before: TargetConfig, after: TargetConfig): boolean {
  if (kind === 'folder') return true
  const origin = (config: TargetConfig): string => new URL(config.url ?? '').origin
  return origin(before) === origin(after) && before.user === after.user
}
