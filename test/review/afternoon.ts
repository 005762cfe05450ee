/**
 * A random afternoon of review, made by a seed: two to four editors work in a story with the editor's own commands,
 * two people suggest and one writes privately, over lines that hold messages back and go dead, on a server that
 * restarts and crashes, while suggestions are accepted, rejected and taken back at random. Every word is unique, so a
 * lost, torn or doubled one is counted exactly.
 */
import { gunzipSync } from 'node:zlib'
import { toggleMark } from 'prosemirror-commands'
import type { Hunk } from '../../shared/review.ts'
import { schema } from '../../shared/schema.ts'
import { fieldOf, readStory, type StoryText } from '../../shared/story.ts'
import { unpackStory } from '../../shared/suggest/pack.ts'
import { sameText } from '../../server/review/fork.ts'
import type { Page } from '../editor/page.ts'
import { Random } from '../random.ts'
import { edit } from '../sync/paragraphs.ts'
import { plainStory } from '../sync/world.ts'
import { storyOnDisk } from '../wire.ts'
import { Table, type Seat } from './table.ts'

export type Afternoon = {
  /** Words that editors typed and the story has not; that suggesters typed, nobody refused, and their fork has not. */
  lost: string[]
  torn: string[]
  doubled: string[]
  /** Words in the story that nobody accepted. */
  uncalled: string[]
  /** Acts that changed something else than what was accepted. */
  inexact: string[]
  /** Rejecting all that was left changed the story, or left a fork that is not the story. */
  unclean: string[]
  shownTooEarly: string[]
  closed: string[]
  diverged: string[]
}

type Suggester = { seat: Seat; typed: Set<string>; free: Set<string> }

const wordsIn = (text: string): string[] => text.match(/w\d+x/g) ?? []
const tornIn = (text: string): string[] => text.match(/w\d*(?![\dx])(?=\b)|(?<![w\d])\d+x?/g) ?? []
const textOf = ({ headline, dek, byline, body }: StoryText): string =>
  `${headline} | ${dek} | ${byline} | ${body.textBetween(0, body.content.size, ' | ', ' ')}`

/** @param server see `Table.lay` */
export async function afternoon(seed: number, server?: number): Promise<Afternoon> {
  const random = new Random(seed)
  const table = await Table.lay(['The colour of the harbour ', 'Why colour ', 'Because '], server)
  try {
    return await played(table, random)
  } finally {
    await table.close()
  }
}

async function played(table: Table, random: Random): Promise<Afternoon> {
  const { desk } = table
  const out: Afternoon = {
    lost: [],
    torn: [],
    doubled: [],
    uncalled: [],
    inexact: [],
    unclean: [],
    shownTooEarly: [],
    closed: [],
    diverged: [],
  }
  let count = 0
  const typist = (typed: Set<string>) => (): string => {
    const word = `w${(count += 1)}x`
    typed.add(word)
    return `${word} `
  }
  const edited = new Set<string>()
  const fresh = typist(edited)
  const editors: Seat[] = []
  for (let i = 0, n = 2 + random.below(3); i < n; i++) editors.push(await table.sits(`Editor${i}`, 'editor'))
  const suggesters: Suggester[] = []
  for (let i = 0; i < 2; i++)
    suggesters.push({ seat: await table.sits(`Checker${i}`, 'checker', 'fork'), typed: new Set(), free: new Set() })
  const draft: Suggester = { seat: await table.sits('Writer', 'writer', 'draft'), typed: new Set(), free: new Set() }
  const forks = [...suggesters, draft]
  const boss = editors[0]!.person
  /** Words that are allowed to go: deleted by a suggester, or refused. */
  const free = new Set<string>()
  const accepted = new Set<string>()
  const acts: string[] = []

  const decide = async (): Promise<void> => {
    const hunks = await table.hunks(boss)
    if (hunks.length === 0) return
    const some = random.chance(25) ? hunks : [random.pick(hunks)]
    const decision = random.chance(60) ? 'accept' : 'reject'
    const { done, act } = await table.decides(boss, decision, some)
    if (act !== null) acts.push(act)
    note(decision, hunks, done)
  }
  const note = (decision: 'accept' | 'reject', hunks: readonly Hunk[], done: readonly string[]): void => {
    for (const { id, now, was } of hunks) {
      if (!done.includes(id)) continue
      if (decision === 'accept') {
        for (const word of wordsIn(now)) accepted.add(word)
        // Who accepts was shown what it takes out.
        for (const word of wordsIn(was)) if (!wordsIn(now).includes(word)) free.add(word)
      }
      // What it would have taken out stays; what it would have put in goes, unless it was only carried from elsewhere.
      else for (const word of wordsIn(now)) if (!wordsIn(was).includes(word)) free.add(word)
    }
  }

  const steps = 60 + random.below(60)
  for (let step = 0; step < steps; step++) {
    const dice = random.below(100)
    const seat = random.pick(table.seats)
    const { writer } = seat
    if (dice < 22) edit(random.pick(editors).page, random, fresh)
    else if (dice < 46) suggest(random.pick(forks), random, typist, free)
    else if (dice < 58) for (let n = random.below(8); n >= 0; n--) writer.deliverUp()
    else if (dice < 70) for (let n = random.below(8); n >= 0; n--) writer.deliverDown()
    else if (dice < 74) await desk.rooms.queue.settled()
    else if (dice < 84) {
      desk.clock.pass(random.below(900))
      if (random.chance(60)) await desk.room.desk.forks.settled()
    } else if (dice < 91) await decide()
    else if (dice < 92) {
      const act = acts.pop()
      if (act !== undefined) await table.undoes(boss, act)
    } else if (dice < 95) writer.drop(random.chance(50))
    else if (dice < 98) {
      if (!writer.line) await writer.connect()
    } else {
      if (random.chance(50)) await desk.restart()
      else await desk.crash()
      for (const one of table.seats) one.writer.drop(false)
    }
  }
  const meet = async (): Promise<void> => {
    for (const { writer } of table.seats)
      if (!writer.line || writer.line.closed) {
        writer.drop()
        await writer.connect()
      }
    for (let round = 0; round < 2; round++) await table.settled()
    // By then a line that died without a word counts as dead.
    desk.clock.pass(31_000)
    await table.settled()
  }
  await meet()
  await bringIn(table, draft)
  await meet()

  const story = (): StoryText => readStory(storyOnDisk(desk, table.storyId))
  const untouched = story()
  check(out, 'the story', textOf(untouched))
  const inStory = new Set(wordsIn(textOf(untouched)))
  for (const word of edited) if (!inStory.has(word) && !free.has(word)) out.lost.push(word)
  for (const { typed, seat } of forks) {
    const text = textOf(readStory(storyOnDisk(desk, seat.writer.storyId)))
    check(out, seat.person.name, text)
    const here = new Set(wordsIn(text))
    for (const word of typed) {
      if (inStory.has(word) && !accepted.has(word)) out.uncalled.push(word)
      if (!here.has(word) && !free.has(word)) out.lost.push(`${word} of ${seat.person.name}`)
    }
  }
  out.inexact = inexactActs(table)

  const left = await table.hunks(boss)
  if (left.length > 0) await table.decides(boss, random.chance(50) ? 'reject' : 'accept', left)
  const wasRejected = sameText(story(), untouched)
  await meet()
  if (left.length > 0 && !wasRejected) {
    for (let round = 0; round < 4; round++) {
      const more = await table.hunks(boss)
      if (more.length > 0) await table.decides(boss, 'accept', more)
      await meet()
    }
  }
  const now = story()
  check(out, 'the story at last', textOf(now))
  for (const hunk of await table.hunks(boss)) out.unclean.push(`left: ${hunk.says}`)
  for (const { seat } of forks) {
    const fork = readStory(storyOnDisk(desk, seat.writer.storyId))
    if (seat.writer.line?.closed) continue
    if (!sameText(fork, now)) out.unclean.push(`${seat.person.name}: ${fork.body.toString()} | the story: ${now.body.toString()}`)
  }
  for (const { writer, person } of table.seats) {
    out.shownTooEarly.push(...writer.shownTooEarly)
    if (writer.line?.closed) {
      out.closed.push(`${person.name}: ${writer.line.closed.reason}`)
      continue
    }
    const truth = plainStory(storyOnDisk(desk, writer.storyId))
    if (plainStory(writer.ydoc) !== truth) out.diverged.push(`${person.name}: ${plainStory(writer.ydoc)} | disk: ${truth}`)
  }
  return out
}

