/** What a person may do in one story: the role, and what the story allows beside it. */
import { expect, test } from 'vitest'
import { LEVELS, may, onStory, ROLES, type Exception, type OnStory, type StoryDeed } from '../../shared/can.ts'
import { newStory, scene } from '../routes/scene.ts'

const none: Exception = { level: null, legal: null, passages: null }
const deeds: StoryDeed[] = [
  'read it',
  'read passages',
  'comment',
  'see suggestions',
  'see legal threads',
  'suggest',
  'write it',
  'decide suggestions',
  'resolve any thread',
  'remove any comment',
  'give rights',
]
const allowed = (rights: OnStory) => deeds.filter((deed) => may(rights, deed))

test.each([
  ['owner', null, deeds],
  ['editor', null, deeds],
  [
    'writer',
    null,
    ['read it', 'read passages', 'comment', 'see suggestions', 'suggest', 'write it', 'decide suggestions', 'resolve any thread'],
  ],
  ['checker', null, ['read it', 'read passages', 'comment', 'see suggestions', 'suggest']],
  ['guest', null, []],
  ['guest', none, ['read it', 'read passages', 'comment', 'see suggestions']],
  ['guest', { ...none, level: 'read' }, ['read it', 'read passages']],
  ['guest', { ...none, legal: true }, ['read it', 'read passages', 'comment', 'see suggestions', 'see legal threads']],
  ['guest', { ...none, passages: ['b1'] }, ['read passages', 'comment']],
  // What sees but passages can do nothing to the whole, whatever its level.
  ['guest', { ...none, level: 'write', passages: ['b1'] }, ['read passages', 'comment']],
  ['writer', { ...none, level: 'read' }, ['read it', 'read passages']],
  [
    'checker',
    { ...none, level: 'write' },
    ['read it', 'read passages', 'comment', 'see suggestions', 'suggest', 'write it', 'decide suggestions', 'resolve any thread'],
  ],
  ['editor', { ...none, legal: false }, deeds.filter((deed) => deed !== 'see legal threads')],
  ['editor', { ...none, level: 'comment' }, ['read it', 'read passages', 'comment', 'see suggestions', 'see legal threads']],
] as const)('[P3] %s, and the story says %j', (role, exception, may) => {
  expect(allowed(onStory(role, exception as Exception | null))).toEqual(may)
})

test('[P3] each level holds those before it, whatever the role', () => {
  for (const role of ROLES)
    for (const [i, level] of LEVELS.entries())
      for (const less of LEVELS.slice(0, i))
        expect(allowed(onStory(role, { ...none, level }))).toEqual(
          expect.arrayContaining(allowed(onStory(role, { ...none, level: less }))),
        )
})

test('[P3] everybody is told what they may do in a story; where there is none for them, that there is none', async () => {
  const { person, stranger } = await scene()
  const ana = await person('Ana', 'editor')
  const [cleo, gil] = [await person('Cleo', 'checker'), await person('Gil', 'guest')]
  const { id } = await newStory(ana.asks)
  expect((await ana.asks('GET', `/api/stories/${id}/rights`)).body).toEqual({
    role: 'editor',
    level: 'write',
    legal: true,
    passages: null,
  })
  expect((await cleo.asks('GET', `/api/stories/${id}/rights`)).body).toMatchObject({ level: 'suggest', legal: false })
  expect((await gil.asks('GET', `/api/stories/${id}/rights`)).problem).toBe('no-story')
  expect((await gil.asks('GET', '/api/stories/there-is-none/rights')).problem).toBe('no-story')
  expect((await stranger('GET', `/api/stories/${id}/rights`)).problem).toBe('signed-out')
})
