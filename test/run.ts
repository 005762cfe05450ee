/**
 * `npm test`: gets what the tests need, runs them, and says the result in one line. Chromium is the one
 * thing npm does not bring; on Debian as root it is installed, elsewhere it is looked for.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from '../server/build.ts'
import { findChromium } from './browser/chromium.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function command(name: string, args: string[], env: NodeJS.ProcessEnv = process.env): number {
  return spawnSync(name, args, { stdio: 'inherit', env }).status ?? 1
}

function chromium(): boolean {
  if (findChromium()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium for the browser tests (apt-get) …')
    command('apt-get', ['update', '-qq'])
    command('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
      ...process.env,
      DEBIAN_FRONTEND: 'noninteractive',
    })
  }
  return findChromium() !== null
}

type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number; success: boolean }

async function run(): Promise<number> {
  const projects = process.argv.slice(2)
  const wanted = projects.length > 0 ? projects : ['fast', 'heavy', 'seeds', 'browser']
  if (wanted.includes('browser') && !chromium()) {
    say('No Chromium was found, so the browser tests do not run. Install it, or set CHROMIUM to its path.')
    wanted.splice(wanted.indexOf('browser'), 1)
  }
  await buildWhenStale(say)
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-report-'))
  const total = { passed: 0, failed: 0, skipped: 0 }
  let status = 0
  try {
    for (const project of wanted) {
      const file = join(folder, `${project}.json`)
      const args = ['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      status = command('npx', args) || status
      if (!existsSync(file)) {
        total.failed += 1
        continue
      }
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report
      total.passed += report.numPassedTests
      total.failed += report.numFailedTests
      total.skipped += report.numPendingTests + report.numTodoTests
      if (!report.success) status ||= 1
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  say(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  return status || (total.failed > 0 ? 1 : 0)
}

process.exitCode = await run()
