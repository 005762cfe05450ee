/**
 * `npm run person -- add|list|role|remove|password ...`: people from the command line, for the first day
 * and for the day the owner has lost the password. Works beside a running server, which notices by itself.
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { addPerson, bringBack, changePassword, changeRole, people, personByEmail, removePerson } from '../db/people.ts'
import type { Db } from '../db/open.ts'
import type { PeopleTable } from '../db/schema.ts'
import { ChangePerson, SetUp } from '../shared/api.ts'
import { ROLES } from '../shared/can.ts'
import { Refusal } from '../shared/refusal.ts'
import { ownTerminal, runCommand, Usage, type Terminal } from './command.ts'
import { hashPassword, newId } from './secrets.ts'

const USAGE = `Usage: npm run person -- <command>

  add       --email E --name N --role R [--password P]
  list
  role      --email E --role R
  remove    --email E
  password  --email E [--password P]

Roles: ${ROLES.join(', ')}. Without --password it is read from standard input.
DATA_DIR says where the newsroom's data is ("data" if it is not set).`

type Given = { email?: string; name?: string; role?: string; password?: string }

/**
 * @param password asked only when one is needed and none was given
 * @returns what to tell the operator
 * @throws Usage or Refusal
 */
export async function personCommand(words: string[], db: Db, password: () => Promise<string>, now: number): Promise<string> {
  const { command, given } = read(words)
  if (command === 'list') {
    const all = await people(db)
    return all.length === 0 ? 'Nobody yet.' : all.map(({ email, role, name }) => `${role.padEnd(8)}${email}  ${name}`).join('\n')
  }

  const email = field(SetUp.shape.email, '--email', given.email)
  if (command === 'add') {
    const name = field(SetUp.shape.name, '--name', given.name)
    const role = field(ChangePerson.shape.role.unwrap(), '--role', given.role)
    const passwordHash = await hashPassword(field(SetUp.shape.password, '--password', given.password ?? (await password())))
    const made = await addPerson(db, { id: newId(), email, name, role, passwordHash, now })
    if (made !== null) return `${name} <${email}> is in the newsroom as ${role}.`
    const before = await personByEmail(db, email)
    if (before === null || before.removed_at === null)
      throw new Refusal('email-taken', 409, `Somebody with the e-mail ${email} is in the newsroom already.`)
    await bringBack(db, before.id, { name, role, passwordHash })
    return `${name} <${email}> is back in the newsroom as ${role}.`
  }

  const person = await mustBeThere(db, email)
  if (command === 'role') {
    const role = field(ChangePerson.shape.role.unwrap(), '--role', given.role)
    if (!(await changeRole(db, person.id, role))) throw lastOwner()
    return `${person.name} <${email}> is ${role} now.`
  }
  if (command === 'remove') {
    if (!(await removePerson(db, person.id, now))) throw lastOwner()
    return `${person.name} <${email}> is no longer in the newsroom and signed out everywhere. What they wrote is kept.`
  }
  if (command === 'password') {
    const next = field(SetUp.shape.password, '--password', given.password ?? (await password()))
    await changePassword(db, person.id, await hashPassword(next))
    return `${person.name} <${email}> has a new password and is signed out everywhere.`
  }
  throw new Usage(`There is no command "${command}".`)
}

function read(words: string[]): { command: string; given: Given } {
  const option = { type: 'string' } as const
  let parsed
  try {
    parsed = parseArgs({
      args: words,
      allowPositionals: true,
      options: { email: option, name: option, role: option, password: option },
    })
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error))
  }
  const [command, ...rest] = parsed.positionals
  if (command === undefined || rest.length > 0)
    throw new Usage(rest.length > 0 ? `"${rest[0]}" is one word too many.` : 'Which command?')
  return { command, given: parsed.values }
}

function field<S extends z.ZodType>(schema: S, option: string, value: string | undefined): z.output<S> {
  if (value === undefined) throw new Usage(`${option} is missing.`)
  const fit = schema.safeParse(value)
  if (!fit.success) throw new Usage(`${option}: ${fit.error.issues[0]?.message ?? 'does not fit'}.`)
  return fit.data
}

async function mustBeThere(db: Db, email: string): Promise<PeopleTable> {
  const person = await personByEmail(db, email)
  if (person === null || person.removed_at !== null)
    throw new Refusal('no-person', 404, `Nobody with the e-mail ${email} is in the newsroom.`)
  return person
}

const lastOwner = () => new Refusal('last-owner', 409, 'A newsroom keeps at least one owner. Make somebody else an owner first.')

/** @returns the exit code: 0 done, 1 refused or failed, 2 typed wrong */
export async function run(words: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runCommand(env, terminal, USAGE, async (db) => {
    if (words.length === 0 || words.includes('--help')) throw new Usage('')
    return personCommand(words, db, () => passwordFrom(terminal), Date.now())
  })
}

/** One line of standard input; at a keyboard it is asked for and not shown. */
async function passwordFrom({ input, say }: Terminal): Promise<string> {
  if (input.isTTY !== true) {
    for await (const line of createInterface({ input })) return line
    throw new Usage('--password is missing, and nothing came on standard input.')
  }
  say('Password: ')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silence, terminal: true })
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve)
    lines.once('close', () => reject(new Usage('No password was typed.')))
  })
  lines.removeAllListeners('close').close()
  say('\n')
  return line
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await run(process.argv.slice(2), process.env, ownTerminal)
