/**
 * The demo's desk: a few short stories of our own writing, each at another point of its way, moved there as people would
 * move them. Nobody in them exists.
 */
import { addStory } from '../db/stories.ts'
import type { Person } from '../shared/api.ts'
import { onStory } from '../shared/can.ts'
import { readMarkdown } from '../shared/import/read.ts'
import type { Gate } from '../shared/publish/workflow.ts'
import { SITE } from '../shared/publish/workflow.ts'
import { sample } from '../shared/sample.ts'
import { countWords } from '../shared/count-words.ts'
import { seedStory, SETTINGS, type Stage, type StoryText } from '../shared/story.ts'
import type { Desk } from './context.ts'
import { change } from './publish/change.ts'
import { pass } from './publish/gates.ts'
import { move } from './publish/move.ts'
import { contentNow } from './publish/standing.ts'
import { newId } from './secrets.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const INVENTED = `<aside class="notice" data-kind="disclosure">

Disclosure: everybody and everything in this story is invented. It was written for Copydesk, so that there is a desk to look at.

</aside>
`

const BUS = `---
headline: The last bus to Hvalvik still has a conductor
dek: She sells no tickets, because the bus is free. She is there so that nobody rides alone.
byline: Ben Okoro
copydesk: 1
---

The 22.40 to Hvalvik carries four passengers on a good night, and Runa Dahl, who is paid by none of them.

The line has been free since 2019. The ticket machine was unscrewed, and the conductor’s seat with it. Ms Dahl brought a folding chair.

“A bus without a conductor is a lift,” she said. “You get in, you look at the door, and you get out.”

She knows who has an early shift and who has been to the hospital. Twice she has kept the driver waiting for somebody who was running. Once there was nobody running, and she says that she would do it again.

${INVENTED}`

const LAMPS = `---
headline: Eleven lamps, and a man who counts them
dek: Every evening at dusk Odd Brekke walks the sea wall of Holm. When the number is right, he goes home.
byline: Ben Okoro
copydesk: 1
---

There are eleven lamps on the sea wall, and the town has forgotten why one man should count them.

Odd Brekke has not. In the winter of 1987 a fishing boat took the light of the bakery for the ninth lamp, and found the rocks where the harbour should have been. Nobody drowned. Mr Brekke, who was the baker’s apprentice, switched his lamp off and began to walk.

“If it is ten, I ring,” he said. “If it is twelve, I ring quicker.”

${INVENTED}`

const CHOIR = `---
headline: A choir of nine, and the piano they carry
dek: The church is closed for repairs. The choir sings where the piano fits.
byline: Ben Okoro
copydesk: 1
---

It went up the stairs of the school first, then into the fire station, where it stood between the engines for a month.

The choir of Holm has nine voices and one good piano, and since the church roof came down in March they have gone everywhere together.

“We used to complain about the echo,” said Marit Sunde, who sings alto and takes the left front corner. “Now we ask for it.”

${INVENTED}`

const BELL = `---
headline: The baker who rings at four
dek: The town clock stopped in the storm. The bread did not.
byline: Ben Okoro
copydesk: 1
---

Since the storm nobody in Holm has known the time before four in the morning, when the first tray comes out and Jonas Lie hits it with a spoon.

It is not loud. It carries over the harbour all the same, and the first ferry leaves by it.

${INVENTED}`

const FERRY = `---
headline: What the ferryman’s dog knows
dek:
byline: Ben Okoro
copydesk: 1
---

She gets up before he does. On days without wind she stays where she is.

TK: how old is the dog?

${INVENTED}`

type Team = { ana: Person; ben: Person; cleo: Person }

/** Fills the desk. The interview that the demo is about comes last, and so on top. */
export async function addStories(desk: Desk, { ana, ben, cleo }: Team): Promise<void> {
  const now = desk.clock.now()
  const goes = async (id: string, by: Person, ...stages: Stage[]): Promise<void> => {
    for (const to of stages) await move(desk, id, by, onStory(by.role, null), { to })
  }
  const passes = async (id: string, gate: Gate, by: Person, note = ''): Promise<void> =>
    pass(desk, id, gate, by, { hash: (await contentNow(desk, id)).hash, note })

  const bus = await add(desk, 'night-bus', BUS, ben, now - 3 * DAY_MS)
  await goes(bus, ben, 'filed')
  await goes(bus, ana, 'editing')
  await passes(bus, 'edit', ana)
  await passes(bus, 'copy', cleo)
  await goes(bus, ana, 'ready')
  const { stamp } = await desk.publisher.preview(ana, bus, { kind: 'first', note: null, at: null })
  await desk.publisher.publish(ana, bus, { stamp, kind: 'first', note: null, at: null, targets: [SITE], newsletter: null })

  const ferry = await add(desk, 'ferry-dog', FERRY, ben, now - 2 * HOUR_MS)
  await change(desk, ferry, ana, { holder: ben.id, due: endOf(now + 3 * DAY_MS) })

  const choir = await add(desk, 'choir-piano', CHOIR, ben, now - 5 * HOUR_MS)
  await goes(choir, ben, 'filed')
  await change(desk, choir, ana, { due: endOf(now + DAY_MS) })

  const bell = await add(desk, 'baker-bell', BELL, ben, now - DAY_MS)
  await goes(bell, ben, 'filed')
  await goes(bell, ana, 'editing')
  await passes(bell, 'copy', cleo, 'Style is right; the year is not mine to say.')
  await change(desk, bell, ana, { holder: ana.id, hold: { reason: 'The archive tells us the year of the storm on Thursday.' } })

  const lamps = await add(desk, 'sea-wall-lamps', LAMPS, ben, now - 2 * DAY_MS)
  await goes(lamps, ben, 'filed')
  await goes(lamps, ana, 'editing')
  await passes(lamps, 'edit', ana)
  await passes(lamps, 'copy', cleo)
  await goes(lamps, ana, 'ready')
  await change(desk, lamps, ana, { holder: ana.id, due: endOf(now + DAY_MS) })

  const interview = await addText(desk, 'tide-gauge', sample(newId), ana, now)
  await goes(interview, ana, 'filed', 'editing')
  await passes(interview, 'edit', ana, 'Two answers are still to be told apart.')
  await change(desk, interview, ana, { holder: ana.id, due: now + 2 * HOUR_MS })
}

/** Six in the evening of that day, where the server is. */
const endOf = (at: number): number => new Date(at).setHours(18, 0, 0, 0)

function add(desk: Desk, slug: string, markdown: string, by: Person, at: number): Promise<string> {
  const { headline, dek, byline, speakers, body } = readMarkdown(markdown, newId)
  const settings = { ...SETTINGS, lang: 'en-GB' }
  return addText(desk, slug, { headline: headline ?? '', dek: dek ?? '', byline: byline ?? '', speakers, settings, body }, by, at)
}

async function addText(desk: Desk, slug: string, text: StoryText, by: Person, at: number): Promise<string> {
  const id = newId()
  const { headline, dek, byline, speakers, settings, body } = text
  await addStory(desk.db, {
    id,
    slug,
    headline,
    dek,
    byline,
    words: countWords(body.textBetween(0, body.content.size, '\n')),
    createdBy: by.id,
    now: at,
    seed: seedStory({ headline, dek, byline, speakers, settings, body }, newId()),
  })
  return id
}
