/** Long texts as they lie in the database: gzipped. */
import { gunzipSync, gzipSync } from 'node:zlib'

export const pack = (text: string): Uint8Array => gzipSync(text, { level: 1 })
export const unpack = (bytes: Uint8Array): string => gunzipSync(bytes).toString('utf8')
