/** What comes in by paste: never more than can be saved, never a link that runs something. */
import { expect, test } from 'vitest'
import { aDesk, soon } from './desk.ts'

const desk = aDesk()

const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java&#10;script:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
]

test('[DOS-12] twelve megabytes are refused in a sentence, the next letter is saved, and nothing connects anew', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor')
  let connections = 0
  ana.page.on('websocket', (socket) => socket.url().includes('/sync/') && connections++)
  await ana.opens(story)
  await ana.clicksInto(1)
  await ana.page.locator('story-editor .ProseMirror').evaluate((target) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'twelve megabytes '.repeat(710_000))
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await ana.page.getByText('That is too much to paste at once').waitFor()
  await ana.types('x')
  expect((await desk.allAgree(story, ana)).body).toEqual(['Textx'])
  expect(connections).toBe(1)
})

test('[LNK-01] no spelling of a link that runs something gets into the page by paste', async () => {
  const story = await desk.story([''])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  const links = HOSTILE.map((href, i) => `<p><a href="${href.replaceAll('"', '&quot;')}">bad ${i}</a></p>`).join('')
  await ana.pastes({
    'text/html': `${links}<p><a href="https://good.example/(a)?b=1,2;c=3">good</a></p><img src=x onerror="alert(1)"><svg onload="alert(1)"></svg>`,
    'text/plain': 'unused',
  })
  await ana.sees('bad 7')
  await ben.sees('good')
  for (const window of [ana, ben]) {
    const hrefs = await window.page.locator('story-editor .copy a').evaluateAll((all) => all.map((a) => a.getAttribute('href')))
    expect(hrefs.filter((href) => href !== null)).toEqual(['https://good.example/(a)?b=1,2;c=3'])
    expect(
      await window.page
        .locator('story-editor .copy')
        .locator('script, img:not(.ProseMirror-separator), svg:not(.icon), iframe, [onerror], [onload], [style]')
        .count(),
    ).toBe(0)
  }
  // What a hand-written client puts there straight does not get in either.
  const script = await desk.script(story)
  const words = script.paragraph(1)
  words.format(0, words.length, { link: { href: 'javascript:alert(1)', affiliate: false } })
  // The last block is the place of the picture.
  await ana.clicksInto((await ana.reads()).body.length - 1)
  await ana.types(' later')
  await ben.sees(' later')
  for (const window of [ana, ben])
    expect(await window.page.evaluate(() => document.querySelector('[href^="javascript" i]'))).toBeNull()
})

test('[LNK-01] nor by the dialog, which says what an address is', async () => {
  const story = await desk.story(['a link here'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.selects([1, 2], [1, 6])
  await ana.presses('Control+k')
  const dialog = ana.page.getByRole('dialog', { name: 'Link' })
  for (const href of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x']) {
    await dialog.getByLabel('Address').fill(href)
    await ana.presses('Enter')
    await dialog.getByRole('alert').waitFor()
  }
  expect(await ana.page.locator('story-editor .copy a').count()).toBe(0)
  await dialog.getByLabel('Address').fill('good.example/page')
  await ana.presses('Enter')
  await soon(() =>
    ana.page.locator('story-editor .copy a').evaluateAll((all) => all.map((a) => [a.getAttribute('href'), a.textContent])),
  ).toEqual([['https://good.example/page', 'link']])
  // [A11-06] The caret is back in the copy.
  expect(await ana.page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('textbox')
})

test('a pasted talk keeps its words, its bold and its paragraphs, and none of the page it came from', async () => {
  const story = await desk.story([{ q: 'Who?' }, { a: 'Me. ' }])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(2)
  await ana.pastes({
    'text/html':
      '<b style="font-weight:normal"><p style="color:red;font-size:40px"><span style="font-weight:700">Really</span> me.</p><p>And &lt;script&gt; too.</p></b>',
    'text/plain': 'unused',
  })
  await ana.seesBody('Who?', 'Me. Really me.', 'And <script> too.')
  expect(await ana.page.locator('story-editor .copy strong').allTextContents()).toEqual(['Really'])
  expect(await ana.page.locator('story-editor .copy [style]').count()).toBe(0)
  await desk.allAgree(story, ana)
})
