/** Threads whose words two people changed who had not heard of each other. */
import { joinBackward } from 'prosemirror-commands'
import { expect, test } from 'vitest'
import { enter } from '../../client/editor/commands.ts'
import { clipboard, deleted, moved } from './hands.ts'
import { anchors, review, type Colleague } from './review.ts'

const HARBOUR = 'I tied her up and walked off.'

/** What she did comes to the server, and to nobody else. */
async function sends({ desk, writer }: Colleague): Promise<void> {
  while (writer.deliverUp());
  await desk.rooms.queue.settled()
}

/** The server has looked where the threads are. */
async function aMomentLater({ desk }: Colleague): Promise<void> {
  desk.clock.pass(11_000)
  for (let i = 0; i < 20; i++) await new Promise(setImmediate)
}

test('[P5] a remark on the end of one paragraph and the beginning of the next, which has moved without it, is on what is left', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet that night.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'checker'])
  const [place, quote] = [ben.letters(0, 4, 6, 1), 'harbour was quiet that night.\nI tied']
  ana.page.does(deleted, [1, 0], [1, 7])
  ana.page.does(moved(1), [1, 0])
  await sends(ana)
  await ben.comments(place, { quote })
  await meet()
  expect(await anchors(ben)).toEqual(['harbour was quiet that night.'])
})

test('[P5] a remark of which the beginning was moved and taken out goes by its other end; one of which nothing is left is detached', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'checker'])
  const [first, second] = [ben.letters(0, 16, 11, 1), ben.letters(0, 4, 15)]
  ana.page.does(deleted, [0, 0], [0, 22])
  ana.page.does(moved(1), [0, 0])
  ana.page.does(moved(1), [1, 0])
  await sends(ana)
  await ben.comments(first, { quote: 'quiet.\nI tied her' })
  await ben.comments(second, { quote: 'harbour was' })
  await meet()
  expect(await anchors(ben)).toEqual(['I tied her', 'detached: harbour was'])
})

test('[P5] a remark on a sentence of which the end was put above its beginning is on both, and on nothing between them', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'checker'])
  const [place, quote] = [ben.words('tied her up and walked', 1), 'tied her up and walked']
  ana.page.does(enter({}), [1, 14])
  ana.page.does(moved(-1), [2, 0])
  ana.page.does(moved(-1), [1, 0])
  await sends(ana)
  await ben.comments(place, { quote })
  await meet()
  expect(ben.page.lines).toEqual(['and walked off.', 'The harbour was quiet.', 'I tied her up ', 'That was it.'])
  expect(await anchors(ben)).toEqual(['and walked\ntied her up '])
})

test('[P5] put elsewhere, a thread does not come back with the words it stood on before, when those it is on are taken out', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'editor'])
  const thread = await ben.comments(ben.words('tied her up', 1))
  await meet()
  await ben.asks('PATCH', `/threads/${thread.id}`, { place: ben.words('quiet', 0) })
  // She has not heard of it.
  const { cuts, pastes } = clipboard()
  ana.page.does(cuts, [1, 0], [1, HARBOUR.length])
  ana.page.does(pastes, [2, 0])
  ana.page.does(deleted, [0, 16], [0, 21])
  for (let round = 0; round < 3; round++) {
    await meet()
    await aMomentLater(ben)
  }
  expect(ben.page.lines).toEqual(['The harbour was .', '', `${HARBOUR}That was it.`])
  expect(await anchors(ben)).toEqual(['detached: quiet'])
})

test('[P5] a thread that is put on words which have just been taken apart is on what is left of them', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'editor'])
  const thread = await ben.comments(ben.words('harbour', 0))
  await meet()
  const [place, quote] = [ben.words('tied her up and walked off', 1), 'tied her up and walked off']
  ana.page.does(deleted, [1, 2], [1, 7])
  ana.page.does(deleted, [1, 20], [1, 23])
  ana.page.does(moved(1), [1, 0])
  await sends(ana)
  expect((await ben.asks('PATCH', `/threads/${thread.id}`, { place, quote })).status).toBe(200)
  await meet()
  expect(await anchors(ben)).toEqual(['her up and walked'])
})

test('[P5] words that were taken out, and come back with a paragraph that was moved by who had not heard of it, have their thread again', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'editor'])
  ana.page.does(moved(1), [1, 0])
  await ben.comments(ben.letters(0, 16, 13, 1))
  ben.page.does(deleted, [1, 0], [1, 13])
  await sends(ben)
  await aMomentLater(ben)
  ben.page.does(deleted, [0, 16], [0, 22])
  await sends(ben)
  await aMomentLater(ben)
  expect(await anchors(ben)).toEqual(['detached: quiet.\nI tied her up'])
  await meet()
  await aMomentLater(ben)
  expect(ben.page.lines).toEqual(['The harbour was ', 'That was it.', HARBOUR])
  expect(await anchors(ben)).toEqual(['I tied her up'])
})

test('[P5] a paragraph joined to remarked words by who had not heard of them does not come under the remark when it follows them elsewhere', async () => {
  const {
    people: [ana, ben, carl],
    meet,
  } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'editor'], ['Carl'])
  await ben.comments(ben.words('was quiet.', 0))
  ana.page.does(joinBackward, [1, 0])
  carl.page.does(deleted, [0, 15], [0, 22])
  carl.page.does(moved(1), [0, 0])
  await sends(carl)
  await meet()
  await aMomentLater(ben)
  expect(ana.page.lines).toContain(`The harbour was${HARBOUR}`)
  expect(await anchors(ben)).toEqual(['was'])
})

test('[P5] words cut out of a paragraph that was joined to them keep their thread where they are pasted', async () => {
  const {
    people: [ana, ben],
    meet,
  } = await review(['The harbour was quiet.', HARBOUR, 'That was it.'], ['Ana'], ['Ben', 'editor'])
  const thread = await ben.comments(ben.letters(0, 16, 13, 1))
  ana.page.does(joinBackward, [1, 0])
  while (ana.writer.deliverDown());
  expect(ana.marked(thread)).toContain('walked off.')
  const { cuts, pastes } = clipboard()
  ana.page.does(cuts, [0, 16], [0, 35])
  ana.page.does(pastes, [1, 0])
  await meet()
  await aMomentLater(ben)
  expect(ben.page.lines).toEqual(['The harbour was  and walked off.', 'quiet.I tied her upThat was it.'])
  expect(await anchors(ben)).toEqual(['quiet.I tied her up'])
})
