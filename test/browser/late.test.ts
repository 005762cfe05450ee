/**
 * A story waits for its words alone. What stands beside it comes after them: it may be long on its way, or not come at
 * all at first, and nothing that was typed or asked for meanwhile is lost.
 */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'
import { InputMethod } from './input-method.ts'
import { cards } from './margin.ts'

const desk = aDesk()

const BESIDE = /\/assets\/beside-[^/]*\.js$/
/** All that a story page asks for but its own scripts and styles, who one is, and the words. */
const NOT_WAITED_FOR = /\/assets\/(beside|drawers|pasted|style-worker|inbox-list)-|\.woff2$|\/api\/(?!session)/

/** Holds what is asked for at these addresses. @returns lets it flow */
async function holds(window: Colleague, addresses: RegExp): Promise<() => void> {
  let flow!: () => void
  const until = new Promise<void>((resolve) => (flow = resolve))
  await window.page.route(addresses, async (route) => {
    await until
    await route.continue()
  })
  return flow
}

/** Goes to a story and has its words; what stands beside them may be on its way. */
async function opens(window: Colleague, story: string, waitUntil: 'load' | 'commit' = 'load'): Promise<void> {
  await window.page.goto(`/desk/story/${story}`, { waitUntil })
  await window.seesWords()
}

const margin = (window: Colleague) => window.page.locator('.story-margin')
const paper = (window: Colleague) => window.page.locator('.paper').boundingBox()

test('a story shows and is written in while all else that its page asks for is still on its way', async () => {
  const story = await desk.story(['One'], { headline: 'The clock mender' })
  const ana = await desk.signIn('Ana', 'editor')
  const flow = await holds(ana, NOT_WAITED_FOR)
  // Not as the others do: the browser says that a page is loaded when its fonts are.
  await opens(ana, story, 'commit')
  await ana.seesField('headline', 'The clock mender')
  await ana.says('All changes saved')
  await ana.clicksInto(1)
  await ana.types(' more')
  await ana.isSaved()
  expect((await desk.reads(story)).body).toEqual(['One more'])
  expect(await margin(ana).count()).toBe(0)
  flow()
  await margin(ana).waitFor({ state: 'attached' })
})

test('what stands beside the words does not share the line with them', async () => {
  const story = await desk.story(['One'])
  const ana = await desk.signIn('Ana', 'editor')
  let asked = 0
  ana.page.on('request', (request) => {
    if (BESIDE.test(request.url())) asked += 1
  })
  ana.cable.holdStories()
  await ana.page.goto(`/desk/story/${story}`, { waitUntil: 'commit' })
  await ana.page.locator('.paper[aria-busy]').waitFor()
  expect(asked).toBe(0)
  await ana.page.getByRole('button', { name: 'Share' }).click()
  await ana.page.getByRole('dialog', { name: 'Share' }).waitFor()
  ana.cable.flow()
  await ana.presses('Escape')
  await ana.seesWords()
  await margin(ana).waitFor({ state: 'attached' })
})

test('what stands beside the words comes when they are long on their way, too', async () => {
  const story = await desk.story(['One'])
  const ana = await desk.signIn('Ana', 'editor')
  ana.cable.holdStories()
  await ana.page.goto(`/desk/story/${story}`)
  await ana.page.locator('story-slug').waitFor()
  expect(await ana.page.locator('.paper[aria-busy]').count()).toBe(1)
  ana.cable.flow()
  await margin(ana).waitFor({ state: 'attached' })
})

