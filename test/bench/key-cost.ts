/**
 * What keys cost a page: all that its main thread runs from one key to the next (the key itself, and the timers,
 * microtasks, frames and idle work that it leaves behind), by that thread's own clock, so that other programs on the
 * machine do not count.
 */
import type { Browser, Page } from 'playwright-core'

type Traced = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur: number
  tdur: number
  args?: { data?: { type?: string } }
}

/** Milliseconds of one key. `within`: while the browser dispatches the key itself. */
type KeyCost = { script: number; within: number; task: number }
/** `after`: what follows the keys, by what it is run by. */
export type Keys = { keys: KeyCost[]; after: Map<string, number> }

const CATEGORIES = ['devtools.timeline', 'v8.execute', 'v8', 'toplevel', 'disabled-by-default-devtools.timeline']
const SCRIPT = new Set(['FunctionCall', 'RunMicrotasks', 'EvaluateScript', 'MinorGC', 'MajorGC'])
const TASK = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])
const CAUSES = new Set(['EventDispatch', 'TimerFire', 'FireAnimationFrame', 'FireIdleCallback'])
const KEY_EVENTS = new Set(['keydown', 'keypress', 'beforeinput', 'textInput', 'input', 'keyup', 'selectionchange'])
/** A rhythm of typing; and one in which all that was put off is done before the next key comes. */
export const FAST = 60
export const SLOW = 1_000

/** How it is counted, for whoever reads the figures. */
export const HOW =
  'Script is what the page’s main thread ran (trace events FunctionCall, RunMicrotasks, EvaluateScript and garbage collections, ' +
  'the outermost ones), in the processor time of that thread, from one key to the next: the key itself, and every timer, ' +
  'microtask, frame, message and idle callback that comes before the next key.'

/** What the thread ran that a page's scripts run on, in the order it began. */
async function traced(browser: Browser, page: Page, act: () => Promise<void>): Promise<Traced[]> {
  await browser.startTracing(page, { categories: CATEGORIES })
  await act()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] }
  const ran = new Map<string, number>()
  const nameOf = ({ pid, tid }: Traced): string => `${pid} ${tid}`
  for (const one of traceEvents)
    if (one.ph === 'X' && SCRIPT.has(one.name)) ran.set(nameOf(one), (ran.get(nameOf(one)) ?? 0) + (one.tdur ?? 0))
  const main = [...ran].toSorted((a, b) => b[1] - a[1])[0]
  if (main === undefined || main[1] === 0) throw new Error('this browser does not say how long its thread ran')
  return traceEvents
    .filter((one) => one.ph === 'X' && nameOf(one) === main[0])
    .map((one) => ({ ...one, dur: one.dur ?? 0, tdur: one.tdur ?? 0 }))
    .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur)
}

/** Those that no other of the same kind holds. */
function outermost(all: readonly Traced[], kind: ReadonlySet<string>): Traced[] {
  let end = 0
  return all.filter((one) => {
    if (!kind.has(one.name) || one.ts < end) return false
    end = one.ts + one.dur
    return true
  })
}

const sum = (all: readonly Traced[]): number => all.reduce((ms, { tdur }) => ms + tdur / 1000, 0)

/**
 * Types a text, a key every `gap` milliseconds.
 * @param gap after the last key it waits as long, and at least until what was put off is done
 */
export async function costOfKeys(browser: Browser, page: Page, text: string, gap: number): Promise<Keys> {
  const main = await traced(browser, page, async () => {
    await page.keyboard.type(text, { delay: gap })
    await page.waitForTimeout(SLOW)
  })
  const begins = main.filter((one) => one.name === 'EventDispatch' && one.args?.data?.type === 'keydown').map(({ ts }) => ts)
  const keys = begins.map((): KeyCost => ({ script: 0, within: 0, task: 0 }))
  const after = new Map<string, number>()
  const keyAt = (ts: number): KeyCost | undefined => keys[begins.findLastIndex((begin) => begin <= ts)]
  // The task in which a key is told belongs to that key.
  for (const task of outermost(main, TASK)) {
    const key = keyAt(task.ts + task.dur)
    if (key !== undefined) key.task += task.tdur / 1000
  }
  const causes = outermost(main, CAUSES)
  let at = 0
  for (const one of outermost(main, SCRIPT)) {
    const key = keyAt(one.ts)
    if (key === undefined) continue
    const ms = one.tdur / 1000
    key.script += ms
    while (at < causes.length && causes[at]!.ts + causes[at]!.dur <= one.ts) at++
    const cause = causes[at]
    const why = cause === undefined || cause.ts > one.ts ? one.name : (cause.args?.data?.type ?? cause.name)
    if (KEY_EVENTS.has(why)) key.within += ms
    else after.set(why, (after.get(why) ?? 0) + ms)
  }
  return { keys, after }
}

/** What a page's main thread runs while it does something. */
export async function costOf(browser: Browser, page: Page, act: () => Promise<void>): Promise<{ script: number; task: number }> {
  const main = await traced(browser, page, act)
  return { script: sum(outermost(main, SCRIPT)), task: sum(outermost(main, TASK)) }
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5)
export const quantile = (numbers: readonly number[], q: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}
const mean = (numbers: readonly number[]): number => numbers.reduce((all, n) => all + n, 0) / numbers.length

/** What a key cost in all rounds together, how that is spread, and what came after the key. */
export function sentencesOf(name: string, rounds: readonly Keys[]): string[] {
  const keys = rounds.flatMap((round) => round.keys)
  const script = keys.map((key) => key.script)
  const f = (n: number): string => n.toFixed(2)
  const after = new Map<string, number>()
  for (const round of rounds) for (const [why, ms] of round.after) after.set(why, (after.get(why) ?? 0) + ms / keys.length)
  const whys = [...after].toSorted((a, b) => b[1] - a[1]).filter(([, ms]) => ms >= 0.05)
  return [
    `  ${name}: ${f(mean(script))} ms of script a key (median ${f(median(script))}, p95 ${f(quantile(script, 0.95))}); ` +
      `main thread ${f(mean(keys.map((key) => key.task)))} ms`,
    `    in the key itself ${f(mean(keys.map((key) => key.within)))}${whys.map(([why, ms]) => `, ${why} ${f(ms)}`).join('')}`,
  ]
}
