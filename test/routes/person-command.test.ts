import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { people } from '../../db/people.ts'
import { Usage } from '../../server/command.ts'
import { personCommand, run } from '../../server/person-command.ts'
import { PASSWORD, scene } from './scene.ts'

const noPassword = (): Promise<string> => Promise.reject(new Usage('--password is missing'))
const words = (line: string) => line.split(' ')

/** `npm run person`, with a connection of its own as in a process of its own. */
async function command(dataDir: string, words: string[], input = ''): Promise<{ code: number; out: string; problem: string }> {
  let [out, problem] = ['', '']
  const code = await run(
    words,
    { DATA_DIR: dataDir },
    {
      input: Readable.from(input === '' ? [] : [input]),
      say: (text) => (out += text),
      complain: (text) => (problem += text),
    },
  )
  return { code, out, problem }
}

describe('people from the command line', () => {
  test('are added, changed, removed and come back as who they were', async () => {
    const { db, clock, stranger } = await scene()
    const say = (line: string, password = noPassword) => personCommand(words(line), db, password, clock.now())
    const signIn = async (password: string) =>
      (await stranger('POST', '/api/session', { json: { email: 'ana@example.org', password } })).status

    expect(await say('add --email Ana@Example.org --name Ana --role owner --password first-password')).toContain('as owner')
    expect(await signIn('first-password')).toBe(200)
    await expect(say('add --email ana@example.org --name Eve --role guest --password other-password')).rejects.toMatchObject({
      type: 'email-taken',
    })
    await expect(say('role --email ana@example.org --role guest')).rejects.toMatchObject({ type: 'last-owner' })
    await expect(say('remove --email ana@example.org')).rejects.toMatchObject({ type: 'last-owner' })

    await say('add --email ben@example.org --name Ben --role owner', () => Promise.resolve(PASSWORD))
    await say('password --email ana@example.org --password second-password')
    expect([await signIn('first-password'), await signIn('second-password')]).toEqual([401, 200])
    const before = (await people(db)).find(({ name }) => name === 'Ana')
    expect(await say('remove --email ana@example.org')).toContain('signed out everywhere')
    expect(await say('list')).toBe('owner   ben@example.org  Ben')
    expect(await signIn('second-password')).toBe(401)
    expect(await say('add --email ana@example.org --name Anna --role writer --password third-password')).toContain('is back')
    expect((await people(db)).find(({ name }) => name === 'Anna')).toEqual({ ...before, name: 'Anna', role: 'writer' })
  })

  test('a command that makes no sense says which word', async () => {
    const { db } = await scene()
    const say = (line: string) => personCommand(words(line), db, noPassword, 0)
    await expect(say('add --name A --role owner')).rejects.toThrow('--email is missing')
    await expect(say('add --email nonsense --name A --role owner')).rejects.toThrow('--email')
    await expect(say('add --email a@b.example --name A --role chief --password long-enough-1')).rejects.toThrow('--role')
    await expect(say('add --email a@b.example --name A --role owner --password short')).rejects.toThrow('--password')
    await expect(say('add --email a@b.example --name A --role owner')).rejects.toThrow('--password')
    await expect(say('role --email a@b.example --role guest')).rejects.toMatchObject({ type: 'no-person' })
    await expect(say('promote --email a@b.example')).rejects.toThrow('a@b.example')
    await expect(say('add --mail a@b.example')).rejects.toThrow('--mail')
    await expect(say('list list')).rejects.toBeInstanceOf(Usage)
    expect(await say('list')).toBe('Nobody yet.')
  })

  test('works beside a running server, which lets the new one in and the removed one out', async () => {
    const { dataDir, stranger, person } = await scene()
    const ana = await person('Ana', 'writer')
    expect(await command(dataDir, words('add --email ben@example.org --name Ben --role owner'), `${PASSWORD}\n`)).toEqual({
      code: 0,
      out: 'Ben <ben@example.org> is in the newsroom as owner.\n',
      problem: '',
    })
    expect(await command(dataDir, words('role --email nobody@example.org --role owner'))).toEqual({
      code: 1,
      out: '',
      problem: 'Nobody with the e-mail nobody@example.org is in the newsroom.\n',
    })
    expect((await command(dataDir, words('remove --email ana@example.org'))).code).toBe(0)
    expect((await stranger('POST', '/api/session', { json: { email: 'ben@example.org', password: PASSWORD } })).status).toBe(200)
    expect((await ana.asks('GET', '/api/session')).status).toBe(401)
    for (const typed of [[], ['--help'], words('add --email new@example.org --name New --role owner')]) {
      const wrong = await command(dataDir, typed)
      expect([wrong.code, wrong.out]).toEqual([2, ''])
      expect(wrong.problem).toContain('Usage: npm run person')
    }
  })
})
