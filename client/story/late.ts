/**
 * What of the story page comes after its words. First comes what shows a story, its fields and whether it is saved, and
 * what takes the first letter: all that `story-page.ts` imports. Then, without being asked for, what stands beside the
 * words (`beside.ts`), and at last what opens only when somebody asks for it (`drawers.ts`).
 */
import { haveFiles } from '../ui/bring.ts'
import { toast } from '../ui/toast-list.ts'
import { holdKeys } from './held-keys.ts'

export type BesideParts = typeof import('./beside.ts')
export type Drawers = typeof import('./drawers.ts')

const FIRST_WAIT = 2_000
/** What opens takes the focus once it is drawn; not all does. */
const A_MOMENT = 60
const LONGEST_WAIT = 30_000

/** Dispatches `change` when it could not come, and when it has come after all. */
class Late<Parts> extends EventTarget {
  isHere = false
  /** The last try has failed. */
  missing = false
  private coming: Promise<Parts> | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly load: () => Promise<Parts>) {
    super()
  }

  /** Comes with the next call when it could not come now. */
  fetch(): Promise<Parts> {
    this.coming ??= this.load().then(
      (parts) => {
        this.isHere = true
        this.is(false)
        return parts
      },
      (error: unknown) => {
        this.coming = null
        this.is(true)
        throw error
      },
    )
    return this.coming
  }

  /** Tries until it is here. */
  async whenHere(): Promise<Parts> {
    for (;;) {
      try {
        return await this.fetch()
      } catch {
        // Said on the page.
        await this.pause()
      }
    }
  }

  private pause(): Promise<void> {
    const { wait } = this
    this.wait = Math.min(LONGEST_WAIT, wait * 2)
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(this.timer)
        removeEventListener('online', go)
        this.removeEventListener('now', go)
        resolve()
      }
      this.timer = setTimeout(go, wait)
      addEventListener('online', go)
      this.addEventListener('now', go)
    })
  }

  /** Tries at once. */
  readonly now = (): void => void this.dispatchEvent(new Event('now'))

  private is(missing: boolean): void {
    if (this.missing === missing) return
    this.missing = missing
    this.dispatchEvent(new Event('change'))
  }
}

/** @param name of the line in the page's head that lists its files; without one (`npm run dev`) there is none to wait for */
const filesOf = (name: string): Promise<unknown> =>
  haveFiles(document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.split(' ') ?? [])

export const beside = new Late<BesideParts>(() => filesOf('beside').then(() => import('./beside.ts')))
export const drawers = new Late<Drawers>(() => filesOf('drawers').then(() => import('./drawers.ts')))

/** Opens something that came late; says so when it cannot be had. */
export function withDrawers(open: (parts: Drawers, besides: BesideParts) => unknown): void {
  void opens(open, beside.isHere && drawers.isHere ? null : holdKeys())
}

async function opens(
  open: (parts: Drawers, besides: BesideParts) => unknown,
  letGo: ((came?: boolean) => void) | null,
): Promise<void> {
  let parts: [Drawers, BesideParts]
  try {
    parts = await Promise.all([drawers.fetch(), beside.fetch()])
  } catch {
    toast('That could not be loaded. Your words are safe; try again when the network is back.')
    return letGo?.(false)
  }
  try {
    await open(...parts)
  } finally {
    if (letGo !== null) onceFocused(letGo)
  }
}

function onceFocused(run: () => void): void {
  const focused = (): void => {
    clearTimeout(timer)
    // The first thing of a dialog has the focus for as long as it takes to give it to another.
    setTimeout(run)
  }
  const timer = setTimeout(() => {
    removeEventListener('focusin', focused)
    run()
  }, A_MOMENT)
  addEventListener('focusin', focused, { once: true })
}
