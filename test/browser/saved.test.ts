/** The saved state tells the truth, and what a window holds survives what happens to it. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

const aloud = (window: Colleague) => window.page.locator('save-state [role=status]').textContent()

/** What this browser has put aside of a story. */
const keptHere = (window: Colleague, story: string) =>
  window.page.evaluate(
    (prefix) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('copydesk')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
        opening.addEventListener('success', () => {
          const db = opening.result
          if (!db.objectStoreNames.contains('unsent')) {
            db.close()
            resolve(0)
            return
          }
          const keys = db.transaction('unsent').objectStore('unsent').getAllKeys()
          keys.addEventListener('success', () => {
            db.close()
            resolve(keys.result.filter((key) => String(key).startsWith(prefix)).length)
          })
        })
      }),
    story,
  )

test('[P1] Saved, Saving, Not saved with the number of changes and since when, Offline: each when it is true', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor', { clock: true })
  await ana.opens(story)
  await ana.says('All changes saved')
  await ana.clicksInto(1)

  // The line stops without ending: saving, then not saved.
  ana.cable.hold()
  await ana.types('xyz')
  await ana.waits(1_000)
  await ana.says('Saving…')
  await ana.waits(4_500)
  await ana.says(/^Not saved: 3 changes on this device since \d\d:\d\d$/)
  await soon(() => aloud(ana)).toMatch(/^Not saved: /)
  ana.cable.flow()
  await ana.says('All changes saved')
  await soon(() => aloud(ana)).toBe('All changes saved')
  expect((await desk.reads(story)).body).toEqual(['Textxyz'])

  // No line at all: offline, and from the first key on not saved.
  await ana.goesOffline()
  await ana.says('Offline')
  await soon(() => aloud(ana)).toBe('Offline')
  await ana.types('1')
  await ana.says(/^Not saved: 1 change on this device since \d\d:\d\d$/)
  await ana.types('2')
  await ana.says(/^Not saved: 2 changes on this device since \d\d:\d\d$/)
  await ana.comesBack()
  await ana.says('All changes saved')
  expect((await desk.reads(story)).body).toEqual(['Textxyz12'])
})

/** How many lines to stories this window has laid, and what came over them. */
function lines(window: Colleague): { laid: number; came: number } {
  const counted = { laid: 0, came: 0 }
  window.page.on('websocket', (socket) => {
    if (!socket.url().includes('/sync/')) return
    counted.laid += 1
    socket.on('framereceived', () => (counted.came += 1))
  })
  return counted
}

test('[P1] [SYN-13] a cut cable is noticed in seconds: when the browser says so, when one looks again, and when nobody takes the words', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor', { clock: true })
  const line = lines(ana)
  await ana.opens(story)
  await ana.says('All changes saved')
  const tells = (event: string, of: 'window' | 'document') =>
    ana.page.evaluate(
      ([name, where]) => void (where === 'window' ? window : document).dispatchEvent(new Event(name!)),
      [event, of],
    )

  // The browser may be wrong: the server answers, and the line is kept.
  const before = line.came
  await tells('offline', 'window')
  await soon(() => line.came).toBeGreaterThan(before)
  await ana.waits(3_100)
  await ana.says('All changes saved')
  expect(line.laid).toBe(1)

  // Nothing gets through, and nothing ends.
  ana.cable.hold()
  await tells('offline', 'window')
  await ana.waits(3_100)
  await ana.says('Offline')
  ana.cable.flow()
  await tells('online', 'window')
  await ana.says('All changes saved')

  ana.cable.hold()
  await ana.waits(6_000)
  await ana.says('All changes saved')
  await tells('visibilitychange', 'document')
  await ana.waits(3_100)
  await ana.says('Offline')
  ana.cable.flow()
  await tells('online', 'window')
  await ana.says('All changes saved')

  // Nobody says anything, but nobody says of these words either that they are on the disk.
  const laid = line.laid
  await ana.clicksInto(1)
  ana.cable.hold()
  await ana.types('!')
  await ana.waits(4_100)
  await ana.says(/^Not saved: 1 change /)
  expect(line.laid).toBe(laid)
  await ana.waits(8_100)
  await soon(() => line.laid).toBeGreaterThan(laid)
  await ana.says(/^Not saved: 1 change /)
  ana.cable.flow()
  await ana.isSaved()
  expect((await desk.allAgree(story, ana)).body).toEqual(['Text!'])
})