function check(out: Afternoon, where: string, text: string): void {
  const words = wordsIn(text)
  const seen = new Set<string>()
  for (const word of words) {
    if (seen.has(word)) out.doubled.push(`${word} in ${where}`)
    seen.add(word)
  }
  for (const torn of tornIn(text)) out.torn.push(`${torn} in ${where}: ${text}`)
}

async function bringIn(table: Table, { seat }: Suggester): Promise<void> {
  await table.desk.room.desk.forks.bringIn(table.storyId, seat.person)
}

/** As `edit`, and also takes out words, changes how some look, or the headline. */
function suggest(
  { seat: { page, writer }, typed }: Suggester,
  random: Random,
  typist: (typed: Set<string>) => () => string,
  free: Set<string>,
): void {
  const fresh = typist(typed)
  const dice = random.below(100)
  if (dice < 70) return edit(page, random, fresh)
  if (dice < 85) return takeOut(page, random, free)
  if (dice < 93) {
    const { doc } = page.state
    const at = random.below(doc.childCount)
    const size = doc.child(at).content.size
    if (size > 3) page.does(toggleMark(schema.marks.strong!), [at, 0], [at, 1 + random.below(size - 1)])
    return
  }
  fieldOf(writer.ydoc, 'headline').insert(0, fresh())
}

function takeOut(page: Page, random: Random, free: Set<string>): void {
  const { doc } = page.state
  const hits: { at: number; from: number; word: string }[] = []
  doc.forEach((node, _pos, at) => {
    for (const { 0: word, index } of node.textContent.matchAll(/w\d+x /g)) hits.push({ at, from: index, word })
  })
  if (hits.length === 0) return
  const { at, from, word } = random.pick(hits)
  free.add(word.trim())
  page.does(
    (state, dispatch) => {
      dispatch?.(state.tr.deleteSelection())
      return true
    },
    [at, from],
    [at, from + word.length],
  )
}

/** Of every act that accepted something: the story's words after it are those before it, with exactly the change. */
function inexactActs(table: Table): string[] {
  const rows = table.desk.disk.prepare("select undo from decisions where decision = 'accept'").all() as { undo: Uint8Array }[]
  const wrong: string[] = []
  for (const { undo } of rows) {
    const { story } = JSON.parse(gunzipSync(undo).toString()) as { story: { before: string; after: string } }
    const [before, after] = [wordsIn(textOf(unpackStory(story.before))), wordsIn(textOf(unpackStory(story.after)))]
    const doubled = after.filter((word, i) => after.indexOf(word) !== i && !before.includes(word))
    if (doubled.length > 0) wrong.push(`doubled by an act: ${doubled.join(' ')} (${before.length} words before)`)
  }
  return wrong
}
