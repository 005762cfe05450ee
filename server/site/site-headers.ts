/** The headers of everything public: the strictest policy there is, because nothing on the site runs or comes from elsewhere. */
import { overHttps, type Config } from '../config.ts'

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const siteHeaders = (config: Pick<Config, 'publicUrl'>): Record<string, string> => ({
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  ...(overHttps(config as Config) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

/** For what other sites and programs in a browser may show: feeds, and the pictures in them. */
export const FOR_OTHERS = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }

/** For one pair of eyes, and in no list of any machine. */
export const FOR_ONE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow, noarchive' }