test('[P1] at 390 pixels the state is still before one’s eyes', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor', { viewport: { width: 390, height: 844 } })
  await ana.opens(story)
  const short = ana.page.locator('.save-state .short')
  await soon(() => short.textContent()).toBe('Saved')
  await ana.clicksInto(1)
  await ana.goesOffline()
  await ana.types('x')
  await soon(() => short.textContent()).toBe('Not saved: 1 change')
  expect(await short.isVisible()).toBe(true)
  const box = (await short.boundingBox())!
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(390)
  // Nothing is wider than the phone.
  expect(await ana.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await ana.comesBack()
  await soon(() => short.textContent()).toBe('Saved')
})

test('[P1] when the server’s disk takes nothing, everyone is told, nobody is shown a word that is on no disk, and it heals by itself', async () => {
  const story = await desk.story(['Text'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  // No file of the process may grow: every write to the disk fails, in the real process.
  const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(desk.server.pid), `--fsize=${bytes}`])
  limit('1:')
  await ana.types(' unseen')
  await ana.says(/^Not saved: 7 changes on this device since /)
  await ben.says('Not saved')
  await ben.seesBody('Text')
  await ben.clicksInto(1, 0)
  await ben.types('B')
  await ben.says(/^Not saved: 1 change /)
  await ana.seesBody('Text unseen')
  limit('unlimited:')
  await ana.says('All changes saved')
  await ben.says('All changes saved')
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['BText unseen'])
})

test('[P1] closing a window with unsaved words warns; with none it does not', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1)
  await ana.types('.')
  await ana.isSaved()
  const asked: string[] = []
  ana.page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await ana.reloads()
  expect(asked).toEqual([])
  await ana.clicksInto(1)
  await ana.goesOffline()
  await ana.types('!')
  await ana.says(/^Not saved: 1 change /)
  await ana.page.close({ runBeforeUnload: true })
  await soon(() => asked).toEqual(['beforeunload'])
  // Stayed, so nothing is lost.
  await ana.comesBack()
  await ana.isSaved()
  expect((await desk.reads(story)).body).toEqual(['Text.!'])
})

test('[P1] leaving for the desk with unsaved words asks in words, and staying keeps them', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1)
  await ana.goesOffline()
  await ana.types('!')
  await ana.page.getByRole('link', { name: 'Back to the desk' }).click()
  const question = ana.page.getByRole('alertdialog', { name: 'Leave with words that are not saved?' })
  await question.waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await ana.seesBody('Text!')
  await ana.comesBack()
  await ana.isSaved()
  expect((await desk.reads(story)).body).toEqual(['Text!'])
})

test('[P1] words typed while the server was down outlive F5 and come back exactly once', async () => {
  const story = await desk.story(['Text'])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  ana.page.on('dialog', (dialog) => void dialog.accept())
  await desk.server.kill()
  await ana.clicksInto(1)
  await ana.types(' typed without a server')
  await ana.says(/^Not saved: /)
  await soon(() => keptHere(ana, story)).toBe(1)
  // F5 meets no server at all.
  await expect(ana.page.reload()).rejects.toThrow(/net::ERR/)
  await desk.server.begin()
  await ana.opens(story)
  await ana.seesBody('Text typed without a server')
  await ben.seesBody('Text typed without a server')
  await ana.isSaved()
  // What was put aside is dropped once it is on the server's disk, and does not come a second time.
  await soon(() => keptHere(ana, story)).toBe(0)
  await ana.reloads()
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['Text typed without a server'])
})

async function typesOffline(who: Colleague): Promise<void> {
  who.page.on('dialog', (dialog) => void dialog.accept())
  await who.clicksInto(1)
  await who.goesOffline()
  await who.types(' and more')
}

test('[P1] F5 in the middle of typing without a network loses nothing either', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await typesOffline(ana)
  await expect(ana.page.reload()).rejects.toThrow(/net::ERR/)
  await ana.comesBack()
  await ana.opens(story)
  await ana.isSaved()
  expect((await desk.allAgree(story, ana)).body).toEqual(['Text and more'])
})

test('[P1] in a story that is larger than what may be sent at once, too', async () => {
  const story = await desk.story(['Text', 'A long answer. '.repeat(70_000)])
  const script = await desk.script(story)
  script.paragraph(2).insert(0, 'A longer answer. '.repeat(70_000))
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await typesOffline(ana)
  await soon(() => keptHere(ana, story)).toBe(1)
  await expect(ana.page.reload()).rejects.toThrow(/net::ERR/)
  await ana.comesBack()
  await ana.opens(story)
  await soon(() => desk.reads(story).then(({ body }) => body[0])).toBe('Text and more')
  await soon(() => keptHere(ana, story)).toBe(0)
})

