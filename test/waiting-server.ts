/** The server's process with all its code read, waiting for a word to begin: one that was killed is back in a moment. */
import '@hono/node-server'
import '../server/build.ts'
import '../server/demo.ts'
import '../server/newsroom.ts'

process.stdin.once('data', () => void import('../server/main.ts'))
// Whoever would say it is gone.
process.stdin.once('end', () => process.exit())
