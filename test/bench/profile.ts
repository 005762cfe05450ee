/** Reads what `node --cpu-prof` wrote: the functions that took the time themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

export function hottest(folder: string, count = 30): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => {
      const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Profile
      const names = new Map(
        nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => [
          id,
          `${functionName || '(unnamed)'} ${url ? `${basename(url.split('?')[0]!)}:${lineNumber + 1}` : ''}`,
        ]),
      )
      const times = new Map<string, number>()
      let all = 0
      for (const [at, id] of samples.entries()) {
        const name = names.get(id)!
        if (name.startsWith('(idle)')) continue
        times.set(name, (times.get(name) ?? 0) + timeDeltas[at]!)
        all += timeDeltas[at]!
      }
      const top = [...times].sort(([, a], [, b]) => b - a).slice(0, count)
      return [
        `${name}: ${(all / 1e6).toFixed(1)} s busy`,
        ...top.map(([what, us]) => `${((us * 100) / all).toFixed(1).padStart(6)} %  ${what}`),
      ].join('\n')
    })
    .join('\n')
}
