/**
 * `npm run receipt`: asks the running site for every story it has, and holds what it serves against the receipt of the
 * edition that was approved: the same bytes; or, where the newsroom's or the site's settings changed since, the same story in
 * a new frame.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { liveOnSite, wholeEdition, type OnSite } from '../../db/editions.ts'
import type { Db } from '../../db/open.ts'
import { mainOf } from '../../shared/site/page.ts'
import { ownTerminal, runCommand, Usage, type Terminal } from '../command.ts'
import { readConfig, siteUrl } from '../config.ts'
import { sha256 } from './stamp.ts'

const USAGE = `Usage: npm run receipt [-- --site https://newsroom.example]

Asks the public site for every story, and compares what it serves with what was approved. Each story gets a line; the
command fails when any is another. Without --site it asks the server of PUBLIC_URL, or of HOST and PORT.`

/** Gets a page as readers do. */
export type Ask = (url: string) => Promise<{ status: number; text: string }>

type Looked = { isRight: boolean; line: string }

/** @returns a line for each story, and whether all is as it was approved */
export async function receiptCommand(db: Db, site: string, ask: Ask): Promise<{ lines: string[]; isRight: boolean }> {
  const looked: Looked[] = []
  for (const one of await liveOnSite(db)) looked.push(await lookAt(db, one, site, ask))
  const wrong = looked.filter(({ isRight }) => !isRight).length
  const all = looked.length === 1 ? '1 story' : `${looked.length} stories`
  const end = wrong === 0 ? `${all}: every one is as it was approved.` : `${all}: ${wrong} not as approved.`
  return { lines: [...looked.map(({ line }) => line), end], isRight: wrong === 0 }
}

async function lookAt(db: Db, one: OnSite, site: string, ask: Ask): Promise<Looked> {
  const name = `/${one.path}, edition ${one.number}`
  const wanted = one.killed ? 410 : 200
  let got: Awaited<ReturnType<Ask>>
  try {
    got = await ask(`${site}/${one.path}`)
  } catch (error) {
    return {
      isRight: false,
      line: `WRONG  ${name}: the site does not answer (${error instanceof Error ? error.message : 'unknown'}).`,
    }
  }
  if (got.status !== wanted) return { isRight: false, line: `WRONG  ${name}: the site answers ${got.status} and not ${wanted}.` }
  const served = sha256(got.text)
  if (served === one.pageHash) return { isRight: true, line: `right  ${name}: ${served}` }
  const { page } = await wholeEdition(db, one.editionId)
  if (mainIn(got.text) === mainOf(page))
    return { isRight: true, line: `right  ${name}: the same story, in the frame of settings that changed since (${served})` }
  return { isRight: false, line: `WRONG  ${name}: approved was ${one.pageHash}, served is ${served}` }
}

function mainIn(page: string): string | null {
  return page.includes('<main') && page.includes('</main>') ? mainOf(page) : null
}

const overHttp: Ask = async (url) => {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(20_000) })
  return { status: answer.status, text: await answer.text() }
}

export function run(words: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  return runCommand(env, terminal, USAGE, async (db) => {
    const site = read(words) ?? siteUrl(readConfig(env, []))
    const { lines, isRight } = await receiptCommand(db, site, overHttp)
    if (!isRight) throw new Error(lines.join('\n'))
    return lines.join('\n')
  })
}

function read(words: string[]): string | null {
  if (words.includes('--help')) throw new Usage('')
  try {
    const { site } = parseArgs({ args: words, options: { site: { type: 'string' } } }).values
    if (site === undefined) return null
    if (!URL.canParse(site)) throw new Usage('--site must be like https://newsroom.example.')
    return new URL(site).origin
  } catch (error) {
    throw error instanceof Usage ? error : new Usage(error instanceof Error ? error.message : String(error))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = await run(process.argv.slice(2), process.env, ownTerminal)
