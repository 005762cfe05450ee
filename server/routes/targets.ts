/** The places stories are pushed to: who may publish sees which there are, owners set them up. Secrets go in and never out. */
import { Hono } from 'hono'
import { ChangeTarget, NewTarget, Target, Targets } from '../../shared/shapes/targets.ts'
import { can } from '../../shared/can.ts'
import { Refusal } from '../../shared/refusal.ts'
import { addTarget, changeTarget, configOf, noteTested, removeTarget, targetRow, targets, type Tested } from '../../db/targets.ts'
import type { TargetsTable } from '../../db/schema.ts'
import type { Desk } from '../context.ts'
import { SlowWork } from '../limits.ts'
import { mustBeAble } from '../person.ts'
import { newId } from '../secrets.ts'
import { adapterFor } from '../targets/adapters.ts'
import { fitConfig, fitSecret, isSameReceiver } from '../targets/config.ts'
import { lock } from '../targets/secret.ts'
import { describe, json, mustBeSignedIn, type Env } from './edge.ts'

const MOST_TARGETS = 50

export function targetRoutes(desk: Desk): Hono<Env> {
  const app = new Hono<Env>()
  const tests = new SlowWork(2, 4, 8, 'Other targets are being tested at this moment. Try again in a minute.')

  app.get(
    '/api/targets',
    describe({
      summary: 'Where stories can be pushed to, beside the built-in site',
      description: 'Addresses, and how the last test went, only for those who set them up. Secrets for nobody.',
      tag: 'Publishing',
      answer: { status: 200, description: 'All targets, the oldest first.', schema: Targets },
      problems: ['not-allowed'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'write the story')
      const setsUp = can(person.role, 'set up publishing')
      const rows = await targets(desk.db)
      return c.json({
        targets: rows.map((row) => shown(row, setsUp)),
        folders: setsUp ? [...desk.config.siteFolders] : [],
      })
    },
  )

  app.post(
    '/api/targets',
    describe({
      summary: 'Add a target',
      description: 'It takes stories at once; test it first.',
      tag: 'Publishing',
      takes: NewTarget,
      answer: { status: 201, description: 'The target.', schema: Target },
      problems: ['not-allowed', 'wrong-key'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'set up publishing')
      const { kind, name, config, secret: given } = await json(c, NewTarget)
      const fit = fitConfig(kind, config, desk.config.siteFolders)
      const secret = fitSecret(kind, given)
      if ((await targets(desk.db)).length >= MOST_TARGETS)
        throw new Refusal('invalid-field', 422, `There are at most ${MOST_TARGETS} targets. Remove one that nobody needs.`)
      const id = newId()
      const locked = secret === null ? null : await lock(desk.config, secret, id)
      await addTarget(desk.db, { id, kind, name, config: fit, secret: locked, by: person.id, now: desk.clock.now() })
      return c.json(shown(await mustHave(desk, id), true), 201)
    },
  )

  app.patch(
    '/api/targets/:id',
    describe({
      summary: 'Change a target, or switch it on or off',
      description: 'To send its secret to another address, or as another user, the secret has to be given again.',
      tag: 'Publishing',
      takes: ChangeTarget,
      answer: { status: 200, description: 'The target now.', schema: Target },
      problems: ['not-allowed', 'no-target', 'wrong-key'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'set up publishing')
      const { name, config: given, secret: words, on } = await json(c, ChangeTarget)
      const row = await mustHave(desk, c.req.param('id'))
      const before = configOf(row)
      const config = given && fitConfig(row.kind, { ...before, ...given }, desk.config.siteFolders)
      const secret = words === undefined ? null : fitSecret(row.kind, words)
      if (config !== undefined && secret === null && !isSameReceiver(row.kind, before, config))
        throw new Refusal('invalid-field', 422, 'secret: Give the secret again: the one that is kept was for another address.')
      await changeTarget(desk.db, row.id, {
        ...(name === undefined ? {} : { name }),
        ...(config === undefined ? {} : { config }),
        ...(secret === null ? {} : { secret: await lock(desk.config, secret, row.id) }),
        ...(on === undefined ? {} : { on }),
      })
      return c.json(shown(await mustHave(desk, row.id), true))
    },
  )

  app.delete(
    '/api/targets/:id',
    describe({
      summary: 'Remove a target',
      description: 'What was published there stays there. Its secret is forgotten at once.',
      tag: 'Publishing',
      answer: { status: 204, description: 'Removed.' },
      problems: ['not-allowed', 'no-target'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'set up publishing')
      const row = await mustHave(desk, c.req.param('id'))
      await removeTarget(desk.db, row.id, desk.clock.now())
      return c.body(null, 204)
    },
  )

  app.post(
    '/api/targets/:id/test',
    describe({
      summary: 'Send a test',
      description: 'Whether it would take stories. Nothing is published; a webhook is sent the type `test`.',
      tag: 'Publishing',
      answer: { status: 200, description: 'The target, with how it went.', schema: Target },
      problems: ['not-allowed', 'no-target', 'too-busy', 'wrong-key', 'foreign-origin'],
    }),
    async (c) => {
      const { person } = await mustBeSignedIn(desk, c)
      mustBeAble(person.role, 'set up publishing')
      const row = await mustHave(desk, c.req.param('id'))
      const adapter = await adapterFor(desk, row)
      const { ok, says } = await tests.run(person.id, () => adapter.test())
      await noteTested(desk.db, row.id, { at: desk.clock.now(), ok, says })
      return c.json(shown(await mustHave(desk, row.id), true))
    },
  )

  return app
}

async function mustHave(desk: Desk, id: string): Promise<TargetsTable> {
  const row = await targetRow(desk.db, id)
  if (row === null) throw new Refusal('no-target', 404, 'There is no such target. Somebody may have removed it.')
  return row
}

/** @param whole for those who set it up; others are told that it is there, and whether it takes stories */
function shown(row: TargetsTable, whole: boolean) {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    config: whole ? configOf(row) : {},
    hasSecret: whole && row.secret !== null,
    on: row.is_on === 1,
    trouble: row.trouble,
    tested: whole && row.tested !== null ? (JSON.parse(row.tested) as Tested) : null,
  }
}
