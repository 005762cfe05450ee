/** Who is here, in words: one mark a person, and where they are at work. */
import { expect, test } from 'vitest'
import { sayAll } from '../../client/story/all-here.ts'
import { orderHere, sayHere } from '../../client/story/here-words.ts'
import type { Here } from '../../client/sync/live-story.ts'

const here = (name: string, more: Partial<Here> = {}): Here => ({
  id: name,
  name,
  hue: 1,
  me: false,
  clients: [1],
  field: null,
  ...more,
})

test('oneself comes last, the others by name', () => {
  const order = orderHere([here('Zoe'), here('Mia', { me: true }), here('Ana')])
  expect(order.map(({ name }) => name)).toEqual(['Ana', 'Zoe', 'Mia'])
})

test('AWA-03 several windows are one person, and it says where they work', () => {
  expect(sayHere(here('Ana', { clients: [1, 2], field: 'headline' }))).toBe('Ana (in the headline, 2 windows)')
  expect(sayHere(here('Mia', { me: true, field: 'body' }))).toBe('Mia (you, in the body)')
  expect(sayHere(here('Zoe', { field: '<script>' }))).toBe('Zoe')
})

test('the foot of the page names two colleagues and counts a crowd', () => {
  const mia = here('Mia', { me: true })
  const [ana, ben, zoe] = [here('Ana'), here('Ben'), here('Zoe')] as const
  expect(sayAll([mia])).toBe('Only you here')
  expect(sayAll([ana, mia])).toBe('You and Ana here')
  expect(sayAll([ana, ben, mia])).toBe('You, Ana and Ben here')
  expect(sayAll([ana, ben, zoe, mia])).toBe('4 people here')
})
