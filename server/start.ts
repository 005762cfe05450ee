/** `npm start` and `npm run demo`: builds what is stale, and runs it. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWhenStale } from './build.ts'
import { SERVER } from './code.ts'

await buildWhenStale((line) => process.stdout.write(`${line}\n`))
await import(pathToFileURL(join(SERVER, 'main.js')).href)
