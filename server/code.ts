/** Where the server's own code is: as it was written, or built (`build.ts`) into one folder, which starts in a fraction of the time. */
import { fileURLToPath } from 'node:url'

export const isBuilt = import.meta.url.endsWith('.js')

export const ROOT = fileURLToPath(new URL(isBuilt ? '../..' : '..', import.meta.url))
/** The pages as browsers get them. */
export const PAGES = `${ROOT}dist/pages`
export const SERVER = `${ROOT}dist/server`
/** What runs in a thread or process of its own. */
export const PARTS = ['assets/darkroom-process', 'docx/worker', 'read-worker', 'versions/compare-worker'] as const

export type Part = (typeof PARTS)[number]

export const builtName = (part: string): string => part.replaceAll('/', '-')

export const partOf = (part: Part): URL => new URL(isBuilt ? `${builtName(part)}.js` : `${part}.ts`, import.meta.url)
