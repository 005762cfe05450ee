/** What the system says about a process: processor time and memory. */
import { readFileSync, readdirSync } from 'node:fs'

const TICK_MS = 10

function statOf(pid: number): { parent: number; ticks: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** Milliseconds of processor time of a process, its threads and its children (utime + stime). */
export function cpuMs(pid: number): number {
  const own = statOf(pid)
  if (!own) throw new Error('The server is gone.')
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), stat: statOf(Number(name)) }))
  const family = new Set([pid])
  let ticks = own.ticks
  for (let grew = true; grew;) {
    grew = false
    for (const one of stats)
      if (one.stat && family.has(one.stat.parent) && !family.has(one.pid)) {
        family.add(one.pid)
        ticks += one.stat.ticks
        grew = true
      }
  }
  return ticks * TICK_MS
}

export function rssMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}
