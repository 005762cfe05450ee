import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { toKeep } from '../../client/sync/unsent.ts'
import { MAX_MESSAGE_BYTES } from '../../shared/protocol.ts'

test('[P1] of a story that is longer than what can be sent at once, the words only this device has are kept, and come back', () => {
  const server = new Y.Doc()
  for (let n = 0; n < 3; n++) server.getText('dek').insert(0, 'x'.repeat(800_000))
  const page = new Y.Doc()
  Y.applyUpdate(page, Y.encodeStateAsUpdate(server))
  const onServer = Y.encodeStateVector(page)
  page.getText('dek').insert(3, ' on the train ')
  page.getText('dek').delete(0, 2)
  const kept = toKeep(page, onServer)
  expect(kept.length).toBeLessThan(MAX_MESSAGE_BYTES)

  // Opened again: what was kept is there before the story comes, and goes out when the server says what it has.
  const again = new Y.Doc()
  Y.applyUpdate(again, kept)
  Y.applyUpdate(server, Y.encodeStateAsUpdate(again, Y.encodeStateVector(server)))
  Y.applyUpdate(again, Y.encodeStateAsUpdate(server))
  for (const ydoc of [server, again]) expect(ydoc.getText('dek').toString()).toBe(page.getText('dek').toString())
})
