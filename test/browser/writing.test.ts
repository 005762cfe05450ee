/** Composed words of every kind inside the interview, right to left, on a phone, and on a line that comes and goes. */
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'
import { InputMethod } from './input-method.ts'

const desk = aDesk()

const directions = (window: Colleague): Promise<string[]> =>
  window.page.locator('story-editor .ProseMirror > p').evaluateAll((all) => all.map((p) => getComputedStyle(p).direction))

test('[UNI-08] Korean, Japanese, Chinese and dead keys, each while a colleague writes in the same paragraph and flips it', async () => {
  const story = await desk.story([{ q: 'Kim?' }, { a: 'Ja.' }])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  const ime = await InputMethod.of(ana)
  await ana.clicksInto(2)
  await ben.clicksInto(2, 0)
  let copy = 'Ja.'
  let ahead = ''
  for (const { steps, word } of [
    { steps: ['ㅎ', '하', '한'], word: '한' },
    { steps: ['ㄱ', '구', '국'], word: '국' },
    { steps: ['に', 'にほ', 'にほん', '日本'], word: '日本' },
    { steps: ['z', 'zh', 'zhong', '中'], word: '中' },
    { steps: ['´'], word: 'é' },
  ]) {
    await ime.composes(steps[0]!)
    await ben.types('x')
    await ben.presses('F2')
    await ime.composes(...steps.slice(1))
    await ime.commits(word)
    copy += word
    ahead += 'x'
    await soon(async () => (await ben.reads()).body[1]).toBe(`${ahead}${copy}`)
  }
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['Kim?', `xxxxx${copy}`])
  // Five flips of an answer leave a question.
  await soon(() => ana.page.locator('story-editor [data-role=question]').count()).toBe(2)
})

test('[UNI-07] a word composed on a divider, in a new list item and in a new answer stands there once; the divider stays', async () => {
  const story = await desk.story(['One.', { q: 'Who?' }])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  const ime = await InputMethod.of(ana)
  const compose = async (): Promise<void> => {
    await ime.composes('z', 'zh', '这里')
    await ime.commits('这里')
  }
  await ana.clicksInto(1)
  await ana.presses('Control+Shift+Enter')
  await compose()
  await ana.seesBody('One.', '', '这里', 'Who?')
  await ana.presses('Control+Shift+8', 'Enter')
  await compose()
  await ana.seesBody('One.', '', '这里这里', 'Who?')
  await ana.clicksInto(4)
  await ana.presses('Enter')
  await compose()
  await ana.seesBody('One.', '', '这里这里', 'Who?', '这里')
  await desk.allAgree(story, ana)
})

test('[UNI-10] each paragraph has its own direction, for the colleague too', async () => {
  const story = await desk.story([{ q: 'من أنت؟' }, { a: 'I am Noor.' }, { a: '' }])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(3)
  await ana.types('سلام')
  for (const window of [ana, ben]) await soon(() => directions(window)).toEqual(['rtl', 'ltr', 'rtl'])
  await ana.presses('Backspace')
  await ana.types(' Noor')
  expect((await desk.allAgree(story, ana, ben)).body[2]).toBe('سلا Noor')
})

test('[MOB-05] the line one writes in stays in sight when the keyboard comes up', async () => {
  const story = await desk.story(Array.from({ length: 40 }, (_none, i) => `Paragraph ${i + 1}.`))
  const ana = await desk.signIn('Ana', 'editor', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await ana.opens(story)
  const last = ana.page.locator('story-editor .ProseMirror > p').last()
  await last.scrollIntoViewIfNeeded()
  await last.tap()
  await ana.presses('End')
  await ana.page.setViewportSize({ width: 390, height: 450 })
  const inSight = () =>
    ana.page.evaluate(() => {
      const at = getSelection()!.getRangeAt(0).getBoundingClientRect()
      const bands = document.querySelector('.story-bands')!.getBoundingClientRect()
      return document.activeElement?.closest('.ProseMirror') !== null && at.top >= bands.bottom && at.bottom <= innerHeight
    })
  await soon(inSight).toBe(true)
  await ana.types(' And on')
  expect(await inSight()).toBe(true)
  expect((await desk.allAgree(story, ana)).body.at(-1)).toBe('Paragraph 40. And on')
})

test('[MOB-07] on a line that comes and goes every letter arrives, and nothing stands in the way of typing', async () => {
  const story = await desk.story([''])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  const letters = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh'
  for (let i = 0; i < letters.length; i += 12) {
    await ana.goesOffline()
    await ana.types(letters.slice(i, i + 6))
    await ana.comesBack()
    await ana.types(letters.slice(i + 6, i + 12))
    const shown = await ana.page.evaluate(() => ({
      toasts: document.querySelectorAll('.toast').length,
      dialogs: document.querySelectorAll('dialog[open]').length,
      states: document.querySelectorAll('.save-state').length,
    }))
    expect(shown).toEqual({ toasts: 0, dialogs: 0, states: 1 })
  }
  expect((await desk.allAgree(story, ana, ben)).body).toEqual([letters])
})
