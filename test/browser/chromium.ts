/** The real browser of the browser tests. */
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

/** The same engine without tabs and bars: scenes in it take less than half the processor's time. */
const SHELLS = ['/usr/bin/chromium-headless-shell']
const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const firstOf = (places: readonly (string | undefined)[]): string | null =>
  places.find((path) => path !== undefined && existsSync(path)) ?? null

export const hasShell = (): boolean => firstOf(SHELLS) !== null

export const findChromium = (): string | null => firstOf([process.env.CHROMIUM, ...SHELLS, ...WHOLE])

/** @param whole with all that people have, for what is measured */
export async function openBrowser({ whole = false } = {}): Promise<Browser> {
  const executablePath = whole ? firstOf([process.env.CHROMIUM, ...WHOLE]) : findChromium()
  if (executablePath === null) throw new Error('No Chromium was found: install it, or set CHROMIUM to its path.')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