test('what is pressed and pasted before its part has come is done when it comes; the copy stands still, undo and the caret stay', async () => {
  const story = await desk.story(['One', 'Two'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  const flow = await holds(ana, BESIDE)
  await Promise.all([opens(ana, story), ben.opens(story)])
  const before = await paper(ana)
  await ana.clicksInto(1)
  await ana.types(' more')
  await ben.seesBody('One more', 'Two')
  await ana.clicksInto(2)
  await ana.pastes({ 'text/plain': ' and a half' })
  await ana.presses('Alt+ArrowUp')
  await ana.seesBody('One more', 'Two')
  flow()
  await ana.seesBody('Two and a half', 'One more')
  expect(await paper(ana)).toEqual(before)
  await soon(() => ben.carets()).toMatchObject([{ name: 'Ana', after: 'Two and a half' }])

  await ana.types('!')
  await ben.seesBody('Two and a half!', 'One more')
  for (let presses = 0; presses < 4; presses++) await ana.presses('Control+z')
  await ana.seesBody('One', 'Two')
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['One', 'Two'])
})

test('the bar has room for what comes a moment later: nothing in it moves, on a phone neither', async () => {
  const story = await desk.story(['One'])
  const ana = await desk.signIn('Ana', 'editor')
  const flow = await holds(ana, BESIDE)
  await opens(ana, story)
  const bar = ana.page.locator('.story-bar').locator('save-state, who-is-here, mode-switch, inbox-bell, story-export, .share')
  const places = async (): Promise<string[]> => {
    await soon(() => bar.count()).toBe(6)
    return bar.evaluateAll((parts) =>
      parts.map((part) => {
        const { left, right } = part.getBoundingClientRect()
        return `${part.localName} ${left} ${right}`
      }),
    )
  }
  // By then it is known who one is, what stage the story is in and that it is saved.
  await ana.page.locator('.story-bar > .pill').waitFor()
  await ana.says('All changes saved')
  const wide = await places()
  await ana.page.setViewportSize({ width: 390, height: 844 })
  const narrow = await places()
  flow()
  await ana.page.locator('publish-button button').waitFor()
  await ana.page.locator('.stage-menu .opener').waitFor()
  await soon(places).toEqual(narrow)
  await ana.page.setViewportSize({ width: 1280, height: 900 })
  await soon(places).toEqual(wide)
})

test('a window that narrows and widens before the margin has come leaves the copy its room', async () => {
  const story = await desk.story(['One'])
  const ana = await desk.signIn('Ana', 'editor')
  const flow = await holds(ana, BESIDE)
  await opens(ana, story)
  const [wide, height] = [1280, 900]
  const before = await paper(ana)
  expect(before!.width).toBeGreaterThan(600)
  await ana.page.setViewportSize({ width: 700, height })
  await soon(async () => (await paper(ana))!.width).toBeGreaterThan(600)
  await ana.page.setViewportSize({ width: wide, height })
  await soon(() => paper(ana)).toEqual(before)
  await ana.page.setViewportSize({ width: 700, height })
  flow()
  await margin(ana).waitFor({ state: 'attached' })
  await soon(async () => (await paper(ana))!.width).toBeGreaterThan(600)
})

test('a comment that was asked for too soon opens when the margin is there', async () => {
  const story = await desk.story(['One word'])
  const ana = await desk.signIn('Ana', 'editor')
  const flow = await holds(ana, BESIDE)
  await opens(ana, story)
  await ana.selects([1, 0], [1, 3])
  await ana.presses('Control+Alt+m')
  flow()
  await ana.page.locator('comment-draft textarea').waitFor()
  await ana.types('Which one?')
  await ana.presses('Control+Enter')
  await soon(() => cards(ana)).toEqual(['Which one?'])
})

test('what is typed for a panel that has not come yet goes into the panel, not into the copy', async () => {
  const story = await desk.story(['One word and one more'])
  const ana = await desk.signIn('Ana', 'editor')
  const flow = await holds(ana, BESIDE)
  await opens(ana, story)
  await ana.clicksInto(1, 0)
  await ana.presses('Control+h')
  await ana.types('one')
  flow()
  const panel = ana.page.getByRole('search')
  await soon(() => panel.getByRole('status').textContent()).toBe('1 of 2')
  await ana.seesBody('One word and one more')
})

test('what is typed for a panel that cannot be had goes nowhere, least of all into the copy, and is given back', async () => {
  const story = await desk.story(['One word'])
  const ana = await desk.signIn('Ana', 'editor')
  const asked: (() => Promise<void>)[] = []
  await ana.page.route(BESIDE, (route) => void asked.push(() => route.abort('connectionfailed')))
  await opens(ana, story)
  await ana.selects([1, 0], [1, 3])
  await ana.presses('Control+h')
  await ana.types('two')
  await soon(() => asked.length).toBeGreaterThan(0)
  for (const fails of asked.splice(0)) await fails()
  await ana.page.getByText('What you typed meanwhile went nowhere: “two”').waitFor()
  await ana.page.getByRole('button', { name: 'Copy it' }).waitFor()
  await ana.seesBody('One word')
})

test('a word that is being composed when it comes is not broken', async () => {
  const story = await desk.story(['One'])
  const ana = await desk.signIn('Ana', 'editor')
  const flow = await holds(ana, BESIDE)
  await opens(ana, story)
  await ana.clicksInto(1)
  const typing = await InputMethod.of(ana)
  await typing.composes('k', 'か', 'かn')
  flow()
  await soon(() =>
    ana.page.locator('story-editor').evaluate((editor) => (editor as unknown as { beside: unknown }).beside !== null),
  ).toBe(true)
  await typing.composes('かに')
  await typing.commits('蟹')
  await ana.seesBody('One蟹')
  await margin(ana).waitFor({ state: 'attached' })
  await ana.types('!')
  // Right after a composition the browser's letters are read a moment later.
  await soon(async () => (await desk.reads(story)).body).toEqual(['One蟹!'])
})

test('[P1] leaving with unsaved words is asked about also before it has come', async () => {
  const story = await desk.story(['One'])
  const ana = await desk.signIn('Ana', 'editor')
  const flow = await holds(ana, BESIDE)
  await opens(ana, story)
  await ana.clicksInto(1)
  await ana.goesOffline()
  await ana.types('!')
  const asked: string[] = []
  ana.page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await ana.page.getByRole('link', { name: 'Back to the desk' }).click()
  await soon(() => asked).toEqual([expect.stringContaining('Leave with words that are not saved?')])
  await ana.seesBody('One!')
  flow()
  await ana.comesBack()
  await ana.isSaved()
  expect((await desk.reads(story)).body).toEqual(['One!'])
})

test('when it cannot be had the page says so, is written in all the same, and has it once the network is back', async () => {
  const story = await desk.story(['One'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.page.route(BESIDE, (route) => route.abort('connectionfailed'))
  await opens(ana, story)
  const trouble = ana.page.getByRole('alert').filter({ hasText: 'could not be loaded' })
  await trouble.waitFor()
  // Its sentence and its button are on one line.
  const middles = await trouble
    .locator('p, button')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2))
  expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThan(2)
  await ana.clicksInto(1)
  await ana.types('!')
  await ana.isSaved()
  // Tried again, and in vain.
  await trouble.getByRole('button', { name: 'Try now' }).click()
  await ana.presses('Alt+ArrowUp')
  await ana.page.unroute(BESIDE)
  // Pressed by nobody: the browser says that the network is back.
  await ana.page.evaluate(() => void dispatchEvent(new Event('online')))
  await margin(ana).waitFor({ state: 'attached' })
  await trouble.waitFor({ state: 'detached' })
  expect((await desk.reads(story)).body).toEqual(['One!'])
})

test('what could not be had once is had when it is asked for again, and no reload is needed', async () => {
  const story = await desk.story(['One'])
  const ana = await desk.signIn('Ana', 'editor')
  const LATE = /\/assets\/(publish-panel|inbox-list|pasted|pages)-[^/]*\.js$/
  await ana.page.route(LATE, (route) => route.abort('connectionfailed'))
  await opens(ana, story)
  await margin(ana).waitFor({ state: 'attached' })
  await ana.page.evaluate(() => void document.documentElement.setAttribute('data-kept', ''))
  const notes = ana.page.locator('.toast p')
  const publish = ana.page.locator('publish-button button')
  const bell = ana.page.locator('inbox-bell .inbox-opener')
  const clip = { 'text/html': '<p>pasted</p>' }

  await publish.click()
  await notes.getByText('That could not be loaded.').waitFor()
  await bell.click()
  await notes.getByText('This part of the page could not be loaded.').waitFor()
  await ana.clicksInto(1)
  await ana.pastes(clip)
  await notes.getByText('What reads pasted text could not be loaded.').waitFor()
  await ana.page.unroute(LATE)

  await ana.pastes(clip)
  await ana.seesBody('Onepasted')
  await publish.click()
  await ana.page.getByRole('dialog', { name: /^Publish/ }).waitFor()
  await ana.presses('Escape')
  await bell.click()
  await ana.page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await ana.presses('Escape')
  await ana.isSaved()

  await ana.page.route(LATE, (route) => route.abort('connectionfailed'))
  await ana.page.getByRole('link', { name: 'Back to the desk' }).click()
  await ana.page.getByRole('heading', { name: 'The desk did not open' }).waitFor()
  await ana.page.unroute(LATE)
  await ana.page.getByRole('button', { name: 'Try again' }).click()
  await ana.page.getByRole('heading', { name: 'Stories' }).waitFor()
  expect(await ana.page.locator('html[data-kept]').count()).toBe(1)
})
