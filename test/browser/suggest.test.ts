/** Suggesting in real browsers: one suggests, others see it in place, decide by key and by button, and take it back. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

/** Turns to suggesting by its key. */
async function suggests(person: Colleague): Promise<void> {
  await person.presses('Control+Alt+Shift+X')
  await person.page.locator('.mode-switch.is-suggesting').waitFor()
}

/** What is drawn in the copy, by its look: struck, underlined, or a sign. */
const drawn = (person: Colleague, look: 'in' | 'out'): Promise<string[]> =>
  person.page
    .locator(`story-editor .suggested.is-${look}`)
    .evaluateAll((marks) => marks.map((mark) => mark.textContent.replaceAll('\u2060', '')))

const cards = (person: Colleague) => person.page.locator('suggestion-card article')
const toast = (person: Colleague, text: string | RegExp) => person.page.locator('.toast', { hasText: text })

test('[SUG-02] one suggests in the story, the others see it in place, accept by key and take that back; the story is not touched before', async () => {
  const lines = ['The red door stands open.', 'Nobody came in.', 'So we waited.']
  const story = await desk.story(lines, { headline: 'The door' })
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ben.clicksInto(1, 4)
  await suggests(ben)
  // The caret is where it was: the word is chosen and typed over.
  for (let i = 0; i < 3; i++) await ben.presses('Shift+ArrowRight')
  await ben.types('blue')
  await ben.clicksInto(2, 'end')
  await ben.types(' Then Tom did.')
  await ben.clicksField('headline')
  await ben.types(' opens')
  await soon(() => drawn(ben, 'in')).toContain('blue')
  await soon(() => drawn(ben, 'out')).toEqual(['red'])
  await ben.isSaved()

  await soon(() => drawn(ana, 'out')).toEqual(['red'])
  await soon(() => drawn(ana, 'in').then((words) => words[0])).toBe('blue')
  await soon(() => cards(ana).count()).toBe(3)
  expect(await ana.page.locator('field-suggestions', { hasText: 'opens' }).innerText()).toContain('Ben')
  expect(await desk.reads(story)).toMatchObject({ headline: 'The door', body: lines })

  // Everything by keys: to the next, hear it, accept it.
  await ana.clicksInto(1, 0)
  await ana.presses('F8')
  await soon(() => ana.page.locator('story-margin > [role=status]').textContent()).toMatch(
    /of 3\. Suggestion by Ben: Replace “red” with “blue”/,
  )
  await ana.presses('Control+Alt+.')
  await soon(() => desk.reads(story).then(({ body }) => body[0])).toBe('The blue door stands open.')
  await toast(ana, '1 suggestion accepted.').getByRole('button', { name: 'Undo' }).click()
  await soon(() => desk.reads(story).then(({ body }) => body[0])).toBe('The red door stands open.')
  await soon(() => cards(ana).count()).toBe(3)

  // All of one person's in one act, and back.
  await ana.page.getByRole('button', { name: 'Accept several suggestions' }).click()
  await ana.page.getByRole('menuitem', { name: 'All by Ben (3)' }).click()
  await soon(() => desk.reads(story)).toMatchObject({
    headline: 'The door opens',
    body: ['The blue door stands open.', 'Nobody came in. Then Tom did.', 'So we waited.'],
  })
  await soon(() => cards(ana).count()).toBe(0)
  await soon(() => drawn(ben, 'out')).toEqual([])
  await soon(() => drawn(ben, 'in')).toEqual([])
  await toast(ana, '3 suggestions accepted.').getByRole('button', { name: 'Undo' }).click()
  await soon(() => desk.reads(story)).toMatchObject({ headline: 'The door', body: lines })

  // Rejected: the suggester's own words go, and the story is as it was.
  await soon(() => cards(ana).count()).toBe(3)
  await ana.page.getByRole('button', { name: 'Reject several suggestions' }).click()
  await ana.page.getByRole('menuitem', { name: 'All in the story (3)' }).click()
  await soon(() => cards(ana).count()).toBe(0)
  await ben.seesBody(...lines)
  await ben.seesField('headline', 'The door')
  expect(await desk.reads(story)).toMatchObject({ headline: 'The door', body: lines })
})

