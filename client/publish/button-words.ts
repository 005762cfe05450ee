/** What the publish button says: pure, because an editor goes by these words. It comes with the page, and so alone. */
import type { Standing } from '../../shared/shapes/standing.ts'

type ButtonWords = {
  says: string
  /** For a narrow window. */
  short: string
  /** `done`: there is nothing to do. */
  tone: 'ready' | 'done' | 'trouble'
  title: string
}

const LOOK = 'What keeps it from going out, and what readers will get'

/** What the one button of the story page says. @param standing null: not known yet */
export function buttonWords(standing: Standing | null, time: (at: number, zone: string) => string): ButtonWords {
  if (standing === null) return { says: 'Publish', short: 'Publish', tone: 'ready', title: LOOK }
  const { mayPublish, waiting, live, alarms } = standing
  const words = (says: string, tone: 'ready' | 'done', title: string, short = says): ButtonWords => ({
    says,
    short,
    tone: alarms.length > 0 ? 'trouble' : tone,
    title: alarms[0] ?? title,
  })
  if (!mayPublish) return words('Check', 'ready', 'What keeps the story from going out')
  if (waiting !== null) {
    const at = time(waiting.at, waiting.zone)
    const title = waiting.behind
      ? 'The story has changed since: what goes out is the text that was scheduled'
      : 'It goes out by itself'
    return words(`Scheduled for ${at}`, 'done', title, at)
  }
  if (live === null) return words('Publish', 'ready', LOOK)
  if (live.killed) return words('Withdrawn', 'done', 'Readers are told that it was withdrawn')
  if (live.behind) return words('Update', 'ready', 'Readers have an older text than the desk')
  return words('Published', 'done', 'Readers have what the desk has')
}

/** By name, because browsers put their commas differently. */
export function partsOf(at: number, zone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).formatToParts(at)
  return (type) => parts.find((part) => part.type === type)?.value ?? ''
}

/** Short, for a button: `Thu 06:00` within a week, else `3 Dec 06:00`. */
export function shortWall(at: number, zone: string, now: number): string {
  const part = partsOf(at, zone)
  const isNear = Math.abs(at - now) < 6 * 24 * 60 * 60_000
  const day = isNear ? part('weekday').slice(0, 3) : `${part('day')} ${part('month').slice(0, 3)}`
  return `${day} ${part('hour')}:${part('minute')}`
}
