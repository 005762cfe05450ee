/** What is delivered in these scenes, and the way out that adapters have in them: the guarded one, to this machine. */
import type { Node } from 'prosemirror-model'
import { contentOf, PARTICULARS, type Content, type Particulars } from '../../shared/publish/content.ts'
import { SITE_SETTINGS } from '../../shared/shapes/settings.ts'
import { schema } from '../../shared/schema.ts'
import { SETTINGS, type Settings } from '../../shared/story.ts'
import { askOutside } from '../../server/targets/guard.ts'
import type { Parcel, Remote, Sent } from '../../server/targets/target.ts'
import type { Way } from '../../server/targets/way.ts'
import { SPEAKERS } from '../body/stories.ts'
import { TurnedClock } from '../clock.ts'

/** A picture of one pixel. */
export const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64') // prettier-ignore
export const HARBOUR = 'harbourPicture0001-1x1'
export const PIER = 'pierPicture0000002-1x1'
/** Of an asset whose file is not there. */
export const LOST = 'lostPicture0000003-1x1'

type Attrs = Record<string, unknown>
export const p = (text: string, attrs: Attrs = {}) => schema.node('paragraph', attrs, text === '' ? [] : [schema.text(text)])
export const q = (text: string) => p(text, { role: 'question', speaker: 's1' })
export const a = (text: string) => p(text, { role: 'answer', speaker: 's2' })
export const picture = (asset: string, attrs: Attrs = {}) =>
  schema.node('image', { asset, alt: 'The harbour at noon', caption: 'Holm, in June.', credit: 'Foto: Ines Vik', ...attrs })
export const paywall = () => schema.node('paywall')

export const TALK = [p('The ferry comes at six.'), q('Why do you stay?'), a('Because of the light, & the <sea>.')]

export function content(
  blocks: readonly Node[] = TALK,
  more: Partial<Particulars> & { headline?: string; dek?: string; byline?: string; settings?: Partial<Settings> } = {},
): Content {
  const { headline = 'The last ferryman', dek = 'A talk on the quay.', byline = 'Ana Ruiz', settings = {}, ...particulars } = more
  return contentOf(
    {
      headline,
      dek,
      byline,
      speakers: SPEAKERS,
      settings: { ...SETTINGS, ...settings },
      body: schema.node('doc', null, [...blocks]),
    },
    { ...PARTICULARS, path: 'the-last-ferryman', topics: ['Sea & ships'], ...particulars },
  )
}

export const START = Date.UTC(2026, 5, 1, 14, 2)

export function parcel(given: Partial<Parcel> = {}): Parcel {
  return {
    id: 'parcel-1',
    storyId: 'story-1',
    kind: 'first',
    number: 1,
    content: content(),
    notes: [],
    url: 'https://news.example/the-last-ferryman',
    publishedAt: START,
    changedAt: START,
    before: null,
    newsletter: null,
    isRetry: false,
    overwrite: false,
    ...given,
  }
}

export type TestWay = Way & { clock: TurnedClock; onSite: boolean; asked: string[] }

export function aWay(): TestWay {
  const clock = new TurnedClock(START)
  const way: TestWay = {
    clock,
    onSite: true,
    asked: [],
    ask: (ask) => {
      way.asked.push(`${ask.method} ${new URL(ask.url).pathname}`)
      return askOutside({ ...ask, allowPrivate: true })
    },
    now: () => clock.now(),
    picture: (asset) => Promise.resolve(asset === LOST ? null : { bytes: PIXEL, type: 'image/png' }),
    isOnSite: () => Promise.resolve(way.onSite),
    newsroom: { name: 'The Holm Courier' },
    site: SITE_SETTINGS,
    zone: 'Europe/Berlin',
    base: 'https://news.example',
  }
  return way
}

/** What came of a delivery that went out. @throws what kept it */
export function remoteOf(sent: Sent): Remote {
  if (sent.outcome !== 'out') throw new Error(`${sent.outcome}: ${sent.says}`)
  return sent.remote
}