test('a sentence that is made a paragraph and moved: whose it is stands there once, and who accepts it types on without typing over anything', async () => {
  const story = await desk.story([
    'She came at noon. The sensor cost 240,000 crowns in all.',
    'We met at the gauge.',
    'So we waited.',
  ])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.page.locator('story-editor .ProseMirror .issue').first().waitFor()
  await suggests(ben)
  await ben.clicksInto(1, 18)
  await ben.presses('Enter', 'Alt+ArrowDown')
  await soon(() => cards(ana).count()).toBe(1)
  // The check's own mark parts the struck words; their letters stand behind the last of them.
  await soon(() => drawn(ana, 'out').then((words) => words.join(''))).toBe('The sensor cost 240,000 crowns in all.')
  expect((await drawn(ana, 'out')).length).toBeGreaterThan(1)
  expect(await ana.page.locator('story-editor p [data-by]').count()).toBe(1)

  await ana.clicksInto(1, 0)
  await ana.presses('F8')
  await soon(() => ana.page.locator('story-margin > [role=status]').textContent()).toMatch(/Suggestion by Ben/)
  await ana.presses('Control+Alt+.')
  await soon(() => desk.reads(story).then(({ body }) => body.slice(1))).toEqual([
    'We met at the gauge.',
    'The sensor cost 240,000 crowns in all.',
    'So we waited.',
  ])
  await soon(() => cards(ana).count()).toBe(0)
  await ana.types('At last.')
  await soon(() => desk.reads(story).then(({ body }) => body.join(' '))).toContain('At last.')
  expect((await desk.reads(story)).body.slice(1)).toEqual([
    'We met at the gauge.',
    'The sensor cost 240,000 crowns in all.',
    'So we waited.',
  ])
})

test('while a story opens its paper stands where it stays, and who suggests is never told that they edit', async () => {
  const story = await desk.story(['The red door stands open.'])
  const [ana, cleo] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Cleo', 'checker')]
  await Promise.all([ana.opens(story), cleo.opens(story)])
  await suggests(ana)
  for (const { page } of [ana, cleo])
    await page.addInitScript(() => {
      const seen = new Set<string>()
      Object.assign(globalThis, { seen })
      const look = (): void => {
        const paper = document.querySelector('.paper')
        if (paper !== null) seen.add(`paper at ${paper.getBoundingClientRect().left}`)
        const mode = document.querySelector('.mode-switch .opener')?.getAttribute('aria-label')
        const isLoaded = document.querySelector('story-editor .ProseMirror') !== null
        if (mode && isLoaded) seen.add(mode)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  for (const person of [ana, cleo]) {
    await person.page.reload()
    await soon(() => person.mayType()).toBe(true)
    const seen = await person.page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])
    expect(seen.filter((one) => one.startsWith('Mode'))).toEqual(['Mode: Suggesting'])
    expect(seen.filter((one) => one.startsWith('paper'))).toHaveLength(1)
  }
})

test('typed while the suggestions are still on their way: it is suggested, the story is not touched', async () => {
  const story = await desk.story(['The red door stands open.'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1)
  let open = (): void => {}
  const asked = new Promise<void>((resolve) => {
    void ana.page.route('**/api/stories/*/fork', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      resolve()
      await new Promise<void>((go) => (open = go))
      await route.continue()
    })
  })
  await ana.presses('Control+Alt+Shift+X')
  await asked
  await ana.types(' Wide.')
  open()
  await ana.page.locator('.mode-switch.is-suggesting').waitFor()
  await soon(() => drawn(ana, 'in')).toEqual([' Wide.'])
  expect((await desk.reads(story)).body).toEqual(['The red door stands open.'])
})

/** The way to a person's suggestions is long. @returns lets it go, or end with no answer */
async function holdsForks(person: Colleague): Promise<{ asked: Promise<void>; goes: () => void; fails: () => void }> {
  let [goes, fails]: (() => void)[] = []
  const until = new Promise<boolean>((resolve) => {
    goes = () => resolve(true)
    fails = () => resolve(false)
  })
  let isAsked = (): void => {}
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  await person.page.route('**/api/stories/*/fork', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    isAsked()
    return (await until) ? route.continue() : route.abort()
  })
  return { asked, goes: goes!, fails: fails! }
}

test('typed for suggestions that do not come: it does not go into the story, and is said and kept', async () => {
  const story = await desk.story(['The red door stands open.'])
  const ana = await desk.signIn('Ana', 'editor')
  desk.forgive(/Ana: .*net::ERR_FAILED/)
  await ana.opens(story)
  await ana.clicksInto(1)
  const { asked, fails } = await holdsForks(ana)
  await ana.presses('Control+Alt+Shift+X')
  await asked
  await ana.types(' Wide.')
  fails()
  await toast(ana, 'What you typed meanwhile went nowhere: “Wide.”').getByRole('button', { name: 'Copy it' }).waitFor()
  await ana.types('!')
  await ana.seesBody('The red door stands open.!')
  await ana.isSaved()
  expect((await desk.reads(story)).body).toEqual(['The red door stands open.!'])
})

