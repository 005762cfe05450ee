/** Is the server well, and which one is it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { Health } from '../../shared/api.ts'
import { SCHEMA } from '../../shared/schema.ts'
import { ROOT } from '../code.ts'
import type { Desk } from '../context.ts'
import { describe, type Env } from './edge.ts'

const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
export const VERSION = about.version

export function healthRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  app.get(
    '/api/health',
    describe({
      summary: 'Is the server well',
      description: 'Asks the database too, so that a load balancer learns of a disk that is gone.',
      tag: 'Server',
      open: true,
      answer: { status: 200, description: 'It is.', schema: Health },
    }),
    async (c) => {
      await sql`select 1 from newsroom limit 1`.execute(desk.db)
      return c.json({ ok: true, version: VERSION, schema: SCHEMA })
    },
  )
  return app
}
