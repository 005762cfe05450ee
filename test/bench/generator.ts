/** The load: runs one scenario against one server, pinned to its own core, and prints what it saw as JSON. */
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import * as Y from 'yjs'
import { Crowd } from './crowd.ts'
import { dialectFor, type Place } from './dialects.ts'
import { Member, presence, Reach } from './member.ts'
import { cpuMs, rssMb } from './process.ts'
import { readRanges } from './ranges.ts'
import { linesOf, pasted, typedOverTime, type Written } from './words.ts'

export type Job = {
  scenario:
    | 'one-story'
    | 'many-stories'
    | 'rate'
    | 'joining'
    | 'first-open'
    | 'memory'
    | 'write-joining'
    | 'write-first-open'
    | 'write-memory'
  port: number
  pid: number
  places: Place[]
  /** Shorter, for trying the bench itself. */
  quick: boolean
}
export type Seen = { faults: string[]; [figure: string]: number | string[] }

const START_SIZE = 20_000
/** After the last key: what a server does late (storing, folding) counts as well. */
const AFTER_MS = 3000
const HISTORY = 26_000
const JOINERS = 200

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
/** False when it takes longer than that. */
async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  const first = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return first
}

/** Until the server has nothing to do any more: some store long after they were told. */
async function quiet(pid: number): Promise<void> {
  let calm = 0
  for (let seconds = 0; calm < 4 && seconds < 300; seconds++) {
    const before = cpuMs(pid)
    await sleep(1000)
    calm = cpuMs(pid) - before <= 20 ? calm + 1 : 0
  }
}

const joinedStory = () => pasted(100_000, 700_000_001)
const oldStory = () => typedOverTime(HISTORY, 800_000_001)
const manyStory = (at: number) => pasted(50_000, 900_000_001 + at)

async function typing({ port, pid, places, quick }: Job, people: number): Promise<Seen> {
  const crowd = new Crowd(port, places, people)
  await crowd.gather(START_SIZE)
  await crowd.type(quick ? 2 : 5, 5, true, false)
  await crowd.allArrived(10_000)
  const before = {
    cpu: cpuMs(pid),
    own: process.cpuUsage(),
    at: performance.now(),
    wire: crowd.wire,
    presence: crowd.presenceFrames,
  }
  await crowd.type(quick ? 5 : 20, 5, true, true)
  await crowd.allArrived(20_000)
  const own = process.cpuUsage(before.own)
  const load = (own.user + own.system) / 1000 / (performance.now() - before.at)
  await sleep(AFTER_MS)
  const cpu = cpuMs(pid) - before.cpu
  const seconds = (performance.now() - before.at) / 1000
  const typed = crowd.take()
  const { frames, bytes } = crowd.wire
  await crowd.check(quick ? 2 : 20)
  if (places[0]!.server === 'copydesk') crowd.checkSaved()
  const result = {
    cpuPerDeliveryUs: (cpu * 1000) / typed.delivered,
    serverLoad: cpu / 10 / seconds,
    generatorLoad: load * 100,
    ...typed,
    missing: typed.expected - typed.delivered,
    framesPerEdit: (frames - before.wire.frames) / typed.edits,
    bytesPerEdit: (bytes - before.wire.bytes) / typed.edits,
    presenceFrames: crowd.presenceFrames - before.presence,
    faults: crowd.faults,
  }
  await crowd.leave()
  return result
}

