/** Two windows and a wire that fails: everything typed is in both at the end, once. */
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { append } from '../../db/updates.ts'
import { bodyOf } from '../../shared/story.ts'
import { aDesk, soon, type Colleague } from './desk.ts'

const desk = aDesk()

async function twoIn(story: string): Promise<[Colleague, Colleague]> {
  const [ana, ben] = [await desk.signIn('Ana', 'editor'), await desk.signIn('Ben', 'writer')]
  await Promise.all([ana.opens(story), ben.opens(story)])
  return [ana, ben]
}

test('[SYN-03] a connection closed with 1011 in the middle of typing heals by itself', async () => {
  const story = await desk.story(['Start: '])
  const [ana, ben] = await twoIn(story)
  await ana.clicksInto(1)
  const typing = ana.types('one two three four five still here', 15)
  await ben.sees('Start: one')
  ana.cable.closeWith(1011)
  await typing
  await ben.seesBody('Start: one two three four five still here')
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['Start: one two three four five still here'])
})

test('[SYN-05] [AWA-01] offline and online again: the story is joined again, with name and caret', async () => {
  const story = await desk.story(['Words.'])
  const [ana, ben] = await twoIn(story)
  await soon(() => ben.whoIsHere()).toEqual(['Ana', 'Ben'])
  await ana.goesOffline()
  await soon(() => ben.whoIsHere()).toEqual(['Ben'])
  await ana.comesBack()
  await ana.clicksInto(1)
  await ana.types(' after')
  await ben.seesBody('Words. after')
  await soon(() => ben.whoIsHere()).toEqual(['Ana', 'Ben'])
  await soon(() => ben.carets()).toMatchObject([{ name: 'Ana', after: 'Words. after' }])
  await ben.clicksInto(1, 0)
  await ben.types('More ')
  await ana.seesBody('More Words. after')
})

test('[SYN-05] [P2] what both typed while one was offline is in both, in the same paragraph too', async () => {
  const story = await desk.story(['The middle'])
  const [ana, ben] = await twoIn(story)
  await ana.goesOffline()
  await ana.clicksInto(1)
  await ana.types(' of the night')
  await ana.presses('Enter')
  await ana.types('A second line')
  await ben.clicksInto(1, 0)
  await ben.types('Before: ')
  await ana.comesBack()
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['Before: The middle of the night', 'A second line'])
})

test('[SYN-06] after F5 a window is still in the story', async () => {
  const story = await desk.story(['Old words.'])
  const [ana, ben] = await twoIn(story)
  await ana.reloads()
  await ana.clicksInto(1)
  await ana.types(' post-reload')
  await ben.seesBody('Old words. post-reload')
  await ben.clicksInto(1, 0)
  await ben.types('And back. ')
  await ana.seesBody('And back. Old words. post-reload')
})

test('[SYN-08] a change of one field is not measured with the caret of another', async () => {
  const story = await desk.story([], { headline: 'ABCDEF', dek: 'aaaa' })
  const [ana, ben] = await twoIn(story)
  await ana.clicksField('headline', 3)
  const script = await desk.script(story)
  script.field('dek').insert(2, 'X')
  await ana.seesField('dek', 'aaXaa')
  await ben.seesField('dek', 'aaXaa')
  await ana.seesField('headline', 'ABCDEF')
  await ana.types('y')
  await ben.seesField('headline', 'ABCyDEF')
  await desk.allAgree(story, ana, ben)
})

test('[SYN-10] of two paragraphs alike, the deleted one goes and the edited one stays', async () => {
  const story = await desk.story(['anchor', 'same', 'same'])
  const [ana, ben] = await twoIn(story)
  await ana.goesOffline()
  await ana.clicksInto(3)
  await ana.types(' EDITED')
  await ben.selects([1, 6], [2, 4])
  await ben.presses('Delete')
  await ben.seesBody('anchor', 'same')
  await ana.comesBack()
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['anchor', 'same EDITED'])
})

test('[SYN-11] deleting one of two stretches alike spares what a colleague typed beside the other', async () => {
  const story = await desk.story(['foo foo'])
  const [ana, ben] = await twoIn(story)
  await ana.goesOffline()
  await ana.selects([1, 0], [1, 4])
  await ana.presses('Delete')
  await ben.clicksInto(1)
  await ben.types('hi')
  await soon(() => desk.reads(story).then(({ body }) => body)).toEqual(['foo foohi'])
  await ana.comesBack()
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['foohi'])
})

