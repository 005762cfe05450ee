/** Comments in real windows: written, answered and resolved beside their words. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'
import { areApart, cards, comments, marked, told } from './margin.ts'

const desk = aDesk()

/** What is drawn above the marks in the copy: the border and the space of cards are not for them. */
const lines = (window: Colleague): Promise<string[]> =>
  window.page.locator('.ProseMirror span.comment').evaluateAll((marks) => [
    ...new Set(
      marks.map((mark) => {
        const { borderTopWidth, paddingTop } = getComputedStyle(mark)
        return `${borderTopWidth} ${paddingTop}`
      }),
    ),
  ])

test('[COM-12] [COM-13] a writer comments as on a margin; a colleague sees it beside the words, answers, resolves and reopens it', async () => {
  const story = await desk.story(['The harbour was quiet.', { q: 'What happened?' }, { a: 'I walked off.' }])
  const [ana, ben] = [await desk.signIn('Ana', 'writer'), await desk.signIn('Ben', 'editor')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.selects([1, 4], [1, 11])
  await comments(ana, 'Which?')
  await soon(() => marked(ana)).toEqual(['harbour'])
  // The keyboard is back in the copy, on the same words.
  await ana.presses('ArrowRight')
  await ana.types(' front')
  await ana.seesBody('The harbour front was quiet.', 'What happened?', 'I walked off.')
  await ana.selects([3, 2], [3, 8])
  await comments(ana, 'Which?')
  for (const window of [ana, ben]) {
    await soon(() => cards(window)).toEqual(['Which?', 'Which?'])
    await soon(() => marked(window)).toEqual(['harbour', 'walked'])
  }
  expect((await desk.reads(story)).body).toEqual(['The harbour front was quiet.', 'What happened?', 'I walked off.'])

  // Ben hears of them, and goes to the first from the words.
  await soon(() => told(ben)).toBe('New comment by Ana on “walked”.')
  await ben.page.locator('.ProseMirror .thread').first().click()
  await soon(() => marked(ben)).toEqual(['harbour*', 'walked'])
  await ben.page.getByRole('textbox', { name: 'Reply to Ana on “harbour”' }).fill('The old one')
  await ben.presses('Control+Enter')
  await soon(() => cards(ana)).toEqual(['Which? (1 reply)', 'Which?'])
  await soon(() => ana.page.locator('.unread-dot').count()).toBe(1)

  await ben.page.getByRole('button', { name: 'Resolve' }).click()
  for (const window of [ana, ben]) {
    await soon(() => cards(window)).toEqual(['Which?'])
    await soon(() => marked(window)).toEqual(['walked'])
  }
  // Ana finds it among the resolved ones, and opens it again without a word.
  await ana.page.getByRole('button', { name: 'Show: Open' }).click()
  await ana.page.getByRole('menuitemcheckbox', { name: 'Resolved (1)' }).click()
  await soon(() => cards(ana)).toEqual(['Which? (1 reply)'])
  await ana.page.getByRole('button', { name: /^Open: Comment by Ana on “harbour”/ }).click()
  await ana.page.getByRole('button', { name: 'Reopen' }).click()
  await soon(() => cards(ben)).toEqual(['Which? (1 reply)', 'Which?'])

  // Her own words she may change; what is deleted is gone for both.
  await ana.page.getByRole('button', { name: 'Show: Resolved' }).click()
  await ana.page.getByRole('menuitemcheckbox', { name: 'Open (2)' }).click()
  await ana.page.getByRole('button', { name: /^Open: Comment by Ana on “walked”/ }).click()
  await ana.page.getByRole('button', { name: 'More about this comment' }).click()
  await ana.page.getByRole('menuitem', { name: 'Edit' }).click()
  await ana.page.getByRole('textbox', { name: 'Your comment' }).fill('Where to?')
  await ana.presses('Control+Enter')
  await soon(() => cards(ben)).toEqual(['Which? (1 reply)', 'Where to?'])
  await ana.page.getByRole('button', { name: 'More about this comment' }).click()
  await ana.page.getByRole('menuitem', { name: 'Delete' }).click()
  for (const window of [ana, ben]) await soon(() => cards(window)).toEqual(['Which? (1 reply)'])
})

test('[COM-10] on one letter, equal words, words of another comment, across paragraphs, a whole paragraph, the headline: each on its own', async () => {
  const story = await desk.story(['a b a', '实 and 实', 'Across these two', 'paragraphs here', 'A whole one'], {
    headline: 'The boats',
    dek: 'Off',
  })
  const [ana, cleo] = [await desk.signIn('Ana', 'writer'), await desk.signIn('Cleo', 'checker')]
  await Promise.all([ana.opens(story), cleo.opens(story)])
  await ana.selects([1, 4], [1, 5])
  await comments(ana, 'the second a')
  await ana.selects([2, 0], [2, 1])
  await comments(ana, 'the first sign')
  await ana.selects([1, 2], [1, 5])
  await comments(ana, 'b and a')
  await ana.selects([3, 7], [4, 10])
  await comments(ana, 'both')
  await ana.clicksInto(5, 3)
  await comments(ana, 'this paragraph')
  // Somebody who may only suggest has a copy of their own before them, and comments on the story's fields in it.
  await cleo.page.locator('mode-switch').getByText('Suggesting').first().waitFor()
  await cleo.clicksField('dek')
  await comments(cleo, 'all of the dek')
  await cleo.clicksField('headline')
  await cleo.field('headline').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 9))
  await comments(cleo, 'which boats')
  const all = ['which boats', 'all of the dek', 'b and a', 'the second a', 'the first sign', 'both', 'this paragraph']
  for (const window of [ana, cleo]) {
    await soon(() => cards(window)).toEqual(all)
    await soon(() => marked(window)).toEqual(['boats', 'Off', 'b a', '实', 'these two', 'paragraphs', 'A whole one'])
    expect(await areApart(window)).toBe(true)
    expect(await lines(window)).toEqual(['0px 0px'])
  }
  expect((await desk.reads(story)).body).toEqual(['a b a', '实 and 实', 'Across these two', 'paragraphs here', 'A whole one'])
})

