/** Pictures in the copy: how they come in, the words beside them, and two people and a bad line around them. */
import { shareStory } from '../../db/stories.ts'
import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type * as Y from 'yjs'
import { bodyOf } from '../../shared/story.ts'
import { file } from '../images/files.ts'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()
const png = async (width = 60) => ({ name: 'boat.png', mimeType: 'image/png', buffer: Buffer.from(await file('png', width)) })
const pictures = ({ page }: Colleague) => page.locator('story-editor figure.picture')
const shown = ({ page }: Colleague) => page.locator('story-editor figure.picture > img')
const dialogOf = ({ page }: Colleague) => page.getByRole('dialog', { name: 'Picture' })
const strip = ({ page }: Colleague) => page.locator('picture-strip')

/** Chooses files in the browser's own window, which the key opens. */
async function adds(ana: Colleague, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const opened = ana.page.waitForEvent('filechooser')
  await ana.presses('Control+Alt+g')
  await (await opened).setFiles(files)
}

/** What the story's blocks are, as a script that reads along sees them. */
async function blocks(storyId: string): Promise<string[]> {
  const script = await desk.script(storyId)
  const all = (bodyOf(script.ydoc).toArray() as Y.XmlElement[]).map((one) =>
    one.nodeName === 'image'
      ? `[${one.getAttribute('asset') ? 'picture' : 'place'} ${one.getAttribute('alt') ?? ''}]`
      : String(one.get(0) ?? ''),
  )
  expect(JSON.stringify(bodyOf(script.ydoc).toJSON())).not.toContain('data:')
  script.close()
  return all
}

test('by keys alone: a picture is added, gets its words, is seen by a colleague, taken out and brought back', async () => {
  const story = await desk.story(['One', 'Two'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Cleo', 'checker')]
  await desk.lets('Cleo', story, 'comment')
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await adds(ana, await png(60), await png(61))
  await soon(() => shown(ben).count()).toBe(2)
  // [IMG-08] Its place is kept before it is loaded; the files come in their order.
  expect(
    await shown(ben).evaluateAll((all) => all.map((img) => [img.getAttribute('width'), img.getAttribute('height')])),
  ).toEqual([
    ['60', '40'],
    ['61', '40'],
  ])
  await soon(() => shown(ben).evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0))).toBe(true)
  expect(await ana.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('textbox')

  await ana.presses('ArrowDown', 'Enter')
  await dialogOf(ana).waitFor()
  await ana.types('A boat, half blue')
  expect(await ana.axeFinds()).toEqual([])
  await ana.presses('Escape')
  await ben.page.getByAltText('A boat, half blue').waitFor()
  await ben.page.getByRole('button', { name: 'Credit missing Show', exact: true }).waitFor()
  // [A11-06] The caret is where it was: a letter begins a paragraph after the picture, and takes nobody's place.
  await ana.types('X')
  await ana.presses('ArrowUp', 'Delete')
  await soon(() => blocks(story)).toEqual(['One', 'X', '[picture ]', 'Two'])
  await ana.presses('Control+z')
  await soon(() => blocks(story)).toEqual(['One', '[picture A boat, half blue]', 'X', '[picture ]', 'Two'])
  expect(await ben.axeFinds()).toEqual([])

  // Who only comments reads the words and changes none.
  await pictures(ben).first().getByRole('button').click()
  expect(await dialogOf(ben).getByLabel('Alt text').inputValue()).toBe('A boat, half blue')
  expect(await dialogOf(ben).getByLabel('Alt text').isEditable()).toBe(false)
  expect(await dialogOf(ben).getByRole('button').allTextContents()).toEqual([expect.stringContaining('Close')])
})

test('[IMG-01] pasted with megabytes inside, a picture is uploaded, the words reach colleagues, and no bytes are in the story', async () => {
  const story = await desk.story([{ a: 'Before' }])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  const asked: string[] = []
  ana.page.on('request', (request) => asked.push(request.url()))
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  // Large to carry, and soon read.
  const large = Buffer.concat([await file('png', 60), randomBytes(2_000_000)]).toString('base64')
  expect(large.length).toBeGreaterThan(2_500_000)
  await ana.pastes({
    'text/html':
      `<p>, then</p><p><img alt="Noise" src="data:image/png;base64,${large}"></p><p>after</p>` +
      '<figure><img src="https://elsewhere.example/boat.jpg" alt="A boat"><figcaption>The boat</figcaption></figure>' +
      '<img src="data:image/png;base64,bm8gcGljdHVyZQ==" alt="Broken"><img src="https://elsewhere.example/count.gif" width="1" height="1">' +
      '<p>the <img src="https://elsewhere.example/smile.png" alt="🙂"> end</p>',
  })
  await ben.sees('after')
  await soon(() => blocks(story)).toEqual([
    'Before, then',
    '[picture Noise]',
    'after',
    '[place A boat]',
    '[place Broken]',
    'the 🙂 end',
  ])
  desk.forgive(/status of 415/)
  await strip(ana).getByRole('alert').getByText('no picture').waitFor()
  // Of the picture elsewhere only its words came in: nobody has asked that site for anything.
  expect(asked.filter((url) => url.includes('elsewhere.example'))).toEqual([])
  expect(await pictures(ben).nth(1).textContent()).toContain('elsewhere.example')

  // The background upload is no step: undo takes back the caption, then the paste, and what is left is what was.
  await shown(ana).first().click()
  await ana.presses('Enter')
  await dialogOf(ana).getByLabel('Caption').fill('Only noise')
  await ana.presses('Escape')
  await ben.page.getByText('Only noise').waitFor()
  await ana.presses('Control+z')
  await soon(() => ben.page.getByText('Only noise').count()).toBe(0)
  expect(await shown(ben).count()).toBe(1)
  await ana.presses('Control+z')
  await soon(() => blocks(story)).toEqual(['Before'])

  // Its file for the place of another.
  await ana.presses('Control+y')
  await soon(() => blocks(story)).toHaveLength(6)
  await pictures(ana).nth(1).getByRole('button', { name: 'Upload this picture' }).click()
  const opened = ana.page.waitForEvent('filechooser')
  await dialogOf(ana).getByRole('button', { name: 'Upload this picture' }).click()
  await (await opened).setFiles(await png(62))
  await soon(async () => (await blocks(story))[3]).toBe('[picture A boat]')
})

test('[UND-05] undo of a caption leaves the file that came meanwhile', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1)
  await adds(ana, await png(60))
  await shown(ana).waitFor()
  await ana.presses('ArrowDown', 'Enter')
  await dialogOf(ana).getByLabel('Caption').fill('c1')
  await ana.presses('Escape')
  await pictures(ana).getByText('c1').waitFor()
  await ana.isSaved()
  const script = await desk.script(story)
  const image = bodyOf(script.ydoc).get(1) as Y.XmlElement
  image.setAttribute('asset', 'another0asset-10x20')
  // There is no such file, which is how one sees that it has come.
  await ana.page.getByText('could not be loaded').waitFor()
  await ana.presses('Control+z')
  await soon(() => pictures(ana).getByText('c1').count()).toBe(0)
  expect(await shown(ana).or(ana.page.getByText('could not be loaded')).count()).toBe(1)
  await soon(() => image.getAttribute('caption')).toBe('')
  expect(image.getAttribute('asset')).toBe('another0asset-10x20')
  desk.forgive(/status of 404/)
})

