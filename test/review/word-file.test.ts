/** What the review says goes out with the Word file, to whoever may hear it, and with nothing else. */
import { expect, test } from 'vitest'
import { readDocx, type Reading } from '../../shared/import/read.ts'
import { readStory } from '../../shared/story.ts'
import { counter } from '../body/stories.ts'
import { deleted } from './hands.ts'
import { review, type Colleague } from './review.ts'

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
  expect({ ...back, remarks: [] }).toEqual(plain)
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
  expect(saidIn(await wordFor(lea))).toEqual(['Ed on “quiet”: Really?', 'Ed on “tied her up”: A crime?'])
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
