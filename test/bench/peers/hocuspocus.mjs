/** Hocuspocus with its SQLite extension on a file and every default left as it is. */
import { join } from 'node:path'
import { SQLite } from '@hocuspocus/extension-sqlite'
import { Server } from '@hocuspocus/server'

const server = new Server({
  port: Number(process.env.PORT),
  address: '127.0.0.1',
  quiet: true,
  extensions: [new SQLite({ database: join(process.env.DATA_DIR, 'hocuspocus.sqlite') })],
})
await server.listen()
