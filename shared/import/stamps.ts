/** Time stamps on lines of their own, as players and meetings copy them: brought beside the names, or read as captions. */
import { labelAt } from './labels.ts'

const CLOCK = /^[ \t]*[[(]?((?:\d{1,2}:)?\d{1,3}:\d{2})(?:[.,]\d{1,3})?[\])]?[ \t]*$/
const SPELLED = /^[ \t]*(.{0,60}?)[ \t]*(?:(\d{1,2}) hours?,? )?(\d{1,3}) minutes?,? (\d{1,2}) seconds?[ \t]*$/
/** As machines that listen write them: `[00:01.000 --> 00:04.000]  Words`. */
const RANGE = /^[ \t]*\[((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}) *--> *((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3})\][ \t]*/

const LEAST = 3

/** The text with its stamps where the other readers look for them; the same text where it has none. */
export function stampsBeside(text: string): string {
  if (!/\d:\d{2}|\d minutes?/.test(text)) return text
  const lines = text.split('\n')
  const filled = lines.filter((line) => line.trim() !== '').length
  const ranges = lines.filter((line) => RANGE.test(line)).length
  if (ranges >= LEAST && ranges >= filled * 0.6)
    return `WEBVTT\n\n${lines.map((line) => line.replace(RANGE, '\n$1 --> $2\n')).join('\n')}`
  const times = lines.map(timeIn)
  const alone = times.flatMap((time, i) => (time !== null && time.name === '' ? [i] : []))
  const withName = times.filter((time) => time !== null && time.name !== '').length
  if (alone.length + withName < LEAST) return text
  const nameBefore = (i: number): string | null => {
    const line = lines[i - 1]?.trim() ?? ''
    const label = line === '' ? null : labelAt(`${line}:`, line.length)
    return label !== null && label.end === line.length + 1 ? line : null
  }
  const names = alone.map(nameBefore)
  const known = names.filter((name) => name !== null)
  if (withName >= LEAST || (known.length >= alone.length * 0.6 && new Set(known).size <= known.length / 2 + 1))
    return beside(lines, times, (i) => (alone.includes(i) ? nameBefore(i) : null))
  // The hours of a day begin later, and are words.
  const seconds = alone.map((i) => secondsOf(times[i]?.clock ?? ''))
  const plays = (seconds[0] ?? 60) < 60 && seconds.every((at, i) => at >= (seconds[i - 1] ?? 0))
  if (!plays || alone.length < filled * 0.25) return text
  return `WEBVTT\n\n${lines
    .map((line, i) => {
      const time = times[i] ?? null
      return time === null ? line : `\n${time.clock}.000 --> ${time.clock}.000`
    })
    .join('\n')}`
}

const secondsOf = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

type Time = { name: string; clock: string }

function timeIn(line: string): Time | null {
  if (line.length > 90) return null
  const clock = CLOCK.exec(line)?.[1]
  if (clock !== undefined) return { name: '', clock }
  const [whole, name = '', hours, minutes = '', seconds = ''] = SPELLED.exec(line) ?? []
  if (whole === undefined || (name !== '' && labelAt(`${name}:`, name.length)?.end !== name.length + 1)) return null
  return { name, clock: `${hours === undefined ? '' : `${hours}:`}${minutes}:${seconds.padStart(2, '0')}` }
}

/** `Name  0:03` above what is said, with a blank line before it. */
function beside(lines: string[], times: (Time | null)[], nameBefore: (i: number) => string | null): string {
  const out: string[] = []
  let label = -1
  for (const [i, line] of lines.entries()) {
    const time = times[i] ?? null
    const name = time === null ? null : time.name !== '' ? time.name : nameBefore(i)
    if (time === null) {
      out.push(line)
      continue
    }
    if (name !== null) {
      if (time.name === '' && out.at(-1)?.trim() === name) out.pop()
      // The same name again before a word was said: the page says it for the eye and for the ear.
      if (label >= 0 && out.slice(label + 1).every((one) => one.trim() === '')) out.splice(label)
      out.push('', `${name}  ${time.clock}`)
      label = out.length - 1
    } else if (label < 0 || out.slice(label + 1).some((one) => one.trim() !== '')) out.push(line)
  }
  return out.join('\n')
}