test('[P5] half-written words outlive a lost focus, a dead network and a reload, and are posted once', async () => {
  const story = await desk.story(['The harbour was quiet.', 'And so on.'])
  const [ana, ben] = [await desk.signIn('Ana', 'writer'), await desk.signIn('Ben', 'editor')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.selects([1, 4], [1, 11])
  await ana.presses('Control+Alt+m')
  await ana.page.locator('comment-draft textarea').waitFor()
  await ana.types('Which har')
  // A click into the copy leaves it where it is.
  await ana.clicksInto(2)
  await soon(() => cards(ana)).toEqual(['Which har (Not posted)'])
  await ana.reloads()
  await soon(() => cards(ana)).toEqual(['Which har (Not posted)'])
  await soon(() => marked(ana)).toEqual(['harbour'])
  await ana.page.getByRole('button', { name: /^Go on writing/ }).click()
  await ana.types('bour?')
  await ana.goesOffline()
  await ana.presses('Control+Enter')
  await soon(() => cards(ana)).toEqual(['Which harbour? (Not sent yet)'])
  await ana.page.getByRole('button', { name: /^Open: Comment by Ana/ }).click()
  await ana.types('Or none')
  await ana.presses('Control+Enter')
  expect(await cards(ben)).toEqual([])
  await ana.comesBack()
  await soon(() => cards(ben)).toEqual(['Which harbour? (1 reply)'])
  await soon(() => ana.page.locator('.comment-when.is-waiting').count()).toBe(0)
  await ana.reloads()
  await soon(() => cards(ana)).toEqual(['Which harbour? (1 reply)'])
  expect(await ana.page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('copydesk.margin')))).toEqual(
    [],
  )
})

