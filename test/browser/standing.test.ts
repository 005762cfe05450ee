/** A story on its way: filed, taken up, passed at its gates, held, spiked and brought back, in two windows that see each other's moves. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

const HEADLINE = 'The deckhand who stopped the boats'
const TEXT = ['She tied up the last ferry.', 'She went home to wait for the phone.']
const aStory = (headline = HEADLINE) => desk.story(TEXT, { headline, dek: 'On the night of the gala.', byline: 'Ben Okoro' })

const stageIn = ({ page }: Colleague) => page.locator('.stage-menu .opener').first().innerText()
const panel = ({ page }: Colleague) => page.getByRole('region', { name: 'Standing' })
const toast = ({ page }: Colleague, text: string) => page.locator('.toast', { hasText: text }).first().waitFor()
const choose = async ({ page }: Colleague, item: string) => {
  await page.locator('.stage-menu .opener').first().click()
  await page.getByRole('menuitem', { name: item }).click()
}
const onDesk = ({ page }: Colleague, headline: string) => page.locator('.row', { hasText: headline })

test('[P6] Ben files, Ana takes it up and passes a gate; a word more and the gate is stale, with what has changed since', async () => {
  const [ana, ben, cleo] = [
    await desk.signIn('Ana', 'editor'),
    await desk.signIn('Ben', 'writer'),
    await desk.signIn('Cleo', 'checker'),
  ]
  const id = await aStory()
  await Promise.all([ana.opens(id), ben.opens(id), cleo.goesTo('/desk')])
  await soon(() => stageIn(ana)).toContain('Writing')

  // By one key, from the copy.
  await ben.clicksInto(2)
  await ben.presses('Control+Alt+Shift+f')
  await toast(ben, 'Filed')
  await soon(() => stageIn(ana)).toContain('Filed')
  expect(await ben.page.evaluate(() => document.activeElement?.closest('.ProseMirror') !== null)).toBe(true)
  await cleo.page.getByRole('heading', { name: 'Filed' }).waitFor()

  await choose(ana, 'Take it up')
  await soon(() => stageIn(ben)).toContain('Editing')
  // A writer moves it no further.
  await ben.page.locator('.stage-menu .opener').first().click()
  await soon(() => ben.page.getByRole('menuitem', { name: /Ready|Spike|Send back/ }).count()).toBe(0)
  await ben.presses('Escape')

  await ana.presses('Control+Alt+Shift+g')
  const asked = ana.page.getByRole('dialog', { name: 'Pass edit' })
  await asked.getByLabel('Note').fill('Whole and fair.')
  await ana.presses('Control+Enter')
  await toast(ana, 'Edit is passed')
  await ana.presses('Control+Alt+Shift+s')
  await panel(ana).getByText('Whole and fair.').waitFor()
  await soon(() => onDesk(cleo, HEADLINE).locator('.gate.is-passed').innerText()).toContain('Edit')

  await ben.clicksInto(2)
  await ben.types(' Nobody rang.')
  await ben.isSaved()
  const changed = panel(ana).getByRole('button', { name: 'What has changed since' })
  await changed.waitFor()
  await soon(() => onDesk(cleo, HEADLINE).locator('.gate.is-stale').innerText()).toContain('Edit')
  await changed.click()
  const difference = ana.page.getByRole('dialog', { name: 'Changed since edit was passed' })
  await difference.getByText('Nobody rang').first().waitFor()
  expect(await ana.axeFinds()).toEqual([])
  await difference.getByRole('button', { name: 'Pass again …' }).click()
  await ana.page.getByRole('dialog', { name: 'Pass edit again' }).getByRole('button', { name: 'Pass', exact: true }).click()
  await soon(() => panel(ana).getByRole('button', { name: 'What has changed since' }).count()).toBe(0)
  await panel(ana).getByRole('button', { name: 'Take edit back' }).click()
  await panel(ana).getByRole('button', { name: 'Pass edit', exact: true }).waitFor()
})

test('[P6] typed while the gate is being passed: it is not passed unread, and can be after one more look', async () => {
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  desk.forgive(/Ana: .*status of 409 .*\/gates\/edit/)
  const id = await aStory()
  await Promise.all([ana.opens(id), ben.opens(id)])
  await soon(() => stageIn(ana)).toContain('Writing')
  await ana.presses('Control+Alt+Shift+g')
  const asked = ana.page.getByRole('dialog', { name: 'Pass edit' })
  await asked.waitFor()
  await ben.clicksInto(1)
  await ben.types(' And then?')
  await ben.isSaved()
  await asked.getByRole('button', { name: 'Pass', exact: true }).click()
  await asked.getByRole('alert').getByText('has changed while this was open').waitFor()
  await asked.getByRole('button', { name: 'Pass', exact: true }).click()
  await toast(ana, 'Edit is passed')
})

test('a hold says why, everywhere, until it is let go; what is spiked is kept and brought back', async () => {
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  const headline = 'The map dealer'
  const id = await aStory(headline)
  await Promise.all([ana.opens(id), ben.goesTo('/desk')])
  await soon(() => stageIn(ana)).toContain('Writing')

  await ana.clicksInto(1)
  await ana.presses('Control+Alt+Shift+h')
  const dialog = ana.page.getByRole('dialog', { name: 'Hold this story' })
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await dialog.getByRole('alert').waitFor()
  await ana.types('The lawyer reads it on Friday')
  // Closed by a slip, and asked again: the words are still there.
  await ana.presses('Escape')
  await soon(() => dialog.count()).toBe(0)
  await ana.presses('Control+Alt+Shift+h')
  await soon(() => dialog.getByLabel('What it waits for').inputValue()).toBe('The lawyer reads it on Friday')
  await ana.types('.')
  await ana.presses('Control+Enter')
  await ana.page.getByRole('button', { name: 'On hold: The lawyer reads it on Friday.' }).waitFor()
  await onDesk(ben, headline).getByText('The lawyer reads it on Friday.').waitFor()
  // The keyboard is where it was.
  expect(await ana.page.evaluate(() => document.activeElement?.closest('.ProseMirror') !== null)).toBe(true)
  await ana.presses('Control+Alt+Shift+h')
  await toast(ana, 'No longer on hold')
  await soon(() => onDesk(ben, headline).getByText('On hold').count()).toBe(0)

  await choose(ana, 'Spike …')
  await ana.page.getByLabel('Why it is spiked').fill('Told by somebody else last week.')
  await ana.presses('Control+Enter')
  await soon(() => stageIn(ana)).toContain('Spiked')
  await soon(() => onDesk(ben, headline).count()).toBe(0)
  await ben.presses('s')
  await ben.page.getByLabel('Stage').selectOption('spiked')
  await onDesk(ben, headline).waitFor()
  expect(new URL(ben.page.url()).search).toBe('?stage=spiked')
  await ana.page.locator('.toast').getByRole('button', { name: 'Bring back' }).click()
  await soon(() => stageIn(ana)).toContain('Writing')
  await ben.page.getByRole('heading', { name: 'Nothing in spiked' }).waitFor()
})

test('the desk is narrowed by keys, live, and its address keeps what was chosen', async () => {
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  const [mine, other] = ['Lamps on the sea wall', 'A choir of nine']
  const [id] = [await aStory(mine), await aStory(other)]
  const me = (await (await desk.asks('GET', '/api/people')).json()) as { people: { id: string; name: string }[] }
  const holder = me.people.find(({ name }) => name === 'Ana')!.id
  await Promise.all([ana.goesTo('/desk'), ben.goesTo('/desk')])
  await onDesk(ana, mine).waitFor()
  await ana.presses('m')
  await ana.page.getByRole('heading', { name: 'Nothing on your table' }).waitFor()
  await desk.asks('PATCH', `/api/stories/${id}/standing`, { holder, due: Date.now() - 60_000 })
  await onDesk(ana, mine).waitFor()
  await ana.presses('d')
  await soon(() => ana.page.locator('.row').count()).toBe(1)
  expect(new URL(ana.page.url()).search).toBe('?only=mine,due')
  expect(await onDesk(ana, mine).locator('time.due-over').innerText()).not.toBe('')
  await ana.page.reload()
  await onDesk(ana, mine).waitFor()
  expect(await onDesk(ana, other).count()).toBe(0)
  await ana.presses('Escape')
  await onDesk(ana, other).waitFor()

  // A row's own menu moves it, for whoever may.
  await onDesk(ben, mine)
    .getByRole('button', { name: `${mine}: menu` })
    .click()
  await ben.page.getByRole('menuitem', { name: 'File it' }).click()
  await ana.presses('g')
  await onDesk(ana, mine).waitFor()
  await soon(() => onDesk(ana, other).count()).toBe(0)
  expect(await ana.axeFinds()).toEqual([])
})

test('what a story says to readers is saved when one goes on; a colleague’s words are never written over', async () => {
  const [ana, vera] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Vera', 'owner')]
  const kicker = (window: Colleague) => panel(window).getByRole('textbox', { name: 'Kicker' })
  const id = await aStory('Under the bridge')
  await Promise.all([ana.opens(id), vera.opens(id)])
  for (const window of [ana, vera]) {
    await soon(() => stageIn(window)).toContain('Writing')
    await window.presses('Control+Alt+Shift+s')
    await kicker(window).waitFor()
  }
  await panel(ana).getByLabel('Address').fill('under-the-bridge-2026')
  await ana.presses('Tab')
  await panel(ana).getByText('Saved').waitFor()
  await soon(() => panel(vera).getByLabel('Address').inputValue()).toBe('under-the-bridge-2026')
  await panel(ana).getByRole('textbox', { name: 'Topics' }).fill('Harbour, Labour')
  await ana.presses('Enter')
  await panel(vera).getByRole('button', { name: 'Take Labour out' }).waitFor()

  await kicker(vera).fill('Interview')
  await kicker(ana).fill('Profile')
  await ana.presses('Tab')
  await panel(vera).getByText('Theirs: “Profile”').waitFor()
  expect(await kicker(vera).inputValue()).toBe('Interview')
  expect(await vera.axeFinds()).toEqual([])
  await panel(vera).getByRole('button', { name: 'Kicker: keep mine' }).click()
  await soon(() => kicker(ana).inputValue()).toBe('Interview')

  await kicker(vera).focus()
  await vera.presses('Escape')
  await soon(() => panel(vera).count()).toBe(0)
})

test('an owner says which gates every story needs; an editor reads it, and the open story knows at once', async () => {
  const [vera, ana] = [await desk.signIn('Vera', 'owner'), await desk.signIn('Ana', 'editor')]
  const id = await aStory('The bell tower')
  await Promise.all([vera.goesTo('/desk/publishing'), ana.opens(id)])
  await soon(() => stageIn(ana)).toContain('Writing')
  await ana.presses('Control+Alt+Shift+s')
  await panel(ana).getByRole('button', { name: 'Pass copy' }).waitFor()
  expect(await panel(ana).getByRole('button', { name: 'Pass legal' }).count()).toBe(0)
  await vera.page.getByRole('switch', { name: /^Legal/ }).check()
  await toast(vera, 'Every story needs legal now')
  await panel(ana).getByRole('button', { name: 'Pass legal' }).waitFor()
  await vera.page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => panel(ana).getByRole('button', { name: 'Pass legal' }).count()).toBe(0)
  await ana.goesTo('/desk/publishing')
  expect(await ana.page.getByRole('switch', { name: /^Legal/ }).isDisabled()).toBe(true)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`panel, marks and settings pass axe, on a phone too (${colorScheme})`, async () => {
    const id = await aStory('The tide clerk')
    await desk.asks('PATCH', `/api/stories/${id}/standing`, {
      hold: { reason: 'A long reason that has to be read whole, wherever it stands, and so does not fit into the bar at all.' },
      due: Date.now() + 60_000,
      embargo: { until: Date.now() + 86_400_000, zone: 'Europe/Lisbon' },
    })
    for (const viewport of [
      { width: 1280, height: 860 },
      { width: 390, height: 844 },
    ]) {
      const vera = await desk.signIn('Vera', 'owner', { colorScheme, viewport })
      await vera.opens(id)
      await vera.page.getByRole('button', { name: /^On hold: A long reason/ }).waitFor()
      await vera.presses('Control+Alt+Shift+s')
      await panel(vera).getByLabel('Kicker').waitFor()
      expect(await vera.axeFinds(), 'the story').toEqual([])
      const tooWide = () => vera.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(await tooWide()).toBeLessThanOrEqual(0)
      for (const [path, ready] of [
        ['/desk', '.row-marks'],
        ['/desk/publishing', '.settings-row'],
      ] as const) {
        await vera.goesTo(path)
        await vera.page.locator(ready).first().waitFor()
        expect(await vera.axeFinds(), path).toEqual([])
        expect(await tooWide(), path).toBeLessThanOrEqual(0)
        const tops = await vera.page
          .locator('.top-bar > :is(.newsroom, nav, inbox-bell, .me)')
          .evaluateAll((all) => all.map((one) => (one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2))
        expect(Math.max(...tops) - Math.min(...tops), 'the bar is one row').toBeLessThan(10)
      }
    }
  })
