/** Rights as they are felt in an open window. */
import { expect, test } from 'vitest'
import { aDesk, soon } from './desk.ts'

const desk = aDesk()

test('[P3] Ben is made a checker while he types: what he types from then on is a suggestion, in a window that is still live', async () => {
  const story = await desk.story(['Text'])
  const [olga, ana, ben] = [
    await desk.signIn('Oda', 'owner'),
    await desk.signIn('Ana', 'editor'),
    await desk.signIn('Ben', 'writer'),
  ]
  await Promise.all([ana.opens(story), ben.opens(story), olga.goesTo('/desk/people')])
  await ben.clicksInto(1)
  await ben.types(' of Ben.')
  await ana.seesBody('Text of Ben.')
  await ben.isSaved()
  await olga.page.getByLabel('Role of Ben').selectOption('checker')
  await ben.page.getByText('Suggesting.', { exact: true }).waitFor()
  await ben.clicksInto(1)
  await ben.types(' Only suggested.')
  await ben.isSaved()
  await ana.page.locator('suggestion-card', { hasText: 'Only suggested' }).waitFor()
  await ana.clicksField('headline')
  await ana.types('Ana goes on')
  await ben.seesField('headline', 'Ana goes on')
  expect(await desk.reads(story)).toMatchObject({ headline: 'Ana goes on', body: ['Text of Ben.'] })

  // Back to writer: no reload is needed.
  await olga.page.getByLabel('Role of Ben').selectOption('writer')
  await ben.page.reload()
  await ben.isIn()
  // He goes on suggesting until he turns back.
  await ben.page.getByRole('button', { name: 'Back to editing' }).click()
  await ben.page.locator('.mode-switch.is-editing').waitFor()
  await ben.clicksField('dek')
  await ben.types('Ben again')
  await ana.seesField('dek', 'Ben again')
})

test('[P3] words typed in the very moment of losing the right to write are not called saved', async () => {
  const story = await desk.story(['Text'])
  const dora = await desk.signIn('Dora', 'writer')
  await dora.opens(story)
  await dora.clicksInto(1)
  dora.cable.hold()
  await dora.types('!')
  await desk.person(['role', '--email', 'dora@desk.example', '--role', 'checker'])
  // The server notices a change made by a command within a moment; a session made after it has no right to write.
  await soon(
    async () =>
      (
        (await (await desk.asks('GET', '/api/session', undefined, (await desk.known('Dora', 'writer')).cookie)).json()) as {
          person: { role: string }
        }
      ).person.role,
  ).toBe('checker')
  // What she sent is lost on the way; she comes back, and offers it again.
  dora.cable.cut()
  dora.cable.mend()
  await soon(() => dora.mayType()).toBe(false)
  expect((await desk.reads(story)).body).toEqual(['Text'])
  expect(await dora.savedState()).not.toBe('All changes saved')
  expect(await dora.savedState()).not.toBe('Reading, live')
  // They are kept aside for her: the page says so, and gives them to her.
  await dora.page.getByText('You may no longer write in this story').waitFor()
  await dora.page.getByRole('button', { name: 'Copy the text' }).waitFor()
})

test('[P3] removed from the newsroom, Ben is signed out in every window at once', async () => {
  const story = await desk.story(['Text'])
  const emil = await desk.signIn('Emil', 'writer')
  const ana = await desk.signIn('Ana', 'editor')
  await Promise.all([emil.opens(story), ana.opens(story)])
  const tab = await emil.anotherTab()
  desk.forgive(/Emil: .*status of 401/)
  await tab.goesTo('/desk')
  await tab.page.locator('.row').first().waitFor()
  await soon(() => ana.whoIsHere()).toEqual(['Emil', 'Ana'])
  const owner = await desk.signIn('Oda', 'owner')
  await owner.goesTo('/desk/people')
  await owner.page.getByRole('button', { name: 'Emil: menu' }).click()
  await owner.page.getByRole('menuitem', { name: 'Remove from the newsroom' }).click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await emil.says('You are signed out')
  await soon(() => emil.mayType()).toBe(false)
  await tab.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await soon(() => ana.whoIsHere()).toEqual(['Ana'])
})