/** Doubles the rate in half steps until it breaks, then looks between the last two. A rate that breaks is tried once more. */
async function rate({ port, pid, places, quick }: Job): Promise<Seen> {
  const people = 5
  const crowd = new Crowd(port, places, people)
  await crowd.gather(START_SIZE)
  const typists = places.length * people
  let best = { edits: 0, p99: 0, load: 0, serverLoad: 0 }
  const held = async (goal: number): Promise<boolean> => (await heldOnce(goal)) || (crowd.faults.length === 0 && heldOnce(goal))
  const heldOnce = async (goal: number): Promise<boolean> => {
    await crowd.type(1, goal / typists, false, false)
    const own = process.cpuUsage()
    const cpu = cpuMs(pid)
    const start = performance.now()
    const seconds = quick ? 2 : 5
    await crowd.type(seconds, goal / typists, false, true)
    const used = process.cpuUsage(own)
    const load = (used.user + used.system) / 10 / (performance.now() - start)
    const serverLoad = (cpuMs(pid) - cpu) / 10 / seconds
    const arrived = await crowd.allArrived(1000)
    const { edits, p99 } = crowd.take()
    const reached = edits / seconds
    process.stderr.write(
      `  ${Math.round(reached)}/s p99 ${p99.toFixed(1)} ms, server ${serverLoad.toFixed(0)} %, generator ${load.toFixed(0)} %${arrived ? '' : ', not all arrived'}\n`,
    )
    const fine = arrived && p99 < 100 && reached > goal * 0.97
    if (fine && reached > best.edits) best = { edits: reached, p99, load, serverLoad }
    await crowd.allArrived(60_000)
    crowd.take()
    await sleep(500)
    return fine && crowd.faults.length === 0
  }
  let low = 0
  let high = 0
  for (let goal = 700; high === 0; goal *= Math.SQRT2) {
    if (await held(goal)) low = goal
    else high = goal
  }
  for (let i = 0; i < (quick ? 1 : 2) && low > 0; i++) {
    const middle = Math.sqrt(low * high)
    if (await held(middle)) low = middle
    else high = middle
  }
  await crowd.allArrived(60_000)
  await crowd.check(4)
  const result = {
    editsASecond: best.edits,
    p99: best.p99,
    serverLoad: best.serverLoad,
    generatorLoad: best.load,
    faults: crowd.faults,
  }
  await crowd.leave()
  return result
}

async function joining({ port, pid, places }: Job): Promise<Seen> {
  const story = joinedStory()
  const place = places[0]!
  const faults: string[] = []
  const cpu = cpuMs(pid)
  const start = performance.now()
  let last = 0
  let bytes = 0
  const joiners = Array.from({ length: JOINERS }, (_, at) => {
    const client = 1_000_000_001 + at
    const member = new Member(port, dialectFor(place, at), (why) => faults.push(`joiner ${at} was dropped: ${why}`))
    const got: Uint8Array[] = []
    let size = 0
    // Reading 200 copies would be measured too: here their bytes are counted, and looked at afterwards.
    const whole = new Promise<void>((resolve) => {
      member.onUpdate = (update) => {
        got.push(update.slice())
        size += update.length
        if (size < story.size * 0.95) return
        last = performance.now()
        resolve()
      }
    })
    return { member, got, done: member.join(presence(client, 1, null)).then(() => whole) }
  })
  if (!(await within(60_000, Promise.all(joiners.map(({ done }) => done)))))
    faults.push('not everybody was synced within a minute')
  const wall = last - start
  await sleep(AFTER_MS)
  const used = cpuMs(pid) - cpu
  for (const { got, member } of joiners) {
    const reach = new Reach()
    for (const update of got) reach.add(update)
    if (!reach.holds(story.reach)) faults.push('a joiner does not hold the whole story')
    bytes += member.line.bytes
  }
  faults.push(...differences(joiners[JOINERS - 1]!.got, story))
  await Promise.all(joiners.map(({ member }) => member.line.close()))
  return { wallMs: wall, cpuMs: used, mbSent: bytes / 1e6, faults }
}

async function firstOpen({ port, pid, places }: Job): Promise<Seen> {
  const story = oldStory()
  const faults: string[] = []
  const reach = new Reach()
  const got: Uint8Array[] = []
  const cpu = cpuMs(pid)
  const start = performance.now()
  const member = new Member(port, dialectFor(places[0]!, 0), (why) => faults.push(`dropped: ${why}`))
  let wall = Number.NaN
  const whole = new Promise<void>((resolve) => {
    member.onUpdate = (update) => {
      got.push(update.slice())
      reach.add(update)
      if (Number.isNaN(wall) && reach.holds(story.reach)) {
        wall = performance.now() - start
        resolve()
      }
    }
  })
  await member.join(presence(1_000_000_001, 1, null))
  if (!(await within(60_000, whole))) faults.push('the story did not come whole within a minute')
  await sleep(AFTER_MS)
  faults.push(...differences(got, story))
  const result = {
    wallMs: wall,
    cpuMs: cpuMs(pid) - cpu,
    kbReceived: member.line.bytes / 1000,
    timesSent: member.line.bytes / story.size,
    faults,
  }
  await member.line.close()
  return result
}

