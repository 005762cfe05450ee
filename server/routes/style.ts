/** The house style: the desk's own rules, trying them on what was written, and switching checks on and off. */
import { Hono } from 'hono'
import { ChangeStyleRule, HouseStyle, NewStyleRule, StyleRule, StyleTrial, SwitchCheck } from '../../shared/api.ts'
import { Refusal } from '../../shared/refusal.ts'
import { CHECK_NAMES } from '../../shared/style/checks.ts'
import { compileRule, RuleTrouble, testRule, type HouseRule } from '../../shared/style/house.ts'
import {
  addStyleRule,
  changeStyleRule,
  checksOff,
  noteTried,
  removeStyleRule,
  styleRule,
  styleRules,
  switchCheck,
  type KeptRule,
} from '../../db/style.ts'
import type { Desk } from '../context.ts'
import { SlowWork } from '../limits.ts'
import { mustBeAble } from '../person.ts'
import { newId } from '../secrets.ts'
import { tryRule } from '../style-trial.ts'
import { describe, json, mustBeSignedIn, type Env } from './edge.ts'

const MOST_RULES = 500

export function styleRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  // Reading every story takes a while: one trial at a time, and few that wait.
  const trials = new SlowWork(1, 2, 6, 'Another rule is being tried at this moment. Try again in a minute.')

  app.get(
    '/api/style',
    describe({
      summary: 'The house style',
      tag: 'House style',
      answer: {
        status: 200,
        description: 'All rules, the oldest first, and the built-in checks that are off.',
        schema: HouseStyle,
      },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'read every story')
      return c.json({ rules: await styleRules(desk.db), off: await checksOff(desk.db) })
    },
  )

  app.post(
    '/api/style/rules',
    describe({
      summary: 'Add a rule',
      description: 'It is off until it was tried on all stories.',
      tag: 'House style',
      takes: NewStyleRule,
      answer: { status: 201, description: 'The rule.', schema: StyleRule },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'edit the house style')
      const rule: HouseRule = { id: newId(), ...(await json(c, NewStyleRule)) }
      mustRun(rule)
      if ((await styleRules(desk.db)).length >= MOST_RULES)
        throw new Refusal('invalid-field', 422, `A house style has at most ${MOST_RULES} rules. Remove one that nobody needs.`)
      await addStyleRule(desk.db, rule, person.id, desk.clock.now())
      return c.json(await mustHave(desk, rule.id), 201)
    },
  )

  app.patch(
    '/api/style/rules/:id',
    describe({
      summary: 'Change a rule, or switch it on or off',
      description: 'A rule that looks for something else than before is off until it was tried again.',
      tag: 'House style',
      takes: ChangeStyleRule,
      answer: { status: 200, description: 'The rule now.', schema: StyleRule },
      problems: ['not-allowed', 'no-rule', 'changed-meanwhile', 'not-tried', 'wrong-examples'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'edit the house style')
      const { version, on: wanted, ...given } = await json(c, ChangeStyleRule)
      const before = await mustHave(desk, c.req.param('id'))
      const rule: HouseRule = { ...ruleOf(before), ...given }
      mustRun(rule)
      const tried = looksTheSame(before, rule) ? before.tried : null
      const on = wanted ?? (before.on && tried !== null && testRule(rule).right)
      if (on) mustBeReady(rule, tried !== null)
      const kept = { version, on, tried, by: person.id, now: desk.clock.now() }
      if (!(await changeStyleRule(desk.db, rule, kept)))
        throw new Refusal(
          'changed-meanwhile',
          409,
          'Somebody else has changed this rule meanwhile. Read it again, then change it.',
        )
      return c.json(await mustHave(desk, rule.id))
    },
  )

  app.delete(
    '/api/style/rules/:id',
    describe({
      summary: 'Remove a rule',
      tag: 'House style',
      answer: { status: 204, description: 'Removed.' },
      problems: ['not-allowed', 'no-rule'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'edit the house style')
      if (!(await removeStyleRule(desk.db, c.req.param('id')))) throw noRule()
      return c.body(null, 204)
    },
  )

  app.post(
    '/api/style/rules/:id/try',
    describe({
      summary: 'Try a rule on all stories',
      description: 'Nothing is changed in them. Only a rule that was tried as it is can be switched on.',
      tag: 'House style',
      answer: { status: 200, description: 'What it finds.', schema: StyleTrial },
      problems: ['not-allowed', 'no-rule', 'changed-meanwhile', 'too-busy', 'foreign-origin'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'edit the house style')
      const rule = await mustHave(desk, c.req.param('id'))
      const trial = await trials.run(person.id, () => tryRule(desk, person, ruleOf(rule)))
      const tried = { at: desk.clock.now(), stories: trial.stories, finds: trial.total }
      if (!(await noteTried(desk.db, rule.id, rule.version, tried)))
        throw new Refusal('changed-meanwhile', 409, 'Somebody else has changed this rule while it was tried. Try it again.')
      return c.json({ ...trial, rule: await mustHave(desk, rule.id) })
    },
  )

  app.put(
    '/api/style/checks/:name',
    describe({
      summary: 'Switch a built-in check on or off, for the whole desk',
      tag: 'House style',
      takes: SwitchCheck,
      answer: { status: 200, description: 'The house style now.', schema: HouseStyle },
      problems: ['not-allowed', 'no-check'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'edit the house style')
      const { on } = await json(c, SwitchCheck)
      const name = CHECK_NAMES.find((one) => one === c.req.param('name'))
      if (name === undefined) throw new Refusal('no-check', 404, 'There is no such built-in check.')
      await switchCheck(desk.db, name, on, person.id)
      return c.json({ rules: await styleRules(desk.db), off: await checksOff(desk.db) })
    },
  )

  return app
}

const noRule = () => new Refusal('no-rule', 404, 'There is no such rule. Somebody may have removed it.')

async function mustHave(desk: Desk, id: string): Promise<KeptRule> {
  const rule = await styleRule(desk.db, id)
  if (rule === null) throw noRule()
  return rule
}

const ruleOf = ({ on: _on, version: _version, tried: _tried, editedAt: _at, editedBy: _by, ...rule }: KeptRule): HouseRule => rule

/** What was found before would be found again; its words to people may be others. */
function looksTheSame(one: HouseRule, other: HouseRule): boolean {
  const look = ({ kind, find, matchCase, replacement, scope, lang }: HouseRule): string =>
    JSON.stringify([kind, find, matchCase, replacement, scope, lang])
  return look(one) === look(other)
}

/** @throws Refusal `invalid-field` with what to mend */
function mustRun(rule: HouseRule): void {
  try {
    compileRule(rule)
  } catch (error) {
    if (error instanceof RuleTrouble) throw new Refusal('invalid-field', 422, `find: ${error.message}`)
    throw error
  }
}

function mustBeReady(rule: HouseRule, tried: boolean): void {
  if (rule.bad.length === 0)
    throw new Refusal('wrong-examples', 409, 'Give at least one example that the rule must find; then it can be switched on.')
  const { good, bad, right } = testRule(rule)
  if (!right) {
    const wrong = [...bad, ...good].find((one) => !one.right)!
    throw new Refusal('wrong-examples', 409, `The rule does not do what its example says: “${wrong.text}” is ${wrong.says}.`)
  }
  if (!tried) throw new Refusal('not-tried', 409, 'Try this rule on all stories first, to see what it would find.')
}
