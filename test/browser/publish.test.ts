/** From the desk to readers, in two windows: what blocks, what they will see, where and when, and what is out. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Edition } from '../../shared/shapes/editions.ts'
import { aDesk, soon, type Colleague, type Line } from './desk.ts'

const desk = aDesk()

const panel = (window: Colleague) => window.page.locator('dialog.publish-panel[open]')
const button = (window: Colleague) => window.page.locator('publish-button button')
const press = (window: Colleague, name: string | RegExp) => panel(window).getByRole('button', { name }).click()
const says = (window: Colleague, words: string | RegExp) => panel(window).getByText(words).first().waitFor()
/** What is in the frame, as its reader reads it. */
const framed = (window: Colleague) =>
  panel(window)
    .locator('page-frame iframe')
    .first()
    .evaluate((frame) => (frame as HTMLIFrameElement).contentDocument?.body.innerText ?? '')

async function opensPanel(window: Colleague): Promise<void> {
  await button(window).click()
  await panel(window).waitFor()
}

async function hasEditions(story: string): Promise<Edition[]> {
  return ((await (await desk.asks('GET', `/api/stories/${story}/editions`)).json()) as { editions: Edition[] }).editions
}

/** The page of a public address. */
async function reader(path: string): Promise<{ status: number; page: string }> {
  const answer = await fetch(`${desk.server.origin}${path}`)
  return { status: answer.status, page: await answer.text() }
}

const gates = (...wanted: string[]) => desk.asks('PATCH', '/api/newsroom/publishing', { gates: wanted })

/** A story that nothing keeps from going out. */
async function clearStory(path: string, lines: Line[] = ['The harbour was quiet for hours.']): Promise<string> {
  await gates()
  const story = await desk.story(lines, { headline: 'The deckhand', dek: 'She tied up the last ferry.', byline: 'Tove Lind' })
  await desk.asks('PATCH', `/api/stories/${story}/particulars`, { path, version: 0 })
  return story
}

async function publishesNow(window: Colleague): Promise<void> {
  await press(window, 'Where and when')
  await press(window, 'Publish now')
  await panel(window).getByRole('heading', { name: 'Published' }).waitFor()
}

test('[P6] [P7] from what blocks to live: each blocker leads to its words, gates are passed on what is in the frame, readers get just that', async () => {
  await gates('copy')
  const story = await desk.story(['The harbour was quiet for TK hours.'], { headline: 'The quiet harbour', byline: 'Tove Lind' })
  await desk.asks('PATCH', `/api/stories/${story}/particulars`, { path: 'quiet-harbour', version: 0 })
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await soon(() => button(ana).innerText()).toBe('Publish')
  await opensPanel(ana)
  await says(ana, /things keep it from going out/)
  expect(await reader('/quiet-harbour')).toMatchObject({ status: 404 })

  // To the words, selected: what is typed takes their place.
  await panel(ana).locator('.check-rows li', { hasText: 'TK' }).first().getByRole('button', { name: /^Show/ }).click()
  await soon(() => panel(ana).count()).toBe(0)
  await soon(() => ana.page.evaluate(() => getSelection()?.toString())).toBe('TK')
  await ana.types('31')
  await ana.seesBody('The harbour was quiet for 31 hours.')

  // Back by the key; the panel asks anew.
  await ana.presses('Control+Alt+Shift+P')
  await panel(ana).waitFor()
  await press(ana, 'Pass copy')
  await says(ana, 'Nothing keeps it from going out.')
  await soon(() => ana.page.evaluate(() => document.activeElement?.id)).toBe('all-clear')
  expect(await ana.page.getByText('The publish panel is kept as it was.').count()).toBe(0)
  await soon(() => framed(ana)).toContain('quiet for 31 hours')
  await publishesNow(ana)
  await soon(() => panel(ana).getByRole('status').first().textContent()).toBe('Published')
  await says(ana, /^Out since/)

  const [edition] = await hasEditions(story)
  const page = await reader('/quiet-harbour')
  expect(page.status).toBe(200)
  expect(page.page).toContain('quiet for 31 hours')
  expect(createHash('sha256').update(page.page).digest('hex')).toBe(edition!.pageHash)
  await ana.presses('Escape')
  await soon(() => button(ana).innerText()).toBe('Published')
  expect(await ana.page.evaluate(() => document.activeElement?.closest('story-page') !== null)).toBe(true)

  const someone = await desk.stranger('Reader')
  await someone.goesTo('/quiet-harbour')
  await someone.page.getByRole('heading', { level: 1, name: 'The quiet harbour' }).waitFor()
})

