/**
 * The link in every mail that ends all mail to its reader, without a sign-in: signed, so that nobody makes one
 * for a colleague. A POST ends it, as mail programs do by themselves when asked (RFC 8058); a GET only asks, for
 * programs that look at links for their own reasons.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import { setWish, wishOf } from '../../db/inbox.ts'
import { mailKey } from '../../db/mail.ts'
import { newsroomName, personOf } from '../../db/people.ts'
import { siteUrl } from '../config.ts'
import type { Desk } from '../context.ts'
import { notFoundPage, page } from '../pages.ts'
import type { Env } from '../routes/edge.ts'
import { newSecret } from '../secrets.ts'

const PATH = '/stop-mail'

const signature = (key: string, personId: string): string =>
  createHmac('sha256', key).update(`stop mail to ${personId}`).digest('base64url')

export async function stopLink(desk: Pick<Desk, 'db' | 'config'>, personId: string): Promise<string> {
  const key = await mailKey(desk.db, newSecret())
  return `${siteUrl(desk.config)}${PATH}?to=${encodeURIComponent(personId)}&by=${signature(key, personId)}`
}

export function stopMailRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()

  /** Null: the link is none of ours, or the person is gone. */
  async function reader(c: Context<Env>): Promise<string | null> {
    const { to = '', by = '' } = c.req.query()
    const right = Buffer.from(signature(await mailKey(desk.db, newSecret()), to))
    const given = Buffer.from(by)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null
    return (await personOf(desk.db, to))?.id ?? null
  }

  app.get(PATH, async (c) => {
    if ((await reader(c)) === null) return notFoundPage()
    const newsroom = await newsroomName(desk.db)
    return c.html(
      page(
        'No more mail?',
        html`<p>
            ${newsroom} will send you no more mail about what happens at its desk. What concerns you is still in your inbox there.
          </p>
          <form method="post"><button>Send me no more mail</button></form>`,
      ),
    )
  })

  app.post(PATH, async (c) => {
    const personId = await reader(c)
    if (personId === null) return notFoundPage()
    await setWish(desk.db, personId, { ...(await wishOf(desk.db, personId)), mail: 'off' }, null)
    return c.html(
      page(
        'No more mail',
        html`<p>You get no more mail from here. You can ask for it again at the desk, in the settings of your inbox.</p>`,
      ),
    )
  })

  return app
}
