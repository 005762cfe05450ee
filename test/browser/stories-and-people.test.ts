/** The desk in real browsers: the live list driven by keys, what each role sees of it, and the ways out and back. */
import { expect, test } from 'vitest'
import { PASSWORD, aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

const headlines = (window: Colleague) => window.page.locator('.row h3 a').allInnerTexts()
const focused = (window: Colleague) => window.page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

test('a story that Ana makes, names, deletes and takes back comes and goes on Ben’s desk by itself', async () => {
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await desk.story([], { headline: 'Counting the lamps' })
  await Promise.all([ana.goesTo('/desk'), ben.goesTo('/desk')])
  await soon(() => headlines(ben)).toEqual(['Counting the lamps'])

  const id = await desk.story([], { headline: 'The tide clerk' })
  await soon(() => headlines(ben)).toEqual(['The tide clerk', 'Counting the lamps'])
  await soon(() => headlines(ana)).toEqual(['The tide clerk', 'Counting the lamps'])

  await ana.presses('j', 'r')
  await ana.page.getByRole('textbox', { name: 'Slug' }).fill('tide-hall')
  await ana.presses('Enter')
  await ben.page.getByText('tide-hall').waitFor()

  await soon(() => focused(ana)).toBe('The tide clerk')
  await ana.presses('Delete')
  await soon(() => headlines(ben)).toEqual(['Counting the lamps'])
  await ana.page.getByText('“The tide clerk” is deleted').waitFor()
  await ana.presses('Control+z')
  await soon(() => headlines(ben)).toContain('The tide clerk')

  await ben.opens(id)
  await ana.page.locator('.row', { hasText: 'The tide clerk' }).getByRole('img', { name: 'Ben' }).waitFor()
  await ben.page.goBack()
  await soon(() => ana.page.locator('.row').getByRole('img', { name: 'Ben' }).count()).toBe(0)
})

test('a story is found and opened without touching the mouse, and one comes back to where one was', async () => {
  const ana = await desk.signIn('Ana', 'editor')
  await desk.story([], { headline: 'Ærlighed på kajen' })
  await ana.goesTo('/desk')
  await ana.page.getByText('Ærlighed på kajen').waitFor()
  await ana.presses('/')
  await ana.types('aerlighed PA')
  await soon(() => headlines(ana)).toEqual(['Ærlighed på kajen'])
  await ana.page.getByText('1 story found').waitFor({ state: 'attached' })
  await ana.presses('Escape')
  await soon(async () => (await headlines(ana)).length).toBeGreaterThan(1)
  await ana.types('kajen')
  await ana.presses('ArrowDown', 'Enter')
  await ana.isIn()
  expect(await ana.page.title()).toMatch(/^Ærlighed på kajen/)
  await ana.page.goBack()
  await ana.page.getByRole('searchbox', { name: 'Find a story' }).waitFor()
  // A screen reader is told which page this is.
  await soon(() => focused(ana)).toBe('Stories')
  await ana.presses('?')
  await ana.page.getByRole('dialog', { name: 'Keys on the desk' }).waitFor()
  await ana.presses('Escape')
  await soon(() => ana.page.getByRole('dialog').count()).toBe(0)
})

test('a writer who becomes a guest loses stories and buttons at once; removed, they are at the sign-in page', async () => {
  const [olga, will] = [await desk.signIn('Vera', 'owner'), await desk.signIn('Will', 'writer')]
  await desk.story([], { headline: 'Harbour lights' })
  await Promise.all([olga.goesTo('/desk/people'), will.goesTo('/desk')])
  await will.page.getByText('Harbour lights').waitFor()

  await olga.page.getByLabel('Role of Will').selectOption('guest')
  await will.page.getByRole('heading', { name: 'Nothing is shared with you yet' }).waitFor()
  await soon(() => will.page.getByRole('button', { name: 'New story' }).count()).toBe(0)

  await olga.page.getByRole('button', { name: 'Undo' }).click()
  await will.page.getByText('Harbour lights').waitFor()
  await will.page.getByRole('button', { name: 'New story' }).waitFor()

  await olga.page.getByRole('button', { name: 'Will: menu' }).click()
  await olga.page.getByRole('menuitem', { name: 'Remove' }).click()
  await olga.page.getByRole('button', { name: 'Remove', exact: true }).click()
  await will.page.getByRole('heading', { name: 'Sign in' }).waitFor()

  // Brought back by keys alone; what the list says is where the focus goes on from.
  const back = olga.page.getByRole('button', { name: 'Bring back Will as writer' })
  await back.focus()
  await olga.presses('Enter')
  await olga.page.getByText('Will is back as writer').waitFor()
  await olga.page.getByLabel('Role of Will').waitFor()
  expect(await back.count()).toBe(0)
  await soon(() => focused(olga)).toBe('People')
  await will.page.getByLabel('E-mail').fill('will@desk.example')
  await will.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await will.presses('Enter')
  await will.page.getByText('Harbour lights').waitFor()
})

test('one’s own password is changed with the old one, by keys; the window at home is at the sign-in page at once', async () => {
  const ana = await desk.signIn('Paola', 'writer')
  const home = await desk.stranger('Paola at home')
  desk.forgive(/Paola at home: .*status of 401/, /Paola: .*status of 403 .*\/session\/password/)
  await desk.story([], { headline: 'Under the bridge' })
  await home.goesTo('/desk/sign-in')
  await home.page.getByLabel('E-mail').fill('paola@desk.example')
  await home.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await home.presses('Enter')
  await home.page.getByText('Under the bridge').waitFor()

  await ana.goesTo('/desk')
  const menu = ana.page.getByRole('button', { name: 'Paola: menu' })
  await menu.focus()
  await ana.presses('Enter')
  await ana.page.getByRole('menuitem', { name: 'Change password' }).focus()
  await ana.presses('Enter')
  await ana.page.getByRole('dialog', { name: 'Change your password' }).waitFor()
  expect(await ana.axeFinds()).toEqual([])
  const [old, fresh] = [
    ana.page.getByLabel('Old password', { exact: true }),
    ana.page.getByLabel('New password', { exact: true }),
  ]
  await soon(() => old.evaluate((field) => field === document.activeElement)).toBe(true)
  await ana.types('not this one')
  await fresh.fill('a quite different horse')
  await ana.presses('Enter')
  await ana.page.getByText('This is not your old password').waitFor()
  await soon(() => old.evaluate((field) => field === document.activeElement)).toBe(true)
  await old.fill(PASSWORD)
  await ana.presses('Enter')
  await ana.page.getByText('Your password is changed').waitFor()
  expect(await ana.page.getByRole('dialog').count()).toBe(0)
  await soon(() => menu.evaluate((button) => button === document.activeElement || button.contains(document.activeElement))).toBe(
    true,
  )
  await home.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await ana.page.getByText('Under the bridge').waitFor()
})

test('whoever is sent to sign in comes back to the story they wanted', async () => {
  const id = await desk.story([], { headline: 'The bell tower' })
  const { email } = await desk.known('Cleo', 'checker')
  const cleo = await desk.stranger('Cleo')
  desk.forgive(/Cleo: .*status of 401 .*\/api\/session/)
  await cleo.goesTo(`/desk/story/${id}`)
  await cleo.page.getByLabel('E-mail').fill(email)
  await cleo.page.getByLabel('Password', { exact: true }).fill('not this one')
  await cleo.presses('Enter')
  await cleo.page.getByRole('alert').getByText('wrong').waitFor()
  await cleo.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await cleo.presses('Enter')
  await cleo.isIn()
  expect(new URL(cleo.page.url()).pathname).toBe(`/desk/story/${id}`)
})

test('while the cable is cut the desk says that it is not live, and is right again when it is back', async () => {
  const ana = await desk.signIn('Ana', 'editor')
  await desk.story([], { headline: 'There before' })
  await ana.goesTo('/desk')
  await ana.page.locator('.row').first().waitFor()
  ana.cable.cut()
  await ana.page.getByText('Not live').waitFor()
  await desk.story([], { headline: 'Written while the cable was cut' })
  ana.cable.mend()
  await ana.page.getByText('Written while the cable was cut').waitFor()
  await soon(() => ana.page.getByText('Not live').count()).toBe(0)
})

test('a line that falls silent without an end is given up: the desk says so, and is right when the line works again', async () => {
  const ana = await desk.signIn('Ana', 'editor', { clock: true })
  await desk.story([], { headline: 'There before' })
  await ana.goesTo('/desk')
  await ana.page.locator('.row').first().waitFor()
  ana.cable.hold()
  // Two heartbeats were due; then a new line is not made either.
  for (let tries = 0; tries < 4; tries++) await ana.page.clock.fastForward(60_000)
  await ana.page.getByText('Not live').waitFor()
  await desk.story([], { headline: 'Written while the line was silent' })
  ana.cable.flow()
  await soon(async () => {
    await ana.page.clock.fastForward(20_000)
    return ana.page.getByText('Written while the line was silent').count()
  }).toBe(1)
  expect(await ana.page.getByText('Not live').count()).toBe(0)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`every page of the desk passes axe, on a phone too, and needs no sideways scroll (${colorScheme})`, async () => {
    const { email } = await desk.known(`Gone-${colorScheme}`, 'guest')
    await desk.person(['remove', '--email', email])
    for (const viewport of [
      { width: 1280, height: 860 },
      { width: 390, height: 844 },
    ]) {
      const ana = await desk.signIn('Vera', 'owner', { colorScheme, viewport })
      for (const [path, ready] of [
        ['/desk', '.row'],
        ['/desk/people', '.gone .person'],
        ['/desk/nowhere', '.calm-page'],
        ['/desk/join#no-such-invite-at-all', '.entry h1'],
      ] as const) {
        desk.forgive(/status of 410/)
        await ana.goesTo(path)
        await ana.page.locator(ready).first().waitFor()
        expect(await ana.axeFinds(), path).toEqual([])
        expect(await ana.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
      }
      await ana.goesTo('/desk')
      await ana.page.getByRole('button', { name: 'New story' }).first().click()
      await ana.page.getByRole('dialog', { name: 'New story' }).waitFor()
      expect(await ana.axeFinds(), 'the New story dialog').toEqual([])
    }
  })