test('the address is taken and a gate passed in one go: what one does oneself is not told as news', async () => {
  await gates('copy')
  const story = await desk.story(['The tide clerk counts.'], {
    headline: 'The tide clerk',
    dek: 'And waits.',
    byline: 'Tove Lind',
  })
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await opensPanel(ana)
  await press(ana, 'Use it')
  await press(ana, 'Pass copy')
  await says(ana, 'Nothing keeps it from going out.')
  await soon(() => ana.page.evaluate(() => document.activeElement?.id)).toBe('all-clear')
  expect(await panel(ana).getByText('The text has changed since you looked').count()).toBe(0)
  await publishesNow(ana)
  expect(await reader('/the-tide-clerk')).toMatchObject({ status: 200 })
})

test('[P4] [P6] a colleague types between the look and the press: it is shown, nothing goes out, and then just what was shown', async () => {
  const story = await clearStory('typed-between')
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await opensPanel(ana)
  await says(ana, 'Nothing keeps it from going out.')
  await press(ana, 'Where and when')
  await ben.clicksInto(1)
  await ben.types(' Then the TV came.')
  await ben.isSaved()
  // At once, or once the page has seen it coming: either way it is shown before anything goes out.
  await panel(ana).locator('.panel-foot .press').click()
  await panel(ana)
    .getByRole('heading', { name: /^The text has changed since you looked/ })
    .waitFor()
  await says(ana, 'The harbour was quiet for hours. Then the TV came.')
  expect(await hasEditions(story)).toEqual([])
  expect((await reader('/typed-between')).status).toBe(404)
  await soon(() => framed(ana)).toContain('Then the TV came.')
  await publishesNow(ana)
  expect((await reader('/typed-between')).page).toContain('Then the TV came.')
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['The harbour was quiet for hours. Then the TV came.'])

  // Readers have an older text than the desk: the button says it in both windows' bars.
  await ana.presses('Escape')
  await ben.types(' And left.')
  await ben.isSaved()
  await soon(() => button(ana).innerText()).toBe('Update')
})

