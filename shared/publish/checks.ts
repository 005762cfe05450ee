/**
 * Everything that keeps a story from going out, and what is only odd about it: one function of facts, asked by the panel,
 * the gates, publishing, schedules, updates and the API alike.
 */
import type { ThreadKind } from '../thread-kinds.ts'
import { CHECK_NAMES, type Check, type CheckName, type CheckPlace } from '../shapes/checks.ts'
import type { Stage, StoryText } from '../story.ts'
import type { Content } from './content.ts'
import { textChecks } from './text-checks.ts'
import { spoken } from './wall-time.ts'
import type { EditionKind, Gate, GateState } from './workflow.ts'

export type Facts = {
  content: Content
  story: StoryText
  kind: EditionKind
  /** When it is to go out. */
  at: number
  stage: Stage
  hold: { reason: string } | null
  embargo: { until: number; zone: string } | null
  /** Those that are wanted, or were passed. */
  gates: readonly { gate: Gate; state: GateState; wanted: boolean; by: { id: string; name: string } | null }[]
  /** Whoever publishes must be another than those who passed the gates. */
  secondPerson: boolean
  /** Who is to publish it. */
  person: { id: string }
  /** How many suggestions are open. */
  suggestions: number
  /** Those that are open, as far as this person may see them. */
  threads: readonly { id: string; kind: ThreadKind; quote: string }[]
  /** The site itself has its path, or another story has or once had it. */
  pathTaken: boolean
  /** Pictures of the body that were put into another story, and those that are nowhere any more. */
  pictures: { foreign: ReadonlySet<string>; lost: ReadonlySet<string> }
  /** A path that is free, for who has chosen none. */
  suggestedPath: string | null
  /** The letter made of it, as it is sent; null: not known. */
  mailBytes: number | null
}

/** Some mail programs cut off what is longer than about 102 KB. */
const LONG_MAIL = 90 * 1024
/** Of one kind no more than these are listed. */
const MOST = 20

/** Blockers first, each kind in the order of the story. Nothing keeps anybody from taking a story from its readers. */
export function checks(facts: Facts): Check[] {
  if (facts.kind === 'kill') return []
  const all = [...aroundIt(facts), ...gates(facts), ...path(facts), ...pictures(facts), ...textChecks(facts.content, facts.story)]
  const rank = ({ name, blocks }: Check) => (blocks ? 0 : 1000) + CHECK_NAMES.indexOf(name)
  return shortened(all.toSorted((a, b) => rank(a) - rank(b)))
}

/** Why a story may not leave at that time, whatever was approved: asked before it is published, and once more when it is due. */
export function heldBack({ stage, hold, embargo, at }: Pick<Facts, 'stage' | 'hold' | 'embargo' | 'at'>): Check[] {
  return [
    ...(stage === 'spiked' ? [blocker('spiked', 'It is spiked: bring it back first.', STANDING)] : []),
    ...(hold === null ? [] : [blocker('hold', `It is on hold: ${hold.reason}`, STANDING)]),
    ...(embargo !== null && embargo.until > at
      ? [blocker('embargo', `It is under embargo until ${spoken(embargo.until, embargo.zone)} (${embargo.zone}).`, STANDING)]
      : []),
  ]
}

/**
 * What was said of an edition since it was approved, when it is due: the story may have been written on meanwhile, but
 * nobody would publish what was approved any more.
 * @param takenBack gates that are wanted, and were passed on this very content
 * @param mustFix how many comments that something must be fixed are open
 */
export function unsaid({ takenBack, mustFix }: { takenBack: readonly Gate[]; mustFix: number }): Check[] {
  return [
    ...takenBack.map((gate) => blocker('gate', `The gate “${gate}” was taken back.`, { of: 'gate', gate })),
    ...(mustFix > 0 ? [blocker('must-fix', 'A comment says that something must be fixed.', null)] : []),
  ]
}

const STANDING: CheckPlace = { of: 'standing' }
const blocker = (name: CheckName, says: string, place: CheckPlace | null): Check => ({ name, blocks: true, says, place })
const warning = (name: CheckName, says: string, place: CheckPlace | null): Check => ({ name, blocks: false, says, place })

