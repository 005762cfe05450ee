/** Particulars that two people change at once, as the panel of the standing keeps them. */
import { expect, test } from 'vitest'
import { OwnParticulars } from '../../client/standing/own-particulars.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import { PARTICULARS } from '../../shared/publish/content.ts'
import { Refusal } from '../../shared/refusal.ts'

type Particulars = Standing['particulars']

/** A server with one story, and a colleague who may be quicker than what this window has heard. */
class Server extends EventTarget {
  held: { particulars: Particulars; version: number } = { particulars: { ...PARTICULARS, topics: [] }, version: 1 }
  known = this.held
  refuses = ''

  get now(): Standing {
    return this.known as Standing
  }

  colleague(change: Partial<Particulars>): void {
    this.held = { particulars: { ...this.held.particulars, ...change }, version: this.held.version + 1 }
  }

  async read(): Promise<void> {
    this.known = this.held
    this.dispatchEvent(new Event('change'))
  }

  async changeParticulars({ version, ...change }: Partial<Particulars> & { version: number }): Promise<void> {
    if (this.refuses !== '') throw new Refusal('path-taken', 409, this.refuses)
    if (version !== this.held.version) throw new Refusal('changed-meanwhile', 409, 'Somebody changed it.')
    this.colleague(change)
    await this.read()
  }
}

function panel() {
  const server = new Server()
  return { server, own: new OwnParticulars(server) }
}

test('what is typed is saved when the field is left', async () => {
  const { server, own } = panel()
  own.type('kicker', 'Interview')
  expect(own.state('kicker')).toBe('typed')
  await own.save('kicker')
  expect(server.held.particulars.kicker).toBe('Interview')
  expect([own.state('kicker'), own.value('kicker')]).toEqual(['saved', 'Interview'])
})

test('a colleague who changed something else meanwhile is no reason to ask', async () => {
  const { server, own } = panel()
  own.type('kicker', 'Interview')
  server.colleague({ searchTitle: 'The deckhand' })
  await own.save('kicker')
  expect(server.held.particulars).toMatchObject({ kicker: 'Interview', searchTitle: 'The deckhand' })
  expect(own.value('searchTitle')).toBe('The deckhand')
})

test('both changed the same: nothing is written over, both are shown, and what was typed stays until somebody decides', async () => {
  const { server, own } = panel()
  own.type('kicker', 'Interview')
  server.colleague({ kicker: 'Profile' })
  await own.save('kicker')
  expect([own.state('kicker'), own.value('kicker'), own.theirs('kicker')]).toEqual(['clash', 'Interview', 'Profile'])
  expect(server.held.particulars.kicker).toBe('Profile')
  await own.keepMine('kicker')
  expect([own.state('kicker'), server.held.particulars.kicker]).toEqual(['saved', 'Interview'])

  own.type('kicker', 'Talk')
  server.colleague({ kicker: 'Profile' })
  await server.read()
  expect(own.state('kicker')).toBe('clash')
  own.takeTheirs('kicker')
  expect([own.state('kicker'), own.value('kicker')]).toEqual(['same', 'Profile'])
})

test('what a colleague changes comes in where nothing is typed, also after it was saved here', async () => {
  const { server, own } = panel()
  own.type('topics', ['Harbour'])
  await own.save('topics')
  server.colleague({ topics: ['Harbour', 'Labour'] })
  await server.read()
  expect([own.value('topics'), own.state('topics')]).toEqual([['Harbour', 'Labour'], 'same'])
})

test('typed on while it is on its way: the last words are saved, too', async () => {
  const { server, own } = panel()
  own.type('socialTitle', 'The deck')
  const saving = own.save('socialTitle')
  own.type('socialTitle', 'The deckhand')
  await saving
  await expect.poll(() => server.held.particulars.socialTitle).toBe('The deckhand')
})

test('a refusal is said, what was typed stays, and it can be tried again', async () => {
  const { server, own } = panel()
  server.refuses = 'Another story has this address.'
  own.type('path', 'the-deckhand')
  await own.save('path')
  expect([own.state('path'), own.says('path'), own.value('path')]).toEqual([
    'wrong',
    'Another story has this address.',
    'the-deckhand',
  ])
  server.refuses = ''
  await own.save('path')
  expect(own.state('path')).toBe('saved')
})