test('corrected with a note, withdrawn (410) and brought back; every edition is listed with its receipt and its page', async () => {
  const story = await clearStory('wrong-pier', ['The owner lit the pier.'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await opensPanel(ana)
  await publishesNow(ana)
  await ana.presses('Escape')
  await ana.clicksInto(1)
  await ana.types(' The permit was the city’s.')
  await ana.isSaved()
  await soon(() => button(ana).innerText()).toBe('Update')

  await opensPanel(ana)
  await says(ana, /change of substance/)
  // Not silently.
  await press(ana, 'Where and when')
  await says(ana, 'The change looks substantive: tell readers, or say why they need not be told.')
  await panel(ana)
    .getByRole('radio', { name: /^Correction/ })
    .check()
  await panel(ana).getByLabel('What was wrong').fill('An earlier version said that the owner lit the pier.')
  await panel(ana).getByLabel('What is right').fill('The permit was the city’s.')
  await panel(ana)
    .getByRole('tab', { name: /What changed/ })
    .click()
  await says(ana, /The permit was the city’s/)
  await panel(ana).getByRole('tab', { name: 'Page', exact: true }).click()
  await soon(() => framed(ana)).toContain('An earlier version said')
  await press(ana, 'Where and when')
  await press(ana, 'Publish the correction')
  await panel(ana).getByRole('heading', { name: 'Correction published' }).waitFor()
  const corrected = await reader('/wrong-pier')
  expect(corrected.page).toContain('An earlier version said that the owner lit the pier.')

  // Withdrawn, by the way one looks for it, and it is said what readers will get instead.
  await ana.presses('Escape')
  const stage = ana.page.locator('.stage-menu .opener').first()
  await soon(() => stage.innerText()).toContain('Live')
  await stage.click()
  await ana.page.getByRole('menuitem', { name: 'Withdraw …' }).click()
  await soon(() =>
    panel(ana)
      .getByRole('radio', { name: /^Withdraw/ })
      .isChecked(),
  ).toBe(true)
  // Without a notice nothing is clear, and it leads to where that is written.
  await panel(ana).getByText('Write the retraction: the notice that readers will get.').first().waitFor()
  expect(await panel(ana).getByText('Nothing keeps it from going out.').count()).toBe(0)
  await press(ana, 'Fill it in')
  await ana.types('We')
  expect(await panel(ana).getByLabel('The notice readers will get').inputValue()).toBe('We')
  await panel(ana).getByText('Nothing keeps it from going out.').waitFor()
  await panel(ana).getByLabel('The notice readers will get').fill('We could not stand by it.')
  await soon(() => framed(ana)).toContain('We could not stand by it.')
  await press(ana, 'Where and when')
  await press(ana, 'Withdraw …')
  const sure = ana.page.getByRole('alertdialog')
  await sure.getByText('We could not stand by it.').waitFor()
  await sure.getByRole('button', { name: 'Withdraw it' }).click()
  await panel(ana).getByRole('heading', { name: 'Withdrawn' }).waitFor()
  const gone = await reader('/wrong-pier')
  expect(gone.status).toBe(410)
  expect(gone.page).toContain('We could not stand by it.')
  expect(gone.page).not.toContain('lit the pier')
  await soon(() => stage.innerText()).toContain('Withdrawn')

  await press(ana, 'Next edition')
  await press(ana, 'Where and when')
  await press(ana, 'Bring it back')
  await panel(ana).getByRole('heading', { name: 'Published again' }).waitFor()
  expect(await reader('/wrong-pier')).toMatchObject({ status: 200 })

  const editions = await hasEditions(story)
  expect(editions.map(({ kind }) => kind)).toEqual(['return', 'kill', 'correction', 'first'])
  await panel(ana).getByText(editions[2]!.pageHash.slice(0, 12)).waitFor()
  await press(ana, 'See page: edition 2')
  await soon(() => framed(ana)).toContain('An earlier version said')
})

test('[PUB-04] [PUB-09] scheduled on the newsroom’s clock, moved, and cancelled: readers get nothing', async () => {
  const story = await clearStory('scheduled')
  await desk.asks('PATCH', '/api/newsroom/publishing', { zone: 'Europe/Berlin' })
  const ana = await desk.signIn('Ana', 'editor', { timezoneId: 'America/New_York' })
  await ana.opens(story)
  await opensPanel(ana)
  await press(ana, 'Where and when')
  await panel(ana).getByRole('radio', { name: 'At a time' }).check()
  await panel(ana).getByLabel('Date and time').fill('2031-03-30T02:30')
  // The clocks leave that hour out.
  await says(ana, /does not exist in Europe\/Berlin/)
  await says(ana, /Here, in New York, it is Saturday 29 March 2031, 21:00 then/)
  await panel(ana).getByLabel('Date and time').fill('2031-04-03T06:00')
  await panel(ana).getByRole('button', { name: 'Schedule for 3 Apr 06:00' }).click()
  await panel(ana)
    .getByRole('heading', { name: /^Scheduled for Thursday 3 April 2031, 06:00 in Berlin/ })
    .waitFor()
  expect((await reader('/scheduled')).status).toBe(404)
  await ana.presses('Escape')
  await soon(() => button(ana).innerText()).toBe('Scheduled for 3 Apr 06:00')

  await opensPanel(ana)
  await press(ana, 'Another time …')
  await panel(ana).getByLabel('Date and time').fill('2031-04-04T07:00')
  await panel(ana).getByRole('button', { name: 'Schedule for 4 Apr 07:00' }).click()
  await panel(ana)
    .getByRole('heading', { name: /4 April 2031, 07:00/ })
    .waitFor()
  expect((await hasEditions(story)).map(({ deliveries }) => deliveries[0]!.state)).toEqual(['waiting', 'cancelled'])

  await press(ana, 'Cancel it')
  await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel it' }).click()
  await soon(() => panel(ana).locator('.waiting-edition').count()).toBe(0)
  await soon(() => panel(ana).locator('#done-title').count()).toBe(0)
  expect((await hasEditions(story)).map(({ deliveries }) => deliveries[0]!.state)).toEqual(['cancelled', 'cancelled'])
  await ana.presses('Escape')
  await soon(() => button(ana).innerText()).toBe('Publish')
})

test('by keys alone, from the story to live and back to the words; nothing for axe in light and dark', async () => {
  const story = await clearStory('by-keys')
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await soon(() => button(ana).innerText()).toBe('Publish')
  await ana.clicksInto(1)
  await ana.presses('Control+Alt+Shift+P')
  await panel(ana).waitFor()
  await says(ana, 'Nothing keeps it from going out.')
  await panel(ana).locator('iframe').first().waitFor()
  const focused = () => ana.page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim())
  await soon(focused).toBe('Publish')
  const tabTo = async (name: string): Promise<void> => {
    for (let i = 0; i < 40 && (await focused()) !== name; i++) await ana.presses('Tab')
    expect(await focused()).toBe(name)
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await ana.inColours(colorScheme)
    expect(await ana.axeFinds()).toEqual([])
  }
  await tabTo('Where and when')
  await ana.presses('Enter')
  await soon(focused).toBe('Where')
  expect(await ana.axeFinds()).toEqual([])
  await tabTo('Publish now')
  await ana.presses('Enter')
  await panel(ana).getByRole('heading', { name: 'Published' }).waitFor()
  await soon(focused).toBe('Published')
  expect(await ana.axeFinds()).toEqual([])
  await ana.inColours('light')
  expect(await ana.axeFinds()).toEqual([])
  await ana.presses('Escape')
  await soon(() => panel(ana).count()).toBe(0)
  await ana.types('At last. ')
  await ana.sees('At last. ')
})

test('on a phone the panel is the whole screen, and nothing stands out of it', async () => {
  const story = await clearStory('on-a-phone')
  const ana = await desk.signIn('Ana', 'editor', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await ana.opens(story)
  await opensPanel(ana)
  await says(ana, 'Nothing keeps it from going out.')
  const wide = () => panel(ana).evaluate((dialog) => [dialog.clientWidth, dialog.scrollWidth])
  expect(await wide()).toEqual([390, 390])
  const small = await panel(ana)
    .locator('button:visible, .kind:visible, .target:visible')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.textContent.trim()))
  expect(small).toEqual([])
  expect(await ana.axeFinds()).toEqual([])
  await publishesNow(ana)
  expect(await wide()).toEqual([390, 390])
})

test('[P3] whoever may not publish sees what keeps it from going out, and no way to publish it', async () => {
  await gates('copy')
  const story = await desk.story(['Still TK.'], { headline: 'Not mine to publish' })
  const ben = await desk.signIn('Ben')
  await ben.opens(story)
  await soon(() => button(ben).innerText()).toBe('Check')
  await opensPanel(ben)
  await says(ben, /things keep it from going out/)
  expect(await panel(ben).locator('.panel-foot, .panel-parts, page-frame').count()).toBe(0)
})
