/** Nothing that is asked of a target is waited for without end. */
import type { Desk } from '../context.ts'

/** Adapters have shorter limits of their own. */
export const LIMIT_MS = 120_000

/** Undefined: there was no answer in time. */
export async function inTime<T>({ clock }: Pick<Desk, 'clock'>, act: Promise<T>): Promise<T | undefined> {
  let cancel: (() => void) | null = null
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(LIMIT_MS, () => resolve(undefined))
  })
  try {
    return await Promise.race([act, late])
  } finally {
    cancel!()
  }
}
