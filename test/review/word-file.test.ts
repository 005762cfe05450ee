/** What the review says goes out with the Word file, to whoever may hear it, and with nothing else; and comes in with one. */
import { expect, test } from 'vitest'
import type { Imported } from '../../shared/api.ts'
import { readDocx, type Reading } from '../../shared/import/read.ts'
import { readStory } from '../../shared/story.ts'
import { counter } from '../body/stories.ts'
import { docx, para, run } from '../import/word.ts'
import { deleted } from './hands.ts'
import { anchors, review, type Colleague } from './review.ts'

const HARBOUR = 'I tied her up and walked off.'

async function fileFor(reader: Colleague, as = 'docx'): Promise<Uint8Array> {
  const answer = await reader.desk.room.app.request(`/api/stories/${reader.storyId}/body?as=${as}`, {
    headers: { cookie: reader.writer.person.cookie },
  })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

const wordFor = async (reader: Colleague): Promise<Reading> => readDocx(await fileFor(reader), counter())

/** Who says what, and on which words. */
const saidIn = ({ remarks }: Reading): string[] =>
  remarks.map(({ kind, who, words, on }) => (kind === 'comment' ? `${who} on “${on}”: ${words}` : kind))

const table = () =>
  review(
    { headline: 'The quiet harbour', paragraphs: ['The harbour was quiet.', HARBOUR, 'That was it.'] },
    ['Ed', 'editor'],
    ['Wyn', 'writer'],
    ['Lea', 'owner'],
  )

test('open threads are comments on their words, with who and when, replies below; the story comes back the same', async () => {
  const { desk, storyId, people } = await table()
  const [ed, wyn] = people
  const plain = await wordFor(wyn)
  const thread = await ed.comments(ed.words('tied her up', 1), { text: 'Her?\nThe boat, @[p-wyn]?' })
  await wyn.asks('POST', `/threads/${thread.id}/comments`, { id: 'wyn-says', text: 'The boat.' })
  await wyn.comments(wyn.words('her up and', 1), { text: 'Slow.' })
  const settled = await wyn.comments(wyn.words('That', 2), { text: 'What?' })
  await wyn.asks('PATCH', `/threads/${settled.id}`, { resolved: true })

  const back = await wordFor(wyn)
  expect(saidIn(back)).toEqual([
    'Ed on “tied her up”: Her? The boat, @Wyn?',
    'Wyn on “tied her up”: The boat.',
    'Wyn on “her up and”: Slow.',
  ])
  expect(back.remarks[0]!.when).toBe(new Date(desk.clock.now()).toISOString())
  expect({ ...back, remarks: [], comments: [] }).toEqual(plain)
  expect(back.body.textContent).toBe(await desk.rooms.read(storyId, (ydoc) => readStory(ydoc).body.textContent))
})

test('what is on a field, the whole story or words that are gone says so on what there is', async () => {
  const { people, meet } = await table()
  const [ed, , lea] = people
  await ed.comments({ of: 'story' }, { text: 'Too short.' })
  await ed.comments({ of: 'field', field: 'headline' }, { text: 'Dull.' })
  await ed.comments(ed.inField('headline', 'quiet'), { text: 'Again?' })
  await ed.comments(ed.words('was it', 2), { text: 'Was it?' })
  await meet()
  const at = 'That '.length
  ed.page.does(deleted, [2, at], [2, at + 'was it'.length])
  await meet()
  expect(saidIn(await wordFor(lea)).toSorted()).toEqual([
    'Ed on “The quiet harbour”: Dull.',
    'Ed on “The quiet harbour”: On the whole story: Too short.',
    'Ed on “The quiet harbour”: On “quiet”: Again?',
    'Ed on “The quiet harbour”: On “was it”: Was it?',
  ])
})

test('[P3] legal threads are in the file of those who may see them, on their words; who may only read gets no comment', async () => {
  const { desk, storyId, people, meet } = await table()
  const [ed, wyn, lea] = people
  await ed.comments(ed.words('tied her up', 1), { kind: 'legal', text: 'A crime?' })
  await ed.comments(ed.words('quiet'), { text: 'Really?' })
  await meet()
  expect(saidIn(await wordFor(lea))).toEqual(['Ed on “quiet”: Really?', 'Ed on “tied her up”: [Legal] A crime?'])
  expect(saidIn(await wordFor(wyn))).toEqual(['Ed on “quiet”: Really?'])
  await lea.asks('PATCH', '/people/p-wyn', { level: 'read' })
  expect(await wyn.threads()).toEqual([])
  expect(saidIn(await wordFor(wyn))).toEqual([])
  expect(await desk.rooms.read(storyId, (ydoc) => JSON.stringify(readStory(ydoc).body))).not.toContain('legal')
})

test('[P8] no comment is in any other form, and none of what is said about a suggestion in any', async () => {
  const { people, meet } = await table()
  const [ed, , lea] = people
  await ed.comments(ed.words('tied her up', 1), { id: 'told-thread', text: 'Whispered.' })
  await ed.comments({ of: 'suggestion', suggestion: 'a-fork.7' }, { text: 'Better not.' })
  await meet()
  for (const as of ['html', 'markdown', 'text']) {
    const text = new TextDecoder().decode(await fileFor(lea, as))
    expect(text).toContain(HARBOUR)
    expect(text).not.toMatch(/Whispered|told-thread/)
  }
  expect(saidIn(await wordFor(lea))).toEqual(['Ed on “tied her up”: Whispered.'])
})

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

async function brings(reader: Colleague, file: Uint8Array<ArrayBuffer>, into = 'empty'): Promise<Imported> {
  const answer = await reader.desk.room.app.request(`/api/stories/${reader.storyId}/import?into=${into}`, {
    method: 'POST',
    headers: { cookie: reader.writer.person.cookie, 'content-type': DOCX },
    body: file,
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Imported
}

/** Who says what in each thread, and on which words it is; as it is on disk. */
async function threadsOn(reader: Colleague): Promise<string[]> {
  const on = await anchors(reader)
  return (await reader.threads())
    .map(({ comments }, i) => `${on[i]} / ${comments.map(({ by, text }) => `${by.name} says ${text}`).join(' / ')}`)
    .toSorted()
}

test('a Word file of ours brings its comments into another story: threads on their words, in the name of who brings it', async () => {
  const [ed, wyn] = (await table()).people
  const thread = await ed.comments(ed.words('tied her up', 1), { text: 'Her?\nThe boat?' })
  await wyn.asks('POST', `/threads/${thread.id}/comments`, { id: 'wyn-says', text: 'The boat.' })
  await ed.comments(ed.letters(1, HARBOUR.indexOf('off'), HARBOUR.length, 2), { text: 'Too quick.' })
  await ed.comments(ed.inField('headline', 'quiet'), { text: 'Again?' })
  const file = new Uint8Array(await fileFor(wyn))

  const there = await review([''], ['Kim', 'editor'], ['Lee', 'editor'])
  const [kim, lee] = there.people
  expect((await brings(kim, file)).remarks).toEqual([])
  await there.meet()
  expect(await threadsOn(lee)).toEqual([
    'The quiet harbour / Kim says Ed: On “quiet”: Again?',
    'off.\nThat was it. / Kim says Ed: Too quick.',
    'tied her up / Kim says Ed: Her?\nThe boat? / Kim says Wyn: The boat.',
  ])
  expect(lee.writer.notices.filter((one) => 'thread' in one)).toHaveLength(3)
  expect(lee.page.lines).toEqual(['The harbour was quiet.', HARBOUR, 'That was it.'])
  // They go with their words, as any do.
  lee.page.types('quickly ', 1, HARBOUR.indexOf('her'))
  await there.meet()
  expect((await anchors(lee)).toSorted().at(-1)).toBe('tied quickly her up')
})

test('[P3] what was legal, or a fact to check, is so again; who may not see what is legal only has it listed, with what answers it', async () => {
  const [ed, , lea] = (await table()).people
  await ed.comments(ed.words('quiet'), { kind: 'fact', text: 'Was it?' })
  const legal = await ed.comments(ed.words('tied her up', 1), { kind: 'legal', text: 'A crime?' })
  await lea.asks('POST', `/threads/${legal.id}/comments`, { id: 'lea-says', text: 'By whom?' })
  const file = new Uint8Array(await fileFor(lea))

  const there = await review([''], ['Kim', 'owner'], ['Wyn', 'writer'])
  const [kim, wyn] = there.people
  expect((await brings(kim, file)).remarks).toEqual([])
  await there.meet()
  expect((await kim.threads()).map(({ kind, comments }) => `${kind}: ${comments.map(({ text }) => text).join(' / ')}`)).toEqual(
    expect.arrayContaining(['fact: Ed: Was it?', 'legal: Ed: A crime? / Lea: By whom?']),
  )
  expect((await wyn.threads()).map(({ kind }) => kind)).toEqual(['fact'])
  expect(wyn.writer.notices.filter((one) => 'thread' in one)).toHaveLength(1)
  expect(JSON.stringify(wyn.page.state.doc)).not.toContain((await kim.threads()).find(({ kind }) => kind === 'legal')!.id)
  // It is on its words, and follows them.
  kim.page.types('quickly ', 1, HARBOUR.indexOf('her'))
  await there.meet()
  const spot = (await kim.threads()).find(({ kind }) => kind === 'legal')!.place
  expect(spot.of).toBe('words')

  const elsewhere = await review([''], ['Wil', 'writer'], ['Lou', 'owner'])
  const [wil, lou] = elsewhere.people
  const { remarks } = await brings(wil, file)
  expect(remarks.map(({ words }) => words)).toEqual(['[Legal] A crime?', 'By whom?'])
  expect((await lou.threads()).map(({ kind }) => kind)).toEqual(['fact'])
})

test('a remark on the words of a legal thread is no answer to it in the file, and is a thread of its own when it comes back', async () => {
  const [ed, , lea] = (await table()).people
  const legal = await ed.comments(ed.words('tied her up', 1), { kind: 'legal', text: 'A crime?' })
  await ed.comments(ed.words('tied her up', 1), { text: 'Too long.' })
  const bare = new Uint8Array(await fileFor(lea))
  await lea.asks('POST', `/threads/${legal.id}/comments`, { id: 'lea-says', text: 'By whom?' })
  const answered = new Uint8Array(await fileFor(lea))
  for (const [file, said] of [
    [bare, ['legal: Ed: A crime?', 'remark: Ed: Too long.']],
    [answered, ['legal: Ed: A crime? / Lea: By whom?', 'remark: Ed: Too long.']],
  ] as const) {
    const there = await review([''], ['Kim', 'owner'], ['Wyn', 'writer'])
    const [kim, wyn] = there.people
    await brings(kim, file)
    await there.meet()
    const threads = (await kim.threads()).map(({ kind, comments }) => `${kind}: ${comments.map(({ text }) => text).join(' / ')}`)
    expect(threads.toSorted()).toEqual(said)
    expect((await wyn.threads()).map(({ kind }) => kind)).toEqual(['remark'])
  }
})

test('comments of any Word file are on the very words, of others alike too; what is settled, or on no words of the story, is only listed', async () => {
  const { people, meet } = await review(['He said yes.', 'They all said yes.'], ['Kim', 'editor'])
  const [kim] = people
  const on = (id: number, words: string) =>
    `<w:commentRangeStart w:id="${id}"/>${words}<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`
  const comment = (id: number, who: string, words: string) =>
    `<w:comment w:id="${id}" w:author="${who}"><w:p w14:paraId="P${id}">${run(words)}</w:p></w:comment>`
  const file = docx(
    para(run('NORA: Did he?')) +
      para(`${run('TOM: He said ')}${on(0, run('yes', '<w:b/>'))}${run('.')}`) +
      para(run('NORA: Again?')) +
      para(`${run('TOM: ')}${on(1, run('Yes.'))}`) +
      para(run('NORA: Again?')) +
      para(run('TOM: Yes.')) +
      para(run('NORA: And?')) +
      para(`${run('TOM: ')}${on(2, run('Never. '))}`) +
      para(`${on(3, run('NORA: Why?'))}`) +
      para(`${on(4, run('TOM: Because.'))}<w:r><w:commentReference w:id="5"/></w:r>`),
    {
      comments: [
        comment(0, 'Jo', 'Did he?'),
        comment(1, 'Jo', 'Twice.'),
        comment(2, '', 'Sad.'),
        comment(3, 'Jo', 'Settled.'),
        comment(4, 'Jo', 'His label is no word of his.'),
        comment(5, 'Jo', 'On nothing.'),
      ].join(''),
      commentsExtended: '<w15:commentEx w15:paraId="P3" w15:done="1"/>',
    },
  )
  const { remarks } = await brings(kim, file, 'append')
  await meet()
  expect(remarks.map(({ words }) => words)).toEqual(['Settled.', 'His label is no word of his.', 'On nothing.'])
  expect(await threadsOn(kim)).toEqual([
    'Never. / Kim says Somebody: Sad.',
    'Yes. / Kim says Jo: Twice.',
    'yes / Kim says Jo: Did he?',
  ])
  const at = kim.page.lines.findIndex((line, i) => i > 1 && line === 'He said yes.')
  expect(kim.page.state.doc.child(at).lastChild?.text).toBe('.')
  // Of two answers alike the first one; after the second the letters are the same as in the file.
  const [first, second] = kim.page.state.doc.children.filter(({ textContent }) => textContent === 'Yes.')
  expect([first, second].map((one) => one?.firstChild?.marks.length)).toEqual([1, 0])
  expect(kim.page.lines.slice(0, 2)).toEqual(['He said yes.', 'They all said yes.'])
  expect(kim.page.state.doc.child(0).childCount).toBe(1)
})
