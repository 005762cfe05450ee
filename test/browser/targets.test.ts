/** What goes to readers elsewhere: to a Ghost stand-in and a real webhook's receiver, by letter, and past a second person. */
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Target } from '../../shared/shapes/targets.ts'
import { Receiver, SECRET } from '../publish/receiver.ts'
import { GhostStandIn } from '../targets/ghost-stand-in.ts'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

const panel = (window: Colleague) => window.page.locator('dialog.publish-panel[open]')
const press = (window: Colleague, name: string | RegExp) => panel(window).getByRole('button', { name }).click()
const says = (window: Colleague, words: string | RegExp) => panel(window).getByText(words).first().waitFor()

async function opensPanel(window: Colleague): Promise<void> {
  await window.page.locator('publish-button button').click()
  await panel(window).waitFor()
}

/** A story that nothing keeps from going out. */
async function clearStory(path: string): Promise<string> {
  await desk.asks('PATCH', '/api/newsroom/publishing', { gates: [], secondPerson: false })
  const given = { headline: 'The deckhand', dek: 'She tied up the last ferry.', byline: 'Tove Lind' }
  const story = await desk.story(['The harbour was quiet for hours.'], given)
  await desk.asks('PATCH', `/api/stories/${story}/particulars`, { path, version: 0 })
  return story
}

async function target(kind: 'ghost' | 'webhook', name: string, url: string, secret: string): Promise<void> {
  const { id } = (await (
    await desk.asks('POST', '/api/targets', { kind, name, config: { url, allowPrivate: true }, secret })
  ).json()) as Target
  onTestFinished(async () => void (await desk.asks('DELETE', `/api/targets/${id}`)))
}

/** On its way now; what is said of each target is under What is out. */
async function publishes(window: Colleague, to: string | null, yes: string | RegExp = 'Publish now'): Promise<void> {
  await press(window, 'Where and when')
  if (to !== null)
    await panel(window)
      .getByRole('checkbox', { name: new RegExp(`^${to}`) })
      .check()
  await press(window, yes)
  await panel(window).locator('#done-title').waitFor()
}

const row = (window: Colleague, name: string) => panel(window).locator('.out-rows > li', { hasText: name })

async function changes(window: Colleague, words: string): Promise<void> {
  await window.presses('Escape')
  await window.clicksInto(1)
  await window.types(words)
  await window.isSaved()
  await soon(() => window.page.locator('publish-button button').innerText()).toBe('Update')
  await opensPanel(window)
  await panel(window).getByLabel('It needs no note, because').fill('it is the weather')
}

test('[P6] changed at Ghost meanwhile: both texts are shown, nothing is written over until somebody chooses, and drift is said', async () => {
  const ghost = await GhostStandIn.open(Date.now)
  await target('ghost', 'Harbour Post', ghost.url, ghost.key)
  const story = await clearStory('at-ghost')
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await opensPanel(ana)
  await publishes(ana, 'Harbour Post')
  await row(ana, 'Harbour Post')
    .getByText(/^Out since/)
    .waitFor()
  expect(ghost.posts.map(({ title, status }) => [title, status])).toEqual([['The deckhand', 'published']])

  // Somebody mends it over there: asked, the desk says so, and leaves it.
  ghost.edit(ghost.posts[0]!, { html: ghost.posts[0]!.html.replace('for hours', 'for days') })
  await row(ana, 'Harbour Post').getByRole('button', { name: 'Compare: Harbour Post' }).click()
  await row(ana, 'Harbour Post')
    .getByText(/It was changed there since/)
    .waitFor()
  expect(await ana.axeFinds()).toEqual([])
  expect(ghost.posts[0]!.html).toContain('for days')

  await changes(ana, ' Then it rained.')
  await publishes(ana, null, /^Publish the update/)
  const clash = row(ana, 'Harbour Post').getByRole('region', { name: 'Both texts' })
  await clash.getByText('The harbour was quiet for days.').waitFor()
  await clash.getByText('The harbour was quiet for hours. Then it rained.').waitFor()
  expect(await ana.axeFinds()).toEqual([])
  expect(ghost.posts[0]!.html).toContain('for days')
  await press(ana, 'Overwrite theirs …')
  await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Overwrite theirs' }).click()
  await row(ana, 'Harbour Post')
    .getByText(/^Out since/)
    .waitFor()
  expect(ghost.posts[0]!.html).toContain('for hours. Then it rained.')

  // Theirs can stay just as well.
  ghost.edit(ghost.posts[0]!, { html: '<p>Written over there.</p>' })
  await changes(ana, ' It stopped.')
  await publishes(ana, null, /^Publish the update/)
  await press(ana, 'Keep theirs')
  await soon(() => row(ana, 'Harbour Post').locator('clash-choice').count()).toBe(0)
  expect(ghost.posts[0]!.html).toBe('<p>Written over there.</p>')
})

