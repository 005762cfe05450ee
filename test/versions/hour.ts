/**
 * A random hour in which versions are kept and put back while two or three colleagues type, split, join and move, over
 * lines that hold messages back and go dead. Every word is unique, so that it can be counted: what was in the version
 * is in the story once, what was typed at the moment of restoring stays whole, and what was taken away stays away
 * unless somebody carried it elsewhere at that very moment.
 */
import type * as Y from 'yjs'
import { readStory } from '../../shared/story.ts'
import { keepVersion } from '../../server/versions/keep.ts'
import { openVersion } from '../../server/versions/open.ts'
import { restoreVersion } from '../../server/versions/restore.ts'
import { Page } from '../editor/page.ts'
import { TestNewsroom } from '../newsroom.ts'
import { Random } from '../random.ts'
import { said } from '../suggest/text.ts'
import { edit } from '../sync/paragraphs.ts'
import { plainStory, wordsIn } from '../sync/world.ts'
import { Writer, deliverAll, storyOnDisk } from '../wire.ts'

export type Outcome = {
  /** Of a version: words that a restore did not bring back, or brought twice. */
  missing: string[]
  doubled: string[]
  /** Typed while it was put back, and gone. */
  swept: string[]
  torn: string[]
  /** A restore while nobody typed that is not the version to the letter. */
  inexact: string[]
  /** A way back that is not what was there before. */
  noWayBack: string[]
  doubledBlocks: string[]
  closed: string[]
  diverged: string[]
}

/** All it says; an attribute that is not set is as good as its default. */
const whole = (ydoc: Y.Doc): string => JSON.stringify(said(readStory(ydoc)))

type Editor = { writer: Writer; page: Page }

export async function hour(seed: number): Promise<Outcome> {
  const random = new Random(seed)
  const desk = await TestNewsroom.open()
  const outcome: Outcome = {
    missing: [],
    doubled: [],
    swept: [],
    torn: [],
    inexact: [],
    noWayBack: [],
    doubledBlocks: [],
    closed: [],
    diverged: [],
  }
  try {
    const storyId = await desk.story(['The colour of the harbour ', 'Why colour ', 'Because '])
    const ana = await desk.person('Ana')
    const editors: Editor[] = []
    for (let i = 0, count = 2 + random.below(2); i < count; i++) {
      const writer = new Writer(desk, await desk.person(`Editor${i}`), storyId, 1000 + ((i * 7 + seed) % 10))
      await writer.connect()
      editors.push({ writer, page: new Page(writer.ydoc) })
    }
    const writers = editors.map(({ writer }) => writer)
    for (const { writer, page } of editors) writer.hears = (update, whole) => page.keep.hears(update, whole)
    await deliverAll(desk, writers)

    let typed = 0
    const now: string[] = []
    const fresh = (): string => {
      const word = `w${(typed += 1)}x`
      now.push(word)
      return `${word} `
    }
    const work = async (steps: number, does: (editor: Editor) => void): Promise<void> => {
      for (let step = 0; step < steps; step++) {
        const editor = random.pick(editors)
        const dice = random.below(100)
        if (dice < 60) does(editor)
        else if (dice < 76) for (let n = random.below(6); n >= 0; n--) editor.writer.deliverUp()
        else if (dice < 90) for (let n = random.below(6); n >= 0; n--) editor.writer.deliverDown()
        else if (dice < 96) await desk.rooms.queue.settled()
        else desk.clock.pass(random.below(300))
      }
    }
    const kept: string[] = []
    const rest = async (): Promise<void> => {
      await deliverAll(desk, writers)
      desk.clock.pass(10_000)
      await deliverAll(desk, writers)
    }
    const { desk: server } = desk.room
    for (let round = 0; round < 3; round++) {
      await work(10 + random.below(15), ({ page }) => edit(page, random, fresh))
      if (random.chance(60)) await rest()
      kept.push(await keepVersion(server, { storyId, reason: 'named', says: 'kept', by: ana.id, name: `v${round}` }))
      await work(5 + random.below(15), ({ page }) => edit(page, random, fresh))

      // Everybody has said all; then they type on while it is put back.
      await rest()
      now.length = 0
      const quiet = random.chance(30)
      const words = new Set<string>()
      if (!quiet) await work(4 + random.below(6), (one) => words.add(typesIn(one, random, fresh)))
      const version = random.pick(kept)
      const before = await desk.rooms.read(storyId, whole)
      const then = await openVersion(server, storyId, version, (ydoc) => ({ plain: whole(ydoc), words: wordsIn(ydoc) }))
      const done = await restoreVersion(server, { storyId, version, person: ana })
      if (quiet) {
        const put = whole(storyOnDisk(desk, storyId))
        if (put !== then.plain) outcome.inexact.push(`${put} | version: ${then.plain}`)
      } else await work(4 + random.below(6), (one) => words.add(typesIn(one, random, fresh)))
      for (const writer of writers) if (random.chance(20)) await reconnect(writer)
      await rest()
      const all = wordsIn(storyOnDisk(desk, storyId))
      const times = (word: string): number => all.filter((one) => one === word).length
      outcome.swept.push(...[...words].filter((word) => times(word) !== 1))
      outcome.missing.push(...then.words.filter((word) => times(word) === 0))
      outcome.doubled.push(...then.words.filter((word) => times(word) > then.words.filter((one) => one === word).length))
      if (quiet && done.before !== null) {
        const back = await restoreVersion(server, { storyId, version: done.before, person: ana })
        const put = whole(storyOnDisk(desk, storyId))
        await rest()
        if (back.before === null || put !== before) outcome.noWayBack.push(`${put} | before: ${before}`)
      }
      const truth = plainStory(storyOnDisk(desk, storyId))
      outcome.torn.push(...(truth.replaceAll(/<[^>]*>/g, ' ').match(/w\d*(?![\dx])|(?<![w\d])\d+x?/g) ?? []))
    }
    const disk = storyOnDisk(desk, storyId)
    const truth = plainStory(disk)
    const ids = [...truth.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    outcome.doubledBlocks.push(...ids.filter((id, i) => ids.indexOf(id) !== i))
    for (const { line, person, ydoc } of writers) {
      if (line?.closed) outcome.closed.push(`${person.name}: ${line.closed.reason}`)
      if (plainStory(ydoc) !== truth) outcome.diverged.push(`${plainStory(ydoc)} | disk: ${truth}`)
    }
    return outcome
  } finally {
    await desk.close()
  }
}

async function reconnect(writer: Writer): Promise<void> {
  writer.drop()
  await writer.connect()
}

/** A word into some paragraph, between two that are there: what hands do while somebody else puts a version back. */
function typesIn({ page }: Editor, random: Random, fresh: () => string): string {
  const word = fresh()
  const { doc } = page.state
  const paragraph = random.below(doc.childCount)
  const gaps = [...doc.child(paragraph).textContent.matchAll(/(?<= )|^/g)].map(({ index }) => index)
  page.types(word, paragraph, random.pick(gaps))
  return word.trim()
}
