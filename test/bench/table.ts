/** The results as one Markdown table: medians, and Copydesk against the better peer. */
import type { Seen } from './generator.ts'
import type { Results } from './run.ts'
import type { Kind } from './servers.ts'

type Row = {
  scenario: string
  figure: string
  called: string
  unit: string
  goal?: { times: number; better: 'less' | 'more' } | { most: number }
}

const ROWS: Row[] = [
  {
    scenario: 'one-story',
    figure: 'cpuPerDeliveryUs',
    called: '50 people in one story: server CPU a delivered edit',
    unit: 'µs',
    goal: { times: 0.5, better: 'less' },
  },
  { scenario: 'one-story', figure: 'p50', called: '… key to colleague, p50', unit: 'ms' },
  { scenario: 'one-story', figure: 'p99', called: '… key to colleague, p99', unit: 'ms' },
  { scenario: 'one-story', figure: 'missing', called: '… edits not delivered', unit: '' },
  {
    scenario: 'many-stories',
    figure: 'cpuPerDeliveryUs',
    called: '300 stories of 3 typists: server CPU a delivered edit',
    unit: 'µs',
    goal: { times: 0.5, better: 'less' },
  },
  { scenario: 'many-stories', figure: 'p50', called: '… key to colleague, p50', unit: 'ms' },
  { scenario: 'many-stories', figure: 'p99', called: '… key to colleague, p99', unit: 'ms' },
  { scenario: 'many-stories', figure: 'missing', called: '… edits not delivered', unit: '' },
  {
    scenario: 'rate',
    figure: 'editsASecond',
    called: '20 stories of 5: highest sustained edits a second, p99 under 100 ms',
    unit: '/s',
    goal: { times: 1.5, better: 'more' },
  },
  {
    scenario: 'joining',
    figure: 'wallMs',
    called: '200 people join a 100 KB story at once: until the last is synced',
    unit: 'ms',
    goal: { times: 0.8, better: 'less' },
  },
  { scenario: 'joining', figure: 'cpuMs', called: '… server CPU', unit: 'ms' },
  {
    scenario: 'first-open',
    figure: 'wallMs',
    called: 'first open of a story of 26,000 edits',
    unit: 'ms',
    goal: { times: 1, better: 'less' },
  },
  {
    scenario: 'first-open',
    figure: 'timesSent',
    called: '… bytes received, times the size of the story',
    unit: '×',
    goal: { most: 1.05 },
  },
  { scenario: 'memory', figure: 'peakMb', called: '500 stories of 50 KB open: memory at the peak', unit: 'MB' },
  { scenario: 'memory', figure: 'growthMb', called: '… all closed: memory above the start', unit: 'MB', goal: { most: 40 } },
]

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

const figureOf = (seen: Seen[] | undefined, figure: string): number | null => {
  const numbers = (seen ?? []).map((one) => one[figure]).filter((n): n is number => typeof n === 'number')
  return numbers.length === 0 ? null : median(numbers)
}

const shown = (n: number | null, unit: string) =>
  n === null
    ? '–'
    : `${Math.abs(n) >= 100 ? Math.round(n).toLocaleString('en') : n.toFixed(Math.abs(n) >= 10 ? 1 : 2)}${unit === '' ? '' : ` ${unit}`}`

function verdict(row: Row, own: number | null, peers: (number | null)[]): [string, string] {
  const { goal } = row
  const known = peers.filter((n) => n !== null)
  const best =
    known.length === 0 ? null : goal && 'better' in goal && goal.better === 'more' ? Math.max(...known) : Math.min(...known)
  const times = own === null || best === null || row.unit === '' || row.figure === 'growthMb' ? null : own / best
  const said = times === null ? '' : `${times.toFixed(2)}×`
  if (!goal || own === null) return [said, '']
  if ('most' in goal) return [said, `at most ${goal.most} ${row.unit}: ${own <= goal.most ? 'met' : 'missed'}`]
  if (times === null) return [said, '']
  const met = goal.better === 'less' ? times <= goal.times : times >= goal.times
  return [said, `${goal.better === 'less' ? 'at most' : 'at least'} ${goal.times}×: ${met ? 'met' : 'missed'}`]
}

export function table(about: Record<string, string | number>, results: Results): string {
  const lines = [
    Object.entries(about)
      .map(([key, value]) => `${key} ${value}`)
      .join(', '),
    '',
    '| | Copydesk | Hocuspocus | @y/websocket-server | to the better peer | goal |',
    '|---|---:|---:|---:|---:|---|',
  ]
  for (const row of ROWS) {
    const seen = results[row.scenario]
    if (!seen) continue
    const of = (kind: Kind) => figureOf(seen[kind], row.figure)
    const [own, ...peers] = [of('copydesk'), of('hocuspocus'), of('y-websocket-server')]
    const [times, goal] = verdict(row, own!, peers)
    lines.push(`| ${row.called} | ${[own!, ...peers].map((n) => shown(n, row.unit)).join(' | ')} | ${times} | ${goal} |`)
  }
  for (const [scenario, seen] of Object.entries(results))
    for (const [kind, runs] of Object.entries(seen))
      for (const fault of new Set(runs.flatMap(({ faults }) => faults))) lines.push('', `**${scenario}, ${kind}: ${fault}**`)
  return lines.join('\n')
}