test('without a connection a picture waits, finds its paragraph again and is there once; a drawing is refused in a sentence', async () => {
  const story = await desk.story(['One', 'Two', 'Three'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(2)
  await ana.goesOffline()
  await adds(ana, await png())
  await strip(ana).getByText('No connection').waitFor()
  // The third paragraph: after the second stands the picture that waits.
  await ana.clicksInto(4)
  await ana.types(' more')
  await ben.clicksInto(1)
  await ben.types(' and a half')
  await ben.presses('Enter')
  await ben.types('New')
  // Leaving now would lose it, and is asked about.
  await ana.page.getByRole('link', { name: 'Back to the desk' }).click()
  await ana.page
    .getByRole('alertdialog', { name: 'Leave while a picture is on its way?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  expect(await ana.axeFinds()).toEqual([])
  await ana.comesBack()
  await soon(() => blocks(story)).toEqual(['One and a half', 'New', 'Two', '[picture ]', 'Three more'])
  await soon(() => strip(ana).textContent()).not.toMatch(/\S/)

  // Dropped between two paragraphs: one is none, and says why; the other comes in where it fell.
  desk.forgive(/status of 415/)
  await ana.page
    .locator('story-editor .ProseMirror > p')
    .first()
    .evaluate(
      (target, bytes) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(
          new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], 'x.png', { type: 'image/png' }),
        )
        dataTransfer.items.add(new File([new Uint8Array(bytes)], 'boat.png', { type: 'image/png' }))
        const { left, top } = target.getBoundingClientRect()
        target.dispatchEvent(
          new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, clientX: left + 5, clientY: top + 2 }),
        )
      },
      [...(await file('png', 63))],
    )
  await strip(ana).getByRole('alert').getByText('SVG').waitFor()
  await soon(() => blocks(story)).toEqual(['[picture ]', 'One and a half', 'New', 'Two', '[picture ]', 'Three more'])
  expect(await ana.axeFinds()).toEqual([])
  await strip(ana).getByRole('button', { name: 'Dismiss' }).click()
  await soon(() => strip(ana).getByRole('alert').count()).toBe(0)
})

test('[P4] two people at the words of one picture lose none; copied into another story, the picture is for its readers', async () => {
  const [story, other] = [await desk.story(['Text']), await desk.story(['Other'])]
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await adds(ana, await png())
  for (const one of [ana, ben]) {
    await shown(one).click()
    await one.presses('Enter')
    await dialogOf(one).getByLabel('Caption').focus()
  }
  await ana.types('The stair')
  await soon(() => dialogOf(ben).getByLabel('Caption').inputValue()).toBe('The stair')
  await Promise.all([ana.types(' at night'), ben.types('Look: ')])
  const both = /^(?=.*Look:)(?=.*The stair)(?=.*at night)/s
  for (const one of [ana, ben]) await soon(() => dialogOf(one).getByLabel('Caption').inputValue()).toMatch(both)
  await ana.presses('Escape')
  // Taken out under who is writing beside it: it says so.
  await ana.presses('Control+a', 'Control+c')
  await shown(ana).click()
  await ana.presses('Delete')
  await ben.page.getByText('taken out of the story').waitFor()

  await ana.opens(other)
  await ana.clicksInto(1)
  await ana.presses('Control+v')
  await soon(async () => (await blocks(other)).find((one) => one.startsWith('['))).toBe('[picture ]')
  const gus = await desk.signIn('Gus', 'guest')
  await desk.database(async (db) => {
    const { id } = await db.selectFrom('people').select('id').where('name', '=', 'Gus').executeTakeFirstOrThrow()
    await shareStory(db, other, id)
  })
  await gus.opens(other)
  await soon(() => shown(gus).evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 0))).toEqual([true])
  expect(await pictures(gus).textContent()).toMatch(both)
})