test('what a checker types while their suggestions are on their way is suggested where they put the caret, in the copy and above it', async () => {
  const story = await desk.story(['The red door stands open.', 'Nobody came.'], { headline: 'The door' })
  const cleo = await desk.signIn('Cleo', 'checker')
  for (const [click, words] of [
    [() => cleo.clicksInto(2), ' In.'],
    [() => cleo.clicksField('headline'), ' opens'],
  ] as const) {
    const { asked, goes } = await holdsForks(cleo)
    await cleo.page.goto(`/desk/story/${story}`)
    await cleo.seesWords()
    await asked
    await click()
    await cleo.types(words)
    await toast(cleo, 'Your suggestions are still on their way. What you type goes into them then.').waitFor()
    expect((await cleo.reads()).body[1]).not.toContain('In. ')
    goes()
    await cleo.sees(words)
    await cleo.types('!')
    await cleo.sees(`${words}!`)
    await cleo.isSaved()
    await cleo.page.unrouteAll()
  }
  expect(await cleo.reads()).toMatchObject({
    headline: 'The door opens!',
    body: ['The red door stands open.', 'Nobody came. In.!'],
  })
  expect(await desk.reads(story)).toMatchObject({ headline: 'The door', body: ['The red door stands open.', 'Nobody came.'] })
})

