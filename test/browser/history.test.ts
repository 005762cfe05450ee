/** Versions of a story as one meets them on the screen: kept, found again, compared, put back while a colleague types. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

/** By the search for commands. */
async function commands(who: Colleague, name: string): Promise<void> {
  await who.presses('Control+Shift+p')
  await who.page.locator('command-palette dialog[open]').waitFor()
  await who.types(name)
  await who.presses('Enter')
}

test('[P4] HIS-08 Ana keeps a version, goes on, and puts it back while Ben types: his words stay, and undo brings no fragments', async () => {
  const story = await desk.story(['The harbour was quiet.', 'Nobody had come.', 'That was all.'], { headline: 'Harbour' })
  const ana = await desk.signIn('Ana', 'editor')
  const ben = await desk.signIn('Ben', 'writer')
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await commands(ana, 'keep this version')
  await ana.page.getByLabel('Name').fill('Before the storm')
  await ana.presses('Enter')
  await ana.page.getByText('Kept as “Before the storm”.').waitFor()

  await ana.clicksInto(1)
  await ana.types(' Then the storm came, and all was changed.')
  await ana.clicksField('headline')
  await ana.types(' in the storm')
  await ben.sees('all was changed')
  await ben.selects([2, 0], [2, 7])
  await ben.presses('Delete')
  await ben.isSaved()
  await ana.isSaved()
  await ana.sees('had come')
  // Nobody is in the middle of a sentence for longer than the pause after which it counts as finished.
  await desk.database((db) =>
    db
      .updateTable('updates')
      .set((eb) => ({ at: eb('at', '-', 60_000) }))
      .where('story_id', '=', story)
      .execute(),
  )

  await commands(ana, 'versions')
  await ana.page.getByRole('heading', { name: 'Versions', exact: true }).waitFor()
  await ana.page.locator('.version-row', { hasText: 'Before the storm' }).waitFor()
  const compared = ana.page.locator('.compared')
  await compared.waitFor()
  expect(await compared.locator('ins').allTextContents()).toEqual([' in the storm', ' Then the storm came, and all was changed.'])
  expect((await compared.locator('del').allTextContents()).join('')).toBe('Nobody ')
  await ana.presses('n')
  await ana.page.locator('ins.here').waitFor()
  expect(await ana.axeFinds()).toEqual([])

  // Ben types at this very moment.
  await ben.clicksInto(3)
  const typing = ben.types(' He writes this while she restores.', 25)
  await soon(() => desk.reads(story).then(({ body }) => body[2] ?? '')).toContain('He writes')
  await ana.page.getByRole('button', { name: 'Restore …' }).click()
  await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await ana.page.getByText('The story says again what it said in “Before the storm”.').waitFor()
  await typing
  const back = ['The harbour was quiet.', 'Nobody had come.', 'That was all. He writes this while she restores.']
  await ben.seesBody(...back)
  await ben.seesField('headline', 'Harbour')
  await ben.page.getByText('Ana put back the version “Before the storm”.').waitFor()
  await ben.presses('Control+z')
  await ben.isSaved()
  expect((await ben.reads()).body.slice(0, 2)).toEqual(back.slice(0, 2))
  expect((await ben.reads()).body.join(' ')).not.toContain('Nobody Nobody')
  await ben.presses('Control+y')

  // And the way back.
  await ana.page.getByRole('button', { name: 'Undo' }).click()
  await ana.page.getByText('The story is as it was before.').waitFor()
  await ben.seesField('headline', 'Harbour in the storm')
  await ben.sees('Then the storm came')
  await ana.page.getByRole('link', { name: /← / }).click()
  await ana.isIn()
  await desk.allAgree(story, ana, ben)
})

test('[P4] HIS-08 who was offline while a version was put back keeps every word, and takes back no piece of the text before it', async () => {
  const story = await desk.story(['The harbour was quiet.', 'Nobody had come.'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  const { id } = (await (await desk.asks('POST', `/api/stories/${story}/versions`, { name: 'The first' })).json()) as {
    id: string
  }
  await ben.page.locator('story-stage').waitFor()
  await ben.clicksInto(1)
  await ben.presses('Control+Shift+Home', 'Delete')
  await ben.types('All was loud.')
  await ben.isSaved()
  await desk.database((db) =>
    db
      .updateTable('updates')
      .set((eb) => ({ at: eb('at', '-', 200_000) }))
      .where('story_id', '=', story)
      .execute(),
  )
  await ben.goesOffline()
  await ben.clicksInto(2)
  await ben.types(' He writes on.')
  await desk.asks('POST', `/api/stories/${story}/versions/${id}/restore`)
  await ana.seesBody('The harbour was quiet.', 'Nobody had come.')
  await ben.comesBack()
  await ben.page.getByText('While you were offline an earlier version was put back.').waitFor()
  const back = ['The harbour was quiet.', 'Nobody had come. He writes on.']
  await ben.seesBody(...back)
  await ben.presses('Control+z', 'Control+z')
  await ben.isSaved()
  await ben.seesBody(...back)
  // From here on it takes back as ever.
  await ben.types(' More.')
  await ben.sees('More.')
  await ben.presses('Control+z')
  await ben.seesBody(...back)
  await desk.allAgree(story, ana, ben)
})

test('on a phone one version at a time is on the screen; who may only suggest looks and restores nothing', async () => {
  const story = await desk.story(['One.'], { headline: 'Short' })
  await desk.asks('POST', `/api/stories/${story}/versions`, { name: 'The first' })
  const sue = await desk.signIn('Sue', 'checker', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await sue.goesTo(`/desk/story/${story}/history`)
  await sue.page.locator('.version-row').tap()
  await sue.page.getByText('they say the same').waitFor()
  expect(await sue.page.getByRole('button', { name: 'Restore …' }).count()).toBe(0)
  await sue.page.getByLabel('Show').selectOption('text')
  await sue.page.locator('.version-text', { hasText: 'One.' }).waitFor()
  expect(await sue.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await sue.page.getByRole('button', { name: '← All versions' }).tap()
  await sue.page.getByRole('heading', { name: 'Versions', exact: true }).waitFor()
  expect(await sue.axeFinds()).toEqual([])
})