function differences(updates: Uint8Array[], story: Written): string[] {
  const ydoc = new Y.Doc()
  for (const update of updates) Y.applyUpdate(ydoc, update)
  const lines = linesOf(ydoc)
  const same = lines.length === story.lines.length && lines.every((line, at) => line === story.lines[at])
  ydoc.destroy()
  return same ? [] : ['the story that came is not the one that was written']
}

async function memory({ port, pid, places, quick }: Job): Promise<Seen> {
  const faults: string[] = []
  const members: Member[] = []
  let peak = 0
  const look = () => {
    peak = Math.max(peak, rssMb(pid))
  }
  const collect = async () => {
    process.kill(pid, 'SIGUSR2')
    await sleep(1500)
    return rssMb(pid)
  }
  const before = await collect()
  for (const [at, place] of places.entries()) {
    const reach = new Reach()
    const goal = manyStory(at).reach
    const member = new Member(port, dialectFor(place, at), (why) => faults.push(`story ${at} was dropped: ${why}`))
    const whole = new Promise<void>((resolve) => {
      member.onUpdate = (update) => {
        reach.add(update)
        if (reach.holds(goal)) resolve()
      }
    })
    await member.join(presence(1_000_000_001 + at, 1, null))
    if (!(await within(10_000, whole))) faults.push(`story ${at} did not come whole`)
    members.push(member)
    if (at % 10 === 0) look()
  }
  await sleep(1000)
  look()
  await Promise.all(members.map(({ line }) => line.close()))
  await sleep(quick ? 5000 : 15_000)
  const left = rssMb(pid)
  const collected = await collect()
  return { beforeMb: before, peakMb: peak, leftMb: left, collectedMb: collected, growthMb: collected - before, faults }
}

/** Puts stories on a server by its own road, as people who type or paste, so that it stores them as it would. */
async function put({ port, pid, places }: Job, story: (at: number) => Written): Promise<Seen> {
  const faults: string[] = []
  for (const [at, place] of places.entries()) {
    const { runs, reach } = story(at)
    const watcher = new Member(port, dialectFor(place, at), (why) => faults.push(`dropped: ${why}`))
    const writers = new Map<number, Member>()
    const came = new Reach()
    const waiting: { reach: [number, number][]; go: () => void }[] = []
    watcher.onUpdate = (update) => {
      came.add(update)
      if (waiting[0] && came.holds(waiting[0].reach)) waiting.shift()!.go()
    }
    await watcher.join(null)
    for (const { client, updates } of runs) {
      let writer = writers.get(client)
      if (!writer) {
        writer = new Member(port, dialectFor(place, at), (why) => faults.push(`dropped: ${why}`))
        writers.set(client, writer)
        await writer.join(presence(client, 1, null))
      }
      const arrived = new Promise<void>((go) => waiting.push({ reach: [[client, endOf(client, updates)]], go }))
      for (const update of updates) writer.write(update)
      if (!(await within(30_000, arrived))) faults.push(`a run of ${updates.length} edits did not arrive`)
    }
    if (!came.holds(reach)) faults.push(`story ${at} did not arrive whole`)
    await Promise.all([watcher, ...writers.values()].map(({ line }) => line.close()))
  }
  await quiet(pid)
  return { stories: places.length, faults }
}

function endOf(client: number, updates: Uint8Array[]): number {
  let end = 0
  for (const update of updates)
    readRanges(update, (by, clock, length) => {
      if (by === client) end = Math.max(end, clock + length)
    })
  return end
}

const scenarios: Record<Job['scenario'], (job: Job) => Promise<Seen>> = {
  'one-story': (job) => typing(job, 50),
  'many-stories': (job) => typing(job, 3),
  rate,
  joining,
  'first-open': firstOpen,
  memory,
  'write-joining': (job) => put(job, joinedStory),
  'write-first-open': (job) => put(job, oldStory),
  'write-memory': (job) => put(job, manyStory),
}

const job = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Job
const seen = await scenarios[job.scenario](job)
seen.faults = [...new Set(seen.faults)].slice(0, 10)
process.stdout.write(JSON.stringify(seen), () => process.exit(0))