function aroundIt(facts: Facts): Check[] {
  const { suggestions, threads, mailBytes } = facts
  const mustFix = threads.filter(({ kind }) => kind === 'must-fix')
  const others = threads.filter(({ kind }) => kind !== 'must-fix')
  return [
    ...heldBack(facts),
    ...(suggestions > 0
      ? [
          blocker(
            'suggestions',
            `${count(suggestions, 'suggestion is', 'suggestions are')} open: accept or reject ${suggestions === 1 ? 'it' : 'them'}.`,
            {
              of: 'suggestions',
            },
          ),
        ]
      : []),
    ...mustFix.map(({ id, quote }) =>
      blocker('must-fix', `A comment says that this must be fixed${quote === '' ? '.' : `: “${quote.slice(0, 80)}”`}`, {
        of: 'thread',
        thread: id,
      }),
    ),
    ...(others[0] === undefined
      ? []
      : [
          warning('open-threads', `${count(others.length, 'comment is', 'comments are')} open.`, {
            of: 'thread',
            thread: others[0].id,
          }),
        ]),
    ...(mailBytes !== null && mailBytes > LONG_MAIL
      ? [warning('long-mail', `As a letter it has ${Math.ceil(mailBytes / 1024)} KB: some mail programs cut off the end.`, null)]
      : []),
  ]
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

function gates({ gates: all, secondPerson, person }: Facts): Check[] {
  const own = all.find(({ by, wanted, state }) => wanted && state === 'passed' && by?.id === person.id)
  return [
    ...all.flatMap(({ gate, state, wanted, by }): Check[] => {
      const place: CheckPlace = { of: 'gate', gate }
      if (state === 'wanted' && wanted) return [blocker('gate', `The gate “${gate}” is not passed yet.`, place)]
      if (state !== 'stale') return []
      const says = `The story has changed since ${by?.name ?? 'somebody'} passed the gate “${gate}”.`
      return [wanted ? blocker('gate', says, place) : warning('gate', says, place)]
    }),
    ...(secondPerson && own !== undefined
      ? [
          blocker('second-person', `You passed the gate “${own.gate}” yourself: somebody else has to publish it here.`, {
            of: 'gate',
            gate: own.gate,
          }),
        ]
      : []),
  ]
}

function path({ content, pathTaken, suggestedPath }: Facts): Check[] {
  const place: CheckPlace = { of: 'particulars', name: 'path' }
  const free = suggestedPath === null ? '' : ` “${suggestedPath}” is free.`
  return [
    ...(content.path === null ? [blocker('no-path', `It has no address yet.${free}`, place)] : []),
    ...(content.path !== null && pathTaken
      ? [blocker('path-taken', `Another story or the site itself has, or once had, the path “${content.path}”.`, place)]
      : []),
    ...(content.topics.length === 0 ? [warning('no-topics', 'It has no topics.', { of: 'particulars', name: 'topics' })] : []),
  ]
}

/** Who may see a picture is decided by the story it was put into: no other story makes it public. */
function pictures({ story, pictures: { foreign, lost } }: Facts): Check[] {
  return story.body.children.flatMap(({ attrs }): Check[] => {
    const { asset, id } = attrs as { asset?: string; id?: string }
    const place: CheckPlace | null = id ? { of: 'block', block: id.slice(0, 60), words: '' } : null
    if (asset && foreign.has(asset))
      return [blocker('image-missing', 'This picture was put into another story: put it into this one, too.', place)]
    if (asset && lost.has(asset))
      return [blocker('image-missing', 'This picture is not on the server any more: put it in again, or take it out.', place)]
    return []
  })
}

/** A story full of one thing is not a list without end. */
function shortened(all: readonly Check[]): Check[] {
  const keyOf = ({ name, blocks }: Check) => `${name} ${blocks}`
  const totals = new Map<string, number>()
  for (const check of all) totals.set(keyOf(check), (totals.get(keyOf(check)) ?? 0) + 1)
  const met = new Map<string, number>()
  return all.flatMap((check) => {
    const nth = (met.get(keyOf(check)) ?? 0) + 1
    met.set(keyOf(check), nth)
    if (nth > MOST) return []
    const rest = nth < MOST ? 0 : totals.get(keyOf(check))! - nth
    return [rest === 0 ? check : { ...check, says: `${check.says} And ${rest} more like this.` }]
  })
}
