import { describe, expect, test } from 'vitest'
import type { HouseStyle, StyleRule, StyleTrial } from '../../shared/api.ts'
import { newStory, scene, type Asks } from '../routes/scene.ts'

const ADVISER = {
  kind: 'words',
  find: 'advisor',
  matchCase: false,
  message: 'The house spells it adviser.',
  replacement: 'adviser',
  scope: 'not-in-answers',
  severity: 'wrong',
  lang: '',
  good: ['An adviser came.'],
  bad: ['An advisor came.'],
}
const add = async (asks: Asks, given: object = {}) =>
  asks<StyleRule>('POST', '/api/style/rules', { json: { ...ADVISER, ...given } })
const change = (asks: Asks, rule: StyleRule, given: object) =>
  asks<StyleRule>('PATCH', `/api/style/rules/${rule.id}`, { json: { version: rule.version, ...given } })
const trial = (asks: Asks, rule: StyleRule) => asks<StyleTrial>('POST', `/api/style/rules/${rule.id}/try`)
const style = async (asks: Asks) => (await asks<HouseStyle>('GET', '/api/style')).body
const write = (asks: Asks, id: string, text: string) =>
  asks('POST', `/api/stories/${id}/import`, { body: text, headers: { 'content-type': 'text/plain' } })

describe('a rule of the house', () => {
  test('is made, tried on what was written, switched on, changed and removed', async () => {
    const { person, clock } = await scene()
    const ana = (await person('Ana', 'editor')).asks
    const story = await newStory(ana, { headline: 'An advisor goes' })
    await write(ana, story.id, 'The advisor of the harbour board has left. Nobody knows where she went to.\n\nShe left a note.')
    const made = await add(ana)
    expect(made).toMatchObject({ status: 201, body: { on: false, version: 1, tried: null, editedBy: 'Ana' } })

    expect((await change(ana, made.body, { on: true })).problem).toBe('not-tried')
    const tried = await trial(ana, made.body)
    expect(tried.body).toMatchObject({
      stories: 1,
      damaged: 0,
      total: 2,
      rule: { tried: { stories: 1, finds: 2, at: clock.now() } },
    })
    expect(tried.body.finds).toEqual([
      {
        storyId: story.id,
        headline: 'An advisor goes',
        where: 'headline',
        before: 'An ',
        words: 'advisor',
        after: ' goes',
        change: 'adviser',
      },
      expect.objectContaining({
        where: 'body',
        before: 'The ',
        words: 'advisor',
        after: expect.stringMatching(/^ of the harbour board.*…$/),
      }),
    ])
    // Trying changes nothing.
    expect((await ana('GET', `/api/stories/${story.id}/body?as=text`)).text).toContain('advisor')

    const on = await change(ana, made.body, { on: true })
    expect(on.body).toMatchObject({ on: true, version: 2 })
    // Other words for people: it stays on. Other words to find: it is off until it was tried again.
    const said = await change(ana, on.body, { message: 'Write adviser.' })
    expect(said.body).toMatchObject({ on: true, message: 'Write adviser.', version: 3 })
    const other = await change(ana, said.body, { find: 'advisor\nadvisors', replacement: 'adviser\nadvisers' })
    expect(other.body).toMatchObject({ on: false, tried: null })
    expect((await style(ana)).rules.map(({ find }) => find)).toEqual(['advisor\nadvisors'])

    expect((await ana('DELETE', `/api/style/rules/${made.body.id}`)).status).toBe(204)
    expect((await ana('DELETE', `/api/style/rules/${made.body.id}`)).problem).toBe('no-rule')
    expect((await style(ana)).rules).toEqual([])
  })

  test('is tried on what stands beside the text, too', async () => {
    const { person } = await scene()
    const ana = (await person('Ana', 'editor')).asks
    const { id } = await newStory(ana, { headline: 'The ferry', byline: 'Ana Berg, advisor' })
    const figure = '<img src="https://a.example/1.jpg" alt="An advisor"><figcaption>The advisor waves</figcaption>'
    await ana('POST', `/api/stories/${id}/import`, {
      body: `<p>She left.</p><figure>${figure}</figure>`,
      headers: { 'content-type': 'text/html' },
    })
    const { body } = await trial(ana, (await add(ana, { scope: 'all' })).body)
    expect(body.finds.map(({ where, before, words, after }) => `${where}: ${before}${words}${after}`)).toEqual([
      'byline: Ana Berg, advisor',
      'caption: The advisor waves',
      'alt: An advisor',
    ])
  })

  test('is not switched on while it does something else than its examples say', async () => {
    const { person } = await scene()
    const ana = (await person('Ana', 'owner')).asks
    const ready = async (given: object) => {
      const { body } = await add(ana, given)
      return change(ana, (await trial(ana, body)).body.rule, { on: true })
    }
    const told = async (given: object) => {
      const { problem, body } = await ready(given)
      return [problem, (body as unknown as { detail: string }).detail]
    }
    expect(await told({ bad: [] })).toEqual(['wrong-examples', expect.stringContaining('at least one example')])
    expect(await told({ bad: ['A guide.'] })).toEqual([
      'wrong-examples',
      'The rule does not do what its example says: “A guide.” is not found.',
    ])
    expect(await told({ good: ['Our advisor.'] })).toEqual([
      'wrong-examples',
      expect.stringContaining('“Our advisor.” is found at “advisor”'),
    ])
    // A change that breaks the examples of a rule that is on switches it off.
    const { body } = await ready({})
    expect(body.on).toBe(true)
    expect((await change(ana, body, { bad: ['Nothing of it.'] })).body.on).toBe(false)
  })

  test('that cannot run is refused with what to mend, and a field that is wrong by its name', async () => {
    const { person } = await scene()
    const ana = (await person('Ana', 'editor')).asks
    for (const [given, detail] of [
      [{ kind: 'pattern', find: '(a' }, /^find: This pattern cannot be read: missing closing/],
      [{ kind: 'pattern', find: '(?=a)b' }, /Look-ahead, look-behind/],
      [{ kind: 'pattern', find: '(x{0,100}){9}' }, /^find: This pattern/],
      [{ find: 'a\nb\nc', replacement: 'x\ny' }, /one for all, or one for each/],
      [{ find: '' }, /^find: must not be empty/],
      [{ scope: 'everywhere' }, /^scope: /],
      [{ lang: 'Deutsch!' }, /^lang: must be a language tag/],
      [{ message: 'two\nlines' }, /^message: must be one line/],
    ] as const) {
      const { status, problem, body } = await add(ana, given)
      expect([status, problem, (body as unknown as { detail: string }).detail]).toEqual([
        422,
        'invalid-field',
        expect.stringMatching(detail),
      ])
    }
    expect((await style(ana)).rules).toEqual([])
  })

  test('[P4] that two editors change at once keeps the first change, and the second is told', async () => {
    const { person } = await scene()
    const [ana, ben] = [(await person('Ana', 'editor')).asks, (await person('Ben', 'editor')).asks]
    const { body: rule } = await add(ana)
    expect((await change(ana, rule, { message: 'Ana’s words.' })).status).toBe(200)
    expect((await change(ben, rule, { message: 'Ben’s words.' })).problem).toBe('changed-meanwhile')
    expect((await style(ben)).rules[0]).toMatchObject({ message: 'Ana’s words.', editedBy: 'Ana' })
  })

  test('is tried on every story but those that are deleted; a damaged one is counted and the others are read', async () => {
    const { person, db } = await scene()
    const ana = (await person('Ana', 'editor')).asks
    for (const headline of ['An advisor', 'Advisor Lund', 'A guide']) await newStory(ana, { headline })
    const torn = await newStory(ana, { headline: 'Torn advisor' })
    await db
      .updateTable('updates')
      .set({ bytes: new Uint8Array([1, 2, 3]) })
      .where('story_id', '=', torn.id)
      .execute()
    const gone = await newStory(ana, { headline: 'Gone advisor' })
    await ana('DELETE', `/api/stories/${gone.id}`)
    const { body: rule } = await add(ana)
    const { body } = await trial(ana, rule)
    expect(body).toMatchObject({ stories: 3, damaged: 1, total: 2 })
    expect(body.finds.map(({ headline }) => headline).toSorted()).toEqual(['Advisor Lund', 'An advisor'])
  })

  test('[DOS-15] written to run away is tried in the time of any other', async () => {
    const { person } = await scene()
    const ana = (await person('Ana', 'editor')).asks
    const story = await newStory(ana)
    await write(ana, story.id, `${'a'.repeat(20_000)}!`)
    for (const find of ['(a+)+$', '(a|a)*b', '(.*)*y'])
      expect((await trial(ana, (await add(ana, { kind: 'pattern', find, replacement: '' })).body)).status).toBe(200)
  })
})

