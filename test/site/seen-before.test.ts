/** What the publish panel shows of a story before it is public: its pictures and its card, to the desk alone. */
import { expect, test } from 'vitest'
import type { Asset } from '../../shared/api.ts'
import { fromACamera } from '../images/files.ts'
import { site } from './site.ts'

test('pictures of a story that is not out, and its card, are shown to who may read it and to nobody else', async () => {
  const { ana, get, person, writes, app } = await site()
  const id = await writes()
  const { asset } = (await ana<Asset>('POST', `/api/stories/${id}/assets`, { body: await fromACamera() })).body
  const picture = `/pictures/${asset}/picture.jpg`
  expect((await get(picture)).status).toBe(404)
  const ben = await person('Ben', 'writer')
  const seen = await app.request(picture, { headers: { cookie: ben.cookie } })
  expect(seen.status).toBe(200)
  expect(seen.headers.get('cache-control')).toBe('private, no-store')
  expect(seen.headers.get('access-control-allow-origin')).toBeNull()
  const guest = await person('Gil', 'guest')
  expect((await app.request(picture, { headers: { cookie: guest.cookie } })).status).toBe(404)

  const card = `/api/stories/${id}/card`
  const drawn = await app.request(card, { headers: { cookie: ben.cookie } })
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await app.request(card)).status).toBe(401)
  expect((await app.request(card, { headers: { cookie: guest.cookie } })).status).toBe(404)
})
