/** Reads what `node --cpu-prof` wrote: the functions that took the time themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Of the busiest thread. */
export function hottest(folder: string, count = 30): string {
  const threads = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => timesOf(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile))
  const { times, busy } = threads.reduce((a, b) => (b.busy > a.busy ? b : a))
  const top = [...times].sort(([, a], [, b]) => b - a).slice(0, count)
  return [
    `${(busy / 1e6).toFixed(1)} s busy`,
    ...top.map(([what, us]) => `${((us * 100) / busy).toFixed(1).padStart(6)} %  ${what}`),
  ].join('\n')
}

function timesOf({ nodes, samples, timeDeltas }: Profile): { times: Map<string, number>; busy: number } {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
      id,
      `${functionName || '(unnamed)'} ${url ? `${basename(url.split('?')[0]!)}:${lineNumber + 1}` : ''}`,
    ]),
  )
  const times = new Map<string, number>()
  let busy = 0
  for (const [at, id] of samples.entries()) {
    const name = names.get(id)!
    if (name.startsWith('(idle)')) continue
    times.set(name, (times.get(name) ?? 0) + timeDeltas[at]!)
    busy += timeDeltas[at]!
  }
  return { times, busy }
}
