/** What an operator may set: the environment and `--demo`, read once at the start. */
import { delimiter, isAbsolute, parse, resolve } from 'node:path'

export type Config = {
  /** 0 asks the system for a free one (tests). */
  port: number
  host: string
  dataDir: string
  /** Where people reach the newsroom when it is not this machine: scheme and host, no path. */
  publicUrl: string | null
  /** The mail server and who writes; null: no mail is sent. */
  mail: { url: string; from: string } | null
  /** Folders below which the site may be written for other hosts; none: nowhere. */
  siteFolders: readonly string[]
  /** What the secrets of targets are locked with; null: a key of its own in the data folder. */
  key: Uint8Array | null
  demo: boolean
}

/** @throws with a sentence for the operator when a setting makes no sense */
export function readConfig(env: NodeJS.ProcessEnv, argv: string[]): Config {
  const unknown = argv.find((word) => word !== '--demo')
  if (unknown !== undefined) throw new Error(`"${unknown}" is no option of Copydesk; there is only --demo.`)
  return {
    port: readPort(env.PORT),
    host: env.HOST?.trim() || 'localhost',
    dataDir: env.DATA_DIR?.trim() || 'data',
    publicUrl: readPublicUrl(env.PUBLIC_URL),
    mail: readMail(env),
    siteFolders: readFolders(env.SITE_FOLDERS),
    key: readKey(env.COPYDESK_KEY),
    demo: argv.includes('--demo'),
  }
}

function readPort(given: string | undefined): number {
  const text = given?.trim() || '4400'
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65535) throw new Error(`PORT must be a number from 0 to 65535, not "${text}".`)
  return port
}

function readPublicUrl(given: string | undefined): string | null {
  const text = given?.trim()
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.pathname !== '/' ||
    url.search !== '' ||
    url.hash !== ''
  )
    throw new Error(`PUBLIC_URL must be like https://newsroom.example, without a path, not "${text}".`)
  return url.origin
}

/** Parted as the system parts the folders of its PATH. */
function readFolders(given: string | undefined): string[] {
  const folders = (given ?? '').split(delimiter).map((one) => one.trim()).filter((one) => one !== '') // prettier-ignore
  const odd = folders.find((one) => !isAbsolute(one) || resolve(one) === parse(one).root)
  if (odd !== undefined) throw new Error(`SITE_FOLDERS must be whole paths of folders such as /srv/site, not "${odd}".`)
  return folders.map((one) => resolve(one))
}

/** Never said back. */
function readKey(given: string | undefined): Uint8Array | null {
  const text = given?.trim()
  if (!text) return null
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64')
  if (key.length !== 32 || !/^[0-9A-Za-z+/_-]+=*$/.test(text))
    throw new Error(
      'COPYDESK_KEY must be 32 random bytes, as 64 hexadecimal digits or in base64: openssl rand -hex 32 makes one.',
    )
  return key
}

/** Never said back in full: it holds the password of the mail server. */
function readMail(env: NodeJS.ProcessEnv): Config['mail'] {
  const url = env.SMTP_URL?.trim()
  const from = env.MAIL_FROM?.trim()
  if (!url && !from) return null
  if (!url) throw new Error('MAIL_FROM is set, but SMTP_URL is not: set both, or neither.')
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol) || new URL(url).hostname === '')
    throw new Error('SMTP_URL must be like smtps://name:password@mail.example or smtp://mail.example:587.')
  if (!from || !/^([^<>@\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(from))
    throw new Error('MAIL_FROM must say who writes, like "The Courier <desk@courier.example>".')
  // A link that leads to the reader's own computer is worse than no mail.
  if (!readPublicUrl(env.PUBLIC_URL)) throw new Error('SMTP_URL needs PUBLIC_URL, too: the links in the mail begin with it.')
  return { url, from }
}

/** Where links that we hand out point to. Never made from a request: a Host header is anybody's word. */
export function siteUrl(config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl
  const everywhere = config.host === '0.0.0.0' || config.host === '::'
  const host = everywhere ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host
  return `http://${host}:${config.port}`
}

/** True when people come over https, so that the cookie may insist on it. */
export function overHttps(config: Config): boolean {
  return config.publicUrl?.startsWith('https:') ?? false
}
