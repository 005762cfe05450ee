/** What an edition would be to readers, before it is one: its page, letter, card and search result, and what changed. */
import { wholeEdition } from '../../db/editions.ts'
import type { Person } from '../../shared/api.ts'
import { storyOf } from '../../shared/publish/content.ts'
import { classOfChange, type ClassOfChange } from '../../shared/publish/class-of-change.ts'
import type { Check } from '../../shared/shapes/checks.ts'
import type { AskPreview, EditionPreview, WallTime } from '../../shared/shapes/editions.ts'
import type { Change } from '../../shared/shapes/versions.ts'
import { instantOf, spoken } from '../../shared/publish/wall-time.ts'
import { Refusal } from '../../shared/refusal.ts'
import { cardAddress } from '../../shared/site/addresses.ts'
import { toEmail } from '../../shared/site/email.ts'
import { cardOf, cardTag } from '../../shared/site/page.ts'
import { changesOfContent } from '../../shared/versions/changes.ts'
import type { Desk } from '../context.ts'
import { comparedTexts } from '../versions/compare.ts'
import { checkStory } from './check.ts'
import { makePage, type Made } from './make-page.ts'

/** Later than this no zone can be told for sure. */
const LATEST = '9000'

/** The instant that a wall time is, and what became of it. @throws Refusal `invalid-field` */
export function whenOf({ local, zone, fold }: WallTime, now: number): { at: number; says: string | null } {
  if (local >= LATEST) throw new Refusal('invalid-field', 422, `at: ${local} is too far off to be kept.`)
  const found = instantOf({ local, zone, ...(fold === undefined ? {} : { fold }) })
  if (found === null) throw new Refusal('invalid-field', 422, `at: there is no ${local} in ${zone}.`)
  if (found.at <= now)
    throw new Refusal('invalid-field', 422, `at: ${spoken(found.at, zone)} has passed. Publish it now, or choose a later time.`)
  return found
}

export async function preview(desk: Desk, person: Person, storyId: string, asked: AskPreview): Promise<EditionPreview> {
  const now = desk.clock.now()
  const { at, says } = asked.at === null ? { at: now, says: null } : whenOf(asked.at, now)
  const made = await makePage(desk, storyId, { kind: asked.kind, note: asked.note, at })
  const { changes, change } = await whatChanged(desk, made)
  const { content, of } = made
  const email = toEmail(of)
  return {
    stamp: made.stamp,
    hash: made.hash,
    page: made.page,
    url: of.url,
    at,
    says,
    email,
    social: {
      title: content.socialTitle || content.headline,
      text: content.searchText || content.dek,
      image: `${of.base}${cardAddress(content.path ?? '', cardTag(cardOf(of)))}`,
    },
    search: { title: content.searchTitle || content.headline, text: content.searchText || content.dek, url: of.url },
    changes,
    class: change,
    checks: await checksOf(desk, person, storyId, made, email.bytes),
  }
}

/** What readers will see changed since what they have. */
export async function whatChanged(
  desk: Desk,
  { history, content, hash, kind }: Made,
): Promise<{ changes: Change[]; change: ClassOfChange }> {
  const last = history.out.at(-1)
  if (last === undefined || last.hash === hash || kind === 'kill') return { changes: [], change: 'none' }
  const before = (await wholeEdition(desk.db, last.id)).content
  const { hunks } = await comparedTexts(desk.clock, storyOf(before), storyOf(content), false)
  const changes = changesOfContent(before, content, hunks)
  return { changes, change: classOfChange(changes) }
}

export function checksOf(
  desk: Desk,
  person: Person,
  storyId: string,
  made: Made,
  mailBytes: number | null = null,
): Promise<Check[]> {
  const { content, hash, story, kind, at } = made
  return checkStory(desk, storyId, { content, hash, story, kind, at, person, mailBytes })
}
