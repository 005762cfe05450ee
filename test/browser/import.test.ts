/** Files and foreign text come in: shown before they do, by keyboard, and with what changed on the way. */
import { expect, test } from 'vitest'
import { docx, para, picture, PNG, run } from '../import/word.ts'
import { aDesk, soon } from './desk.ts'

const desk = aDesk()

const by = 'w:author="Ana Ruiz" w:date="2026-03-01T10:00:00Z"'
const WORD = docx(
  para('We met Nora Vance on the quay.') +
    para('NORA: Why did you stay?') +
    para(
      `${run('TOM: Somebody has to ')}<w:commentRangeStart w:id="0"/>${run('sweep')}<w:commentRangeEnd w:id="0"/>${run(' the stairs.')}<w:del w:id="1" ${by}><w:r><w:delText> I think.</w:delText></w:r></w:del>`,
    ) +
    para(picture('p1', 'The stairs')) +
    para('NORA: All of them?') +
    `<w:tbl><w:tr><w:tc>${para('Steps')}</w:tc><w:tc>${para('204')}</w:tc></w:tr></w:tbl>` +
    para('TOM: Two hundred and four.'),
  {
    comments: `<w:comment w:id="0" w:author="Bo Ek" w:date="2026-03-02T10:00:00Z">${para('Check the tape')}</w:comment>`,
    relations: [['p1', 'image', 'media/a.png']],
    files: { 'word/media/a.png': PNG },
  },
)
const file = { name: 'lighthouse.docx', mimeType: '', buffer: Buffer.from(WORD) }

test('before a story is made of a Word file one sees how it is read, what will be lost and what was written beside it', async () => {
  const ana = await desk.signIn('Ana', 'writer')
  await ana.goesTo('/desk')
  await ana.page.getByRole('heading', { name: 'No stories yet' }).waitFor()
  await ana.presses('n')
  await ana.page.locator('new-story input[type=file]').setInputFiles({ ...file, name: 'lighthouse.pdf' })
  await ana.page.getByText('Save it as .docx').waitFor()
  await ana.page.locator('new-story input[type=file]').setInputFiles(file)
  await ana.page.getByRole('button', { name: 'Next' }).click()
  await ana.page.getByRole('heading', { name: 'What comes in from lighthouse.docx' }).waitFor()
  const shown = ana.page.locator('import-preview')
  await expect
    .poll(() => shown.textContent())
    .toContain('5 paragraphs read as questions and answers. Nora Vance asks. TOM answers. 1 picture.')
  expect(await shown.locator('.lost li').allTextContents()).toEqual([
    'A table, kept as lines of text with tabs between its cells',
  ])
  expect((await shown.locator('.remarks li').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
    'Bo Ek comments on “sweep”, 2 Mar 2026 Check the tape',
    'Ana Ruiz has deleted, 1 Mar 2026 I think.',
  ])
  expect(await ana.axeFinds()).toEqual([])
  // Nothing has been made yet; back leads to the file, and on again.
  expect(await (await desk.asks('GET', '/api/stories')).json()).toEqual({ stories: [] })
  await ana.page.getByRole('button', { name: 'Back' }).click()
  await ana.page.getByText('lighthouse.docx').waitFor()
  await ana.presses('Enter')
  await ana.page.getByRole('button', { name: 'Create story' }).click()
  await ana.isIn()
  await ana.sees('Two hundred and four.')
  const story = ana.page.url().split('/').pop()!
  expect((await desk.reads(story)).body).toEqual([
    'We met Nora Vance on the quay.',
    'Why did you stay?',
    'Somebody has to sweep the stairs.',
    expect.anything(),
    'All of them?',
    'Steps\t204',
    'Two hundred and four.',
  ])
})

test('by keyboard alone a file comes into a story that is open, after what is there, and a colleague sees it come', async () => {
  const story = await desk.story(['We met on the quay.'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ana.presses('Control+Shift+p')
  await ana.types('import')
  await ana.presses('Enter')
  const dialog = ana.page.getByRole('dialog', { name: 'Import a file into this story' })
  await dialog.waitFor()
  expect(await ana.axeFinds()).toEqual([])
  const posts = {
    posts: [
      { title: 'Nets', html: '<p>Nets.</p>' },
      { title: 'Ropes', html: '<p><b>Why rope?</b></p><p>It holds.</p><p><b>And wire?</b></p><p>It cuts.</p>' },
    ],
  }
  await ana.page
    .locator('import-dialog input[type=file]')
    .setInputFiles({ name: 'ghost.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(posts)) })
  await ana.page.getByRole('heading', { name: 'What comes in from ghost.json' }).waitFor()
  await ana.presses('Tab', 'ArrowDown')
  await ana.page.getByText('4 paragraphs read as questions and answers').waitFor()
  expect(await ana.axeFinds()).toEqual([])
  // The headline of the file is told, because this story's is empty and takes it.
  await soon(() => ana.page.locator('import-preview .reading-headline').textContent()).toBe('Ropes')
  await ana.page.getByRole('button', { name: 'Bring it in' }).focus()
  await ana.presses('Enter')
  await ben.seesBody('We met on the quay.', 'Why rope?', 'It holds.', 'And wire?', 'It cuts.')
  await ben.seesField('headline', 'Ropes')
  // The focus is back in the copy.
  await soon(() => ana.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('textbox')
  await desk.allAgree(story, ana, ben)
})

test('[PAS-04] an interview pasted from Word is told apart for everybody, and a line says what changed on the way', async () => {
  const story = await desk.story([''])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ana.pastes({
    'text/html':
      "<p class=MsoNormal><b>ANA RUIZ:</b> What do you bring?</p><p class=MsoNormal><b>BO EK:</b> Rope.</p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'>·&nbsp;</span><![endif]>hemp</p><p class=MsoNormal><b>ANA RUIZ:</b> <u>Only</u> that?</p><p class=MsoNormal><b>BO EK:</b> And a knife.</p>",
    'text/plain': 'unused',
  })
  await ben.seesBody('What do you bring?', 'Rope.', 'hemp', 'Only that?', 'And a knife.')
  expect(await ben.page.locator('story-editor [data-role=question]').allTextContents()).toEqual([
    'What do you bring?',
    'Only that?',
  ])
  await ana.page
    .getByText('Read as an interview: 4 paragraphs of questions and answers. Changed on the way in: underlining')
    .waitFor()
  const { speakers } = (await (await desk.asks('GET', `/api/stories/${story}/body`)).json()) as {
    speakers: Record<string, { name: string }>
  }
  expect(Object.values(speakers).map(({ name }) => name)).toEqual(['ANA RUIZ', 'BO EK'])
  // One undo takes all of it back.
  await ana.presses('Control+z')
  await ben.seesBody('')
  await desk.allAgree(story, ana, ben)
})
