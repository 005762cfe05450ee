/** `npm run demo`: a throw-away newsroom with three people and an interview, to be tried in two windows in a minute. */
import { connect } from 'node:net'
import { addLink } from '../db/links.ts'
import { addPerson, anyPeople, nameNewsroom } from '../db/people.ts'
import { addStory } from '../db/stories.ts'
import type { Role } from '../shared/can.ts'
import { sample } from '../shared/sample.ts'
import { slugFrom } from '../shared/slug.ts'
import { countWords, seedStory } from '../shared/story.ts'
import type { Desk } from './context.ts'
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
  let owner: string | null = null
  for (const { name, email, role } of PEOPLE) {
    const person = await addPerson(desk.db, { id: newId(), name, email, role, passwordHash, now })
    if (person === null) throw new Error(`The demo could not make ${name}.`)
    owner ??= person.id
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
  await addSample(desk, owner, now)
  return print(links, await hosts(desk, port), port)
}

async function addSample(desk: Desk, owner: string | null, now: number): Promise<void> {
  const id = newId()
  const { headline, dek, byline, speakers, settings, body } = sample(newId)
  await addStory(desk.db, {
    id,
    slug: slugFrom(headline, id),
    headline,
    dek,
    byline,
    words: countWords(body.textBetween(0, body.content.size, '\n')),
    createdBy: owner,
    now,
    seed: seedStory({ headline, dek, byline, speakers, settings, body }, newId()),
  })
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
  const lines = ['', 'A demo: three people, one interview, thrown away when it stops. Sign in as']
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