test('[P3] a reader sees every word live and changes none', async () => {
  const story = await desk.story(['Text'])
  const [ana, cleo] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Cleo', 'checker')]
  await desk.lets('Cleo', story, 'comment')
  await Promise.all([ana.opens(story), cleo.opens(story)])
  await cleo.says('Reading, live')
  expect(await cleo.mayType()).toBe(false)
  const updates = await desk.updates(story)
  await cleo.clicksInto(1)
  await cleo.types('nothing')
  await cleo.presses('Enter', 'Delete', 'Control+b', 'F2')
  await cleo.pastes({ 'text/plain': 'nothing' })
  await ana.clicksInto(1)
  await ana.types('!')
  await cleo.seesBody('Text!')
  expect(await desk.updates(story)).toBe(updates + 1)
  await soon(() => cleo.carets()).toMatchObject([{ name: 'Ana', after: 'Text!' }])
  // The reader is seen too, with a caret.
  await soon(() => ana.whoIsHere()).toEqual(['Cleo', 'Ana'])
})

test('[P3] a deleted story ends in every window, in words, and says where to go', async () => {
  const story = await desk.story(['Text'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  // What the page had asked for at that moment is answered with "there is none".
  desk.forgive(/status of 404 .*\/api\/stories\//)
  await desk.asks('DELETE', `/api/stories/${story}`)
  await ana.says(/^This story was deleted/)
  await ben.page.getByRole('button', { name: 'To the desk' }).click()
  await ben.page.getByRole('heading', { name: 'Stories', exact: true }).waitFor()
})

test('[P3] a guest sees the one story of the link, reads it live, and no other', async () => {
  const [story, other] = [
    await desk.story(['Text'], { headline: 'Shared' }),
    await desk.story(['Secret'], { headline: 'Not shared' }),
  ]
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.page.getByRole('button', { name: 'Share', exact: true }).click()
  await ana.page.getByRole('radio', { name: /^Guest/ }).check()
  await ana.page.getByRole('button', { name: 'Make a link' }).click()
  const link = new URL(await ana.page.locator('#share-link').inputValue())
  await ana.presses('Escape')
  const gil = await desk.stranger('Gil')
  desk.forgive(/Gil: .*status of 404/)
  await gil.goesTo(link.pathname + link.hash)
  await gil.page.getByLabel('Your name').fill('Gil')
  await gil.page.getByLabel('E-mail').fill('gil@desk.example')
  await gil.page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await gil.presses('Enter')
  await gil.isIn()
  expect(await gil.mayType()).toBe(false)
  await ana.clicksInto(1)
  await ana.types(' for Gil')
  await gil.seesBody('Text for Gil')
  await gil.page.getByRole('link', { name: 'Back to the desk' }).click()
  await soon(() => gil.page.locator('.row h3').allInnerTexts()).toEqual(['Shared'])
  expect(await gil.page.getByRole('link', { name: 'People' }).count()).toBe(0)
  await gil.goesTo(`/desk/story/${other}`)
  await gil.page.getByRole('heading', { name: 'There is no such story' }).waitFor()
  expect(await gil.page.locator('body').textContent()).not.toContain('Secret')
})

test('the desk shows by itself who writes in a story, how long it is and who edited it last', async () => {
  const story = await desk.story(['Four words to begin.'], { headline: 'Watched from the desk' })
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.goesTo('/desk'), ben.opens(story)])
  const row = ana.page.locator('.row', { hasText: 'Watched from the desk' })
  await row.getByRole('img', { name: 'Ben' }).waitFor()
  await ben.clicksInto(1)
  await ben.types(' And three more.')
  await row.getByText('7 words').waitFor()
  await row.getByText(/edited\s+just now\s+by Ben/).waitFor()
  await ben.clicksField('headline')
  await ben.types(', closely')
  await ana.page.getByRole('link', { name: 'Watched from the desk, closely' }).waitFor()
})
