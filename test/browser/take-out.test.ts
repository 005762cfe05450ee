/** Taking a story elsewhere: the clipboard with its looks, files under the story's name, by keys alone. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aDesk, type Colleague, type Line } from './desk.ts'

const desk = aDesk()

const TALK: Line[] = ['The lede.', { q: 'How do you read a tide?' }, { a: 'You wait.' }]

/** Pastes what is on the clipboard as any program with formatting would. @returns what arrived there */
async function pasted({ page }: Colleague): Promise<string> {
  await page.evaluate(() => {
    const paper = document.createElement('div')
    paper.id = 'elsewhere'
    paper.contentEditable = 'true'
    document.body.replaceChildren(paper)
    paper.focus()
  })
  await page.keyboard.press('Control+v')
  return page.locator('#elsewhere').evaluate((paper) => {
    for (const one of paper.querySelectorAll('[style]')) one.removeAttribute('style')
    return paper.innerHTML.replace(/<span>|<\/span>/g, '')
  })
}

test('who only reads takes the story to Substack by keys alone: bold questions arrive as bold questions', async () => {
  const story = await desk.story(TALK, { headline: 'The tide', byline: 'Ana Reyes' })
  const cara = await desk.signIn('Cara', 'checker', { permissions: ['clipboard-read', 'clipboard-write'] })
  await cara.opens(story)
  await cara.page.getByRole('button', { name: 'Export' }).focus()
  await cara.presses('Enter')
  expect(await cara.axeFinds()).toEqual([])
  await cara.presses('Enter')
  await cara.page.getByText('The story is on the clipboard: paste it into Substack.').waitFor()
  // The focus is back where it was.
  expect(await cara.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Export')
  expect(await pasted(cara)).toBe('<p>The lede.</p><p><strong>How do you read a tide?</strong></p><p>You wait.</p>')
})

test('in an office network without https the copy goes the older way, with its looks too', async () => {
  const story = await desk.story(TALK)
  const ana = await desk.signIn('Ana', 'editor', { permissions: ['clipboard-read', 'clipboard-write'] })
  await ana.page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined }))
  await ana.opens(story)
  await ana.clicksInto(2)
  // Somewhere in the copy, with a key: what is selected there is not what is copied.
  await ana.presses('Control+Shift+p')
  await ana.types('substack')
  await ana.presses('Enter')
  await ana.page.getByText('The story is on the clipboard').waitFor()
  expect(await pasted(ana)).toBe('<p>The lede.</p><p><strong>How do you read a tide?</strong></p><p>You wait.</p>')
})

test('files come under the story’s name, with the last word that was typed; what fails is said in a sentence', async () => {
  const story = await desk.story(TALK, { headline: 'The tide' })
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(3)
  await ana.types(' FINAL')
  const takes = async (name: string) => {
    await ana.page.getByRole('button', { name: 'Export' }).click()
    await ana.page.getByRole('menuitem', { name }).click()
  }
  const [text] = await Promise.all([ana.page.waitForEvent('download'), takes('Download plain text')])
  expect(text.suggestedFilename()).toBe('the-tide.txt')
  expect(readFileSync(await text.path(), 'utf8')).toBe(
    'The tide\n\nThe lede.\n\nQ: How do you read a tide?\n\nA: You wait. FINAL\n',
  )
  const [word] = await Promise.all([ana.page.waitForEvent('download'), takes('Download a Word file (.docx)')])
  expect(word.suggestedFilename()).toBe('the-tide.docx')
  await ana.page.getByText('The Word file is downloaded.').waitFor()

  desk.forgive(/ERR_FAILED .*as=html/)
  await ana.page.route('**/body?as=html', (route) => route.abort())
  await takes('Download HTML')
  await ana.page.getByText('The server cannot be reached.').waitFor()
})