test('[P5] what was said of a suggestion is on it again when its rejection is taken back, and is found when it stays rejected', async () => {
  const story = await desk.story(['The red door stands open.'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await suggests(ben)
  await ben.clicksInto(1, 7)
  await ben.types(' o')
  await ana.page.locator('suggestion-card .card-open').click()
  const box = ana.page.getByRole('textbox', { name: 'Comment on the suggestion by Ben' })
  await box.fill('Is it oak?')
  // Its author types on: what is half written about it stays with it.
  await ben.types('ak')
  await ana.page.locator('suggestion-card', { hasText: 'oak' }).waitFor()
  expect(await box.inputValue()).toBe('Is it oak?')
  await box.press('Control+Enter')
  await ben.page.locator('suggestion-card', { hasText: '1 comment' }).waitFor()
  const reject = () => ana.page.locator('suggestion-card').getByRole('button', { name: 'Reject' }).click()
  await reject()
  await soon(() => cards(ana).count()).toBe(0)
  await toast(ana, '1 suggestion rejected.').getByRole('button', { name: 'Undo' }).click()
  // Open, a card has all that was said; closed, how much.
  for (const { page } of [ana, ben]) await page.locator('suggestion-card', { hasText: /Is it oak\?|1 comment/ }).waitFor()
  for (const { page } of [ana, ben]) await soon(() => page.locator('.detached').count()).toBe(0)

  await ana.presses('Escape')
  await ana.page.locator('suggestion-card .card-open').click()
  await reject()
  await soon(() => cards(ana).count()).toBe(0)
  for (const { page } of [ana, ben]) {
    await page.getByText('1 comment has lost its words').click()
    await page.locator('.detached', { hasText: 'Is it oak?' }).locator('.thread-quote', { hasText: 'Add “oak”' }).waitFor()
  }
  expect(await ana.axeFinds()).toEqual([])
})

test('a checker is always suggesting, sees colleagues write under the suggestion, and discusses it', async () => {
  const story = await desk.story([{ q: 'When was that?' }, { a: 'It was in 1969, in spring.' }, 'More to come.'])
  const [ana, cleo] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Cleo', 'checker')]
  await Promise.all([ana.opens(story), cleo.opens(story)])
  await cleo.page.getByText('Suggesting.', { exact: true }).waitFor()
  await soon(() => cleo.mayType()).toBe(true)
  expect(await cleo.page.locator('.mode-switch .opener').getAttribute('aria-label')).toBe('Mode: Suggesting')
  await cleo.clicksInto(2, 14)
  await cleo.presses('Backspace')
  await cleo.types('8')
  await soon(() => drawn(ana, 'out')).toEqual(['1969'])
  await soon(() => drawn(ana, 'in')).toEqual(['1968'])
  await ana.page.getByText('Changes a quote').waitFor()
  await ana.clicksInto(3, 'end')
  await ana.types(' Soon.')
  await cleo.sees('More to come. Soon.')
  await soon(() => drawn(cleo, 'in')).toEqual(['1968'])

  await ana.page.locator('suggestion-card .card-open').click()
  const box = ana.page.getByRole('textbox', { name: 'Comment on the suggestion by Cleo' })
  await box.fill('Who says so?')
  await box.press('Control+Enter')
  await cleo.page.locator('suggestion-card', { hasText: '1 comment' }).waitFor()
  expect(await ana.axeFinds()).toEqual([])
  expect(await cleo.axeFinds()).toEqual([])
  // Nobody but the author takes a suggestion back without the right to decide; the author may.
  await cleo.page.locator('suggestion-card .card-open').click()
  expect(await cleo.page.locator('suggestion-card').getByRole('button', { name: 'Accept' }).count()).toBe(0)
  await cleo.page.locator('suggestion-card').getByRole('button', { name: 'Take back' }).click()
  await cleo.sees('It was in 1969, in spring.')
  await soon(() => cards(ana).count()).toBe(0)
})

test('a private draft: the others see that somebody writes, and no word of it until it is brought in', async () => {
  const lines = ['The red door stands open.', 'Nobody came in.']
  const story = await desk.story(lines)
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ben.clicksInto(2, 'end')
  await ben.page.getByRole('button', { name: 'Mode: Editing' }).click()
  expect(await ben.page.getByRole('menuitemradio', { checked: true }).allInnerTexts()).toEqual([
    expect.stringContaining('Editing'),
  ])
  await ben.page.getByRole('menuitemradio', { name: 'Writing privately' }).click()
  await ben.page.getByText('Writing privately.', { exact: true }).waitFor()
  await ben.types(' A secret line.')
  await ben.isSaved()
  await ana.page.getByText('Ben is writing privately.').waitFor()
  await ana.clicksInto(1, 'end')
  await ana.types(' Still.')
  await ben.sees('The red door stands open. Still.')
  expect(await ana.page.locator('body').innerText()).not.toContain('secret')
  expect(await cards(ana).count()).toBe(0)
  expect(await ben.axeFinds()).toEqual([])

  // It is there again after a reload, and comes in as suggestions.
  await ben.reloads()
  await ben.page.getByText('Writing privately.', { exact: true }).waitFor()
  await ben.sees('A secret line.')
  await ben.page.getByRole('button', { name: 'Bring it in' }).click()
  await ben.page.getByText('Suggesting.', { exact: true }).waitFor()
  await soon(() => drawn(ana, 'in')).toEqual([expect.stringContaining('A secret line')])
  await soon(() => ana.page.getByText('Ben is writing privately.').count()).toBe(0)
  expect((await desk.reads(story)).body).toEqual(['The red door stands open. Still.', 'Nobody came in.'])
})

test('[SUG-01] [SUG-11] [SUG-12] what is typed, taken out again and pasted over is suggested, and taken back it leaves no trace', async () => {
  const lines = ['The Moon rose over the old text.', 'Go on.']
  const story = await desk.story(lines)
  const ben = await desk.signIn('Ben', 'writer')
  await ben.opens(story)
  await suggests(ben)
  // A word taken out right behind one that was put in.
  await ben.clicksInto(1, 4)
  await ben.types('sun')
  await ben.presses('Control+Shift+ArrowRight', 'Delete')
  // A letter of one's own new word.
  await ben.clicksInto(2, 'end')
  await ben.types(' abcdef')
  for (let i = 0; i < 3; i++) await ben.presses('ArrowLeft')
  await ben.presses('Backspace')
  await soon(() => ben.reads().then(({ body }) => body[1])).toMatch(/abdef/)
  // Words pasted over others.
  await ben.clicksInto(2, 0)
  await ben.presses('Control+Shift+ArrowRight')
  await ben.pastes({ 'text/plain': 'Come ' })
  await ben.isSaved()
  for (const words of ['sun', 'abdef', 'Come']) await ben.page.locator('suggestion-card', { hasText: words }).waitFor()
  expect((await desk.reads(story)).body).toEqual(lines)
  await ben.page.getByRole('button', { name: 'Reject several suggestions' }).click()
  await ben.page.getByRole('menuitem', { name: /^All in the story/ }).click()
  await ben.seesBody(...lines)
  expect((await desk.reads(story)).body).toEqual(lines)
})

test('whose right to suggest has ended keeps what they suggested, and can copy it; nobody else sees it', async () => {
  const story = await desk.story(['Text of the story.'])
  const [ana, cleo] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Cleo', 'checker')]
  await Promise.all([ana.opens(story), cleo.opens(story)])
  await cleo.page.getByText('Suggesting.', { exact: true }).waitFor()
  await cleo.clicksInto(1, 'end')
  await cleo.types(' Mine.')
  await soon(() => drawn(ana, 'in').then((words) => words.length)).toBe(1)
  await desk.lets('Cleo', story, 'comment')
  await cleo.page.getByText('You may no longer suggest in this story.').waitFor()
  expect(await cleo.mayType()).toBe(false)
  await cleo.sees('Text of the story. Mine.')
  await cleo.page.getByRole('button', { name: 'Copy the text' }).waitFor()
})
