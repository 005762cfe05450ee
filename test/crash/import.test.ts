/** A server killed while a file comes in: the story is as it was or has the whole file, and nothing stands in its way. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServerProcess } from '../server-process.ts'

/** How long after the file was sent: on most machines before, while and after it is read. */
const WAITS_MS = [5, 60, 250]
const PARAGRAPHS = 1_500
const FILE = Array.from({ length: PARAGRAPHS }, (_, i) => `Paragraph ${i} of the harbour master's long account.`).join('\n\n')

let server: ServerProcess
let cookie: string

beforeAll(async () => {
  server = await ServerProcess.start()
  cookie = await server.setUp()
})
afterAll(() => server.close())

const send = (id: string): Promise<Response> =>
  fetch(`${server.origin}/api/stories/${id}/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8', cookie },
    body: FILE,
  })

async function paragraphsOf(id: string): Promise<number> {
  const answer = await fetch(`${server.origin}/api/stories/${id}/body?as=text`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return ((await answer.text()).match(/Paragraph \d+ of/g) ?? []).length
}

test('[P1] SIGKILL while a file is imported: none of it or all of it, and it can be sent again', async () => {
  for (const wait of WAITS_MS) {
    const id = await server.newStory(cookie, `Killed after ${wait}`)
    const sent = send(id).then(
      (answer) => answer.status,
      () => null,
    )
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, wait))])
    await server.kill()
    const status = await sent
    await server.begin()
    const there = await paragraphsOf(id)
    expect([0, PARAGRAPHS], `after ${wait} ms`).toContain(there)
    // What was called done is there.
    if (status === 200) expect(there).toBe(PARAGRAPHS)
    if (there === 0) expect((await send(id)).status).toBe(200)
    expect(await paragraphsOf(id)).toBe(PARAGRAPHS)
  }
})
