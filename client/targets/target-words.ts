/** How the page of targets says things: the kinds of places, and what each has to be told. */
import type { Target } from '../../shared/shapes/targets.ts'
import type { TargetKind } from '../../shared/publish/workflow.ts'

export const KIND_NAMES: Record<TargetKind, string> = {
  ghost: 'Ghost',
  wordpress: 'WordPress',
  webhook: 'Webhook',
  folder: 'Folder',
}

export const KIND_SAYS: Record<TargetKind, string> = {
  ghost: 'Posts on a Ghost site, with its paywall and newsletters.',
  wordpress: 'Posts on a WordPress site.',
  webhook: 'A signed message to a program of yours, for every edition.',
  folder: 'The whole public site as files, for any static host.',
}

type SecretWords = { label: string; hint: string; example: string }
export const SECRET_WORDS: Record<Exclude<TargetKind, 'folder'>, SecretWords> = {
  ghost: {
    label: 'Admin API key',
    hint: 'In Ghost: Settings, Integrations, add a custom one, and copy its Admin API key.',
    example: '5f…:a1…',
  },
  wordpress: {
    label: 'Application password',
    hint: 'In WordPress: the user’s profile, Application Passwords. Not the password they sign in with.',
    example: 'abcd EFGH ijkl MNOP qrst UVWX',
  },
  webhook: {
    label: 'Secret',
    hint: 'What messages are signed with. Give your program the same one.',
    example: 'whsec_…',
  },
}

export const URL_WORDS: Record<Exclude<TargetKind, 'folder'>, { label: string; example: string }> = {
  ghost: { label: 'Address of the site', example: 'https://courier.example' },
  wordpress: { label: 'Address of the site', example: 'https://courier.example' },
  webhook: { label: 'Where it is sent', example: 'https://program.example/hooks/copydesk' },
}

/** Where it leads, in a line. */
export function leadsTo({ kind, config }: Target): string {
  if (kind === 'folder') return config.folder ?? ''
  const address = (config.url ?? '').replace(/^https:\/\//, '')
  return kind === 'wordpress' ? `${address}, as ${config.user ?? ''}` : address
}

export function factsOf({ config }: Target): string[] {
  return [
    ...(config.asDraft === true ? ['gets drafts'] : []),
    ...(config.allowPrivate === true ? ['may be inside this network'] : []),
  ]
}

/** A new one for a webhook: 32 random bytes, as the Standard Webhooks write it. */
export function newHookSecret(random: (bytes: Uint8Array) => Uint8Array): string {
  return `whsec_${btoa(String.fromCharCode(...random(new Uint8Array(32))))}`
}