test('the newsletter goes out by Ghost once, with the first edition, and with no other', async () => {
  const ghost = await GhostStandIn.open(Date.now)
  await target('ghost', 'Harbour Post', ghost.url, ghost.key)
  const story = await clearStory('by-letter')
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await opensPanel(ana)
  await press(ana, 'Where and when')
  await panel(ana)
    .getByRole('checkbox', { name: /^Harbour Post/ })
    .first()
    .check()
  await panel(ana).getByRole('checkbox', { name: 'Harbour Post mails it to its readers' }).check()
  await says(ana, /mail cannot be recalled/)
  await panel(ana).getByLabel('Its name in Ghost').fill('weekly')
  await panel(ana).getByLabel('To', { exact: true }).selectOption('paying members')
  await press(ana, 'Publish now')
  await panel(ana).locator('#done-title').waitFor()
  await row(ana, 'Harbour Post')
    .getByText(/^Out since/)
    .waitFor()
  const once = [{ post: ghost.posts[0]!.id, newsletter: 'weekly', segment: 'status:-free' }]
  expect(ghost.mails).toEqual(once)
  await changes(ana, ' Then it rained.')
  await publishes(ana, null, /^Publish the update/)
  await row(ana, 'Harbour Post')
    .getByText(/^Out since/)
    .waitFor()
  expect(ghost.posts[0]!.html).toContain('Then it rained.')
  expect(ghost.mails).toEqual(once)
})

test('the letter is taken along as a page, as text, and as a mail', async () => {
  const story = await clearStory('taken-along')
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await opensPanel(ana)
  await panel(ana).getByRole('tab', { name: 'E-mail' }).click()
  for (const [kind, begins] of [
    ['.html', /^<!doctype html>/i],
    ['.txt', /THE DECKHAND|The deckhand/],
    ['.eml', /^(Subject|MIME-Version|From|To|Date|X-Unsent)\b/],
  ] as const) {
    const comes = ana.page.waitForEvent('download')
    await press(ana, `Download ${kind}`)
    const file = await comes
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\${kind}$`))
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toMatch(begins)
    if (kind !== '.eml') expect(text).toContain('The harbour was quiet for hours.')
  }
})

test('a webhook of one’s own is told of each edition, signed, and once', async () => {
  const receiver = await Receiver.open()
  onTestFinished(() => receiver.close())
  await target('webhook', 'The wire', receiver.url, SECRET)
  const story = await clearStory('on-the-wire')
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await opensPanel(ana)
  await publishes(ana, 'The wire')
  await row(ana, 'The wire')
    .getByText(/^Out since/)
    .waitFor()
  await changes(ana, ' Then it rained.')
  await publishes(ana, null, /^Publish the update/)
  await row(ana, 'The wire').getByText('edition 2').waitFor()
  await row(ana, 'The wire')
    .getByText(/^Out since/)
    .waitFor()
  expect(receiver.heard.map(({ body }) => [body.includes('The deckhand'), body.includes('Then it rained.')])).toEqual([
    [true, false],
    [true, true],
  ])
  expect([...receiver.counted.values()]).toEqual([1, 1])
  expect(receiver.forged).toEqual([])
})

test('[P6] where it takes a second person, who passed a gate is told that somebody else publishes, and somebody else does', async () => {
  const story = await clearStory('two-people')
  await desk.asks('PATCH', '/api/newsroom/publishing', { gates: ['copy'], secondPerson: true })
  const [ana, cem] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Cem', 'editor')]
  await Promise.all([ana.opens(story), cem.opens(story)])
  await opensPanel(ana)
  await press(ana, 'Pass copy')
  await says(ana, 'You passed the gate “copy” yourself: somebody else has to publish it here.')
  await opensPanel(cem)
  await says(cem, 'Nothing keeps it from going out.')
  await publishes(cem, null)
  expect((await fetch(`${desk.server.origin}/two-people`)).status).toBe(200)
})