test('[SYN-13] bold by one and a heading by the other, both offline: both editors live on and agree', async () => {
  const story = await desk.story(['A plain line', 'another'])
  const [ana, ben] = await twoIn(story)
  await ana.goesOffline()
  await ben.goesOffline()
  await ana.selects([1, 2], [1, 7])
  await ana.presses('Control+b')
  await ben.clicksInto(1)
  await ben.presses('Control+Alt+2')
  await ana.comesBack()
  await ben.comesBack()
  const { body } = await desk.allAgree(story, ana, ben)
  expect(body.join('|')).toContain('A plain line')
  expect(body.at(-1)).toBe('another')
  await ana.clicksInto(body.length)
  await ana.types('!')
  await ben.sees('another!')
})

test('[SYN-16] a second mark over marked words arrives whole', async () => {
  const story = await desk.story(['one two three'])
  const script = await desk.script(story)
  script.paragraph(1).format(4, 3, { workTitle: {} })
  const [ana, ben] = await twoIn(story)
  await soon(() => ana.page.locator('story-editor cite').allTextContents()).toEqual(['two'])
  await ana.clicksInto(1)
  await ana.presses('Control+a', 'Control+b')
  const bold = () => ben.page.locator('story-editor strong').allTextContents()
  await soon(() => bold().then((parts) => parts.join(''))).toBe('one two three')
  expect(await ben.page.locator('story-editor cite').allTextContents()).toEqual(['two'])
  await desk.allAgree(story, ana, ben)
})

test('[SYN-15] [P9] a part this page does not know is shown as a gap, read only, and is not deleted', async () => {
  const story = await desk.story(['before', 'after'])
  // As a newer Copydesk would have left it in the log; nobody has the story open.
  await desk.server.stop()
  await desk.database(async (db) => {
    const rows = await db.selectFrom('updates').selectAll().where('story_id', '=', story).orderBy('seq').execute()
    const checkpoint = await db.selectFrom('checkpoints').select('seq').where('story_id', '=', story).executeTakeFirst()
    expect(checkpoint).toBeUndefined()
    const ydoc = new Y.Doc()
    for (const { bytes } of rows) Y.applyUpdate(ydoc, bytes)
    const known = Y.encodeStateVector(ydoc)
    const embed = new Y.XmlElement('future_embed')
    embed.setAttribute('url', 'https://embed.example/1')
    bodyOf(ydoc).insert(1, [embed])
    const { person_id } = rows[0]!
    const bytes = Y.encodeStateAsUpdate(ydoc, known)
    await append(db, [{ story_id: story, seq: rows.at(-1)!.seq + 1, at: Date.now(), person_id, bytes }], [])
  })
  await desk.server.begin()
  const ana = await desk.signIn('Ana', 'editor')
  const updates = await desk.updates(story)
  await ana.opens(story)
  await ana.page.getByText('This story holds the part “future_embed”, which this page does not know.').waitFor()
  await ana.seesBody('before', 'A part of the story that this page cannot show.', 'after')
  await ana.page.locator('story-editor .copy p').first().click()
  await ana.types('z')
  await ana.isSaved()
  expect(await ana.mayType()).toBe(false)
  expect(await desk.updates(story)).toBe(updates)
  const script = await desk.script(story)
  expect(
    bodyOf(script.ydoc)
      .toArray()
      .map((node) => (node as Y.XmlElement).nodeName),
  ).toEqual(['paragraph', 'future_embed', 'paragraph'])
})

test('[PER-12] on a slow line body, slug and body again are all saved, in order', async () => {
  const story = await desk.story(['Text.'])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await ana.clicksInto(1)
  // The slug comes a moment after the words.
  await ana.page.getByRole('button', { name: /^Slug/ }).waitFor()
  ana.cable.hold()
  await ana.types(' First.')
  await ana.page.getByRole('button', { name: /^Slug/ }).click()
  await ana.page.getByRole('textbox', { name: 'Slug' }).fill('slow-line')
  await ana.presses('Enter')
  await ana.clicksInto(1)
  await ana.types(' Second.')
  ana.cable.flow()
  expect((await desk.allAgree(story, ana)).body).toEqual(['Text. First. Second.'])
  await soon(async () => ((await (await desk.asks('GET', `/api/stories/${story}`)).json()) as { slug: string }).slug).toBe(
    'slow-line',
  )
})

