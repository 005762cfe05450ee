/** Writing that is more than one key a letter: emoji, input methods, right to left. */
import { expect, test } from 'vitest'
import { aDesk, soon } from './desk.ts'
import { InputMethod } from './input-method.ts'

const desk = aDesk()

test('[UNI-03] an emoji typed, and replaced by its neighbour, arrives whole in body and headline', async () => {
  const story = await desk.story([''])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ana.page.keyboard.insertText('Hello 😀 World')
  await ben.seesBody('Hello 😀 World')
  await ana.selects([1, 6], [1, 8])
  await ana.page.keyboard.insertText('😁')
  await ben.seesBody('Hello 😁 World')

  await ana.clicksField('headline')
  await ana.page.keyboard.insertText('Tide 😀 tables')
  await ben.seesField('headline', 'Tide 😀 tables')
  await ana.field('headline').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 7))
  await ana.page.keyboard.insertText('😁')
  await ben.seesField('headline', 'Tide 😁 tables')
  await ben.clicksField('headline', 7)
  await ben.types('!')
  await ana.seesField('headline', 'Tide 😁! tables')
  await ben.clicksField('headline', 7)
  await ben.presses('Backspace')
  await ana.seesField('headline', 'Tide ! tables')
  expect(await desk.allAgree(story, ana, ben)).toMatchObject({ headline: 'Tide ! tables', body: ['Hello 😁 World'] })
})

test('[UNI-12] Backspace takes a whole family, a whole flag, a whole waving hand', async () => {
  const story = await desk.story([''])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1)
  for (const emoji of ['👩‍👩‍👧‍👧', '🇩🇪', '👋🏽', '❤️']) {
    await ana.page.keyboard.insertText(`x${emoji}`)
    await ana.seesBody(`x${emoji}`)
    await ana.presses('Backspace')
    await ana.seesBody('x')
    await ana.presses('Backspace')
    await ana.seesBody('')
  }
})

test('[UNI-10] right to left: Backspace takes the letter typed last', async () => {
  const story = await desk.story([''])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ana.types('سلام')
  await ben.seesBody('سلام')
  await ana.presses('Backspace')
  await ben.seesBody('سلا')
  await ana.clicksField('headline')
  await ana.types('سلام')
  await ana.presses('Backspace')
  await ben.seesField('headline', 'سلا')
})

test('[UNI-07] composing over two selected paragraphs puts the word there once', async () => {
  const story = await desk.story(['first', 'second', 'third'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  const ime = await InputMethod.of(ana)
  await ana.selects([1, 0], [2, 6])
  await ime.composes('z', 'zh', '这里')
  await ime.commits('这里')
  await ana.seesBody('这里', 'third')
  expect((await desk.allAgree(story, ana)).body).toEqual(['这里', 'third'])
})

test('[UNI-07] composing after Ctrl+B gives the word once, bold', async () => {
  const story = await desk.story(['plain '])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  const ime = await InputMethod.of(ana)
  await ana.clicksInto(1)
  await ana.presses('Control+b')
  await ime.composes('z', 'zh', '这里')
  await ime.commits('这里')
  await soon(() => ana.reads().then(({ body }) => body[0]!.replace('\u00a0', ' '))).toBe('plain 这里')
  await soon(() => ana.page.locator('story-editor strong').allTextContents()).toEqual(['这里'])
  await desk.allAgree(story, ana)
})

test('[UNI-08] a colleague’s letter in the same paragraph neither doubles nor cancels a word being composed', async () => {
  const story = await desk.story(['いろは'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  const ime = await InputMethod.of(ana)
  await ana.clicksInto(1)
  await ime.composes('に')
  await ben.clicksInto(1, 0)
  await ben.types('x')
  await ben.isSaved()
  await ime.composes('にほ', '日本')
  await ime.commits('日本')
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['xいろは日本'])
})

test('[UNI-08] and so in the headline', async () => {
  const story = await desk.story([], { headline: 'いろは' })
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  const ime = await InputMethod.of(ana)
  await ana.clicksField('headline')
  await ime.composes('に')
  await ben.clicksField('headline', 0)
  await ben.types('x')
  await ben.isSaved()
  await ime.composes('にほ', '日本')
  await ime.commits('日本')
  await ana.presses('End')
  await ana.types('!')
  expect((await desk.allAgree(story, ana, ben)).headline).toBe('xいろは日本!')
})

test('[MOB-02] [MOB-04] a suggestion replaces what was begun, and a bold word stays bold', async () => {
  const story = await desk.story([''])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  const ime = await InputMethod.of(ana)
  await ana.clicksInto(1)
  await ime.composes('H', 'He', 'Hel')
  await ime.commits('Hello')
  await ana.seesBody('Hello')
  await ana.types(' ')
  await ana.presses('Control+b')
  await ime.composes('n', 'ne', 'new')
  await ime.commits('new')
  await ana.types(' ')
  await soon(() =>
    ana.page
      .locator('story-editor strong')
      .allTextContents()
      .then((parts) => parts.join('').trim()),
  ).toBe('new')
  await soon(() => desk.reads(story).then(({ body }) => body[0]!.replaceAll('\u00a0', ' ').trimEnd())).toBe('Hello new')
})
