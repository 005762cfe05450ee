/**
 * Publishing: the one way an edition is made. What goes out is what was previewed, byte for byte, or nothing: the page is
 * made again of what is in the room now, and must fit the stamp. Then one transaction has the edition, the version, the
 * path, the stage and what is to be delivered; what is due now is on the site with it.
 */
import { addEdition, claimPath, endWaiting, liveEdition, waitingEdition } from '../../db/editions.ts'
import type { Db } from '../../db/open.ts'
import { addDeliveries, deliveriesOf, setDeliveries } from '../../db/outbox.ts'
import { pack } from '../../db/packed.ts'
import { publishingSettings } from '../../db/publishing.ts'
import { rightsOn } from '../../db/stories.ts'
import type { Person } from '../../shared/api.ts'
import { isSilent, noteTrouble, whyNot } from '../../shared/publish/kinds.ts'
import { mayPublish, SITE } from '../../shared/publish/workflow.ts'
import type { AskPreview, Edition, EditionPreview, Publish } from '../../shared/shapes/editions.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Desk } from '../context.ts'
import type { Told } from '../inbox/notify.ts'
import { Turns } from '../review/turns.ts'
import { siteChanged } from '../site/live-site.ts'
import { putVersion } from '../versions/keep.ts'
import { newId } from '../secrets.ts'
import { editionsFor } from './editions.ts'
import { historyOf, makePage, noteOf, type History, type Made } from './make-page.ts'
import { standingChanged } from './standing.ts'
import { checksOf, preview, whatChanged, whenOf } from './preview.ts'
import { goOut, whatStops } from './release.ts'
import { stampOf, timeOfStamp } from './stamp.ts'
import { targetsFor } from './where.ts'

/** So long a preview may be looked at before it is published: the page says the time of the preview. */
const STAMP_MS = 30 * 60_000

const notSo = (sentence: string) => new Refusal('invalid-field', 422, sentence)
const moved = (sentence: string) => new Refusal('text-moved', 409, sentence)

export class Publisher {
  private readonly turns = new Turns()

  constructor(private readonly desk: Desk) {}

  preview(person: Person, storyId: string, asked: AskPreview): Promise<EditionPreview> {
    return preview(this.desk, person, storyId, asked)
  }

  /** The newest first. */
  editions(storyId: string): Promise<Edition[]> {
    return editionsFor(this.desk, storyId)
  }

  /**
   * The same stamp again, by whoever, is the same edition.
   * @throws Refusal `not-allowed`, `blocked`, `text-moved`, `wrong-kind`, `needs-note`, `invalid-field`, `no-target`, `path-taken`
   */
  publish(person: Person, storyId: string, given: Publish): Promise<Edition> {
    return this.turns.inTurn(storyId, async () => {
      await this.mustPublish(person, storyId)
      const history = await historyOf(this.desk, storyId)
      const before = madeBefore(history, given)
      if (before !== null) await this.mustGoThere(storyId, before, given)
      return this.edition(storyId, before ?? (await this.make(person, storyId, given)))
    })
  }

  /** What waits does not go out. @throws Refusal `not-allowed`, `no-edition` */
  cancel(person: Person, storyId: string, number: number): Promise<Edition> {
    return this.turns.inTurn(storyId, async () => {
      await this.mustPublish(person, storyId)
      const waiting = await waitingEdition(this.desk.db, storyId)
      const isDone =
        waiting?.number === number &&
        (await this.desk.db
          .transaction()
          .execute((trx) => this.endWaiting(trx, waiting.id, person, `${person.name} cancelled it.`)))
      if (!isDone) throw new Refusal('no-edition', 404, 'There is no such edition that waits: it is out, or cancelled already.')
      standingChanged(this.desk, storyId)
      return this.edition(storyId, number)
    })
  }

  /** @throws Refusal `not-allowed` */
  async mustPublish(person: Person, storyId: string): Promise<void> {
    const rights = await rightsOn(this.desk.db, person, storyId)
    const { publishers } = await publishingSettings(this.desk.db)
    if (!mayPublish(rights, publishers))
      throw new Refusal('not-allowed', 403, 'You may not publish this story: the newsroom’s settings say who may.')
  }

  /** @throws Refusal `no-edition` */
  async edition(storyId: string, number: number): Promise<Edition> {
    const edition = (await this.editions(storyId)).find((one) => one.number === number)
    if (edition === undefined) throw new Refusal('no-edition', 404, 'There is no such edition of this story.')
    return edition
  }

  /** @returns the new edition's number */
  private async make(person: Person, storyId: string, given: Publish): Promise<number> {
    const { desk } = this
    const now = desk.clock.now()
    const { kind, note } = given
    const made = await makePage(desk, storyId, { kind, note, at: timeFor(given, now) }, true)
    const withoutNote = given.withoutNote ?? ''
    const refused = whyNot(kind, made.history.before)
    if (refused !== null) throw new Refusal('wrong-kind', 409, refused)
    const trouble = noteTrouble(kind, note)
    if (trouble !== null) throw notSo(`note: ${trouble}`)
    await this.mustBeClear(person, storyId, made)
    if (made.stamp !== given.stamp)
      throw moved('What readers would get has changed since it was looked at. Nothing was published: look again.')
    const { change } = await whatChanged(desk, made)
    if (isSilent(kind, change, { note, withoutNote }))
      throw new Refusal(
        'needs-note',
        422,
        'Readers have another text than this, and the change is one of substance: tell them in a note, or say why none is needed.',
      )
    const number = (made.history.all.at(-1)?.number ?? 0) + 1
    const told = await desk.db.transaction().execute((trx) => this.write(trx, { person, storyId, given, made, number }))
    siteChanged(desk, storyId)
    standingChanged(desk, storyId)
    desk.inbox.tell(told)
    desk.deliveries.poke()
    return number
  }

