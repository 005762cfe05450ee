/** The inbox as one works with it: the bell, what it leads to, and how one wants to hear. */
import { expect, test } from 'vitest'
import { newId } from '../../server/secrets.ts'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

/** Somebody comments on the story as a whole, from a window one does not look at. */
async function comments(who: string, storyId: string, text: string): Promise<string> {
  const id = newId()
  const { cookie } = await desk.known(who, 'editor')
  const thread = { id, commentId: newId(), kind: 'remark', place: { of: 'story' }, quote: '', text }
  await desk.asks('POST', `/api/stories/${storyId}/threads`, thread, cookie)
  return id
}

async function idOf(name: string): Promise<string> {
  const { people } = (await (await desk.asks('GET', '/api/people')).json()) as { people: { id: string; name: string }[] }
  return people.find((person) => person.name === name)!.id
}

const bell = ({ page }: Colleague) => page.getByRole('button', { name: /^Inbox/ })
const list = ({ page }: Colleague) => page.getByRole('dialog', { name: 'Inbox' })

test('a mention is counted at once in every window, in the title too, and leads to its place; read here it is read there', async () => {
  const story = await desk.story(['Text'], { headline: 'The harbour' })
  const ben = await desk.signIn('Ben', 'writer')
  const tab = await ben.anotherTab()
  await Promise.all([ben.goesTo('/desk'), tab.opens(story)])
  await bell(ben).waitFor()
  const thread = await comments('Ana', story, `Is it 1954, @[${await idOf('Ben')}]?`)
  for (const window of [ben, tab]) {
    await window.page.getByRole('button', { name: 'Inbox, 1 unread' }).waitFor()
    await soon(() => window.page.title()).toMatch(/^\(1\) /)
    await soon(() => window.page.locator('inbox-bell [role=status]').textContent()).toBe('Ana mentioned you in The harbour.')
  }
  // By the keyboard alone: the key, the list, the link.
  await ben.presses('i')
  const link = list(ben).getByRole('link', { name: /Unread: Ana mentioned you.*The harbour.*Is it 1954, @Ben\?/ })
  await link.waitFor()
  await ben.presses('Tab', 'Tab', 'Tab', 'Tab')
  await soon(() => link.evaluate((it) => it === document.activeElement)).toBe(true)
  await ben.presses('Enter')
  await ben.isIn()
  expect(new URL(ben.page.url()).hash).toBe(`#thread-${thread}`)
  for (const window of [ben, tab]) await window.page.getByRole('button', { name: 'Inbox', exact: true }).waitFor()
  await soon(() => tab.page.title()).not.toMatch(/^\(/)
})

test('it is marked as read or unread, all at once too, and a story is muted and heard of again', async () => {
  const story = await desk.story(['Text'], { headline: 'Muted' })
  const cem = await desk.signIn('Cem', 'writer')
  const at = `@[${await idOf('Cem')}]`
  await comments('Ana', story, `${at} one`)
  await comments('Ana', story, `${at} two`)
  await cem.goesTo('/desk')
  await cem.page.getByRole('button', { name: 'Inbox, 2 unread' }).click()
  await list(cem).getByRole('button', { name: 'Mark all as read' }).click()
  await soon(() => list(cem).getByText('Unread:').count()).toBe(0)
  const first = list(cem).locator('li').first()
  await first.getByRole('button', { name: 'Ana mentioned you: menu' }).click()
  await cem.page.getByRole('menuitem', { name: 'Mark as unread' }).click()
  await first.getByText('Unread:').waitFor({ state: 'attached' })
  await first.getByRole('button', { name: 'Ana mentioned you: menu' }).click()
  await cem.page.getByRole('menuitem', { name: 'Mute this story' }).click()
  await cem.page.getByText('You hear nothing more of “Muted”.').waitFor()
  await comments('Ana', story, `${at} three`)
  await cem.page.reload()
  await cem.page.getByRole('button', { name: 'Inbox, 1 unread' }).click()
  await list(cem).getByRole('button', { name: 'How you hear of things' }).click()
  const form = cem.page.getByRole('dialog', { name: 'How you hear of things' })
  await form.getByText('You get no mail').waitFor()
  expect(await cem.axeFinds()).toEqual([])
  await form.getByRole('button', { name: 'Unmute' }).click()
  await soon(() => form.getByRole('button', { name: 'Unmute' }).count()).toBe(0)
  await form.getByRole('button', { name: 'Close' }).click()
  await comments('Ana', story, `${at} four`)
  await cem.page.getByRole('button', { name: 'Inbox, 2 unread' }).waitFor()
})

test('what happened while the line was broken is there when it is back', async () => {
  const story = await desk.story(['Text'], { headline: 'Offline' })
  const dan = await desk.signIn('Dan', 'writer')
  await dan.goesTo('/desk')
  await dan.page.getByRole('button', { name: 'Inbox', exact: true }).click()
  await list(dan).getByText('Nothing yet.').waitFor()
  dan.cable.cut()
  await comments('Ana', story, `@[${await idOf('Dan')}] while you were away`)
  dan.cable.mend()
  await dan.page.getByRole('button', { name: 'Inbox, 1 unread' }).waitFor()
  await list(dan).getByText('while you were away').waitFor()
})

test('axe finds nothing wrong with the inbox, by day and by night, wide and narrow', async () => {
  const story = await desk.story(['Text'], { headline: 'Looked at' })
  const eve = await desk.signIn('Eve', 'writer')
  await comments('Ana', story, `@[${await idOf('Eve')}] have a look`)
  await eve.opens(story)
  await bell(eve).click()
  await list(eve).getByRole('link').first().waitFor()
  expect(await eve.axeFinds()).toEqual([])
  await eve.inColours('dark')
  await eve.page.setViewportSize({ width: 390, height: 800 })
  expect(await eve.axeFinds()).toEqual([])
  await eve.presses('Escape')
  await soon(() => bell(eve).evaluate((it) => it === document.activeElement)).toBe(true)
})