test('[A11-01] without a mouse: hearing whose comment it is and on which words, reading, answering, resolving, and on to the next', async () => {
  const story = await desk.story(['The harbour was quiet.', { q: 'What happened then?' }, { a: 'I walked off the the boat.' }], {
    headline: 'Boats',
  })
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer', { colorScheme: 'dark' })]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ben.clicksField('headline', 0)
  await comments(ben, 'Which ones?')
  await ben.selects([1, 4], [1, 11])
  await comments(ben, 'Ask @A')
  await ben.clicksInto(3, 3)
  await comments(ben, 'Says who?')
  await soon(() => cards(ana)).toEqual(['Which ones?', 'Ask @A', 'Says who?'])

  // One walk through all that is marked: the comments, and what the checks found between them.
  await ana.clicksInto(1, 0)
  await ana.presses('F8')
  await soon(() => told(ana)).toBe('2 of 3. Comment by Ben on “harbour”: Ask @A.')
  await ana.presses('F8')
  await soon(() => told(ana)).toBe('3 of 3. Comment by Ben on “I walked off the the boat.”: Says who?')
  await ana.presses('F8')
  await ana.page.locator('.issue-card').waitFor()
  await ana.presses('Shift+F8', 'Shift+F8')
  await soon(() => told(ana)).toBe('2 of 3. Comment by Ben on “harbour”: Ask @A.')

  // Into the card, an answer that asks somebody by name, and done with it.
  await ana.presses('Control+Alt+Enter')
  const reply = ana.page.getByRole('textbox', { name: 'Reply to Ben on “harbour”' })
  await soon(() => reply.evaluate((area) => area === document.activeElement)).toBe(true)
  await ana.types('Yes, @be')
  await ana.page.getByRole('option', { name: 'Ben' }).waitFor()
  await ana.presses('Enter')
  expect(await reply.inputValue()).toBe('Yes, @Ben ')
  // The blank that came with the name is the one she types; a comma stands beside the name.
  await ana.types(' ')
  expect(await reply.inputValue()).toBe('Yes, @Ben ')
  await ana.presses('Backspace', 'Backspace', 'Backspace', 'Enter')
  await ana.types(', please')
  expect(await reply.inputValue()).toBe('Yes, @Ben, please')
  await ana.presses('Control+Enter')
  await soon(() => cards(ben)).toEqual(['Which ones?', 'Ask @A (1 reply)', 'Says who?'])
  expect(await ana.axeFinds()).toEqual([])
  expect(await ben.axeFinds()).toEqual([])
  // Back in the copy, on the same words.
  await ana.presses('Escape', 'Control+Alt+r')
  await soon(() => cards(ben)).toEqual(['Which ones?', 'Says who?'])
  await ana.presses('F8')
  await soon(() => told(ana)).toMatch(/^2 of 2\. .*Says who\?$/)
})

test('[P5] [COM-07] when the words are gone the comment stays, with its quote, and is put back on others; a link leads to it', async () => {
  const story = await desk.story(['The harbour was quiet.', 'And so on.'])
  const [ana, ben] = [await desk.signIn('Ana', 'writer'), await desk.signIn('Ben', 'editor')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.selects([1, 4], [1, 11])
  await comments(ana, 'Which?')
  await soon(() => ben.page.locator('.ProseMirror span.comment').allTextContents()).toEqual(['harbour'])
  await ben.selects([1, 4], [1, 11])
  await ben.types('sea')
  await ben.seesBody('The sea was quiet.', 'And so on.')
  const lost = ana.page.getByText('1 comment has lost its words')
  await lost.click()
  expect(await ana.page.locator('.detached .thread-quote').textContent()).toBe('harbour')
  await ana.selects([1, 4], [1, 7])
  await ana.page.getByRole('button', { name: 'Put it back on the selected words' }).click()
  for (const window of [ana, ben]) {
    await soon(() => cards(window)).toEqual(['Which?'])
    await soon(async () => (await marked(window)).join()).toMatch(/^sea\*?$/)
  }
  const { threads } = (await (await desk.asks('GET', `/api/stories/${story}/threads`)).json()) as { threads: { id: string }[] }
  await ben.goesTo(`/desk/story/${story}#thread-${threads[0]!.id}`)
  await ben.reloads()
  await soon(() => marked(ben)).toEqual(['sea*'])
  await ben.page
    .getByRole('textbox', { name: 'Reply to Ana on “harbour”' })
    .or(ben.page.getByRole('textbox', { name: 'Reply to Ana on “sea”' }))
    .waitFor()
})
