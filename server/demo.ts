/** `npm run demo`: a throw-away newsroom with three people and a few stories, to be tried in two windows in a minute. */
import { connect } from 'node:net'
import { addLink } from '../db/links.ts'
import { addPerson, anyPeople, nameNewsroom } from '../db/people.ts'
import type { Person } from '../shared/api.ts'
import type { Role } from '../shared/can.ts'
import type { Desk } from './context.ts'
import { addStories } from './demo-stories.ts'
import { hashOfSecret, hashPassword, newId, newSecret } from './secrets.ts'

const DAY_MS = 24 * 60 * 60_000

const PEOPLE: { name: string; email: string; role: Role }[] = [
  { name: 'Ana Reyes', email: 'ana@demo.example', role: 'owner' },
  { name: 'Ben Okoro', email: 'ben@demo.example', role: 'writer' },
  { name: 'Cleo Lindqvist', email: 'cleo@demo.example', role: 'checker' },
]

/** Fills an empty newsroom; the answer is what to print. */
export async function demo(desk: Desk, port: number): Promise<string[]> {
  if (await anyPeople(desk.db)) throw new Error('The demo wants an empty newsroom.')
  const now = desk.clock.now()
  await nameNewsroom(desk.db, 'The Demo Courier')
  // Nobody knows this password: the demo is entered by its links.
  const passwordHash = await hashPassword(newSecret())
  const links: { name: string; role: Role; path: string }[] = []
  const team: Person[] = []
  for (const { name, email, role } of PEOPLE) {
    const person = await addPerson(desk.db, { id: newId(), name, email, role, passwordHash, now })
    if (person === null) throw new Error(`The demo could not make ${name}.`)
    team.push(person)
    const secret = newSecret()
    await addLink(desk.db, {
      id: newId(),
      token_hash: hashOfSecret(secret),
      kind: 'signin',
      role: null,
      story_id: null,
      person_id: person.id,
      created_by: null,
      created_at: now,
      expires_at: now + 30 * DAY_MS,
      used_at: null,
    })
    links.push({ name, role, path: `/desk/enter#${secret}` })
  }
  const [ana, ben, cleo] = team as [Person, Person, Person]
  await addStories(desk, { ana, ben, cleo })
  return print(links, await hosts(desk, port), port)
}

/** Names of this machine under which the server answers. Browsers keep a cookie jar for each. */
async function hosts(desk: Desk, port: number): Promise<string[]> {
  if (desk.config.publicUrl !== null) return []
  const names = ['localhost']
  for (const address of ['127.0.0.1', '::1'])
    if (await answers(address, port)) names.push(address.includes(':') ? `[${address}]` : address)
  return names
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const done = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
    socket.setTimeout(1000, () => done(false))
  })
}

function print(links: { name: string; role: Role; path: string }[], names: string[], port: number): string[] {
  const lines = ['', 'A demo: three people and a few stories, thrown away when it stops. Sign in as']
  for (const [index, { name, role, path }] of links.entries()) {
    const host = names[index]
    const site = host === undefined ? null : `http://${host}:${port}`
    lines.push(
      '',
      `  ${name}, ${role}${site === null ? ' (in a private window or another browser)' : ''}:`,
      `  ${site ?? `http://localhost:${port}`}${path}`,
    )
  }
  return [
    ...lines,
    '',
    'A browser keeps one sign-in for each host name. Links under different names, opened in two windows of the',
    'same browser, make you two people. They stay good until the demo stops.',
  ]
}
