/**
 * `npm run repair`: says which stories cannot be opened and why, and sets what cannot be used of a log aside
 * so that the rest can. Nothing is deleted, and nothing is changed without being told to.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { allStories, keptStory, setAside, setCheckpointAside, type KeptStory, type Unusable } from '../db/damage.ts'
import type { Db } from '../db/open.ts'
import { everybody } from '../db/people.ts'
import { Refusal } from '../shared/refusal.ts'
import { SCHEMA } from '../shared/schema.ts'
import { ownTerminal, runCommand, Usage, type Terminal } from './command.ts'
import { examine, wordsBroughtBy, type Examined } from './sync/damage.ts'

const USAGE = `Usage: npm run repair
       npm run repair -- set-aside --story ID

The first looks at every story and changes nothing. The second takes the updates of one story that cannot
be used out of its way: they are kept in the table set_aside, and the story opens without them. A window that
still has their words brings them back when it is opened again.
DATA_DIR says where the newsroom's data is ("data" if it is not set).`

/** So much of the words of an update is shown. */
const SHOWN = 80

/**
 * @returns what to tell the operator
 * @throws Usage or Refusal
 */
export async function repairCommand(words: string[], db: Db, now: number): Promise<string> {
  const story = read(words)
  const stories = await allStories(db)
  if (story === null) {
    const told: string[] = []
    for (const one of stories) {
      const lines = report(one, await keptStory(db, one.id), await namesOf(db))
      if (lines.length > 0) told.push(lines.join('\n'))
    }
    const all = stories.length === 1 ? '1 story was looked at' : `${stories.length} stories were looked at`
    return told.length === 0 ? `${all}. Every one can be opened.` : `${told.join('\n\n')}\n\n${all}.`
  }

  const found = stories.find(({ id }) => id === story)
  if (found === undefined) throw new Refusal('no-story', 404, `There is no story ${story}.`)
  const kept = await keptStory(db, story)
  const { checkpoint, unusable } = examine(kept)
  if (checkpoint !== 'damaged' && unusable.length === 0)
    throw new Refusal('does-not-fit', 422, `Nothing stands in the way of opening ${found.slug}. Nothing was changed.`)
  if (unusable[0]?.seq === 1)
    throw new Refusal(
      'story-damaged',
      503,
      `The first update of ${found.slug} cannot be used, and all its words build on it. Nothing was changed: take the story from a backup.`,
    )
  if (kept.checkpoint !== null && checkpoint === 'damaged') await setCheckpointAside(db, kept.checkpoint, now)
  await setAside(db, story, unusable, now)
  const what = unusable.length === 1 ? '1 update' : `${unusable.length} updates`
  return `${what}${checkpoint === 'damaged' ? ' and the checkpoint' : ''} of ${found.slug} set aside. It opens without them.`
}

function read(words: string[]): string | null {
  let parsed
  try {
    parsed = parseArgs({ args: words, allowPositionals: true, options: { story: { type: 'string' } } })
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error))
  }
  const [command, ...rest] = parsed.positionals
  if (rest.length > 0) throw new Usage(`"${rest[0]}" is one word too many.`)
  const { story } = parsed.values
  if (command === undefined) {
    if (story !== undefined) throw new Usage('--story goes with set-aside.')
    return null
  }
  if (command !== 'set-aside') throw new Usage(`There is no command "${command}".`)
  if (story === undefined) throw new Usage('--story is missing.')
  return story
}

async function namesOf(db: Db): Promise<Map<string, string>> {
  return new Map((await everybody(db)).map(({ id, name }) => [id, name]))
}

/** What is the matter with one story; empty when nothing is. */
function report(story: { id: string; slug: string; schema: number }, kept: KeptStory, names: Map<string, string>): string[] {
  const head = `${story.slug} (${story.id})`
  if (story.schema > SCHEMA) return [head, '  It was written with a newer Copydesk. Update this one.']
  const { checkpoint, unusable, covered } = examine(kept)
  const lines = [...unusable, ...covered].map((one) => `  ${updateIn(one, names)}`)
  if (checkpoint === 'damaged') lines.unshift(`  The checkpoint after update ${kept.checkpoint!.seq} cannot be read.`)
  if (lines.length === 0) return []
  return [head, ...lines, `  ${whatToDo({ checkpoint, unusable, covered }, story.id)}`]
}

function updateIn({ seq, row, why }: Unusable, names: Map<string, string>): string {
  if (row === null) return `Update ${seq}: ${why}`
  const words = wordsBroughtBy(row.bytes)
  const shown = words.length > SHOWN ? `${words.slice(0, SHOWN)}…` : words
  const by = row.person_id === null ? 'the server' : (names.get(row.person_id) ?? 'somebody')
  const at = new Date(row.at).toISOString().slice(0, 16).replace('T', ' ')
  return `Update ${seq}, by ${by}, ${at} UTC, ${row.bytes.length} bytes: ${why}${shown === '' ? '' : ` Its words: “${shown}”`}`
}

function whatToDo({ checkpoint, unusable }: Examined, id: string): string {
  if (unusable.length === 0)
    return checkpoint === 'damaged'
      ? 'The log has every update: the story opens from it, and the checkpoint is then set aside by itself.'
      : 'The checkpoint covers them: the story opens, and nothing has to be done.'
  if (unusable[0]!.seq === 1) return 'All its words build on the first update: take the story from a backup.'
  return `To open it without these: npm run repair -- set-aside --story ${id}`
}

export function run(words: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runCommand(env, terminal, USAGE, async (db) => {
    if (words.includes('--help')) throw new Usage('')
    return repairCommand(words, db, Date.now())
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await run(process.argv.slice(2), process.env, ownTerminal)
