/** Guests by link, the read-back, and who may do what in a story, as they are felt in windows. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

async function shares(ana: Colleague, tab: string): Promise<void> {
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click()
  await ana.page.getByRole('tab', { name: tab }).click()
}

/** @returns the way to it in another browser */
async function makesLink(ana: Colleague, button = 'Make a guest link'): Promise<string> {
  await ana.page.getByRole('button', { name: button }).click()
  const link = new URL(await ana.page.locator('#share-link').inputValue())
  return link.pathname + link.hash
}

async function comesIn(name: string, path: string): Promise<Colleague> {
  const guest = await desk.stranger(name)
  desk.forgive(new RegExp(`${name}: .*status of (401|404|410)`))
  await guest.goesTo(path)
  await guest.page.getByLabel('Your name').fill(name)
  await guest.presses('Enter')
  return guest
}

test('[P3] a lawyer comes by a link with a name alone, reads live, and is out when the link is ended', async () => {
  const story = await desk.story(['Text'], { headline: 'Shared' })
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await shares(ana, 'Guest links')
  await ana.page.getByLabel('For', { exact: true }).fill('The lawyers')
  const path = await makesLink(ana)
  expect(await ana.axeFinds()).toEqual([])
  const lea = await comesIn('Lea', path)
  await lea.isIn()
  expect(await lea.mayType()).toBe(false)
  await ana.presses('Escape')
  await ana.clicksInto(1)
  await ana.types(' for Lea')
  await lea.seesBody('Text for Lea')
  await soon(() => ana.whoIsHere()).toEqual(['Lea', 'Ana'])
  expect(await lea.page.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0)

  await shares(ana, 'Guest links')
  await ana.page.getByText('1 of 5 came').waitFor()
  await ana.page.getByRole('button', { name: 'The lawyers: menu' }).click()
  await ana.page.getByRole('menuitem', { name: 'End the link now' }).click()
  await lea.says('The link you came by has ended')
  await ana.page.getByRole('button', { name: 'Undo', exact: true }).click()
  await ana.page.getByText(/ends in \d/).waitFor()
  await lea.reloads()
  await lea.seesBody('Text for Lea')
})

test('[P3] [P5] the person quoted reads her passages back and comments on the very words; she sees nothing else', async () => {
  const story = await desk.story(['Not for her.', 'We never sailed at night.', 'Nor this.'], { headline: 'Secret headline' })
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.selects([2, 3], [2, 8])
  await shares(ana, 'Guest links')
  await ana.page.getByText('1 block, from “We never sailed at night.” on. They can comment').waitFor()
  await ana.page
    .getByText('You have selected words in the story: whoever comes by this link sees 1 block and nothing else.')
    .waitFor()
  expect(await ana.axeFinds()).toEqual([])
  // The whole story is one press away, and back.
  await ana.page.getByRole('button', { name: 'Share the whole story instead' }).click()
  await ana.page.getByRole('button', { name: 'Make a guest link' }).waitFor()
  await ana.presses('ArrowDown')
  const clara = await comesIn('Clara', await makesLink(ana, 'Make a link to these passages'))
  await clara.page.getByText('We never sailed at night.').waitFor()
  for (const word of ['Not for her', 'Nor this', 'Secret'])
    expect(await clara.page.locator('body').textContent()).not.toContain(word)
  // She selects a word with the mouse, and says what is wrong with it.
  await clara.page.locator('.words').dblclick({ position: { x: 30, y: 12 } })
  await clara.page.getByRole('button', { name: /^Comment on/ }).click()
  await clara.types('Sometimes we did.')
  await clara.presses('Control+Enter')
  await clara.page.locator('mark').waitFor()
  expect(await clara.page.locator('mark').textContent()).toMatch(/^(We|never)$/)
  expect(await clara.axeFinds()).toEqual([])
  await ana.presses('Escape')
  await soon(() => ana.page.locator('story-margin').textContent()).toContain('Sometimes we did.')
  // Typed over, her passage follows, and half a comment outlives a reload.
  await ana.clicksInto(2)
  await ana.types(' Or by day.')
  await ana.isSaved()
  await clara.page.getByLabel('Reply').fill('Half a')
  await clara.page.reload()
  await clara.page.getByText('We never sailed at night. Or by day.').waitFor()
  expect(await clara.page.getByLabel('Reply').inputValue()).toBe('Half a')
})

test('[P3] a story lets one person do less than their role, at once and in this story alone', async () => {
  const story = await desk.story(['Text'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  expect(await ben.mayType()).toBe(true)
  await shares(ana, 'People')
  await ana.page.getByLabel('What Ben may do').selectOption('comment')
  await soon(() => ben.mayType()).toBe(false)
  expect(await ana.axeFinds()).toEqual([])
  await ana.page.getByLabel('What Ben may do').selectOption('')
  await soon(() => ben.mayType()).toBe(true)
})
