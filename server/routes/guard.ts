/** What holds for every answer and every request: security headers, and no page of another site acts here. */
import type { Context, MiddlewareHandler } from 'hono'
import { Refusal } from '../../shared/refusal.ts'
import { overHttps } from '../config.ts'
import type { Desk } from '../context.ts'
import { originAllowed } from '../person.ts'
import { answerProblem } from '../problems.ts'
import type { Env } from './edge.ts'

/** For pages: nothing inline, nothing from elsewhere. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** For data and exports: should a browser ever show one as a page, it does nothing. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export function guard(desk: Desk): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (SAFE.has(c.req.method) || fromOurPages(desk, c)) await next()
    else c.res = answerProblem(desk, foreign(), c)
    secure(desk, c)
  }
}

/** For a websocket's upgrade, which is a GET. @throws Refusal `foreign-origin` */
export function mustBeOurPage(desk: Desk, c: Context<Env>): void {
  if (!fromOurPages(desk, c)) throw foreign()
}

function fromOurPages(desk: Desk, c: Context<Env>): boolean {
  return originAllowed(desk.config, c.req.header('origin'), c.req.header('host') ?? new URL(c.req.url).host)
}

const foreign = () => new Refusal('foreign-origin', 403, 'This request comes from a page of another site.')

function secure(desk: Desk, c: Context<Env>): void {
  const page = !c.req.path.startsWith('/api')
  const headers = c.res.headers
  // Public answers bring a stricter policy of their own (server/site/site-headers.ts).
  if (headers.has('content-security-policy')) return
  headers.set('content-security-policy', page ? PAGE_POLICY : DATA_POLICY)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('x-frame-options', 'DENY')
  headers.set('referrer-policy', 'same-origin')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()')
  if (overHttps(desk.config)) headers.set('strict-transport-security', 'max-age=31536000')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}
