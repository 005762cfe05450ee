/** What the commands beside the server have in common: their words, their terminal, and the database they open. */
import type { Readable } from 'node:stream'
import { inWords, open, type Db } from '../db/open.ts'
import { readConfig } from './config.ts'

/** The command makes no sense as it was typed. */
export class Usage extends Error {}

/** Where the command is typed. */
export type Terminal = { input: Readable & { isTTY?: boolean }; say(text: string): void; complain(text: string): void }

export const ownTerminal: Terminal = {
  input: process.stdin,
  say: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
}

/**
 * Runs a command on the newsroom's database.
 * @param usage shown when the command is typed wrong
 * @param act answers with what to tell the operator; what it throws is told as one sentence
 * @returns the exit code: 0 done, 1 refused or failed, 2 typed wrong
 */
export async function runCommand(
  env: NodeJS.ProcessEnv,
  { say, complain }: Terminal,
  usage: string,
  act: (db: Db) => Promise<string>,
): Promise<number> {
  let db: Db | undefined
  let dataDir = ''
  try {
    ;({ dataDir } = readConfig(env, []))
    db = await open(dataDir)
    say(`${await act(db)}\n`)
    return 0
  } catch (caught) {
    // A damaged page may be met long after the database was opened.
    const error = inWords(caught, dataDir)
    const message = error instanceof Error ? error.message : String(error)
    if (!(error instanceof Usage)) complain(`${message}\n`)
    else complain(message === '' ? `${usage}\n` : `${message}\n\n${usage}\n`)
    return error instanceof Usage ? 2 : 1
  } finally {
    await db?.destroy()
  }
}
