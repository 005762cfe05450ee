/** Fetches what opens only when asked for, once. */
import { toast } from '../ui/toast-list.ts'

export type Drawers = typeof import('./drawers.ts')

let coming: Promise<Drawers> | null = null

/** Comes with the next try when it could not come now. */
export function fetchDrawers(): Promise<Drawers> {
  coming ??= import('./drawers.ts').catch((error: unknown) => {
    coming = null
    throw error
  })
  return coming
}

/** Opens something of them; says so when it cannot be had. */
export function withDrawers(open: (drawers: Drawers) => unknown): void {
  fetchDrawers().then(open, () => toast('That could not be loaded. Your words are safe; try again when the network is back.'))
}
