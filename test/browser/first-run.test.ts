/** From the printed link to two people in one interview: what a newcomer does and sees. */
import { expect, test } from 'vitest'
import { PASSWORD, aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk({ empty: true })

/** Of our own writing. */
const INTERVIEW = `Reader's note: this talk was shortened.

Mira Sol repairs tower clocks. We met in her workshop.

Q: When did you hear the first one strike?

A: I was six. The whole square stopped.

It has not left me since.

Q: What is the hardest part of the work?

A: The stairs. Nobody believes it, but it is the stairs.

Q: Would you do it again?

A: Tomorrow morning, if the rain holds off.`

let ana: Colleague

async function setUp(): Promise<void> {
  const path = await desk.server.printed(/(\/desk\/setup#\S+)/)
  ana = await desk.stranger('Ana')
  await ana.goesTo(path)
  await ana.page.getByRole('heading', { name: 'Set up your newsroom' }).waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await ana.inColours(colorScheme)
    expect(await ana.axeFinds()).toEqual([])
  }
  await ana.page.getByLabel('Name of the newsroom').fill('The Harbour Post')
  await ana.page.getByLabel('Your name').fill('Ana Reyes')
  await ana.page.getByLabel('E-mail').fill('ana@harbour.example')
  await ana.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ana.page.getByRole('button', { name: 'Set up' }).click()
}

test('the set-up link makes the newsroom and its owner; a pasted interview becomes a story; its link brings Ben into it; both write at once', async () => {
  await setUp()
  await ana.page.getByRole('heading', { name: 'No stories yet' }).waitFor()
  expect(await ana.page.title()).toBe('Stories · The Harbour Post')

  // It works once.
  const late = await desk.stranger('Late')
  desk.forgive(/Late: .*status of 410/)
  await late.goesTo(await desk.server.printed(/(\/desk\/setup#\S+)/))
  await late.page.getByRole('heading', { name: 'This set-up link has ended' }).waitFor()

  // New story, by pasting.
  await ana.presses('n')
  await ana.page.getByLabel(/^Headline/).fill('The clock mender')
  await ana.page.locator('#new-text').fill(INTERVIEW)
  await ana.page.getByRole('button', { name: 'Next' }).click()
  await ana.page.getByRole('button', { name: 'Create story' }).click()
  await ana.isIn()
  await ana.seesField('headline', 'The clock mender')
  const read = await ana.reads()
  expect(read.body.join('\n')).toContain('The stairs. Nobody believes it, but it is the stairs.')
  expect(read.body.join('\n')).not.toMatch(/^[QA]:/m)
  expect(await ana.page.locator('story-editor [data-role=question]').allTextContents()).toEqual([
    'When did you hear the first one strike?',
    'What is the hardest part of the work?',
    'Would you do it again?',
  ])

  // Share: a link with a role.
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click()
  await ana.page.getByRole('radio', { name: /^Editor/ }).check()
  await ana.page.getByRole('button', { name: 'Make a link' }).click()
  const link = await ana.page.locator('#share-link').inputValue()
  await ana.page.getByRole('button', { name: 'Done' }).click()

  // Ben joins in a browser of his own.
  const ben = await desk.stranger('Ben')
  await ben.goesTo(new URL(link).pathname + new URL(link).hash)
  await ben.page.getByRole('heading', { name: 'Join The Harbour Post' }).waitFor()
  await ben.page.getByText('Ana Reyes invites you as editor to the story The clock mender').waitFor()
  for (const colorScheme of ['dark', 'light'] as const) {
    await ben.inColours(colorScheme)
    expect(await ben.axeFinds()).toEqual([])
  }
  await ben.page.getByLabel('Your name').fill('Ben Okoro')
  await ben.page.getByLabel('E-mail').fill('ben@harbour.example')
  await ben.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ben.page.getByRole('button', { name: 'Join and open the story' }).click()
  await ben.isIn()
  expect(await ben.reads()).toEqual(await ana.reads())
  await soon(() => ana.whoIsHere()).toEqual(['Ben Okoro', 'Ana Reyes'])

  // Both at once in one paragraph, and in the headline.
  const clocks = (await ana.reads()).body.findIndex((text) => text.startsWith('Mira Sol')) + 1
  await ana.clicksInto(clocks, 0)
  await ben.clicksInto(clocks)
  await Promise.all([ana.types('Anna wrote this before it. ', 15), ben.types(' Benno wrote this after it.', 15)])
  await ana.clicksField('headline', 0)
  await ben.clicksField('headline')
  await Promise.all([ana.types('Up there: ', 20), ben.types(' of Old Street', 20)])
  const copy = await readsAsOwner(ana, ben)
  expect(copy.body[clocks - 1]).toBe(
    'Anna wrote this before it. Mira Sol repairs tower clocks. We met in her workshop. Benno wrote this after it.',
  )
  expect(copy.headline).toBe('Up there: The clock mender of Old Street')

  // Each sees the other's caret, with name and colour.
  await ana.clicksInto(clocks, 4)
  await ben.clicksInto(clocks, 10)
  await soon(() => ana.carets()).toMatchObject([{ name: 'Ben Okoro', after: 'Anna wrote' }])
  await soon(() => ben.carets()).toMatchObject([{ name: 'Ana Reyes', after: 'Anna' }])
  const [[bens], [anas]] = [await ana.carets(), await ben.carets()]
  expect(bens!.hue).not.toBe(anas!.hue)
  expect(bens!.color).not.toBe('')

  // And a selection in the same colour.
  await ben.selects([clocks, 0], [clocks, 4])
  await soon(() => ana.page.locator(`story-editor .selected.${bens!.hue}`).allTextContents()).toEqual(['Anna'])
})

async function readsAsOwner(...windows: Colleague[]) {
  for (const window of windows) await window.isSaved()
  const [first, ...others] = windows
  await soon(async () => JSON.stringify(await first!.reads())).toBe(JSON.stringify(await others[0]!.reads()))
  return first!.reads()
}

test('an interview comes in as a file too, its bold questions found', async () => {
  const cleo = await desk.signIn('Cleo', 'writer')
  await cleo.goesTo('/desk')
  await cleo.page.getByRole('button', { name: 'New story' }).first().click()
  await cleo.page.locator('input[type=file]').setInputFiles({
    name: 'lighthouse.html',
    mimeType: 'text/html',
    buffer: Buffer.from(
      '<p><b>Who lights it now?</b></p><p>A machine does.</p><p><b>And before?</b></p><p>My father, with a match.</p>',
    ),
  })
  await cleo.page.getByText('lighthouse.html').waitFor()
  await cleo.page.getByRole('button', { name: 'Next' }).click()
  await cleo.page.getByRole('button', { name: 'Create story' }).click()
  await cleo.isIn()
  await cleo.seesBody('Who lights it now?', 'A machine does.', 'And before?', 'My father, with a match.')
  expect(await cleo.page.locator('story-editor [data-role=question]').allTextContents()).toEqual([
    'Who lights it now?',
    'And before?',
  ])
})
