/**
 * `npm run bench`: Copydesk beside two peers, the same people, stories and bytes for each. See README.md
 * for what each figure is.
 *
 *   --only one-story,rate   --servers copydesk,hocuspocus   --rounds 3   --quick
 *   --copydesk <folder>     another checkout of Copydesk to measure
 *   --profile               where Copydesk's time goes (its figures are then not for comparing)
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Place } from './dialects.ts'
import type { Job, Seen } from './generator.ts'
import { hottest } from './profile.ts'
import { fresh, hirePeople, KINDS, LOAD_CORE, newStories, PEERS, signIn, start, type Kind, type Running } from './servers.ts'
import { table } from './table.ts'

const SCENARIOS = ['one-story', 'many-stories', 'rate', 'joining', 'first-open', 'memory'] as const
export type Scenario = (typeof SCENARIOS)[number]
export type Results = Record<string, Partial<Record<Kind, Seen[]>>>

const STORIES: Record<Scenario, number> = {
  'one-story': 1,
  'many-stories': 300,
  rate: 20,
  joining: 1,
  'first-open': 1,
  memory: 500,
}
const BENCH = import.meta.dirname
const say = (line: string) => process.stderr.write(`${line}\n`)

const { values: given } = parseArgs({
  options: {
    only: { type: 'string' },
    servers: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    copydesk: { type: 'string', default: join(BENCH, '../..') },
  },
})
const { quick, profile, copydesk } = given
const scenarios = SCENARIOS.filter((name) => !given.only || given.only.split(',').includes(name))
const kinds = KINDS.filter((name) => !given.servers || given.servers.split(',').includes(name))
const rounds = Number(given.rounds)

if (cpus().length < 2) throw new Error('The bench needs two processor cores: one for the server, one for the load.')
if (!existsSync(join(PEERS, 'node_modules'))) {
  say('Installing the peers …')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PEERS, stdio: 'inherit' })
}

const work = mkdtempSync(join(tmpdir(), 'copydesk-bench-'))
/** What is on the disk before the clock runs: written once for each server, copied for each round. */
const written = new Map<string, { dir: string; places: Place[] }>()
const results: Results = {}
try {
  const staff = join(work, 'staff')
  let cookies: string[] = []
  if (kinds.includes('copydesk')) {
    say('Hiring people …')
    hirePeople(copydesk, staff)
    const server = await start('copydesk', staff, { copydesk })
    cookies = await signIn(server)
    await server.stop()
  }

  for (let round = 0; round < rounds; round++)
    for (const scenario of scenarios)
      for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
        const seen = await measure(scenario, kind, staff, cookies)
        ;((results[scenario] ??= {})[kind] ??= []).push(seen)
        say(`round ${round + 1} ${scenario} ${kind}: ${JSON.stringify(seen)}`)
      }
} finally {
  rmSync(work, { recursive: true, force: true })
}

const about = {
  date: new Date().toISOString().slice(0, 10),
  processor: cpus()[0]!.model.trim(),
  cores: cpus().length,
  node: process.version,
  rounds,
  loadAfter: loadavg()[0]!.toFixed(2),
}
mkdirSync(join(BENCH, 'data'), { recursive: true })
writeFileSync(
  join(BENCH, 'data', `run-${new Date().toISOString().replaceAll(':', '')}.json`),
  JSON.stringify({ about, results }, null, 2),
)
process.stdout.write(`${table(about, results)}\n`)

async function measure(scenario: Scenario, kind: Kind, staff: string, cookies: string[]): Promise<Seen> {
  const stored = scenario === 'joining' || scenario === 'first-open' || scenario === 'memory'
  const before = stored ? await writtenFor(scenario, kind, staff, cookies) : null
  const dir = fresh(join(work, 'run'), before?.dir ?? (kind === 'copydesk' ? staff : null))
  const profileTo = profile && kind === 'copydesk' ? join(work, `profile-${scenario}`) : undefined
  const server = await start(kind, dir, { gc: scenario === 'memory', profileTo, copydesk })
  try {
    // A server that has just started still has things to do.
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return await generate(scenario, server, before?.places ?? (await newStories(server, cookies, STORIES[scenario])))
  } finally {
    await server.stop()
    if (profileTo) say(hottest(profileTo))
  }
}

async function writtenFor(scenario: 'joining' | 'first-open' | 'memory', kind: Kind, staff: string, cookies: string[]) {
  const name = `${scenario} ${kind}`
  const had = written.get(name)
  if (had) return had
  const dir = fresh(join(work, `written-${scenario}-${kind}`), kind === 'copydesk' ? staff : null)
  const server = await start(kind, dir, { copydesk })
  const places = await newStories(server, cookies, quick && scenario === 'memory' ? 100 : STORIES[scenario])
  const { faults } = await generate(`write-${scenario}`, server, places)
  await server.stop()
  if (faults.length > 0) throw new Error(`Writing the stories for ${name} failed: ${faults.join('; ')}`)
  const story = { dir, places }
  written.set(name, story)
  return story
}

function generate(scenario: Job['scenario'], { port, pid }: Running, places: Place[]): Promise<Seen> {
  const job: Job = { scenario, port, pid, places, quick }
  // Not in the arguments: hundreds of stories and sign-ins do not fit there.
  const jobFile = join(work, 'job.json')
  writeFileSync(jobFile, JSON.stringify(job))
  const child = spawn('taskset', ['-c', LOAD_CORE, process.execPath, '--import', 'tsx', join(BENCH, 'generator.ts'), jobFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(out) as Seen) : reject(new Error(`The generator ended with ${code} in ${scenario}`)),
    )
  })
}