  /** Who presses second, with other targets, is not told that it went where it did not. @throws Refusal `text-moved` */
  private async mustGoThere(storyId: string, number: number, { targets, newsletter }: Publish): Promise<void> {
    const there = (await deliveriesOf(this.desk.db, [storyId])).filter((one) => one.number === number)
    const has = (target: string) => there.some(({ target_id }) => target_id === target)
    if (!targets.every(has) || (newsletter !== null && there.every((one) => one.newsletter === null)))
      throw moved('Somebody has just published this, but not everywhere that you chose: look again.')
  }

  /** @throws Refusal `blocked`, with every reason */
  private async mustBeClear(person: Person, storyId: string, made: Made): Promise<void> {
    // What readers should not have is taken from them, whatever else is open.
    if (made.kind === 'kill') return
    const blockers = (await checksOf(this.desk, person, storyId, made)).filter(({ blocks }) => blocks)
    if (blockers.length === 0) return
    const many = blockers.length === 1 ? 'One thing keeps' : `${blockers.length} things keep`
    throw new Refusal('blocked', 422, `${many} the story from going out: ${blockers[0]!.says}`, { checks: blockers })
  }

  private async write(trx: Db, { person, storyId, given, made, number }: Writing): Promise<Told> {
    const { desk } = this
    const now = desk.clock.now()
    const { kind, note, at, content } = made
    const isLater = given.at !== null
    const stops = isLater ? null : await whatStops(trx, storyId, kind, now)
    if (stops !== null) throw new Refusal('blocked', 422, stops, { checks: [] })
    // What was due has gone out while this was being looked at: the page knows nothing of it, nor of its note.
    const live = await liveEdition(trx, storyId)
    if ((live?.id ?? null) !== (made.history.out.at(-1)?.id ?? null))
      throw moved('Another edition has just gone out. Nothing was published: look again.')
    const waiting = await waitingEdition(trx, storyId)
    if (waiting?.kind === 'kill' && kind !== 'kill')
      throw new Refusal(
        'wrong-kind',
        409,
        'The story is to be withdrawn at a set time. Cancel that first: this would take its place.',
      )
    if (waiting !== null) await this.endWaiting(trx, waiting.id, person, `Edition ${number} took its place.`)
    if (content.path !== null && kind !== 'kill' && !(await claimPath(trx, content.path, storyId, now)))
      throw new Refusal('path-taken', 409, `Another story has, or once had, the path ${content.path}. Choose another.`)
    const deliveries = await targetsFor(trx, storyId, given)
    const id = newId()
    const kept = { storyId, reason: 'publication', says: `edition ${number}`, by: person.id } as const
    const version = await putVersion(desk, trx, made.taken!, kept)
    await addEdition(
      trx,
      {
        id,
        story_id: storyId,
        number,
        kind,
        content: pack(JSON.stringify(content)),
        hash: made.hash,
        page: pack(made.page),
        page_hash: made.pageHash,
        headline: content.headline,
        note: note === null ? null : JSON.stringify(note),
        without_note: given.withoutNote || null,
        at,
        zone: given.at?.zone ?? made.settings.zone,
        person_id: person.id,
        made_at: now,
        version_id: version,
      },
      isLater ? 'waiting' : 'out',
      now,
    )
    await addDeliveries(
      trx,
      deliveries.map(({ target, newsletter }) => ({
        id: newId(),
        edition_id: id,
        story_id: storyId,
        target_id: target,
        due_at: isLater ? at : now,
        next_at: isLater ? at : now,
        tries: 0,
        state: 'waiting',
        claimed_at: null,
        out_at: null,
        compare_at: null,
        overwrite: 0,
        says: null,
        remote:
          target === SITE
            ? JSON.stringify({ id: storyId, url: `/${content.path ?? ''}`, seen: null, hash: made.pageHash })
            : null,
        theirs: null,
        drift: null,
        newsletter,
      })),
    )
    return isLater ? [] : goOut(desk, trx, { id, story_id: storyId, number, kind, person_id: person.id })
  }

  private async endWaiting(trx: Db, editionId: string, person: Person, says: string): Promise<boolean> {
    const at = this.desk.clock.now()
    if (!(await endWaiting(trx, editionId, { state: 'cancelled', at, person_id: person.id, says }))) return false
    await setDeliveries(trx, editionId, ['waiting'], { state: 'cancelled', says })
    return true
  }
}

type Writing = {
  person: Person
  storyId: string
  given: Publish
  made: Made
  number: number
}

/** The edition that was made of this stamp; null: none was. @throws Refusal `text-moved` when it is not to go out any more */
function madeBefore({ all }: History, { stamp }: Publish): number | null {
  const at = timeOfStamp(stamp)
  const found = all.find((one) => {
    const { kind, hash, page_hash: pageHash } = one
    return one.at === at && stampOf({ at, kind, note: noteOf(one), hash, pageHash }) === stamp
  })
  if (found === undefined) return null
  if (found.state === 'cancelled' || found.state === 'stopped')
    throw moved('What was published of this preview did not go out: look again.')
  return found.number
}

/** The time that the page says. @throws Refusal `text-moved`, `invalid-field` */
function timeFor({ stamp, at: asked }: Publish, now: number): number {
  const at = timeOfStamp(stamp)
  if (at === null) throw notSo('stamp: it is none of a preview.')
  if (asked === null) {
    if (at > now) throw moved('This preview is of a later time: look at what readers would get now.')
    if (now - at > STAMP_MS) throw moved('This preview is older than half an hour, and its page says its time: look again.')
    return at
  }
  if (whenOf(asked, now).at !== at) throw moved('This preview is of another time: look again.')
  return at
}