test('[P2] the back button and a page kept by the browser double nothing', async () => {
  const story = await desk.story(['Text'], { headline: 'A story' })
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ana.types(' one')
  await ana.isSaved()
  // To the desk and back, within the page.
  await ana.page.getByRole('link', { name: 'Back to the desk' }).click()
  await ana.page.getByRole('heading', { name: 'Stories' }).waitFor()
  await ben.clicksInto(1)
  await ben.types(' two')
  await ana.page.goBack()
  await ana.isIn()
  await ana.seesBody('Text one two')
  // To another page of the site and back, which may bring the very same page out of the browser's store.
  await ana.page.goto('/')
  await ben.types(' three')
  await ana.page.goBack()
  await ana.isIn()
  await ana.seesBody('Text one two three')
  await ana.clicksInto(1)
  await ana.types(' four')
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['Text one two three four'])
  await soon(() => ben.whoIsHere()).toEqual(['Ana', 'Ben'])
})

test('[P9] an older page is told to reload before it can write, and what it holds can be copied', async () => {
  const story = await desk.story(['Text'])
  const ana = await desk.signIn('Ana', 'editor')
  // From the second connection on this page is an older one, as after an update of the server.
  await ana.page.addInitScript(() => {
    let connections = 0
    globalThis.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        const isOld = String(url).includes('/sync/') && connections++ > 0
        super(isOld ? String(url).replace(/schema=\d+/, 'schema=0') : url, protocols)
      }
    }
  })
  await ana.opens(story)
  await ana.isSaved()
  await ana.clicksInto(1)
  await ana.goesOffline()
  await ana.types(' typed before the update')
  await ana.comesBack()
  await ana.says(/^Reload to continue\. Not saved: 24 changes on this device since \d\d:\d\d$/)
  await soon(() => ana.mayType()).toBe(false)
  await ana.types('nothing of this')
  await ana.seesBody('Text typed before the update')
  await ana.page.getByRole('button', { name: 'Copy the text' }).waitFor()
  expect((await desk.reads(story)).body).toEqual(['Text'])
  // Reloaded, it is the new page, and the words go where they belong.
  ana.page.on('dialog', (dialog) => void dialog.accept())
  await ana.page.getByRole('button', { name: 'Reload', exact: true }).click()
  await ana.isSaved()
  expect((await desk.allAgree(story, ana)).body).toEqual(['Text typed before the update'])
})

test('[P1] [P2] the server is killed while two windows type: both heal by themselves, nothing is lost or doubled', async () => {
  const story = await desk.story(['Ana: ', 'Ben: '])
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  await ana.clicksInto(1)
  await ben.clicksInto(2)
  const words = (who: string, round: number) => Array.from({ length: 12 }, (_, i) => `${who}${round}${i.toString(36)} `).join('')
  for (let round = 0; round < 3; round++) {
    const typing = Promise.all([ana.types(words('a', round), 10), ben.types(words('b', round), 10)])
    await soon(() => ana.reads().then(({ body }) => body.join(' '))).toContain(`b${round}${round}`)
    await desk.server.kill()
    await desk.server.begin()
    await typing
  }
  const { body } = await desk.allAgree(story, ana, ben)
  expect(body).toEqual([
    `Ana: ${words('a', 0)}${words('a', 1)}${words('a', 2)}`,
    `Ben: ${words('b', 0)}${words('b', 1)}${words('b', 2)}`,
  ])
})

test('[SYN-01] an orderly restart of the server under an open window shows nothing twice', async () => {
  const story = await desk.story(['Lead paragraph.'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await desk.server.stop()
  await soon(() => ana.savedState()).toBe('Offline')
  await desk.server.begin()
  await ana.isSaved()
  await ana.clicksInto(1)
  await ana.types(' More.')
  expect((await desk.allAgree(story, ana)).body).toEqual(['Lead paragraph. More.'])
})

test('[DOS-13] a long story on a slow line: three minutes of waiting are one connection, and then it is there', async () => {
  const story = await desk.story(['A long answer. '.repeat(20_000)])
  const ana = await desk.signIn('Ana', 'editor', { clock: true })
  const connections: string[] = []
  ana.page.on('websocket', (socket) => {
    if (socket.url().includes('/sync/')) connections.push(socket.url())
  })
  ana.cable.holdStories()
  await ana.goesTo(`/desk/story/${story}`)
  await ana.says('Opening…')
  await soon(() => connections.length).toBe(1)
  for (let minute = 0; minute < 3; minute += 0.1) await ana.waits(6_000)
  await ana.says('Opening…')
  ana.cable.flow()
  await ana.isIn()
  await ana.says('All changes saved')
  expect(connections).toHaveLength(1)
})