test('[PER-14] an old tab of an empty story, looked at again, takes nothing from what was written since', async () => {
  const story = await desk.story()
  const [old, ben] = await twoIn(story)
  await ben.clicksInto(1)
  await ben.types('The whole piece.')
  await ben.presses('Enter')
  await ben.types('And its end.')
  await ben.isSaved()
  const updates = await desk.updates(story)
  await old.page.bringToFront()
  await old.clicksInto(1, 0)
  await old.presses('Control+s', 'Escape')
  await old.page.close()
  expect((await desk.allAgree(story, ben)).body).toEqual(['The whole piece.', 'And its end.'])
  expect(await desk.updates(story)).toBe(updates)
})

test('[AWA-03] who reloads five times and has two tabs is one person with one mark', async () => {
  const story = await desk.story(['Here.'])
  const [ana, ben] = await twoIn(story)
  for (let i = 0; i < 5; i++) await ana.reloads()
  await soon(() => ben.whoIsHere()).toEqual(['Ana', 'Ben'])
  const tab = await ana.anotherTab()
  await tab.opens(story)
  await soon(() => ben.page.locator('who-is-here .avatar').first().getAttribute('aria-label')).toContain('2 windows')
  expect(await ben.whoIsHere()).toEqual(['Ana', 'Ben'])
  await soon(() => tab.whoIsHere()).toEqual(['Ben', 'Ana'])
  // The two tabs write in one story as any two windows do.
  await tab.clicksInto(1)
  await tab.types(' From the second tab.')
  await ana.seesBody('Here. From the second tab.')
  await tab.page.close()
  await soon(() => ben.page.locator('who-is-here .avatar').first().getAttribute('aria-label')).not.toContain('windows')
  await soon(() => ben.whoIsHere()).toEqual(['Ana', 'Ben'])
})

test('[AWA-04] a click moves the caret for good while a colleague types', async () => {
  const story = await desk.story(['Ben types here: ', 'a paragraph between', 'Ana’s: '])
  const ana = await desk.signIn('Ana', 'editor')
  await ana.opens(story)
  await desk.known('Ben', 'writer')
  const ben = await desk.script(story, 'Ben')
  const first = ben.paragraph(1)
  // Within one line, so that what is clicked at stands still.
  const typing = setInterval(() => (first.length < 60 ? first.insert(first.length, 'b') : first.delete(20, 40)), 25)
  for (let i = 0; i < 20; i++) {
    await ana.clicksInto(2, 3)
    await ana.clicksInto(3)
    await ana.types('X')
  }
  clearInterval(typing)
  const { body } = await desk.allAgree(story, ana)
  expect(body.map((text) => text.replace(/b+$/, 'b'))).toEqual([
    'Ben types here: b',
    'a paragraph between',
    `Ana’s: ${'X'.repeat(20)}`,
  ])
})

test('[AWA-06] the caret stays with its words when a colleague makes them a heading', async () => {
  const story = await desk.story(['first', 'second', 'third'])
  const [ana, ben] = await twoIn(story)
  await ben.clicksInto(2)
  await ana.clicksInto(2, 0)
  await ana.presses('Control+Alt+2')
  await ben.page.locator('story-editor h2').waitFor()
  await ben.types('k')
  await ana.seesBody('first', 'secondk', 'third')
  // And back.
  await ana.presses('Control+Alt+0')
  await ben.page.locator('story-editor h2').waitFor({ state: 'detached' })
  await ben.types('l')
  expect((await desk.allAgree(story, ana, ben)).body).toEqual(['first', 'secondkl', 'third'])
})

test('[AWA-06] and when the paragraph is deleted under it, the next letter goes beside where it was', async () => {
  const story = await desk.story(['first', 'second', 'third'])
  const [ana, ben] = await twoIn(story)
  await ben.clicksInto(2)
  await ana.selects([1, 5], [2, 6])
  await ana.presses('Delete')
  await ben.seesBody('first', 'third')
  await ben.types('k')
  expect(['firstk|third', 'first|kthird']).toContain((await desk.allAgree(story, ana, ben)).body.join('|'))
})
