/** Suggestions decided about by keys, one after the other, quicker than the server answers. */
import { test } from 'vitest'
import { aDesk, soon } from './desk.ts'

const desk = aDesk()

test('[SUG-02] the next one is accepted before the first is answered, in the same sentence; pressed twice is once', async () => {
  const story = await desk.story(['The red door stands open.'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ben.presses('Control+Alt+Shift+X')
  await ben.page.locator('.mode-switch.is-suggesting').waitFor()
  await ben.clicksInto(1, 12)
  await ben.types(' wide')
  await ben.clicksInto(1, 3)
  await ben.types(' old')
  for (const word of ['old', 'wide']) await ana.page.locator('suggestion-card', { hasText: word }).waitFor()
  const answers: [done: number, gone: number][] = []
  let go = (): void => {}
  const until = new Promise<void>((resolve) => (go = resolve))
  await ana.page.route('**/api/stories/*/suggestions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await until
    const response = await route.fetch()
    const { done, gone } = (await response.json()) as Record<'done' | 'gone', string[]>
    answers.push([done.length, gone.length])
    return route.fulfill({ response })
  })
  const told = () => ana.page.locator('story-margin > [role=status]').textContent()
  await ana.clicksInto(1, 0)
  await ana.presses('F8')
  await soon(told).toMatch(/Add “old”/)
  await ana.presses('Control+Alt+.', 'Control+Alt+.', 'F8')
  await soon(told).toMatch(/Add “wide”/)
  await ana.presses('Control+Alt+.')
  go()
  await soon(() => desk.reads(story).then(({ body }) => body)).toEqual(['The old red door wide stands open.'])
  await soon(() => ana.page.locator('suggestion-card').count()).toBe(0)
  await soon(() => answers).toEqual([
    [1, 0],
    [1, 0],
  ])
})