describe('who may', () => {
  test('owners and editors write the house style, the others of the newsroom read it, guests and strangers do not', async () => {
    const { person, stranger } = await scene()
    const [owner, editor, writer, checker, guest] = await Promise.all(
      (['owner', 'editor', 'writer', 'checker', 'guest'] as const).map(async (role) => (await person(role, role)).asks),
    )
    const all = [owner!, editor!, writer!, checker!, guest!, stranger]
    const { body: rule } = await add(owner!)
    const statuses = (ask: (asks: Asks) => Promise<{ status: number }>) =>
      Promise.all(all.map(async (asks) => (await ask(asks)).status))
    expect(await statuses((asks) => asks('GET', '/api/style'))).toEqual([200, 200, 200, 200, 403, 401])
    expect(await statuses((asks) => add(asks))).toEqual([201, 201, 403, 403, 403, 401])
    expect(await statuses((asks) => trial(asks, rule))).toEqual([200, 200, 403, 403, 403, 401])
    expect(await statuses((asks) => asks('PUT', '/api/style/checks/doubled', { json: { on: false } }))).toEqual([
      200, 200, 403, 403, 403, 401,
    ])
    expect((await statuses((asks) => change(asks, rule, { on: false }))).slice(2)).toEqual([403, 403, 403, 401])
    expect((await statuses((asks) => asks('DELETE', `/api/style/rules/${rule.id}`))).slice(2)).toEqual([403, 403, 403, 401])
  })

  test('a built-in check is switched off for the whole desk, and on again', async () => {
    const { person } = await scene()
    const ana = (await person('Ana', 'editor')).asks
    const turn = (name: string, on: boolean) => ana<HouseStyle>('PUT', `/api/style/checks/${name}`, { json: { on } })
    expect((await turn('number', false)).body.off).toEqual(['number'])
    expect((await turn('number', false)).body.off).toEqual(['number'])
    expect((await turn('acronym', false)).body.off).toEqual(['acronym', 'number'])
    expect((await turn('number', true)).body.off).toEqual(['acronym'])
    expect((await turn('__proto__', false)).problem).toBe('no-check')
  })
})
