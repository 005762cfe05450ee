/**
 * `npm test`: gets what the tests need, runs them, and says the result in one line. What npm does not bring is Chromium and,
 * for CI, WordPress: on Debian as root they are installed, elsewhere they are looked for.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from '../server/build.ts'
import { findChromium, hasShell } from './browser/chromium.ts'
import { hasWordPress, WORDPRESS_PACKAGES } from './targets/find-wordpress.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function command(name: string, args: string[], env: NodeJS.ProcessEnv = process.env): number {
  return spawnSync(name, args, { stdio: 'inherit', env }).status ?? 1
}

const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Asked before dpkg starts what a package brings along. */
const NO_SERVICES = '/usr/sbin/policy-rc.d'

/** What it brings along is installed, but nothing of it is started: tests start what they need, and end it. */
function install(packages: readonly string[]): void {
  const isOurs = !existsSync(NO_SERVICES)
  if (isOurs) writeFileSync(NO_SERVICES, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    command('apt-get', ['update', '-qq'])
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    command('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], env)
  } finally {
    if (isOurs) rmSync(NO_SERVICES)
  }
}

/** On somebody's own machine the one that is there will do; CI takes the quick one. */
function chromium(): boolean {
  const isThere = (): boolean => (process.env.CI === 'true' ? hasShell() : findChromium() !== null)
  if (!isThere() && mayInstall()) {
    say('Installing Chromium for the browser tests (apt-get) …')
    install(['chromium-headless-shell', 'fonts-dejavu-core'])
    if (findChromium() === null) install(['chromium', 'fonts-dejavu-core'])
  }
  return findChromium() !== null
}

/** A database and a web server are more than somebody wants on their own machine for a test: only CI installs them. */
function wordpress(): void {
  if (!hasWordPress() && process.env.CI === 'true' && mayInstall()) {
    say('Installing WordPress for the tests of targets (apt-get) …')
    install(WORDPRESS_PACKAGES)
  }
  if (!hasWordPress()) say('No WordPress is here: its scenes run against the stand-in alone, not against the real one.')
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  success: boolean
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

/** What passed although it had failed at first. */
const secondTries = ({ testResults }: Report): string[] =>
  testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName.trim()}: ${failureMessages[0]!.split('\n')[0]}`)

async function run(): Promise<number> {
  const projects = process.argv.slice(2)
  const wanted = projects.length > 0 ? projects : ['fast', 'heavy', 'seeds', 'browser']
  if (wanted.includes('browser') && !chromium()) {
    say('No Chromium was found, so the browser tests do not run. Install it, or set CHROMIUM to its path.')
    wanted.splice(wanted.indexOf('browser'), 1)
  }
  if (wanted.includes('heavy')) wordpress()
  await buildWhenStale(say)
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-report-'))
  const total = { passed: 0, failed: 0, skipped: 0 }
  const again: string[] = []
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
      again.push(...secondTries(report))
      if (!report.success) status ||= 1
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (again.length > 0) say(`\nPassed at the second try:\n${again.map((line) => `  ${line}`).join('\n')}`)
  say(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
  return status || (total.failed > 0 ? 1 : 0)
}

process.exitCode = await run()
