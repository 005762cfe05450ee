/**
 * Tries a rule of the house on every story its author may read. Between stories and between blocks everybody
 * else has their turn; nothing is changed anywhere.
 */
import type { Person, StyleTrial } from '../shared/api.ts'
import { Refusal } from '../shared/refusal.ts'
import { compileRule, isInScope, speaksFor, type HouseRule } from '../shared/style/house.ts'
import { languageOf } from '../shared/style/language.ts'
import { blocksOf, fieldBlocks, type Block, type Passage, type PassageKind } from '../shared/style/passages.ts'
import { readStory } from '../shared/story.ts'
import { storiesFor } from '../db/stories.ts'
import type { Desk } from './context.ts'

type Trial = Omit<StyleTrial, 'rule'>
type Find = Trial['finds'][number]

/** What is not in the text, where it is; in the text the role says more. */
const WHERE: Partial<Record<PassageKind, Find['where']>> = {
  headline: 'headline',
  dek: 'dek',
  byline: 'byline',
  caption: 'caption',
  credit: 'credit',
  licence: 'licence',
  alt: 'alt',
  title: 'card',
  fallback: 'card',
}

/** What is shown: enough to judge a rule by. */
const MOST_FINDS = 200
const MOST_OF_STORY = 5
/** A rule found this often is no rule; counting on would only cost. */
const ENOUGH = 20_000
const AROUND = 60
/** How long others wait at most for their turn. */
const TURN_MS = 8

export async function tryRule(desk: Desk, person: Person, rule: HouseRule): Promise<Trial> {
  const search = compileRule(rule)
  const trial: Trial = { stories: 0, damaged: 0, total: 0, finds: [] }
  const turns = new Turns()
  for (const row of await storiesFor(desk.db, person)) {
    if (trial.total >= ENOUGH) break
    let story: { blocks: Block[]; lang: string }
    try {
      story = await desk.rooms.read(row.id, (ydoc) => {
        const text = readStory(ydoc)
        return { blocks: [...fieldBlocks(text), ...blocksOf(text.body, (_node, i) => i)], lang: text.settings.lang }
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // Damaged, or deleted this very moment: said in the answer, and no reason to know less of the others.
      if (error.type === 'story-damaged') trial.damaged++
      continue
    }
    trial.stories++
    await turns.give()
    if (!speaksFor(rule.lang, story.lang, languageOf(story.lang, story.blocks))) continue
    let ofStory = 0
    for (const passage of story.blocks.flatMap((block) => block.passages)) {
      if (!isInScope(rule.scope, passage)) continue
      for (const { from, to, change } of search(passage.text)) {
        trial.total++
        if (++ofStory > MOST_OF_STORY || trial.finds.length >= MOST_FINDS) continue
        trial.finds.push({ storyId: row.id, headline: row.headline, ...around(passage, from, to), change: change ?? null })
      }
      await turns.give()
    }
  }
  return trial
}

function around({ text, kind, role }: Passage, from: number, to: number): Omit<Find, 'storyId' | 'headline' | 'change'> {
  const cut = (words: string): string => words.replaceAll('\n', ' ')
  return {
    where: WHERE[kind] ?? role,
    before: (from > AROUND ? '…' : '') + cut(text.slice(Math.max(0, from - AROUND), from)),
    words: text.slice(from, to),
    after: cut(text.slice(to, to + AROUND)) + (to + AROUND < text.length ? '…' : ''),
  }
}

/** Lets go of the event loop as soon as this has had its turn. */
class Turns {
  private since = performance.now()

  async give(): Promise<void> {
    if (performance.now() - this.since < TURN_MS) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.since = performance.now()
  }
}
